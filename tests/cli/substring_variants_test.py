"""`concord substring` with edits, both strands, IUPAC letters, pieces, copies and further answers: what it writes."""

import json

from support import CliTestCase

HEADER = "sequence_index\tname\tstart\tend\tlength\tsupport\ttied_positions\ttied_sequences\ttext"
EDITS = ("--metric", "levenshtein", "-k", "1", "-t", "3")


class Variants(CliTestCase):
    def setUp(self):
        super().setUp()
        self.three = self.write("three.fasta", b">a\nACGTTAGC\n>b\nACGTAGC\n>c\nCGTTGC\n")
        self.strands = self.write("strands.fasta", b">a\nACGTTGA\n>b\nTCAACGT\n")

    def test_edits_as_table(self):
        self.assertEqual(self.succeed("substring", *EDITS, self.three).stdout,
                         HEADER + "\n0\ta\t1\t8\t7\t3\t1\t1\tCGTTAGC\n")

    def test_edits_as_json(self):
        whole = json.loads(self.succeed("substring", *EDITS, "-f", "json", self.three).stdout)
        self.assertEqual(whole["parameters"]["metric"], "levenshtein")
        self.assertEqual(whole["parameters"]["min_length"], 3)
        self.assertEqual([(one["start"], one["end"], one["strand"], one["edits"], one["cigar"])
                          for one in whole["result"]["occurrences"]],
                         [(1, 8, "+", 0, "7="), (1, 7, "+", 1, "2=1I4="), (0, 6, "+", 1, "4=1I2=")])

    def test_edits_as_text(self):
        text = self.succeed("substring", *EDITS, "-f", "text", self.three).stdout
        self.assertIn("hold it with up to 1 edit;", text)
        self.assertIn("b                 1          7  +                1  CGTAGC  2=1I4=", text)

    def test_occurrences_of_edits(self):
        for name in ("found.tsv", "found.bed", "found.fasta"):
            self.succeed("substring", *EDITS, "--occurrences", name, self.three)
        self.assertEqual((self.folder / "found.tsv").read_text(),
                         "sequence_index\tname\tstart\tend\tedits\tcigar\ttext\n0\ta\t1\t8\t0\t7=\tCGTTAGC\n"
                         "1\tb\t1\t7\t1\t2=1I4=\tCGTAGC\n2\tc\t0\t6\t1\t4=1I2=\tCGTTGC\n")
        self.assertEqual((self.folder / "found.bed").read_text(),
                         "a\t1\t8\tCGTTAGC\t0\t+\nb\t1\t7\tCGTAGC\t1\t+\nc\t0\t6\tCGTTGC\t1\t+\n")
        self.assertEqual((self.folder / "found.fasta").read_text().splitlines()[2], ">b:1-7 edits=1 cigar=2=1I4=")

    def test_motif_has_a_column_for_each_letter_of_the_answer(self):
        self.succeed("substring", *EDITS, "--motif", "found.meme", self.three)
        motif = (self.folder / "found.meme").read_text()
        self.assertIn("w= 7 nsites= 3", motif)
        self.assertIn(" 0.000000 0.000000 0.000000 1.000000\n", motif)

    def test_report(self):
        self.succeed("substring", *EDITS, "--report", "found.html", self.three)
        self.assertIn("2=1I4=", (self.folder / "found.html").read_text())

    def test_both_strands(self):
        self.succeed("substring", "--both-strands", "-t", "2", "--occurrences", "found.tsv", self.strands)
        self.assertEqual((self.folder / "found.tsv").read_text(),
                         "sequence_index\tname\tstart\tend\tstrand\tmismatches\ttext\n0\ta\t0\t7\t+\t0\tACGTTGA\n"
                         "1\tb\t0\t7\t-\t0\tACGTTGA\n")

    def test_iupac(self):
        sets = self.write("sets.fasta", b">a\nACRTTG\n>b\nCAGTTA\n>c\nTACTTG\n")
        found = self.succeed("substring", "--iupac", "-t", "2", "--alphabet", "dna", sets).stdout.splitlines()[1]
        self.assertEqual(found.split("\t")[2:9:6], ["2", "RTT"])

    def test_pieces(self):
        ends = self.write("ends.fasta", b">a\nACGTTTTGG\n>b\nCAGTACTTG\n")
        found = self.succeed("substring", "--from-start", "2", "--from-end", "3", "-t", "2", ends)
        self.assertEqual(found.stdout.splitlines()[1].split("\t")[2:4], ["6", "8"])

    def test_copies(self):
        copies = self.write("copies.fasta", b">a\nACACACACA\n>b\nGACAGACAG\n")
        found = self.succeed("substring", "--copies", "2", "-t", "2", copies).stdout.splitlines()[1]
        self.assertTrue(found.endswith("\tACA"), found)

    def test_further_answers(self):
        path = self.write("several.fasta", b">a\nACGTACCGGATTT\n>b\nTTTCACGTACAGGAC\n")
        wish = ("substring", "-t", "2", "-l", "3", "--top", "3")
        lines = self.succeed(*wish, path).stdout.splitlines()
        self.assertEqual(lines[0], HEADER + "\tanswer")
        self.assertEqual([line.split("\t")[8:] for line in lines[1:]], [["ACGTAC", "1"], ["GGA", "2"], ["TTT", "3"]])
        whole = json.loads(self.succeed(*wish, "-f", "json", path).stdout)
        self.assertEqual([one["text"] for one in whole["result"]["answers"]], ["ACGTAC", "GGA", "TTT"])
        self.assertIn("Answer 3", self.succeed(*wish, "-f", "text", path).stdout)

    def test_tables_of_the_paper(self):
        self.succeed("substring", *EDITS, "--max-lcp", "lcp.tsv", "--length-stat", "stat.tsv", "--table-of", "1",
                     self.three)
        lcp = (self.folder / "lcp.tsv").read_text().splitlines()
        self.assertEqual(lcp[0], "sequence_index\tstart\tother_index\tlength")
        self.assertEqual(lcp[1:3], ["1\t0\t0\t7", "1\t0\t2\t4"])
        stat = (self.folder / "stat.tsv").read_text().splitlines()
        self.assertEqual(stat[0], "sequence_index\tstart\tlength\tsequences")
        self.assertEqual(stat[5:8], ["1\t0\t5\t2", "1\t0\t6\t2", "1\t0\t7\t2"])

    def test_longest_of_every_sequence(self):
        # Within an edit GATTACA is GACTACA, and GATACA without a letter; GATACA is either of these without a letter.
        path = self.write("each.fasta", b">a\nCCGATTACACC\n>b\nTTGATACATT\n>c\nGACTACA\n>d\nGGG\n")
        self.succeed("substring", "--metric", "levenshtein", "-k", "1", "-t", "3", "-l", "3", "--per-sequence", "each.tsv",
                     path)
        self.assertEqual((self.folder / "each.tsv").read_text(),
                         "sequence_index\tname\tlength\tstart\tsupport\ttext\n0\ta\t7\t2\t3\tGATTACA\n"
                         "1\tb\t6\t2\t3\tGATACA\n2\tc\t7\t0\t3\tGACTACA\n3\td\t0\t0\t0\t\n")

    def test_shards_make_the_whole(self):
        parts = [f"{number}.part" for number in (1, 2)]
        for number, part in enumerate(parts, 1):
            self.succeed("substring", *EDITS, "--shard", f"{number}/2", "-o", part, self.three)
        self.assertEqual(self.succeed("merge", *parts).stdout,
                         self.succeed("substring", *EDITS, self.three).stdout)

    def test_what_cannot_be(self):
        for wish in (("--both-strands", "--alphabet", "protein"), ("--iupac", "--alphabet", "bytes"),
                     ("--metric", "levenshtein", "--top", "2", "--shard", "1/2"), ("--top", "0"), ("--copies", "0"),
                     ("--from-start", "0"), ("--metric", "levenshtein", "--per-sequence", "each.tsv", "--top", "2"),
                     ("--both-strands", "--per-sequence", "each.tsv", "--shard", "1/2", "-o", "part"),
                     ("--max-lcp", "lcp.tsv", "--table-of", "3")):
            with self.subTest(wish=wish):
                self.fail_with(2, "substring", *wish, self.three)
