"""Adapters in simulated reads of known structure."""

import random

import pytest

import concord

TRUSEQ = "AGATCGGAAGAGCACACGTCTGAACTCCAGTCA"


def letters(source, count):
    return "".join(source.choices("ACGT", k=count))


def read_through(source, count, length=80):
    return [(letters(source, source.randrange(length)) + TRUSEQ + letters(source, length))[:length] for _ in range(count)]


def test_adapter():
    source = random.Random(1)
    reads = read_through(source, 500) + [letters(source, 80) for _ in range(1500)]
    found = concord.adapters(reads)
    assert found and len(found) == 1
    assert (found[0].letters, found[0].verdict, found[0].name) == (TRUSEQ, "adapter", "TruSeq Read 1")
    assert found.reads == 2000 and found.threshold == 20 and not found.long_reads
    assert sum(found[0].starts) + found[0].cut_left == found[0].reads
    assert len(found[0].columns) == len(TRUSEQ)
    assert found == concord.adapters(reads, threads=1)


def test_own_names():
    source = random.Random(2)
    found = concord.adapters(read_through(source, 500), known={"ours": TRUSEQ.lower()})
    assert found[0].name == "ours"


def test_nothing():
    source = random.Random(3)
    found = concord.adapters([letters(source, 80) for _ in range(2000)])
    assert not found and list(found) == []


def test_pairs():
    source = random.Random(4)
    turned = str.maketrans("ACGT", "TGCA")
    inserts = [letters(source, source.randrange(30, 200)) for _ in range(500)]
    first = [(insert + TRUSEQ + letters(source, 90))[:90] for insert in inserts]
    second = [(insert[::-1].translate(turned) + TRUSEQ + letters(source, 90))[:90] for insert in inserts]
    one, other = concord.adapters(first, second)
    assert one[0].letters == other[0].letters == TRUSEQ
    assert one[0].confirmed > 0 and one[0].denied == 0


def test_data_frame():
    pandas = pytest.importorskip("pandas")
    frame = concord.adapters(read_through(random.Random(5), 300)).to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert frame.loc[0, "letters"] == TRUSEQ and 0 < frame.loc[0, "share"] <= 1


def test_errors():
    with pytest.raises(concord.UsageError):
        concord.adapters(["ACGT"], min_share=2)
    with pytest.raises(concord.UsageError):
        concord.adapters(["ACGT"], ["ACGT", "ACGT"])
    with pytest.raises(concord.UsageError):
        concord.adapters(["ACGT"], known={"wrong": "ACGN"})
