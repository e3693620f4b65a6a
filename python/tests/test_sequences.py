"""Files and Arrow arrays as collections, and what is wrong with them."""

import gzip
import os
import pathlib
import pickle

import numpy as np
import pyarrow as pa
import pytest

import concord
from concord import fuzz, process
from concord.distance import JaroWinkler, Levenshtein

FASTA = ">one first\nACGT\nNA\n>two\nacgu\n"


def test_reading(tmp_path):
    plain, packed = tmp_path / "a.fasta", tmp_path / "b.fasta.gz"
    plain.write_text(FASTA)
    packed.write_bytes(gzip.compress(FASTA.encode()))
    reads = concord.read(plain, packed)
    assert reads.names == ["one", "two"] * 2 and list(reads) == ["ACGTNA", "ACGT"] * 2  # a U beside a T is shown as T
    assert (reads.alphabet, reads.letters, reads.ambiguous, reads.length(0)) == ("dna", 20, 2, 6)
    assert reads.files == ((str(plain), 2), (str(packed), 2))
    assert reads[-1] == "ACGT" and reads[1:3] == ["ACGT", "ACGTNA"] and reads.text(0, 1, 3) == "CG"
    assert concord.longest_common_substring(reads).text == "ACGT"
    assert repr(reads) == "<SequenceSet of 4 dna sequences, 20 letters, 4 to 6 each>"
    assert pickle.loads(pickle.dumps(reads)) == reads
    with pytest.raises(IndexError):
        reads[4]


def test_paths_of_any_kind(tmp_path):
    # A name that is no UTF-8, as str (surrogate escapes) and as bytes.
    raw = os.fsencode(tmp_path) + b"/caf\xe9.fasta"
    with open(raw, "wb") as file:
        file.write(FASTA.encode())
    for path in (raw, os.fsdecode(raw), pathlib.Path(os.fsdecode(raw))):
        reads = concord.read(path)
        assert list(reads) == ["ACGTNA", "ACGT"]
        assert reads.files == ((os.fsdecode(raw), 2),)
    index = concord.OverlapIndex(["abc", "bcd"])
    index.save(raw + b".cdx")
    assert list(concord.OverlapIndex.load(raw + b".cdx").suffix_array()) == list(index.suffix_array())
    with pytest.raises(concord.InputError) as caught:
        concord.read(raw + b"missing")
    assert os.fsdecode(raw + b"missing") in str(caught.value)
    for wrong in (1, None, 1.5):
        with pytest.raises(TypeError):
            concord.read(wrong)
    for call in (concord.read, index.save, concord.OverlapIndex.load):
        with pytest.raises(ValueError, match="null"):
            call(os.fsdecode(raw) + "\0b")


def test_names_that_are_no_utf8(tmp_path):
    path = tmp_path / "names.fasta"
    path.write_bytes(b">caf\xe9\nACGT\n>" + "żółć =1".encode() + b"\nACGT\n>=1\nACGT\n")
    reads = concord.read(path)
    assert reads.names == ["caf\\xe9", "żółć", "=1"]
    assert concord.longest_common_substring(reads).name == "caf\\xe9"


def test_every_alphabet_survives_pickling():
    for letters, alphabet in (
        (["ACGN", ""], "dna"),
        (["MKV*", "x"], "protein"),
        ([b"\x00\xff", b"a"], "bytes"),
        (["a€", "\U0001f600"], "utf8"),
    ):
        made = concord.SequenceSet(letters, alphabet=alphabet)
        assert made.alphabet == alphabet
        assert pickle.loads(pickle.dumps(made)) == made


@pytest.mark.parametrize(
    ("content", "record", "line", "expected"),
    [
        ("@r\nACGT\n+\nIII\n", 1, 4, "qualities"),
        (">a\nACGT\n>b\nAC!T\n", 2, 4, "letter"),
        ("@r\nACGT\n", 1, None, "expected"),
    ],
)
def test_places_of_what_is_wrong(tmp_path, content, record, line, expected):
    path = tmp_path / "wrong.fastq"
    path.write_text(content)
    with pytest.raises(concord.InputError, match=expected) as caught:
        concord.read(path, alphabet="dna")
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, concord.Error)
    assert (caught.value.file, caught.value.record) == (str(path), record)
    assert line is None or caught.value.line == line
    assert pickle.loads(pickle.dumps(caught.value)).args == caught.value.args


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(concord.Error, match="nowhere"):
        concord.read(tmp_path / "nowhere.fasta")
    with pytest.raises(concord.UsageError, match="no file"):
        concord.read()


