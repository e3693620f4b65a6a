"""Jaro, Jaro-Winkler, common prefixes and suffixes, and weights: worked by hand, and against rapidfuzz."""

import pickle
import random

import numpy as np
import pytest
import rapidfuzz.distance
import rapidfuzz.process
from hypothesis import given, strategies as st
from strategies import examples, long_pairs, made_long, pairs, texts

import concord
from concord import distance, process

NAMES = ("Jaro", "JaroWinkler", "Prefix", "Postfix")
KINDS = ("distance", "similarity", "normalized_distance", "normalized_similarity")
CASES = [(name, kind) for name in NAMES for kind in KINDS]
WEIGHTS = st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 12))


# Not at scores that letters can have: at a cutoff that a Jaro score is equal to, rapidfuzz gives now the score, now 0.
SHARES = st.one_of(st.none(), st.integers(0, 20).map(lambda twentieths: abs(twentieths / 20 - 0.0123)))


def both(name, kind):
    return getattr(getattr(distance, name), kind), getattr(getattr(rapidfuzz.distance, name), kind)


def cutoff_of(name, kind, cutoff):
    """A share becomes a cutoff of whole numbers where scores are whole."""
    if cutoff is None or "normalized" in kind or "Jaro" in name:
        return cutoff
    return max(0, round(cutoff * 20))


def test_worked_by_hand():
    jaro, winkler = distance.Jaro, distance.JaroWinkler
    # All six letters match within two places, and t and h are out of order: (1 + 1 + 5/6) / 3.
    assert jaro.similarity("martha", "marhta") == pytest.approx(17 / 18)
    assert winkler.similarity("martha", "marhta") == pytest.approx(17 / 18 + 3 * 0.1 / 18)
    assert winkler.similarity("martha", "marhta", prefix_weight=0.25) == pytest.approx(17 / 18 + 0.75 / 18)
    # The window is 8 / 2 - 1 = 3 places: d, i, o and n match, the x is 5 places away.
    assert jaro.similarity("dixon", "dicksonx") == pytest.approx((4 / 5 + 4 / 8 + 1) / 3)
    assert jaro.distance("abc", "xyz") == winkler.distance("abc", "xyz") == 1.0
    assert jaro.similarity("", "") == 1.0 and jaro.similarity("a", "") == 0.0
    # Below 0.7 a common prefix does not count.
    assert jaro.similarity("abxxxx", "abyyyy") == winkler.similarity("abxxxx", "abyyyy") == pytest.approx(5 / 9)
    assert distance.Prefix.similarity("prefix", "pretext") == 3 and distance.Prefix.distance("prefix", "pretext") == 4
    assert distance.Postfix.similarity("longer", "finger") == 4
    assert distance.Postfix.normalized_similarity("abc", "xbc") == pytest.approx(2 / 3)


@pytest.mark.parametrize(("name", "kind"), CASES)
@given(pair=pairs(), cutoff=SHARES)
def test_as_rapidfuzz(name, kind, pair, cutoff):
    ours, theirs = both(name, kind)
    cutoff = cutoff_of(name, kind, cutoff)
    found = ours(*pair, score_cutoff=cutoff)
    expected = theirs(*pair, score_cutoff=cutoff)
    assert type(found) is type(expected)
    assert found == expected


@pytest.mark.parametrize(("name", "kind"), CASES)
@given(case=long_pairs)
@examples(25)
def test_of_several_words_as_rapidfuzz(name, kind, case):
    ours, theirs = both(name, kind)
    assert ours(*made_long(*case)) == theirs(*made_long(*case))


@given(pair=pairs(), weight=st.floats(0, 1), cutoff=st.floats(0, 1))
def test_prefix_weights_as_rapidfuzz(pair, weight, cutoff):
    for kind in KINDS:
        ours, theirs = both("JaroWinkler", kind)
        expected = theirs(*pair, prefix_weight=weight, score_cutoff=cutoff)
        assert ours(*pair, prefix_weight=weight, score_cutoff=cutoff) == expected


@pytest.mark.parametrize("kind", KINDS)
@given(pair=pairs(most=40), weights=WEIGHTS, cutoff=SHARES)
def test_weights_as_rapidfuzz(kind, pair, weights, cutoff):
    ours, theirs = both("Levenshtein", kind)
    cutoff = cutoff_of("", kind, cutoff)
    found = ours(*pair, weights=weights, score_cutoff=cutoff)
    expected = theirs(*pair, weights=weights, score_cutoff=cutoff)
    assert type(found) is type(expected)
    assert found == expected


