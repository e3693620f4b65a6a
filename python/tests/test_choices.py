"""One against many and tables of more words than are compared one by one: all scorers as rapidfuzz's."""

import gc
import pickle
import random

import numpy as np
import pytest
import rapidfuzz
import rapidfuzz.distance
import rapidfuzz.process
import rapidfuzz.utils

import concord
from concord import distance, fuzz, process, utils
from concord.distance import Editop, Levenshtein, Opcode

METRICS = (
    "Levenshtein",
    "Indel",
    "LCSseq",
    "Hamming",
    "OSA",
    "DamerauLevenshtein",
    "Jaro",
    "JaroWinkler",
    "Prefix",
    "Postfix",
)
KINDS = ("distance", "similarity", "normalized_distance", "normalized_similarity")
RATIOS = ("ratio", "WRatio", "partial_ratio", "token_set_ratio", "token_sort_ratio")
SCORERS = [(metric, kind) for metric in METRICS for kind in KINDS] + [("fuzz", name) for name in RATIOS]


def both(home, name):
    if home == "fuzz":
        return getattr(fuzz, name), getattr(rapidfuzz.fuzz, name)
    return getattr(getattr(distance, home), name), getattr(getattr(rapidfuzz.distance, home), name)


def words(seed, count, longest, letters="abcdefgh "):
    source = random.Random(seed)
    return ["".join(source.choices(letters, k=source.randint(0, longest))) for _ in range(count)]


def cutoff_of(home, name):
    # Between scores: of those that equal their cutoff rapidfuzz leaves some out.
    if home == "fuzz":
        return 39.71
    return 0.3971 if "normalized" in name or "Jaro" in home else 9


def test_what_is_no_plain_question():
    """Choices, scorers and limits that are searched in another way, with the same answer."""
    choices = ["kitten", "sitting", "mitten", None, float("nan")]
    expected = [("kitten", 0, 0), ("mitten", 1, 2)]
    by_index = {str(i): one for i, one in enumerate(choices)}
    for limit in (2, np.int64(2), True + 1):
        assert process.extract("kitten", choices, scorer=Levenshtein.distance, limit=limit) == expected
    assert process.extract("kitten", tuple(choices), scorer=Levenshtein.distance, limit=2) == expected
    assert process.extract("kitten", choices, scorer=lambda a, b, score_cutoff: -Levenshtein.distance(a, b), limit=1) == [
        ("kitten", 0, 0)
    ]
    assert process.extract("kitten", by_index, scorer=Levenshtein.distance, limit=1) == [("kitten", 0, "0")]
    assert process.extract("kitten", choices, scorer=Levenshtein.distance, limit=0) == []
    assert process.extract("kitten", choices, scorer=Levenshtein.distance, limit=-3) == []
    assert len(process.extract("kitten", choices, scorer=Levenshtein.distance, limit=None)) == 3
    for missing in (None, float("nan")):
        assert process.extract(missing, choices) == [] and process.extractOne(missing, choices) is None
        assert process.extractOne(missing, by_index) is None
    with pytest.raises(TypeError):
        process.extract("kitten", choices, scorer=Levenshtein.distance, limit="2")
    with pytest.raises(TypeError):
        process.extract("kitten", choices, scorer=[])
    with pytest.raises(TypeError):
        process.extract(17, choices, scorer=Levenshtein.distance)


@pytest.mark.parametrize(("home", "name"), SCORERS)
def test_every_way_to_choose(home, name):
    ours, theirs = both(home, name)
    # Two blocks of extract_iter; choices longer than a word of bits; letters of one, two and four bytes.
    choices = [*words(1, 250, 14), *words(2, 20, 150), *words(3, 20, 30, "ąćę abc"), *words(4, 10, 20, "a\U0001f600b")]
    for query in ("dacbe fgh", "cab ęćą", "abcdefgh " * 10):
        for arguments in ({}, {"score_cutoff": cutoff_of(home, name)}, {"processor": True}):
            mine, other = dict(arguments), dict(arguments)
            if "processor" in arguments:
                mine["processor"], other["processor"] = utils.default_process, rapidfuzz.utils.default_process
            expected = list(rapidfuzz.process.extract_iter(query, choices, scorer=theirs, **other))
            assert list(process.extract_iter(query, choices, scorer=ours, **mine)) == expected
            keyed = {f"k{index}": choice for index, choice in enumerate(choices)}
            found = list(process.extract_iter(query, keyed, scorer=ours, **mine))
            assert found == [(choice, score, f"k{index}") for choice, score, index in expected]
            assert list(process.extract_iter(query, iter(choices), scorer=ours, **mine)) == expected
            for limit in (1, 5, None):
                assert process.extract(query, choices, scorer=ours, limit=limit, **mine) == rapidfuzz.process.extract(
                    query, choices, scorer=theirs, limit=limit, **other
                )


