"""What `concord substring` writes besides JSON: tables, BED and text."""

import gzip
import json

from support import CliTestCase

HEADER = "sequence_index\tname\tstart\tend\tlength\tsupport\ttied_positions\ttied_sequences\ttext\n"
WISH = ("-k", "1", "-t", "3", "-l", "5")


class Tsv(CliTestCase):
    def test_answer(self):
        self.assertEqual(self.succeed("substring", *WISH, self.reads).stdout,
                         HEADER + "0\tr1\t2\t9\t7\t3\t3\t3\tGATTACA\n")

    def test_none(self):
        self.assertEqual(self.succeed("substring", "-t", "4", "-l", "6", self.reads).stdout, HEADER)

    def test_all(self):
        self.assertEqual(self.succeed("substring", *WISH, "--all", "-f", "tsv", self.reads).stdout,
                         HEADER + "0\tr1\t2\t9\t7\t3\t3\t3\tGATTACA\n1\tr2\t2\t9\t7\t3\t3\t3\tGATTACA\n"
                         "2\tr3\t2\t9\t7\t3\t3\t3\tGATTTCA\n")

    def test_what_a_table_cannot_show_is_escaped(self):
        path = self.write("bytes.fasta", b">a\n\\\xe9y\n>b\nz\\\xe9y\n")
        line = self.succeed("substring", "--alphabet", "bytes", "-t", "2", path).stdout.splitlines()[1]
        self.assertTrue(line.endswith("\t\\\\\\xe9y"), line)


class SideFiles(CliTestCase):
    def test_occurrences(self):
        self.succeed("substring", *WISH, "--occurrences", "found.tsv", self.reads)
        self.assertEqual((self.folder / "found.tsv").read_text(),
                         "sequence_index\tname\tstart\tend\tmismatches\ttext\n0\tr1\t2\t9\t0\tGATTACA\n"
                         "1\tr2\t2\t9\t0\tGATTACA\n2\tr3\t2\t9\t1\tGATTTCA\n")

    def test_occurrences_as_bed(self):
        self.succeed("substring", *WISH, "--occurrences", "found.bed", self.reads)
        self.assertEqual((self.folder / "found.bed").read_text(),
                         "r1\t2\t9\tGATTACA\t0\t+\nr2\t2\t9\tGATTACA\t0\t+\nr3\t2\t9\tGATTTCA\t1\t+\n")

    def test_occurrences_of_none(self):
        self.succeed("substring", "-t", "4", "-l", "6", "--occurrences", "found.bed", "--per-sequence", "each.tsv",
                     self.reads)
        self.assertEqual((self.folder / "found.bed").read_text(), "")
        self.assertEqual(len((self.folder / "each.tsv").read_text().splitlines()), 5)

    def test_per_sequence(self):
        self.succeed("substring", *WISH, "--per-sequence", "each.tsv", self.reads)
        lines = (self.folder / "each.tsv").read_text().splitlines()
        self.assertEqual(lines[0], "sequence_index\tname\tlength\tstart\tsupport\ttext")
        self.assertEqual(lines[1:4], ["0\tr1\t7\t2\t3\tGATTACA", "1\tr2\t7\t2\t3\tGATTACA", "2\tr3\t7\t2\t3\tGATTTCA"])
        self.assertEqual(lines[4].split("\t"), ["3", "r4", "0", "0", "0", ""])

    def test_compressed(self):
        self.succeed("substring", *WISH, "-o", "answer.tsv.gz", "--occurrences", "found.bed.gz", self.reads)
        self.assertTrue(gzip.open(self.folder / "answer.tsv.gz", "rt").read().startswith(HEADER))
        self.assertTrue(gzip.open(self.folder / "found.bed.gz", "rt").read().startswith("r1\t2\t9\t"))


