"""Type checkers know the results of calls, and the package keeps what its annotations promise."""

import pathlib
import runpy
import subprocess
import sys

import pytest

import concord

pytest.importorskip("mypy")
CALLS = pathlib.Path(__file__).parent / "typed_calls.py"
PACKAGE = pathlib.Path(concord.__file__).parent


def check(*arguments, cwd):
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd)


def test_mypy_knows_the_results(tmp_path):
    done = check(CALLS, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_finds_a_wrong_type(tmp_path):
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import concord\nplace: str = concord.distance.Levenshtein.find('a', 'ab')[0].start\n")
    done = check(wrong, cwd=tmp_path)
    assert "Incompatible types in assignment" in done.stdout


def test_the_calls_run():
    runpy.run_path(str(CALLS))
