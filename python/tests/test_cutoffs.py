"""Cutoffs leave work out and change no score within them; so do few pairs."""

import random

import numpy as np
import pytest
import rapidfuzz.distance
import rapidfuzz.process

from concord import distance, fuzz, process
from strategies import LETTERS, edited


def pairs_of(source, longest):
    """Near ones and unrelated ones, of all lengths."""
    for letters in LETTERS:
        for edits in (0, 1, 2, 3, 5, 9, 20, None):
            text = "".join(source.choices(letters, k=source.randrange(longest)))
            other = "".join(source.choices(letters, k=source.randrange(longest))) if edits is None else edited(source, text, letters, edits)
            yield text, other


def whole_within(score, cutoff, is_distance):
    if is_distance:
        return score if score <= cutoff else cutoff + 1
    return score if score >= cutoff else 0


@pytest.mark.divided
@pytest.mark.parametrize("name", ["Levenshtein", "Indel", "LCSseq", "OSA", "DamerauLevenshtein", "Hamming"])
@pytest.mark.parametrize("longest", [12, 70, 200, 600])
def test_edits_within_a_cutoff(name, longest):
    source = random.Random(longest)
    metric = getattr(distance, name)
    pairs = list(pairs_of(source, longest))
    for kind in ("distance", "similarity"):
        scorer = getattr(metric, kind)
        scores = [scorer(a, b) for a, b in pairs]
        for cutoff in (0, 1, 2, 3, 4, 7, 15, 31, 32, 60, longest):
            expected = [whole_within(score, cutoff, kind == "distance") for score in scores]
            assert [scorer(a, b, score_cutoff=cutoff) for a, b in pairs] == expected, (kind, cutoff)
            found = process.cpdist(*zip(*pairs, strict=True), scorer=scorer, score_cutoff=cutoff)
            assert found.tolist() == expected, (kind, cutoff)
            found = process.cpdist([a for a, _ in pairs] * 9, [b for _, b in pairs] * 9, scorer=scorer, score_cutoff=cutoff)
            assert found.tolist() == expected * 9, (kind, cutoff)
    for kind in ("normalized_distance", "normalized_similarity"):
        scorer = getattr(metric, kind)
        scores = [scorer(a, b) for a, b in pairs]
        for cutoff in (0.0, 0.05, 0.1501, 0.3, 0.5, 0.8, 0.951, 1.0):
            if kind == "normalized_distance":
                expected = [score if score <= cutoff else 1.0 for score in scores]
            else:
                expected = [score if score >= cutoff else 0.0 for score in scores]
            assert [scorer(a, b, score_cutoff=cutoff) for a, b in pairs] == expected, (kind, cutoff)
            found = process.cpdist(*map(list, zip(*pairs, strict=True)), scorer=scorer, score_cutoff=cutoff, dtype=float)
            assert found.tolist() == expected, (kind, cutoff)


@pytest.mark.parametrize("name", ["Levenshtein", "Indel", "LCSseq", "OSA"])
@pytest.mark.parametrize("length", [700, 5000])
def test_bands_of_diagonals(name, length):
    """Of one word, of a few, and of many; a score within the cutoff is that of whole columns."""
    source = random.Random(length)
    metric = getattr(distance, name)
    for letters, others in (("ACGT", "ACGT"), ("abcdefgh", "ab\u017c"), ("a\u017c", "a\u017c"), ("b\U0001f600", "a\u017cb")):
        text = "".join(source.choices(letters, k=length))
        for edits in (3, 40, 150, 600, None):
            other = "".join(source.choices(others, k=length)) if edits is None else edited(source, text, others, edits)
            other = other[source.randrange(100) :]
            for a, b in ((text, other), (other, text)):
                apart = metric.distance(a, b)
                for cutoff in (1, 40, 63, 64, 127, 128, 200, 255, 256, 500, 1023, 1024, 2047, apart - 1, apart, apart + 1):
                    assert metric.distance(a, b, score_cutoff=cutoff) == min(apart, cutoff + 1), (letters, edits, cutoff)