@pytest.mark.parametrize("kind", KINDS)
@given(queries=st.lists(texts(most=40), max_size=5), choices=st.lists(texts(most=40), max_size=5), weights=WEIGHTS, cutoff=SHARES)
def test_many_with_weights_as_rapidfuzz(kind, queries, choices, weights, cutoff):
    ours, theirs = both("Levenshtein", kind)
    how = {"scorer_kwargs": {"weights": weights}, "score_cutoff": cutoff_of("", kind, cutoff), "dtype": np.float64}
    found = process.cdist(queries, choices, scorer=ours, **how)
    for row, query in zip(found.tolist(), queries, strict=True):
        arguments = {"weights": weights, "score_cutoff": how["score_cutoff"]}
        assert row == [theirs(query, choice, **arguments) for choice in choices]
    count = min(len(queries), len(choices))
    of_pairs = process.cpdist(queries[:count], choices[:count], scorer=ours, workers=2, **how)
    assert of_pairs.tolist() == [found[i, i] for i in range(count)]


def test_many_with_weights_worked_by_hand():
    lev = distance.Levenshtein

    def scores(scorer, weights, **how):
        return process.cdist(["abc", ""], ["bd", "ab"], scorer=scorer, scorer_kwargs={"weights": weights}, **how).tolist()

    # a deleted, c replaced; c deleted; both inserted.
    assert scores(lev.distance, (1, 2, 3)) == [[5, 2], [2, 2]]
    assert scores(lev.distance, (1, 2, 3), score_cutoff=3, dtype="int8", score_multiplier=2) == [[8, 4], [4, 4]]
    assert scores(lev.distance, (1, 1, 2)) == [[3, 1], [2, 2]]  # a, c deleted, d inserted
    assert scores(lev.distance, (3, 3, 3)) == [[6, 3], [6, 6]]
    assert scores(lev.similarity, (3, 3, 7)) == [[6, 12], [0, 0]]  # 15 - 9, 15 - 3
    assert scores(lev.distance, (3, 3, 3), score_cutoff=4) == [[5, 3], [5, 5]]
    missing = process.cpdist(["a", None], ["b", "a"], scorer=lev.normalized_distance, scorer_kwargs={"weights": (1, 2, 3)})
    assert missing.tolist() == [1.0, 1.0]
    with pytest.raises(concord.UsageError, match="None"):
        process.cdist(["a", None], ["b"], scorer=lev.distance, scorer_kwargs={"weights": (1, 2, 3)})
    with pytest.raises(ValueError, match="three weights"):
        process.cdist(["a"], ["b"], scorer=lev.distance, scorer_kwargs={"weights": (1, 2)})


def test_weights_worked_by_hand():
    lev = distance.Levenshtein
    assert lev.distance("abc", "bd", weights=(1, 2, 3)) == 5  # a deleted, c replaced: 2 + 3
    assert lev.distance("", "ab", weights=(3, 1, 1)) == 6 and lev.distance("ab", "", weights=(3, 1, 1)) == 2
    assert lev.distance("kitten", "sitting", weights=(2, 2, 2)) == 6
    assert lev.distance("kitten", "sitting", weights=(1, 1, 2)) == distance.Indel.distance("kitten", "sitting") == 5
    assert lev.distance("a", "b", weights=(0, 0, 0)) == 0 and lev.normalized_similarity("a", "b", weights=(0, 0, 0)) == 1.0
    assert concord.distance("abc", "bd", weights=(1, 2, 3)) == 5
    assert concord.distance("abc", "bd", weights=(1, 2, 3), threads=1, score_cutoff=4) == 5
    with pytest.raises(ValueError, match="three weights"):
        lev.distance("a", "b", weights=(1, 1))
    with pytest.raises(OverflowError):
        lev.distance("a", "b", weights=(-1, 1, 1))
    with pytest.raises(concord.UsageError, match="at most"):
        lev.distance("a", "b", weights=(2**40, 1, 1))
    with pytest.raises(concord.UsageError, match="levenshtein"):
        concord.distance("a", "b", metric="osa", weights=(1, 2, 3))


