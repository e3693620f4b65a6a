"""What the tests of the program share. Python's standard library only.

The program is the one named by the environment variable CONCORD. Run one class by hand with
    CONCORD=build/apps/concord/concord python3 -m unittest substring_json_test.Fields
"""

import fcntl
import json
import os
import pathlib
import pty
import struct
import subprocess
import tempfile
import termios
import time
import unittest

PROGRAM = os.environ.get("CONCORD", "concord")
SANITIZE = os.environ.get("CONCORD_SANITIZE", "")  # "thread" or "address,undefined" if the program was built so
# How many times as long as usual a command may take.
PATIENCE = float(os.environ.get("CONCORD_TEST_PATIENCE", "10" if SANITIZE else "1"))

# Worked by hand: r1 and r2 share GATTACA; r3 holds it with one mismatch; r4 has nothing of it.
READS = {"r1": "TTGATTACAGG", "r2": "CCGATTACACC", "r3": "AAGATTTCATT", "r4": "TGTGTGTGTGT"}


def fasta(sequences):
    return "".join(f">{name}\n{letters}\n" for name, letters in sequences.items()).encode()


def rows(table):
    """The fields of a table, line by line."""
    return [line.split("\t") for line in table.splitlines()]


def levenshtein(a, b):
    """The textbook's table, row by row."""
    above = list(range(len(b) + 1))
    for i, x in enumerate(a):
        row = [i + 1]
        for j, y in enumerate(b):
            row.append(min(above[j] + (x != y), above[j + 1] + 1, row[j] + 1))
        above = row
    return above[-1]


def shared_data(name):
    """A real input from beside the checkout; a test that wants one is skipped where it is missing."""
    shared = os.environ.get("CONCORD_SHARED_DATA") or pathlib.Path(__file__).parents[3] / "shared" / "data"
    path = pathlib.Path(shared) / name
    if not path.exists():
        raise unittest.SkipTest(f"{path} is not there (CONCORD_SHARED_DATA names its folder)")
    return path


class CliTestCase(unittest.TestCase):
    """A test with a folder of its own, `self.folder`, in which `reads.fasta` lies."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.reads = self.write("reads.fasta", fasta(READS))

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content)
        return str(path)

    def command(self, arguments):
        return [PROGRAM, *map(str, arguments)]

    def environment(self, **changes):
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
        # What this machine's user keeps of its speed shall not be in the way.
        return {**kept, "TERM": "xterm", "CONCORD_CACHE": str(self.folder / "cache"), **changes}

    def run_concord(self, *arguments, stdin=b"", environment=None, **options):
        """Runs the program to its end; the result has returncode, stdout and stderr, the latter two as text."""
        options.setdefault("stdout", subprocess.PIPE)
        done = subprocess.run(self.command(arguments), input=stdin, stderr=subprocess.PIPE, timeout=100 * PATIENCE,
                              cwd=self.folder, env=environment or self.environment(), check=False, **options)
        done.stdout = (done.stdout or b"").decode()
        done.stderr = done.stderr.decode()
        return done

    def succeed(self, *arguments, **options):
        done = self.run_concord(*arguments, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def fail_with(self, status, *arguments, message="", **options):
        """The program fails with one clear line and prints nothing."""
        done = self.run_concord(*arguments, **options)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, r"^concord[a-z ]*: \S")
        self.assertIn(message, done.stderr)
        return done

    def object(self, command, *arguments, **options):
        """The JSON object of a command."""
        return json.loads(self.succeed(command, "-f", "json", *arguments, **options).stdout)

    def result(self, command, *arguments, **options):
        return self.object(command, *arguments, **options)["result"]

    def answer(self, *arguments, **options):
        """The JSON object of `concord substring`."""
        return self.object("substring", *arguments, **options)

    def two_files(self, a, b):
        """FASTA of one record each, seq1 and seq2."""
        return self.write("a.fasta", fasta({"seq1": a})), self.write("b.fasta", fasta({"seq2": b}))

    def files(self):
        return sorted(path.name for path in self.folder.iterdir())

    def is_writing(self, process):
        """Whether it holds a file of the folder open that has no name, or one for the time being."""
        for link in pathlib.Path(f"/proc/{process.pid}/fd").iterdir():
            try:
                target = os.readlink(link)
            except FileNotFoundError:  # closed meanwhile
                continue
            if target.startswith(str(self.folder.resolve())) and target.endswith((" (deleted)", ".part")):
                return True
        return False

    def await_temporary_file(self, process):
        """Waits until a process that was started in the folder has begun a file there."""
        deadline = time.monotonic() + 30
        while not self.is_writing(process):
            self.assertLess(time.monotonic(), deadline, "no temporary file came up")
            time.sleep(0.01)

    def on_terminal(self, *arguments, stream="stdout", columns=None, **changes):
        """What the program writes to `stream` if that is a terminal, or to both streams if it is "both"."""
        ours, theirs = pty.openpty()
        if columns:
            fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: theirs}
        if stream == "both":
            streams = {"stdout": theirs, "stderr": theirs}
        process = subprocess.Popen(self.command(arguments), stdin=subprocess.DEVNULL, cwd=self.folder,
                                   env=self.environment(**changes), **streams)
        os.close(theirs)
        written = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # how Linux tells that the other end was closed
                break
            if not piece:
                break
            written += piece
        os.close(ours)
        self.assertEqual(process.wait(timeout=100 * PATIENCE), 0)
        return written.decode()
