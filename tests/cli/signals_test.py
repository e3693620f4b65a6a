"""Ctrl-C and its like: nothing unfinished stays behind, and the shell sees the signal."""

import signal
import subprocess
import time
import unittest

from support import SANITIZE, CliTestCase

WAITS = "ThreadSanitizer handles a signal when the thread that waits goes on"


class Signals(CliTestCase):
    def start(self, *arguments, **options):
        process = subprocess.Popen(self.command(arguments), cwd=self.folder, stderr=subprocess.PIPE, **options)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.kill)
        return process

    def ends_by(self, process, number, seconds):
        start = time.monotonic()
        self.assertEqual(process.wait(timeout=60), -number)
        self.assertLess(time.monotonic() - start, seconds)
        self.assertEqual(self.files(), ["reads.fasta"])
        self.assertEqual(process.stderr.read(), b"")

    def test_while_writing(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            for name in ("endless.fastq", "endless.fastq.gz"):
                process = self.start("simulate", "reads", "-n", "1000G", "-o", name)
                self.await_temporary_file(process)
                process.send_signal(number)
                self.ends_by(process, number, seconds=20)

    def test_while_computing(self):
        self.succeed("simulate", "genomes", "-n", "30", "-L", "100k", "--substitutions", "20%", "-o", "genomes.fasta")
        process = self.start("substring", "-k", "40", "-t", "100%", "-v", "-o", "out.tsv", "genomes.fasta")
        self.assertIn(b"read 30 sequences", process.stderr.readline())
        time.sleep(0.5)
        self.assertIsNone(process.poll(), "the run was too short for this test")
        (self.folder / "genomes.fasta").unlink()
        process.send_signal(signal.SIGINT)
        self.ends_by(process, signal.SIGINT, seconds=30)

    def interrupted_while(self, name, *arguments, inputs):
        """A command that writes files is stopped in the midst of its work, which `name` begins."""
        process = self.start(*arguments)
        self.assertIn(name, process.stderr.readline())
        time.sleep(0.5)
        self.assertIsNone(process.poll(), "the run was too short for this test")
        for path in inputs:
            (self.folder / path).unlink()
        process.send_signal(signal.SIGINT)
        process.stderr.read()
        self.ends_by(process, signal.SIGINT, seconds=30)

    def test_while_comparing_matrices(self):
        self.succeed("simulate", "matrices", "--rows", "2000", "--columns", "2000", "--letters", "2", "-o", "a.txt",
                     "--second", "b.txt")
        self.interrupted_while(b"read 2 matrices", "component", "-v", "--mask", "m.npy", "--picture", "p.png", "-o",
                               "out.tsv", "a.txt", "b.txt", inputs=("a.txt", "b.txt"))

    def test_while_matches_come(self):
        self.succeed("simulate", "genomes", "-n", "2", "-L", "200k", "-o", "genomes.fasta")
        self.interrupted_while(b"read 4 sequences", "overlap", "-v", "--mems", "1", "-o", "out.tsv", "genomes.fasta",
                               "genomes.fasta", inputs=("genomes.fasta",))

    def test_while_an_index_is_made(self):
        self.succeed("simulate", "genomes", "-n", "2", "-L", "8M", "-o", "genomes.fasta")
        self.interrupted_while(b"read 2 sequences", "overlap", "index", "-v", "-o", "x.cdx", "genomes.fasta",
                               inputs=("genomes.fasta",))

    @unittest.skipIf(SANITIZE == "thread", WAITS)
    def test_while_waiting_for_input(self):
        process = self.start("substring", "-o", "out.tsv", "-", stdin=subprocess.PIPE)
        self.addCleanup(process.stdin.close)
        self.await_temporary_file(process)
        process.send_signal(signal.SIGTERM)
        self.ends_by(process, signal.SIGTERM, seconds=30)

    def test_killed(self):
        for name in ("endless.fastq", "endless.fastq.gz"):
            process = self.start("simulate", "reads", "-n", "1000G", "-o", name)
            self.await_temporary_file(process)
            process.kill()
            self.ends_by(process, signal.SIGKILL, seconds=30)

    @unittest.skipIf(SANITIZE == "thread", WAITS)
    def test_second_one_ends_at_once(self):
        process = self.start("substring", "-o", "out.tsv", "-", stdin=subprocess.PIPE)
        self.addCleanup(process.stdin.close)
        self.await_temporary_file(process)
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        self.ends_by(process, signal.SIGINT, seconds=20)

    def test_ignored_hangup_stays_ignored(self):
        process = subprocess.Popen(["sh", "-c", 'trap "" HUP; exec "$@"', "sh",
                                    *self.command(["substring", "-t", "2", "-"])], cwd=self.folder,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        time.sleep(0.3)
        process.send_signal(signal.SIGHUP)
        printed, _ = process.communicate(b">a\nACGT\n>b\nACGT\n", timeout=60)
        self.assertEqual(process.returncode, 0)
        self.assertIn(b"ACGT", printed)
