"""Functions that the extension computes where it knows the arguments: they are what the functions in Python are."""

import copy
import inspect
import pickle
import random

import numpy as np
import pytest

from concord import distance, fuzz, process, utils
from strategies import LETTERS, edited

QUICK = ("extract", "extractOne", "cdist", "cpdist")
KINDS = ("distance", "similarity", "normalized_distance", "normalized_similarity")


@pytest.mark.parametrize("name", QUICK)
def test_as_the_function_in_python_is(name):
    function = getattr(process, name)
    plain = function.__wrapped__
    assert inspect.signature(function) == inspect.signature(plain)
    assert (function.__name__, function.__doc__, function.__module__) == (name, plain.__doc__, "concord.process")
    assert pickle.loads(pickle.dumps(function)) is copy.deepcopy(function) is function
    assert inspect.isroutine(function)
    with pytest.raises(TypeError, match="unexpected keyword argument 'other'"):
        function("a", ["a"], other=1)
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        function("a")
    with pytest.raises(AttributeError):
        function.no_such_attribute


def test_choices_by_any_spelling_of_a_call():
    choices = ["kitten", "sitting", "mitten"]
    scorer = distance.Levenshtein.distance
    for call in (process.extractOne, process.extractOne.__wrapped__):
        assert call("smitten", choices, scorer=scorer) == ("mitten", 1, 2)
        assert call("smitten", choices=choices, scorer=scorer) == ("mitten", 1, 2)
        assert call("smitten", choices, scorer=scorer, score_cutoff=0) is None
        assert call("SMITTEN!", choices, scorer=scorer, processor=utils.default_process) == ("mitten", 1, 2)
        assert call("smitten", choices, scorer=scorer, scorer_kwargs={"weights": (1, 1, 1)}) == ("mitten", 1, 2)
        assert call("smitten", choices, score_hint=3)[0] == "mitten"
        assert call(None, choices, scorer=scorer) is None
        assert call("smitten", iter(choices), scorer=lambda a, b, score_cutoff: len(b)) == ("sitting", 7, 1)
    for call in (process.extract, process.extract.__wrapped__):
        assert call("smitten", choices, scorer=scorer, limit=2) == [("mitten", 1, 2), ("kitten", 2, 0)]
        assert len(call("smitten", choices * 3, scorer=scorer)) == 5
        assert len(call("smitten", choices * 3, scorer=scorer, limit=None)) == 9
        with pytest.raises(TypeError):
            call("smitten", choices, scorer=scorer, limit="2")


def test_tables_by_any_spelling_of_a_call():
    words, others = ["kitten", "mitten"], ["sitting", "smitten"]
    for scorer, expected in ((distance.Indel.distance, [[5, 3], [5, 1]]), (distance.Prefix.similarity, [[0, 0], [0, 0]])):
        for call in (process.cdist, process.cdist.__wrapped__):
            for given in ({}, {"workers": 1}, {"workers": 2}, {"score_multiplier": 1.0}, {"dtype": np.uint32}, {"processor": None}):
                found = call(words, others, scorer=scorer, **given)
                assert found.dtype == np.uint32 and found.tolist() == expected, given
            assert call(words, others, scorer=scorer, dtype="float64").dtype == np.float64
            assert call(words, others, scorer=scorer, processor=str.upper).tolist() == expected
    assert process.cpdist(words, others, scorer=distance.Indel.distance).tolist() == [5, 1]
    assert process.cdist(words, others, scorer=distance.Jaro.distance).dtype == np.float32  # which is no whole number
    assert process.cdist(words, others).dtype == np.float32
    assert process.cdist([], others, scorer=fuzz.ratio).shape == (0, 2)
    with pytest.raises(ValueError):
        process.cpdist(words, others[:1], scorer=fuzz.ratio)
    with pytest.raises(TypeError):
        process.cdist(words, others, scorer=fuzz.ratio, dtype="complex128")


@pytest.mark.divided
@pytest.mark.parametrize("metric", ["Levenshtein", "Indel", "LCSseq", "OSA", "Jaro", "JaroWinkler", "DamerauLevenshtein"])
@pytest.mark.parametrize("rows", [1, 2, 3, 5, 8])
def test_few_texts_with_some_others(metric, rows):
    """In lanes from some others on, and as the single calls say; with cutoffs, and where most lengths are beyond them."""
    source = random.Random(rows)
    for letters in LETTERS:
        for columns, longest in ((4, 20), (10, 64), (70, 30), (70, 600 if metric != "DamerauLevenshtein" else 90)):
            few = ["".join(source.choices(letters, k=source.randrange(longest + 1))) for _ in range(rows)]
            many = ["".join(source.choices(letters, k=source.randrange(longest + 1))) for _ in range(columns)]
            many[1], many[2] = few[0], edited(source, few[-1], letters, 2)
            for kind in KINDS:
                scorer = getattr(getattr(distance, metric), kind)
                is_share = "normalized" in kind or "Jaro" in metric
                for cutoff in (None, 0.3107, 0.9) if is_share else (None, 1, longest - 5):
                    how = {} if cutoff is None else {"score_cutoff": cutoff}
                    expected = np.array([[scorer(a, b, **how) for b in many] for a in few])
                    for found in (process.cdist(few, many, scorer=scorer, **how), process.cdist(many, few, scorer=scorer, **how).T):
                        assert np.array_equal(found, expected.astype(found.dtype)), (kind, cutoff, few, many)


