"""The examples of the package's README.md."""

import doctest
import pathlib


def test_examples():
    readme = pathlib.Path(__file__).resolve().parents[1] / "README.md"
    failed, tried = doctest.testfile(str(readme), module_relative=False)
    assert tried > 10 and failed == 0
