"""Files for other programs, read by them: motifs by Biopython, tables by MultiQC."""

import json
import pathlib
import subprocess
import sys

from Bio import SeqIO, motifs
from support import CliTestCase

WISH = ("-k", "1", "-t", "3", "-l", "5")


class Motifs(CliTestCase):
    def parse(self, *arguments):
        self.succeed("substring", *arguments, "--motif", "found.meme", self.reads)
        with open(self.folder / "found.meme", encoding="ascii") as handle:
            return motifs.parse(handle, "minimal")

    def test_biopython_reads_it(self):
        # GATTACA twice and GATTTCA once; the reads hold 44 letters: worked by hand.
        [motif] = self.parse(*WISH)
        self.assertEqual((motif.name, motif.length, motif.num_occurrences), ("GATTACA", 7, 3))
        self.assertEqual(str(motif.consensus), "GATTACA")
        self.assertAlmostEqual(motif.pwm["A"][4], 2 / 3, places=5)
        self.assertAlmostEqual(motif.pwm["T"][4], 1 / 3, places=5)
        self.assertAlmostEqual(motif.background["A"], 10 / 44, places=5)
        self.assertAlmostEqual(motif.background["T"], 17 / 44, places=5)

    def test_no_motif(self):
        self.assertEqual(len(self.parse("-t", "4", "-l", "6")), 0)

    def test_occurrences_are_fasta(self):
        self.succeed("substring", *WISH, "--occurrences", "found.fa", self.reads)
        with open(self.folder / "found.fa", encoding="ascii") as handle:
            records = {record.id: str(record.seq) for record in SeqIO.parse(handle, "fasta")}
        self.assertEqual(records, {"r1:2-9": "GATTACA", "r2:2-9": "GATTACA", "r3:2-9": "GATTTCA"})


class Tables(CliTestCase):
    def test_multiqc_shows_them(self):
        a, b = self.two_files("ACGTACGTTT", "ACGTACGTAA")
        other = self.write("other.fastq.gz", pathlib.Path(self.reads).read_bytes())
        for name, arguments in {
                "one": ("substring", *WISH, self.reads), "two": ("substring", *WISH, other),
                "region": ("overlap", "-t", "3", self.reads), "repeat": ("overlap", "--repeat", self.reads),
                "matches": ("overlap", "--mems", "4", a, b), "pair": ("distance", a, b),
                "pairs": ("distance", "--all", "--alphabet", "dna", self.reads), "common": ("subsequence", a, b)}.items():
            self.succeed(*arguments, "-o", f"{name}.tsv", "--multiqc", f"{name}_mqc.json")
        subprocess.run([sys.executable, "-m", "multiqc", "--no-version-check", "--data-format", "json", "-q", "-o", "qc",
                        "."], cwd=self.folder, check=True, timeout=110)
        data = json.loads((self.folder / "qc" / "multiqc_data" / "multiqc_data.json").read_text())
        raw = data["report_saved_raw_data"]
        substring = raw["multiqc_concord_substring_table"]
        self.assertEqual(set(substring), {"reads", "other"})  # two runs, one table
        self.assertEqual((substring["reads"]["text"], substring["reads"]["length"], substring["reads"]["share"]),
                         ("GATTACA", 7, 75))
        self.assertEqual(raw["multiqc_concord_overlap_regions_table"]["reads"]["length"], 4)
        self.assertEqual(raw["multiqc_concord_overlap_matches_table"]["a and 1 more"]["length"], 8)
        self.assertEqual(raw["multiqc_concord_distance_of_pairs_table"]["a and b"]["distance"], 2)
        self.assertEqual(raw["multiqc_concord_distance_table"]["reads"]["pairs"], 6)
        self.assertEqual(raw["multiqc_concord_subsequence_table"]["a and b"]["length"], 8)
        self.assertIn("multiqc_concord_overlap_repeats_table", raw)
        page = (self.folder / "qc" / "multiqc_report.html").read_text()
        self.assertIn("Concord: substring", page)
