"""bench/guard tells a setting that takes more from one that does not, and compares only what is comparable."""

import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from support import ROOT

import figures
import inputs
import processes


class Verdicts(unittest.TestCase):
    def test_growth_beyond_the_tolerance_is_wrong(self):
        self.assertTrue(figures.judge(100_000, 105_001, 5).wrong)
        self.assertFalse(figures.judge(100_000, 105_000, 5).wrong)
        self.assertFalse(figures.judge(100_000, 10, 5).wrong)

    def test_less_is_told(self):
        self.assertTrue(figures.judge(100_000, 94_999, 5).fell)
        self.assertFalse(figures.judge(100_000, 95_000, 5).fell)
        self.assertFalse(figures.judge(100_000, 200_000, 5).fell)

    def test_a_setting_without_a_figure_is_wrong(self):
        self.assertTrue(figures.judge(None, 5, 5).wrong)
        self.assertIn("not recorded", figures.judge(None, 5, 5).row("new"))

    def test_a_row_names_setting_figures_and_ratio(self):
        self.assertEqual(figures.judge(2000, 3000, 5).row("a b").split(), ["a", "b", "2,000", "3,000", "1.500", "GROWN"])
        self.assertEqual(figures.judge(2000, 1000, 5).row("c").split(), ["c", "2,000", "1,000", "0.500", "fell"])

    def test_figures_survive_their_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "figures.tsv"
            before = figures.Figures("GNU 12, -O3", {"a b": 12, "c": 34})
            before.write(path)
            self.assertEqual(figures.Figures.read(path), before)


class Recorded(unittest.TestCase):
    def test_each_setting_has_a_figure_and_an_input(self):
        file = json.loads((ROOT / "bench/guard.json").read_text())
        names = [setting["name"] for setting in file["settings"]]
        self.assertEqual(names, list(figures.Figures.read(ROOT / "bench/guard.tsv").counts))
        self.assertEqual({setting["input"] for setting in file["settings"]}, file["inputs"].keys())


# A program that says of itself what concord says, and counts to what a file tells it.
STAND_IN = """#!/bin/sh
case "$1" in
--version) echo '{"compiler": "GNU 12.2.0", "build_type": "Release", "processor_level": "any"}';;
distance) exit 0;;
*) read -r steps < "$0.steps"; i=0; while [ $i -lt $steps ]; do i=$((i + 1)); done;;
esac
"""


class Program(unittest.TestCase):
    def setUp(self):
        if processes.count_instructions(["true"], "callgrind") is None:
            self.skipTest("callgrind cannot count instructions here")
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)
        self.program = self.folder / "stand-in"
        self.program.write_text(STAND_IN)
        self.program.chmod(0o755)
        settings = {"inputs": {"one": {"family": "random 1 10 dna"}}, "settings": [
            {"name": name, "input": "one", "command": "substring {input}"} for name in ("first", "second")]}
        (self.folder / "settings.json").write_text(json.dumps(settings))

    def run_guard(self, steps, *more):
        (self.folder / "stand-in.steps").write_text(str(steps))
        return subprocess.run([sys.executable, "-B", ROOT / "bench/guard", "--program", self.program, "--settings",
                               self.folder / "settings.json", "--figures", self.folder / "figures.tsv", *more],
                              env=os.environ | {"CONCORD_BENCH_CACHE": str(self.folder)}, capture_output=True, text=True,
                              check=False)

    def test_growth_fails_and_less_is_told(self):
        self.assertEqual(self.run_guard(4_000, "--record").returncode, 0)
        same = self.run_guard(4_000)
        self.assertEqual((same.returncode, same.stdout.count("1.000")), (0, 2), same.stdout + same.stderr)
        grown = self.run_guard(6_000, "first")
        self.assertEqual((grown.returncode, grown.stdout.count("GROWN")), (1, 1), grown.stdout + grown.stderr)
        fell = self.run_guard(2_000)
        self.assertEqual((fell.returncode, fell.stdout.count("fell")), (0, 2), fell.stdout + fell.stderr)

    def test_one_setting_can_be_recorded_anew(self):
        self.assertEqual(self.run_guard(4_000, "--record").returncode, 0)
        self.assertEqual(self.run_guard(6_000, "--record", "second").returncode, 0)
        mixed = self.run_guard(6_000)
        self.assertEqual(mixed.returncode, 1)
        self.assertIn("or have no figure: first\n", mixed.stdout)

    def test_another_compiler_is_skipped(self):
        self.assertEqual(self.run_guard(10, "--record").returncode, 0)
        self.program.write_text(STAND_IN.replace("GNU 12", "GNU 13"))
        other = self.run_guard(10)
        self.assertEqual(other.returncode, 77)
        self.assertIn("recorded: GNU 12", other.stderr)
        self.assertIn("this one: GNU 13", other.stderr)

    def test_a_processor_without_avx2_is_skipped(self):
        self.program.write_text(STAND_IN.replace("exit 0", "echo 'no avx2 here' >&2; exit 4"))
        self.assertEqual(self.run_guard(10).returncode, 77)
        self.assertIn("no avx2 here", self.run_guard(10).stderr)


class Inputs(unittest.TestCase):
    def test_bgzf_members_unpack_to_the_same(self):
        content = b"ACGT" * 50_000
        packed = b"".join(inputs.bgzf_member(content[at:at + 65280]) for at in range(0, len(content), 65280))
        self.assertEqual(gzip.decompress(packed + inputs.bgzf_member(b"")), content)
        self.assertEqual(inputs.bgzf_member(b"").hex(), "1f8b08040000000000ff0600424302001b0003000000000000000000")


if __name__ == "__main__":
    unittest.main()
