"""Runs black-box checks one after the other; what they print is what tools/count_tests.py adds up."""
import subprocess


def run_all(checks):
    """Each check raises when it fails, and returns a reason when it cannot be made here. The exit code."""
    passed = failed = skipped = 0
    for check in checks:
        try:
            reason = check()
            if reason:
                skipped += 1
                print(f"skipped: {check.__name__}: {reason}")
            passed += not reason
        except (AssertionError, ValueError, KeyError, OSError, subprocess.TimeoutExpired) as error:
            failed += 1
            print(f"FAIL {check.__name__}: {type(error).__name__}: {error}")
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 0 if failed == 0 and passed > 0 else 1
