"""One rank of an MPI run dies, at any moment: the others end as well, with a status that says so; nothing is half written,
and a checkpoint goes on to the same bytes."""

import os
import shutil
import signal
import subprocess
import time

from cluster_support import RANKS_PROGRAM, ClusterTestCase, chosen, seeded


def children_of(process, deadline):
    """Process ids of the ranks that mpirun has started, in the order of their start."""
    path = f"/proc/{process.pid}/task/{process.pid}/children"
    while time.monotonic() < deadline and process.poll() is None:
        with open(path, encoding="ascii") as file:
            ranks = [int(each) for each in file.read().split() if is_rank(int(each))]
        if len(ranks) == 3:
            return ranks
        time.sleep(0.005)
    return []


def is_rank(pid):
    try:
        return os.readlink(f"/proc/{pid}/exe").endswith(os.path.basename(RANKS_PROGRAM))
    except OSError:
        return False


class DyingRanks(ClusterTestCase):
    moments = len(chosen(range(8)))

    def setUp(self):
        super().setUp()
        self.needs_ranks()
        self.source = seeded()
        self.simulate("r.fastq", "reads", "-n", "8k")
        self.question = ("substring", "-j", "1", "-k", "9", "-t", "300", "-l", "15", "--all", "r.fastq")
        begin = time.monotonic()
        done = self.run_ranks(3, *self.question)
        self.seconds = time.monotonic() - begin
        self.assertEqual(done.returncode, 0, done.stderr)
        self.expected = done.stdout

    def die(self, *more):
        """Kills a rank at a random moment; the status of the whole run, and whether it was killed before the end."""
        process = subprocess.Popen(self.command_of_ranks(3, *self.question, *more), cwd=self.folder,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=self.environment())
        ranks = children_of(process, time.monotonic() + 30)
        time.sleep(self.source.uniform(0, self.seconds))
        killed = False
        if ranks and process.poll() is None:
            try:
                os.kill(self.source.choice(ranks), signal.SIGKILL)
                killed = True
            except ProcessLookupError:
                pass
        self.wait_for_all(process, ranks)
        printed, complaint = process.communicate(timeout=60)
        return process.returncode, printed.decode(), complaint, killed

    def wait_for_all(self, launcher, ranks):
        """No rank may hang. (Open MPI 4 may miss that all have died, where the first death comes while it still starts
        others; then it is ended here.)"""
        deadline = time.monotonic() + 60
        while any(is_rank(each) for each in ranks):
            self.assertLess(time.monotonic(), deadline, "a rank hangs")
            time.sleep(0.02)
        try:
            launcher.wait(timeout=10)
        except subprocess.TimeoutExpired:
            launcher.kill()

    def test_an_output_is_whole_or_not_there(self):
        deaths = 0
        for _ in range(self.moments):
            status, _, complaint, killed = self.die("-o", "out")
            if status == 0:
                self.assertEqual(self.content("out"), self.expected)
                (self.folder / "out").unlink()
                continue
            self.assertTrue(killed, complaint)
            deaths += 1
            # Rank 0 may have finished the file before another one died.
            left = set(self.files()) - {"r.fastq", "reads.fasta"}
            self.assertLessEqual(left, {"out"})
            if left:
                self.assertEqual(self.content("out"), self.expected)
                (self.folder / "out").unlink()
        print(f"{deaths} deaths in {self.moments} runs", flush=True)

    def test_a_checkpoint_goes_on(self):
        for _ in range(self.moments):
            status, printed, complaint, killed = self.die("--checkpoint", "ck", "--resume")
            if status == 0:
                self.assertEqual(printed, self.expected)
                shutil.rmtree(self.folder / "ck")
            else:
                self.assertTrue(killed, complaint)
                self.assertNotIn(b"damaged", complaint)
        done = self.run_concord(*self.question, "--checkpoint", "ck", "--resume")
        self.assertEqual((done.returncode, done.stdout), (0, self.expected), done.stderr)


class LongDyingRanks(ClusterTestCase):
    def test_many_moments(self):
        for of in ("test_an_output_is_whole_or_not_there", "test_a_checkpoint_goes_on"):
            inner = DyingRanks(of)
            inner.moments = 100
            result = inner.run()
            self.assertTrue(result.wasSuccessful(), result.failures + result.errors)
