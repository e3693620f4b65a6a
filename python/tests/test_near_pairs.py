"""Near pairs as NumPy, SciPy and Arrow take them, and lengths of many common subsequences."""

import ctypes
import gc
import random

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, strategies as st

import concord
from concord.distance import OSA, DamerauLevenshtein, Hamming, Indel, LCSseq, Levenshtein

WORDS = ["kitten", "mitten", "sitting", "", "kitten", "zażółć", "sit", "\U0001f600!"]
METRICS = {
    "levenshtein": Levenshtein,
    "indel": Indel,
    "osa": OSA,
    "damerau_levenshtein": DamerauLevenshtein,
}


def expected(a, b, most, scorer=Levenshtein):
    pairs = ((i, j, scorer.distance(x, y)) for i, x in enumerate(a) for j, y in enumerate(b))
    return [pair for pair in pairs if pair[2] <= most]


@pytest.mark.parametrize("metric", METRICS)
def test_metrics(metric):
    near = expected(WORDS, WORDS, 3, METRICS[metric])
    assert list(concord.near_pairs(WORDS, WORDS[:], max_distance=3, metric=metric)) == near
    assert list(concord.near_pairs(WORDS, max_distance=3, metric=metric, both_ways=True)) == near
    once = concord.near_pairs(WORDS, max_distance=3, metric=metric)
    assert list(once) == [pair for pair in near if pair[0] < pair[1]]
    assert once.shape == (len(WORDS), len(WORDS)) and len(once) == len(once.distance)


def test_hamming_needs_one_length():
    found = concord.near_pairs(["abc", "abd", "ab"], max_distance=5, metric="hamming")
    assert list(found) == [(0, 1, Hamming.distance("abc", "abd"))]


@given(st.lists(st.text("abc", max_size=9), max_size=12), st.lists(st.text("abcd", max_size=9), max_size=12), st.integers(0, 4))
def test_any_words(a, b, most):
    assert list(concord.near_pairs(a, b, max_distance=most)) == expected(a, b, most)


def test_collections():
    reads = concord.SequenceSet(["ACGT", "ACGA", "TTTT"], alphabet="dna")
    for given_ones in (reads, list(reads), pa.array(list(reads)), [one.encode() for one in reads]):
        assert list(concord.near_pairs(given_ones, max_distance=1)) == [(0, 1, 1)]
        assert list(concord.near_pairs(given_ones, given_ones, max_distance=0)) == []
    assert list(concord.near_pairs(["ABC", "abc"], max_distance=0, processor=str.lower)) == [(0, 1, 0)]
    assert list(concord.near_pairs([], max_distance=1)) == []
    assert concord.near_pairs(reads, max_distance=1).run["device"] == "cpu"


def test_refusals():
    with pytest.raises(concord.UsageError, match="unknown metric"):
        concord.near_pairs(WORDS, max_distance=1, metric="jaro")
    with pytest.raises(concord.UsageError, match="expected 0 or more"):
        concord.near_pairs(WORDS, max_distance=-1)
    with pytest.raises(TypeError, match="missing"):
        concord.near_pairs(["a", None], max_distance=1)
    with pytest.raises(TypeError, match="single one"):
        concord.near_pairs("abc", max_distance=1)
    with pytest.raises(concord.UsageError, match="SequenceSet"):
        concord.near_pairs(concord.SequenceSet(["ACGT"]), ["ACGT"], max_distance=1)
    with pytest.raises(ValueError, match="read-only"):
        concord.near_pairs(WORDS, max_distance=3).a[0] = 1


def test_arrays_outlive_the_result():
    found = concord.near_pairs(WORDS, max_distance=3)
    pairs = list(found)
    a, table, batch = found.a, pa.table(found), pa.record_batch(found)
    capsules = found.__arrow_c_array__()
    del found
    gc.collect()
    assert a.tolist() == [pair[0] for pair in pairs]
    assert table.column_names == ["a", "b", "distance"] and table.schema.types == [pa.uint32()] * 3
    assert list(zip(*table.to_pydict().values())) == pairs
    assert batch.to_pydict() == table.to_pydict()
    assert len(capsules) == 2


def test_arrow_without_copies():
    found = concord.near_pairs(WORDS, max_distance=3)
    for arrow in (pa.record_batch(found), pa.table(found).combine_chunks().to_batches()[0]):
        arrow.validate(full=True)
        for column, array in zip(arrow.columns, (found.a, found.b, found.distance)):
            assert column.buffers()[1].address == array.ctypes.data
    empty = pa.table(concord.near_pairs(["abc", "xyz"], max_distance=0))
    empty.validate(full=True)
    assert empty.num_rows == 0 and empty.num_columns == 3
    assert pa.schema(found) == pa.table(found).schema


class ArrowSchema(ctypes.Structure):
    pass


class ArrowArray(ctypes.Structure):
    pass


