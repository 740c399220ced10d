#!/usr/bin/env python3
"""What the shells complete, asked of the shells themselves.

    run_completion.py TALLY

bash must be there; zsh and fish are asked where they are installed, else that they were not is said.
Prints each failure, then "N passed, N failed".
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

TALLY = os.path.abspath(sys.argv[1])

# What was typed, what must be offered, what must not. The last word is the one being completed.
CASES = [
    ("tally ", {"ask", "demo", "completion", "model", "--json"}, {"check", "bash"}),
    ("tally co", {"completion"}, {"ask"}),
    ("tally completion ", {"bash", "zsh", "fish"}, {"ask", "notes.txt"}),
    ("tally completion z", {"zsh"}, {"bash"}),
    ("tally demo ", {"railway", "tpcds"}, {"notes.txt", "ask"}),
    ("tally demo r", {"railway"}, {"tpcds"}),
    ("tally -C folder demo ", {"railway"}, {"notes.txt"}),
    ("tally demo --sc", {"--scale"}, {"railway"}),
    ("tally demo --scale ", {"0.1", "10"}, {"railway"}),
    ("tally exam ", {"check", "sit", "report", "why"}, {"railway"}),
    ("tally exam show --split ", {"dev", "test", "pool"}, {"railway"}),
    ("tally model ", {"check", "show"}, {"ask"}),
    ("tally model check --d", {"--deadline", "--dir"}, {"--json"}),
    ("tally ask --deadline ", set(), {"notes.txt", "--json"}),
    ("tally request n", {"notes.txt"}, set()),
    ("tally sql --file n", {"notes.txt"}, set()),
    ("tally -C ", {"folder"}, {"notes.txt"}),
]


def bash(line, folder):
    words = line.split(" ")
    script = ('source <("$1" completion bash) || exit 1; shift; COMP_WORDS=("$@"); '
              'COMP_CWORD=$(($# - 1)); _tally; printf "%s\\n" "${COMPREPLY[@]}"')
    done = subprocess.run(["bash", "-c", script, "bash", TALLY, *words], cwd=folder,
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0 and not done.stderr, done.stderr
    return set(done.stdout.split())


def fish(line, folder):
    script = "$argv[1] completion fish | source; complete -C $argv[2]"
    done = subprocess.run(["fish", "--no-config", "-c", script, TALLY, line], cwd=folder,
                          capture_output=True, text=True, check=False,
                          env=os.environ | {"HOME": folder, "PATH": os.path.dirname(TALLY) + ":" + os.environ["PATH"]})
    assert done.returncode == 0 and not done.stderr, done.stderr
    return {offer.split("\t")[0].rstrip("/") for offer in done.stdout.splitlines()}


def zsh(line, folder):
    """zsh runs the bash function: that it can be read, and gives the same words, is what there is to see."""
    script = ('autoload -U +X compinit && compinit -u -d "$HOME/dump"; eval "$("$1" completion zsh)"; shift; '
              'emulate ksh -o nosh_wordsplit; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); setopt shwordsplit; _tally; '
              'print -l -- "${COMPREPLY[@]}"')
    done = subprocess.run(["zsh", "-f", "-c", script, "zsh", TALLY, *line.split(" ")], cwd=folder,
                          capture_output=True, text=True, check=False, env=os.environ | {"HOME": folder})
    assert done.returncode == 0, done.stderr
    typed = line.split(" ")[-1]  # what does not begin so, zsh itself leaves out
    return {word for word in done.stdout.split() if word.startswith(typed)}


def fish_offers_no_options_unasked(words):
    """fish lists options only behind a dash."""
    return {word for word in words if not word.startswith("-")}


def main():
    passed = failed = 0
    for shell in (bash, fish, zsh):
        if not shutil.which(shell.__name__):
            assert shell is not bash, "bash is not installed"
            print(f"skipped: {shell.__name__} is not installed")
            continue
        for line, wanted, unwanted in CASES:
            if shell is fish and not line.split(" ")[-1].startswith("-"):
                wanted = fish_offers_no_options_unasked(wanted)
            if shell is fish and line == "tally -C ":
                unwanted = set()  # it completes any file behind -C
            with tempfile.TemporaryDirectory() as folder:
                pathlib.Path(folder, "notes.txt").write_text("", encoding="utf-8")
                pathlib.Path(folder, "folder").mkdir()
                try:
                    offered = shell(line, folder)
                    assert wanted <= offered, f"lacks {wanted - offered}"
                    assert not unwanted & offered, f"offers {unwanted & offered}"
                    passed += 1
                except AssertionError as error:
                    failed += 1
                    print(f"FAIL {shell.__name__}: '{line}': {error}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
