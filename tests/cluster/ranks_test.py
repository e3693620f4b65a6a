"""The ranks of an MPI run give what one process gives, and none of them hangs when another is lost."""

import os

from cluster_support import PATIENCE, ClusterTestCase, chosen, seeded, signal, time, without_run

# Sparse with a join, sparse with a scan, dense, nothing found, equal sequences.
QUESTIONS = [
    ("-k", "1", "-t", "20%", "--all"),
    ("-k", "3", "-t", "50", "-l", "30"),
    ("-k", "8", "-t", "50", "-l", "44", "--all"),
    ("-k", "0", "-t", "45"),
    ("-k", "0", "-t", "99%", "-l", "30"),
]


class Component(ClusterTestCase):
    def test_channels_of_colours(self):
        """The matrices of rank 0 reach the others with all their channels."""
        self.needs_ranks()
        chance = seeded()
        for name, rows, columns in (("a.ppm", 20, 33), ("b.ppm", 31, 18)):
            samples = (str((row + column + channel + chance.randrange(4)) % 9)
                       for row in range(rows) for column in range(columns) for channel in range(3))
            self.write(name, f"P3 {columns} {rows} 255 {' '.join(samples)}".encode())
        for tolerance in ("1", "1,0,3"):
            asked = ("component", "-j", "1", "-f", "json", "--tolerance", tolerance, "a.ppm", "b.ppm")
            expected = without_run(self.succeed(*asked).stdout)
            for ranks in (2, 3):
                done = self.run_ranks(ranks, *asked)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(without_run(done.stdout), expected, f"{tolerance} by {ranks} ranks")


class Substring(ClusterTestCase):
    def answers(self, run, *arguments):
        for name in ("o.tsv", "p.tsv"):
            (self.folder / name).unlink(missing_ok=True)
        done = run("substring", "-j", "2", "-f", "json", "--occurrences", "o.tsv", "--per-sequence", "p.tsv",
                   *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return without_run(done.stdout), self.content("o.tsv"), self.content("p.tsv")

    def test_equals_one_process(self):
        self.needs_ranks()
        seed = seeded().randrange(10**6)
        reads = self.simulate("r.fastq", "reads", "-n", "500", "--seed", seed)
        for question, ranks in chosen([(question, ranks) for question in QUESTIONS for ranks in (1, 2, 3, 4)]):
            expected = self.answers(self.run_concord, *question, reads)
            found = self.answers(lambda *all, n=ranks: self.run_ranks(n, *all), *question, reads)
            self.assertEqual(found, expected, f"{question} of reads with --seed {seed} by {ranks} ranks")

    def test_ranks_without_common_memory(self):
        """They have none where files are limited: each works like a machine of its own."""
        self.needs_ranks()
        limited = ["sh", "-c", 'ulimit -f 1000000; exec "$@"', "sh"]
        reads = self.simulate("r.fastq", "reads", "-n", "2000")
        question = ("-k", "3", "-t", "20", "-l", "15", reads)
        expected = self.answers(self.run_concord, *question)
        for ranks in (2, 3):
            found = self.answers(lambda *all, n=ranks: self.run_ranks(n, *all, by=limited), *question)
            self.assertEqual(found, expected, ranks)

    def test_more_ranks_than_work(self):
        self.needs_ranks()
        expected = self.answers(self.run_concord, "-k", "1", "-t", "2", self.reads)
        self.assertEqual(self.answers(lambda *all: self.run_ranks(4, *all), "-k", "1", "-t", "2", self.reads), expected)


class OtherCommands(ClusterTestCase):
    def test_standard_output(self):
        """What a launcher gives its processes may be a terminal: the format must not depend on that."""
        self.needs_ranks()
        for arguments in (("substring", "-k", "1", "-t", "2"), ("distance", "--all"), ("overlap", "--overlaps", "3")):
            expected = self.succeed(*arguments, self.reads)
            self.assertNotEqual(expected.stdout, "")
            for ranks in (1, 2):
                self.assertEqual(self.run_ranks(ranks, *arguments, self.reads).stdout, expected.stdout, arguments)

    def test_rank_0_speaks_once(self):
        self.needs_ranks()
        self.assertEqual(self.run_ranks(3, "--version").stdout, self.succeed("--version").stdout)
        arguments = ("simulate", "reads", "-n", "5")
        self.assertEqual(self.run_ranks(3, *arguments).stdout, self.succeed(*arguments).stdout)


class Trouble(ClusterTestCase):
    def complaints(self, done):
        return [line for line in done.stderr.splitlines() if line.startswith("concord")]

    def test_said_once_with_its_status(self):
        self.needs_ranks()
        done = self.run_ranks(3, "substring", "no-such-file.fasta")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(self.complaints(done), ["concord substring: no-such-file.fasta: No such file or directory"])
        done = self.run_ranks(3, "substring", "-t", "5", self.reads)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("--support 5 is more than the 4 sequences", self.complaints(done)[0])

    def test_a_killed_rank_ends_all(self):
        self.needs_ranks()
        reads = self.simulate("r.fastq", "reads", "-n", "60k")
        for victim in chosen((0, 1, 2)):
            arguments = ("substring", "-j", "1", "-k", "10", "-t", "1000", "--checkpoint", f"ck{victim}", "-o", "out.tsv",
                         reads)
            process = self.start(self.command_of_ranks(3, *arguments))
            deadline = time.monotonic() + 100
            while len(self.rank_processes(process)) < 3 or not (self.folder / f"ck{victim}/0.checkpoint").exists():
                self.assertLess(time.monotonic(), deadline, "the ranks did not start")
                time.sleep(0.05)
            time.sleep(1.5)
            self.assertIsNone(process.poll(), "the run was too short for this test")
            os.kill(self.rank_processes(process)[victim], signal.SIGKILL)
            _, complaint = self.end_of(process, 100)
            self.assertNotEqual(process.returncode, 0)
            self.assertIn(b"signal 9", complaint)
            self.assertFalse((self.folder / "out.tsv").exists())
            self.assertTrue((self.folder / f"ck{victim}/0.checkpoint").exists())
