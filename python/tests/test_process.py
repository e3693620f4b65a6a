"""Many sequences against many: against rapidfuzz, and against calls pair by pair."""

import pickle

import numpy as np
import pytest
import rapidfuzz
import rapidfuzz.distance
import rapidfuzz.process
from hypothesis import given, strategies as st
from strategies import another_process, between_scores, examples, texts

import concord
from concord import distance, fuzz, process

NAMES = ("Levenshtein", "Indel", "LCSseq", "Hamming", "OSA", "DamerauLevenshtein")
KINDS = ("distance", "similarity", "normalized_distance", "normalized_similarity")
CASES = [(name, kind) for name in NAMES for kind in KINDS]
LISTS = st.lists(texts(most=70), max_size=12)
DTYPES = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64")


def both(name, kind):
    return getattr(getattr(distance, name), kind), getattr(getattr(rapidfuzz.distance, name), kind)


def cutoff_of(kind, cutoff):
    return cutoff if cutoff is None or "normalized" not in kind else between_scores(cutoff / 40)


@pytest.mark.parametrize(("name", "kind"), CASES)
@given(a=LISTS, b=LISTS, cutoff=st.one_of(st.none(), st.integers(0, 40)), workers=st.sampled_from([1, 2, -1]))
@examples(25)
def test_cdist_as_rapidfuzz(name, kind, a, b, cutoff, workers):
    ours, theirs = both(name, kind)
    cutoff = cutoff_of(kind, cutoff)
    found = process.cdist(a, b, scorer=ours, score_cutoff=cutoff, workers=workers)
    expected = rapidfuzz.process.cdist(a, b, scorer=theirs, score_cutoff=cutoff)
    assert found.dtype == expected.dtype and found.shape == expected.shape
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(("name", "kind"), CASES)
@given(pairs=st.lists(st.tuples(texts(), texts()), max_size=20), cutoff=st.one_of(st.none(), st.integers(0, 40)))
@examples(20)
def test_cpdist_as_rapidfuzz(name, kind, pairs, cutoff):
    ours, theirs = both(name, kind)
    cutoff = cutoff_of(kind, cutoff)
    a, b = [one for one, _ in pairs], [one for _, one in pairs]
    found = process.cpdist(a, b, scorer=ours, score_cutoff=cutoff)
    expected = rapidfuzz.process.cpdist(a, b, scorer=theirs, score_cutoff=cutoff)
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype(dtype):
    a, b = ["kitten", "", "a" * 90], ["sitting", "kitten"]
    for name, kind in CASES:
        ours, theirs = both(name, kind)
        scale = 100 if "normalized" in kind else 1
        found = process.cdist(a, b, scorer=ours, dtype=dtype, score_multiplier=scale)
        expected = rapidfuzz.process.cdist(a, b, scorer=theirs, dtype=dtype, score_multiplier=scale)
        assert found.dtype == np.dtype(dtype)
        np.testing.assert_array_equal(found, expected)


def test_what_does_not_fit_a_dtype_is_an_error():
    lev = distance.Levenshtein.distance
    assert process.cdist(["a" * 127], [""], scorer=lev, dtype="int8")[0, 0] == 127
    with pytest.raises(concord.UsageError, match="does not fit"):
        process.cdist(["a" * 128], [""], scorer=lev, dtype="int8")
    with pytest.raises(TypeError, match="unsupported dtype"):
        process.cdist(["a"], [""], scorer=lev, dtype="complex64")


def test_missing_sequences():
    choices = ["abd", None, "ab", float("nan")]
    for name in NAMES:
        module = getattr(distance, name)
        for kind in ("distance", "similarity"):
            with pytest.raises(ValueError, match="unsupported element None"):
                process.cdist(["abc"], choices, scorer=getattr(module, kind))
            with pytest.raises(ValueError, match="unsupported element None"):
                process.cpdist([None], ["a"], scorer=getattr(module, kind))
        for kind, worst in (("normalized_distance", 1.0), ("normalized_similarity", 0.0)):
            scorer = getattr(module, kind)
            expected = [[scorer(a, b) for b in choices] for a in ("abc", None)]
            found = process.cdist(["abc", None], choices, scorer=scorer, dtype="float64", score_multiplier=2)
            np.testing.assert_allclose(found, 2 * np.array(expected))
            assert found[1, 0] == found[0, 3] == 2 * worst


def test_extract_as_rapidfuzz():
    choices = ["new york jets", "new york giants", None, "dallas cowboys", "new york jets", "", "jets new york"]
    keyed = {f"key {i}": one for i, one in enumerate(choices)}
    for name, kind in CASES:
        ours, theirs = both(name, kind)
        for given_choices in (choices, keyed):
            for limit in (None, 0, 1, 2, 5, 50):
                for cutoff in (None, 0, 1, 8):
                    cutoff = cutoff_of(kind, cutoff)
                    settings_of = {"limit": limit, "score_cutoff": cutoff}
                    found = process.extract("new york jet", given_choices, scorer=ours, **settings_of)
                    assert found == rapidfuzz.process.extract("new york jet", given_choices, scorer=theirs, **settings_of)
            for cutoff in (None, 0, 1):
                found = process.extractOne("new york jet", given_choices, scorer=ours, score_cutoff=cutoff)
                theirs_found = rapidfuzz.process.extractOne(
                    "new york jet", given_choices, scorer=theirs, score_cutoff=cutoff
                )
                assert found == theirs_found
                assert list(process.extract_iter("jets", given_choices, scorer=ours, score_cutoff=cutoff)) == list(
                    rapidfuzz.process.extract_iter("jets", given_choices, scorer=theirs, score_cutoff=cutoff)
                )
        assert process.extract(None, choices, scorer=ours) == []
        assert process.extractOne(None, choices, scorer=ours) is None


