"""The progress bar on a terminal: one for a whole command, whose share never falls, and which is gone in the end."""

import re

from support import CliTestCase

WIPED = "\r\x1b[K"
DRAWN = re.compile(r"\r([^\r\n]*?)\x1b\[K")


class Bars(CliTestCase):
    def setUp(self):
        super().setUp()
        for name, arguments in (("many.fastq", ("reads", "-n", "30k")), ("few.fastq", ("reads", "-n", "400")),
                                ("genomes.fasta", ("genomes", "-n", "4", "-L", "40k")),
                                ("pairs.fasta", ("pairs", "-n", "500")),
                                ("a.fasta", ("genomes", "-n", "1", "-L", "60k")),
                                ("b.fasta", ("genomes", "-n", "1", "-L", "60k", "--seed", "2"))):
            self.succeed("simulate", *arguments, "-o", name)
        self.succeed("simulate", "matrices", "--rows", "120", "--columns", "120", "-o", "a.txt", "--second", "b.txt")
        self.succeed("overlap", "--matches", "30", "--shard", "1/1", "-o", "part.json", "genomes.fasta")

    COMMANDS = (
        ("substring", "-k", "1", "many.fastq"),
        ("substring", "-k", "3", "few.fastq", "--report", "page.html"),
        ("substring", "-k", "2", "--metric", "levenshtein", "few.fastq"),
        ("overlap", "-t", "4", "genomes.fasta"),
        ("overlap", "--every-support", "--report", "page.html", "many.fastq"),
        ("overlap", "--repeat", "genomes.fasta"),
        ("overlap", "--overlaps", "20", "many.fastq"),
        ("overlap", "--mems", "20", "a.fasta", "b.fasta"),
        ("overlap", "index", "many.fastq", "-o", "index.cdx"),
        ("subsequence", "a.fasta", "b.fasta"),
        ("subsequence", "--zip", "pairs.fasta", "pairs.fasta"),
        ("distance", "a.fasta", "b.fasta"),
        ("distance", "--alignment", "a.fasta", "b.fasta"),
        ("distance", "--all", "few.fastq"),
        ("distance", "--all", "--max-distance", "3", "many.fastq"),
        ("distance", "--nearest", "1", "few.fastq"),
        ("distance", "--zip", "pairs.fasta", "pairs.fasta"),
        ("distance", "--find", "--max-distance", "2", "few.fastq", "genomes.fasta"),
        ("component", "a.txt", "b.txt"),
        ("adapters", "many.fastq"),
        ("adapters", "many.fastq", "many.fastq"),
        ("merge", "part.json"),
        ("simulate", "reads", "-n", "200k", "-o", "/dev/null"),
        ("simulate", "genomes", "-n", "20", "-L", "200k", "-o", "/dev/null"),
        ("simulate", "pairs", "-n", "20k", "-o", "/dev/null"),
        ("simulate", "matrices", "--rows", "700", "--columns", "700", "-o", "/dev/null", "--second", "c.txt"),
    )

    def shares(self, written):
        """The shares that were shown, in order; what is no bar must be nothing."""
        self.assertEqual(DRAWN.sub("", written), "")
        bars = [text for text in DRAWN.findall(written) if text]
        return [int(re.search(r"(\d+)%", bar)[1]) for bar in bars], bars

    def test_one_bar_a_command(self):
        for number, command in enumerate(self.COMMANDS):
            columns = (100, 60, 40, 25, 12)[number % 5]
            with self.subTest(command, columns=columns):
                written = self.on_terminal(*command, "--progress", "always", stream="stderr", columns=columns)
                shares, bars = self.shares(written)
                self.assertEqual(shares, sorted(shares))
                self.assertLess(max(shares), 100)
                self.assertTrue(written.endswith(WIPED))
                self.assertLess(max(map(len, bars)), columns)
                for bar in bars:
                    self.assertLessEqual(bar.count("left"), 1)
                    self.assertRegex(bar, r"^(?:(?:reading|computing|writing) +(?:\[#*\.*\])?)? *\d+%")

    def test_is_wiped_before_the_answer(self):
        for command in (("substring", "-k", "1", "-t", "20%", "few.fastq"), ("adapters", "few.fastq"),
                        ("distance", "a.fasta", "b.fasta")):
            with self.subTest(command):
                written = self.on_terminal(*command, "--progress", "always", "--color", "never", stream="both")
                last = [match.end() for match in DRAWN.finditer(written)][-1]
                self.assertTrue(written[:last].endswith(WIPED))
                answer = written[last:].replace("\r\n", "\n")
                self.assertEqual(answer, self.succeed(*command, "-f", "text").stdout)

    def test_notes_stand_on_lines_of_their_own(self):
        written = self.on_terminal("overlap", "-t", "4", "-v", "genomes.fasta", "--progress", "always", stream="stderr")
        notes = DRAWN.sub("", written).splitlines()
        self.assertTrue(notes)
        for note in notes:
            self.assertTrue(note.startswith("concord: "), note)
        for before in re.findall(r"([^\n]*)concord: ", written):
            self.assertTrue(before == "" or before.endswith(WIPED), before)

    def test_silent_where_nothing_is_to_be_shown(self):
        self.assertEqual(self.on_terminal("adapters", "many.fastq", "--progress", "never", stream="stderr"), "")
        self.assertEqual(self.succeed("adapters", "many.fastq").stderr, "")
