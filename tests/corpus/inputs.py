"""The inputs of the corpus: literal files, files that `concord simulate` makes, and files made of those.

Everything is the same on every machine: the only source of chance is a generator with a seed.
"""

import functools
import gzip
import os
import pathlib
import random
import struct
import zlib

REAL_DATA = ["soil51_1k.fasta", "soil51_5k.fasta", "primates27_mtDNA.fasta", "crp0.fasta", "cutadapt_illumina.fastq.gz",
             "adapterremoval_reads_1.fastq", "miRBase_hairpin.fa.gz"]
REAL_CASES = ["error_diff_ids", "error_double_qual", "error_long_qual", "error_no_qual", "error_qual_null",
              "error_short_qual", "error_trunc_at_plus", "error_trunc_in_qual", "error_trunc_in_seq",
              "error_trunc_in_title", "example_dos", "tricky", "wrapping_original_sanger"]

# Written by `concord simulate`, whose options stand behind the name; a second matrix stands behind a comma.
SIMULATED = {
    "r60.fastq": "reads -n 60 --seed 3",
    "r300.fasta": "reads -n 300 --seed 4 -f fasta",
    "r500.fastq": "reads -n 500 --seed 5",
    "r2k.fastq": "reads -n 2000 --seed 6",
    "r3k.fasta": "reads -n 3000 -L 30-150 --adapter-share 30% --adapter-start uniform --unknown 1% --seed 7 -f fasta",
    "r8k.fastq": "reads -n 8000 --seed 8",
    "r20k.fastq.gz": "reads -n 20k --seed 9",
    "r100k.fastq.gz": "reads -n 100k --seed 13",
    "r40k.fasta": "reads -n 40k -L 36 --adapter-share 20% --seed 10 -f fasta",
    "clean.fastq": "reads -n 400 --adapter-share 0 --substitutions 0 --unknown 0 --seed 11",
    "own.fastq": "reads -n 400 --adapter GATTACAGATTACAGATTACA --adapter-share 60% --seed 12",
    "g2.fasta": "genomes -n 2 -L 30k --seed 1",
    "g2like.fasta": "genomes -n 2 -L 30k --substitutions 0.5% --seed 2",
    "g2long.fasta": "genomes -n 2 -L 120k --substitutions 1% --seed 3",
    "g1.fasta": "genomes -n 1 -L 100k --seed 4",
    "g5.fasta": "genomes -n 5 -L 4000 --seed 5",
    "g8.fasta": "genomes -n 8 -L 1500 --substitutions 10% --indels 1% --island 60 --ancestor --seed 6",
    "g12.fasta": "genomes -n 12 -L 2500 --substitutions 8% --seed 7",
    "g16copies.fasta": "genomes -n 16 -L 6000 --substitutions 0.2% --indels 0 --seed 8",
    "p100.fasta": "pairs -n 100 -L 20-300 --seed 1",
    "p400.fasta": "pairs -n 400 -L 100 --divergence 10% --indels 40% --seed 2",
    "p30.fasta": "pairs -n 30 -L 500-1000 --divergence 3% --seed 3",
    "p5long.fasta": "pairs -n 5 -L 4000-9000 --divergence 4% --seed 4",
    "m12a.txt,m12b.txt": "matrices --rows 12 --columns 15 --letters 3 --blob 20 --seed 1",
    "m40a.txt,m40b.txt": "matrices --rows 40 --columns 40 --letters 2 --blob 0 --seed 2",
    "m41a.txt,m41b.txt": "matrices --rows 40 --columns 44 --letters 4 --blob 60 --seed 3",
    "m64a.txt,m64b.txt": "matrices --rows 64 --columns 65 --letters 20 --blob 100 --seed 4",
    "m90a.txt,m90b.txt": "matrices --rows 30 --columns 130 --letters 3 --blob 150 --seed 5",
    "m200a.txt,m200b.txt": "matrices --rows 150 --columns 170 --letters 4 --blob 0 --seed 7",
    "m100a.txt,m100b.txt": "matrices --rows 100 --columns 100 --letters 26 --blob 400 --seed 6",
}

# One pair each, a file for either side.
SIMULATED_PAIRS = {
    "s40": "pairs -n 1 -L 40 --divergence 10% --seed 1",
    "s300": "pairs -n 1 -L 300 --divergence 5% --seed 2",
    "s3k": "pairs -n 1 -L 3000 --divergence 5% --indels 50% --seed 3",
    "s5k": "pairs -n 1 -L 5000 --divergence 30% --seed 4",
    "s10k": "pairs -n 1 -L 10k --divergence 1% --seed 5",
    "s30k": "pairs -n 1 -L 30k --divergence 5% --seed 6",
    "s100k": "pairs -n 1 -L 100k --divergence 1% --seed 8",
    "s30kfar": "pairs -n 1 -L 30k --divergence 25% --indels 30% --seed 7",
}


