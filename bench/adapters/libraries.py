"""What simulated sequencing libraries hold whose adapters are known, for the accuracy of `concord adapters`.

A library is described by its kind and seed alone; `reads.py` makes its reads, the same on every machine. Kinds:
  short  Illumina-like reads of 75, 100 or 150 letters, 0.1 to 2 % of them wrong, with 1 to 3 adapters of 20 to 60 letters
  long   nanopore-like reads of 300 to 1,500 letters with 5 % errors, insertions and deletions among them, 1 to 2 adapters
  clean  Illumina-like reads without adapters, but with what could be taken for one
"""
import dataclasses
import math
import random

PUBLISHED = ("AGATCGGAAGAGCACACGTCTGAACTCCAGTCA", "AGATCGGAAGAGCGTCGTGTAGGGAAAGAGTGT", "CTGTCTCTTATACACATCT",
             "TGGAATTCTCGGGTGCCAAGG", "AAGTCGGAGGCCAAGCGGTCTTAGGAAGACAA", "AACTGTAGGCACCATCAAT",
             "AAGCAGTGGTATCAACGCAGAGTAC", "AATGATACGGCGACCACCGAGATCTACAC", "CAAGCAGAAGACGGCATACGAGAT")
SOURCES = ("random", "repetitive", "real")
SURROUNDINGS = ("trimmed", "poly-A", "rRNA", "telomeres", "clone", "pieces of a clone")
KINDS = ("short", "long", "clean")
SHORT_LENGTHS = (75, 100, 150)
LONG_LENGTHS = (300, 1500)
LEAST_READS = 50_000
MOST_LONG_READS = 100_000  # letters are what costs: 90,000,000 of them


@dataclasses.dataclass
class Adapter:
    letters: str
    share: float  # of the reads in which it begins
    place: str    # "3": the read ends in it, "5": the read begins with it
    start: float  # 3: mean letters before it, of those of a read; 0: anywhere
    behind: str   # 3: the letters behind it: "A", "G", or "" for any


@dataclasses.dataclass
class Library:
    kind: str
    seed: int
    source: str       # of the inserts
    reads: int
    letters: int      # of a read, or the most of them
    error: float      # of a letter
    adapters: list = dataclasses.field(default_factory=list)
    surroundings: str = ""  # of clean reads: what could be taken for an adapter

    @property
    def name(self):
        return f"{self.kind}:{self.seed}"

    @property
    def work(self):
        """Letters: what takes the time."""
        return self.reads * (sum(LONG_LENGTHS) // 2 if self.kind == "long" else self.letters)


def letters(draw, count, gc=0.5):
    table = bytes(b"CG"[i % 2] if i < 256 * gc else b"AT"[i % 2] for i in range(256))
    return draw.randbytes(count).translate(table)


def log_uniform(draw, least, most):
    return math.exp(math.log(least) + draw.random() * (math.log(most) - math.log(least)))


def one_of(draw, choices):
    return choices[int(draw.random() * len(choices))]


def between(draw, least, most):
    return least + int(draw.random() * (most - least + 1))


def draw_adapter(draw, kind, number):
    name = one_of(draw, PUBLISHED) if draw.random() < 0.4 else letters(draw, between(draw, 20, 60)).decode()
    share = log_uniform(draw, 0.001, 0.6)
    if kind == "long":
        return Adapter(name, share, "53"[number], 0, "")
    place = "5" if draw.random() < 0.1 else "3"
    return Adapter(name, share, place, one_of(draw, (0, 0, 0.5, 0.8)), one_of(draw, ("", "A", "G")))


def described(kind, seed, most_reads=1_000_000):
    """The library of this kind and seed; more than `most_reads` are cut down."""
    draw = random.Random(f"{kind} {seed}")
    most = MOST_LONG_READS if kind == "long" else 1_000_000
    reads = min(most_reads, int(log_uniform(draw, LEAST_READS, most)))
    source = SOURCES[seed % 3]
    if kind == "long":
        library = Library(kind, seed, source, reads, LONG_LENGTHS[1], 0.05)
    else:
        library = Library(kind, seed, source, reads, one_of(draw, SHORT_LENGTHS), 0.001 + 0.019 * draw.random())
    if kind == "clean":
        library.surroundings = one_of(draw, SURROUNDINGS)
        return library
    free = 0.95  # a short read holds one adapter at most
    for number in range(between(draw, 1, 2 if kind == "long" else 3)):
        adapter = draw_adapter(draw, kind, number)
        adapter.share = adapter.share if kind == "long" else min(adapter.share, free)
        if adapter.share < 0.001 or any(adapter.letters == other.letters for other in library.adapters):
            continue
        free -= adapter.share
        library.adapters.append(adapter)
    return library
