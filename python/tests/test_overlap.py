"""Shared regions, suffix arrays and matches against naive ones."""

import pickle

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import another_process, examples

import concord

COLLECTIONS = st.lists(st.text("ab€", max_size=12), min_size=1, max_size=5)


def naive_suffixes(sequences):
    """(what is left of the sequence, position in all) in order: a beginning first, of equal ones the earlier."""
    suffixes = []
    offset = 0
    for sequence in sequences:
        suffixes += [(sequence[start:], offset + start) for start in range(len(sequence))]
        offset += len(sequence)
    return sorted(suffixes)


def shared_prefix(a, b):
    return next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))


@given(sequences=COLLECTIONS)
@examples(200)
def test_arrays(sequences):
    expected = naive_suffixes(sequences)
    assert concord.suffix_array(sequences).tolist() == [place for _, place in expected]
    texts = [text for text, _ in expected]
    assert concord.lcp_array(sequences).tolist() == [0, *map(shared_prefix, texts, texts[1:])][: len(texts)]


@given(text=st.text(st.characters(max_codepoint=0x2FFFF), max_size=40))
def test_arrays_of_any_text(text):
    assert concord.suffix_array(text).tolist() == sorted(range(len(text)), key=lambda start: text[start:])


def test_arrays_of_more_letters_than_bytes_have():
    text = "".join(map(chr, range(0x1000, 0x1200))) * 2
    assert concord.suffix_array(text).tolist() == sorted(range(len(text)), key=lambda start: text[start:])
    numbers = np.array([3, 1, 2, 1])
    assert concord.suffix_array(numbers).tolist() == [3, 1, 2, 0]


@given(sequences=COLLECTIONS, data=st.data())
@examples(200)
def test_regions(sequences, data):
    support = data.draw(st.integers(1, len(sequences)))
    holders = {}
    for index, sequence in enumerate(sequences):
        for start in range(len(sequence)):
            for end in range(start + 1, len(sequence) + 1):
                holders.setdefault(sequence[start:end], []).append((index, start))
    wide = {text: places for text, places in holders.items() if len({i for i, _ in places}) >= support}
    for found in (
        concord.overlap(sequences, support=support, occurrences=True, every_support=True),
        concord.OverlapIndex(sequences).shared_region(support=support, occurrences=True, every_support=True),
    ):
        assert found.length == max(map(len, wide), default=0)
        if not wide:
            assert not found
            continue
        assert list(found) == min(places for text, places in wide.items() if len(text) == found.length)
        assert found.text == sequences[found.sequence][found.start : found.end]
        for one in found.by_support:
            assert one.length == max(
                len(text) for text, places in holders.items() if len({i for i, _ in places}) >= one.support
            )
    repeats = {}
    for text, places in holders.items():
        for index in {i for i, _ in places}:
            at = [start for i, start in places if i == index]
            if len(at) > 1:
                repeats[(index, text)] = at
    repeat = concord.longest_repeat(sequences, occurrences=True)
    assert repeat.length == max((len(text) for _, text in repeats), default=0)
    if repeat:
        assert [place.start for place in repeat] == repeats[(repeat.sequence, repeat.text)]
        assert repeat.count == len(repeat.occurrences)


@given(a=st.lists(st.text("ab", max_size=8), min_size=1, max_size=3), b=st.lists(st.text("ab", max_size=8), max_size=3))
def test_matches(a, b):
    expected = set()
    for i, one in enumerate(a):
        for j, other in enumerate(b):
            for x in range(len(one)):
                for y in range(len(other)):
                    length = shared_prefix(one[x:], other[y:])
                    if length >= 2 and not (x > 0 and y > 0 and one[x - 1] == other[y - 1]):
                        expected.add((i, x, j, y, length))
    found = concord.exact_matches(a, b, min_length=2)
    assert {tuple(row) for row in found.tolist()} == expected
    assert len(found) == len(expected)
    ends = {
        (i, j, max(k for k in range(1, 9) if k <= len(x) and k <= len(y) and x[-k:] == y[:k]))
        for i, x in enumerate(a)
        for j, y in enumerate(a)
        if i != j and any(k <= len(x) and k <= len(y) and x[-k:] == y[:k] for k in range(1, 9))
    }
    assert {tuple(row) for row in concord.suffix_prefix_overlaps(a, min_length=1).tolist()} == ends


def test_matches_with_mismatches():
    sequences = ["ACGTA", "ACGACA", "TTT"]
    index = concord.OverlapIndex(sequences)
    expected = [(0, 0, 1, 0, 1, 4), (0, 0, 1, 3, 1, 3)]
    assert index.mismatch_matches(min_length=3, mismatches=1).tolist() == expected
    found = concord.mismatch_matches(sequences, min_length=3, mismatches=1, threads=2)
    assert found.tolist() == expected
    assert found.dtype.names == ("sequence_a", "start_a", "sequence_b", "start_b", "mismatches", "length")
    assert concord.mismatch_matches(sequences, min_length=3).tolist() == [(0, 0, 1, 0, 0, 3)]
    assert len(concord.mismatch_matches(sequences, min_length=5)) == 0


