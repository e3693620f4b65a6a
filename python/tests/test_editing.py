"""Edit scripts against rapidfuzz's, as lists of tuples, and by applying them."""

import pickle
import random

import pytest
import rapidfuzz.distance
from hypothesis import given, strategies as st
from strategies import examples, long_pairs, made_long, pairs

import concord
from concord import distance, fuzz
from concord.distance import Editops, Levenshtein, Opcodes

NAMES = ("Levenshtein", "Indel", "LCSseq", "Hamming")


def as_tuples(script):
    return [tuple(one) for one in script]


@pytest.mark.parametrize("name", NAMES)
@given(pair=pairs())
@examples(150)
def test_as_rapidfuzz(name, pair):
    ours, theirs = getattr(distance, name), getattr(rapidfuzz.distance, name)
    edits, expected = ours.editops(*pair), theirs.editops(*pair)
    assert as_tuples(edits) == as_tuples(expected)
    assert list(edits) == list(expected)
    assert (edits.src_len, edits.dest_len) == (expected.src_len, expected.dest_len)
    assert as_tuples(ours.opcodes(*pair)) == as_tuples(theirs.opcodes(*pair))
    assert as_tuples(edits.as_opcodes()) == as_tuples(expected.as_opcodes())
    assert as_tuples(edits.inverse()) == as_tuples(expected.inverse())
    assert as_tuples(edits.as_matching_blocks()) == as_tuples(expected.as_matching_blocks())
    assert as_tuples(ours.opcodes(*pair).as_matching_blocks()) == as_tuples(expected.as_matching_blocks())
    assert edits.apply(*pair) == pair[1]
    assert edits.inverse().apply(pair[1], pair[0]) == pair[0]
    assert ours.opcodes(*pair).inverse().apply(pair[1], pair[0]) == pair[0]
    assert ours.opcodes(*pair).as_editops() == edits
    assert repr(edits) == repr(expected)
    assert len(edits) == len(expected)


@pytest.mark.parametrize("name", NAMES)
@given(case=long_pairs)
@examples(25)
def test_of_several_words_as_rapidfuzz(name, case):
    pair = made_long(*case)
    edits = getattr(distance, name).editops(*pair)
    assert as_tuples(edits) == as_tuples(getattr(rapidfuzz.distance, name).editops(*pair))


@pytest.mark.parametrize("name", ["Indel", "LCSseq", "Levenshtein"])
@pytest.mark.parametrize("length", [63, 64, 65, 128, 129, 192, 193, 256, 257])
def test_at_the_edges_of_words_as_rapidfuzz(name, length):
    source = random.Random(length)
    for letters in ("ab", "abcdefghijklmnopqrst", "abé\U0001f600"):
        a = "".join(source.choices(letters, k=length))
        for b in ("".join(source.choices(letters, k=length - 9)), "x" + a[1:-1] + "y", "x" + "".join(source.choices(letters, k=300))):
            edits = getattr(distance, name).editops(a, b)
            assert as_tuples(edits) == as_tuples(getattr(rapidfuzz.distance, name).editops(a, b)), (a, b)
            assert edits.apply(a, b) == b


def test_greater_tables_are_of_least_cost_too():
    pair = made_long(7, 5000, 4000, "ACGT")
    for name in NAMES:
        edits = getattr(distance, name).editops(*pair)
        assert edits.apply(*pair) == pair[1]
        if name != "LCSseq":  # whose distance is another
            assert len(edits) == getattr(distance, name).distance(*pair)


@given(pair=pairs(most=20), data=st.data())
def test_removing_a_subsequence_as_rapidfuzz(pair, data):
    ours, theirs = distance.Levenshtein.editops(*pair), rapidfuzz.distance.Levenshtein.editops(*pair)
    kept = data.draw(st.lists(st.booleans(), min_size=len(ours), max_size=len(ours)))
    chosen = [one for one, keep in zip(ours, kept) if keep]
    mine = ours.remove_subsequence(distance.Editops(chosen, len(pair[0]), len(pair[1])))
    expected = theirs.remove_subsequence(
        rapidfuzz.distance.Editops([tuple(one) for one in chosen], len(pair[0]), len(pair[1]))
    )
    assert as_tuples(mine) == as_tuples(expected)
    with pytest.raises(ValueError, match="subsequence"):
        ours.remove_subsequence([("insert", 99, 99)])


