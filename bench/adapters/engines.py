"""What `concord adapters` and other programs call an adapter in a file of reads: a function for each, found by name.

Each takes a Task and gives a list of sequences, the first one first. The others name one adapter a file at most.
"""
import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile


@dataclasses.dataclass
class Task:
    program: str    # concord
    reads: str      # FASTQ
    mates: str      # FASTQ, or ""
    seconds: float  # a program that takes longer is ended, which raises subprocess.TimeoutExpired


def run(task, *command):
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=task.seconds)


def concord(task):
    done = run(task, task.program, "adapters", "-f", "json", "--threads", "1", "--most", "1000", task.reads)
    result = json.loads(done.stdout)["result"]["files"][0]
    return [one["letters"] for one in result["found"] if one["verdict"] in ("adapter", "tag")]


def fastp(task):
    with tempfile.TemporaryDirectory(dir=pathlib.Path(task.reads).parent) as folder:
        done = run(task, "fastp", "--thread", "1", "-i", task.reads, "-o", os.devnull, "-j", f"{folder}/x.json",
                   "-h", f"{folder}/x.html")
    return re.findall(r"^(?:>.*\n)?([ACGT]{8,})$", done.stderr, re.MULTILINE)[:1]


def dnapi(task):
    return re.findall(r"^([ACGT]{8,})", run(task, "dnapi.py", task.reads).stdout, re.MULTILINE)[:1]


def adapter_removal(task):
    done = run(task, "AdapterRemoval", "--identify-adapters", "--file1", task.reads, "--file2", task.mates)
    return re.findall(r"Consensus:\s+([ACGTN]{8,})", done.stdout)[:1]


# Name, program, function, whether it needs mates, whether it is for long reads as well, and whether what it names ends
# with what stands behind the adapter in the reads.
KNOWN = (("concord", "", concord, False, True, False), ("fastp", "fastp", fastp, False, False, False),
         ("AdapterRemoval", "AdapterRemoval", adapter_removal, True, False, True),
         ("DNApi", "dnapi.py", dnapi, False, False, False))


@dataclasses.dataclass
class Engine:
    name: str
    ask: object
    needs_mates: bool
    takes_long: bool
    shows_what_follows: bool


def found_here(names):
    """Those of `names` ("all", or separated by commas) that are installed; concord always."""
    wanted = None if names == "all" else set(names.split(","))
    return [Engine(name, ask, *rest) for name, program, ask, *rest in KNOWN
            if not program or (shutil.which(program) and (wanted is None or name in wanted))]
