#!/usr/bin/env python3
"""Families of inputs on which algorithms for strings and matrices differ most: random, repetitive, periodic, mutated.

usage: bench/families.py FAMILY NUMBER LENGTH ALPHABET [--seed N] > input.fasta
       bench/families.py FAMILY ROWS COLUMNS LETTERS [--seed N] --side a|b > matrix.txt

Writes what bench/sweep and bench/guard run on. A family, its sizes and the seed give the same bytes on every machine.
"""
import argparse
import random
import sys
from collections.abc import Callable, Iterable

ALPHABETS = {"dna": b"ACGT", "protein": b"ACDEFGHIKLMNPQRSTVWY",
             "bytes": b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._"}
ADAPTER = b"AGATCGGAAGAGCACACGTCTGAACTCCAGTCAC"


class Chance(random.Random):
    """Only getrandbits and randbytes are used: their numbers are the same in every version of Python."""

    def below(self, limit: int) -> int:
        return self.getrandbits(48) % limit

    def text(self, letters: bytes, length: int) -> bytes:
        return self.randbytes(length).translate(bytes(letters[byte % len(letters)] for byte in range(256)))

    def mutated(self, text: bytes, letters: bytes, share: float) -> bytes:
        """With about that share of the letters replaced, and a tenth as many inserted or deleted."""
        new = bytearray(text)
        for _ in range(round(share * len(text))):
            new[self.below(len(new))] = letters[self.below(len(letters))]
        for _ in range(round(share * len(text) / 20)):
            del new[self.below(len(new))]
            new.insert(self.below(len(new) + 1), letters[self.below(len(letters))])
        return bytes(new)


def window(text: bytes, start: int, length: int) -> bytes:
    """Of the text repeated for ever."""
    start %= len(text)
    return (text[start:] + text * (length // len(text) + 1))[:length]


def fibonacci(letters: bytes, length: int) -> bytes:
    shorter, longer = letters[1:2], letters[:1]
    while len(longer) < length:
        shorter, longer = longer, longer + shorter
    return longer[:length]


def thue_morse(letters: bytes, length: int) -> bytes:
    return bytes(letters[i.bit_count() % 2] for i in range(length))


def de_bruijn(letters: bytes, length: int) -> bytes:
    """Every word of q letters once, q the least for which there are as many as letters asked for: Lyndon words in their
    order (Fredricksen and Maiorana 1978)."""
    sigma, order = len(letters), 1
    while sigma**order < length:
        order += 1
    word, out = [-1], bytearray()
    while word and len(out) < length:
        word[-1] += 1
        if order % len(word) == 0:
            out += bytes(letters[letter] for letter in word)
        size = len(word)
        while len(word) < order:
            word.append(word[-size])
        while word and word[-1] == sigma - 1:
            word.pop()
    return bytes(out[:length])


def of_period(period: int) -> Callable:
    """A tandem repeat, which each sequence begins at another letter."""
    def make(chance: Chance, number: int, length: int, letters: bytes) -> Iterable[bytes]:
        # The first letters of the alphabet, so that no shorter period is hidden in the unit.
        unit = letters[:min(period - 1, len(letters))] * period
        unit = unit[:period - 1] + letters[1:2] if period > 1 else letters[:1]
        return (window(unit, chance.below(period), length) for _ in range(number))
    return make


def broken(make: Callable, breaks: int) -> Callable:
    """With so many letters of each sequence replaced by others."""
    def make_broken(chance: Chance, number: int, length: int, letters: bytes) -> Iterable[bytes]:
        for text in make(chance, number, length, letters):
            new = bytearray(text)
            for _ in range(breaks):
                at = chance.below(length)
                new[at] = letters[(letters.index(new[at]) + 1 + chance.below(len(letters) - 1)) % len(letters)]
            yield bytes(new)
    return make_broken


def windows_of(word: Callable) -> Callable:
    def make(chance: Chance, number: int, length: int, letters: bytes) -> Iterable[bytes]:
        text = word(letters, 3 * length)
        return (text[start:start + length] for start in (chance.below(2 * length) for _ in range(number)))
    return make


def copies(share: float) -> Callable:
    def make(chance: Chance, number: int, length: int, letters: bytes) -> Iterable[bytes]:
        ancestor = chance.text(letters, length)
        return (chance.mutated(ancestor, letters, share) for _ in range(number))
    return make


def with_adapter(earliest: float) -> Callable:
    """Reads of which two fifths run into an adapter, anywhere after that share of the read."""
    def make(chance: Chance, number: int, length: int, letters: bytes) -> Iterable[bytes]:
        adapter = ADAPTER if letters == ALPHABETS["dna"] else chance.text(letters, len(ADAPTER))
        for _ in range(number):
            read = chance.text(letters, length)
            if chance.below(5) < 2:
                start = int(earliest * length) + chance.below(length - int(earliest * length))
                read = (read[:start] + adapter + read[start:])[:length]
            yield chance.mutated(read, letters, 0.005)
    return make


def runs(at_start: bool) -> Callable:
    """A run of one letter of three fifths of the length or more, before or after random letters."""
    def make(chance: Chance, number: int, length: int, letters: bytes) -> Iterable[bytes]:
        for _ in range(number):
            run = 3 * length // 5 + chance.below(2 * length // 5 + 1)
            rest = chance.text(letters, length - run)
            yield letters[:1] * run + rest if at_start else rest + letters[:1] * run
    return make


def equal_ends(chance: Chance, number: int, length: int, letters: bytes) -> Iterable[bytes]:
    """A random half, and a run of one letter that is as long in all of them."""
    return (chance.text(letters, length - length // 2) + letters[:1] * (length // 2) for _ in range(number))


def random_texts(chance: Chance, number: int, length: int, letters: bytes) -> Iterable[bytes]:
    return (chance.text(letters, length) for _ in range(number))


def biased(chance: Chance, number: int, length: int, letters: bytes) -> Iterable[bytes]:
    """Nineteen letters of twenty are the same one."""
    return (chance.text(letters[:1] * 76 + letters[1:5], length) for _ in range(number))


def in_turn(*families: str) -> Callable:
    def make(chance: Chance, number: int, length: int, letters: bytes) -> Iterable[bytes]:
        made = [list(SEQUENCES[family](chance, -(-number // len(families)), length, letters)) for family in families]
        return (made[i % len(families)][i // len(families)] for i in range(number))
    return make


def worn_period(chance: Chance, number: int, length: int, letters: bytes) -> Iterable[bytes]:
    return (chance.mutated(text, letters, 0.02) for text in of_period(8)(chance, number, length, letters))


def satellites(chance: Chance, number: int, length: int, letters: bytes) -> Iterable[bytes]:
    """A random word of 171 letters, repeated; in every other sequence the repeats are older."""
    word = chance.text(letters, 171)
    return (chance.mutated(window(word, 0, length), letters, 0.5 if i % 2 else 0.05) for i in range(number))


SEQUENCES = {
    "random": random_texts,
    "late-adapter": with_adapter(0.6),
    "any-adapter": with_adapter(0.0),
    "identical": copies(0.0),
    "copies-0.1%": copies(0.001),
    "copies-2%": copies(0.02),
    "copies-20%": copies(0.2),
    "poly-a": runs(at_start=True),
    "poly-a-tail": runs(at_start=False),
    "equal-tails": equal_ends,
    "biased": biased,
    "period-1": of_period(1),
    "period-2": of_period(2),
    "period-5": of_period(5),
    "period-8": of_period(8),
    "period-100": of_period(100),
    "period-8-worn": worn_period,
    "period-1-broken": broken(of_period(1), 2),
    "period-5-broken": broken(of_period(5), 3),
    "period-100-broken": broken(of_period(100), 1),
    "satellites": satellites,
    "period-5+random": in_turn("period-5", "random"),
    "identical+random": in_turn("identical", "random"),
    "period-2+period-5": in_turn("period-2", "period-5"),
    "de-bruijn": windows_of(de_bruijn),
    "fibonacci": windows_of(fibonacci),
    "thue-morse": windows_of(thue_morse),
}


def sequences(family: str, number: int, length: int, alphabet: str, seed: int = 1) -> Iterable[bytes]:
    chance = Chance(f"{family} {number} {length} {alphabet} {seed}")
    return SEQUENCES[family](chance, number, length, ALPHABETS[alphabet])


def fasta(texts: Iterable[bytes]) -> bytes:
    return b"".join(b">%d\n%b\n" % (i, text) for i, text in enumerate(texts, 1))


def pattern(value: Callable[[int, int], int]) -> Callable:
    def make(chance: Chance, rows: int, columns: int, letters: bytes) -> list[bytes]:
        return [bytes(letters[value(row, column) % len(letters)] for column in range(columns)) for row in range(rows)]
    return make


def random_matrix(chance: Chance, rows: int, columns: int, letters: bytes) -> list[bytes]:
    return [chance.text(letters, columns) for _ in range(rows)]


def worn(make: Callable, share: float = 0.02) -> Callable:
    def make_worn(chance: Chance, rows: int, columns: int, letters: bytes) -> list[bytes]:
        flat = bytearray(b"".join(make(chance, rows, columns, letters)))
        for _ in range(round(share * len(flat))):
            flat[chance.below(len(flat))] = letters[chance.below(len(letters))]
        return [bytes(flat[row * columns:(row + 1) * columns]) for row in range(rows)]
    return make_worn


def holed(make: Callable, hole: bytes) -> Callable:
    """One cell of fifty is a letter that the other matrix does not hold: so nothing repeats itself."""
    def make_holed(chance: Chance, rows: int, columns: int, letters: bytes) -> list[bytes]:
        return [bytes(hole[0] if chance.below(50) == 0 else cell for cell in row)
                for row in make(chance, rows, columns, letters)]
    return make_holed


CONSTANT = pattern(lambda row, column: 0)
CHECKERS = pattern(lambda row, column: row + column)
ROW_STRIPES = pattern(lambda row, column: row)
COLUMN_STRIPES = pattern(lambda row, column: column)
WIDE_STRIPES = pattern(lambda row, column: row // 8)
WIDE_COLUMN_STRIPES = pattern(lambda row, column: column // 4)
WIDE_CHECKERS = pattern(lambda row, column: row // 8 + column // 8)
DIAGONALS = pattern(lambda row, column: (row + column) // 4)
# A corridor that turns at every end: one long component, narrow everywhere.
COMB = pattern(lambda row, column: row % 2 and column % 8 != 4 * (row // 2 % 2))
MORSE = pattern(lambda row, column: row.bit_count() + column.bit_count())

# What A and B are made by; "same" takes the same matrix for both.
MATRICES = {
    "random": (random_matrix, random_matrix),
    "identical": (random_matrix, "same"),
    "copies-2%": (random_matrix, "worn"),
    "copies-20%": (random_matrix, "worn much"),
    "constant": (CONSTANT, CONSTANT),
    "constant-random": (CONSTANT, random_matrix),
    "checkers": (CHECKERS, CHECKERS),
    "checkers-stripes": (CHECKERS, ROW_STRIPES),
    "checkers-constant": (CHECKERS, CONSTANT),
    "stripes-stripes": (ROW_STRIPES, COLUMN_STRIPES),
    "wide-stripes": (WIDE_STRIPES, WIDE_CHECKERS),
    "wide-stripes-stripes": (WIDE_STRIPES, WIDE_COLUMN_STRIPES),
    "wide-checkers": (WIDE_CHECKERS, WIDE_CHECKERS),
    "diagonals": (DIAGONALS, WIDE_STRIPES),
    "comb": (COMB, COMB),
    "comb-constant": (COMB, CONSTANT),
    "thue-morse": (MORSE, MORSE),
    "worn-checkers": (worn(CHECKERS), worn(CHECKERS)),
    "worn-constant": (worn(CONSTANT), worn(CONSTANT)),
    "worn-stripes": (worn(WIDE_STRIPES), worn(WIDE_STRIPES)),
    "holed-checkers-constant": (holed(CHECKERS, b"#"), holed(CONSTANT, b"+")),
    "holed-diagonals": (holed(DIAGONALS, b"#"), holed(WIDE_STRIPES, b"+")),
}


def matrices(family: str, rows: int, columns: int, letters: int, seed: int = 1) -> tuple[list[bytes], list[bytes]]:
    chance = Chance(f"{family} {rows} {columns} {letters} {seed}")
    alphabet = ALPHABETS["bytes"][10:10 + letters]
    of_a, of_b = MATRICES[family]
    a = of_a(chance, rows, columns, alphabet)
    if isinstance(of_b, str):
        share = {"same": 0.0, "worn": 0.02, "worn much": 0.2}[of_b]
        return a, worn(lambda *_: a, share)(chance, rows, columns, alphabet)
    return a, of_b(chance, rows, columns, alphabet)


def lines(rows: Iterable[bytes]) -> bytes:
    return b"".join(row + b"\n" for row in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes the input of a family to stdout",
                                     epilog=f"of sequences: {', '.join(SEQUENCES)}\nof matrices: {', '.join(MATRICES)}",
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("family")
    parser.add_argument("number", type=int, help="sequences, or rows")
    parser.add_argument("length", type=int, help="letters of each, or columns")
    parser.add_argument("alphabet", help="dna, protein or bytes; for matrices how many letters there are")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--half", choices="ab", help="only the first or the second half of the sequences")
    parser.add_argument("--side", choices="ab", help="which of two matrices")
    chosen = parser.parse_args()
    if chosen.side:
        both = matrices(chosen.family, chosen.number, chosen.length, int(chosen.alphabet), chosen.seed)
        sys.stdout.buffer.write(lines(both[chosen.side == "b"]))
        return
    texts = list(sequences(chosen.family, chosen.number, chosen.length, chosen.alphabet, chosen.seed))
    middle = (len(texts) + 1) // 2
    part = {"a": slice(middle), "b": slice(middle, None), None: slice(None)}[chosen.half]
    sys.stdout.buffer.write(fasta(texts[part]))


if __name__ == "__main__":
    main()
