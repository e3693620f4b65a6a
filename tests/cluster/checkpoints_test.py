"""Whatever ends a run, and however often: it goes on from its checkpoint and gives the same bytes."""

import itertools
import json
import os
import resource
import shutil
import subprocess
import tempfile
from pathlib import Path

from cluster_support import PATIENCE, ClusterTestCase, chosen, seeded, signal, time, without_run


def seconds_of_user_mode(pid):
    """That a process has taken so far, all of its threads together."""
    after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(after_name[11]) / os.sysconf("SC_CLK_TCK")


class Interrupted(ClusterTestCase):
    rounds = len(chosen(range(12)))

    def setUp(self):
        super().setUp()
        self.source = seeded()
        self.simulate("r.fastq", "reads", "-n", "8k", "--seed", self.source.randrange(10**6))
        # A dense search of several steps, and a filter with a join.
        self.questions = [("-k", "9", "-t", "300", "-l", "15"), ("-k", "3", "-t", "30", "-l", "25")]

    def arguments(self, question, *more):
        return ("substring", "-j", "2", "-f", "json", "--all", *question, *more, "r.fastq")

    def go_on(self, question, ways, written=None):
        """Kills and resumes at random moments; what came to its end begins anew. The answer is printed, or written to
        a file: what mpirun forwards is cut short when a signal reaches it after the ranks have ended."""

        def answer(printed):
            return without_run((self.folder / written).read_text() if written else printed.decode())

        expected = without_run(self.succeed(*self.arguments(question)).stdout)
        begin = time.monotonic()
        self.succeed(*self.arguments(question))
        seconds = time.monotonic() - begin
        arguments = self.arguments(question, "--checkpoint", "ck", "--resume", *(("-o", written) if written else ()))
        ends = 0
        shutil.rmtree(self.folder / "ck", ignore_errors=True)
        for _ in range(self.rounds):
            process = self.start(ways(arguments))
            time.sleep(self.source.uniform(0, 1.2 * seconds))
            number = self.source.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGUSR1))
            process.send_signal(number)
            printed, complaint = self.end_of(process, 60)
            if process.returncode == 0:
                self.assertEqual(answer(printed), expected)
                ends += 1
                shutil.rmtree(self.folder / "ck")
            elif number != signal.SIGKILL and process.returncode == 75:
                self.assertIn(b"stopped by a signal; --resume goes on from ck", complaint)
            else: # killed, or before signals were watched
                self.assertNotIn(b"damaged", complaint)
        last = subprocess.run(ways(arguments), cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=100 * PATIENCE, check=False)
        self.assertEqual(last.returncode, 0, last.stderr)
        self.assertEqual(answer(last.stdout), expected)
        print(f"{self.rounds} rounds of {' '.join(question)}, {ends} of which came to the end", flush=True)

    def test_threads(self):
        for question in self.questions:
            self.go_on(question, lambda arguments: self.command(
                [*arguments[:2], self.source.randint(1, 4), *arguments[3:]]))

    def test_ranks(self):
        self.needs_ranks()
        self.go_on(self.questions[0], lambda arguments: self.command_of_ranks(self.source.randint(1, 3), *arguments),
                   written="answer.json")


class LongInterrupted(ClusterTestCase):
    def hundreds_of_rounds(self, of):
        inner = Interrupted(of)
        inner.rounds = 200
        result = inner.run()
        self.assertTrue(result.wasSuccessful(), result.failures + result.errors)

    def test_threads(self):
        self.hundreds_of_rounds("test_threads")

    def test_ranks(self):
        self.needs_ranks()
        self.hundreds_of_rounds("test_ranks")


