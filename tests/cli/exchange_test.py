"""PAF and rows for MultiQC of the other commands."""

import json

from support import CliTestCase, fasta


class Paf(CliTestCase):
    def lines(self, *arguments):
        self.succeed(*arguments, "-o", "out.tsv", "--paf", "found.paf")
        return (self.folder / "found.paf").read_text().splitlines()

    def test_distance(self):
        a, b = self.two_files("ACGTT", "AGTTC")
        self.assertEqual(self.lines("distance", a, b),
                         ["seq1\t5\t0\t5\t+\tseq2\t5\t0\t5\t4\t6\t255\tcg:Z:1=1I3=1D"])

    def test_distance_that_is_none(self):
        a, b = self.two_files("AAAA", "CCCC")
        self.assertEqual(self.lines("distance", "--max-distance", "2", a, b), [])

    def test_distance_of_many(self):
        self.fail_with(2, "distance", "--all", self.reads, "--paf", "x.paf", message="--paf is for one pair, or for --zip")
        self.fail_with(2, "distance", "--zip", self.reads, "--weights", "1,1,2", "--paf", "x.paf", message="--weights")
        self.fail_with(2, "distance", "--zip", self.reads, "--shard", "1/2", "--paf", "x.paf", "-o", "x.part",
                       message="one process")

    def test_distance_of_pairs(self):
        a = self.write("a.fasta", fasta({"x": "ACGTT", "y": "AAAA", "z": ""}))
        b = self.write("b.fasta", fasta({"p": "AGTTC", "q": "CCCC", "r": "AC"}))
        first = "x\t5\t0\t5\t+\tp\t5\t0\t5\t4\t6\t255\tcg:Z:1=1I3=1D"
        last = "z\t0\t0\t0\t+\tr\t2\t0\t2\t0\t2\t255\tcg:Z:2D"
        self.assertEqual(self.lines("distance", "--zip", a, b),
                         [first, "y\t4\t0\t4\t+\tq\t4\t0\t4\t0\t4\t255\tcg:Z:4X", last])
        self.assertEqual(self.lines("distance", "--zip", "-k", "3", a, b), [first, last])
        self.assertEqual((self.folder / "out.tsv").read_text(), self.succeed("distance", "--zip", "-k", "3", a, b, "-f", "tsv").stdout)

    def test_distance_of_many_pairs_by_threads(self):
        words = ["ACGT"[index % 4] * (index % 7) + "GATTACA"[index % 5:] for index in range(600)]
        table = self.write("table.tsv", "".join(f"{a}\t{b}\n" for a, b in zip(words, words[1:])).encode())
        lines = self.lines("distance", "--pairs", table, "-j", "1")
        self.assertEqual(len(lines), len(words) - 1)
        self.assertEqual({line.split("\t")[0] for line in lines}, {str(number) for number in range(1, len(words))})
        self.assertEqual(self.lines("distance", "--pairs", table, "-j", "2"), lines)

    def test_matches(self):
        a, b = self.two_files("TTGATTACA", "CGATTACAG")
        self.assertEqual(self.lines("overlap", "--mems", "5", a, b),
                         ["seq1\t9\t2\t9\t+\tseq2\t9\t1\t8\t7\t7\t255\tcg:Z:7="])

    def test_ends(self):
        path = self.write("ends.fasta", fasta({"x": "CCGATTA", "y": "GATTACC"}))
        self.assertEqual(self.lines("overlap", "--overlaps", "2", path),
                         ["x\t7\t2\t7\t+\ty\t7\t0\t5\t5\t5\t255\tcg:Z:5=", "y\t7\t5\t7\t+\tx\t7\t0\t2\t2\t2\t255\tcg:Z:2="])

    def test_regions_have_none(self):
        self.fail_with(2, "overlap", "--paf", "x.paf", self.reads, message="--paf requires")


class Places(CliTestCase):
    def test_regions_as_bed_and_fasta(self):
        self.succeed("overlap", "-t", "2", "-o", "out.tsv", "--occurrences", "found.bed", self.reads)
        self.assertEqual((self.folder / "found.bed").read_text(), "r1\t2\t9\tGATTACA\t0\t+\nr2\t2\t9\tGATTACA\t0\t+\n")
        self.succeed("overlap", "-t", "2", "-o", "out.tsv", "--occurrences", "found.fa.gz", self.reads)
        self.succeed("overlap", "-t", "2", "-o", "again.tsv", "--occurrences", "found.fa", self.reads)
        self.assertEqual((self.folder / "found.fa").read_text(),
                         ">r1:2-9 mismatches=0\nGATTACA\n>r2:2-9 mismatches=0\nGATTACA\n")


class Multiqc(CliTestCase):
    def row(self, *arguments):
        self.succeed(*arguments, "-o", "out.tsv", "--multiqc", "x_mqc.json")
        table = json.loads((self.folder / "x_mqc.json").read_text())
        [(sample, row)] = table["data"].items()
        self.assertEqual(list(table["headers"]), list(row))
        return table["id"], sample, row

    def test_rows(self):
        a, b = self.two_files("ACGTACGTTT", "ACGTACGTAA")
        self.assertEqual(self.row("subsequence", a, b),
                         ("concord_subsequence", "a and b", {"length": 8, "share": 80.0, "length_a": 10, "length_b": 10}))
        self.assertEqual(self.row("distance", a, b),
                         ("concord_distance_of_pairs", "a and b", {"distance": 2, "length_a": 10, "length_b": 10}))
        self.assertEqual(self.row("distance", "--max-distance", "1", a, b)[2], {"length_a": 10, "length_b": 10})
        self.assertEqual(self.row("overlap", "--mems", "8", a, b),
                         ("concord_overlap_matches", "a and 1 more", {"count": 1, "length": 8, "sequences": 2}))
        words = self.write("words.txt", b"abc\nabd\nxyz\n")
        self.assertEqual(self.row("distance", "--all", words),
                         ("concord_distance", "words", {"pairs": 3, "least": 1, "mean": 7 / 3, "greatest": 3}))
        self.assertEqual(self.row("overlap", "-t", "2", self.reads)[2],
                         {"text": "GATTACA", "length": 7, "support": 2, "asked_for": 2, "sequences": 4})
