"""One long pair that ranks divide: the same bytes as one process writes, and an end for all when one rank is lost."""

import os
import signal
import subprocess
import time

from cluster_support import PATIENCE, ClusterTestCase, chosen, seeded, without_run

LETTERS = "ACGT"


def write_pair(case, a_length, b_length):
    source = seeded()
    for name, length in (("a.fa", a_length), ("b.fa", b_length)):
        case.write(name, f">{name}\n{''.join(source.choices(LETTERS, k=length))}\n".encode())


class Pair(ClusterTestCase):
    def answer(self, run, *arguments):
        for name in ("s.fa", "p.paf"):
            (self.folder / name).unlink(missing_ok=True)
        done = run(*arguments, "-j", "1", "-f", "json", "-v")
        self.assertEqual(done.returncode, 0, done.stderr)
        written = [self.content(name) for name in ("s.fa", "p.paf") if (self.folder / name).exists()]
        return done, [without_run(done.stdout), *written]

    def same_by_ranks(self, questions, divided):
        for arguments, ranks in chosen([(arguments, ranks) for arguments in questions for ranks in (2, 3)]):
            _, expected = self.answer(self.run_concord, *arguments)
            done, found = self.answer(lambda *all, n=ranks: self.run_ranks(n, *all), *arguments)
            self.assertEqual(found, expected, f"{arguments} by {ranks} ranks")
            self.assertEqual("matrix in bits, divided among" in done.stderr, divided, done.stderr)

    def test_equals_one_process(self):
        self.needs_ranks()
        write_pair(self, 160_000, 120_001)
        questions = [("subsequence", "--alignment", "--subsequence", "s.fa", "--paf", "p.paf"), ("distance",),
                     ("distance", "--alignment", "--paf", "p.paf"), ("distance", "--metric", "osa"),
                     ("distance", "--metric", "indel")]
        self.same_by_ranks([(*question, "a.fa", "b.fa") for question in questions], divided=True)

    def test_what_is_not_worth_it(self):
        """Few edits, short sequences, other metrics and nothing at all are the business of rank 0."""
        self.needs_ranks()
        write_pair(self, 160_000, 120_001)
        letters = self.content("a.fa").split("\n")[1]
        self.write("c.fa", f">c\n{letters[:80_000]}{letters[80_007:]}\n".encode())
        self.same_by_ranks([("distance", "--alignment", "a.fa", "c.fa"),
                            ("distance", "--max-distance", "10", "a.fa", "b.fa"),
                            *(question + ("--text", *text) for text in (("flaw", "lawn"), ("", "abc"), ("", ""))
                              for question in (("distance",), ("subsequence", "--alignment"))),
                            ("distance", "--metric", "hamming", "--text", "flaw", "lawn"),
                            ("distance", "--metric", "damerau-levenshtein", "--text", "the", "hte"),
                            ("distance", "--weights", "1,2,3", "--text", "flaw", "lawn"),
                            ("subsequence", "--zip", "a.fa", "c.fa")], divided=False)

    def test_lines(self):
        """Lines and tokens reach the other ranks as numbers, of which there may be many."""
        self.needs_ranks()
        source = seeded()
        for name, lines in (("a.txt", 110_000), ("b.txt", 90_000)):
            self.write(name, "".join(f"{source.randrange(1000)}\n" for _ in range(lines)).encode())
        self.same_by_ranks([("subsequence", "--by", "line", "--alignment", "--subsequence", "s.fa", "a.txt", "b.txt"),
                            ("distance", "--by", "token", "a.txt", "b.txt")], divided=True)

    def test_exit_status(self):
        self.needs_ranks()
        write_pair(self, 1000, 1000)
        for arguments in (("subsequence", "--exit-code", "--text", "abc", "def"),
                          ("distance", "--exit-code", "--max-distance", "3", "a.fa", "b.fa")):
            expected = self.run_concord(*arguments)
            self.assertEqual(expected.returncode, 1, expected.stderr)
            done = self.run_ranks(2, *arguments)
            self.assertEqual((done.returncode, done.stdout), (1, expected.stdout))
        done = self.run_ranks(3, "distance", "a.fa", "no-such-file.fa")
        self.assertEqual(done.returncode, 3, done.stderr)


class LostRank(ClusterTestCase):
    def is_there(self, rank):
        state = subprocess.run(["ps", "-o", "stat=", "-p", str(rank)], stdout=subprocess.PIPE, check=False).stdout
        return state[:1] not in (b"", b"Z")

    def end_one_rank(self, victim, number, *question):
        """Ends one rank while all fill; the rest must end, too, and leave no answer."""
        process = self.start(self.command_of_ranks(3, *question, "-j", "1", "-o", "out.tsv", "a.fa", "b.fa"))
        deadline = time.monotonic() + 100 * PATIENCE
        while len(self.rank_processes(process)) < 3:
            self.assertLess(time.monotonic(), deadline, "the ranks did not start")
            time.sleep(0.05)
        time.sleep(1.5)
        self.assertIsNone(process.poll(), "the run was too short for this test")
        ranks = self.rank_processes(process)
        os.kill(ranks[victim], number)
        self.end_of(process, 100)
        self.assertNotEqual(process.returncode, 0)
        self.assertFalse((self.folder / "out.tsv").exists())
        deadline = time.monotonic() + 20 * PATIENCE  # mpirun has sent its signals, and does not wait for their effect
        while left := [number for number, rank in enumerate(ranks) if self.is_there(rank)]:
            self.assertLess(time.monotonic(), deadline, f"ranks {left} are still there")
            time.sleep(0.05)

    def test_a_killed_rank_ends_all(self):
        self.needs_ranks()
        write_pair(self, 3_000_000, 3_000_000)
        for victim in (0, 1, 2):
            self.end_one_rank(victim, signal.SIGKILL, "distance")
            self.end_one_rank(victim, signal.SIGTERM, "subsequence", "--alignment")
