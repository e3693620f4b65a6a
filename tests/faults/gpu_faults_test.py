"""A GPU fails at every allocation in turn, without memory or for good: the program ends in order.

The program is concord-gpu-faults, which gpu_fault.cu makes fail. The answer is then whole and right, or there is none and
the status is 4. What a checkpoint holds is kept. A driver that is too old is said to be that.
"""

import os
import random
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PROGRAM = os.environ.get("CONCORD_GPU_FAULTS", "")
OLD_DRIVER = os.environ.get("CONCORD_OLD_DRIVER", "")
SECONDS = 100

COMMANDS = {
    "substring": "substring -k 1 -t 4 r.fasta -o out --occurrences occ.bed",
    "substring, k = 6": "substring -k 6 -t 30 r.fasta -o out",
    "substring, edits": "substring --metric levenshtein -k 2 -t 20 -l 8 --both-strands r.fasta -o out",
    "subsequence": "subsequence --alignment one.fasta two.fasta -o out",
    "distance": "distance one.fasta two.fasta -o out",
    "distance, all": "distance --all r.fasta -o out.npy",
    "distance, hamming": "distance --all --metric hamming r.fasta -o out.npy",
    "distance, near pairs": "distance --all --max-distance 2 r.fasta -o out",
    "distance, nearest": "distance --nearest 2 r.fasta -o out",
    "distance, patterns": "distance --find --both-strands -k 2 p.fasta r.fasta -o out",
    "adapters": "adapters -f tsv r.fasta -o out",
    "overlap": "overlap -t 3 r.fasta -o out --occurrences occ.tsv",
    "overlap, index": "overlap index r.fasta -o out.cdx",
    "overlap, matches": "overlap --mems 12 one.fasta two.fasta -o out",
    "component": "component a.txt b.txt -o out --mask mask.npy",
}


def run(arguments, folder, fault=None, **environment):
    settings = {**os.environ, **environment}
    if fault:
        settings["CONCORD_GPU_FAULT"] = fault
    return subprocess.run([PROGRAM, *arguments], cwd=folder, env=settings, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=SECONDS, check=False)


class GpuTestCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not PROGRAM:
            raise unittest.SkipTest("CONCORD_GPU_FAULTS names no program: this build has no GPU code")
        listed = subprocess.run([PROGRAM, "devices"], stdout=subprocess.PIPE, text=True, check=True).stdout
        cls.gpus = sum(line.startswith("cuda:") and "\tyes" in line for line in listed.splitlines())


class FailingGpus(GpuTestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        if cls.gpus == 0:
            raise unittest.SkipTest("there is no GPU here")
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.inputs = Path(temporary.name)
        letters = random.Random(1)

        def dna(count):
            return "".join(letters.choices("ACGT", k=count))

        def fasta(name, sequences):
            content = "".join(f">{name}{at}\n{text}\n" for at, text in enumerate(sequences))
            (cls.inputs / f"{name}.fasta").write_text(content)

        fasta("r", [dna(30) + "GATTACAGATTACA" + dna(at % 7) for at in range(300)])
        one = dna(5000)
        fasta("one", [one])
        fasta("two", [one[:2000] + dna(100) + one[2100:]])
        fasta("p", ["GATTACAGATTACA", dna(20)])
        for name in ("a.txt", "b.txt"):
            rows = (" ".join(letters.choices("012", k=40)) for _ in range(40))
            (cls.inputs / name).write_text("\n".join(rows) + "\n")

    def outputs_of(self, folder):
        return {path.name: path.read_bytes() for path in folder.iterdir() if path.name not in self.names}

    def in_new_folder(self, command, fault, *more):
        """Status, standard error and outputs of a run with the inputs beside it."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for path in self.inputs.iterdir():
                os.link(path, folder / path.name)
            done = run([*command.split(), "--device", "cuda:0", *more], folder, fault)
            return done.returncode, done.stderr, self.outputs_of(folder)

    def check_everywhere(self, kind):
        self.names = {path.name for path in self.inputs.iterdir()}
        for name, command in COMMANDS.items():
            with self.subTest(name):
                status, errors, right = self.in_new_folder(command, "count")
                self.assertEqual(status, 0, errors)
                allocations = int(errors.rsplit("allocations: ", 1)[1])
                self.assertGreater(allocations, 1, "the GPU did nothing")
                numbers = range(1, allocations + 1)
                with ThreadPoolExecutor(4) as pool:
                    results = pool.map(lambda at: self.in_new_folder(command, f"{kind}:{at}"), numbers)
                failed = 0
                for number, (status, errors, found) in zip(numbers, results):
                    at = f"CONCORD_GPU_FAULT={kind}:{number} concord {command} --device cuda:0: {status} {errors}"
                    if status == 0:
                        self.assertEqual(found, right, at)
                    else:
                        failed += 1
                        self.assertEqual(status, 4, at)
                        self.assertIn("cuda:0", errors, at)
                        self.assertEqual(found, {}, at)
                self.assertGreater(failed, 0, "no fault was seen")

    def test_no_memory(self):
        self.check_everywhere("memory")

    def test_a_kernel_traps(self):
        self.check_everywhere("trap")

    def test_a_checkpoint_outlives_a_gpu(self):
        device = ",".join(f"cuda:{gpu}" for gpu in range(self.gpus))
        command = ["substring", "-k", "3", "-t", "20", "r.fasta", "--device", device]
        plain = run([*command, "-o", "plain"], self.inputs)
        self.assertEqual(plain.returncode, 0, plain.stderr)
        kept = [*command, "--checkpoint", "kept", "-o", "out"]
        failed = 0
        for number in range(1, 60, 6):
            with self.subTest(number=number):
                broken = run(kept, self.inputs, f"trap:{number}:{self.gpus - 1}")
                self.assertIn(broken.returncode, (0, 4), broken.stderr)
                if broken.returncode == 4:
                    failed += 1
                    self.assertFalse((self.inputs / "out").exists())
                    whole = run([*kept, "--resume"], self.inputs)
                    self.assertEqual(whole.returncode, 0, whole.stderr)
                self.assertEqual((self.inputs / "out").read_bytes(), (self.inputs / "plain").read_bytes())
                (self.inputs / "out").unlink()
                subprocess.run(["rm", "-rf", "kept"], cwd=self.inputs, check=True)
        (self.inputs / "plain").unlink()
        self.assertGreater(failed, 0, "no fault was seen")


class OldDriver(GpuTestCase):
    def test_it_is_said(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "r.fasta").write_text(">a\nGATTACA\n>b\nGATTACC\n")
            listed = run(["devices"], folder, LD_LIBRARY_PATH=OLD_DRIVER)
            self.assertIn("driver is too old: it knows CUDA 9.2", listed.stdout)
            named = run(["substring", "r.fasta", "--device", "cuda:0", "-o", "out"], folder, LD_LIBRARY_PATH=OLD_DRIVER)
            self.assertEqual(named.returncode, 4, named.stderr)
            self.assertIn("driver is too old", named.stderr)
            self.assertEqual(os.listdir(folder), ["r.fasta"])
            free = run(["substring", "r.fasta", "-t", "2"], folder, LD_LIBRARY_PATH=OLD_DRIVER)
            self.assertEqual(free.returncode, 0, free.stderr)
            self.assertIn("GATTAC", free.stdout)


if __name__ == "__main__":
    unittest.main()