@given(pair=pairs(most=200), threads=st.sampled_from([1, 2]))
def test_transpositions_of_letters_of_any_width(pair, threads):
    a, b = pair
    swapped = "".join(two[::-1] for two in (a[i : i + 2] for i in range(0, len(a), 2)))
    for one, other in ((a, b), (a, swapped), (swapped + b, a)):
        for metric, name in (("osa", "OSA"), ("damerau_levenshtein", "DamerauLevenshtein")):
            expected = getattr(rapidfuzz.distance, name).distance(one, other)
            assert getattr(distance, name).distance(one, other) == expected
            assert concord.distance(one, other, metric=metric, threads=threads) == expected


@pytest.mark.parametrize("letter", ["a", "\u0431", "\U0001f600"])
@pytest.mark.parametrize("length", [1, 3, 16, 64, 65, 300])
def test_equal_texts_and_too_unequal_lengths(letter, length):
    jaro, winkler = distance.Jaro, distance.JaroWinkler
    text = letter * length
    for scorer in (jaro, winkler):
        assert scorer.similarity(text, letter * length, score_cutoff=1) == 1
        assert process.cpdist([text], [letter * length], scorer=scorer.similarity, score_cutoff=0.9).tolist() == [1]
    # All letters of the shorter one are matched, in order: (1 + 1 / 3 + 1) / 3, and four letters at the beginning.
    similar = 7 / 9
    assert jaro.similarity(text, letter * 3 * length) == pytest.approx(similar)
    assert jaro.similarity(text, letter * 3 * length, score_cutoff=0.777) == pytest.approx(similar)
    assert jaro.similarity(text, letter * 3 * length, score_cutoff=0.778) == 0
    boosted = similar + min(4, length) * 0.1 * (1 - similar)
    assert winkler.similarity(text, letter * 3 * length, score_cutoff=boosted - 1e-6) == pytest.approx(boosted)
    assert winkler.similarity(text, letter * 3 * length, score_cutoff=boosted + 1e-6) == 0


def test_transpositions_worked_by_hand():
    assert distance.OSA.distance("ca", "abc") == 3 and distance.DamerauLevenshtein.distance("ca", "abc") == 2
    assert distance.OSA.distance("hte", "the") == distance.DamerauLevenshtein.distance("hte", "the") == 1
    assert process.extractOne("hte", ["then", "hat", "the"], scorer=distance.OSA.distance)[0] == "the"


def test_missing_values_and_wrong_arguments():
    for name in ("Jaro", "JaroWinkler"):
        module = getattr(distance, name)
        for missing in (None, float("nan")):
            assert module.distance(missing, "a") == module.normalized_distance("a", missing) == 1.0
            assert module.similarity(missing, "a") == module.normalized_similarity("a", missing) == 0.0
    for name in ("Prefix", "Postfix"):
        assert getattr(distance, name).normalized_distance(None, "a") == 1.0
        with pytest.raises(TypeError):
            getattr(distance, name).distance(None, "a")
    with pytest.raises(ValueError, match="prefix_weight"):
        distance.JaroWinkler.similarity("a", "b", prefix_weight=1.1)


def test_elements_of_any_kind_and_processors():
    for name in NAMES:
        module = getattr(distance, name)
        assert module.distance("ab", ["a", "b"]) == module.distance([("x", 1), 2**40], [("x", 1), 2**40]) == 0
        assert module.distance("AB", "ab", processor=str.lower) == 0
        assert pickle.loads(pickle.dumps(module.similarity)) is module.similarity


@pytest.mark.parametrize(("name", "kind"), CASES)
@given(
    a=st.lists(texts(most=70), max_size=8),
    b=st.lists(texts(most=70), max_size=8),
    cutoff=SHARES,
    workers=st.sampled_from([1, 2, -1]),
)
@examples(25)
def test_many_as_rapidfuzz(name, kind, a, b, cutoff, workers):
    ours, theirs = both(name, kind)
    cutoff = cutoff_of(name, kind, cutoff)
    found = process.cdist(a, b, scorer=ours, score_cutoff=cutoff, workers=workers)
    expected = rapidfuzz.process.cdist(a, b, scorer=theirs, score_cutoff=cutoff)
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found, expected)
    count = min(len(a), len(b))
    found = process.cpdist(a[:count], b[:count], scorer=ours, score_cutoff=cutoff, workers=workers)
    np.testing.assert_array_equal(found, rapidfuzz.process.cpdist(a[:count], b[:count], scorer=theirs, score_cutoff=cutoff))
    if a:
        found = process.extract(a[0], b, scorer=ours, score_cutoff=cutoff)
        assert found == rapidfuzz.process.extract(a[0], b, scorer=theirs, score_cutoff=cutoff)