class Text(CliTestCase):
    def test_shows_answer_and_occurrences(self):
        text = self.succeed("substring", *WISH, "-f", "text", self.reads).stdout
        self.assertIn("\n    GATTACA\n", text)
        self.assertRegex(text, r"length +7 letters\n")
        self.assertRegex(text, r"support +3 of 4 sequences \(75\.0%\)")
        self.assertRegex(text, r"ties +3 places in 3 sequences")
        self.assertRegex(text, r"r3 +2 +1 +AA GATTtCA TT")
        self.assertNotIn("\x1b", text)

    def test_all(self):
        text = self.succeed("substring", *WISH, "-f", "text", "--all", self.reads).stdout
        self.assertRegex(text, r"r3 +2 +3 +GATTTCA\n")

    def test_none(self):
        text = self.succeed("substring", "-t", "4", "-l", "6", "-f", "text", self.reads).stdout
        self.assertTrue(text.startswith("none: "), text)

    def test_long_answer_is_wrapped(self):
        letters = "ACGTTGCA" * 400
        path = self.write("long.fasta", f">a\n{letters}\n>b\n{letters}\n".encode())
        text = self.succeed("substring", "-t", "2", "-f", "text", path).stdout
        self.assertLess(max(map(len, text.splitlines())), 101)
        self.assertIn("1,200 letters more", text)


class Colour(CliTestCase):
    def test_always_and_never(self):
        wish = ("substring", *WISH, "-f", "text", self.reads)
        self.assertIn("\x1b[1;32mGATTACA\x1b[0m", self.succeed(*wish, "--color", "always").stdout)
        self.assertNotIn("\x1b", self.on_terminal(*wish, "--color", "never"))

    def test_terminal_gets_coloured_text(self):
        self.assertIn("\x1b[1;32mGATTACA\x1b[0m", self.on_terminal("substring", *WISH, self.reads))

    def test_environment(self):
        for changes in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            text = self.on_terminal("substring", *WISH, self.reads, **changes)
            self.assertIn("GATTACA", text)
            self.assertNotIn("\x1b", text)
        always = self.succeed("substring", *WISH, "-f", "text", "--color", "always", self.reads,
                              environment=self.environment(NO_COLOR="1"))
        self.assertIn("\x1b[", always.stdout)

    def test_tables_and_json_have_none(self):
        for form in ("tsv", "json"):
            self.assertNotIn("\x1b", self.succeed("substring", "-f", form, "--color", "always", self.reads).stdout)


class Exchange(CliTestCase):
    def test_occurrences_as_fasta(self):
        for name in ("found.fa", "found.fasta"):
            self.succeed("substring", *WISH, "--occurrences", name, self.reads)
            self.assertEqual((self.folder / name).read_text(),
                             ">r1:2-9 mismatches=0\nGATTACA\n>r2:2-9 mismatches=0\nGATTACA\n"
                             ">r3:2-9 mismatches=1\nGATTTCA\n")

    def test_motif(self):
        self.succeed("substring", *WISH, "--motif", "found.meme", self.reads)
        lines = (self.folder / "found.meme").read_text().splitlines()
        self.assertEqual(lines[:3], ["MEME version 4", "", "ALPHABET= ACGT"])
        self.assertIn("A 0.22727 C 0.15909 G 0.22727 T 0.38636", lines)  # 10, 7, 10 and 17 of 44
        self.assertIn("letter-probability matrix: alength= 4 w= 7 nsites= 3", lines)
        self.assertEqual(lines[-3], " 0.666667 0.000000 0.000000 0.333333")

    def test_motif_needs_an_alphabet(self):
        self.fail_with(2, "substring", "--alphabet", "bytes", "--motif", "found.meme", self.reads, message="--motif")
        self.assertEqual(self.files(), ["reads.fasta"])

    def test_multiqc(self):
        self.succeed("substring", *WISH, "--multiqc", "reads_mqc.json", self.reads)
        table = json.loads((self.folder / "reads_mqc.json").read_text())
        self.assertEqual((table["id"], table["plot_type"]), ("concord_substring", "table"))
        self.assertEqual(table["data"], {"reads": {"text": "GATTACA", "length": 7, "support": 3, "share": 75.0,
                                                   "mismatches": 1, "asked_for": 3, "sequences": 4}})
        self.assertEqual(list(table["headers"]), list(table["data"]["reads"]))
