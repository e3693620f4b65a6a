"""Type checkers know the results of calls, and the package keeps what its annotations promise."""

import pathlib
import runpy
import subprocess

import pytest
from strategies import PYTHON

import concord

pytest.importorskip("mypy")
CALLS = pathlib.Path(__file__).parent / "typed_calls.py"
PACKAGE = pathlib.Path(concord.__file__).parent


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    """What mypy keeps of the package, so that it reads it once."""
    return tmp_path_factory.mktemp("mypy")


def check(*arguments, cwd, known):
    command = [*PYTHON, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", known, *arguments]
    return subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, cwd=cwd)


@pytest.mark.integration
def test_mypy_knows_the_results(tmp_path, known):
    done = check(CALLS, cwd=tmp_path, known=known)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.integration
def test_mypy_finds_a_wrong_type(tmp_path, known):
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import concord\nplace: str = concord.distance.Levenshtein.find('a', 'ab')[0].start\n")
    done = check(wrong, cwd=tmp_path, known=known)
    assert "Incompatible types in assignment" in done.stdout


def test_the_calls_run():
    runpy.run_path(str(CALLS))
