"""What the tests of many processes share, beside tests/cli/support.py.

Run one class by hand with
    PYTHONPATH=../cli CONCORD=…/concord CONCORD_MPI=…/concord-mpi python3 -m unittest ranks_test.Substring
"""

import os
import random
import re
import shutil
import signal
import subprocess
import time

from support import PATIENCE, CliTestCase, PROGRAM

RANKS_PROGRAM = os.environ.get("CONCORD_MPI", "")
MPIRUN = shutil.which("mpirun")


def without_run(text):
    """JSON of a command without what differs from run to run."""
    return re.sub(r',"run":\{.*\}\}$', "}", text.strip())


class ClusterTestCase(CliTestCase):
    def simulate(self, name, *arguments):
        self.succeed("simulate", *arguments, "-q", "-o", name)
        return name

    def needs_ranks(self):
        if not RANKS_PROGRAM:
            self.skipTest("this build has no MPI: there is no concord-mpi")
        if MPIRUN is None:
            self.skipTest("there is no mpirun")

    def command_of_ranks(self, ranks, *arguments):
        # What Open MPI leaks is only known by its whole backtrace (tests/support/lsan.supp).
        sanitizer = ":".join(("fast_unwind_on_malloc=0:malloc_context_size=60", os.environ.get("ASAN_OPTIONS", "")))
        return [MPIRUN, "--oversubscribe", *(["--allow-run-as-root"] if os.geteuid() == 0 else []),
                "-x", "ASAN_OPTIONS=" + sanitizer, "-n", str(ranks), RANKS_PROGRAM, *map(str, arguments)]

    def run_ranks(self, ranks, *arguments, timeout=100, by=()):
        done = subprocess.run([*by, *self.command_of_ranks(ranks, *arguments)], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.folder, timeout=timeout * PATIENCE,
                              env=self.environment(OMPI_MCA_btl_vader_single_copy_mechanism="none"), check=False)
        done.stdout = done.stdout.decode()
        done.stderr = done.stderr.decode()
        return done

    def start(self, command):
        process = subprocess.Popen(command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env=self.environment())
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        return process

    def rank_processes(self, mpirun):
        """Those that are at work: one that ended stays a zombie until mpirun looks."""
        children = subprocess.run(["ps", "-o", "pid=,stat=", "--ppid", str(mpirun.pid)], stdout=subprocess.PIPE,
                                  check=False).stdout.decode().split()
        return [int(pid) for pid, state in zip(children[::2], children[1::2]) if not state.startswith("Z")]

    def end_of(self, process, seconds):
        """What it printed and complained of when it ended. An mpirun that is sent a signal while it starts its ranks may
        wait forever although all of them have ended (Open MPI 4.1.4), and is killed here; ranks that go on are not."""
        deadline = time.monotonic() + seconds * PATIENCE
        without_ranks = 0
        while True:
            try:
                return process.communicate(timeout=1)
            except subprocess.TimeoutExpired:
                waits_for_none = process.args[0] == MPIRUN and not self.rank_processes(process)
                without_ranks = without_ranks + 1 if waits_for_none else 0
                if without_ranks == 10:
                    process.kill()
                self.assertLess(time.monotonic(), deadline, "it does not end")

    def content(self, name):
        return (self.folder / name).read_text()


def chosen(cases):
    """Of a list of cases those to try: where CONCORD_CASES is `some`, as in the fast tests, one of each four; where it is
    `others`, those that `some` leaves out; else all."""
    wanted = os.environ.get("CONCORD_CASES", "all")
    # Another one of each four, so that cases that take turns at something are all tried.
    taken = {begin + min(begin // 4 % 4, len(cases) - 1 - begin) for begin in range(0, len(cases), 4)}
    return [case for number, case in enumerate(cases) if wanted == "all" or (wanted == "some") == (number in taken)]


def seeded():
    """A source of random numbers; a failure prints its seed, and CONCORD_TEST_SEED brings it back."""
    seed = int(os.environ.get("CONCORD_TEST_SEED", random.randrange(2**32)))
    print(f"CONCORD_TEST_SEED={seed}", flush=True)
    return random.Random(seed)


__all__ = ["ClusterTestCase", "MPIRUN", "PROGRAM", "RANKS_PROGRAM", "chosen", "seeded", "signal", "time", "without_run"]
