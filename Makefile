# Everything a person does with this repository. `make demo` and `make test` are all that is needed.
.DEFAULT_GOAL := help
.PHONY: help setup program build demo test asan tsan fuzz lint format bench exam clean

TALLY := build/release/tally
ASK := $(TALLY) -C demo ask

help:  ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

setup:  ## install what building needs (root) and fetch DuckDB
	@tools/setup.sh

program: setup
	@tools/build.sh release tally

build: setup  ## build everything of the release into build/release, tests too
	@tools/build.sh release

demo: program  ## build the demo warehouse and ask four questions
	@$(TALLY) demo
	@tools/ask_demo.sh $(TALLY)

test: build  ## run every test
	@tools/test.sh release

asan: setup  ## run the tests under AddressSanitizer and UBSan
	@tools/build.sh asan
	@tools/test.sh asan

tsan: setup  ## run the tests under ThreadSanitizer
	@tools/build.sh tsan
	@tools/test.sh tsan

fuzz:  ## fuzz whatever reads hostile text for a minute each (FUZZ_SECONDS)
	@tools/setup.sh --lint
	@tools/fuzz.sh

lint:  ## formatting, clang-tidy, layers, documents
	@tools/setup.sh --lint
	@tools/lint.sh

format:  ## format the sources in place
	@git ls-files 'src/*.h' 'src/*.cc' 'tests/*.h' 'tests/*.cc' 'bench/*.cc' | xargs clang-format-19 -i

bench: build  ## measure latency and the deadline contract
	@bench/run.sh

exam: program  ## sit both full exams at scale 1 and report (build/exams)
	@tools/exam.sh

clean:  ## remove what building made (downloads stay cached)
	@rm -rf build/release build/debug build/asan build/tsan
