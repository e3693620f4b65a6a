"""Scorers of pairs against rapidfuzz and edlib."""

import random

import numpy as np
import pytest
import rapidfuzz.distance
from hypothesis import given, strategies as st
from strategies import between_scores, examples, long_pairs, made_long, pairs

import concord
from concord import distance, process

NAMES = ("Levenshtein", "Indel", "LCSseq", "Hamming", "OSA", "DamerauLevenshtein")
KINDS = ("distance", "similarity", "normalized_distance", "normalized_similarity")
CASES = [(name, kind) for name in NAMES for kind in KINDS]


def both(name, kind):
    return getattr(getattr(distance, name), kind), getattr(getattr(rapidfuzz.distance, name), kind)


@pytest.mark.parametrize(("name", "kind"), CASES)
@given(pair=pairs(), cutoff=st.one_of(st.none(), st.integers(0, 20), st.floats(0, 1)))
def test_as_rapidfuzz(name, kind, pair, cutoff):
    ours, theirs = both(name, kind)
    if isinstance(cutoff, float) and "normalized" not in kind:
        cutoff = int(cutoff * 10)
    if "normalized" in kind and cutoff is not None:
        cutoff = between_scores(float(cutoff) / (20 if cutoff > 1 else 1))
    found = ours(*pair, score_cutoff=cutoff)
    assert type(found) is (float if "normalized" in kind else int)
    assert found == pytest.approx(theirs(*pair, score_cutoff=cutoff), abs=1e-12)


@pytest.mark.parametrize(("name", "kind"), CASES)
@given(case=long_pairs)
@examples(25)
def test_of_several_words_as_rapidfuzz(name, kind, case):
    ours, theirs = both(name, kind)
    pair = made_long(*case)
    assert ours(*pair) == pytest.approx(theirs(*pair), abs=1e-12)


@given(pair=pairs(most=200))
def test_levenshtein_as_edlib(edlib, pair):
    a, b = pair
    expected = edlib.align(list(a), list(b))["editDistance"] if a and b else len(a) + len(b)
    assert concord.distance(a, b) == expected


@pytest.mark.parametrize("name", NAMES)
def test_elements_of_any_kind(name):
    ours = getattr(distance, name).distance
    assert ours("ab", ["a", "b"]) == ours(b"ab", "ab") == ours([97, 98], "ab") == 0
    assert ours([1.0, "x", (2, 3)], [1, "x", (2, 3)]) == 0
    assert ours(np.array([1, 2, -7]), [1, 2, -7]) == 0
    assert ours(np.array([2**40, 5], dtype=np.uint64), [2**40, 6]) > 0
    assert ours(bytearray(b"abc"), memoryview(b"abc")) == 0
    assert ours(np.array([1, 2, 3, 4])[::2], (1, 3)) == 0  # with gaps between its elements
    assert ours(np.array([0.5, 1.5]), [0.5, 1.5]) == 0
    assert ours([None, 1], [None, 1]) == 0
    assert ours([2**40], [2**40 + 0x110000]) > 0
    with pytest.raises(TypeError, match="unhashable"):
        ours([[1]], [[1]])
    with pytest.raises(TypeError, match="NoneType"):
        ours(None, "a")
    with pytest.raises(TypeError, match="int"):
        ours("a", 5)
    with pytest.raises(TypeError, match="one dimension"):
        ours("a", np.zeros((2, 2)))


def test_missing_values_are_as_different_as_can_be():
    for name in NAMES:
        module = getattr(distance, name)
        for missing in (None, float("nan")):
            assert module.normalized_distance(missing, "a") == 1.0
            assert module.normalized_similarity("a", missing) == 0.0


def test_astral_letters_and_surrogates_are_single_letters():
    assert concord.distance("\U0001f600a", "a") == 1
    assert concord.distance("\ud83d\ude00", "\U0001f600") == 2
    assert concord.distance("e\u0301", "\u00e9") == 2  # nothing is normalized


