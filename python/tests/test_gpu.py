"""What a GPU computes is what the processor computes. Skipped, with the reason, where there is no GPU."""

import random

import numpy as np
import pytest

import concord
from concord import process
from concord.distance import Indel, LCSseq, Levenshtein

GPUS = [one for one in concord.devices() if one.name.startswith("cuda")]
needs_gpu = pytest.mark.skipif(
    not any(one.usable for one in GPUS), reason="; ".join(one.detail for one in GPUS) or "no GPU"
)


def words(seed, count, shortest, longest, letters="ACGT"):
    source = random.Random(seed)
    return ["".join(source.choices(letters, k=source.randint(shortest, longest))) for _ in range(count)]


def changed(seed, text, share=0.02):
    source = random.Random(seed)
    return "".join(source.choice("ACGT") if source.random() < share else letter for letter in text)


def both(call):
    """The answer of the processor; that of the GPU is the same."""
    expected, found = call("cpu"), call("cuda")
    if isinstance(expected, np.ndarray):
        assert np.array_equal(expected, found)
    else:
        assert expected == found
    return expected


def test_a_device_that_is_not_usable_says_why():
    assert GPUS, "devices() has a line for GPUs, with or without them"
    for one in GPUS:
        assert one.detail
        if not one.usable:
            with pytest.raises(concord.ResourceError, match="cuda"):
                concord.distance("kitten" * 200, "sitting" * 200, device=one.name)


@needs_gpu
def test_long_pairs():
    text = words(1, 1, 50_000, 50_000)[0]
    other = changed(2, text, 0.1)
    assert both(lambda device: concord.distance(text, other, device=device)) > 0
    assert both(lambda device: concord.distance(text, other, metric="indel", device=device)) > 0
    assert both(lambda device: concord.lcs(text, other, device=device).length) > 25_000


@needs_gpu
@pytest.mark.parametrize("scorer", [Levenshtein.distance, Indel.distance, LCSseq.similarity, Levenshtein.normalized_similarity])
def test_tables_and_pairs(scorer):
    for shortest, longest in ((1, 12), (20, 70), (100, 400)):
        a, b = words(longest, 300, shortest, longest), words(longest + 1, 200, shortest, longest)
        table = both(lambda device: process.cdist(a, b, scorer=scorer, device=device))
        assert table.shape == (300, 200) and table.any()
        both(lambda device: process.cpdist(a[:200], b, scorer=scorer, device=device))


def scripts(distinct):
    """Characters of several scripts, nearly all beyond U+00FF."""
    return "".join(map(chr, [*range(ord("a"), ord("f")), *range(0x391, 0x391 + 40), *range(0x4E00, 0x4E00 + distinct)]))[:distinct]


@needs_gpu
@pytest.mark.parametrize("distinct", [40, 300, 5000])
@pytest.mark.parametrize("scorer", [Levenshtein.distance, Indel.distance, LCSseq.similarity])
def test_text_of_any_script(scorer, distinct):
    for shortest, longest in ((1, 12), (20, 70), (100, 600)):
        a = words(longest, 300, shortest, longest, scripts(distinct))
        b = [one[:-1] + one[:1] for one in a[:150]] + words(longest + 1, 50, shortest, longest, scripts(distinct))
        table = both(lambda device: process.cdist(a, b, scorer=scorer, device=device))
        assert table.shape == (300, 200) and len(np.unique(table)) > 2
        both(lambda device: process.cpdist(a[:200], b, scorer=scorer, device=device))
        if longest == 12:
            assert both(lambda device: list(concord.near_pairs(a, b, max_distance=2, device=device)))
            assert both(lambda device: list(concord.near_pairs(a + b, max_distance=1, metric="osa", device=device)))


@needs_gpu
@pytest.mark.parametrize("metric", ["levenshtein", "indel", "hamming"])
def test_near_pairs(metric):
    texts = words(3, 2000, 12, 12)
    texts += [changed(number, one, 0.1) for number, one in enumerate(texts)]
    found = both(lambda device: list(concord.near_pairs(texts, max_distance=2, metric=metric, device=device)))
    assert len(found) > 100


@needs_gpu
def test_lengths_of_many_common_subsequences():
    a, b = words(4, 200, 10, 300), words(5, 100, 10, 300)
    assert both(lambda device: concord.longest_common_subsequences(a, b, device=device)).any()


@needs_gpu
@pytest.mark.parametrize("mismatches", [0, 1, 3])
def test_substrings_and_regions(mismatches):
    motif = words(6, 1, 25, 25)[0]
    texts = [one + changed(number, motif, 0.05) + one[::-1] for number, one in enumerate(words(7, 200, 50, 150))]

    def found(device):
        result = concord.longest_common_substring(texts, mismatches=mismatches, support="60%", device=device)
        return result.text, result.support

    text, support = both(found)
    assert text and support >= 120

    def region(device):
        result = concord.overlap(texts, support="20%", device=device)
        return result.text, result.support

    assert both(region)[1] >= 40
    assert both(lambda device: concord.OverlapIndex(texts, device=device).longest_repeat().text)


@needs_gpu
def test_components():
    source = np.random.default_rng(8)
    a = source.integers(0, 3, (120, 90))
    b = np.roll(a, (5, -7), (0, 1))

    def found(device):
        result = concord.common_component(a, b, device=device)
        return result.size, result.shift, sorted(result)

    assert both(found)[0] > 1000
