"""bench/devices: what it flags, with a stand-in for the program that takes as long as it is asked to."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from support import ROOT

import device_settings

# Seconds of each device come from the environment; the answer from ANSWER_cpu and so on.
STAND_IN = r'''#!/usr/bin/env python3
import json, os, sys, time
words = sys.argv[1:]
if words[0] == "--version":
    print(json.dumps({"compiler": "GNU 12", "build_type": "Release", "processor_level": None}))
elif words[0] == "devices":
    usable = os.environ.get("GPU", "yes") == "yes"
    gpu = {"name": "cuda:0" if usable else "cuda", "usable": usable, "detail": "NVIDIA H200, 140 GiB" if usable else "no driver"}
    measured = [{"kind": "cells", "by": "GPU", "rate": 1.0, "seconds": 0.03}] if "--calibrate" in words else None
    print(json.dumps({"devices": [{"name": "cpu", "usable": True, "detail": "a processor"}, gpu]}
                     | ({"calibration": {"measured": measured}} if measured else {})))
elif words[0] == "simulate":
    open(words[words.index("-o") + 1], "w").write("made")
    if "--second" in words:
        open(words[words.index("--second") + 1], "w").write("made")
else:
    device = words[words.index("--device") + 1]
    with open(os.environ["LOG"], "a") as log:
        log.write(device + "\n")
    if os.environ.get("CUDA_CANNOT") and device == "cuda":
        sys.exit(4)
    runs = open(os.environ["LOG"]).read().split().count(device)
    slow = float(os.environ.get(device.upper(), "0.05"))
    time.sleep(slow if device != "auto" or runs <= int(os.environ.get("SLOW_RUNS", "1000")) else 0)
    open(words[words.index("-o") + 1], "w").write(os.environ.get("ANSWER_" + device, "the answer"))
    print("concord: estimated 20 ms on the CPU; took 0.03 s\nconcord: computed in 0.03 s on cpu (avx2), 2 threads", file=sys.stderr)
'''


class Devices(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.program = self.folder / "stand-in"
        self.program.write_text(STAND_IN.replace("/usr/bin/env python3", sys.executable))
        self.program.chmod(0o755)

    def run_it(self, *more, **environment):
        command = [sys.executable, "-B", ROOT / "bench/devices", "--program", self.program, "--folder", self.folder / "made",
                   "--records", self.folder / "records", "--only", "component.*matrix60", "--rounds", "1", *more]
        done = subprocess.run(command, capture_output=True, text=True, check=False,
                              env={"LOG": str(self.folder / "log"), "PATH": "/usr/bin:/bin", **environment})
        records = sorted((self.folder / "records").glob("*.json"))
        return done, json.loads(records[0].read_text()) if records else None

    def runs(self):
        return (self.folder / "log").read_text().split()

    def test_the_better_device_is_no_flag(self):
        done, record = self.run_it(CPU="0.1", CUDA="0.5", AUTO="0.1")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(self.runs(), ["cpu", "cuda", "auto"])
        setting, = record["settings"]
        self.assertEqual((setting["chosen"], setting["estimated"], setting["took"]), ("cpu", 0.02, 0.03))
        self.assertFalse(setting["flagged"])
        self.assertEqual(record["calibration"]["measured"][0]["kind"], "cells")
        self.assertIn("1 settings, 0 left for want of time", done.stdout)
        self.assertTrue(next((self.folder / "records").glob("*-nvidia-h200-devices.json")))

    def test_a_slow_choice_is_measured_again_and_flagged(self):
        done, record = self.run_it(CPU="0.05", CUDA="0.05", AUTO="0.5")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(self.runs(), ["cpu", "cuda", "auto"] * 2)
        self.assertIn("<-- auto is slower", done.stdout)
        self.assertTrue(record["settings"][0]["flagged"])

    def test_a_run_that_was_disturbed_is_no_flag(self):
        done, _ = self.run_it(CPU="0.3", CUDA="0.3", AUTO="0.9", SLOW_RUNS="1")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(len(self.runs()), 6)

    def test_answers_that_differ(self):
        done, record = self.run_it(ANSWER_cuda="another")
        self.assertEqual(done.returncode, 1)
        self.assertFalse(record["settings"][0]["same"])
        self.assertIn("<-- answers differ", done.stdout)

    def test_what_a_gpu_cannot_do_is_held_to_the_cpu(self):
        done, record = self.run_it(CUDA_CANNOT="1")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(sorted(record["settings"][0]["seconds"]), ["auto", "cpu"])

    def test_a_limit(self):
        done, record = self.run_it("--limit", "0.3", CPU="5", CUDA="0.01", AUTO="0.01")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(record["settings"][0]["seconds"]["cpu"], 0.3)

    def test_without_a_gpu_there_is_nothing_to_choose(self):
        done, record = self.run_it(GPU="no")
        self.assertEqual((done.returncode, record), (77, None))
        self.assertIn("no driver", done.stderr)

    def test_without_time_nothing_begins(self):
        done, record = self.run_it("--minutes", "0", "--reference")
        self.assertEqual((done.returncode, record["settings"], record["calibration"]), (0, [], None))
        self.assertIn("0 settings, 1 left", done.stdout)

    def test_settings_name_inputs_that_there_are(self):
        names = dict.fromkeys(device_settings.INPUTS, "")
        commands = [setting.format(**names).split()[0] for setting, _ in device_settings.SETTINGS]
        self.assertEqual(set(commands), {"substring", "adapters", "overlap", "component", "distance", "subsequence"})
        used = " ".join(setting for setting, _ in device_settings.SETTINGS)
        self.assertEqual([name for name in names if "{" + name + "}" not in used], [])


if __name__ == "__main__":
    unittest.main()
