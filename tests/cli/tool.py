"""Running the built tool, for the tests beside this file."""
import json
import os
import pathlib
import subprocess

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("WEND_BUILD", SOURCE / "build"))
WEND = BUILD / "wend"
LONG = "WEND_LONG_TESTS" in os.environ


def wend(*words, binary=WEND, timeout=600):
    suppressions = SOURCE / "tests/support/tsan.supp"
    environment = dict(os.environ, TSAN_OPTIONS=f"suppressions={suppressions} halt_on_error=1")
    return subprocess.run([str(binary), *map(str, words)], capture_output=True, text=True, timeout=timeout,
                          env=environment)


def wend_json(*words, binary=WEND):
    """Standard output must be exactly one JSON object."""
    done = wend(*words, "--json", binary=binary)
    return json.loads(done.stdout), done


def other_builds():
    """The same tool in other build types, made by ./test: `fuzz` is clang's with address and undefined sanitizers."""
    names = ("debug", "fuzz", "asan", "tsan") if LONG else ("debug", "fuzz")
    return {name: BUILD / name / "wend" for name in names}
