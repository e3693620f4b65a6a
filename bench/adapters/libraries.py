"""Simulated sequencing libraries whose adapters are known, for the accuracy of `concord adapters`.

A library is described by its seed alone: the same seed gives the same reads on every machine.
"""
import dataclasses
import gzip
import pathlib

import numpy

LETTERS = numpy.frombuffer(b"ACGT", dtype=numpy.uint8)
PUBLISHED = ("AGATCGGAAGAGCACACGTCTGAACTCCAGTCA", "AGATCGGAAGAGCGTCGTGTAGGGAAAGAGTGT", "CTGTCTCTTATACACATCT",
             "TGGAATTCTCGGGTGCCAAGG", "AAGTCGGAGGCCAAGCGGTCTTAGGAAGACAA", "AACTGTAGGCACCATCAAT",
             "AAGCAGTGGTATCAACGCAGAGTAC", "AATGATACGGCGACCACCGAGATCTACAC", "CAAGCAGAAGACGGCATACGAGAT")


@dataclasses.dataclass
class Library:
    """Reads, each a row of codes 0 to 3; shorter ones than the row end at `lengths`."""
    reads: numpy.ndarray
    lengths: numpy.ndarray
    adapters: list  # (letters, share of the reads in which it begins, share that holds at least 12 letters)
    kind: str


def code(letters):
    return numpy.searchsorted(LETTERS, numpy.frombuffer(letters.encode(), dtype=numpy.uint8)).astype(numpy.uint8)


def text(codes):
    return LETTERS[codes].tobytes().decode()


def genome(random, kind, real):
    """A source of inserts: letters of some composition, with dispersed repeats, or a real one."""
    if kind == "real" and real is not None:
        return real
    gc = random.uniform(0.3, 0.6)
    letters = random.choice(4, size=2_000_000, p=[(1 - gc) / 2, gc / 2, gc / 2, (1 - gc) / 2]).astype(numpy.uint8)
    if kind == "repetitive":
        for _ in range(5):
            element = random.integers(0, 4, size=random.integers(300, 3000)).astype(numpy.uint8)
            for at in random.integers(0, len(letters) - len(element), size=random.integers(5, 60)):
                copy = element.copy()
                changed = random.random(len(copy)) < 0.05
                copy[changed] = random.integers(0, 4, size=changed.sum())
                letters[at:at + len(copy)] = copy
    return letters


def inserts(random, source, count, length):
    starts = random.integers(0, len(source) - length, size=count)
    reads = source[starts[:, None] + numpy.arange(length)]
    turned = random.random(count) < 0.5
    reads[turned] = 3 - reads[turned][:, ::-1]
    return reads


def put(reads, rows, starts, letters):
    """Writes the letters over the reads of these rows, from these starts on, cut at the end of the read."""
    for i, letter in enumerate(letters):
        there = starts + i < reads.shape[1]
        reads[rows[there], starts[there] + i] = letter


def substitute(random, reads, rate):
    errors = random.random(reads.shape, dtype=numpy.float32) < rate
    reads[errors] = (reads[errors] + random.integers(1, 4, size=errors.sum())) % 4


def with_indels(random, row, rate):
    """A read with errors, a third each of substitutions, insertions and deletions."""
    kind = random.random(len(row))
    pieces = []
    for letter, draw in zip(row.tolist(), kind.tolist()):
        if draw < rate / 3:
            continue
        pieces.append((letter + 1 + int(draw * 1e9) % 3) % 4 if draw < 2 * rate / 3 else letter)
        if 2 * rate / 3 <= draw < rate:
            pieces.append(int(draw * 1e9) % 4)
    return pieces


