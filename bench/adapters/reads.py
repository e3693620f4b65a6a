"""The reads of a simulated library, written as FASTQ in blocks: memory does not grow with their number.

Random numbers come from `random.Random.random` and `randbytes` alone, which give the same for a seed in every Python
since 3.9.
"""
import math
import random

from libraries import LONG_LENGTHS, between, letters

BLOCK = 10_000  # reads that are made and written at once
SOURCE_LETTERS = 2_000_000
MATE_ADAPTER = b"GATCGTCGGACTGTAGAACTCTGAACGTGTAGATCTCGGTGGTCGCCGTA"
COMPLEMENT = bytes.maketrans(b"ACGT", b"TGCA")
LETTERS = (b"A", b"C", b"G", b"T")
OTHER_LETTERS = {letter[0]: tuple(other for other in LETTERS if other != letter) for letter in LETTERS}
OTHERS = {letter: b"".join(others) for letter, others in OTHER_LETTERS.items()}


def reverse_complement(text):
    return text[::-1].translate(COMPLEMENT)


def source_of(library, draw, real):
    """What inserts are parts of: letters of some composition, with dispersed repeats, or a real genome."""
    if library.source == "real" and real:
        return real
    source = bytearray(letters(draw, SOURCE_LETTERS, 0.3 + 0.3 * draw.random()))
    for _ in range(5 if library.source == "repetitive" else 0):
        element = letters(draw, between(draw, 300, 3000))
        for _ in range(between(draw, 5, 60)):
            at = between(draw, 0, len(source) - len(element))
            source[at:at + len(element)] = with_substitutions(bytearray(element), draw, 0.05)
    return bytes(source)


def with_substitutions(text, draw, rate):
    """Changes a bytearray. A gap between errors is drawn at once: its lengths have a geometric distribution."""
    log, number, scale, end = math.log, draw.random, 1 / math.log1p(-rate), len(text)
    at = int(log(1 - number()) * scale)
    while at < end:
        text[at] = OTHERS[text[at]][int(number() * 3)]
        at += 1 + int(log(1 - number()) * scale)
    return text


def with_indels(text, draw, rate):
    """A third each of substitutions, insertions and deletions."""
    log, number, scale, end = math.log, draw.random, 1 / math.log1p(-rate), len(text)
    pieces = []
    done = 0
    at = int(log(1 - number()) * scale)
    while at < end:
        pieces.append(text[done:at])
        kind = int(number() * 3)
        if kind == 0:
            pieces.append(OTHER_LETTERS[text[at]][int(number() * 3)])
        elif kind == 1:
            pieces.append(LETTERS[int(number() * 4)])
        done = at + (kind != 1)
        at += 1 + int(log(1 - number()) * scale)
    pieces.append(text[done:])
    return b"".join(pieces)


