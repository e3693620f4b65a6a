"""Patterns in texts against the textbook's matrix, and against edlib."""

import pickle
import random
import re

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import pairs

import concord
from concord.distance import Levenshtein


def costs_by_matrix(pattern, text, prefix, equal):
    """cost[j]: the fewest edits between the pattern and any substring that ends before element j, or the first j."""
    row = list(range(len(text) + 1)) if prefix else [0] * (len(text) + 1)
    for i, of_pattern in enumerate(pattern):
        above, row = row, [i + 1]
        for j, of_text in enumerate(text):
            row.append(min(above[j + 1] + 1, row[j] + 1, above[j] + (not equal(of_pattern, of_text))))
    return row


def check_alignment(found, pattern, text, equal):
    """The CIGAR is that of a way from the pattern to the place, with as many edits as are reported."""
    runs = [(int(count), operation) for count, operation in re.findall(r"(\d+)([=XID])", found.cigar)]
    assert "".join(f"{count}{operation}" for count, operation in runs) == found.cigar
    i, j = 0, found.start
    for count, operation in runs:
        for _ in range(count):
            if operation in "=X":
                assert equal(pattern[i], text[j]) == (operation == "=")
            i += operation != "D"
            j += operation != "I"
    assert (i, j) == (len(pattern), found.end)
    assert sum(count for count, operation in runs if operation != "=") == found.distance


def is_minimum(costs, end):
    first = end
    while first > 0 and costs[first - 1] == costs[end]:
        first -= 1
    return (first == 0 or costs[first - 1] > costs[end]) and (end + 1 == len(costs) or costs[end + 1] > costs[end])


@given(
    pair=pairs(most=150),
    prefix=st.booleans(),
    minima=st.booleans(),
    bound=st.none() | st.integers(0, 30),
    added=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=3),
)
def test_as_the_matrix(pair, prefix, minima, bound, added):
    pattern, text = pair
    if not pattern:
        return
    known = sorted(set(pattern + text))
    equalities = [(known[a % len(known)], known[b % len(known)]) for a, b in added]
    both_ways = set(equalities) | {(b, a) for a, b in equalities}

    def equal(a, b):
        return a == b or (a, b) in both_ways

    costs = costs_by_matrix(pattern, text, prefix, equal)
    if minima:
        wanted = [end for end in range(len(costs)) if is_minimum(costs, end)]
    else:
        wanted = [end for end in range(len(costs)) if costs[end] == min(costs)]
    wanted = [(end, costs[end]) for end in wanted if bound is None or costs[end] <= bound]
    found = Levenshtein.find(
        pattern, text, max_distance=bound, prefix=prefix, minima=minima, equalities=equalities
    )
    assert [(one.end, one.distance) for one in found] == wanted
    for one in found:
        check_alignment(one, pattern, text, equal)
        assert one.start == 0 or not prefix


@pytest.mark.parametrize("mode", ["HW", "SHW"])
@pytest.mark.parametrize("with_n", [False, True])
def test_as_edlib(edlib, mode, with_n):
    source = random.Random(5)
    equalities = [("N", base) for base in "ACGT"] if with_n else []
    compared = 0
    for length in (1, 8, 30, 63, 64, 65, 200, 500):
        for _ in range(20):
            pattern = "".join(source.choices("ACGTN" if with_n else "ACGT", k=length))
            copy = "".join(one for one in pattern.replace("N", "G") if source.random() > 0.1)
            text = "".join(source.choices("ACGT", k=source.randint(1, 300))) if mode == "HW" else ""
            text += copy + "".join(source.choices("ACGT", k=source.randint(0, 300)))
            expected = edlib.align(pattern, text, mode=mode, task="locations", additionalEqualities=equalities)
            found = Levenshtein.find(pattern, text, prefix=mode == "SHW", equalities=equalities)
            if expected["editDistance"] == length:
                continue  # edlib leaves out the place without letters
            assert {one.distance for one in found} == {expected["editDistance"]}
            assert [one.end - 1 for one in found] == [end for _, end in expected["locations"]]
            compared += 1
    assert compared > 100


def test_elements_of_any_kind():
    assert Levenshtein.find(b"GATTA", bytearray(b"CCGATTACC")) == [(2, 7, 0, "5=")]
    assert Levenshtein.find([1, 2, 3], np.array([0, 1, 2, 3, 4])) == [(1, 4, 0, "3=")]
    assert Levenshtein.find(["the", "cat"], "so the fat cat".split(), minima=True) == [(3, 4, 1, "1I1=")]
    assert Levenshtein.find("é€\U0001f600", "aé€\U0001f600") == [(1, 4, 0, "3=")]
    assert Levenshtein.find([1, 2], [1, 9], equalities=[(2, 9)]) == [(0, 2, 0, "2=")]
    assert Levenshtein.find(["a", (1,)], ["a", None], equalities=[(None, (1,))]) == [(0, 2, 0, "2=")]
    assert Levenshtein.find("GAT", "ggatt", processor=str.upper) == [(1, 4, 0, "3=")]


def test_nothing_within_the_bound():
    assert Levenshtein.find("ACGT", "GGGG", max_distance=2) == []
    assert Levenshtein.find("ACGT", "", max_distance=3) == []
    assert Levenshtein.find("ACGT", "") == [(0, 0, 4, "4I")]


def test_a_long_pattern_in_a_longer_text(edlib):
    source = random.Random(9)
    pattern = "".join(source.choices("ACGT", k=3000))
    copy = pattern[:1000] + pattern[1010:2000] + "ACGTACGT" + pattern[2000:]
    text = "".join(source.choices("ACGT", k=20_000)) + copy + "".join(source.choices("ACGT", k=5000))
    (found,) = Levenshtein.find(pattern, text)
    expected = edlib.align(pattern, text, mode="HW", task="locations")
    assert (found.start, found.end - 1) in expected["locations"]
    assert found.distance == expected["editDistance"] <= 18
    check_alignment(found, pattern, text, lambda a, b: a == b)


def test_what_is_refused():
    with pytest.raises(concord.UsageError, match="without letters"):
        Levenshtein.find("", "abc")
    with pytest.raises(concord.UsageError, match="max_distance -1"):
        Levenshtein.find("a", "abc", max_distance=-1)
    with pytest.raises(TypeError, match="whole number"):
        Levenshtein.find("a", "abc", max_distance=1.5)
    with pytest.raises(concord.UsageError, match="two elements"):
        Levenshtein.find("a", "abc", equalities=[("a", "b", "c")])
    with pytest.raises(concord.UsageError, match="one byte"):
        Levenshtein.find(b"a", b"abc", equalities=[(b"ab", b"c")])


def test_results_pickle():
    found = Levenshtein.find("a", "cab")
    assert pickle.loads(pickle.dumps(found)) == found
    assert isinstance(found[0], concord.PatternMatch)