def short_reads(seed, real=None, most=200_000):
    """1 to 3 adapters of 20 to 60 letters in 0.1 % to 60 % of Illumina-like reads."""
    random = numpy.random.default_rng(seed)
    count = int(numpy.exp(random.uniform(numpy.log(50_000), numpy.log(most))))
    length = int(random.choice([75, 100, 150]))
    kind = str(random.choice(["random", "repetitive", "real"]))
    reads = inserts(random, genome(random, kind, real), count, length)
    adapters = []
    free = random.permutation(count)
    for _ in range(random.integers(1, 4)):
        letters = str(random.choice(PUBLISHED)) if random.random() < 0.4 else text(random.integers(
            0, 4, size=random.integers(20, 61)))
        if any(letters == other for other, *_ in adapters):
            continue
        share = float(numpy.exp(random.uniform(numpy.log(0.001), numpy.log(0.6))))
        rows, free = free[:int(share * count)], free[int(share * count):]
        if not len(rows):
            continue
        starts = random.integers(0, length, size=len(rows))
        behind = random.choice(["random", "A", "G"])
        tail = {"random": random.integers(0, 4, size=(len(rows), length)), "A": numpy.zeros((len(rows), length), int),
                "G": numpy.full((len(rows), length), 2)}[str(behind)].astype(numpy.uint8)
        late = numpy.arange(length)[None, :] >= starts[:, None] + len(letters)
        part = reads[rows]
        part[late] = tail[late]
        reads[rows] = part
        put(reads, rows, starts, code(letters))
        adapters.append((letters, len(rows) / count, float((starts <= length - 12).sum()) / count))
    substitute(random, reads, random.uniform(0.001, 0.02))
    return Library(reads, numpy.full(count, length), adapters, kind)


def long_reads(seed, real=None):
    """Adapters at the 5′ or 3′ end of nanopore-like reads, 5 % errors."""
    random = numpy.random.default_rng(seed)
    count = 5_000
    lengths = random.integers(300, 1500, size=count)
    kind = str(random.choice(["random", "repetitive", "real"]))
    source = genome(random, kind, real)
    adapters = [(text(random.integers(0, 4, size=random.integers(20, 61))), float(random.uniform(0.05, 0.6)))
                for _ in range(random.integers(1, 3))]
    rows = []
    held = [0] * len(adapters)
    for length in lengths:
        start = random.integers(0, len(source) - length)
        row = source[start:start + length]
        for i, (letters, share) in enumerate(adapters):
            if random.random() < share:
                held[i] += 1
                row = numpy.concatenate((code(letters), row) if i == 0 else (row, code(letters)))
        rows.append(with_indels(random, row, 0.05))
    longest = max(map(len, rows))
    reads = numpy.zeros((count, longest), numpy.uint8)
    for i, row in enumerate(rows):
        reads[i, :len(row)] = row
    return Library(reads, numpy.array([len(row) for row in rows]),
                   [(letters, share, held[i] / count) for i, (letters, share) in enumerate(adapters)], kind)


def clean_reads(seed, real=None, most=200_000):
    """Reads without adapters, but with what could be taken for one."""
    random = numpy.random.default_rng(seed)
    count = int(numpy.exp(random.uniform(numpy.log(50_000), numpy.log(most))))
    length = int(random.choice([75, 100, 150]))
    kind = ("poly-A", "rRNA", "telomere", "clone", "none")[seed % 5]
    reads = inserts(random, genome(random, str(random.choice(["random", "repetitive", "real"])), real), count, length)
    rows = numpy.arange(count)[random.random(count) < {"poly-A": 0.1, "rRNA": 0.3, "telomere": 0.05, "clone": 0.2,
                                                       "none": 0}[kind]]
    if kind == "poly-A":
        put(reads, rows, random.integers(0, length, size=len(rows)), [0] * length)
    elif kind == "telomere":
        reads[rows] = inserts(random, code("TTAGGG" * 1000), len(rows), length)
    elif kind == "rRNA":
        reads[rows] = inserts(random, random.integers(0, 4, size=1800).astype(numpy.uint8), len(rows), length)
    elif kind == "clone":
        clone = random.integers(0, 4, size=400).astype(numpy.uint8)
        reads[rows] = inserts(random, clone, len(rows), length) if seed % 2 else clone[:length]
    substitute(random, reads, random.uniform(0.001, 0.02))
    return Library(reads, numpy.full(count, length), [], kind)


def write(library, path):
    """As FASTQ, gzip where the name ends so."""
    opener = gzip.open if str(path).endswith(".gz") else open
    with opener(pathlib.Path(path), "wb") as out:
        letters = LETTERS[library.reads]
        for number, (row, length) in enumerate(zip(letters, library.lengths.tolist())):
            out.write(b"@%d\n%s\n+\n%s\n" % (number, row[:length].tobytes(), b"I" * length))