WORDS = ["kitten", "sitting", "", "zażółć", "\U0001f600!", "a much longer text than twelve bytes"]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()])
@pytest.mark.parametrize("chunks", [1, 3])
def test_arrow_texts(kind, chunks):
    array = pa.array(WORDS, kind)
    if chunks > 1:
        array = pa.chunked_array([array[:2], array[2:2], array[2:]])
    expected = concord.cdist(WORDS, WORDS, scorer=Levenshtein.distance)
    np.testing.assert_array_equal(concord.cdist(array, array, scorer=Levenshtein.distance), expected)
    np.testing.assert_array_equal(concord.cdist(array, WORDS, scorer=Levenshtein.distance), expected)
    np.testing.assert_array_equal(concord.cpdist(array, WORDS, scorer=Levenshtein.distance), np.zeros(len(WORDS)))
    np.testing.assert_array_equal(concord.cdist(array[1:4], array, scorer=Levenshtein.distance), expected[1:4])
    found = concord.overlap(array, support=2)
    assert found == concord.overlap(WORDS, support=2)
    assert list(concord.SequenceSet(array, alphabet="utf8")) == WORDS


@pytest.mark.parametrize("kind", [pa.binary(), pa.large_binary(), pa.binary_view()])
def test_arrow_bytes(kind):
    words = [b"\xff\x00ab", b"ab", b""]
    array = pa.array(words, kind)
    expected = concord.cdist(words, words, scorer=Levenshtein.distance)
    np.testing.assert_array_equal(concord.cdist(array, array, scorer=Levenshtein.distance), expected)
    assert concord.longest_common_substring(array[:2]).text == b"ab"


def test_arrow_nulls_and_other_types():
    array = pa.array(["abc", None, "abd"])
    found = concord.cdist(array, ["abc"], scorer=Levenshtein.normalized_distance, dtype="float64")
    assert found.tolist() == [[0.0], [1.0], [pytest.approx(1 / 3)]]
    with pytest.raises(ValueError, match="unsupported element None"):
        concord.cdist(array, ["abc"], scorer=Levenshtein.distance)
    with pytest.raises(TypeError, match="strings or binary"):
        concord.cdist(pa.array([1, 2]), ["a"])
    with pytest.raises(TypeError, match="dictionary"):
        concord.cdist(pa.array([1, 1]).dictionary_encode(), ["a"])


REPEATED = ["kitten", "sitting", "kitten", "", "zażółć", "kitten", "a much longer text than twelve bytes"]


@pytest.mark.parametrize("numbers", [pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.uint32(), pa.int64(), pa.uint64()])
@pytest.mark.parametrize("texts", [pa.string(), pa.large_string()])
def test_arrow_dictionaries(numbers, texts):
    array = pa.array(REPEATED, texts).dictionary_encode()
    array = pa.DictionaryArray.from_arrays(array.indices.cast(numbers), array.dictionary)
    expected = concord.cdist(REPEATED, REPEATED, scorer=Levenshtein.distance)
    np.testing.assert_array_equal(concord.cdist(array, array, scorer=Levenshtein.distance), expected)
    np.testing.assert_array_equal(concord.cdist(array[2:5], array, scorer=Levenshtein.distance), expected[2:5])
    assert list(concord.SequenceSet(array, alphabet="utf8")) == REPEATED
    assert concord.overlap(array, support=3) == concord.overlap(REPEATED, support=3)
    missing = pa.array(["a", None, "a"], texts).dictionary_encode()
    found = concord.cdist(missing, ["a"], scorer=Levenshtein.normalized_distance)
    assert found.tolist() == [[0.0], [1.0], [0.0]]
    words = pa.array([b"\xff", b"b", b"b"]).dictionary_encode()
    assert concord.cdist(words, [b"b"], scorer=Levenshtein.distance).tolist() == [[1], [0], [0]]


