"""Ratios of parts and of words in `cdist`, whose short texts are compared side by side in lanes."""

import random

import numpy as np
import pytest
import rapidfuzz.fuzz
import rapidfuzz.utils

from concord import fuzz, process, utils

NAMES = (
    "partial_ratio",
    "partial_token_sort_ratio",
    "partial_token_set_ratio",
    "partial_token_ratio",
    "token_set_ratio",
    "token_ratio",
    "WRatio",
)
# Lengths at the edges of lanes of 16, 32 and 64 bits, and beyond them.
LENGTHS = ((1, 1), (2, 3), (10, 10), (15, 17), (16, 16), (31, 33), (32, 32), (0, 12), (63, 65), (64, 64), (57, 70))


def texts(source, letters, lengths, count):
    """Of letters, and of words that many texts have, some of them twice."""
    pool = ["".join(source.choices(letters, k=source.randint(1, 5))) for _ in range(7)]
    made = []
    for _ in range(count):
        text = "".join(source.choices(letters, k=source.randint(*lengths)))
        made.append(text if source.random() < 0.7 else " ".join(source.choices(pool, k=source.randint(1, 5))))
    return made


def of_pairs(name, queries, choices, **how):
    scorer = getattr(rapidfuzz.fuzz, name)
    return np.array([[scorer(a, b, **how) for b in choices] for a in queries])


def test_the_best_part_worked_by_hand():
    """abcd in xxabcdxx is a window, ab and bc ends of longer texts; words of one length are parts of each other."""
    queries = ["abcd"] * 8 + ["ab"] * 8
    choices = ["xxabcdxx", "cdxxxxxx", "xxxxxxab", "dcba", "abxx", "xxxx", "abc", "d"] * 4
    found = process.cdist(queries, choices, scorer=fuzz.partial_ratio, dtype=float)[:, -8:]
    by_hand = [100, 2 * 2 / (4 + 2), 2 * 2 / (4 + 2), 2 * 1 / (4 + 1), 2 * 2 / (4 + 2), 0, 100, 100]
    assert found[0].tolist() == pytest.approx([100 * one if 0 < one < 1 else one for one in by_hand])
    assert found[8].tolist() == pytest.approx([100, 0, 100, 100 * 2 / 3, 100, 0, 100, 0])


def common_letters(a, b):
    """The length of a longest common subsequence, by the textbook's matrix."""
    row = [0] * (len(b) + 1)
    for x in a:
        above = row[:]
        for j, y in enumerate(b):
            row[j + 1] = above[j] + 1 if x == y else max(above[j + 1], row[j])
    return row[-1]


def best_part(a, b):
    """The greatest ratio of the shorter one and a part of the other: as long as it, or a shorter end."""
    if not a or not b:
        return 100.0 if a == b else 0.0
    both = [(a, b), (b, a)] if len(a) == len(b) else [(min(a, b, key=len), max(a, b, key=len))]
    best = 0.0
    for shorter, longer in both:
        for begin in range(1 - len(shorter), len(longer)):
            part = longer[max(begin, 0) : begin + len(shorter)]
            best = max(best, 200 * common_letters(shorter, part) / (len(shorter) + len(part)))
    return best


@pytest.mark.parametrize("lengths", [(1, 4), (3, 9), (15, 17), (0, 20), (30, 34), (60, 66)])
def test_parts_by_the_definition(lengths):
    """Lanes of every width, and single calls, against matrices of all parts."""
    source = random.Random(lengths[0] * 100 + lengths[1])
    count = 6 if lengths[1] <= 20 else 1  # of long ones the definition takes a second each
    for letters in ("ab", "abcdef", "aé\U0001f600")[-count:]:
        queries = ["".join(source.choices(letters, k=source.randint(*lengths))) for _ in range(count)]
        choices = ["".join(source.choices(letters, k=source.randint(*lengths))) for _ in range(12)]
        expected = np.array([[best_part(a, b) for b in choices] for a in queries])
        found = process.cdist(queries, choices, scorer=fuzz.partial_ratio, dtype=float)
        assert found == pytest.approx(expected, abs=1e-9)
        single = np.array([[fuzz.partial_ratio(a, b) for b in choices] for a in queries])
        assert single == pytest.approx(expected, abs=1e-9)


def test_shared_words_worked_by_hand():
    """A word in both makes all of a partial ratio; the sets of words are equal where one holds the other."""
    queries = ["new york mets"] * 12
    choices = ["mets", "york york new", "yorks", "braves vs mets", "", " ", "new york mets", "mets york new"] * 4
    for name in ("partial_token_set_ratio", "partial_token_ratio"):
        found = process.cdist(queries, choices, scorer=getattr(fuzz, name), dtype=float)[3, -8:]
        assert found.tolist()[:2] == [100, 100] and found.tolist()[3:] == [100, 0, 0, 100, 100]
    found = process.cdist(queries, choices, scorer=fuzz.token_set_ratio, dtype=float)[3, -8:]
    assert found.tolist()[:2] == [100, 100] and found.tolist()[4:] == [0, 0, 100, 100]


