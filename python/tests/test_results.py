"""Results as objects: frozen, equal, pickled, drawn."""

import dataclasses
import pickle
import xml.etree.ElementTree

import pytest

import concord


def all_results():
    return [
        concord.longest_common_substring(["abcx", "yabc"], ties=True, occurrences=True, per_sequence=True),
        concord.longest_common_substring(["<&>", "<&>"], mismatches=1),
        concord.longest_common_substring(["a", "b"]),
        concord.overlap(["abcx", "yabc"], occurrences=True),
        concord.overlap(["abcx", "yabc", "cab"], every_support=True),
        concord.overlap(["a", "b"]),
        concord.lcs("kitten", "sitting", letters=True),
        concord.lcs("", ""),
        concord.longest_repeat(["banana"], occurrences=True),
        concord.common_component([[1, 2], [3, 4]], [[1, 2], [3, 5]]),
        concord.common_component([[1]], [[2]]),
        concord.opcodes("kitten", "sitting"),
    ]


def test_equal_and_pickled():
    for one, again in zip(all_results(), all_results()):
        assert one == again and pickle.loads(pickle.dumps(one)) == one
        assert one != object() and type(one).__name__ in repr(one)


def test_frozen():
    for one in all_results():
        if dataclasses.is_dataclass(one):
            with pytest.raises(dataclasses.FrozenInstanceError):
                one.run = {}


def test_pictures_are_sound():
    for one in all_results():
        if hasattr(one, "_repr_html_"):
            picture = one._repr_html_()
            xml.etree.ElementTree.fromstring(picture)  # raises where it is not well-formed
            assert "prefers-color-scheme:dark" in picture and "<svg" in picture


def test_reprs():
    assert repr(concord.lcs("abc", "xbc")) == "Subsequence(length=2, a_length=3, b_length=3, opcodes=None, letters=None)"
    assert "text='abc', length=3, sequence=0" in repr(concord.overlap(["abcx", "yabc"]))
    assert int(concord.lcs("abc", "xbc")) == 2


def test_devices_and_version():
    assert concord.devices()[0].name == "cpu" and concord.devices()[0].usable
    assert concord.__version__.count(".") == 2
    with pytest.raises(concord.ResourceError, match="cuda"):
        if any(one.usable for one in concord.devices() if one.name.startswith("cuda")):
            raise concord.ResourceError("cuda is there")
        concord.distance("a", "b", device="cuda")


def test_rates_of_the_machine(tmp_path, monkeypatch):
    words = ["GATTACA" * 30, "TTGATTACAGG", "CCGATTACACC"] * 20
    before = concord.near_pairs(words, max_distance=2)
    measured = concord.calibrate(device="cpu", threads=2)
    assert [one.kind for one in measured] == [kind for kind in ("scanning", "cells", "memory", "sorting") for _ in "12"]
    assert all(0.001 <= one.rate <= 1000 and one.seconds > 0 for one in measured)
    assert {one.by for one in measured} == {"one thread", "all threads"}
    assert str(concord.near_pairs(words, max_distance=2)) == str(before)
    with pytest.raises(concord.UsageError):
        concord.calibrate(threads=10**9)
    monkeypatch.setenv("CONCORD_CACHE", str(tmp_path))
    assert concord.use_saved_rates() is False
    (tmp_path / "rates.json").write_text("{")
    assert concord.use_saved_rates() is False
    assert [path.name for path in tmp_path.iterdir()] == ["rates.json"]


def test_stubs_name_what_there_is():
    """Every name of a stub is there, and every function takes the arguments that its stub names."""
    import ast
    import importlib
    import inspect
    import pathlib

    package = pathlib.Path(concord.__file__).parent
    seen = overloads = 0
    for stub in package.rglob("*.pyi"):
        if stub.name in ("_core.pyi", "_metric_modules.pyi"):  # for the package itself, and for type checkers alone
            continue
        parts = stub.relative_to(package.parent).with_suffix("").parts
        module = importlib.import_module(".".join(part for part in parts if part != "__init__"))
        for node in ast.parse(stub.read_text()).body:
            if not isinstance(node, ast.FunctionDef):
                continue
            function = getattr(module, node.name)
            if node.name.startswith("_"):  # for the package itself
                assert list(inspect.signature(function).parameters) == [one.arg for one in node.args.args], function
                continue
            if node.decorator_list:  # an overload, whose first arguments are collections
                named = [one.arg for one in node.args.args + node.args.kwonlyargs]
                shown = list(inspect.signature(function).parameters)
                assert [one for one in shown if one in named] == named, function
                assert set(shown) - set(named) <= {"scorer"}, function  # left out where the default is taken
                overloads += 1
                continue
            arguments = {one.arg: None for one in node.args.kwonlyargs if one.arg not in ("weights", "pad", "prefix_weight")}
            given = ("a", "b")[: len(node.args.posonlyargs + node.args.args)]
            function(*given, **arguments)
            with pytest.raises(TypeError):
                function(*given, no_such_argument=1)
            named = [one.arg for one in node.args.args + node.args.kwonlyargs]
            shown = [one for one in inspect.signature(function).parameters if one != "sentence"]
            assert shown == named, function
            seen += 1
    assert (seen, overloads) == (60, 16)
    assert list(inspect.signature(concord.distance).parameters)[:2] == ["s1", "s2"]  # the module is called, too
    assert (package / "py.typed").exists()
    for name in concord.__all__:
        assert getattr(concord, name) is not None