def columns_of_categories():
    pandas = pytest.importorskip("pandas")
    yield pandas.Series(REPEATED, dtype="category")
    yield pandas.Series(REPEATED, dtype="category", index=range(10, 10 + len(REPEATED)))
    yield pandas.Categorical(REPEATED)
    polars = pytest.importorskip("polars")
    yield polars.Series(REPEATED, dtype=polars.Categorical)
    yield polars.Series(REPEATED, dtype=polars.Enum(sorted(set(REPEATED))))
    yield polars.concat([polars.Series(REPEATED[:2], dtype=polars.Categorical), polars.Series(REPEATED[2:], dtype=polars.Categorical)], rechunk=False)


@pytest.mark.parametrize("column", list(columns_of_categories()))
def test_columns_of_categories(column):
    expected = concord.cdist(REPEATED, REPEATED, scorer=Levenshtein.distance)
    np.testing.assert_array_equal(concord.cdist(column, column, scorer=Levenshtein.distance), expected)
    np.testing.assert_array_equal(concord.cpdist(column, REPEATED, scorer=Levenshtein.distance), np.zeros(len(REPEATED)))
    np.testing.assert_array_equal(
        concord.cdist(column, REPEATED, scorer=JaroWinkler.similarity), concord.cdist(REPEATED, REPEATED, scorer=JaroWinkler.similarity)
    )
    np.testing.assert_array_equal(
        concord.cdist(column, REPEATED, scorer=Levenshtein.distance, processor=str.upper),
        concord.cdist([one.upper() for one in REPEATED], [one.upper() for one in REPEATED], scorer=Levenshtein.distance),
    )
    for scorer in (fuzz.ratio, fuzz.WRatio, lambda a, b, **_: len(a) + len(b)):
        found = concord.cdist(column, column, scorer=scorer)
        np.testing.assert_array_equal(found, concord.cdist(REPEATED, REPEATED, scorer=scorer))
    best = process.extract("kiten", column, scorer=Levenshtein.distance, limit=3)
    assert [(text, score) for text, score, _ in best] == [("kitten", 1)] * 3
    assert process.extractOne("kiten", column)[0] == "kitten"
    assert list(concord.SequenceSet(column, alphabet="utf8")) == REPEATED
    assert concord.longest_common_substring(column, support=3).text == "kitten"
    assert concord.overlap(column, support=3).text == "kitten"
    assert concord.OverlapIndex(column).shared_region(support=3).text == "kitten"
    assert concord.exact_matches(column, column, min_length=5).size > 0
    assert len(concord.lcp_array(column)) == sum(map(len, REPEATED))


def test_columns_with_missing_categories():
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    words = ["abc", None, "abd"]
    for column in (pandas.Series(words, dtype="category"), polars.Series(words, dtype=polars.Categorical)):
        found = concord.cdist(column, ["abc"], scorer=Levenshtein.normalized_distance, dtype="float64")
        assert found.tolist() == [[0.0], [1.0], [pytest.approx(1 / 3)]]
        assert [text for text, _, _ in process.extract("abc", column)] == ["abc", "abd"]


def test_numpy_arrays_as_collections():
    table = np.array([[1, 2, 3], [1, 2, 4]], dtype=np.uint8)
    assert concord.cdist(table, table, scorer=Levenshtein.distance).tolist() == [[0, 1], [1, 0]]
    assert concord.longest_common_substring(table).text.tolist() == [1, 2]
    words = np.array(["abc", "abd"])
    assert concord.cdist(words, words, scorer=Levenshtein.distance).tolist() == [[0, 1], [1, 0]]


def test_names_and_letters_that_do_not_fit():
    with pytest.raises(concord.UsageError, match="1 names for 2"):
        concord.SequenceSet(["a", "b"], names=["x"])
    with pytest.raises(concord.InputError, match="sequence index 0, letter index 1"):
        concord.SequenceSet(["A!"], alphabet="dna")
    with pytest.raises(TypeError, match="collection"):
        concord.SequenceSet("ACGT")
    assert len(concord.SequenceSet([])) == 0
