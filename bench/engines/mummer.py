"""MUMmer's program for exact matches, as a process: from two files to the list of all matches of 50 letters or more."""
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

INSTALLED = Path(__file__).resolve().parents[2] / ".bench-venv/debian/usr/bin/mummer"  # from bench/engines/setup
COMMENT = {"longest-shared": "a process each time, which reads its files and lists all maximal matches of 50 letters "
                             "or more"}
SHORTEST = 50


def program():
    found = str(INSTALLED) if INSTALLED.exists() else shutil.which("mummer")
    if not found:
        raise ImportError("mummer")
    return found


def version():
    reported = subprocess.run(["dpkg-deb", "-f", *INSTALLED.parents[2].glob("mummer_*.deb"), "Version"],
                          capture_output=True, text=True, check=False).stdout.strip()
    return f"mummer {reported}".strip()


def prepare(task, a, b, device, threads):
    if task not in COMMENT:
        raise NotImplementedError(f"has no {task}")
    if device != "cpu" or threads != 1 or len(a) != 2:
        raise NotImplementedError("is for two sequences, on one core")
    folder = tempfile.TemporaryDirectory()
    files = [Path(folder.name) / f"{i}.fasta" for i in range(2)]
    for path, letters in zip(files, a):
        path.write_bytes(b">%d\n%b\n" % (len(letters), letters))
    command = [program(), "-maxmatch", "-l", str(SHORTEST), *map(str, files)]

    def compute():
        assert folder.name  # the files live as long as this
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def numbers(matches):
        lengths = [int(found[1]) for found in re.finditer(r"^\s*\d+\s+\d+\s+(\d+)$", matches, re.MULTILINE)]
        if not lengths:
            raise NotImplementedError(f"found nothing of {SHORTEST} letters")
        return [max(lengths)]

    return compute, numbers