def test_saved_indexes(tmp_path):
    path = tmp_path / "reads.cdx"
    reads = concord.SequenceSet(["ACGTACGT", "TACGTA"], names=["one", "two"], alphabet="dna")
    index = concord.OverlapIndex(reads)
    index.save(path)
    loaded = concord.OverlapIndex.load(path)
    assert loaded.shared_region() == index.shared_region()
    assert loaded.shared_region().name == "one"
    assert repr(loaded) == "<OverlapIndex of 2 sequences, 14 letters>"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(concord.InputError, match="cdx"):
        concord.OverlapIndex.load(path)
    with pytest.raises(concord.UsageError, match="cannot be saved"):
        concord.OverlapIndex(["a€"]).save(path)


def test_wrong_arguments():
    with pytest.raises(concord.UsageError):
        concord.overlap(["a", "b"], support=3)
    with pytest.raises(concord.OutOfMemoryError, match="memory") as caught:
        concord.OverlapIndex(["abc" * 100], memory=10)
    assert isinstance(caught.value, MemoryError) and isinstance(caught.value, concord.ResourceError)


def turned(letters):
    return letters.translate(str.maketrans("ACGT", "TGCA"))[::-1]


DNA = st.text("ACGT", max_size=14)


@given(a=DNA, b=DNA)
@examples(200)
def test_matches_on_both_strands(a, b):
    expected = {}
    for strand, other in ((1, b), (-1, turned(b))):
        for x in range(len(a)):
            for y in range(len(other)):
                length = shared_prefix(a[x:], other[y:])
                if length >= 2 and not (x > 0 and y > 0 and a[x - 1] == other[y - 1]):
                    start = y if strand == 1 else len(b) - y - length
                    expected.setdefault((0, x, 0, start, length), strand)  # a palindrome, reported twice, counts once
    found = concord.exact_matches([a], [b], min_length=2, alphabet="dna", both_strands=True)
    assert found.dtype.names == ("sequence_a", "start_a", "sequence_b", "start_b", "strand", "length")
    assert {(*row[:4], row[5]): row[4] for row in found.tolist()} == expected
    assert len(found) == len(expected)


def test_questions_on_both_strands():
    sequences = ["CCGATTACACC", "TT" + turned("GATTACA"), "AAAAAA"]
    found = concord.overlap(sequences, support=2, both_strands=True, occurrences=True, alphabet="dna")
    assert (found.text, found.support) == ("GATTACA", 2)
    assert found.occurrences == (concord.StrandedPlace(0, 2, "+"), concord.StrandedPlace(1, 2, "-"))
    index = concord.OverlapIndex(sequences, both_strands=True, alphabet="dna")
    assert index.shared_region(support=2, occurrences=True) == found
    assert index.multi_matches(support=2, min_length=7).tolist() == [(0, 0, 2, 1, 7), (0, 1, 2, -1, 7)]
    assert index.mismatch_matches(min_length=7, mismatches=0).tolist() == [(0, 2, 1, 2, 0, -1, 7)]
    repeat = concord.longest_repeat(["CCGATTACACCTGTAATCG"], both_strands=True, occurrences=True, alphabet="dna")
    assert repeat.occurrences == (concord.StrandedPlace(0, 1, "+"), concord.StrandedPlace(0, 11, "-"))
    for wrong in (index.suffix_array, index.bwt, index.suffix_prefix_overlaps):
        with pytest.raises(concord.UsageError, match="strand"):
            wrong()
    with pytest.raises(concord.UsageError, match="dna"):
        concord.OverlapIndex(["abc"], both_strands=True, alphabet="bytes")


def occurrences_of(text, part):
    return sum(text.startswith(part, start) for start in range(len(text)))


@given(a=st.text("ab", max_size=12), b=st.text("ab", max_size=12))
@examples(200)
def test_unique_matches(a, b):
    expected = [
        row
        for row in concord.exact_matches([a], [b], min_length=2).tolist()
        if occurrences_of(a, a[row[1] : row[1] + row[4]]) == occurrences_of(b, a[row[1] : row[1] + row[4]]) == 1
    ]
    assert concord.unique_matches([a], [b], min_length=2).tolist() == expected
    of_both = concord.multi_matches([a, b], min_length=2).tolist()
    pairs = {(one[2], other[2], one[3]) for one, other in zip(of_both[::2], of_both[1::2])}
    assert pairs == {(row[1], row[3], row[4]) for row in expected}


@given(sequences=COLLECTIONS)
def test_inverse_and_transform(sequences):
    suffixes = naive_suffixes(sequences)
    index = concord.OverlapIndex(sequences)
    inverse = index.inverse_suffix_array().tolist()
    assert [inverse[place] for _, place in suffixes] == list(range(len(suffixes)))
    whole = "".join(sequences)
    begins, at = set(), 0
    for sequence in sequences:
        begins.add(at)
        at += len(sequence)
    if index._given.held.is_recoded():
        with pytest.raises(concord.UsageError, match="other numbers"):
            index.bwt()
    else:
        assert index.bwt().tolist() == [-1 if p in begins else ord(whole[p - 1]) for _, p in suffixes]


