"""Partial ratios pair by pair and of many choices, which wait for others of their lengths in lanes."""

import random

import numpy as np
import pytest
import rapidfuzz.fuzz
import rapidfuzz.process
import rapidfuzz.utils

from concord import fuzz, process, utils

NAMES = ("partial_ratio", "partial_token_sort_ratio", "partial_token_set_ratio", "partial_token_ratio")
# Words at the edges of lanes, texts at those of the lengths that lie in one block, and beyond both.
LENGTHS = ((0, 4), (9, 12), (15, 18), (16, 16), (20, 40), (31, 34), (64, 64), (60, 70), (5, 90), (100, 300))


def texts(source, letters, lengths, count):
    """Of letters, and of words that many texts have, some of them twice; some are missing."""
    pool = ["".join(source.choices(letters, k=source.randint(1, 5))) for _ in range(7)]
    made = []
    for _ in range(count):
        text = "".join(source.choices(letters, k=source.randint(*lengths)))
        way = source.random()
        made.append(text if way < 0.7 else None if way < 0.75 else " ".join(source.choices(pool, k=source.randint(1, 5))))
    return made


def ratios(name):
    return getattr(fuzz, name), getattr(rapidfuzz.fuzz, name)


def test_pairs_worked_by_hand():
    """Of texts of 4, 5, 6, 9 and 10 letters, side by side: the last two lie in one block."""
    rows = [
        ("abcd", "abcd", 100),
        ("abcd", "bcda", 600 / 7),  # bcd, the end of the one and the beginning of the other
        ("abcd", "dcba", 200 * 1 / 5),  # a, which is at an end
        ("abcd", "xxxx", 0),
        ("abcd", "xabcd", 100),
        ("abcd", "xabxcd", 100 * 3 / 4),  # bxcd; cd, at the end, would be 2 / 3
        ("abcd", "cdxxxxxxx", 200 * 2 / 6),
        ("abcd", "xxxxxxxxab", 200 * 2 / 6),
        ("xxabcdxx", "abcd", 100),
        ("abcd", "", 0),
        ("", "", 100),
        (None, "abcd", 0),
    ]
    queries, choices, expected = zip(*(rows * 9), strict=True)
    found = process.cpdist(list(queries), list(choices), scorer=fuzz.partial_ratio, dtype=float)
    assert found.tolist() == pytest.approx(expected)


def test_choices_worked_by_hand():
    """The best of 300, of which the first of two perfect ones is behind others that wait."""
    choices = [f"{'xy' * (i % 5)}zz{'w' * (i % 3)}" for i in range(300)]
    choices[77] = "xabcdx"
    choices[240] = choices[290] = "xxabcdeyy"
    choices[250] = None
    best = [("xxabcdeyy", 100, 240), ("xxabcdeyy", 100, 290), ("xabcdx", 80, 77)]  # abcd of five
    assert process.extract("abcde", choices, scorer=fuzz.partial_ratio, limit=3) == best
    assert process.extractOne("abcde", choices, scorer=fuzz.partial_ratio) == ("xxabcdeyy", 100, 240)
    assert process.extractOne("abcde", choices[:240], scorer=fuzz.partial_ratio)[2] == 77
    assert process.extractOne("abcde", choices[:240], scorer=fuzz.partial_ratio, score_cutoff=90) is None


