"""Rows of many distances, matches and overlaps: ranks, shards and checkpoints give what one process gives."""

import re
import subprocess

from cluster_support import PATIENCE, chosen, signal, time, without_run
from rows_support import RowsTestCase

class Ranks(RowsTestCase):
    def test_equal_one_process(self):
        self.needs_ranks()
        for question, ranks in chosen([(question, ranks) for question in self.questions for ranks in (1, 2, 3, 4)]):
            done = self.run_ranks(ranks, *question, "-j", self.source.randint(1, 2), "-f", "json", timeout=100)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(without_run(done.stdout), self.plain(question, "json"),
                             f"{question} by {ranks} ranks, {self.seed}")

    def test_matrix(self):
        self.needs_ranks()
        self.succeed("distance", "--all", "r.fastq", "-o", "one.npy")
        done = self.run_ranks(3, "distance", "--all", "r.fastq", "-o", "three.npy", timeout=100)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.folder / "three.npy").read_bytes(), (self.folder / "one.npy").read_bytes())

    def test_what_one_rank_does(self):
        self.needs_ranks()
        self.succeed("overlap", "index", "o.fasta", "-o", "o.cdx")
        for question in (("overlap", "-t", "3", "o.fasta"), ("overlap", "--every-support", "o.fasta"),
                         ("overlap", "--repeat", "o.fasta"), ("subsequence", "--zip", "o.fasta", "o.fasta"),
                         ("distance", "--metric", "hamming", "--text", "ABCBDAB", "BDCABAB")):
            done = self.run_ranks(3, *question, "-v", "-f", "json", timeout=100)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(without_run(done.stdout), self.plain(question, "json"))
            self.assertIn("rank 0 of 3 computes", done.stderr)
        question = ("overlap", "--overlaps", "30", "o.cdx")
        self.assertEqual(without_run(self.run_ranks(2, *question, "-f", "json", timeout=100).stdout),
                         self.plain(question, "json"))

    def test_status(self):
        self.needs_ranks()
        asked = ("distance", "--all", "--max-distance", "0", "--exit-code", "--lines", "a.txt", "b.txt")
        self.write("a.txt", b"one\n")
        self.write("b.txt", b"two\n")
        self.assertEqual(self.run_ranks(2, *asked, timeout=100).returncode, 1)

    def test_wrong_usage_that_rank_0_alone_finds(self):
        self.needs_ranks()
        for asked in (("component", "--tolerance", "3", "a.txt", "a.txt"), ("overlap", "--mems", "5", "o.fasta"),
                      ("overlap", "--first", "2", "--mems", "5", "o.fasta", "g.fasta"),
                      ("overlap", "-t", "5000", "o.fasta")):
            self.write("a.txt", b"ab\ncd\n")
            begin = time.monotonic()
            done = self.run_ranks(3, *asked, timeout=100)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertEqual(len(re.findall("^concord", done.stderr, re.M)), 2, done.stderr) # what, and where help is
            self.assertLess(time.monotonic() - begin, 60)