def test_weighted_ratios_worked_by_hand():
    """Of texts as they are, of their words in order for 0.95 of it, and of parts for 0.9 or 0.6 of it."""
    rows = {
        ("abcd", "abce"): 75,
        ("ab cd", "ce af"): 0.95 * 60,  # in order they have a, the space and c in common
        ("abcd", "xxabcdxxx"): 0.9 * 100,
        ("ab", "xxxxxxxxabxxxxxxxx"): 0.6 * 100,  # nine times as long
        ("cd ab", "abx cdx yyy"): 0.95 * 0.9 * 80,  # of ab cd four letters are in bx cd
        ("cd ab", "ab xxx yyyy"): 0.95 * 0.9 * 100,  # a word in both
        ("dc dc", "ab cd"): 100 * 4 / 10,  # a word twice
        ("abcd", "   "): 0,
    }
    queries, choices = [a for a, _ in rows] * 12, [b for _, b in rows] * 12
    found = process.cdist(queries, choices, scorer=fuzz.WRatio, dtype=float)
    assert np.array_equal(found, of_pairs("WRatio", queries, choices))
    for i, expected in enumerate(rows.values()):
        assert found[i, i] == pytest.approx(expected), queries[i]
    # What is above the cutoff of the parts is not above that of the words.
    found = process.cdist(["b"] * 12, ["abaa    a", "xbx"] * 12, scorer=fuzz.WRatio, score_cutoff=85.5)
    assert not found[:, 0].any() and found[:, 1] == pytest.approx(90)


@pytest.mark.divided
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lengths", LENGTHS)
def test_tables(name, lengths):
    source = random.Random(sum(lengths))
    rows = 70  # lanes are for several words of a length
    for letters in ("ab", "abcdefgh  ", "a\u017c ", "b\u017c\U0001f600\u00a0"):
        queries, choices = texts(source, letters, lengths, rows), texts(source, letters, lengths, rows + 13)
        choices[3] = queries[5]
        expected = of_pairs(name, queries, choices)
        scorer = getattr(fuzz, name)
        assert np.array_equal(process.cdist(queries, choices, scorer=scorer, dtype=float, workers=2), expected)
        assert np.array_equal(process.cdist(choices, queries, scorer=scorer, dtype=float), expected.T)
        assert np.array_equal(
            process.cdist(queries, queries, scorer=scorer, dtype=float), of_pairs(name, queries, queries)
        )
        for cutoff in (1, 37.3, 81.9, 100):
            found = process.cdist(queries, choices, scorer=scorer, score_cutoff=cutoff, dtype=float)
            assert np.array_equal(found, np.where(expected >= cutoff, expected, 0)), cutoff


def test_sorted_texts_that_are_longer_than_a_lane():
    """On both sides, as texts of every kind; sorted once, they are those of `ratio`."""
    source = random.Random(3)
    for letters in ("abcdefgh  ", "bż😀  "):
        queries, choices = texts(source, letters, (50, 90), 40), texts(source, letters, (60, 200), 50)
        expected = of_pairs("token_sort_ratio", queries, choices)
        assert np.array_equal(process.cdist(queries, choices, scorer=fuzz.token_sort_ratio, dtype=float), expected)
        found = process.cdist([None, *queries], choices, scorer=fuzz.token_sort_ratio, dtype=float, score_cutoff=40)
        assert not found[0].any() and np.array_equal(found[1:], np.where(expected >= 40, expected, 0))
        of_lists = [[*one] for one in queries]
        expected = [[fuzz.token_sort_ratio(a, b) for b in choices] for a in of_lists]
        found = process.cdist(of_lists, choices, scorer=fuzz.token_sort_ratio, dtype=float)
        assert np.array_equal(found, expected)
    latin = [one.encode() for one in texts(source, "ab  ", (70, 90), 20)]
    found = process.cdist(latin, latin, scorer=fuzz.token_sort_ratio, dtype=float)
    assert np.array_equal(found, [[fuzz.token_sort_ratio(a, b) for b in latin] for a in latin])


@pytest.mark.parametrize("name", NAMES)
def test_missing_texts_processors_and_cutoffs_of_parts(name):
    """None scores 0; a score that is its own cutoff is within it."""
    source = random.Random(7)
    queries, choices = texts(source, "aBc, ", (0, 20), 12), texts(source, "Abc; ", (0, 20), 12)
    expected = of_pairs(name, queries, choices, processor=rapidfuzz.utils.default_process)
    scorer = getattr(fuzz, name)
    found = process.cdist(queries, choices, scorer=scorer, processor=utils.default_process, dtype=float)
    assert np.array_equal(found, expected)
    for cutoff in {*expected.ravel()[:20].tolist(), 200 / 3}:
        found = process.cdist(
            queries, choices, scorer=scorer, processor=utils.default_process, score_cutoff=cutoff, dtype=float
        )
        one_by_one = [
            [scorer(a, b, processor=utils.default_process, score_cutoff=cutoff) for b in choices] for a in queries
        ]
        assert np.array_equal(found, one_by_one), cutoff
    with_missing = process.cdist([None, *queries], [*choices, None], scorer=scorer, dtype=float)
    assert not with_missing[0].any() and not with_missing[:, -1].any()
    assert np.array_equal(with_missing[1:, :-1], of_pairs(name, queries, choices))