@pytest.mark.parametrize("first", [0, 0x10000, 0x20000])
@pytest.mark.parametrize("length", [6, 20, 60, 64, 66, 90])
def test_letters_that_share_a_slot(first, length):
    """Letters 514 apart have the same first slot of the table of wide letters: those beyond the second plane, and all of long texts."""
    lev, indel, jaro = distance.Levenshtein, distance.Indel, distance.Jaro
    text = "".join(chr(first + 514 * place) for place in range(1, length + 1))
    assert lev.distance(text, text[::-1]) == length  # no letter stands at its place
    assert indel.distance(text, text[::-1]) == 2 * length - 2  # one letter in common
    assert lev.distance(text, text[1:] + "a") == 2
    assert indel.distance(text[:-1], text[1:]) == 2
    assert jaro.similarity(text, text[0] + "b" * (length - 1)) == pytest.approx((2 / length + 1) / 3)
    # What another text has left in the slots is in none of the next one.
    assert lev.distance(text[::2], text[1::2]) == length // 2
    # The two letters in the middle are swapped.
    for scorer, apart in ((lev.distance, length), (distance.OSA.distance, length - 1)):
        found = process.extract(text, [text[::-1]] * 40 + [text], scorer=scorer, limit=2)
        assert found == [(text, 0, 40), (text[::-1], apart, 0)]


def test_letters_in_and_beyond_the_first_plane():
    mixed = "a\u0431\u4e00\U0001f600" * 16
    for scorer, apart in ((distance.Levenshtein, 16), (distance.Indel, 32), (distance.OSA, 16)):
        for letter in "a\u0431\u4e00\U0001f600":
            assert scorer.distance(mixed, mixed.replace(letter, "b")) == apart
            assert scorer.distance(mixed.replace(letter, "b"), mixed) == apart
    assert distance.Indel.distance("ab" * 30, "a\u0431" * 30) == 60  # of texts in bytes and in wider letters
    assert distance.Indel.distance("a\u0431" * 30, "ab" * 30) == 60


def test_letters_around_the_ends_of_planes():
    """Letters whose numbers have the same lower 16 or 17 bits are different ones."""
    text = "".join(chr(plane + place) for plane in (0, 0x10000, 0x20000, 0x30000) for place in (0x100, 0xFFFE, 0xFFFF))
    shifted = text[3:] + text[:3]
    for scorer in (distance.Levenshtein, distance.OSA, distance.Hamming):
        # The three letters of the first plane are deleted and inserted, or none stands at its place.
        assert scorer.distance(text, shifted) == (12 if scorer is distance.Hamming else 6)
        assert process.cdist([text], [shifted, text] * 20, scorer=scorer.distance).tolist() == [[scorer.distance(text, shifted), 0] * 20]
    assert distance.Indel.distance(text, shifted) == 6
    # Of 12 letters the last nine and the first three match within 12 / 2 - 1 = 5 places: nine, all in order.
    assert distance.Jaro.similarity(text, shifted) == pytest.approx((9 / 12 + 9 / 12 + 1) / 3)


def test_alike_and_unlike_pairs_by_damerau_and_levenshtein():
    """More cells than are compared pair by pair: those that differ in few letters are compared at once."""
    text = "abcdefghij" * 10
    others = {
        text: 0,
        text[:50] + text[60:]: 10,
        text[:40] + "x" + text[41:]: 1,
        text[:40] + text[41] + text[40] + text[42:]: 1,
        text[:40] + "ca" + text[40:]: 2,
        text[::-1]: None,
    }
    for left, right, apart in (("ca", "abc", 2), ("abcd", "dcba", 3)):  # OSA: 3 and 4
        others[text[:40] + left + text[60:]] = None
        lists = [text + left + text] * 9, [text + right + text] * 9
        assert process.cpdist(*lists, scorer=distance.DamerauLevenshtein.distance).tolist() == [apart] * 9
    found = process.cpdist([text] * len(others), list(others), scorer=distance.DamerauLevenshtein.distance)
    for one, score, apart in zip(others, found, others.values(), strict=True):
        assert score == (distance.DamerauLevenshtein.distance(text, one) if apart is None else apart)
    cut = process.cpdist(
        [text] * len(others), list(others), scorer=distance.DamerauLevenshtein.distance, score_cutoff=1
    )
    assert cut.tolist()[:5] == [0, 2, 1, 1, 2]


