"""The Snakemake wrapper in a workflow: Snakemake runs it, and what it writes is what the program writes.

    PROGRAM=build/release/apps/concord/concord python3 -m unittest snakemake_test
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ["PROGRAM"]).resolve()
WORKFLOW = """
rule all:
    input: "adapters.tsv", "shared.json", "found.txt"

rule adapters:
    input: reads="reads.fastq.gz"
    output: table="adapters.tsv", fasta="adapters.fasta", report="adapters.html", multiqc="adapters_mqc.json"
    log: "logs/adapters.log"
    params: command="adapters", extra="--min-share 1%"
    threads: 1
    resources: mem_mb=500
    wrapper: "file:wrappers/concord"

rule shared:
    input: "reads.fastq.gz"
    output: table="shared.json", occurrences="shared sites.bed"
    log: "logs/shared.log"
    params: command="substring", extra="-k 1 -t 20% -l 15"
    wrapper: "file:wrappers/concord"

rule find:
    input: "primers.fasta", "reads.fastq.gz"
    output: table="found.txt"
    params: command="distance --find", extra="-k 3"
    wrapper: "file:wrappers/concord"
"""


class Wrapper(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        shutil.copytree(ROOT / "recipe/snakemake/concord", self.folder / "wrappers/concord")
        self.concord("simulate", "reads", "-n", "2000", "--seed", "3", "-o", "reads.fastq.gz")
        (self.folder / "primers.fasta").write_text(">p\nAGATCGGAAGAGCACACG\n")

    def concord(self, *arguments):
        done = subprocess.run([PROGRAM, *arguments], cwd=self.folder, capture_output=True, text=True, check=True)
        return done.stdout

    def snakemake(self, workflow, *arguments):
        (self.folder / "Snakefile").write_text(workflow)
        environment = os.environ | {"PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "HOME": str(self.folder)}
        return subprocess.run([sys.executable, "-m", "snakemake", "--cores", "1", *arguments], cwd=self.folder,
                              env=environment, capture_output=True, text=True, check=False)

    def test_what_it_writes_is_what_the_program_writes(self):
        done = self.snakemake(WORKFLOW)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual((self.folder / "adapters.tsv").read_text(),
                         self.concord("adapters", "-f", "tsv", "--min-share", "1%", "reads.fastq.gz"))
        for name in ("adapters.fasta", "adapters.html", "adapters_mqc.json", "shared sites.bed", "logs/adapters.log"):
            self.assertTrue((self.folder / name).exists(), name)
        self.assertIn("AGATCGGAAGAGC", (self.folder / "adapters.fasta").read_text())
        answer = json.loads((self.folder / "shared.json").read_text())
        self.assertIn("AGATCGGAAGAGC", answer["result"]["text"])
        self.assertEqual((self.folder / "found.txt").read_text(),
                         self.concord("distance", "--find", "-f", "text", "-k", "3", "primers.fasta", "reads.fastq.gz"))

    def test_a_failure_is_a_failure_and_is_in_the_log(self):
        done = self.snakemake(WORKFLOW.replace("--min-share 1%", "--no-such-option"), "adapters.tsv")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("no-such-option", (self.folder / "logs/adapters.log").read_text())


if __name__ == "__main__":
    unittest.main()