@pytest.mark.parametrize(("home", "name"), SCORERS)
def test_tables_in_lanes(home, name):
    ours, theirs = both(home, name)
    for longest, letters in ((8, "abc"), (16, "abcdefgh "), (70, "abcdefgh "), (30, "ąćę abc")):
        a, b = words(longest, 41, longest, letters), words(longest + 1, 37, longest, letters)
        for queries, choices in ((a, b), (a[:3], b[:2]), (a, [*b, "abcdefgh " * 15])):
            found = process.cdist(queries, choices, scorer=ours)
            expected = rapidfuzz.process.cdist(queries, choices, scorer=theirs)
            assert found.dtype == expected.dtype
            np.testing.assert_array_equal(found, expected)
            pairs = min(len(queries), len(choices))
            np.testing.assert_array_equal(
                process.cpdist(queries[:pairs], choices[:pairs], scorer=ours),
                rapidfuzz.process.cpdist(queries[:pairs], choices[:pairs], scorer=theirs),
            )


def test_a_processor_may_choose_itself():
    """The buffers of the outer call are not those of the inner ones."""

    def processed(text):
        return process.extractOne(text, ["inner choice", text], scorer=fuzz.WRatio)[0]

    assert process.extract("outer", ["outer", "other"], scorer=fuzz.WRatio, processor=processed) == [
        ("outer", 100.0, 0),
        ("other", 80.0, 1),
    ]


def test_operations_are_named_tuples():
    edits = Levenshtein.editops("kitten", "sitting")
    first, run = edits[0], edits.as_opcodes()[1]
    assert type(first) is Editop and type(run) is Opcode and isinstance(first, tuple)
    assert first == ("replace", 0, 0) and hash(first) == hash(("replace", 0, 0))
    assert first._replace(dest_pos=3) == Editop("replace", 0, 3) == Editop(tag="replace", src_pos=0, dest_pos=3)
    assert Editop._fields == Editop.__match_args__ == ("tag", "src_pos", "dest_pos")
    assert run._asdict() == {"tag": "equal", "src_start": 1, "src_end": 4, "dest_start": 1, "dest_end": 4}
    assert pickle.loads(pickle.dumps((first, run))) == (first, run) and repr(first) == "Editop(tag='replace', src_pos=0, dest_pos=0)"

    class Marked(Editop):
        pass

    assert Marked("delete", 1, 2).src_pos == 1
    # Freed ones are used again: many of them, of both sizes, and through a collection.
    kept = [list(Levenshtein.editops("a" * size, "b" * (size + 1))) for size in range(300)]
    del kept[::2]
    gc.collect()
    assert [one[-1] for one in kept] == [("replace", size - 1, size) for size in range(1, 300, 2)]
    assert [len(one) for one in kept] == list(range(2, 301, 2))


def test_scripts_are_read_while_they_change():
    edits = Levenshtein.editops("kitten", "sitting")
    going = iter(edits)
    assert next(going) == ("replace", 0, 0)
    del edits[0]
    assert list(going) == [("insert", 6, 6)] and len(edits) == 2
    assert len(concord.editops("", "")) == 0 and list(concord.opcodes("", "")) == []
    assert list(distance.Hamming.editops("abcx", "ab")) == [("delete", 2, 2), ("delete", 3, 2)]
    with pytest.raises(concord.UsageError, match="same length"):
        distance.Hamming.opcodes("abc", "ab", pad=False)
    with pytest.raises(TypeError, match="score_cutoff"):
        Levenshtein.editops("a", "b", score_cutoff=1)
