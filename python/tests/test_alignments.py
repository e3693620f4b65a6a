"""Alignments of many pairs: worked by hand, and what they say held against the sequences."""

import random
import re

import pyarrow
import pytest
from strategies import LETTERS, edited

import concord


def applied(cigar, a, b):
    """The edits of a CIGAR string of a and b; fails where it does not fit."""
    i = j = edits = 0
    for count, operation in re.findall(r"(\d+)([=XID])", cigar):
        count = int(count)
        of_a = a[i : i + count] if operation != "D" else a[:0]
        of_b = b[j : j + count] if operation != "I" else b[:0]
        assert len(of_a) == count * (operation != "D") and len(of_b) == count * (operation != "I")
        assert (list(of_a) == list(of_b)) == (operation == "=")
        assert operation != "X" or all(one != other for one, other in zip(of_a, of_b, strict=True))
        i, j = i + len(of_a), j + len(of_b)
        edits += 0 if operation == "=" else count
    assert (i, j) == (len(a), len(b))
    return edits


def test_worked_by_hand():
    found = concord.alignments(["flaw", "", "abc", "abc", ""], ["lawn", "ab", "xyz", "abc", ""])
    assert found == [(2, "1I3=1D"), (2, "2D"), (3, "3X"), (0, "3="), (0, "")]
    assert (found[0].distance, found[0].cigar) == (2, "1I3=1D")
    assert concord.alignments(["flaw", "abc"], ["lawn", "xyz"], max_distance=2) == [(2, "1I3=1D"), None]
    assert concord.alignments(["aab"], ["ab"]) == [(1, "1I2=")]  # gaps as far to the left as possible
    assert concord.alignments(["abc"], ["axc"], metric="indel") == [(2, "1=1D1I1=")]
    assert concord.alignments(["abc", "abc"], ["axc", "ab"], metric="hamming") == [(1, "1=1X1="), None]
    assert concord.alignments([], []) == []


@pytest.mark.parametrize("metric", ["levenshtein", "indel"])
@pytest.mark.parametrize("threads", [1, 2])
def test_alignments_are_those_of_the_distance(metric, threads):
    source = random.Random(7)
    for letters in LETTERS:
        a = ["".join(source.choices(letters, k=source.choice((0, 3, 12, 63, 64, 65, 200, 700)))) for _ in range(60)]
        b = [edited(source, text, letters, source.choice((0, 1, 5, 40))) for text in a]
        found = concord.alignments(a, b, metric=metric, threads=threads)
        for one, other, pair in zip(a, b, found, strict=True):
            assert pair.distance == concord.distance(one, other, metric=metric) == applied(pair.cigar, one, other)
        bound = source.randrange(10)
        within = concord.alignments(a, b, metric=metric, max_distance=bound, threads=threads)
        assert within == [pair if pair.distance <= bound else None for pair in found]


def test_any_collections():
    a, b = ["ACGT", "GATTACA"], ["ACT", "GATACA"]
    expected = concord.alignments(a, b)
    assert concord.alignments([one.encode() for one in a], [one.encode() for one in b]) == expected
    assert concord.alignments(pyarrow.array(a), pyarrow.array(b)) == expected
    sets = [concord.SequenceSet(one, alphabet="dna") for one in (a, b)]
    assert concord.alignments(*sets, threads=2) == expected
    assert concord.alignments([[1, (2, 3), None]], [[1, None]]) == [(1, "1=1I1=")]
    assert concord.alignments(a, [one.lower() for one in b], processor=str.upper) == expected
    assert concord.alignments(a, a) == [(0, "4="), (0, "7=")]


def test_refuses_what_it_cannot_align():
    with pytest.raises(concord.UsageError, match="2 and 1"):
        concord.alignments(["a", "b"], ["a"])
    with pytest.raises(concord.UsageError, match="osa"):
        concord.alignments(["a"], ["b"], metric="osa")
    with pytest.raises(concord.UsageError, match="max_distance"):
        concord.alignments(["a"], ["b"], max_distance=-1)
    with pytest.raises(TypeError, match="missing"):
        concord.alignments(["a", None], ["a", "b"])
    with pytest.raises(TypeError):
        concord.alignments("ab", ["a", "b"])
    with pytest.raises(concord.UsageError, match="SequenceSet"):
        concord.alignments(concord.SequenceSet(["A"], alphabet="dna"), ["A"])


@pytest.mark.parametrize("metric", ["levenshtein", "indel", "hamming"])
def test_lists_are_aligned_as_sets_are(metric):
    """Short texts of lists are aligned by columns that are kept, others and sets by the library."""
    source = random.Random(11)
    for letters in ("A", "AC", "ACGT"):
        a = ["".join(source.choices(letters, k=source.choice((0, 1, 5, 20, 63, 64, 65, 130)))) for _ in range(300)]
        b = [edited(source, text, letters, source.choice((0, 1, 3, 9, 60))) for text in a]
        sets = [concord.SequenceSet(texts, alphabet="dna") for texts in (a, b)]
        for bound in (None, 0, 7):
            expected = concord.alignments(*sets, metric=metric, max_distance=bound)
            assert concord.alignments(a, b, metric=metric, max_distance=bound) == expected
