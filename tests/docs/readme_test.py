"""README.md: its commands run, what it shows is what they print, and its snippets compile and run.

    CONCORD=build/release/apps/concord/concord PYTHONPATH=tests/cli python3 -m unittest discover -s tests/docs -p readme_test.py
"""

import importlib.util
import os
import pathlib
import random
import re
import shlex
import shutil
import struct
import subprocess
import unittest
import zlib

from support import CliTestCase, fasta, shared_data

ROOT = pathlib.Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
KEPT = "…"  # what goes before, or anything


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.M | re.S)


def commands_of_table():
    """The commands of «What it is for», whole: one that begins with … goes on from the last one that does not, and options
    alone from the last one."""
    last = whole = ""
    for line in README.split("## What it is for")[1].splitlines():
        if not line.startswith("| "):
            continue
        for span in re.findall("`([^`]+)`", line.split("|", 2)[2]):
            if r"\|" in span:  # one of several words
                continue
            if span.startswith("concord "):
                whole = last = span.replace(f" {KEPT} ", " -t 2 ")
            elif span.startswith(KEPT):
                last = whole + span.removeprefix(KEPT)
            elif span.startswith("--"):
                last = f"{last} {span}"
            else:
                continue
            yield last


def png(random_source, side):
    """A grey picture of 8 bits."""
    rows = b"".join(b"\0" + bytes(random_source.choice((0, 255)) for _ in range(side)) for _ in range(side))

    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Commands(CliTestCase):
    def setUp(self):
        super().setUp()
        source = random.Random(1)

        def letters(count):
            return "".join(source.choices("ACGT", k=count))

        self.succeed("simulate", "reads", "-n", "1000", "--seed", "1", "-q", "-o", "reads.fastq.gz")
        self.succeed("simulate", "genomes", "-n", "27", "-L", "2000", "--island", "100", "-q", "-o", "genomes.fasta")
        shared = letters(200)
        for name in ("a.fasta", "b.fasta", "old.fasta", "new.fasta"):
            self.write(name, fasta({"one": letters(100) + shared + letters(100)}))
        self.write("primers.fasta", fasta({"primer": letters(22)}))
        self.write("clones.fasta", fasta({f"clone{number}": letters(12) for number in range(50)}))
        self.write("barcodes.txt", "".join(letters(8) + "\n" for _ in range(50)).encode())
        for name in ("old.txt", "new.txt", "typed.txt", "dictionary.txt"):
            self.write(name, "".join(f"word{source.randrange(9)}\n" for _ in range(5)).encode())
        for name in ("a.png", "b.png"):
            self.write(name, png(source, 20))

    def test_of_the_table(self):
        commands = list(commands_of_table())
        self.assertGreater(len(commands), 40)
        for command in commands:
            with self.subTest(command=command):
                self.succeed(*shlex.split(command)[1:])


class Shown(CliTestCase):
    def expect_shown(self, file, **inputs):
        """The block whose command reads a file: each of its lines is printed, in this order, `...` standing for any."""
        (block,) = [block for block in blocks("") if block.startswith("$ concord") and file in block.splitlines()[0]]
        for name, content in inputs.items():
            self.write(name, content)
        command, *lines = block.splitlines()
        arguments = shlex.split(command)[2:]
        printed = iter(self.succeed(*arguments, *(() if "-f" in arguments else ("-f", "text"))).stdout.splitlines())
        for line in lines:
            if line == "...":
                continue
            self.assertTrue(any(each.rstrip() == line.rstrip() for each in printed), f"not printed: {line!r}")

    def test_reads(self):
        demo = re.search(r'simulate (reads .*) --output "\$reads"', (ROOT / "bootstrap").read_text())[1]
        self.succeed("simulate", *demo.split(), "-q", "-o", "reads.fastq.gz")
        self.expect_shown("reads.fastq.gz")

    def test_genomes(self):
        name = "primates27_mtDNA.fasta"
        self.expect_shown(name, **{name: shared_data(name).read_bytes()})

    def test_matrices(self):
        # Both have M over F T over G, one row and one column apart.
        self.expect_shown("a.txt", **{"a.txt": b"ABC\nDMX\nPFT\nQRG\nUVW\n"[0:20], "b.txt": b"MYZ\nFTH\nIGJ\n"})


class Snippets(CliTestCase):
    def test_cpp(self):
        compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
        if compiler is None:
            self.skipTest("no compiler")
        library, reading = blocks("cpp")
        for name, block in (("library.cpp", library), ("reading.cpp", reading)):
            includes = "".join(line + "\n" for line in block.splitlines() if line.startswith("#"))
            rest = "".join(line + "\n" for line in block.splitlines() if not line.startswith("#"))
            path = self.write(name, f"{includes}int main() {{\n{rest}}}\n".encode())
            done = subprocess.run([compiler, "-std=c++20", "-fsyntax-only", "-I", str(ROOT / "include"), path],
                                  stderr=subprocess.PIPE, check=False)
            self.assertEqual(done.returncode, 0, done.stderr.decode())

    def test_python(self):
        if importlib.util.find_spec("concord") is None:
            self.skipTest("the Python package is not built")
        self.succeed("simulate", "reads", "-n", "500", "--seed", "1", "-q", "-o", "reads.fastq.gz")
        (block,) = blocks("python")
        names = {}
        folder = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, folder)
        for line in block.splitlines():
            code, _, said = line.partition("#")
            if not code.startswith(("import", "from")):
                value = eval(code, names)
                if said:
                    self.assertEqual(repr(value), said.strip())
            else:
                exec(code, names)


if __name__ == "__main__":
    unittest.main()