class Elsewhere(ClusterTestCase):
    """A checkpoint or a part of one machine is good for another: with other vectors, threads and ranks."""

    def setUp(self):
        super().setUp()
        self.vectors = json.loads(self.succeed("devices", "-f", "json").stdout)["vectors"]
        self.simulate("g.fasta", "genomes", "-n", "2", "-L", "3k")
        self.simulate("r.fastq", "reads", "-n", "1k")
        self.succeed("simulate", "matrices", "--rows", "180", "--columns", "150", "--letters", "2", "-o", "a.txt",
                     "--second", "b.txt")
        self.questions = (("component", "--connectivity", "8", "a.txt", "b.txt"),
                          ("substring", "-k", "3", "-t", "30", "-l", "15", "r.fastq"),
                          ("distance", "--all", "--max-distance", "9", "r.fastq"),
                          ("distance", "--nearest", "2", "r.fastq"),
                          ("overlap", "--mems", "8", "g.fasta", "g.fasta"))

    def ways(self):
        return [("--vectors", vectors, "-j", threads) for vectors, threads in
                zip(self.vectors + self.vectors[:1], (1, 3, 2, 4))]

    def test_finished(self):
        for question in self.questions:
            expected = self.succeed(*question).stdout
            for first, then in chosen(list(itertools.product(self.ways(), repeat=2))):
                with self.subTest(question=question, first=first, then=then):
                    shutil.rmtree(self.folder / "ck", ignore_errors=True)
                    self.assertEqual(self.succeed(*question, *first, "--checkpoint", "ck").stdout, expected)
                    again = self.succeed(*question, *then, "--checkpoint", "ck", "--resume").stdout
                    self.assertEqual(again, expected)

    def test_interrupted(self):
        self.succeed("simulate", "matrices", "--rows", "260", "--columns", "260", "--letters", "2", "-o", "a.txt",
                     "--second", "b.txt")
        question = ("component", "a.txt", "b.txt")
        expected = self.succeed(*question).stdout
        ways = self.ways()
        for round in range(60):
            process = self.start(self.command((*question, *ways[round % len(ways)], "--checkpoint", "ck", "--resume")))
            try:
                printed, complaint = process.communicate(timeout=(0.3 + 0.05 * round) * PATIENCE)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGUSR1)
                printed, complaint = process.communicate(timeout=60 * PATIENCE)
            if process.returncode == 0:
                self.assertEqual(printed.decode(), expected)
                return
            self.assertEqual(process.returncode, 75, complaint)
        self.fail("it came to no end")

    def test_ranks(self):
        self.needs_ranks()
        for question in self.questions:
            expected = self.succeed(*question).stdout
            for first, then in chosen(list(zip(self.ways(), self.ways()[1:]))):
                with self.subTest(question=question, first=first, then=then):
                    shutil.rmtree(self.folder / "ck", ignore_errors=True)
                    done = self.run_ranks(2, *question, *first, "--checkpoint", "ck")
                    self.assertEqual((done.returncode, done.stdout), (0, expected), done.stderr)
                    again = self.succeed(*question, *then, "--checkpoint", "ck", "--resume").stdout
                    self.assertEqual(again, expected)

    def test_parts(self):
        ways = self.ways()
        for question in self.questions:
            expected = self.succeed(*question).stdout
            for index in (1, 2, 3):
                self.succeed(*question, *ways[index % len(ways)], "--shard", f"{index}/3", "-o", f"{index}.part")
            self.assertEqual(self.succeed("merge", "1.part", "2.part", "3.part").stdout, expected)


class Trusted(ClusterTestCase):
    """A folder that others can write to leads no file of ours elsewhere."""

    def test_links(self):
        victim = self.folder / "victim"
        victim.write_bytes(b"precious")
        for name, asked in (("0.checkpoint.part", ("substring", "-t", "2", self.reads)),
                            ("0.checkpoint", ("substring", "-t", "2", self.reads)),
                            ("0-0.blocks", ("distance", "--all", self.reads)),
                            ("0-1.blocks", ("distance", "--all", self.reads))):
            with self.subTest(name=name):
                shutil.rmtree(self.folder / "ck", ignore_errors=True)
                (self.folder / "ck").mkdir()
                (self.folder / "ck" / name).symlink_to("../victim")
                self.run_concord(*asked, "--checkpoint", "ck", "--resume")
                self.assertEqual(victim.read_bytes(), b"precious")
                (self.folder / "ck" / name).unlink(missing_ok=True)
                (self.folder / "ck" / name).symlink_to("../made")
                self.run_concord(*asked, "--checkpoint", "ck", "--resume")
                self.assertFalse((self.folder / "made").exists())

    def test_folder_of_others(self):
        asked = ("substring", "-t", "2", "--resume", self.reads, "--checkpoint")
        self.succeed(*asked, "ours")
        (self.folder / "ours").chmod(0o777)
        self.succeed(*asked, "ours")
        with tempfile.TemporaryDirectory(dir="/tmp") as inside:  # whose parent is everyone's
            self.succeed(*asked, os.path.join(inside, "new"))
        if os.geteuid() != 0:
            self.skipTest("only root can give a folder away")
        (self.folder / "theirs").mkdir()
        os.chown(self.folder / "theirs", 54321, 54321)
        for mode, status in ((0o755, 0), (0o775, 4), (0o757, 4), (0o1777, 4)):
            (self.folder / "theirs").chmod(mode)
            done = self.run_concord(*asked, "theirs")
            self.assertEqual(done.returncode, status, done.stderr)
            if status != 0:
                self.assertIn("belongs to another user, and others may write to it", done.stderr)