def test_as_objects():
    edits = concord.editops("kitten", "sitting")
    assert edits == [("replace", 0, 0), ("replace", 4, 4), ("insert", 6, 6)] == list(edits)
    assert edits[0] == ("replace", 0, 0) and edits[0].tag == "replace" and edits[-1].dest_pos == 6
    assert as_tuples(edits[0:2]) == [("replace", 0, 0), ("replace", 4, 4)]
    assert edits != distance.Editops([], 6, 7)
    assert distance.Editops(edits.as_opcodes().as_list(), 6, 7) == edits
    assert distance.Opcodes(edits.as_list(), 6, 7) == edits.as_opcodes() == distance.Opcodes.from_editops(edits)
    assert distance.Editops.from_opcodes(edits.as_opcodes()) == edits == edits.copy()
    for script in (edits, edits.as_opcodes()):
        assert pickle.loads(pickle.dumps(script)) == script
        with pytest.raises(TypeError):
            hash(script)
        with pytest.raises(IndexError):
            script[99]
    changed = edits.copy()
    del changed[0]
    assert len(changed) == 2 and len(edits) == 3
    with pytest.raises(ValueError, match="out of order"):
        distance.Editops([("replace", 4, 4), ("replace", 0, 0)], 6, 7)
    with pytest.raises(ValueError, match="invalid"):
        distance.Editops([("replace", 9, 4)], 6, 7)
    with pytest.raises(ValueError, match="start at position 0"):
        distance.Opcodes([("equal", 1, 2, 1, 2)], 2, 2)
    with pytest.raises(ValueError, match="continuous"):
        distance.Opcodes([("equal", 0, 1, 0, 1), ("equal", 2, 3, 2, 3)], 3, 3)
    assert concord.editops([1, 2], [1, 3]).apply([1, 2], [1, 3]) == [1, 3]
    assert concord.opcodes(b"ab", b"abc").apply(b"ab", b"abc") == b"abc"
    assert concord.editops("ab", "AB", processor=str.lower) == []


def test_slices_empty_scripts_and_adjacent_blocks():
    edits = concord.editops("kitten", "sitting")
    assert edits[:2].as_list() == edits.as_list()[:2] and edits[::2].as_list() == edits.as_list()[::2]
    with pytest.raises(ValueError, match="step sizes below 0"):
        edits[::-1]
    with pytest.raises(ValueError, match="zero"):
        edits[::0]
    assert Opcodes([], 0, 0).as_list() == [] and Opcodes([], 0, 3).as_list() == [("equal", 0, 0, 0, 3)]
    assert Opcodes([], 3, 0).as_matching_blocks() == [(3, 0, 0)]
    in_two = Opcodes([("equal", 0, 1, 0, 1), ("equal", 1, 3, 1, 3)], 3, 3)
    assert in_two == Opcodes([("equal", 0, 3, 0, 3)], 3, 3)
    for wrong in ([("equal", 0, 1, 0, 2)], [("insert", 0, 1, 0, 3)], [("delete", 0, 3, 0, 1)], [("equal", 0, 2, 0, 2)]):
        with pytest.raises(ValueError, match="List of edit operations"):
            Opcodes(wrong, 3, 3)
    with pytest.raises(ValueError, match="Duplicated"):
        Editops([("insert", 1, 1), ("insert", 1, 1)], 3, 4)
    with pytest.raises(ValueError, match="invalid"):
        Editops([("replace", 3, 0)], 3, 4)


def test_elements_that_only_have_a_hash():
    class OnlyHashed:
        def __init__(self, text):
            self.text = text

        def __eq__(self, other):
            raise NotImplementedError

        def __hash__(self):
            return hash(self.text)

    a, b = [OnlyHashed("aa"), OnlyHashed("aa")], [OnlyHashed("aa"), OnlyHashed("bb")]
    assert Levenshtein.distance(a, a[::-1]) == 0 and Levenshtein.distance(a, b) == 1
    assert Levenshtein.distance([0, -1], [0, -2]) == 1


@pytest.mark.parametrize("metric", ["Levenshtein", "Indel"])
@pytest.mark.parametrize("form", ["editops", "opcodes"])
def test_operations_are_changed_for_their_owner_alone(metric, form):
    ours, theirs = (getattr(getattr(module, metric), form)("spam", "park") for module in (distance, rapidfuzz.distance))
    before = as_tuples(theirs)
    place = "src_pos" if form == "editops" else "src_start"
    for owned in (ours[0], next(iter(ours)), ours.as_list()[0], ours.copy()[0], list(ours)[-1]):
        setattr(owned, place, 999)
        assert getattr(owned, place) == 999 == owned[1] and owned == (owned.tag, 999, *owned[2:])
        owned.tag = "equal"
        assert hash(owned) == hash(("equal", *owned[1:])) and type(owned)._make(owned) == owned
        assert as_tuples(ours) == before
    if form == "editops":
        ours[:][0].src_pos = 999
        assert as_tuples(ours) == before == as_tuples(ours[:])


def test_attributes_are_texts_and_numbers():
    block = Levenshtein.opcodes("spam", "park").as_matching_blocks()[0]
    block.size = True
    assert block == (1, 0, 1) and type(block.size) is int
    found = fuzz.partial_ratio_alignment("park", "a park")
    found.score = 99.5
    assert (found.score, found.dest_start) == (99.5, 2) and found[0] == 99.5
    with pytest.raises(TypeError, match="dest_start is a text or a number, not list"):
        found.dest_start = [found]
    with pytest.raises(AttributeError, match="score cannot be deleted"):
        del found.score