@given(sequences=COLLECTIONS, data=st.data())
@examples(100)
def test_longest_common_extensions(sequences, data):
    ends = [text for text, _ in sorted(naive_suffixes(sequences), key=lambda one: one[1])]
    index = concord.OverlapIndex(sequences, threads=2)
    pairs = data.draw(st.lists(st.tuples(st.integers(0, len(ends)), st.integers(0, len(ends))), max_size=20))
    texts = [*ends, ""]
    expected = [shared_prefix(texts[i], texts[j]) for i, j in pairs]
    i, j = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    assert index.lce(i, j).tolist() == expected
    assert [index.lce(i, j) for i, j in pairs] == expected
    if ends:
        assert index.lce(0, np.arange(len(ends))).tolist() == [shared_prefix(texts[0], one) for one in ends]
    for wrong in (len(ends) + 1, -1):
        with pytest.raises(concord.UsageError):
            index.lce(wrong, 0)
    with pytest.raises(TypeError):
        index.lce(0.5, 0)


@given(data=st.data(), dtype=st.sampled_from(["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4"]))
@examples(200)
def test_range_minima(data, dtype):
    limits = np.iinfo(dtype)
    values = data.draw(st.lists(st.integers(0, 3) | st.sampled_from([limits.min, limits.max]), min_size=1, max_size=90))
    array = np.array(values, dtype=dtype)
    minima = concord.RangeMinimum(array)
    assert len(minima) == len(values) and minima.memory_bytes() > 4 * len(values)
    first, last = zip(*data.draw(st.lists(st.tuples(st.integers(0, len(values) - 1), st.integers(1, len(values))), min_size=1)))
    last = [max(i + 1, j) for i, j in zip(first, last)]
    expected = [i + values[i:j].index(min(values[i:j])) for i, j in zip(first, last)]
    assert minima.argmin(first, last).tolist() == expected
    assert minima.argmin(first[0], last[0]) == expected[0]


def test_wrong_ranges():
    minima = concord.RangeMinimum([2, 1])
    for first, last in ((0, 0), (1, 1), (0, 3), (-1, 1), ([0, 1], [1, 1])):
        with pytest.raises(concord.UsageError):
            minima.argmin(first, last)
    with pytest.raises(concord.UsageError):
        concord.RangeMinimum([]).argmin(0, 1)
    with pytest.raises(concord.UsageError):
        concord.RangeMinimum([1], device="tpu")
    if not any(one.usable and one.name != "cpu" for one in concord.devices()):
        with pytest.raises(concord.ResourceError):
            concord.RangeMinimum([1], device="cuda:0")
    for wrong in ([0.5], [[1, 2]], ["a"]):
        with pytest.raises(TypeError):
            concord.RangeMinimum(wrong)


WORDS = ["banana", "bandana", "cabana"]


@pytest.mark.parametrize(
    ("sequences", "arguments"),
    [
        (WORDS, {}),
        ([word.encode() for word in WORDS], {}),
        (["ACGTTACG", "CGTAACGT"], {"alphabet": "dna", "both_strands": True}),
        (concord.SequenceSet(["GATTACA", "TTACAG"], ["one", "two"], "dna"), {}),
        (["zażółć", "żółw\U0001f600"], {}),
        ([["the", "cat", "sat"], ["a", "cat", "sat"]], {}),
        ([list(range(2000)), list(range(1000, 3000))], {}),
        ([""], {}),
    ],
)
def test_an_index_pickles(sequences, arguments):
    index = concord.OverlapIndex(sequences, threads=1, **arguments)
    again = pickle.loads(pickle.dumps(index))
    assert repr(again) == repr(index)
    assert again.shared_region(support=1, occurrences=True) == index.shared_region(support=1, occurrences=True)
    assert again.longest_repeat(occurrences=True) == index.longest_repeat(occurrences=True)
    twice = pickle.loads(pickle.dumps(again))
    for one in (again, twice):
        np.testing.assert_array_equal(one.exact_matches(min_length=1), index.exact_matches(min_length=1))
        if "both_strands" not in arguments:
            np.testing.assert_array_equal(one.suffix_array(), index.suffix_array())
            np.testing.assert_array_equal(one.lcp_array(), index.lcp_array())


def test_a_loaded_index_pickles(tmp_path):
    concord.OverlapIndex(WORDS).save(tmp_path / "words.index")
    index = concord.OverlapIndex.load(tmp_path / "words.index")
    again = pickle.loads(pickle.dumps(index))
    (tmp_path / "words.index").unlink()
    assert again.shared_region(support=3).text == "ban"


def test_a_damaged_pickle_is_refused():
    made, (index, sequences, how) = concord.OverlapIndex(WORDS).__reduce__()
    with pytest.raises(concord.InputError):
        made(index[:-9] + b"123456789", sequences, how)


def test_an_index_goes_to_another_process(tmp_path):
    index = concord.OverlapIndex(WORDS)
    with another_process(tmp_path) as pool:
        assert pool.apply(concord.OverlapIndex.longest_repeat, (index,)) == index.longest_repeat()