class Chance(random.Random):
    """Only getrandbits is used: its numbers are the same in every version of Python."""

    def below(self, limit):
        return self.getrandbits(48) % limit

    def text(self, letters, length):
        return "".join(letters[self.below(len(letters))] for _ in range(length))


def fasta(records):
    return "".join(f">{name}\n{letters}\n" for name, letters in records).encode()


def fastq(records):
    return "".join(f"@{name}\n{letters}\n+\n{'F' * len(letters)}\n" for name, letters in records).encode()


def compressed(content):
    return gzip.compress(content, mtime=0)


def bgzf(content, block=700):
    """Blocks of gzip that tell their size, and an empty one at the end."""
    out = b""
    for at in [*range(0, len(content), block), len(content)]:
        piece = content[at:at + block] if at < len(content) else b""
        packer = zlib.compressobj(6, zlib.DEFLATED, -15)
        packed = packer.compress(piece) + packer.flush()
        size = 18 + len(packed) + 8
        out += (b"\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0BC\x02\0" + struct.pack("<H", size - 1) + packed +
                struct.pack("<II", zlib.crc32(piece), len(piece)))
    return out


def png(rows, depth, kind, extra=b""):
    """A picture of rows of bytes, unfiltered; `extra` are chunks that stand before the pixels."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    samples = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[kind]
    columns = len(rows[0]) * 8 // (depth * samples)
    header = struct.pack(">IIBBBBB", columns, len(rows), depth, kind, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + bytes(row) for row in rows))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + (chunk(b"PLTE", extra) if extra else b"") +
            chunk(b"IDAT", pixels) + chunk(b"IEND", b""))


def npy(descr, shape, data, fortran=False):
    header = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data


def small_sequences():
    proteins = [("alpha", "MKVLAAGWWRLLKQXHDE*"), ("beta", "MKVLAAGYWRLLKQHHDE"), ("gamma", "GGMKVLSAGWWRLLEQ"),
                ("delta", "mkvlaagwwrllkqhhde")]
    odd_names = [("r1 <b>&\"'", "TTGATTACAGGNN"), ("r2\tx|y", "CCGATTACACC"), ("", "AAGATTTCATT"), ("é", "GATTACA"),
                 ("r1 <b>&\"'", "TGTGTG")]
    return {
        "tiny4.fasta": fasta([("r1", "TTGATTACAGG"), ("r2", "CCGATTACACC"), ("r3", "AAGATTTCATT"), ("r4", "TGTGTGTGTGT")]),
        "tiny4.fastq": fastq([("r1", "TTGATTACAGG"), ("r2", "CCGATTACACC"), ("r3", "AAGATTTCATT"), ("r4", "TGTGTGTGTGT")]),
        "paper.fasta": fasta([("s1", "ACGTA"), ("s2", "ACGACA")]),
        "one.fasta": fasta([("only", "ACGTACGTTTGACCA")]),
        "letter.fasta": fasta([("a", "A"), ("b", "A"), ("c", "C")]),
        "void.fasta": b">nothing\n\n>a\nACGTAC\n>nothing again\n>b\nGTACGT\n",
        "allvoid.fasta": b">a\n\n>b\n\n",
        "equal.fasta": fasta([(f"e{i}", "ACGTTGCATGCCGATNACG") for i in range(6)]),
        "twice.fasta": fasta([("a", "ACGTTGCATGCCGATAACG"), ("b", "TTTTACGTAAGGC"), ("c", "ACGTTGCATGCCGATAACG"),
                              ("d", "TTTTACGTAAGGC"), ("e", "TTTTACGTTAGGC")]),
        "ambiguous.fasta": fasta([("n", "ACGNNRYACGTTACG"), ("u", "acguuacgNacguuu"), ("mix", "TTACGNTTACGTKMACG"),
                                  ("all", "NNNNNNNN")]),
        "wrapped.fasta": b">w1 first\nACGT\nACG\nTTA\n>w2\nACGTAC\nGTTTA\n",
        "crlf.fastq": b"@a\r\nACGTTGA\r\n+\r\nFFFFFFF\r\n@b\r\nTTACGTTG\r\n+b\r\nFFFFFFFF\r\n",
        "noend.fasta": b">a\nACGTTGA\n>b\nACGTT",
        "protein.fasta": fasta(proteins),
        "names.fasta": fasta(odd_names),
        "latin.fasta": b">a \xff\xc3\n\xe9t\xe9<&xy\n>\xe9\nl'\xe9t\xe9<&x\n",
        "rna.fasta": fasta([("a", "GAUUACAGG"), ("b", "AUUACAGGU"), ("c", "GATTACAG")]),
        "runs.fasta": fasta([("aaaa", "A" * 300), ("acac", "AC" * 120), ("aaac", "A" * 90 + "C" + "A" * 200)]),
        "edges.fasta": fasta([(f"x{length}", Chance(length).text("ACGT", 20) + "GATTACA" * 10 + Chance(9).text("ACGT", length))
                              for length in (1, 63, 64, 65, 127, 128, 129)]),
        "words.fasta": fasta([("fibonacci", fibonacci("ACG"[:2], 900)), ("other", fibonacci("CAG"[:2], 700))]),
    }


def fibonacci(letters, length):
    shorter, longer = letters[1], letters[0]
    while len(longer) < length:
        shorter, longer = longer, longer + shorter
    return longer[:length]


def random_sequences():
    chance = Chance(20)
    text = chance.text("ACGT", 4000)
    starts = [chance.below(3900) for _ in range(700)]
    amino = "ACDEFGHIKLMNPQRSTVWY"
    core = chance.text(amino, 40)
    proteins = [(f"prot{i}", chance.text(amino, 30 + i) + mutated(chance, core, amino, 12) + chance.text(amino, 60 - i))
                for i in range(40)]
    letters = "abcdefghijklmnopqrstuvwxyz_,.'"
    poems = [(f"poem{i}", chance.text(letters, 200) + "the_quick_brown_fox" + chance.text(letters, 100)) for i in range(12)]
    return {
        "tiled.fasta": fasta([(f"t{i}", text[start:start + 100]) for i, start in enumerate(starts)]),
        "proteins.fasta": fasta(proteins),
        "poems.fasta": fasta(poems),
        "swarm.fasta": fasta([(f"w{i}", chance.text("ACGT", 8)) for i in range(900)]),
        "mixed.fasta": fasta([(f"x{i}", chance.text("ACGTN"[:4 + (i % 7 == 0)], 10 + chance.below(140))) for i in range(250)]),
        "da.fasta": fasta([("da", chance.text("ACGT", 3000))]),
        "db.fasta": fasta([("db", chance.text("ACGT", 3100))]),
        "longa.fasta": fasta([("longa", chance.text("ACGT", 20000))]),
        "longb.fasta": fasta([("longb", chance.text("ACGT", 19000))]),
        "pa.fasta": fasta([("pa", chance.text(amino, 2500))]),
        "pb.fasta": fasta([("pb", chance.text(amino, 2600))]),
        "ba.fasta": fasta([("ba", chance.text(letters, 6000))]),
        "bb.fasta": fasta([("bb", chance.text(letters, 5000))]),
    }


def mutated(chance, text, letters, one_in):
    return "".join(letters[chance.below(len(letters))] if chance.below(one_in) == 0 else each for each in text)


def texts():
    chance = Chance(30)
    syllables = ["ka", "lo", "mi", "ne", "tu", "ré", "sol", "vi", "ya", "日", "β"]
    words = ["".join(syllables[chance.below(len(syllables))] for _ in range(1 + chance.below(4))) for _ in range(300)]
    typed = [mutated(chance, words[chance.below(300)], "aeioklm", 6) for _ in range(60)]
    barcodes = [chance.text("ACGT", 10) for _ in range(200)]
    lines = [" ".join(words[chance.below(300)] for _ in range(6)) for _ in range(80)]
    changed = [line for i, line in enumerate(lines) if i % 9] + ["a last line"]
    changed[10] = "what has changed"
    return {
        "dictionary.txt": "".join(f"{word}\n" for word in words).encode(),
        "typed.txt": "".join(f"{word}\n" for word in typed).encode(),
        "barcodes.txt": "".join(f"{code}\n" for code in barcodes).encode(),
        "primers.fasta": b">truseq\nAGATCGGAAGAGCACACGTCT\n>degenerate\nGATNNRYSWACGTKM\n>short\nACGTTACG\n",
        "mixedlines.txt": b"kitten\n\nsitting\n>not a header\n@nor this\nmitten\n",
        "old.txt": "\n".join(lines).encode() + b"\n",
        "new.txt": "\n".join(changed).encode(),
        "empty.txt": b"",
        "pairs.tsv": b"kitten\tsitting\nflaw\tlawn\n\tabc\nsame\tsame\n" + "naïve\tnaive\n日本\t日本語\n".encode(),
        "pairs1k.tsv": "".join(f"{words[chance.below(300)]}\t{words[chance.below(300)]}\n" for _ in range(1000)).encode(),
        "badpairs.tsv": b"one\ttwo\nonly one\n",
        "places.tsv": b"0\t0\t1\t0\n0\t5\t2\t5\n1\t100\t1\t100\n3\t7\t4\t9\n",
        "badplaces.tsv": b"0\t0\t1\t0\n0\tx\t1\t0\n",
        "farplaces.tsv": b"0\t0\t99\t0\n",
        "edits-a.txt": "The naïve café — a test\n".encode() * 40,
        "edits-b.txt": "The naive cafe - a text\n".encode() * 41,
        "badutf8.txt": b"ab\xff\xfecd\n",
    }


def damaged():
    whole = compressed(fasta([(str(i), "ACGTTGCAAC" * 9) for i in range(800)]))
    return {
        "empty.fasta": b"",
        "cut.fasta.gz": whole[:len(whole) * 2 // 3],
        "nosum.fasta.gz": whole[:-4] + b"\0\0\0\0",
        "cut.fastq": b"@a\nACGT\n+\nFFFF\n@b\nACGT\n+\nFF\n",
        "noplus.fastq": b"@a\nACGT\nFFFF\n",
        "longquality.fastq": b"@a\nACGT\n+\nFFFFFF\n",
        "odd.fasta": b">a\nACGT\n>b\nAC!T\n",
        "plain.fasta": b"ACGT\nACGT\n",
        "archive.fasta": b"PK\x03\x04" + b"\0" * 40,
        "damaged.cdx": b"concord-index" + b"\0" * 100,
        "spaced.fasta": b">a\nACGT ACGT\n",
        "gap.fasta": b">a\nACGT\n\nACGT\n",
        "bodiless.json": b'{"schema":"concord.part/1","checksum":"0","body":{}}\n',
        "list.json": b"[1,2]\n",
        "answer.json": b'{"schema":"concord.substring/1"}\n',
        "ragged.txt": b"AB\nC\n",
        "badfield.csv": b"1,2\n3,x\n",
        "cut.pgm": b"P5 2 2 255\n\x00",
        "cut.npy": b"\x93NUMPY\x01",
        "cut.png": png([[1, 2], [3, 4]], 8, 0)[:50],
    }


def matrices():
    chance = Chance(40)
    grey = [[chance.below(200) for _ in range(24)] for _ in range(18)]
    near = [[max(0, min(255, cell + chance.below(9) - 4)) for cell in row[2:20]] for row in grey[3:15]]
    rgb = [[chance.below(3) * 120 for _ in range(3 * 12)] for _ in range(10)]
    rgba = [[value for i in range(0, 36, 3) for value in (*row[i:i + 3], 255)] for row in rgb]
    deep = [[byte for cell in row for byte in (cell, 7)] for row in grey]
    reals = [[cell / 8 for cell in row] for row in near]
    flat = [cell for row in reals for cell in row]
    columns = [reals[r][c] for c in range(18) for r in range(12)]
    palette = bytes(value for i in range(4) for value in (60 * i, 255 - 60 * i, 30))
    return {
        "a.txt": b"AAH\nCMA\nDFT\nFYG\nEYB\n",
        "b.txt": b"MRN\nFTB\nEGB\n",
        "crossa.txt": b"AX\nXB\n",
        "crossb.txt": b"AY\nYB\n",
        "cell.txt": b"x\n",
        "cells.txt": b"5\n6\n",
        "latin-matrix.txt": "aé\né<\n".encode(),
        "grey.csv": "".join(",".join(map(str, row)) + "\n" for row in grey).encode(),
        "near.tsv": "".join("\t".join(map(str, row)) + "\n" for row in near).encode(),
        "reals.csv": b"1.5;2;inf\n-3e2;nan;5\n",
        "grey.pgm": b"P5\n# a remark\n24 18\n255\n" + bytes(cell for row in grey for cell in row),
        "near.pgm": b"P2 18 12 255\n" + "\n".join(" ".join(map(str, row)) for row in near).encode() + b"\n",
        "deep.pgm": b"P5 24 18 65535\n" + bytes(byte for row in deep for byte in row),
        "rgb.ppm": b"P6 12 10 255\n" + bytes(cell for row in rgb for cell in row),
        "grey.png": png(grey, 8, 0),
        "near.png": png(near, 8, 0),
        "deep.png": png(deep, 16, 0),
        "rgb.png": png(rgb, 8, 2),
        "rgba.png": png(rgba, 8, 6),
        "palette.png": png([[chance.below(256) for _ in range(4)] for _ in range(9)], 2, 3, palette),
        "bits.png": png([[chance.below(256) for _ in range(3)] for _ in range(20)], 1, 0),
        "near-i2.npy": npy("<i2", "(12, 18)", struct.pack("<216h", *(cell for row in near for cell in row))),
        "near-u8.npy": npy("|u1", "(12, 18)", bytes(cell for row in near for cell in row)),
        "reals-f8.npy": npy("<f8", "(12, 18)", struct.pack("<216d", *flat)),
        "reals-f4.npy": npy("<f4", "(12, 18)", struct.pack("<216f", *columns), fortran=True),
        "truths.npy": npy("|b1", "(4, 3)", bytes([1, 0, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1])),
        "cube.npy": npy("<i2", "(2, 2, 2)", bytes(16)),
    }


@functools.lru_cache
def literal():
    """Name and content of every file that is written as it stands."""
    files = {**small_sequences(), **random_sequences(), **texts(), **damaged(), **matrices()}
    files["tiny4.fasta.gz"] = compressed(files["tiny4.fasta"])
    files["misnamed.fasta"] = bgzf(files["tiny4.fastq"], 20)
    files["tiled.bgzf"] = bgzf(files["tiled.fasta"])
    files["a.txt.gz"] = compressed(files["a.txt"])
    return files


def records(content):
    """The records of a FASTA file, header and all."""
    return [b">" + each for each in content.split(b">")[1:]]


# Made of what was simulated: from which file, and how.
DERIVED = {
    "r500.fastq.gz": ("r500.fastq", compressed),
    "r500.bgzf": ("r500.fastq", lambda content: bgzf(content, 5000)),
    "g2a.fasta": ("g2.fasta", lambda content: records(content)[0]),
    "g2b.fasta": ("g2.fasta", lambda content: records(content)[1]),
    "g8a.fasta": ("g8.fasta", lambda content: b"".join(records(content)[:3])),
    "g8b.fasta": ("g8.fasta", lambda content: b"".join(records(content)[3:])),
    "p100a.fasta": ("p100.fasta", lambda content: b"".join(records(content)[::2])),
    "p100b.fasta": ("p100.fasta", lambda content: b"".join(records(content)[1::2])),
}


def simulations():
    """Names of files and the command that makes them, in order."""
    made = [(names.split(","), f"simulate {how} -q") for names, how in SIMULATED.items()]
    return made + [([f"{name}.pair"], f"simulate {how} -q") for name, how in SIMULATED_PAIRS.items()]


def real_data_folder():
    """Where real data lies, or none."""
    given = os.environ.get("CONCORD_SHARED_DATA")
    folder = pathlib.Path(given) if given else pathlib.Path(__file__).resolve().parents[3] / "shared" / "data"
    return folder if all((folder / name).exists() for name in REAL_DATA) else None


def real_files():
    return {**{name: name for name in REAL_DATA},
            **{f"{name}.fastq": f"fastq_cases/{name}.fastq" for name in REAL_CASES}}


@functools.lru_cache
def names():
    """Of every input, real data included."""
    simulated = [name for made, _ in simulations() for name in made]
    pairs = [f"{name}{side}.fasta" for name in SIMULATED_PAIRS for side in "ab"]
    return {*literal(), *simulated, *pairs, *DERIVED, *real_files()}


def make(folder, simulate):
    """Writes all inputs into a folder; `simulate(words, where)` runs the program there."""
    for name, content in literal().items():
        (folder / name).write_bytes(content)
    for made, command in simulations():
        second = ["--second", made[1]] if len(made) > 1 else []
        simulate([*command.split(), "-o", made[0], *second], folder)
    for name in SIMULATED_PAIRS:
        a, b = records((folder / f"{name}.pair").read_bytes())
        (folder / f"{name}a.fasta").write_bytes(a)
        (folder / f"{name}b.fasta").write_bytes(b)
    for name, (source, how) in DERIVED.items():
        (folder / name).write_bytes(how((folder / source).read_bytes()))
    real = real_data_folder()
    for name, path in real_files().items() if real else ():
        (folder / name).symlink_to(real / path)
