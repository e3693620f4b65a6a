"""The ratios of concord.fuzz and utils.default_process: worked by hand, and against rapidfuzz."""

import array
import inspect
import pickle
import random

import numpy as np
import pytest
import rapidfuzz.fuzz
import rapidfuzz.process
import rapidfuzz.utils
from hypothesis import given, strategies as st
from strategies import edited, examples

import concord
from concord import fuzz, process, utils

NAMES = (
    "ratio",
    "partial_ratio",
    "token_sort_ratio",
    "token_set_ratio",
    "token_ratio",
    "partial_token_sort_ratio",
    "partial_token_set_ratio",
    "partial_token_ratio",
    "WRatio",
    "QRatio",
)
# Words of one to four bytes a letter, with separators that only some widths know.
ALPHABETS = ("ab ", "abc  ", "a b\x85\xa0c", "aż€ b", "abcdefgh \t", "a\U0001f600 é\u3000b")
CUTOFFS = st.sampled_from([None, 0, 30, 60, 75.5, 90, 95, 100])


@st.composite
def sentences(draw, most=40):
    alphabet = draw(st.sampled_from(ALPHABETS))
    first = draw(st.text(alphabet, max_size=most))
    if draw(st.booleans()):
        return first, draw(st.text(alphabet, max_size=most))
    second = list(first)
    for _ in range(draw(st.integers(0, 5))):
        place = draw(st.integers(0, len(second)))
        if draw(st.booleans()) or place == len(second):
            second.insert(place, draw(st.sampled_from(alphabet)))
        else:
            del second[place]
    cut = draw(st.integers(0, len(second)))
    return first, "".join(second[draw(st.sampled_from([0, cut])) :])


def test_worked_by_hand():
    # 7 letters are common to both, in order: 14 of 15.
    assert fuzz.ratio("new york", "newyork") == pytest.approx(100 * 14 / 15)
    assert fuzz.partial_ratio("york", "the wonderful new york mets") == 100
    assert fuzz.token_sort_ratio("fuzzy wuzzy was a bear", "wuzzy fuzzy was a bear") == 100
    assert fuzz.token_set_ratio("fuzzy was a bear", "fuzzy fuzzy was a bear") == 100
    # "a b" against "a b dog": 4 of 10 letters differ, a smaller share than 6 of 14 for the whole texts.
    assert fuzz.token_set_ratio("a b dog", "a b cat") == pytest.approx(100 * (1 - 4 / 10))
    assert fuzz.token_ratio("b a", "a b") == 100
    assert fuzz.partial_token_set_ratio("new york mets", "mets") == 100
    assert fuzz.WRatio("new york mets", "the wonderful new york mets") == 90
    assert fuzz.WRatio("a b c d", "d c b a") == 95
    assert fuzz.QRatio("", "") == fuzz.WRatio("", "") == fuzz.token_set_ratio(" ", " ") == 0
    assert fuzz.ratio("", "") == fuzz.partial_ratio("", "") == fuzz.token_ratio("", "") == 100
    found = fuzz.partial_ratio_alignment("a certain string", "certain")
    assert found == (100, 2, 9, 0, 7) and found.src_end == 9


def test_a_few_ends_of_long_texts_by_hand():
    long = "abcdefghij" * 10
    # Without its last letter the other text has 99 letters in common with the 100 of this one: one of 199 is apart.
    assert fuzz.partial_ratio_alignment(long, long[:-1] + "#") == (100 * (1 - 1 / 199), 0, 100, 0, 99)
    assert fuzz.partial_ratio_alignment(long, "#" + long[1:]) == (100 * (1 - 1 / 199), 0, 100, 1, 100)
    # A letter of the middle is replaced: two of 200 are apart, of any shorter part more.
    assert fuzz.partial_ratio_alignment(long, long[:50] + "#" + long[51:]) == (99, 0, 100, 0, 100)