def test_ratio_and_processors():
    for a, b in (("this is a test", "this is a test!"), ("", ""), ("abc", "xyz"), ("abc", None)):
        assert fuzz.ratio(a, b) == pytest.approx(rapidfuzz.fuzz.ratio(a, b))
    words = ["Alpha", "BETA", "alphabet"]
    found = process.cdist(words, words, processor=str.lower)
    np.testing.assert_allclose(found, rapidfuzz.process.cdist(words, words, processor=str.lower), rtol=1e-6)
    np.testing.assert_allclose(
        process.cdist(words, words, score_cutoff=60), rapidfuzz.process.cdist(words, words, score_cutoff=60), rtol=1e-6
    )
    assert process.extract("ALPHA", words, processor=str.lower) == rapidfuzz.process.extract(
        "ALPHA", words, processor=str.lower
    )


def test_scorers_of_the_callers_own():
    def same_start(a, b, *, score_cutoff=None):
        return 100.0 * (a[:1] == b[:1])

    assert process.cdist(["ab"], ["ax", "b"], scorer=same_start).tolist() == [[100.0, 0.0]]
    assert process.extractOne("ab", ["b", "ax"], scorer=same_start) == ("ax", 100.0, 1)
    assert process.cdist(["ab"], ["a"], scorer=distance.Levenshtein.distance, scorer_kwargs={"weights": (1, 1, 1)}) == 1


def test_wrong_shapes():
    with pytest.raises(ValueError, match="must be the same"):
        process.cpdist(["a"], ["a", "b"])
    with pytest.raises(TypeError, match="collection"):
        process.cdist("abc", ["abc"])
    with pytest.raises(ValueError, match="below 0"):
        process.cdist(["a"], ["b"], scorer=distance.Levenshtein.distance, score_cutoff=-1)


@pytest.mark.parametrize("shape", [(4, 4), (10, 10), (3, 60), (60, 4), (16, 16), (1, 200)])
@pytest.mark.parametrize("longest", [8, 16, 33, 64])
def test_few_words(shape, longest):
    """Some hundred pairs take a way of their own."""
    source = np.random.default_rng(longest)
    a, b = (
        ["".join(source.choice(list("abcdé"), source.integers(0, longest, endpoint=True))) for _ in range(count)]
        for count in shape
    )
    for name in NAMES:
        for kind in KINDS:
            ours, theirs = both(name, kind)
            for cutoff in (None, cutoff_of(kind, 20)):
                found = process.cdist(a, b, scorer=ours, score_cutoff=cutoff)
                expected = rapidfuzz.process.cdist(a, b, scorer=theirs, score_cutoff=cutoff)
                np.testing.assert_array_equal(found, expected, err_msg=f"{name}.{kind} of {a!r} and {b!r}")
    doubled = process.cdist(a, b, scorer=distance.Indel.distance, score_multiplier=2)
    np.testing.assert_array_equal(doubled, 2 * process.cdist(a, b, scorer=distance.Indel.distance))
    with_missing = [*a[:-1], None]
    found = process.cdist(with_missing, b, scorer=distance.Levenshtein.normalized_similarity)
    full = process.cdist(a, b, scorer=distance.Levenshtein.normalized_similarity)
    np.testing.assert_array_equal(found[:-1], full[:-1])
    assert not found[-1].any()


def test_arguments_of_wrong_types():
    with pytest.raises(TypeError):
        process.cdist(["a"], ["b"], scorer=distance.Indel.distance, score_multiplier="x")
    with pytest.raises(TypeError):
        process.cdist(["a"], ["b"], scorer=distance.Indel.distance, score_cutoff="x")
    with pytest.raises(TypeError):
        process.cdist([3], ["b"], scorer=distance.Indel.distance)


def test_lists_of_hashables_and_long_pairs():
    a = [("x", 1), ("y", 2)], ["q"] * 700, list(range(700))
    lev = distance.Levenshtein.distance
    expected = [[rapidfuzz.distance.Levenshtein.distance(one, other) for other in a] for one in a]
    assert process.cdist(a, a, scorer=lev).tolist() == expected


def test_sets_are_compared_by_their_own_rules():
    reads = concord.SequenceSet(["ACGN", "acgu"], alphabet="dna")
    assert process.cdist(reads, reads, scorer=distance.Levenshtein.distance).tolist() == [[1, 1], [1, 0]]
    with pytest.raises(concord.UsageError, match="another SequenceSet"):
        process.cdist(reads, ["A"], scorer=distance.Levenshtein.distance)


def test_scorers_go_to_other_processes(tmp_path):
    for name, kind in CASES:
        scorer = both(name, kind)[0]
        assert pickle.loads(pickle.dumps(scorer)) is scorer
    with another_process(tmp_path) as pool:
        assert pool.apply(distance.Levenshtein.distance, ("kitten", "sitting")) == 3


def test_a_list_that_changes_meanwhile():
    choices = ["abc"] * 5

    def shorten(text):
        if len(choices) > 3:
            choices.pop()
        return text

    with pytest.raises(RuntimeError, match="changed its size"):
        process.extract("abc", choices, processor=shorten)
    assert process.extract("abc", choices, processor=shorten, limit=1) == [("abc", 100.0, 0)]