class Saved(ClusterTestCase):
    def work_of(self, *arguments):
        """What a run says, and the seconds of a core that it took, which others on the machine hardly change."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        said = without_run(self.succeed(*arguments).stdout)
        return said, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before

    def test_work_is_not_done_twice(self):
        self.simulate("r.fastq", "reads", "-n", "15k")
        asked = ("substring", "-j", "2", "-k", "10", "-t", "500", "-f", "json", "r.fastq", "--checkpoint")
        expected, work = self.work_of(*asked, "uninterrupted") # whose plan is that of the run that is resumed
        process = self.start(self.command((*asked, "ck")))
        while seconds_of_user_mode(process.pid) < 0.6 * work:
            self.assertIsNone(process.poll(), "it took less than the first time")
            time.sleep(0.01)
        process.send_signal(signal.SIGUSR1)
        _, complaint = process.communicate(timeout=60 * PATIENCE)
        self.assertEqual(process.returncode, 75, complaint)
        again, rest = self.work_of(*asked, "ck", "--resume")
        self.assertEqual(again, expected)
        self.assertLess(rest, 0.8 * work, "it began anew")

    def test_other_input_and_parameters(self):
        asked = ("substring", "--checkpoint", "ck", "--resume", "-k", "1", "-t", "2")
        self.succeed(*asked, self.reads)
        self.fail_with(3, *asked[:-3], "2", "-t", "2", self.reads, message="its mismatches is 1, and now it is 2")
        self.fail_with(3, *asked, "--per-sequence", "p.tsv", self.reads, message="its per_sequence is")
        self.fail_with(3, *asked, "--shard", "1/2", self.reads, message="its shard is none, and now it is 1/2")
        self.write("reads.fasta", b">r1\nACGT\n>r2\nACGT\n")
        self.fail_with(3, *asked, self.reads, message="its input is")
        self.fail_with(2, *asked[:3], self.reads, message="--resume goes on from it")
        self.fail_with(2, "substring", "--resume", self.reads, message="--checkpoint")

    def test_damaged(self):
        asked = ("substring", "--checkpoint", "ck", "--resume", "-k", "1", "-t", "2", self.reads)
        self.succeed(*asked)
        whole = (self.folder / "ck/0.checkpoint").read_bytes()
        for damaged in (b"", whole[:40], whole[:-1], whole[:60] + b"x" + whole[61:], whole + b"x"):
            (self.folder / "ck/0.checkpoint").write_bytes(damaged)
            self.fail_with(3, *asked, message="0.checkpoint: it is damaged or cut off")
        (self.folder / "ck/0.checkpoint").write_bytes(whole)
        self.succeed(*asked)

    def test_shards(self):
        self.simulate("r.fastq", "reads", "-n", "500")
        asked = ("substring", "-k", "2", "-t", "50", "--all", "r.fastq")
        expected = without_run(self.succeed(*asked, "-f", "json").stdout)
        for index in (1, 2):
            for _ in range(2): # the second one only reads what the first one kept
                self.succeed(*asked, "--shard", f"{index}/2", "-o", f"{index}.json", "--checkpoint", f"ck{index}",
                             "--resume")
        self.assertEqual(without_run(self.succeed("merge", "-f", "json", "1.json", "2.json").stdout), expected)

    def test_two_at_once(self):
        self.simulate("r.fastq", "reads", "-n", "100k")
        process = self.start(self.command(("substring", "-j", "1", "-k", "10", "-t", "1000", "--checkpoint", "ck", "r.fastq")))
        deadline = time.monotonic() + 100
        while not (self.folder / "ck/0.checkpoint").exists():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        self.fail_with(4, "substring", "-k", "10", "-t", "1000", "--checkpoint", "ck", "--resume", "r.fastq",
                       message="another process is using it")
        process.kill()
        process.communicate(timeout=60 * PATIENCE)


class FullDisk(ClusterTestCase):
    def test_leaves_the_last_one(self):
        disk = self.folder / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(disk)], stderr=subprocess.PIPE,
                                 check=False)
        if mounted.returncode != 0:
            self.skipTest("a small tmpfs cannot be mounted here: " + mounted.stderr.decode().strip())
        self.addCleanup(subprocess.run, ["umount", str(disk)], check=True)
        self.simulate("r.fastq", "reads", "-n", "30k")
        asked = ("substring", "-j", "2", "-k", "10", "-t", "1000", "-f", "json", "r.fastq")
        process = self.start(self.command((*asked, "--checkpoint", "disk/ck")))
        deadline = time.monotonic() + 100
        while not (disk / "ck/0.checkpoint").exists():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        with open(disk / "filler", "wb", buffering=0) as filler:
            try:
                while True:
                    filler.write(bytes(1024))
            except OSError:
                pass
        _, complaint = process.communicate(timeout=60 * PATIENCE)
        self.assertEqual(process.returncode, 4, complaint)
        self.assertIn(b"disk/ck/0.checkpoint: No space left on device", complaint)
        self.assertEqual(os.listdir(disk / "ck"), ["0.checkpoint"])
        (disk / "filler").unlink()
        self.assertEqual(without_run(self.succeed(*asked, "--checkpoint", "disk/ck", "--resume").stdout),
                         without_run(self.succeed(*asked).stdout))