ArrowSchema._fields_ = [
    ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p), ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("children", ctypes.POINTER(ctypes.POINTER(ArrowSchema))), ("dictionary", ctypes.c_void_p),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowSchema))), ("private_data", ctypes.c_void_p),
]
ArrowArray._fields_ = [
    ("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64), ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(ArrowArray))), ("dictionary", ctypes.c_void_p),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowArray))), ("private_data", ctypes.c_void_p),
]


def pointer_of(capsule, name, kind):
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return ctypes.cast(pointer(capsule, name), ctypes.POINTER(kind))


def test_the_structures_themselves():
    """Read as the interface is written down, without a library; a child that was moved out outlives its parent."""
    found = concord.near_pairs(WORDS, max_distance=3)
    schema_capsule, array_capsule = found.__arrow_c_array__()
    schema = pointer_of(schema_capsule, b"arrow_schema", ArrowSchema)[0]
    array = pointer_of(array_capsule, b"arrow_array", ArrowArray)[0]
    assert (schema.format, schema.n_children, array.length, array.n_children) == (b"+s", 3, len(found), 3)
    assert array.n_buffers == 1 and not array.buffers[0]
    columns = []
    for child in range(3):
        of_schema, of_array = schema.children[child][0], array.children[child][0]
        assert (of_schema.format, of_array.length, of_array.n_buffers) == (b"I", len(found), 2)
        assert (of_array.null_count, of_array.offset, of_array.buffers[0]) == (0, 0, None)
        numbers = ctypes.cast(of_array.buffers[1], ctypes.POINTER(ctypes.c_uint32))
        columns.append((of_schema.name.decode(), numbers[:len(found)]))
    assert columns == [("a", found.a.tolist()), ("b", found.b.tolist()), ("distance", found.distance.tolist())]
    moved = ArrowArray()
    ctypes.memmove(ctypes.byref(moved), array.children[1], ctypes.sizeof(ArrowArray))
    ctypes.memset(ctypes.byref(array.children[1][0], ArrowArray.release.offset), 0, ctypes.sizeof(ctypes.c_void_p))
    expected_b = found.b.tolist()
    array.release(ctypes.byref(array))
    assert not array.release
    del found, array_capsule
    gc.collect()
    numbers = ctypes.cast(moved.buffers[1], ctypes.POINTER(ctypes.c_uint32))
    assert numbers[:len(expected_b)] == expected_b
    moved.release(ctypes.byref(moved))
    assert not moved.release


def test_to_scipy():
    pytest.importorskip("scipy")
    matrix = concord.near_pairs(WORDS, max_distance=3).to_scipy()
    matrix.check_format()
    entries = matrix.tocoo()
    found = [(int(i), int(j), int(value)) for i, j, value in zip(entries.row, entries.col, entries.data)]
    assert found == list(concord.near_pairs(WORDS, max_distance=3)) and matrix.shape == (len(WORDS), len(WORDS))


def test_lengths_of_common_subsequences():
    chance = random.Random(7)
    words = ["".join(chance.choices("abcd", k=chance.randrange(90))) for _ in range(30)] + WORDS
    table = [[LCSseq.similarity(x, y) for y in WORDS] for x in words]
    found = concord.longest_common_subsequences(words, WORDS)
    assert found.dtype == np.uint32 and found.tolist() == table
    assert concord.longest_common_subsequences(WORDS).tolist() == [[LCSseq.similarity(x, y) for y in WORDS] for x in WORDS]
    zipped = concord.longest_common_subsequences(words, words[::-1], zipped=True, threads=2)
    assert zipped.tolist() == [concord.lcs(x, y).length for x, y in zip(words, words[::-1])]
    dna = concord.SequenceSet(["ACGTNA", "GATTACA"], alphabet="dna")
    assert concord.longest_common_subsequences(dna).tolist() == [[5, 3], [3, 7]]


def test_lists_are_read_in_place_whatever_the_widths_of_their_texts() -> None:
    words = ["Zoë", "Zoe", "ΝΙΚΟΣ", "ΝΙΚΟ", "♥𝄞", "♥", "", "Zoë"] * 300
    by_hand = {("Zoë", "Zoe"), ("ΝΙΚΟΣ", "ΝΙΚΟ"), ("♥𝄞", "♥"), ("♥", "")}
    expected = [
        (i, j)
        for i, one in enumerate(words[:16])
        for j, other in enumerate(words)
        if i < j and (one == other or (one, other) in by_hand or (other, one) in by_hand)
    ]
    for given in (words, tuple(words), iter(words)):
        found = concord.near_pairs(given, max_distance=1)
        assert [(a, b) for a, b, _ in found if a < 16] == expected


def test_missing_ones_of_a_list_are_refused() -> None:
    with pytest.raises(TypeError):
        concord.near_pairs(["ACGT", None], max_distance=1)