def jaro_by_definition(a, b):
    """Every letter of b takes the first equal letter of a that is free and near; what is out of order is half a swap."""
    if not a or not b:
        return float(len(a) == len(b))
    reach = max(0, max(len(a), len(b)) // 2 - 1)
    taken, matched = set(), []
    for j, letter in enumerate(b):
        near = range(max(0, j - reach), min(len(a), j + reach + 1))
        place = next((i for i in near if i not in taken and a[i] == letter), None)
        if place is not None:
            taken.add(place)
            matched.append(letter)
    count = len(taken)
    if count == 0:
        return 0.0
    transpositions = sum(a[i] != letter for i, letter in zip(sorted(taken), matched, strict=True)) // 2
    return (count / len(a) + count / len(b) + (count - transpositions) / count) / 3.0


# Lanes have 8, 16, 32 and 64 places: words of all of them, and longer ones; more than fill a block; all lengths at their edges.
@pytest.mark.divided
@pytest.mark.parametrize("lengths", [(0, 8), (7, 9), (15, 17), (31, 33), (63, 65), (0, 70)])
@pytest.mark.parametrize("alphabet", ["ab", "ACGT", "abcdefghijklmnopqrstuvwxyz", "aé", "ażł\U0001f600"])
def test_words_of_every_lane(alphabet, lengths):
    source = np.random.default_rng(len(alphabet) * 100 + lengths[1])

    def words(count):
        sizes = source.integers(lengths[0], lengths[1], count, endpoint=True)
        return ["".join(source.choice(list(alphabet), size)) for size in sizes]

    a, b = words(150), words(40)
    b += a[:5]
    expected = np.array([[jaro_by_definition(one, other) for other in b] for one in a])
    for workers in (1, 2):
        found = process.cdist(a, b, scorer=distance.Jaro.similarity, dtype=float, workers=workers)
        np.testing.assert_array_equal(found, expected)
    for name, kind in CASES:
        ours, theirs = both(name, kind)
        for cutoff in (None, cutoff_of(name, kind, 0.6877)):
            found = process.cdist(a, b, scorer=ours, score_cutoff=cutoff)
            wanted = rapidfuzz.process.cdist(a, b, scorer=theirs, score_cutoff=cutoff)
            np.testing.assert_array_equal(found, wanted, err_msg=f"{name}.{kind} of {a!r} and {b!r}, cutoff {cutoff}")


def test_affixes_at_the_edges_of_words():
    """Eight letters are compared at once: equal, and different at each place."""
    base = "abcdefghijklmnopqrstuvwxy"
    texts = [base[:size] for size in range(26)] + [base[:i] + "-" + base[i + 1 :] for i in range(25)]
    texts += [base[size:] for size in range(26)] + ["\0" * size for size in range(12)]
    for wide in ("", "é", "ż"):
        a, b = texts, [*texts, wide, base + wide, wide + base]
        expected = [
            [next((i for i, (x, y) in enumerate(zip(s, t, strict=False)) if x != y), min(len(s), len(t))) for t in b] for s in a
        ]
        np.testing.assert_array_equal(process.cdist(a, b, scorer=distance.Prefix.similarity), expected)
        reverse = [[one[::-1] for one in texts] for texts in (a, b)]
        np.testing.assert_array_equal(process.cdist(*reverse, scorer=distance.Postfix.similarity), expected)
        for name in ("Prefix", "Postfix"):
            for kind in KINDS:
                ours, theirs = both(name, kind)
                np.testing.assert_array_equal(
                    process.cdist(a, b, scorer=ours), rapidfuzz.process.cdist(a, b, scorer=theirs)
                )
    with pytest.raises(concord.UsageError, match="does not fit"):
        process.cdist(["a" * 300] * 40, ["a" * 300] * 40, scorer=distance.Prefix.similarity, dtype="uint8")


@pytest.mark.parametrize("letters", ["a\u017c", "".join(map(chr, range(0x4E00, 0x5000))), "a\U0001f600"])
def test_affixes_of_wide_letters(letters):
    """Letters at the ends that are few have numbers of a byte, 512 of them two; texts have up to 12 in common."""
    source = random.Random(len(letters))
    words = ["".join(source.choices(letters, k=source.randint(0, 12))) for _ in range(60)]
    ends = [words[0] + "x" * (i % 3) + one for i, one in enumerate(words)]
    for name in ("Prefix", "Postfix"):
        for kind in ("distance", "normalized_similarity"):
            ours, theirs = both(name, kind)
            # Few texts with many are compared as they lie, without numbers.
            for others in (words, ends, words[:9], [one.encode() for one in words[:30]], ["ab", "b"], ends[1:2]):
                found = process.cdist(ends, others, scorer=ours)
                np.testing.assert_array_equal(found, rapidfuzz.process.cdist(ends, others, scorer=theirs))
                np.testing.assert_array_equal(process.cdist(others, ends, scorer=ours), found.T)
    found = process.cdist(["\u017ca\u017c", "\u017c"], ["\u017cab", "\u0101"], scorer=distance.Prefix.similarity)
    assert found.tolist() == [[2, 0], [1, 0]]


def test_missing_and_long_ones_among_short_words():
    a = ["martha", None, "x" * 70 + "martha", "", "dixon", "marhta", float("nan")] * 3
    b = ["marhta", "dicksonx", None, "y" * 65, ""] * 4
    for name in ("Jaro", "JaroWinkler"):
        for kind in KINDS:
            # Pair by pair: rapidfuzz's tables leave the rows of missing queries as they were.
            theirs = both(name, kind.removeprefix("normalized_"))[1]
            expected = np.array([[theirs(one, other) for other in b] for one in a], dtype=np.float32)
            np.testing.assert_array_equal(process.cdist(a, b, scorer=both(name, kind)[0]), expected)
    found = process.cdist(a, b, scorer=distance.Jaro.similarity, dtype="uint8", score_multiplier=100)
    assert found[0, 0] == 94 and found[1, 0] == 0
    with pytest.raises(concord.UsageError, match="does not fit"):
        process.cdist(["ab"] * 5, ["ab"] * 5, scorer=distance.Jaro.similarity, dtype="int8", score_multiplier=200)


def test_many_with_weights():
    words, others = ["kitten", "abc", ""], ["sitting", "bd"]
    for kind in KINDS:
        ours, theirs = both("Levenshtein", kind)
        kwargs = {"weights": (1, 2, 3)}
        found = process.cdist(words, others, scorer=ours, scorer_kwargs=kwargs)
        expected = rapidfuzz.process.cdist(words, others, scorer=theirs, scorer_kwargs=kwargs)
        assert found.dtype == expected.dtype
        np.testing.assert_array_equal(found, expected)
    found = process.cdist(words, others, scorer=distance.JaroWinkler.similarity, scorer_kwargs={"prefix_weight": 0.2})
    expected = rapidfuzz.process.cdist(
        words, others, scorer=rapidfuzz.distance.JaroWinkler.similarity, scorer_kwargs={"prefix_weight": 0.2}
    )
    np.testing.assert_array_equal(found, expected)


def test_missing_ones_among_many():
    found = process.cdist(["abc", None], ["abd", None], scorer=distance.Jaro.similarity, dtype="float64")
    assert found[1].tolist() == [0.0, 0.0] and found[0, 1] == 0.0
    with pytest.raises(ValueError, match="unsupported element None"):
        process.cdist(["abc"], [None], scorer=distance.Prefix.similarity)
    with pytest.raises(TypeError, match="collection"):
        process.cdist("abc", ["abc"], scorer=distance.Jaro.similarity)


@pytest.mark.parametrize("name", ["Jaro", "JaroWinkler"])
@pytest.mark.parametrize("counts", [(3, 4), (3, 70), (70, 3), (9, 300), (300, 9)])
def test_tables_of_words_of_many_lengths(name, counts):
    """Whichever side is laid out in lanes, and with cutoffs that lengths alone are beyond."""
    source = random.Random(sum(counts))
    for letters in ("ab", "abcdefgh", "\u0431\u0432\u0433"):
        for lengths in ((0, 8), (12, 12), (5, 33), (0, 64)):
            queries, choices = (
                ["".join(source.choices(letters, k=source.randint(*lengths))) for _ in range(count)] for count in counts
            )
            choices[0] = queries[-1]
            for cutoff in (None, 0.4003, 0.7003, 0.9003):
                for kind in KINDS:
                    ours, theirs = both(name, kind)
                    how = {"score_cutoff": cutoff, "dtype": np.float64}
                    expected = rapidfuzz.process.cdist(queries, choices, scorer=theirs, **how)
                    assert np.array_equal(process.cdist(queries, choices, scorer=ours, **how), expected), (kind, cutoff)
