"""`concord adapters`: what is said of reads, in every format, and of pairs."""

import gzip
import json
import random

from support import CliTestCase, shared_data

TRUSEQ = "AGATCGGAAGAGCACACGTCTGAACTCCAGTCA"
SECOND = "AGATCGGAAGAGCGTCGTGTAGGGAAAGAGTGT"


def letters(source, count):
    return "".join(source.choices("ACGT", k=count))


def fastq(reads):
    return "".join(f"@{number}\n{read}\n+\n{'I' * len(read)}\n" for number, read in enumerate(reads))


def pairs(count, length=90, seed=5):
    """Reads and mates whose inserts are 30 to 200 letters."""
    source = random.Random(seed)
    turned = str.maketrans("ACGT", "TGCA")
    first, second = [], []
    for _ in range(count):
        insert = letters(source, source.randrange(30, 200))
        first.append((insert + TRUSEQ + letters(source, length))[:length])
        second.append((insert[::-1].translate(turned) + SECOND + letters(source, length))[:length])
    return first, second


class Adapters(CliTestCase):
    def setUp(self):
        super().setUp()
        first, second = pairs(600)
        for name, reads in (("r1.fastq", first), ("r2.fastq", second)):
            (self.folder / name).write_text(fastq(reads))
        source = random.Random(6)
        (self.folder / "clean.fasta").write_text("".join(f">{i}\n{letters(source, 90)}\n" for i in range(2000)))

    def test_json(self):
        whole = self.object("adapters", "r1.fastq")
        self.assertEqual(whole["schema"], "concord.adapters/1")
        self.assertEqual(whole["parameters"], {"min_share": 0.001, "min_reads": 20, "max_expected": 0.001, "most": 20,
                                               "known": 0})
        result = whole["result"]
        self.assertTrue(result["found"])
        one, = result["files"]
        self.assertEqual((one["file"], one["reads"], one["threshold"]), ("r1.fastq", 600, 20))
        found, = one["found"]
        self.assertEqual((found["letters"], found["verdict"], found["name"], found["strand"]),
                         (TRUSEQ, "adapter", "TruSeq Read 1", "+"))
        self.assertEqual(sum(found["starts"]) + found["cut_left"], found["reads"])
        self.assertEqual(sum(found["by_errors"]), found["reads"])
        self.assertEqual(len(found["columns"]), len(TRUSEQ))
        self.assertIn(f"-a {TRUSEQ}", result["commands"]["cutadapt"])
        self.assertIsNone(result["short_inserts"])

    def test_the_same_with_any_number_of_threads(self):
        results = [self.object("adapters", "-j", str(threads), "r1.fastq", "r2.fastq")["result"] for threads in (1, 2, 5)]
        self.assertEqual(results[0], results[1])
        self.assertEqual(results[0], results[2])

    def test_pairs(self):
        result = self.object("adapters", "r1.fastq", "r2.fastq")["result"]
        self.assertEqual([one["found"][0]["name"] for one in result["files"]], ["TruSeq Read 1", "TruSeq Read 2"])
        for one in result["files"]:
            self.assertGreater(one["found"][0]["confirmed"], 50)
            self.assertEqual(one["found"][0]["denied"], 0)
        self.assertGreaterEqual(result["short_inserts"], result["files"][0]["found"][0]["confirmed"])
        self.assertIn(f"-a {TRUSEQ} -A {SECOND}", result["commands"]["cutadapt"])
        self.assertIn("trimmed_2.fastq.gz", result["commands"]["fastp"])

    def test_table(self):
        header, row = self.succeed("adapters", "-f", "tsv", "r1.fastq").stdout.splitlines()
        cells = dict(zip(header.split("\t"), row.split("\t")))
        self.assertEqual((cells["file"], cells["verdict"], cells["letters"], cells["length"], cells["name"]),
                         ("r1.fastq", "adapter", TRUSEQ, "33", "TruSeq Read 1"))
        self.assertAlmostEqual(float(cells["share"]), int(cells["reads"]) / 600, places=6)

    def test_text(self):
        text = self.succeed("adapters", "-f", "text", "r1.fastq").stdout
        self.assertIn(TRUSEQ, text)
        self.assertIn("adapter: TruSeq Read 1", text)
        self.assertIn(f"  cutadapt -a {TRUSEQ} -m 20 -o trimmed.fastq.gz r1.fastq\n", text)

    def test_nothing(self):
        text = self.succeed("adapters", "-f", "text", "clean.fasta").stdout
        self.assertIn("nothing found: no adapter, primer or tag in 20 or more of 2,000 reads", text)
        self.assertNotIn("cutadapt", text)
        self.assertEqual(self.run_concord("adapters", "--exit-code", "clean.fasta").returncode, 1)
        self.assertEqual(self.run_concord("adapters", "--exit-code", "r1.fastq").returncode, 0)
        self.assertEqual(len(self.succeed("adapters", "-f", "tsv", "clean.fasta").stdout.splitlines()), 1)

    def test_side_files(self):
        self.succeed("adapters", "--fasta", "a.fasta", "--report", "a.html", "--multiqc", "a_mqc.json", "r1.fastq",
                     "r2.fastq")
        self.assertEqual([line for line in (self.folder / "a.fasta").read_text().splitlines() if line[0] != ">"],
                         [TRUSEQ, SECOND])
        page = (self.folder / "a.html").read_text()
        self.assertIn("TruSeq Read 1", page)
        self.assertIn("<svg", page)
        row, = json.loads((self.folder / "a_mqc.json").read_text())["data"].values()
        self.assertEqual(row["adapter"], "TruSeq Read 1")

    def test_known(self):
        (self.folder / "known.fasta").write_text(f">ours with a title\n{TRUSEQ.lower()}\n")
        found, = self.object("adapters", "--known", "known.fasta", "r1.fastq")["result"]["files"][0]["found"]
        self.assertEqual(found["name"], "ours")
        (self.folder / "wrong.fasta").write_text(">x\nACGNN\n")
        self.fail_with(3, "adapters", "--known", "wrong.fasta", "r1.fastq", message="the letters A, C, G, T")

    def test_thresholds(self):
        self.assertEqual(self.object("adapters", "--min-share", "50%", "r1.fastq")["result"]["files"][0]["threshold"],
                         300)
        self.assertFalse(self.object("adapters", "--min-reads", "590", "r1.fastq")["result"]["found"])

    def test_compressed_and_piped(self):
        reads = (self.folder / "r1.fastq").read_bytes()
        (self.folder / "r1.fastq.gz").write_bytes(gzip.compress(reads))
        wanted = self.succeed("adapters", "-f", "tsv", "r1.fastq").stdout.replace("r1.fastq", "x")
        self.assertEqual(self.succeed("adapters", "-f", "tsv", "r1.fastq.gz").stdout.replace("r1.fastq.gz", "x"), wanted)
        self.assertEqual(self.succeed("adapters", "-f", "tsv", "-", stdin=reads).stdout.replace("\n-\t", "\nx\t"), wanted)


