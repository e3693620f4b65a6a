"""bench/run near: near pairs of Concord and of symscan are compared pair by pair. Both are stand-ins here; no clock counts."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from support import ROOT

import rivals

# Finds what differs in the last letter only; writes words to every file that it is asked to simulate.
CONCORD = """#!{python}
import json, sys
if sys.argv[1] == "--version":
    sys.exit(print("concord, a stand-in"))
if sys.argv[1] == "simulate":
    sys.exit(open(sys.argv[sys.argv.index("-o") + 1], "w").write("CASSA\\nCASSC\\nTTTTT\\nCASSA\\n") and 0)
within = int(sys.argv[sys.argv.index("--max-distance") + 1])
words = open(sys.argv[5]).read().split()
pairs = [[i, j, int(words[i] != words[j])] for j in range(len(words)) for i in range(j)
         if words[i][:-1] == words[j][:-1] and int(words[i] != words[j]) <= within]
side = {{"sequences": len(words), "letters": sum(map(len, words))}}
print(json.dumps({{"parameters": {{"compare": "all"}}, "input": {{"a": side, "b": side}}, "result": {{"pairs": sorted(pairs)}},
                   "run": {{"device": "cpu", "threads": 1, "seconds": {{"read": 0.1, "compute": 0.25, "total": 0.4}}}}}}))
"""

SYMSCAN = """
import array
def get_neighbors_within(words, max_distance):
    pairs = [(i, j, int(words[i] != words[j])) for j in range(len(words)) for i in range(j)]
    pairs = [each for each in pairs if each[2] <= max_distance and words[each[0]][:-1] == words[each[1]][:-1]]
    pairs = {change}
    return tuple(array.array("q", column) for column in zip(*pairs)) or (array.array("q"),) * 3
"""


class Answers(unittest.TestCase):
    def test_all_numbers_of_near_pairs_count(self):
        result = {"pairs": [[0, 1, 1], [0, 3, 0]]}
        self.assertEqual(rivals.numbers_of(result), [1, 0])
        self.assertEqual(rivals.numbers_of(result, "near-1"), [0, 1, 1, 0, 3, 0])
        self.assertEqual(rivals.short([0, 1, 1, 0, 3, 0], "near-1")["pairs"], 2)
        self.assertTrue(rivals.agree([1, 0, 2], [1, 0], "distances-zip"))
        self.assertFalse(rivals.agree([0, 1, 1, 0, 3, 0], [0, 1, 1], "near-1"))
        self.assertTrue(rivals.agree([], [], "near-0"))


class Run(unittest.TestCase):
    def run_near(self, change):
        """Exit status, messages and the cases of the record; `change` is what symscan makes of its pairs."""
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            program = folder / "concord"
            program.write_text(CONCORD.format(python=sys.executable))
            program.chmod(0o755)
            (folder / "symscan.py").write_text(SYMSCAN.format(change=change))
            about = folder / "symscan-0.1.dist-info"
            about.mkdir()
            (about / "METADATA").write_text("Metadata-Version: 2.1\nName: symscan\nVersion: 0.1\n")
            done = subprocess.run([sys.executable, "-B", ROOT / "bench/run", "near", "--program", program, "--only", "words=2000 ",
                                   "--threads", "1", "--repetitions", "2", "--records", folder / "records"],
                                  capture_output=True, text=True,
                                  env=os.environ | {"PYTHONPATH": place, "CONCORD_BENCH_CACHE": str(folder / "cache")})
            records = list((folder / "records").glob("*-near.json"))
            table = subprocess.run([sys.executable, "-B", ROOT / "bench/table", "--records", folder / "records", "near"],
                                   capture_output=True, text=True).stdout
            return done, json.loads(records[0].read_text())["cases"] if records else [], table

    def test_both_find_the_same_pairs(self):
        done, cases, table = self.run_near("pairs[::-1]")  # in any order
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([(row["engine"], row["case"]["task"], row["result"]["pairs"]) for row in cases],
                         [(engine, f"near-{k}", 3 if k else 1) for k in (0, 1, 2) for engine in ("concord", "symscan")])
        for row in cases:
            self.assertGreater(row["wall"]["median"], 0)
            self.assertEqual(row["cells"], 400)
        self.assertIn("symscan, whole process", table)

    def test_another_pair_is_another_answer(self):
        done, _, _ = self.run_near("[(0, 1, 1) if each == (1, 3, 1) else each for each in pairs]")
        self.assertEqual(done.returncode, 1)
        self.assertIn("symscan: ANOTHER ANSWER", done.stderr)

    def test_a_missing_pair_is_another_answer(self):
        done, _, _ = self.run_near("pairs[:1]")
        self.assertEqual(done.returncode, 1)
        self.assertIn("symscan: ANOTHER ANSWER", done.stderr)


if __name__ == "__main__":
    unittest.main()
