"""Longest common substrings and MaxLCP against the definition, letter by letter."""

import pytest
from hypothesis import given, strategies as st
from strategies import examples

import concord

COLLECTIONS = st.lists(st.text("ab€", max_size=14), min_size=1, max_size=5)


def best_in(text, pattern):
    """(mismatches, start) of the best occurrence, or None."""
    places = range(len(text) - len(pattern) + 1)
    found = [(sum(a != b for a, b in zip(text[place:], pattern)), place) for place in places]
    return min(found, default=None)


def brute_force(sequences, mismatches, support):
    """(text, sequence, start, support) of the longest, lowest one; None if there is none."""
    for length in range(max(map(len, sequences)), 0, -1):
        for index, sequence in enumerate(sequences):
            for start in range(len(sequence) - length + 1):
                pattern = sequence[start : start + length]
                found = [best_in(other, pattern) for other in sequences]
                count = sum(
                    i == index or (one is not None and one[0] <= mismatches) for i, one in enumerate(found)
                )
                if count >= support:
                    return pattern, index, start, count
    return None


@given(sequences=COLLECTIONS, mismatches=st.integers(0, 2), data=st.data())
@examples(200)
def test_against_the_definition(sequences, mismatches, data):
    support = data.draw(st.integers(1, len(sequences)))
    found = concord.longest_common_substring(sequences, mismatches=mismatches, support=support, occurrences=True)
    expected = brute_force(sequences, mismatches, support)
    assert bool(found) == (expected is not None)
    if expected is None:
        return
    assert (found.text, found.sequence, found.start, found.support) == expected
    assert found.end - found.start == found.length == len(found.text)
    for place in found:
        text = sequences[place.sequence][place.start : place.start + found.length]
        assert sum(a != b for a, b in zip(text, found.text)) == place.mismatches <= mismatches
    assert len(found.occurrences) == found.support


@given(a=st.text("ab", max_size=12), b=st.text("ab", max_size=12), mismatches=st.integers(0, 2))
def test_max_lcp_against_the_definition(a, b, mismatches):
    def prefix(x, y):
        left = mismatches
        length = 0
        while x + length < len(a) and y + length < len(b):
            left -= a[x + length] != b[y + length]
            if left < 0:
                break
            length += 1
        return length

    expected = [max((prefix(x, y) for y in range(len(b))), default=0) for x in range(len(a))]
    assert concord.max_lcp([a, b], 0, 1, mismatches=mismatches) == expected


def test_lists_that_are_asked_for():
    found = concord.longest_common_substring(["abcX", "Yabc", "abcZ"], ties=True, per_sequence=True, support=3)
    assert found.text == "abc" and found.tied_positions == len(found.ties) == 3
    assert [one.length for one in found.per_sequence] == [3, 3, 3]
    of_edits = concord.longest_common_substring(
        ["abcdefX", "Yabdef", "cdZ"], mismatches=1, support=2, per_sequence=True, metric="levenshtein"
    )
    assert [(one.start, one.length) for one in of_edits.per_sequence] == [(0, 6), (1, 5), (0, 3)]
    assert not concord.longest_common_substring(["abc", "xyz"])
    assert not concord.longest_common_substring(["abc", "abc"], min_length=4)


def test_other_letters_and_alphabets():
    longest = concord.longest_common_substring
    assert longest([b"xabc", b"abcy"]).text == b"abc"
    assert longest([[9, "x", (1,)], ["x", (1,), 2]]).text == ["x", (1,)]
    assert longest(["ACGNT", "acgnt"]).length == 0
    assert longest(["ACGNT", "acgnt"], alphabet="dna").text == "ACG"
    reads = concord.SequenceSet(["ACGUU", "GGACGTT"], names=["one", "two"], alphabet="dna")
    found = longest(reads)
    assert (found.text, found.name) == ("ACGTT", "one")  # U is T, and a collection that has both is shown with T
    assert longest(["ab", "bc", "xb"], support="60%").support >= 2
    assert longest(reads, device="cpu", threads=1).run["device"] == "cpu"


def test_wrong_arguments():
    longest = concord.longest_common_substring
    with pytest.raises(concord.UsageError, match="support"):
        longest(["a", "b"], support=0)
    with pytest.raises(concord.UsageError):
        longest(["a", "b"], support=3)
    with pytest.raises(concord.UsageError, match="share such as"):
        longest(["a", "b"], support="many")
    with pytest.raises(concord.UsageError, match="alphabet"):
        longest(["a", "b"], alphabet="greek")
    with pytest.raises(concord.UsageError, match="utf8"):
        longest(["".join(map(chr, range(0x100, 0x300)))])
    with pytest.raises(concord.InputError, match="sequence index 1, letter index 2"):
        longest(["ACGT", "AC!T"], alphabet="dna")
    with pytest.raises(TypeError, match="collection"):
        longest("abc")
    with pytest.raises(TypeError, match="missing"):
        longest(["abc", None])
    with pytest.raises(concord.UsageError, match="memory"):
        longest(["abc"], memory="much")


def test_edits_strands_and_further_answers():
    found = concord.longest_common_substring(
        ["ACGTTAGC", "ACGTAGC", "CGTTGC"], support=3, mismatches=1, metric="levenshtein", occurrences=True
    )
    assert (found.text, found.sequence, found.start, found.support) == ("CGTTAGC", 0, 1, 3)
    assert list(found) == [
        concord.Match(0, 1, 8, 0, "+", "7="),
        concord.Match(1, 1, 7, 1, "+", "2=1I4="),
        concord.Match(2, 0, 6, 1, "+", "4=1I2="),
    ]
    both = concord.longest_common_substring(["ACGTTGA", "TCAACGT"], both_strands=True, alphabet="dna", occurrences=True)
    assert both.text == "ACGTTGA"
    assert [one.strand for one in both] == ["+", "-"]
    sets = concord.longest_common_substring(["ACRTTG", "CAGTTA", "TACTTG"], iupac=True, support=2, alphabet="dna")
    assert (sets.text, sets.start) == ("RTT", 2)
    several = concord.longest_common_substring(["ACGTACCGGATTT", "TTTCACGTACAGGAC"], min_length=3, top=3)
    assert several.text == "ACGTAC"
    assert [one.text for one in several.further] == ["GGA", "TTT"]
    ends = concord.longest_common_substring(["ACGTTTTGG", "CAGTACTTG"], from_start=2, from_end=3)
    assert ends.text == "TG"
    assert concord.longest_common_substring(["ACACACACA", "GACAGACAG"], copies=2).text == "ACA"


def test_prefix_reaches():
    rows = concord.prefix_reaches(["ACGTTAGC", "ACGTAGC", "CGTTGC"], 0, mismatches=1, metric="levenshtein")
    assert [start for start, _ in rows] == list(range(8))
    assert rows[1] == (1, [7, 7, 7])
    plain = concord.prefix_reaches(["abab", "ba"], 0)
    assert [row[1] for _, row in plain] == concord.max_lcp(["abab", "ba"], 0, 1)


def test_errors_of_variants():
    with pytest.raises(concord.UsageError, match="metric"):
        concord.longest_common_substring(["a"], metric="euclid")
    with pytest.raises(concord.UsageError, match="from_start"):
        concord.longest_common_substring(["a"], from_start=0)
    with pytest.raises(concord.UsageError, match="dna"):
        concord.longest_common_substring(["abc", "abd"], both_strands=True)
    with pytest.raises(concord.UsageError, match="answers"):
        concord.longest_common_substring(["abc", "abd"], top=0)