def test_words_at_the_ends():
    for name in ("partial_token_ratio", "partial_token_set_ratio"):
        scorer = getattr(fuzz, name)
        more, others = " abc" * 10, " de" * 11
        assert scorer("zażółć" + more, " zażółć" + others) == scorer(more + " gęślą", others + " gęślą\u3000") == 100
        assert scorer("zażółć" + more, " zażółćx" + others) < 100 and scorer(more + " ab", others + " cab") < 100
        assert scorer("zażółć", "zażółcić") < 100 and scorer("ab cd", "abc bcd") < 100
        assert scorer("ab", "ab", score_cutoff=101) == 0
        assert scorer("a\xa0b", "a ż") == getattr(rapidfuzz.fuzz, name)("a\xa0b", "a ż")  # one word, and two
    assert fuzz.token_set_ratio("ż b", "ż b") == fuzz.token_sort_ratio("ż b", "ż b") == 100
    assert fuzz.token_set_ratio("\u3000 ", "\u3000 ") == 0 and fuzz.token_ratio("\u3000 ", "\u3000 ") == 100


@pytest.mark.parametrize("seed", range(60))
def test_long_near_texts_as_rapidfuzz(seed):
    source = random.Random(seed)
    letters = source.choice(("ab", "abcdefgh ", "абвгдежз "))
    first = "".join(source.choices(letters, k=source.choice((64, 65, 66, 100, 128, 129, 200))))
    second = edited(source, first, letters, source.choice((1, 1, 2, 3, 6, 12)))
    second = "".join(source.choices(letters, k=source.choice((0, 0, 1, 30)))) + second
    for pair in ((first, second), (second, first)):
        for cutoff in (0, 60, 95, 99):
            expected = rapidfuzz.fuzz.partial_ratio_alignment(*pair, score_cutoff=cutoff)
            found = fuzz.partial_ratio_alignment(*pair, score_cutoff=cutoff)
            assert (found and list(found)) == (expected and list(expected))
            for name in NAMES:
                ours, theirs = getattr(fuzz, name), getattr(rapidfuzz.fuzz, name)
                assert ours(*pair, score_cutoff=cutoff) == theirs(*pair, score_cutoff=cutoff)


@pytest.mark.parametrize("name", NAMES)
@given(pair=sentences(), cutoff=CUTOFFS)
@examples(150)
def test_as_rapidfuzz(name, pair, cutoff):
    assert getattr(fuzz, name)(*pair, score_cutoff=cutoff) == getattr(rapidfuzz.fuzz, name)(*pair, score_cutoff=cutoff)


@given(pair=sentences(most=150))
@examples(100)
def test_of_several_words_as_rapidfuzz(pair):
    for name in NAMES:
        assert getattr(fuzz, name)(*pair) == getattr(rapidfuzz.fuzz, name)(*pair)


@given(pair=sentences(most=90), cutoff=CUTOFFS)
@examples(200)
def test_alignments_as_rapidfuzz(pair, cutoff):
    found = fuzz.partial_ratio_alignment(*pair, score_cutoff=cutoff)
    expected = rapidfuzz.fuzz.partial_ratio_alignment(*pair, score_cutoff=cutoff)
    assert (found is None) == (expected is None)
    assert found is None or list(found) == list(expected)


@pytest.mark.parametrize("name", NAMES)
def test_arguments(name):
    scorer = getattr(fuzz, name)
    a, b = "new york mets", "new YORK mets"
    assert scorer(a, b, processor=utils.default_process) == scorer(a, b, processor=str.lower) == 100
    assert scorer(s1=a, s2=a, score_cutoff=100, score_hint=3) == 100 and scorer(a, a, score_cutoff=100.1) == 0
    for missing in (None, float("nan")):
        assert scorer(missing, a) == scorer(a, missing) == scorer(a, missing, processor=str.lower) == 0
    for same in (a.encode(), list(a), tuple(a), array.array("u", a), np.frombuffer(a.encode(), dtype="uint8")):
        assert scorer(a, same) == scorer(same, a) == 100
    for wrong in ((1, 1), (a,), (a, a, a)):
        with pytest.raises(TypeError):
            scorer(*wrong)
    with pytest.raises(TypeError, match="multiple values"):
        scorer(a, a, s1=a)
    assert list(inspect.signature(scorer).parameters) == ["s1", "s2", "processor", "score_cutoff", "score_hint"]
    assert pickle.loads(pickle.dumps(scorer)) is scorer


