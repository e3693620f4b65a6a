"""One call of the system fails, or a signal comes, at every place in turn: the program ends in order.

For each command, CALLS says how often it allocates, starts threads, reads, writes and so on; then the n-th such call is
made to fail (inject.c), for n = 1, 2 ... The answer is then whole and right, or there is none and the status says why;
nothing hangs, aborts or is left behind, and no input is touched. The fast class tries some n of many, fewer
where CONCORD_CASES is `some`; the Long one all, and signals at every 16th call, or every CONCORD_FAULTS_STRIDE-th of
either.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PROGRAM = os.environ["CONCORD"]
INJECTOR = os.environ["CONCORD_INJECTOR"]
SECONDS = 60  # a run takes some hundredths

READS = "".join(f">r{number} one\n{'ACGT' * number}GATTACAGATTACA{'TTGC' * (5 - number)}N\n" for number in range(6))

# What a command writes: options that name files, `-o out` among them.
COMMANDS = {
    "substring": ("substring -k 1 -t 3 -j 3 --all r.fasta -o out --occurrences occ.bed --per-sequence per.tsv "
                  "--motif motif.meme --multiqc row_mqc.json"),
    "substring of gzip": "substring -t 3 -j 2 r.fasta.gz r.fasta -o out.gz",
    "substring, report": "substring -t 3 -j 2 r.fasta -o out --report page.html",
    "substring, part": "substring -k 1 -t 3 -j 2 r.fasta --shard 1/2 -o out",
    "merge": "merge 1.part 2.part -o out",
    "merge of rows": "merge 1.rows 2.rows -o out",
    "subsequence": "subsequence -j 2 --alignment one.fasta two.fasta -o out --subsequence common.fa --paf out.paf",
    "distance": "distance -j 2 --alignment one.fasta two.fasta -o out",
    "distance, all": "distance --all -j 3 r.fasta -o out.npy",
    "distance, nearest": "distance --nearest 2 -j 2 r.fasta -o out",
    "distance, pairs": "distance --pairs pairs.tsv --max-distance 3 -j 2 -o out",
    "overlap": "overlap -t 3 -j 2 --every-support r.fasta -o out --occurrences occ.tsv",
    "overlap, index": "overlap index -j 2 r.fasta -o out.cdx",
    "overlap by index": "overlap --repeat -j 2 r.cdx -o out",
    "overlap, matches": "overlap --mems 5 -j 2 one.fasta two.fasta -o out --paf out.paf",
    "component": "component -j 3 a.txt b.csv.gz -o out --mask mask.npy --picture picture.png",
    "adapters": "adapters -j 2 r.fasta -o out --fasta found.fa --report page.html --multiqc row_mqc.json",
    "simulate": "simulate reads -n 20 -o out.fastq.gz",
}
STREAMED = {
    "substring, printed": "substring -k 1 -t 3 -j 3 r.fasta",
    "distance, printed": "distance --all -j 2 r.fasta",
    "help": "substring --help",
}
KINDS = ("malloc", "thread", "write", "short-write", "read", "short-read", "mmap", "open", "int", "term")


class FaultsTestCase(unittest.TestCase):
    # Places that are tried of each kind, and how many of them are the first ones.
    most, first = (2, 1) if os.environ.get("CONCORD_CASES") == "some" else (12, 4)
    longest_stride = 1 << 30

    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.inputs = Path(temporary.name)
        (cls.inputs / "r.fasta").write_text(READS)
        (cls.inputs / "one.fasta").write_text(">one\n" + "GATTACA" * 30 + "\n")
        (cls.inputs / "two.fasta").write_text(">two\n" + "GATTTCAG" * 27 + "\n")
        (cls.inputs / "pairs.tsv").write_text("GATTACA\tGATTTCA\nACGT\tTTTTTTTT\n")
        (cls.inputs / "a.txt").write_text("0;1;1;0\n1;1;0;0\n0;1;1;1\n")
        (cls.inputs / "b.csv").write_text("0,1,1\n1,1,0\n")
        for packed in ("r.fasta", "b.csv"):
            subprocess.run(["gzip", "-kn", packed], cwd=cls.inputs, check=True)
        for command in ("overlap index r.fasta -o r.cdx", "substring -k 1 -t 3 r.fasta --shard 1/2 -o 1.part",
                        "substring -k 1 -t 3 r.fasta --shard 2/2 -o 2.part",
                        "distance --all r.fasta --shard 1/2 -o 1.rows", "distance --all r.fasta --shard 2/2 -o 2.rows"):
            subprocess.run([PROGRAM, *command.split()], cwd=cls.inputs, check=True)
        cls.untouched = cls.content_of(cls.inputs)

    @staticmethod
    def content_of(folder):
        return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}

    def run_in(self, folder, command, fault="", count=None):
        """The status (as subprocess has it) and both streams of a command in a folder."""
        environment = {**os.environ, "LD_PRELOAD": INJECTOR, "CONCORD_FAULT": fault}
        if count:
            environment["CONCORD_FAULT_COUNT"] = str(count)
        process = subprocess.Popen([PROGRAM, *command.split()], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            printed, complaint = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            self.fail(f"{command} hangs with {fault}")
        return process.returncode, printed, complaint.decode(errors="replace")

    def places(self, kind, calls):
        """Which of so many calls: the first ones, and then some evenly spread."""
        longest = self.longest_stride * (16 if kind in ("int", "term") else 1)
        stride = min(max(1, calls // self.most), longest)
        return sorted({*range(1, min(calls, self.first) + 1), *range(1 + calls % max(1, stride), calls + 1, stride), calls})

    def calls_of(self, command):
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made) / "run"
            shutil.copytree(self.inputs, folder)
            count = Path(made) / "count"
            status, printed, complaint = self.run_in(folder, command, count=count)
            self.assertEqual(status, 0, complaint)
            calls = {name: int(number) for name, number in (line.split() for line in count.read_text().splitlines())}
            answer = {name: content for name, content in self.content_of(folder).items() if name not in self.untouched}
        for kind in ("write", "read"):
            calls["short-" + kind] = calls[kind]
        calls["int"] = calls["term"] = calls["any"]
        return {kind: calls[kind] for kind in KINDS}, answer, printed

    @staticmethod
    def same(name, found, wanted):
        """Pages and rows for MultiQC say when they were made."""
        if name.endswith((".html", ".json")):
            return len(found) > 0.9 * len(wanted) and found[-4:] == wanted[-4:]
        return found == wanted

    def ends_in_order(self, command, fault, answer, printed):
        """What went wrong, or nothing."""
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made) / "run"
            shutil.copytree(self.inputs, folder)
            status, said, complaint = self.run_in(folder, command, fault)
            after = self.content_of(folder)
        wrong = []
        kind = fault.split(":")[0]
        allowed = {"int": (0, -signal.SIGINT), "term": (0, -signal.SIGTERM), "read": (0, 3, 4), "short-write": (0,),
                   "short-read": (0,)}.get(kind, (0, 4))
        if status not in allowed:
            wrong.append(f"status {status}")
        if status in (3, 4) and not (complaint.startswith("concord") and complaint.endswith("\n")):
            wrong.append("no message")
        if {name: content for name, content in after.items() if name in self.untouched} != self.untouched:
            wrong.append("an input was changed")
        outputs = {name: content for name, content in after.items() if name not in self.untouched}
        if set(outputs) - set(answer):
            wrong.append(f"left behind: {sorted(set(outputs) - set(answer))}")
        if any(not self.same(name, content, answer[name]) for name, content in outputs.items() if name in answer):
            wrong.append("an output is wrong or not whole")
        if status == 0 and (set(outputs) != set(answer) or said != printed):
            wrong.append("done, but the answer is not there")
        if not printed.startswith(said):
            wrong.append("other things were printed")
        return [f"{command} with {fault}: {each}\n{complaint[-300:]}" for each in wrong]

    def try_all_places(self, commands):
        tried = 0
        wrong = []
        with ThreadPoolExecutor(2) as both:
            for command in commands.values():
                calls, answer, printed = self.calls_of(command)
                if command.endswith("--help"):  # the parser writes it to streams, which leave out what finds no memory
                    calls["malloc"] = 0
                faults = [f"{kind}:{place}" for kind, most in calls.items() if most for place in self.places(kind, most)]
                tried += len(faults)
                for each in both.map(lambda fault: self.ends_in_order(command, fault, answer, printed), faults):
                    wrong += each
                if wrong:
                    break
        print(f"{tried} faults in {len(commands)} commands", file=sys.stderr, flush=True)
        self.assertFalse(wrong, f"{len(wrong)} in all:\n" + "\n".join(wrong[:20]))


class Faults(FaultsTestCase):
    def test_commands_that_write_files(self):
        self.try_all_places(COMMANDS)

    def test_commands_that_print(self):
        self.try_all_places(STREAMED)


class LongFaults(FaultsTestCase):
    longest_stride = int(os.environ.get("CONCORD_FAULTS_STRIDE", "1"))

    def test_commands_that_write_files(self):
        self.try_all_places(COMMANDS)

    def test_commands_that_print(self):
        self.try_all_places(STREAMED)