class Maker:
    """Makes one library. For each adapter, `begins` counts the reads in which it begins, `held` those with 12 letters of
    it, and `shown` those with 0, 1, 2 … letters of it."""

    def __init__(self, library, real=None):
        self.library = library
        self.draw = random.Random(f"reads {library.kind} {library.seed}")
        self.mate_draw = random.Random(f"mates {library.kind} {library.seed}")
        source = source_of(library, self.draw, real)
        self.strands = (source, reverse_complement(source))
        self.span = len(source) - max(3 * library.letters, LONG_LENGTHS[1])
        self.codes = [adapter.letters.encode() for adapter in library.adapters]
        self.held = [0] * len(self.codes)
        self.begins = [0] * len(self.codes)
        self.shown = [[0] * (len(code) + 1) for code in self.codes]
        self.anything = letters(self.draw, 100_000)
        self.trimmed = letters(self.draw, 33)
        self.others = self.surroundings()

    def surroundings(self):
        """The sequence that a share of clean reads is of, and that share."""
        return {"": (b"", 0), "trimmed": (b"", 0), "poly-A": (b"A" * 2000, 0.1),
                "rRNA": (letters(self.draw, 1800), 0.3), "telomeres": (b"TTAGGG" * 1000, 0.05),
                "clone": (letters(self.draw, 400), 0.2), "pieces of a clone": (letters(self.draw, 400), 0.2)
                }[self.library.surroundings]

    def anywhere(self):
        """A strand, and a place in it."""
        draw = self.draw.random
        return self.strands[draw() < 0.5], int(draw() * self.span)

    def start_of(self, adapter):
        length = self.library.letters
        if not adapter.start:
            return int(self.draw.random() * length)
        return min(length - 1, max(0, int(self.draw.gauss(adapter.start, 0.15) * length)))

    def short(self):
        """A read and the insert before its adapter, or the part of a longer insert that its mate lies in."""
        length = self.library.letters
        strand, at = self.anywhere()
        chosen = self.draw.random()
        for i, adapter in enumerate(self.library.adapters):
            chosen -= adapter.share
            if chosen >= 0:
                continue
            code = self.codes[i]
            self.begins[i] += 1
            if adapter.place == "5":
                self.held[i] += 1
                self.shown[i][-1] += 1
                return (code + strand[at:at + length])[:length], strand[at:at + 2 * length]
            start = self.start_of(adapter)
            self.held[i] += start <= length - 12
            self.shown[i][min(len(code), length - start)] += 1
            shown = strand[at:at + start] + code
            missing = length - len(shown)
            if missing > 0:
                if adapter.behind:
                    shown += adapter.behind.encode() * missing
                else:
                    place = int(self.draw.random() * 90_000)
                    shown += self.anything[place:place + missing]
            return shown[:length], strand[at:at + start]
        return strand[at:at + length], strand[at:at + 2 * length]

    def clean(self):
        length = self.library.letters
        kind = self.library.surroundings
        strand, at = self.anywhere()
        read = strand[at:at + length]
        other, share = self.others
        if kind == "trimmed":  # two letters of the adapter were too few to be cut off
            start = int(self.draw.random() * 2 * length)
            if start < length:
                read = read[:max(20, start)] + (self.trimmed[:length - start] if start >= length - 2 else b"")
        elif self.draw.random() >= share:
            pass
        elif kind == "poly-A":
            start = int(self.draw.random() * length)
            read = read[:start] + other[:length - start]
        elif kind == "clone":
            read = other[:length]
        else:
            start = int(self.draw.random() * (len(other) - length))
            read = other[start:start + length]
            read = reverse_complement(read) if self.draw.random() < 0.5 else read
        return read, strand[at:at + 2 * length]

    def long(self):
        strand, at = self.anywhere()
        read = strand[at:at + between(self.draw, *LONG_LENGTHS)]
        for i, adapter in enumerate(self.library.adapters):
            if self.draw.random() >= adapter.share:
                continue
            self.begins[i] += 1
            self.held[i] += 1
            self.shown[i][-1] += 1
            read = self.codes[i] + read if adapter.place == "5" else read + self.codes[i]
        return read

    def readable(self, which, least=20):
        """Letters of an adapter that so many reads reach: nothing can be known of those behind them."""
        reads = 0
        for count in range(len(self.codes[which]), 0, -1):
            reads += self.shown[which][count]
            if reads >= least:
                return count
        return 0

    def mate(self, insert):
        length = self.library.letters
        place = int(self.mate_draw.random() * 90_000)
        return (reverse_complement(insert) + MATE_ADAPTER + self.anything[place:place + length])[:length]

    def write(self, path, mates=None):
        """FASTQ; a file of mates of short reads as well where it is named. Returns the bytes of the reads."""
        of_kind = {"short": self.short, "clean": self.clean, "long": self.long}[self.library.kind]
        size = 0
        with open(path, "wb") as out, open(mates or "/dev/null", "wb") as of_mates:
            for first in range(0, self.library.reads, BLOCK):
                made = [of_kind() for _ in range(min(BLOCK, self.library.reads - first))]
                if self.library.kind == "long":
                    reads = [with_indels(read, self.draw, self.library.error) for read in made]
                else:
                    reads = with_errors([read for read, _ in made], self.draw, self.library.error)
                size += out.write(records(reads, first))
                if mates and self.library.kind != "long":
                    turned = [self.mate(insert) for _, insert in made]
                    of_mates.write(records(with_errors(turned, self.mate_draw, self.library.error), first))
        return size


def with_errors(reads, draw, rate):
    text = bytes(with_substitutions(bytearray(b"".join(reads)), draw, rate))
    made = []
    at = 0
    for read in reads:
        made.append(text[at:at + len(read)])
        at += len(read)
    return made


def records(reads, first):
    return b"".join([b"@%d\n%s\n+\n%s\n" % (number, read, b"I" * len(read)) for number, read in enumerate(reads, first)])