def common_letters(a, b):
    """The length of a longest common subsequence, by the textbook's table."""
    row = [0] * (len(b) + 1)
    for x in a:
        above = row[:]
        for j, y in enumerate(b):
            row[j + 1] = above[j] + 1 if x == y else max(above[j + 1], row[j])
    return row[-1]


@pytest.mark.divided
@pytest.mark.parametrize("length", [64, 65, 200, 511])
@pytest.mark.parametrize("edits", [0, 1, 6, 9, 10, 11, 20, 21, 40])
def test_long_texts_that_are_near(length, edits):
    """A few edits, spread over the texts or all at one place, where the search for few gives up."""
    source = random.Random(length * 100 + edits)
    for alphabet, new in (("abcdefgh ", "xy"), ("ab ", "ab"), ("aé€ ", "\U0001f600b")):
        first = "".join(source.choices(alphabet, k=length))
        for first_place, last_place in ((0, length - 1), (length // 2, length - 1), (0, length // 8)):
            second = list(first)
            for _ in range(edits):
                place = source.randint(first_place, last_place)
                second[place] = source.choice([*new, ""])
            second = "".join(second)
            letters = length + len(second)
            expected = 200 * common_letters(first, second) / letters
            for a, b in ((first, second), (second, first)):
                assert fuzz.ratio(a, b) == pytest.approx(expected, abs=1e-12)
                for name in ("ratio", "WRatio", "token_ratio", "token_set_ratio", "token_sort_ratio"):
                    for cutoff in (None, 80, 97):
                        found = getattr(fuzz, name)(a, b, score_cutoff=cutoff)
                        assert found == getattr(rapidfuzz.fuzz, name)(a, b, score_cutoff=cutoff), (name, cutoff, a, b)


@pytest.mark.parametrize("name", ["token_sort_ratio", "token_set_ratio", "token_ratio"])
def test_words_that_begin_alike(name):
    """Sorted by more letters than a number holds, and by zeros that are letters."""
    words = ["abcdefgh", "abcdefghb", "abcdefgha", "abcdefg", "abcdefg\0", "a", "a\0", "a\0b", "\0", "", "abcdefgh\U0001f600"]
    source = random.Random(1)
    for _ in range(200):
        a, b = (" ".join(source.choices(words, k=source.randrange(8))) for _ in range(2))
        assert getattr(fuzz, name)(a, b) == getattr(rapidfuzz.fuzz, name)(a, b), (a, b)


def test_words_of_hashable_elements():
    # A space separates words in a list of letters, too; other elements are letters like any.
    assert fuzz.token_sort_ratio(list("b a"), "a b") == 100
    assert fuzz.token_set_ratio([("x",), " ", 2**40], [2**40, " ", ("x",)]) == 100


@pytest.mark.parametrize("name", NAMES)
@given(query=sentences(), choices=st.lists(sentences(), max_size=8), cutoff=CUTOFFS, limit=st.sampled_from([1, 3, None]))
@examples(40)
def test_extract_as_rapidfuzz(name, query, choices, cutoff, limit):
    choices = [one for pair in choices for one in pair]
    ours, theirs = getattr(fuzz, name), getattr(rapidfuzz.fuzz, name)
    found = process.extract(query[0], choices, scorer=ours, score_cutoff=cutoff, limit=limit)
    assert found == rapidfuzz.process.extract(query[0], choices, scorer=theirs, score_cutoff=cutoff, limit=limit)
    best = rapidfuzz.process.extractOne(query[0], choices, scorer=theirs, score_cutoff=cutoff)
    assert process.extractOne(query[0], choices, scorer=ours, score_cutoff=cutoff) == best
    keyed = dict(zip("abcdefghijklmnop", choices))
    expected = rapidfuzz.process.extract(query[0], keyed, scorer=theirs, score_cutoff=cutoff, limit=limit)
    assert process.extract(query[0], keyed, scorer=ours, score_cutoff=cutoff, limit=limit) == expected
    by_generator = process.extract(query[0], iter(choices), scorer=ours, score_cutoff=cutoff, limit=limit)
    assert by_generator == found


@pytest.mark.parametrize("name", NAMES)
@given(pairs=st.lists(sentences(most=80), max_size=7), cutoff=CUTOFFS, workers=st.sampled_from([1, 2]))
@examples(25)
def test_many_as_rapidfuzz(name, pairs, cutoff, workers):
    ours, theirs = getattr(fuzz, name), getattr(rapidfuzz.fuzz, name)
    a, b = [one for one, _ in pairs], [*(other for _, other in pairs), None]
    found = process.cdist(a, b, scorer=ours, score_cutoff=cutoff, workers=workers)
    expected = rapidfuzz.process.cdist(a, b, scorer=theirs, score_cutoff=cutoff)
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found, expected)
    square = process.cdist(a, a, scorer=ours, score_cutoff=cutoff, dtype="uint8")
    np.testing.assert_array_equal(square, rapidfuzz.process.cdist(a, a, scorer=theirs, score_cutoff=cutoff, dtype="uint8"))
    found = process.cpdist(a, b[:-1], scorer=ours, score_cutoff=cutoff, workers=workers)
    np.testing.assert_array_equal(found, rapidfuzz.process.cpdist(a, b[:-1], scorer=theirs, score_cutoff=cutoff))


def test_cutoffs_that_no_score_reaches():
    for name in NAMES:
        assert getattr(fuzz, name)("a", "a", score_cutoff=100.1) == 0
    for call in (process.extract, process.extractOne, process.cdist):
        for wrong in (100.1, -1):
            with pytest.raises(TypeError, match=r"range of 0.0 - 100.0"):
                call(["a"], ["a"], scorer=fuzz.WRatio, score_cutoff=wrong)
        with pytest.raises(TypeError, match=r"range of 0.0 - 1.0"):
            call(["a"], ["a"], scorer=concord.distance.Levenshtein.normalized_distance, score_cutoff=1.5)


def test_the_default_scorer_is_that_of_rapidfuzz():
    query, choices = "new york mets at atlanta braves", ["new york mets vs chicago cubs", "braves vs mets", None]
    assert process.extract(query, choices) == rapidfuzz.process.extract(query, choices)
    assert concord.extractOne(query, choices) == rapidfuzz.process.extractOne(query, choices)
    assert list(process.extract_iter(query, choices)) == list(rapidfuzz.process.extract_iter(query, choices))
    processed = process.extract(query.upper(), choices, processor=utils.default_process)
    assert processed == rapidfuzz.process.extract(query.upper(), choices, processor=rapidfuzz.utils.default_process)


@given(text=st.text(st.sampled_from("aÄż€\U0001f600 _-.!\t\xa0Z9"), max_size=20))
def test_default_process_as_rapidfuzz(text):
    assert utils.default_process(text) == rapidfuzz.utils.default_process(text)


def test_default_process_worked_by_hand():
    assert utils.default_process("  C'est  la_vie! ") == "c est  la vie"
    assert utils.default_process("ÇA VA?") == "ça va" and utils.default_process("--") == ""
    with pytest.raises(TypeError):
        utils.default_process(b"bytes")


def test_every_letter_that_separates_words_of_wide_texts():
    """Around the letters that do, and around the ends of the ranges in which none does."""
    codes = {0x41, 0x436, 0xD7FF, 0xE000, 0xFFFF, 0x1F600}
    for code in (0x00, 0x09, 0x1C, 0x20, 0x85, 0xA0, 0x1680, 0x2000, 0x200A, 0x2028, 0x202F, 0x205F, 0x3000):
        codes.update(near for near in range(code - 6, code + 7) if near >= 0)
    for code in sorted(codes):
        for wide in ("\u0436", "\U0001f600"):
            a = f"{wide}ab{chr(code)}cd{wide}"
            for b in (f"cd{wide} {wide}ab", a):
                assert fuzz.token_sort_ratio(a, b) == rapidfuzz.fuzz.token_sort_ratio(a, b), (code, a)
                assert fuzz.token_set_ratio(a, b) == rapidfuzz.fuzz.token_set_ratio(a, b), (code, a)