@pytest.mark.divided
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lengths", LENGTHS)
def test_pairs(name, lengths):
    source = random.Random(sum(lengths))
    ours, theirs = ratios(name)
    for letters in ("ab", "abcdefgh  ", "a\u017c ", "b\u017c\U0001f600\u00a0"):
        queries, choices = texts(source, letters, lengths, 90), texts(source, letters, lengths, 90)
        choices[3:9] = queries[3:9]
        expected = np.array([theirs(a, b) for a, b in zip(queries, choices, strict=True)])
        assert np.array_equal(process.cpdist(queries, choices, scorer=ours, dtype=float), expected)
        assert np.array_equal(process.cpdist(queries, choices, scorer=ours, dtype=float, workers=2), expected)
        for cutoff in (1, 37.3, 81.9, 100):
            found = process.cpdist(queries, choices, scorer=ours, score_cutoff=cutoff, dtype=float)
            assert np.array_equal(found, np.where(expected >= cutoff, expected, 0)), cutoff
        rounded = process.cpdist(queries, choices, scorer=ours, dtype="uint8")
        assert np.array_equal(rounded, rapidfuzz.process.cpdist(queries, choices, scorer=theirs, dtype="uint8"))


@pytest.mark.divided
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lengths", LENGTHS)
def test_choices(name, lengths):
    source = random.Random(sum(lengths))
    ours, theirs = ratios(name)
    for letters in ("ab", "abcdefgh  ", "a\u017c ", "b\u017c\U0001f600\u00a0"):
        choices = texts(source, letters, lengths, 400)
        for query in (*texts(source, letters, (1, 12), 3), choices[5], choices[350]):
            for how in ({}, {"score_cutoff": 37.3}, {"score_cutoff": 100}):
                expected = rapidfuzz.process.extract(query, choices, scorer=theirs, limit=None, **how)
                assert process.extract(query, choices, scorer=ours, limit=None, **how) == expected
                assert process.extract(query, choices, scorer=ours, limit=3, **how) == expected[:3]
                best = process.extractOne(query, choices, scorer=ours, **how)
                assert best == (expected[0] if expected else None)
            found = process.extract_iter(query, choices, scorer=ours)
            assert list(found) == list(rapidfuzz.process.extract_iter(query, choices, scorer=theirs))


@pytest.mark.parametrize("name", NAMES)
def test_choices_after_an_error(name):
    """Those that wait when a processor raises are not among the next ones."""
    scorer, _ = ratios(name)
    choices = [f"abc{i % 10}" for i in range(100)]

    def processor(text):
        if text == "stop":
            raise ValueError
        return utils.default_process(text)

    with pytest.raises(ValueError):
        process.extract("abx", [*choices, "stop"], scorer=scorer, processor=processor)
    found = process.extract("ABX", choices, scorer=scorer, processor=processor, limit=None)
    assert sorted(index for _, _, index in found) == list(range(100))


def test_a_score_that_is_its_own_cutoff():
    """Where roundings would tell parts of two kinds apart, none of them is lost."""
    queries, choices = ["abc"] * 40, ["abxyz", "xxabx", "xyzab", "cbabc"] * 10
    for cutoff in (200 / 3, 100 * 2 / 3, 66.66666666666667, 80, 40):
        expected = [fuzz.partial_ratio(a, b, score_cutoff=cutoff) for a, b in zip(queries, choices, strict=True)]
        found = process.cpdist(queries, choices, scorer=fuzz.partial_ratio, score_cutoff=cutoff, dtype=float)
        assert found.tolist() == expected


def test_lists_are_processed_as_texts_are():
    """By default_process, which knows letters of any width, and by others; missing ones stay."""
    queries = ["A-b ", " \u017b\u00d3\u0141W!", "\U00010400\U0001f600x", None] * 20
    choices = ["a b", "\u017c\u00f3\u0142w", "\U00010428 x", "y"] * 20
    expected = [100, 100, 100, 0] * 20
    for processor in (utils.default_process, lambda text: utils.default_process(text)):  # noqa: PLW0108
        found = process.cpdist(queries, choices, scorer=fuzz.partial_ratio, processor=processor)
        assert found.tolist() == expected
        found = process.cdist(queries, choices, scorer=fuzz.ratio, processor=processor)
        assert found.diagonal().tolist() == expected
    with pytest.raises(TypeError, match="must be a string"):
        process.cdist([b"ab"], ["ab"], scorer=fuzz.ratio, processor=utils.default_process)
