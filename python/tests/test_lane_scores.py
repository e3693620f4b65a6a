"""Scores of words in lanes, long gaps, and long common ends, at every cutoff."""

import random

import numpy as np
import pytest
import rapidfuzz.distance
import rapidfuzz.fuzz
import rapidfuzz.process

import concord
from concord import distance, fuzz, process
from strategies import LETTERS, edited

KINDS = ("distance", "similarity", "normalized_distance", "normalized_similarity")
DTYPES = (np.int16, np.int32, np.uint32, np.int64, np.uint64, np.float32, np.float64)


def cut(scores, cutoff, kind):
    """Scores without a cutoff as they are with it."""
    if cutoff is None:
        return scores
    if kind == "distance":
        return np.minimum(scores, cutoff + 1)
    if kind == "normalized_distance":
        return np.where(scores > cutoff, 1.0, scores)
    return np.where(scores < cutoff, 0, scores)


@pytest.mark.parametrize("name", ["Levenshtein", "Indel", "LCSseq", "OSA", "Hamming"])
@pytest.mark.parametrize("counts", [(6, 9), (40, 70), (300, 9)])
def test_tables_of_many_lengths(name, counts):
    """Of one length and of many, empty words among them; in every dtype that holds the scores."""
    source = random.Random(sum(counts))
    for letters in LETTERS:
        for lengths in ((0, 8), (12, 12), (5, 33), (0, 64)):
            queries, choices = (
                ["".join(source.choices(letters, k=source.randint(*lengths))) for _ in range(count)] for count in counts
            )
            choices[0] = queries[-1]
            for kind in KINDS:
                scorer = getattr(getattr(distance, name), kind)
                other = getattr(getattr(rapidfuzz.distance, name), kind)
                whole = np.array([[other(a, b) for b in choices] for a in queries], float)
                is_whole = not kind.startswith("normalized")
                for cutoff in (None, 0, 1, 7, 64, 10**6, 2**40) if is_whole else (None, 0.0, 0.301, 0.7003, 1.0):
                    dtype = source.choice(DTYPES if is_whole and (cutoff or 0) < 10**4 else DTYPES[-2:])
                    multiplier = source.choice((1, 1, 3))
                    found = process.cdist(
                        queries, choices, scorer=scorer, score_cutoff=cutoff, dtype=dtype, score_multiplier=multiplier
                    )
                    expected = (multiplier * cut(whole, cutoff, kind)).astype(dtype)
                    assert np.array_equal(found, expected), (kind, cutoff, dtype, multiplier)