class AdapterErrors(CliTestCase):
    def test_input(self):
        (self.folder / "p.fasta").write_text(">p\nMKVLLEEE\n")
        self.fail_with(3, "adapters", "p.fasta", message="p.fasta")
        self.fail_with(3, "adapters", "missing.fastq", message="missing.fastq")
        self.fail_with(2, "adapters", message="FILE")
        (self.folder / "one.fasta").write_text(">a\nACGT\n")
        (self.folder / "two.fasta").write_text(">a\nACGT\n>b\nACGT\n")
        self.fail_with(2, "adapters", "one.fasta", "two.fasta", message="differ in number: 1 and 2")
        self.fail_with(2, "adapters", "--min-share", "101%", "one.fasta", message="101%")

    def test_outputs_are_no_inputs(self):
        (self.folder / "one.fasta").write_text(">a\nACGT\n")
        self.fail_with(2, "adapters", "--fasta", "one.fasta", "one.fasta", message="one.fasta")
        self.assertEqual((self.folder / "one.fasta").read_text(), ">a\nACGT\n")

    def test_too_few_reads(self):
        self.assertEqual(self.succeed("adapters", "-f", "text", self.reads).stdout,
                         "too few reads: 4 of the 20 that must hold a sequence (--min-reads asks for fewer)\n")
        self.succeed("adapters", "--report", "few.html", self.reads)
        self.assertIn("Too few reads to find adapters", (self.folder / "few.html").read_text())

    def test_empty(self):
        (self.folder / "empty.fasta").write_text(">a\n\n")
        self.assertIn("too few reads: 1", self.succeed("adapters", "-f", "text", "empty.fasta").stdout)


class RealReads(CliTestCase):
    def test_soil(self):
        found = self.object("adapters", shared_data("soil51_5k.fasta"))["result"]["files"][0]["found"]
        self.assertEqual(len(found), 1)
        self.assertTrue(found[0]["letters"].startswith(TRUSEQ))
        self.assertEqual((found[0]["verdict"], found[0]["name"]), ("adapter", "TruSeq Read 1"))

    def test_published_examples(self):
        found = self.object("adapters", shared_data("adapterremoval_reads_1.fastq"))["result"]["files"][0]["found"]
        self.assertEqual(found[0]["letters"], "AGATCGGAAGAGCACACGTCTGAACTCCAGTCACCACCTAATCTCGTATGCCGTCTTCTGCTTG")
        found = self.object("adapters", shared_data("cutadapt_illumina.fastq.gz"))["result"]["files"][0]["found"]
        self.assertEqual(found[0]["letters"], "GCCTAACTTCTTAGACTGCCTTAAGGACGT")
