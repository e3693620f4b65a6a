"""bench/run with ways, and the tables of sizes that bench/table makes of it. A stand-in answers; no clock counts."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from support import ROOT

import sizes

CONCORD = """#!{python}
import json, sys
if sys.argv[1] == "--version":
    sys.exit(print("concord, a stand-in"))
if sys.argv[1] == "simulate":
    sys.exit(open(sys.argv[sys.argv.index("-o") + 1], "w").write(">1\\nACGT\\n") and 0)
if "cuda:0" in sys.argv:
    sys.exit(print("there is no GPU", file=sys.stderr) or 4)
print(json.dumps({{"input": {{"letters": 4}}, "result": {{"found": True, "length": 2}},
                   "run": {{"device": "cpu", "threads": 1, "seconds": {{"read": 0.1, "compute": 0.25, "total": 0.4}}}}}}))
"""


def row(size, task, device, compute, wall):
    return {"case": {"letters": size, "task": task}, "asked_device": device, "threads": 0, "result": {"found": True, "length": 7},
            "seconds": {"compute": {"median": compute}}, "wall": {"median": wall}, "reported": {"paper": f"{size} s"}}


class Tables(unittest.TestCase):
    rows = [row(256, "a", "cpu", 1, 2), row(256, "a", "cuda:0", 2, 3), row(256, "b", "cpu", 1, 2),
            row(256, "b", "cuda:0", 0.5, 3), row(1024, "a", "cpu", 3, 4), row(1024, "a", "cuda:0", 2, 9),
            row(1024, "b", "cpu", 1, 2), row(1024, "b", "cuda:0", 0.5, 1), row(4096, "a", "cpu", 9, 10),
            row(4096, "a", "cuda:0", 3, 10)]

    def test_a_line_a_case_beside_what_is_reported(self):
        lines = sizes.lines_of_sizes(self.rows)
        self.assertEqual(lines[0], ["letters", "task", "paper", "answer", "all cores", "cuda:0"])
        self.assertEqual(lines[2], ["256", "a", "256 s", "7", "1 / 2", "2 / 3"])
        self.assertEqual(len(lines), 7)

    def test_from_which_size_on_a_gpu_is_ahead(self):
        self.assertEqual(sizes.who_is_ahead(self.rows),
                         " cuda:0 takes less than the CPU (all cores) for computing from 1,024 on (task a), at every size "
                         "(task b); for the whole process at no size (task a), from 1,024 on (task b).")
        self.assertEqual(sizes.where_ahead({"task a": "at no size", "task b": "at no size"}), "at no size")
        self.assertEqual(sizes.who_is_ahead(self.rows[::2]), "")
        self.assertEqual(sizes.who_is_ahead(self.rows[:-2]), "")  # two sizes only
        self.assertEqual(sizes.who_is_ahead([row(1, "a", "cpu", 1, 1), row(1, "a", "cuda:0", 1, 1) | {"skipped": "none"}]), "")


class Run(unittest.TestCase):
    def test_the_record_of_a_machine_without_a_gpu(self):
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            program = folder / "concord"
            program.write_text(CONCORD.format(python=sys.executable))
            program.chmod(0o755)
            done = subprocess.run([sys.executable, "-B", ROOT / "bench/run", "paper-overlap", "--program", program, "--only",
                                   "letters=256 ", "--repetitions", "2", "--records", folder / "records"],
                                  capture_output=True, text=True,
                                  env=os.environ | {"CONCORD_BENCH_CACHE": str(folder / "cache")})
            self.assertEqual(done.returncode, 0, done.stderr)
            [path] = (folder / "records").glob("*-paper-overlap.json")
            cases = json.loads(path.read_text())["cases"]
            self.assertEqual([(each["case"], each["asked_device"], each.get("skipped"), each["reported"]["paper: CPU"])
                              for each in cases],
                             [({"letters": 256, "task": task}, device, why, "0.001") for task in ("repeat", "shared")
                              for device, why in (("cuda:0", "there is no GPU"), ("cpu", None))])
            table = subprocess.run([sys.executable, "-B", ROOT / "bench/table", "--records", folder / "records", "paper-overlap"],
                                   capture_output=True, text=True).stdout
            self.assertIn("| 256 | repeat | 0.001 | 0.002 | 2 | 0.25 / ", table)
            self.assertNotIn("cuda:0", table)

    def test_a_record_is_that_of_its_name(self):
        with tempfile.TemporaryDirectory() as place:
            for name in ("component", "paper-component"):
                record = {"name": name, "table": "sizes", "title": f"of {name}", "date": "2026-01-01", "commit": "0", "cases": self.rows(),
                          "machine": {"cpu": "x", "cores": 1, "memory_bytes": 0, "compiler": None}}
                (pathlib.Path(place) / f"2026-01-01-x-{name}.json").write_text(json.dumps(record))
            table = subprocess.run([sys.executable, "-B", ROOT / "bench/table", "--records", place, "component"],
                                   capture_output=True, text=True).stdout
            self.assertIn("of component", table)

    @staticmethod
    def rows():
        return Tables.rows[:1]


if __name__ == "__main__":
    unittest.main()