@pytest.mark.parametrize("name", ["Levenshtein", "Indel", "LCSseq", "OSA"])
@pytest.mark.parametrize("count", [63, 64, 65, 129, 300, 1024, 1100])
def test_order_of_words_of_many_lengths(name, count):
    """Lanes are in the order of lengths, scores in that of the words: as many as fill vectors, or a tile, and some more."""
    source = random.Random(count)
    for lengths in ((0, 16), (9, 33), (30, 64), (0, 64)):
        queries, choices = (
            ["".join(source.choices("abcd", k=source.randint(*lengths))) for _ in range(some)] for some in (11, count)
        )
        for too_long in ((), (0, count // 2, count - 1)):  # for a lane, so that the others are not adjacent
            for place in too_long:
                choices[place] = "abcd" * 18
            for kind in KINDS:
                scorer, other = (getattr(getattr(module, name), kind) for module in (distance, rapidfuzz.distance))
                for cutoff in (None, 0.55003) if kind.startswith("normalized") else (None, 9):
                    found = process.cdist(queries, choices, scorer=scorer, score_cutoff=cutoff)
                    expected = rapidfuzz.process.cdist(queries, choices, scorer=other, score_cutoff=cutoff)
                    assert found.dtype == expected.dtype
                    assert np.array_equal(found, expected), (lengths, too_long, kind, cutoff)


@pytest.mark.parametrize("length", [0, 1, 7, 31, 49, 64, 65, 127, 1000, 4031, 4032, 4033, 5000])
def test_shares_are_rounded_as_divisions_are(length):
    """Of every number of letters in common; with texts of many letters, too, where nothing but a division will do."""
    words = ["a" * letters for letters in range(65)] * 2
    texts = ["a" * letters + "b" * (length - letters) for letters in range(min(length, 64) + 1)]
    for text in texts:
        common = [min(len(word), text.count("a")) for word in words]
        most = [max(len(word), length, 1) for word in words]
        apart = [max(len(word), length) - letters for word, letters in zip(words, common, strict=True)]
        shares = [a / b for a, b in zip(apart, most, strict=True)]
        found = process.cdist([text], words, scorer=distance.LCSseq.normalized_distance)
        assert np.array_equal(found[0], np.array(shares).astype(np.float32))
    found = process.cdist(texts, words, scorer=distance.LCSseq.normalized_similarity)
    expected = [[distance.LCSseq.normalized_similarity(text, word) for word in words] for text in texts]
    assert np.array_equal(found, np.array(expected).astype(np.float32))


@pytest.mark.parametrize("length", [1, 8, 9, 16, 17, 32, 33, 64])
def test_as_many_texts_of_a_length_as_come(length):
    """Texts of one length are compared some at a time: any number of them, and of another length behind."""
    source = random.Random(length)
    for count in range(1, 20):
        queries = ["".join(source.choices("abc", k=length)) for _ in range(count)]
        queries += ["".join(source.choices("abc", k=length // 2)) for _ in range(count % 3)]
        choices = ["".join(source.choices("abcd", k=source.randint(0, length))) for _ in range(300)]
        for name in ("Levenshtein", "Indel", "LCSseq", "OSA", "Hamming"):
            scorer = getattr(distance, name).distance
            other = getattr(rapidfuzz.distance, name).distance
            found = process.cdist(queries, choices, scorer=scorer)
            assert found.tolist() == rapidfuzz.process.cdist(queries, choices, scorer=other).tolist(), (name, count)


def test_quick_ratio_of_empty_words():
    words = ["", "a", "", "abc", "b" * 64]
    expected = [[rapidfuzz.fuzz.QRatio(a, b) for b in words * 20] for a in words]
    assert process.cdist(words, words * 20, scorer=fuzz.QRatio, dtype=float).tolist() == expected
    expected = [[rapidfuzz.fuzz.ratio(a, b) for b in words * 20] for a in words]
    assert process.cdist(words, words * 20, scorer=fuzz.ratio, dtype=float).tolist() == expected


@pytest.mark.parametrize("name", ["Levenshtein", "Indel", "LCSseq", "OSA"])
@pytest.mark.parametrize("length", [130, 700, 3000])
def test_long_gaps(name, length):
    """Few edits beside a gap, in the middle, at an end, and in the longer text as well as in the shorter."""
    source = random.Random(length)
    metric, other = getattr(distance, name), getattr(rapidfuzz.distance, name)
    for letters, others in (("ACGT", "ACGT"), ("abcdefgh", "ab\u017c"), ("a\u017c", "a\u017c"), ("b\U0001f600", "a\u017cb")):
        text = "".join(source.choices(letters, k=length))
        for gap in (33, length // 4, length // 2):
            for place in (0, length // 3, length - gap):
                for edits in (0, 3, 20):
                    near = edited(source, text[:place] + text[place + gap :], others, edits)
                    apart = other.distance(text, near)
                    least = abs(len(text) - len(near))
                    for a, b in ((text, near), (near, text)):
                        for cutoff in (0, least - 1, least, least + 1, least + 9, apart - 1, apart, apart + 1, apart + 60):
                            expected = min(apart, cutoff + 1)
                            assert metric.distance(a, b, score_cutoff=cutoff) == expected, (gap, place, edits, cutoff)


def test_long_common_ends():
    """Of every length, in texts of every width."""
    for letter, other in (("a", "b"), ("\u017c", "b"), ("\U0001f600", "\u017c")):
        text = letter * 150
        for place in range(150):
            near = text[:place] + other + text[place + 1 :]
            assert distance.Prefix.similarity(text, near) == place
            assert distance.Postfix.similarity(text, near) == 149 - place
            for metric, edits in ((distance.Levenshtein, 1), (distance.OSA, 1), (distance.Indel, 2)):
                assert metric.distance(text, near) == edits
                assert metric.distance(text, near, score_cutoff=0) == 1
                assert metric.distance(text, near[:place] + letter + near[place + 1 :], score_cutoff=0) == 0


@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.uint32, np.int64, np.float32])
def test_words_of_mixed_lengths(dtype):
    """More than a tile has; words of one letter have as many in common as the shorter has, with another one none."""
    lengths = np.array([length for length in range(65) for _ in range(21)])
    random.Random(3).shuffle(lengths)
    own = np.array([0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 34, 35, 36, 40, 64, 65, 70, 120, *[30] * 40])
    choices, queries = ["a" * length for length in lengths], ["a" * length for length in own]
    queries[-1] = "b" * 30
    alike = np.minimum(own[:, None], lengths)
    alike[-1] = 0
    longer, both = np.maximum(own[:, None], lengths), own[:, None] + lengths
    holes = list(range(0, len(choices), 70))
    for name, apart, most in (
        ("Levenshtein", longer - alike, longer),
        ("OSA", longer - alike, longer),
        ("LCSseq", longer - alike, longer),
        ("Indel", both - 2 * alike, both),
    ):
        scorers, normalized = getattr(distance, name), apart / np.maximum(most, 1)
        for scorer, scores, cutoff in (
            (scorers.distance, apart, None),
            (scorers.distance, np.minimum(apart, 6), 5),
            (scorers.similarity, most - apart, None),
            (scorers.similarity, np.where(most - apart < 9, 0, most - apart), 9),
            (scorers.normalized_distance, normalized, None),
            (scorers.normalized_distance, np.where(normalized > 0.25, 1, normalized), 0.25),
            (scorers.normalized_similarity, 1 - normalized, None),
        ):
            if not np.issubdtype(dtype, np.floating) and scorer.__name__.startswith("normalized"):
                continue
            given = {"scorer": scorer, "score_cutoff": cutoff, "dtype": dtype}
            assert (process.cdist(queries, choices, **given) == scores.astype(dtype)).all(), (name, scorer)
            assert (process.cdist(choices, queries, workers=3, **given) == scores.T.astype(dtype)).all(), (name, scorer)
            if not scorer.__name__.startswith("normalized"):
                continue # others have no value for a missing text
            with_holes = [None if at in holes else choice for at, choice in enumerate(choices)]
            found = process.cdist(queries, with_holes, **given)
            assert (np.delete(found, holes, 1) == np.delete(scores, holes, 1).astype(dtype)).all(), (name, scorer)


def test_scores_of_mixed_lengths_that_do_not_fit():
    """A byte holds 127: the greatest distance of these words, but not of one letter more."""
    choices = ["a" * (at % 65) for at in range(1300)]
    for length in (63, 64):
        given = {"scorer": distance.Indel.distance, "dtype": np.int8}
        if length == 63:
            assert process.cdist(["b" * length] * 3, choices, **given).max() == 127
        else:
            with pytest.raises(concord.Error, match="128.0* does not fit"):
                process.cdist(["b" * length] * 3, choices, **given)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["Indel", "LCSseq"])
def test_few_words_with_many_texts_where_they_lie(name, kind):
    """Letters of all bytes, others in the words alone, longer texts, either list as the first, and fewer texts of them."""
    source = random.Random(name + kind)
    scorer = getattr(getattr(distance, name), kind)
    other = getattr(getattr(rapidfuzz.distance, name), kind)
    all_bytes = [chr(code) for code in range(256)]
    for letters, of_words in ((all_bytes, all_bytes), ("\x00\xff", "\x00\xff\u0100\u0200"), (LETTERS[1], LETTERS[3])):
        for count, longest in ((1, 33), (2, 64), (3, 50), (3, 5)):
            words = ["".join(source.choices(of_words, k=source.randint(0, longest))) for _ in range(count)]
            words[0] = "".join(source.choices(of_words, k=longest))
            texts = ["".join(source.choices(letters, k=source.randint(0, 2 * longest))) for _ in range(source.randint(32, 200))]
            texts[-1] = edited(source, words[-1], letters, 3)
            texts[0] = texts[0].encode("latin-1")
            whole = np.array([[other(a, b) for b in texts] for a in words], float)
            for cutoff in (None, 1, 20) if not kind.startswith("normalized") else (None, 0.2013, 0.8017):
                expected = cut(whole, cutoff, kind)
                found = process.cdist(words, texts, scorer=scorer, score_cutoff=cutoff, dtype=float)
                assert np.array_equal(found, expected), (words, cutoff)
                found = process.cdist(texts, words, scorer=scorer, score_cutoff=cutoff)
                assert np.array_equal(found, expected.T.astype(found.dtype)), (words, cutoff)


def test_missing_texts_among_those_with_few_words():
    source = random.Random(5)
    words = ["".join(source.choices("abc", k=40)), None]
    texts = [None if i % 7 == 3 else "".join(source.choices("abc", k=source.randint(30, 80))) for i in range(100)]
    found = process.cdist(words, texts, scorer=distance.Indel.normalized_distance, dtype=float)
    other = rapidfuzz.distance.Indel.normalized_distance
    assert found.tolist() == [[1.0 if None in (a, b) else other(a, b) for b in texts] for a in words]


@pytest.mark.parametrize("name", ["Levenshtein", "LCSseq", "OSA", "Hamming", "Jaro"])
def test_letters_of_many_pages(name):
    """Letters of which two bytes differ in one of them, those around the ends of the pages, and those behind them."""
    source = random.Random(name)
    ends = ["\x00", "A", "\xff", "\u0100", "\u01ff", "\u0200", "\ufffe", "\uffff", "\U00010000", "\U0001ffff", "\U0010ffff"]
    pages = [chr(page * 256 + 0x41) for page in range(256) if not 0xD8 <= page < 0xE0]
    scorer = getattr(distance, name).similarity
    other = getattr(rapidfuzz.distance, name).similarity
    for letters in (ends, pages, ends + pages):
        for longest in (8, 30, 64):
            queries, choices = (
                ["".join(source.choices(letters, k=source.randint(1, longest))) for _ in range(count)] for count in (9, 70)
            )
            choices[3] = queries[-1]
            found = process.cdist(queries, choices, scorer=scorer, dtype=float)
            assert found.tolist() == [[other(a, b) for b in choices] for a in queries], (letters[0], longest)