def test_processors_cutoffs_and_weights():
    lev = distance.Levenshtein
    assert lev.distance("ABC", "abd", processor=str.lower) == 1
    assert lev.distance("kitten", "sitting", score_cutoff=1, score_hint=3) == 2
    assert lev.distance("a", "b", weights=(1, 1, 1)) == lev.distance("a", "b", weights=None) == 1
    with pytest.raises(ValueError, match="three weights"):
        lev.distance("a", "b", weights=(1, 1))
    with pytest.raises(OverflowError):
        lev.distance("a", "b", score_cutoff=-1)
    with pytest.raises(concord.UsageError, match="same length"):
        distance.Hamming.distance("ab", "a", pad=False)


@given(pair=pairs(), device=st.sampled_from(["auto", "cpu"]), threads=st.sampled_from([None, 1, 2]))
def test_the_call_with_a_device(pair, device, threads):
    for metric, name in (
        ("levenshtein", "Levenshtein"),
        ("indel", "Indel"),
        ("hamming", "Hamming"),
        ("osa", "OSA"),
        ("damerau_levenshtein", "DamerauLevenshtein"),
    ):
        expected = getattr(rapidfuzz.distance, name).distance(*pair)
        assert concord.distance(*pair, metric=metric, device=device, threads=threads) == expected
        cut = concord.distance(*pair, metric=metric, device=device, threads=threads, score_cutoff=2)
        assert cut == min(expected, 3)


def test_wrong_arguments():
    with pytest.raises(concord.UsageError, match="unknown metric"):
        concord.distance("a", "b", metric="jaro")
    with pytest.raises(concord.ResourceError):
        concord.distance("a", "b", device="cuda:99")


@given(pair=pairs())
def test_longest_common_subsequence(pair):
    a, b = pair
    found = concord.lcs(a, b, letters=True)
    assert found.length == rapidfuzz.distance.LCSseq.similarity(a, b) == len(found.letters) == len(found.positions)
    assert "".join(a[place] for place in found) == found.letters
    rest = iter(b)
    assert all(letter in rest for letter in found.letters)
    assert found.opcodes.apply(a, b) == b


@pytest.mark.parametrize("letter", ["a", "\u0436", "\U0001f600"])
def test_hamming_of_more_places_than_a_letter_counts(letter):
    """Equal places are counted in numbers as wide as a letter."""
    text = letter * 600_000
    assert distance.Hamming.distance(text, text[:-1] + "x") == 1
    assert distance.Hamming.distance("x" + text[1:300_000] + "x" * 300_000, text) == 300_001


@pytest.mark.parametrize("letters", ["abcd\u0436\u0437", "abc\uffff\u0400", "ab\U0001f600\U0001f601", "a\uffff\U00010000\U0010ffff"])
@pytest.mark.parametrize("length", [16, 17, 31, 32, 33, 63, 64])
def test_wide_texts_of_a_word(letters, length):
    """Texts around the number of letters that are compared at once; some of the other is another width."""
    source = random.Random(f"{letters}{length}")
    for longer in (length, 70, 127, 128, 129, 300):
        a = "".join(source.choices(letters, k=length - 1)) + letters[-1]
        unlike = "".join(source.choices(letters, k=longer))
        near = "".join(source.choice(letters) if source.random() < 0.1 else letter for letter in a) + unlike[length:]
        for b in (unlike, near, near[1:] + near[:1], near.replace(letters[-1], "a")):
            for name in ("Levenshtein", "OSA", "Indel", "LCSseq"):
                expected = getattr(rapidfuzz.distance, name).distance(a, b)
                assert getattr(distance, name).distance(a, b) == expected, (name, a, b)
                assert getattr(distance, name).distance(b, a) == expected, (name, a, b)