class Shards(RowsTestCase):
    def test_equal_one_run(self):
        for question in self.questions:
            expected = {form: self.plain(question, form) for form in ("json", "tsv")}
            for count in (1, 2, 5):
                names = self.parts(question, count)
                self.source.shuffle(names)
                for form, text in expected.items():
                    self.assertEqual(without_run(self.succeed("merge", "-f", form, *names).stdout), text,
                                     f"{question} by {count} shards, {self.seed}")

    def test_matrix(self):
        self.succeed("distance", "--all", "r.fastq", "-o", "one.npy")
        self.succeed("merge", "-o", "merged.npy", *self.parts(("distance", "--all", "r.fastq"), 3))
        self.assertEqual((self.folder / "merged.npy").read_bytes(), (self.folder / "one.npy").read_bytes())
        self.fail_with(2, "distance", "--all", "--shard", "1/2", "r.fastq", "-o", "x.npy", message="concord merge")

    def test_what_is_not_divided(self):
        self.fail_with(2, "subsequence", "--shard", "1/2", "--text", "A", "B", message="by one process")
        self.fail_with(2, "subsequence", "--checkpoint", "ck", "--text", "A", "B", message="by one process")
        self.fail_with(2, "distance", "--shard", "1/2", "--text", "A", "B", message="by one process")
        for query in (("-t", "2"), ("--repeat",)):
            self.fail_with(2, "overlap", *query, "--shard", "1/2", "o.fasta", message="are for --mems, --matches and --overlaps")

    def test_refused(self):
        question = ("overlap", "--overlaps", "30", "o.fasta")
        names = self.parts(question, 2)
        refused = lambda *given, message: self.fail_with(3, "merge", *given, message=message)
        refused("part1", message="shard 2 is missing")
        refused("part1", "part1", "part2", message="is shard 1 of 2, as is")
        self.succeed("overlap", "--overlaps", "31", "--shard", "2/2", "-o", "other", "o.fasta")
        refused("part1", "other", message="belongs to another run")
        self.succeed("distance", "--all", "--shard", "2/2", "-o", "other", "o.fasta")
        refused("part1", "other", message="belongs to another run")
        whole = (self.folder / "part2").read_bytes()
        rows = whole.index(b"\n") + 1
        for damaged in (whole[:rows], whole[:-1], whole[:-24], whole + b"x", whole[:rows + 30] + b"\xff" +
                        whole[rows + 31:], whole[:rows] + b"\xff" * 40 + whole[rows + 40:]):
            self.write("part2", damaged)
            self.assertEqual(self.fail_with(3, "merge", *names, message="part2: is damaged").stdout, "")
        self.write("part2", whole)
        self.write("o.fasta", b">a\nACGT\n")
        refused(*names, message="o.fasta: is not what the shards were given")


class Checkpoints(RowsTestCase):
    rounds = 4

    def go_on(self, question, command):
        """Kills and resumes, then lets it come to its end. The answer is in a file: what mpirun forwards is cut short when
        a signal reaches it after the ranks have ended."""
        begin = time.monotonic()
        expected = self.plain(question, "json")
        seconds = time.monotonic() - begin
        folder = f"ck{time.monotonic_ns()}"
        arguments = (*question, "-j", "1", "-f", "json", "-o", "answer.json", "--checkpoint", folder, "--resume")
        for _ in range(self.rounds):
            process = self.start(command(arguments))
            time.sleep(self.source.uniform(0, 1.2 * seconds))
            number = self.source.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM))
            process.send_signal(number)
            _, complaint = self.end_of(process, 100)
            if process.returncode == 0:
                self.assertEqual(without_run(self.content("answer.json")), expected)
            self.assertNotIn(b"damaged", complaint)
        last = subprocess.run(command(arguments), cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=60 * PATIENCE, check=False)
        self.assertEqual(last.returncode, 0, last.stderr)
        self.assertEqual(without_run(self.content("answer.json")), expected, f"{question} of --seed {self.seed}")
        return folder

    def test_killed_and_resumed(self):
        self.simulate("r.fastq", "reads", "-n", "3k", "--seed", self.seed)
        for question in (("distance", "--all", "r.fastq"), ("distance", "--all", "--max-distance", "25", "r.fastq"),
                         ("distance", "--nearest", "1", "r.fastq"), ("overlap", "--overlaps", "8", "r.fastq")):
            self.go_on(question, self.command)

    def test_ranks(self):
        self.needs_ranks()
        self.rounds = 2
        self.go_on(("distance", "--all", "r.fastq"),
                   lambda arguments: self.command_of_ranks(self.source.randint(1, 3), *arguments))

    def test_cut_off_and_damaged(self):
        question = ("overlap", "--overlaps", "30", "o.fasta")
        expected = self.plain(question, "json")
        asked = (*question, "-f", "json", "--checkpoint", "ck", "--resume")
        self.succeed(*asked)
        blocks = self.folder / "ck/0-0.blocks"
        whole = blocks.read_bytes()
        self.assertGreater(len(whole), 1000)
        for kept in (whole[:10], whole[:500], whole[:-1], whole[:600] + b"\xff" + whole[601:]):
            blocks.write_bytes(kept)
            self.assertEqual(without_run(self.succeed(*asked).stdout), expected)
            self.assertEqual(len(blocks.read_bytes()), len(whole), "what was cut off was not done again")
        blocks.write_bytes(b"\xff" * 24 + whole[24:])
        self.fail_with(3, *asked, message="0-0.blocks: it is damaged, or of another run")
        blocks.write_bytes(whole)
        self.fail_with(3, "overlap", "--overlaps", "31", *asked[3:], message="its min_length is 30, and now it is 31")