@pytest.mark.parametrize("length", [300, 320, 512, 700, 1100, 3500])
def test_corners_of_long_texts_are_left_out(length):
    """Of unlike texts, and of ones whose middle is moved aside: at every cutoff near to the score and far from it."""
    source = random.Random(length)
    text = "".join(source.choices("ACGT", k=length))
    third = length // 3
    moved = text[third:-5] + text[:third]
    for letters, other in (
        ("ACGT", moved),
        ("ACGT", text[: length // 2] + "".join(source.choices("ACGT", k=90)) + text[length // 2 :]),
        ("ab", "".join(source.choices("ab", k=length - 60))),
        ("acgtż", "".join(source.choices("ACGTż", k=length + 40))),
    ):
        for one, two in ((text, other), (other, text), (text.replace("A", letters[-1]), other)):
            for metric in (distance.Indel, distance.Levenshtein, distance.OSA, distance.LCSseq):
                score = metric.distance(one, two)
                theirs = getattr(rapidfuzz.distance, metric.__name__.rsplit(".")[-1]).distance
                assert score == theirs(one, two)
                for cutoff in (score - 60, score - 1, score, score + 1, score + 2, score + 90, 2 * score, 21, 300):
                    expected = score if score <= cutoff else cutoff + 1
                    assert metric.distance(one, two, score_cutoff=cutoff) == expected, (metric, cutoff, one, two)
            whole = fuzz.ratio(one, two)
            for cutoff in (whole - 5, whole - 1e-9, whole, whole + 1e-9, whole + 0.3, whole + 9, 97.0):
                assert fuzz.ratio(one, two, score_cutoff=cutoff) == (whole if whole >= cutoff else 0), (cutoff, one, two)


@pytest.mark.parametrize("count", [1, 3, 40, 300])
def test_pairs_by_their_number(count):
    """Few pairs, short and long, are compared in ways of their own."""
    source = random.Random(count)
    for longest in (10, 64, 130, 400):
        pairs = [pair for _ in range(10) for pair in pairs_of(source, longest)][:count]
        a, b = map(list, zip(*pairs, strict=True))
        for name in ("Levenshtein", "Indel", "LCSseq", "OSA", "DamerauLevenshtein", "Hamming", "Jaro", "JaroWinkler", "Prefix"):
            scorer = getattr(distance, name).distance
            assert process.cpdist(a, b, scorer=scorer, dtype=float).tolist() == [scorer(x, y) for x, y in pairs], (name, longest)


def damerau_by_definition(a, b):
    """Lowrance and Wagner, Journal of the ACM 22, 1975."""
    far = len(a) + len(b)
    cells = np.full((len(a) + 2, len(b) + 2), far)
    cells[1:, 1] = range(len(a) + 1)
    cells[1, 1:] = range(len(b) + 1)
    last_row = {}
    for i in range(1, len(a) + 1):
        last_column = 0
        for j in range(1, len(b) + 1):
            k, m = last_row.get(b[j - 1], 0), last_column
            equal = a[i - 1] == b[j - 1]
            last_column = j if equal else last_column
            cells[i + 1, j + 1] = min(
                cells[i, j] + (not equal),
                cells[i + 1, j] + 1,
                cells[i, j + 1] + 1,
                cells[k, m] + (i - k - 1) + 1 + (j - m - 1),
            )
        last_row[a[i - 1]] = i
    return int(cells[-1, -1])


@pytest.mark.parametrize("letters", [*LETTERS, "abcdef"])
@pytest.mark.parametrize("longest", [6, 12, 30])
def test_damerau_levenshtein_of_words(letters, longest):
    """Where no letters cross, the distance is that of optimal string alignment; where they do, it may be less."""
    source = random.Random(longest)
    count = 40 if longest < 30 else 12
    a, b = (["".join(source.choices(letters, k=source.randrange(longest + 1))) for _ in range(count)] for _ in range(2))
    expected = [[damerau_by_definition(x, y) for y in b] for x in a]
    scorer = distance.DamerauLevenshtein.distance
    assert process.cdist(a, b, scorer=scorer).tolist() == expected
    assert [[scorer(x, y) for y in b] for x in a] == expected
    assert process.cpdist(a, b, scorer=scorer).tolist() == [expected[i][i] for i in range(count)]


@pytest.mark.parametrize("name", ["Levenshtein", "Indel", "Hamming", "OSA", "DamerauLevenshtein", "Jaro", "Prefix", "Postfix"])
def test_bytes_are_texts(name):
    source = random.Random(5)
    texts = ["".join(source.choices("abcé", k=source.randrange(90))) for _ in range(60)]
    given = [text.encode("latin-1") for text in texts]
    scorer = getattr(distance, name).distance
    for a, b in ((given, given[::-1]), (given, texts[::-1]), (texts, given[::-1])):
        np.testing.assert_array_equal(process.cdist(a, b, scorer=scorer), process.cdist(texts, texts[::-1], scorer=scorer))
        np.testing.assert_array_equal(process.cpdist(a, b, scorer=scorer), process.cpdist(texts, texts[::-1], scorer=scorer))
        found = process.extract(a[7], b, scorer=scorer, limit=None)
        assert [one[1:] for one in found] == [one[1:] for one in process.extract(texts[7], texts[::-1], scorer=scorer, limit=None)]


@pytest.mark.parametrize("name", ["Levenshtein", "Indel", "LCSseq", "OSA", "DamerauLevenshtein", "Hamming"])
@pytest.mark.parametrize("shape", [(1, 50), (50, 1), (70, 1), (2, 70), (3, 20), (4, 4), (5, 6), (2, 2), (30, 30), (11, 12)])
def test_tables_by_their_shape(name, shape):
    source = random.Random(7)
    for longest in (10, 64, 110, 300 if name != "DamerauLevenshtein" else 110):
        a, b = (["".join(source.choices("abcdeżé", k=source.randrange(longest + 1))) for _ in range(count)] for count in shape)
        for kind in ("distance", "normalized_similarity"):
            scorer = getattr(getattr(distance, name), kind)
            found = process.cdist(a, b, scorer=scorer, dtype=float)
            assert found.tolist() == [[scorer(x, y) for y in b] for x in a], (kind, longest)
            square = process.cdist(a, a, scorer=scorer, dtype=float)
            assert square.tolist() == [[scorer(x, y) for y in a] for x in a], (kind, longest)


@pytest.mark.parametrize("name", ["Levenshtein", "OSA"])
@pytest.mark.parametrize("longest", [8, 9, 16, 33, 64, 65])
def test_many_words_with_one(name, longest):
    """Of lanes and of columns, with missing words, cutoffs and multipliers."""
    source = random.Random(longest)
    many = ["".join(source.choices("abé", k=source.randrange(longest + 1))) for _ in range(100)]
    many[5] = many[99] = None
    scorer = getattr(distance, name).normalized_similarity
    for one in ([many[7] + "a"], [many[3], None], [""]):
        for cutoff in (None, 0.4, 0.95):
            expected = [[2 * scorer(x, y, score_cutoff=cutoff) for y in many] for x in one]
            how = {"scorer": scorer, "score_cutoff": cutoff, "score_multiplier": 2, "dtype": float}
            assert process.cdist(one, many, **how).tolist() == expected
            assert process.cdist(many, one, **how).T.tolist() == expected


def textbook_distance(a, b, may_swap):
    """Wagner and Fischer's table; with swaps of neighbours, optimal string alignment."""
    above_above, above, row = [], [], list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above_above, above, row = above, row, [i]
        for j, y in enumerate(b, 1):
            best = min(above[j - 1] + (x != y), above[j] + 1, row[j - 1] + 1)
            if may_swap and i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                best = min(best, above_above[j - 2] + 1)
            row.append(best)
    return row[-1]


@pytest.mark.divided
@pytest.mark.parametrize("length", [63, 64, 65, 100, 127, 128, 129, 193])
@pytest.mark.parametrize("name", ["Levenshtein", "OSA"])
def test_columns_and_bands_at_the_edges_of_words(name, length):
    """A query that is laid out once, with texts on both sides of each cutoff."""
    source = random.Random(length)
    scorer = getattr(distance, name).distance
    for letters in LETTERS:
        query = "".join(source.choices(letters, k=length))
        texts = [edited(source, query, letters, edits) for edits in (1, 3, 9, 20, 40, 75)]
        texts += [query[:-20] + query[-20:][::-1], query[30:], query + query[:30], query[5:] + query[:5], query[1::2]]
        expected = [textbook_distance(query, text, name == "OSA") for text in texts]
        assert process.cdist([query], texts, scorer=scorer)[0].tolist() == expected, (query, texts)
        assert process.cdist(texts, [query], scorer=scorer)[:, 0].tolist() == expected, (query, texts)
        for cutoff in sorted({0, 62, 63, 64, *expected, *(max(0, one - 1) for one in expected)}):
            within = [whole_within(one, cutoff, True) for one in expected]
            assert [scorer(query, text, score_cutoff=cutoff) for text in texts] == within, (query, texts, cutoff)
            assert process.cdist([query], texts, scorer=scorer, score_cutoff=cutoff)[0].tolist() == within, (query, texts, cutoff)
            found = process.extract(query, texts, scorer=scorer, score_cutoff=cutoff, limit=None)
            kept = sorted((score, i) for i, score in enumerate(expected) if score <= cutoff)
            assert [(score, i) for _, score, i in found] == kept, (query, texts, cutoff)


@pytest.mark.parametrize("name", ["Levenshtein", "Indel", "LCSseq", "OSA", "DamerauLevenshtein", "Hamming"])
@pytest.mark.parametrize("longest", [40, 110, 300])
def test_tables_within_a_cutoff(name, longest):
    """Near ones and unrelated ones; a list with itself, of which a half is computed."""
    source = random.Random(longest)
    texts = [text for pair in pairs_of(source, longest) for text in pair]
    if name == "DamerauLevenshtein":
        texts = texts[:20]
    for kind, cutoffs in (("distance", (0, 2, 5, 30)), ("normalized_similarity", (0.5, 0.8503, 0.97))):
        scorer = getattr(getattr(distance, name), kind)
        for shape in ((texts, texts), (texts[:2], texts), (texts, texts[3:4]), (texts, texts[::-1])):
            scores = process.cdist(*shape, scorer=scorer, dtype=float)
            assert scores[1].tolist() == [scorer(shape[0][1], text) for text in shape[1]]
            for cutoff in cutoffs:
                if kind == "distance":
                    expected = np.where(scores <= cutoff, scores, cutoff + 1)
                else:
                    expected = np.where(scores >= cutoff, scores, 0.0)
                found = process.cdist(*shape, scorer=scorer, score_cutoff=cutoff, dtype=float)
                np.testing.assert_array_equal(found, expected, err_msg=f"{kind} {cutoff}")


@pytest.mark.divided
@pytest.mark.parametrize("name", ["Levenshtein", "Indel", "LCSseq", "OSA"])
@pytest.mark.parametrize("length", [129, 257, 385, 513, 600, 1025])
def test_texts_of_many_words_as_rapidfuzz(name, length):
    ours, theirs = getattr(distance, name), getattr(rapidfuzz.distance, name)
    source = random.Random(length)
    for letters in LETTERS:
        text = "".join(source.choices(letters, k=length))
        others = [edited(source, text, letters, edits) for edits in (0, 1, 5, 30, 90)]
        others.append("".join(source.choices(letters, k=length + 3)))
        for other in others:
            apart = theirs.distance(text, other)
            assert ours.distance(text, other) == apart == ours.distance(other, text)
            for cutoff in {max(0, apart - 1), apart, apart + 1, 2 * apart}:
                assert ours.distance(text, other, score_cutoff=cutoff) == min(apart, cutoff + 1)
        texts = [text] * len(others)
        for cutoff in (None, 3, 60, 200):
            expected = rapidfuzz.process.cpdist(texts, others, scorer=theirs.distance, score_cutoff=cutoff)
            assert np.array_equal(
                process.cpdist(texts, others, scorer=ours.distance, score_cutoff=cutoff), expected
            )
            table = process.cdist(others, others, scorer=ours.distance, score_cutoff=cutoff)
            assert np.array_equal(
                table, rapidfuzz.process.cdist(others, others, scorer=theirs.distance, score_cutoff=cutoff)
            )


@pytest.mark.parametrize("length", [0, 1, 7, 8, 15, 16, 31, 33, 100, 4079, 4080, 4081, 9000])
def test_hamming_by_definition(length):
    source = random.Random(length)
    for one in LETTERS:
        for other in LETTERS:
            a, b = ("".join(source.choices(letters, k=length)) for letters in (one, other))
            b = "".join(x if source.random() < 0.3 else y for x, y in zip(a, b))
            places = [i for i in range(length) if a[i] != b[i]]
            assert distance.Hamming.distance(a, b) == len(places)
            assert distance.Hamming.distance(a + "xyz", b) == len(places) + 3
            assert list(distance.Hamming.editops(a, b)) == [("replace", i, i) for i in places]
            assert process.cdist([a] * 3, [b, a], scorer=distance.Hamming.distance).tolist() == [[len(places), 0]] * 3
            assert process.cpdist([a], [b], scorer=distance.Hamming.distance).tolist() == [len(places)]


@pytest.mark.parametrize("name", ["Indel", "LCSseq", "Hamming"])
def test_squares(name):
    """A list with itself: one half, and the other the same."""
    texts = ["ab" * 40, "ba" * 40, "ab" * 39, "", "b", "ab" * 40]
    if name == "Indel":
        found = process.cdist(texts, texts, scorer=distance.Indel.distance)
        assert found[0].tolist() == [0, 2, 2, 80, 79, 0] and found.tolist() == found.T.tolist()
    source = random.Random(6)
    for lengths in ((50, 150), (0, 100), (130, 190), (200, 420)):
        for count in (1, 4, 5, 16, 25, 65, 70):
            texts = ["".join(source.choices("abc\u0436", k=source.randint(*lengths))) for _ in range(count)]
            for kind, cutoff in (("distance", None), ("normalized_similarity", 0.51237), ("similarity", 40)):
                ours, theirs = (getattr(getattr(one, name), kind) for one in (distance, rapidfuzz.distance))
                expected = rapidfuzz.process.cdist(texts, texts, scorer=theirs, score_cutoff=cutoff)
                np.testing.assert_array_equal(process.cdist(texts, texts, scorer=ours, score_cutoff=cutoff), expected)


def test_hamming_of_many_lengths():
    """Texts longer than a lane's word: what is behind the word differs, and only the length tells of it."""
    found = process.cdist(["abcd", "x" * 100, "ab" + "\u65e5" * 98], ["abc" + "x" * 97, "xbcd", "\u0436"], scorer=distance.Hamming.distance)
    assert found.tolist() == [[97, 1, 4], [3, 99, 100], [98, 99, 100]]
    source = random.Random(5)
    for letters in ("ab", "\u0430\u0431\u0432", "".join(map(chr, range(0x4E00, 0x5000))), "a\u0436\u65e5\U0001f600"):
        for lengths in ((0, 8), (5, 30), (33, 64), (0, 100), (60, 300)):
            for rows, columns in ((1, 40), (11, 11), (23, 23), (70, 70), (130, 130)):
                a, b = (["".join(source.choices(letters, k=source.randint(*lengths))) for _ in range(n)] for n in (rows, columns))
                b[0] = a[0][:-1] + "x"
                for kind in ("distance", "normalized_similarity"):
                    ours, theirs = (getattr(one.Hamming, kind) for one in (distance, rapidfuzz.distance))
                    for others in (a, b):
                        np.testing.assert_array_equal(process.cdist(a, others, scorer=ours), rapidfuzz.process.cdist(a, others, scorer=theirs))


@pytest.mark.parametrize("name", ["Levenshtein", "OSA", "Indel", "LCSseq"])
@pytest.mark.parametrize("length", [257, 600, 1024, 4096, 4500])
def test_windows_of_columns(name, length):
    """Long patterns, of which a window moves down along texts that are shorter, longer, near and unlike, with swaps."""
    source = random.Random(length)
    metric, other_metric = getattr(distance, name), getattr(rapidfuzz.distance, name)
    for letters in LETTERS:
        text = "".join(source.choices(letters, k=length))
        gap = source.randrange(length // 2)
        at = source.randrange(length - gap)
        near = list(edited(source, text, letters, length // 12))
        for _ in range(length // 30):
            place = source.randrange(len(near) - 1)
            near[place : place + 2] = near[place + 1], near[place]
        others = (
            edited(source, text[:at] + text[at + gap :], letters, 5),
            "".join(near),
            "".join(source.choices(letters, k=length // 2)),
            "".join(source.choices(letters, k=length)),
        )
        for other in others:
            apart = other_metric.distance(text, other)
            least = abs(len(text) - len(other))
            for a, b in ((text, other), (other, text)):
                assert metric.distance(a, b) == apart
                for cutoff in (least, least + 2, apart - 1, apart, apart + 1, apart + 70, 2 * apart, 130, 257, 700):
                    expected = apart if apart <= cutoff else cutoff + 1
                    assert metric.distance(a, b, score_cutoff=cutoff) == expected, (len(a), len(b), cutoff)


@pytest.mark.parametrize("name", ["Levenshtein", "Indel", "LCSseq", "OSA", "Hamming"])
@pytest.mark.parametrize("counts", [(1, 40), (18, 18), (30, 50)])
def test_tables_of_lengths_around_a_lane(name, counts):
    """Words that fit a lane among some that do not, near and unlike, and one list with itself."""
    source = random.Random(sum(counts))
    scorer, other_scorer = getattr(distance, name).distance, getattr(rapidfuzz.distance, name).distance
    for letters in ("ACGT", "aéż\U0001f600"):
        base = "".join(source.choices(letters, k=64))
        for shorter in (0, 20):
            queries, choices = (
                [edited(source, base[source.randrange(shorter + 1) :], letters, source.randrange(20)) for _ in range(count)]
                for count in counts
            )
            for cutoff in (None, 0, 3, 9, 21, 60):
                for others in (choices, queries):
                    found = process.cdist(queries, others, scorer=scorer, score_cutoff=cutoff)
                    expected = [[other_scorer(a, b, score_cutoff=cutoff) for b in others] for a in queries]
                    assert found.tolist() == expected, cutoff


@pytest.mark.parametrize("counts", [(1, 30), (3, 40), (30, 2)])
def test_few_by_damerau_and_levenshtein_with_cutoffs(counts):
    """Pairs beyond the cutoff by their lengths, or by Levenshtein's distance, are not compared."""
    source = random.Random(sum(counts))
    for longest in (8, 64, 90):
        queries, choices = (["".join(source.choices("abc", k=source.randint(0, longest))) for _ in range(count)] for count in counts)
        choices[0] = queries[0][1::-1] + queries[0][2:]  # two letters transposed
        for kind, cutoffs in (("distance", (0, 1, 2, 5)), ("similarity", (1, 9)), ("normalized_similarity", (0.301, 0.8501))):
            ours = getattr(distance.DamerauLevenshtein, kind)
            theirs = getattr(rapidfuzz.distance.DamerauLevenshtein, kind)
            for cutoff in cutoffs:
                found = process.cdist(queries, choices, scorer=ours, score_cutoff=cutoff)
                expected = rapidfuzz.process.cdist(queries, choices, scorer=theirs, score_cutoff=cutoff)
                assert np.array_equal(found, expected), (longest, kind, cutoff)
                few = choices[:9]
                ranked = process.extract(queries[0], few, scorer=ours, score_cutoff=cutoff)
                assert ranked == rapidfuzz.process.extract(queries[0], few, scorer=theirs, score_cutoff=cutoff)