def test_ascii_is_processed_as_one_letter_after_the_other():
    for code in range(128):
        for place in (0, 1, 7, 8, 15, 16, 20):
            text = "x" * place + chr(code) + "Y" * (20 - place) + "9"
            expected = "".join(one.lower() if one.isalnum() else " " for one in text).strip()
            assert utils.default_process(text) == expected, (code, place)


@pytest.mark.parametrize("filling", ["a", "é", "б", "\u1681", "\U0001f600"])
def test_words_end_at_every_space(filling):
    """Whatever is looked at at once: the first and the last of eight bytes and of sixteen wider letters."""
    spaces = [chr(code) for code in (*range(0x09, 0x0E), *range(0x1C, 0x21))]
    others = [chr(code) for code in (0x08, 0x0E, 0x1B, 0x21, 0x7F)]
    wide_spaces = ["\x85", "\xa0", "\u1680", "\u2000", "\u200a", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000"]
    no_spaces = ["\x84", "\xa1", "\u1682", "\u200b", "\u3001"]
    if filling >= "\u0100":  # texts of a byte a letter know the spaces of ASCII alone
        spaces += wide_spaces
        others += no_spaces
    for place in (1, 6, 7, 8, 9, 15, 16, 17, 30, 31):
        for one in spaces + others:
            text = filling * place + one + "b" + filling * (33 - place)
            turned = "b" + filling * (33 - place) + " " + filling * place
            is_word_apart = fuzz.token_sort_ratio(text, turned) == 100
            assert is_word_apart == (one in spaces), (place, hex(ord(one)))


def test_pairs_that_come_again_with_another_cutoff():
    """What is kept from call to call is set anew: scores of parts, and which pairs wait."""
    source = random.Random(7)
    pairs = [("".join(source.choices("abc ", k=source.randrange(1, 30))),) * 2 for _ in range(20)]
    pairs += [(a, edited(source, a, "abc ", 3)) for a, _ in pairs] + [(a, b[::-1]) for a, b in pairs]
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    for name in ("partial_ratio", "partial_token_sort_ratio", "partial_token_set_ratio", "partial_token_ratio", "WRatio", "ratio"):
        scorer = getattr(fuzz, name)
        for cutoff in (None, 90, 0, 61.3, None, 100):
            for workers in (1, 3):
                found = process.cpdist(first, second, scorer=scorer, score_cutoff=cutoff, workers=workers, dtype=np.float64)
                assert found.tolist() == [scorer(a, b, score_cutoff=cutoff) for a, b in pairs], (name, cutoff)


@pytest.mark.parametrize("text", ["a", "ab" * 20, "abc d" * 30, "жё " * 30, "\U0001f600b" * 40])
def test_equal_texts(text):
    for name in fuzz.__all__:
        if name == "partial_ratio_alignment":
            found = fuzz.partial_ratio_alignment(text, text)
            assert tuple(found) == (100.0, 0, len(text), 0, len(text))
            continue
        assert getattr(fuzz, name)(text, text) == getattr(fuzz, name)(text, text, score_cutoff=100) == 100, name
        assert getattr(fuzz, name)(text, text, score_cutoff=100.5) == 0, name
    for name in ("ratio", "QRatio", "WRatio", "token_set_ratio", "token_sort_ratio", "partial_ratio"):
        assert getattr(fuzz, name)("   ", "   ") == (0 if name == "token_set_ratio" else 100), name


@pytest.mark.parametrize("length", [70, 500, 700, 2100])
def test_few_long_pairs_by_damerau_and_levenshtein(length):
    """Alike but for some letters between their ends: transposed, with a letter between, which is two edits by OSA's three."""
    source = random.Random(length)
    text = "".join(source.choices("abcdefgh", k=length))
    middle = length // 2
    swapped = text[:middle] + "yxz" + text[middle:], text[:middle] + "zy" + text[middle:]  # xz to zx... and a letter between
    scorer = distance.DamerauLevenshtein.distance
    assert scorer(text, text) == 0
    assert scorer(text[:5] + "xy" + text[5:], text[:5] + "yx" + text[5:]) == 1
    assert scorer(text[:5] + "ca" + text[5:], text[:5] + "abc" + text[5:]) == 2
    far = "q" + text[1:middle] + "xy" + text[middle:-1] + "r", "w" + text[1:middle] + "yx" + text[middle:-1] + "t"
    assert scorer(*far) == 3
    assert scorer(*far, score_cutoff=2) == 3
    firsts, seconds = [text, far[0], swapped[0]], [text, far[1], swapped[1]]
    expected = [scorer(a, b) for a, b in zip(firsts, seconds)]
    assert expected[:2] == [0, 3]
    assert process.cpdist(firsts, seconds, scorer=scorer).tolist() == expected
    assert process.cdist(firsts, seconds, scorer=scorer).diagonal().tolist() == expected


@pytest.mark.parametrize("place", [0, 33, 70, 260, 299])
def test_a_part_that_is_the_query(place):
    """The first choice that holds the query is the best one, whether it waits in a lane or not."""
    source = random.Random(place)
    choices = ["".join(source.choices("abcd", k=source.randrange(12, 60))) for _ in range(300)]
    query = "abacadab"
    choices = [one.replace("aba", "aca") for one in choices]
    choices[place] = "dd" + query + "ca"
    choices[299] = query
    assert process.extractOne(query, choices, scorer=fuzz.partial_ratio) == (choices[place], 100.0, place)
    wide = [one.replace("d", "\U0001f600") for one in choices]
    query = query.replace("d", "\U0001f600")
    assert process.extractOne(query, wide, scorer=fuzz.partial_ratio) == (wide[place], 100.0, place)
