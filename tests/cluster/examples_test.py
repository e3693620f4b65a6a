"""The examples of docs/clusters are run: batch scripts under a stand-in for Slurm, the Snakefile where snakemake is."""

import os
import pathlib
import shutil
import stat
import subprocess

from cluster_support import PATIENCE, PROGRAM, ClusterTestCase, signal, time

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "docs" / "clusters"
BATCH_SCRIPTS = ["ranks.sbatch", "shards.sbatch", "merge.sbatch"]
QUESTION = ("-k", "2", "-t", "40", "-l", "12")


class Tools:
    """A folder on the PATH with `concord`, and stand-ins for what Slurm would bring."""

    def __init__(self, test):
        self.test = test
        self.folder = test.folder / "tools"
        self.folder.mkdir()
        (self.folder / "concord").symlink_to(PROGRAM)
        self.stand_in("concord-mpi", f'exec "{PROGRAM}" "$@"')
        self.stand_in("srun", 'while [ "${1#--}" != "$1" ]; do shift; done; exec "$@"')
        self.stand_in("scontrol", f'echo "$@" >> "{test.folder}/scontrol.txt"')

    def stand_in(self, name, script):
        tool = self.folder / name
        tool.write_text(f"#!/bin/sh\n{script}\n")
        tool.chmod(tool.stat().st_mode | stat.S_IXUSR)

    def environment(self, **more):
        return self.test.environment(PATH=f"{self.folder}:{os.environ['PATH']}", **more)

    def start_batch(self, script, *arguments, **of_slurm):
        process = subprocess.Popen(["bash", EXAMPLES / script, *map(str, arguments)], cwd=self.test.folder,
                                   env=self.environment(SLURM_CPUS_PER_TASK="1", SLURM_JOB_ID="7", **of_slurm),
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.test.addCleanup(process.stderr.close)
        self.test.addCleanup(process.stdout.close)
        self.test.addCleanup(process.kill)
        return process

    def batch(self, script, *arguments, **of_slurm):
        process = self.start_batch(script, *arguments, **of_slurm)
        _, complaint = process.communicate(timeout=200 * PATIENCE)
        self.test.assertEqual(process.returncode, 0, complaint)

    def answer_alone(self, reads, *question):
        self.test.succeed("substring", *question, "-f", "tsv", "-o", "alone.tsv", reads)
        return self.test.content("alone.tsv")


class BatchScripts(ClusterTestCase):
    def test_are_scripts(self):
        for script in BATCH_SCRIPTS:
            done = subprocess.run(["bash", "-n", EXAMPLES / script], stderr=subprocess.PIPE, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, b""), script)

    def test_page_shows_all(self):
        page = (EXAMPLES.parent / "clusters.md").read_text()
        for example in EXAMPLES.iterdir():
            self.assertIn(f"clusters/{example.name}", page)
            self.assertIn(example.read_text(), page, f"docs/clusters.md shows another {example.name}")


class Slurm(ClusterTestCase):
    def setUp(self):
        super().setUp()
        self.tools = Tools(self)

    def test_shards_and_merge(self):
        reads = self.simulate("r.fastq", "reads", "-n", "400", "--seed", "5")
        for part in range(1, 4):
            self.tools.batch("shards.sbatch", reads, *QUESTION, SLURM_ARRAY_TASK_ID=str(part),
                             SLURM_ARRAY_TASK_COUNT="3", SLURM_ARRAY_JOB_ID="9")
        self.tools.batch("merge.sbatch", "merged.tsv", "3")
        self.assertEqual(self.content("merged.tsv"), self.tools.answer_alone(reads, *QUESTION))

    def test_time_is_over_and_it_goes_on(self):
        """Slurm's signal reaches the script, which hands it on; 75 asks for another turn, and that one ends it."""
        reads = self.simulate("r.fastq", "reads", "-n", "30k", "--seed", "5")
        question = ("-k", "10", "-t", "1000", "-l", "15")
        process = self.tools.start_batch("ranks.sbatch", reads, "answer.tsv", *question)
        deadline = time.monotonic() + 60
        while not (self.folder / "checkpoint.7/0.checkpoint").exists():
            self.assertLess(time.monotonic(), deadline, "no checkpoint")
            self.assertIsNone(process.poll(), "the run was too short for this test")
            time.sleep(0.05)
        process.send_signal(signal.SIGUSR1)
        _, complaint = process.communicate(timeout=60 * PATIENCE)
        self.assertEqual(process.returncode, 75, complaint)
        self.assertEqual(self.content("scontrol.txt"), "requeue 7\n")
        self.assertFalse((self.folder / "answer.tsv").exists())
        self.tools.batch("ranks.sbatch", reads, "answer.tsv", *question)
        self.assertEqual(self.content("answer.tsv"), self.tools.answer_alone(reads, *question))


class Workflows(ClusterTestCase):
    def setUp(self):
        super().setUp()
        self.tools = Tools(self)

    def needs(self, program):
        found = shutil.which(program)
        if found is None:
            self.skipTest(f"there is no {program}")
        return found

    def run_workflow(self, *command):
        done = subprocess.run(command, cwd=self.folder, env=self.tools.environment(HOME=str(self.folder)),
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=250 * PATIENCE,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stdout.decode())

    def test_snakemake(self):
        snakemake = self.needs("snakemake")
        reads = self.simulate("r.fastq", "reads", "-n", "400", "--seed", "6")
        self.run_workflow(snakemake, "--snakefile", EXAMPLES / "Snakefile", "--cores", "2", "--config",
                          f"reads={reads}", "shards=3", "threads=1", f"options={' '.join(QUESTION)}")
        self.assertEqual(self.content("shared.tsv"), self.tools.answer_alone(reads, *QUESTION))

    def test_nextflow(self):
        nextflow = self.needs("nextflow")
        reads = self.simulate("r.fastq", "reads", "-n", "400", "--seed", "6")
        self.run_workflow(nextflow, "run", EXAMPLES / "main.nf", "--reads", self.folder / reads, "--shards", "3",
                          "--options", " ".join(QUESTION))
        self.assertEqual(self.content("shared.tsv"), self.tools.answer_alone(reads, *QUESTION))
