"""bench/sweep: its comparison of neighbours, its grids and the families that it makes."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

from support import ROOT

import families
import grids
import heat_map
from neighbours import Measured, find_cliffs, neighbours

GRID = grids.Grid("substring", {"mode": "a", "number": 100, "k": 0, "t": "20%"},
                  [{"mode": ["a", "b"], "number": [100, 200], "k": [0, 1, 3], "t": [2, "20%", "100%"]}],
                  {"number": 1, "k": 1}, ["mode"], ["k", "t"], ["random", "period"])


def measured(seconds, family="random", mode="a", number=100, k=0, t="20%", **more):
    return Measured({"family": family, "mode": mode, "number": number, "k": k, "t": t}, seconds, **more)


class Neighbours(unittest.TestCase):
    def ratios(self, *points):
        return [(cliff.parameter, round(cliff.ratio, 3)) for cliff in find_cliffs(GRID, list(points), 4)]

    def test_a_step_of_one_parameter_is_found(self):
        self.assertEqual(self.ratios(measured(1, t=2), measured(5, t="20%"), measured(2, t="100%")), [("t", 5)])
        self.assertEqual(self.ratios(measured(1, t=2), measured(3.9, t="20%"), measured(2, t="100%")), [])

    def test_the_worst_comes_first_with_its_best_neighbour(self):
        found = self.ratios(measured(1, t=2), measured(8, t="20%"), measured(100, t="100%"))
        self.assertEqual(found, [("t", 12.5), ("t", 8)])

    def test_two_parameters_at_once_are_no_step(self):
        self.assertEqual(self.ratios(measured(1, t=2), measured(9, t="20%", k=1)), [])

    def test_a_point_that_was_not_measured_is_stepped_over(self):
        self.assertEqual(self.ratios(measured(1, t=2), measured(9, t="100%")), [("t", 9)])

    def test_growth_is_expected_of_larger_inputs_only(self):
        self.assertEqual(self.ratios(measured(1, number=100), measured(7.9, number=200)), [])
        self.assertEqual(self.ratios(measured(1, number=100), measured(10, number=200)), [("number", 5)])
        self.assertEqual(self.ratios(measured(5, number=100), measured(1, number=200)), [("number", 5)])
        self.assertEqual(self.ratios(measured(1, k=0), measured(10, k=1)), [("k", 5)])

    def test_families_are_held_to_the_random_one(self):
        self.assertEqual(self.ratios(measured(1), measured(6, family="period")), [("family", 6)])
        self.assertEqual(self.ratios(measured(6), measured(1, family="period")), [])

    def test_tasks_are_not_compared(self):
        self.assertEqual(self.ratios(measured(1, mode="a"), measured(9, mode="b")), [])

    def test_points_over_the_limit(self):
        self.assertEqual(self.ratios(measured(1, t=2), measured(10, timed_out=True)), [("t", 10)])
        self.assertEqual(self.ratios(measured(0.5, t=2, timed_out=True), measured(10)), [])

    def test_short_times_and_long_answers_are_no_cliffs(self):
        self.assertEqual(self.ratios(measured(0.0001, t=2), measured(0.07)), [])
        self.assertEqual(self.ratios(measured(0.1, t=2), measured(1)), [("t", 10)])
        self.assertEqual(self.ratios(measured(0.1, t=2), measured(1, output_bytes=100_000_000)), [])


class Grids(unittest.TestCase):
    def test_steps_are_in_order(self):
        self.assertEqual(GRID.order["t"], [2, "20%", "100%"])
        self.assertEqual(grids.COMMANDS["substring"].order["t"], [2, "1%", "20%", "50%", "100%"])
        self.assertEqual(grids.COMMANDS["distance"].order["most"][-2:], [1000, "none"])

    def test_each_point_has_a_command_and_a_neighbour(self):
        for grid in grids.GRIDS:
            points = grid.points()
            of_point = {tuple(point.values()): Measured(point, 1) for point in points}
            for point in points:
                self.assertIn("-j", grids.arguments_of(grid, point))
                alone = Measured(point, 1)
                self.assertTrue(point["family"] == "random" or any(neighbours(grid, of_point, alone)), point)

    def test_pictures_are_well_formed(self):
        grid = grids.COMMANDS["substring"]
        points = grid.points()
        picture = heat_map.draw(grid, [Measured(points[0], 1), Measured(points[1], 3, timed_out=True), Measured(points[2], 2)])
        texts = [text.text for text in xml.etree.ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}title")]
        self.assertEqual(len(texts), 3)
        self.assertTrue(any("more than 3 s" in text for text in texts))


class Families(unittest.TestCase):
    def test_sizes_letters_and_seeds(self):
        for family in families.SEQUENCES:
            texts = list(families.sequences(family, 5, 60, "dna"))
            self.assertEqual([len(text) for text in texts], [60] * 5, family)
            self.assertLessEqual(set(b"".join(texts)), set(b"ACGT"), family)
            self.assertEqual(texts, list(families.sequences(family, 5, 60, "dna")), family)
        for family in families.MATRICES:
            a, b = families.matrices(family, 9, 17, 4)
            self.assertEqual([len(row) for row in [*a, *b]], [17] * 18, family)

    def test_periods_are_what_they_are_called(self):
        for period in (1, 2, 5, 8):
            text, *_ = families.sequences(f"period-{period}", 1, 100, "dna")
            periods = [p for p in range(1, 50) if text[p:] == text[:-p]]
            self.assertEqual(periods[0], period)

    def test_words_of_known_structure(self):
        self.assertEqual(families.fibonacci(b"ab", 13), b"abaababaabaab")
        self.assertEqual(families.thue_morse(b"ab", 16), b"abbabaabbaababba")
        word = families.de_bruijn(b"ab", 16)
        self.assertEqual(len({(word + word)[i:i + 4] for i in range(16)}), 16)
        self.assertEqual(len(set(families.sequences("identical", 7, 50, "dna"))), 1)


STAND_IN = """#!/bin/sh
echo x >> "$0.runs"
echo '{"result":{},"run":{"device":"cpu","seconds":{"read":0.1,"compute":0.25,"total":0.4}}}'
"""


class Sweep(unittest.TestCase):
    def test_it_goes_on_where_it_was(self):
        with tempfile.TemporaryDirectory() as place:
            program = pathlib.Path(place) / "stand-in"
            program.write_text(STAND_IN)
            program.chmod(0o755)
            command = [sys.executable, "-B", ROOT / "bench/sweep", "--program", program, "--folder", place, "--command",
                       "subsequence", "--family", "period-5", "--pictures", place]
            first = subprocess.run(command, capture_output=True, text=True, check=True)
            runs = len((pathlib.Path(place) / "stand-in.runs").read_text())
            self.assertIn("subsequence: 42 points, 0 over the time limit; 0 take", first.stdout)
            self.assertEqual(runs, 2 * 42)
            records, = pathlib.Path(place).glob("points-*.jsonl")
            lines = records.read_text().splitlines(keepends=True)
            self.assertEqual(json.loads(lines[1])["seconds"], 0.25)
            records.write_text("".join(lines[:-3]) + lines[-3][:20])  # interrupted
            again = subprocess.run(command, capture_output=True, text=True, check=True)
            self.assertIn("3 points to measure, 39 are measured", again.stderr)
            self.assertIn("subsequence: 42 points", again.stdout)
            self.assertEqual(again.stdout, subprocess.run([*command, "--report"], capture_output=True, text=True, check=True).stdout)
            self.assertTrue((pathlib.Path(place) / "sweep-subsequence.svg").stat().st_size > 1000)
            self.assertEqual(os.listdir(pathlib.Path(place) / "inputs"), [])
            records.unlink()
            side_by_side = subprocess.run([*command, "--jobs", "3"], capture_output=True, text=True, check=True)
            self.assertEqual(side_by_side.stdout, first.stdout)


SLOW_AT_FIRST = """#!/bin/sh
seconds=0.1
case "$*" in *--alignment*) if [ ! -e "$0.slow" ]; then touch "$0.slow"; seconds=3; fi;; esac
echo '{"result":{},"run":{"seconds":{"compute":'$seconds'}}}'
"""


class Confirmation(unittest.TestCase):
    def test_a_point_that_was_disturbed_is_no_cliff(self):
        with tempfile.TemporaryDirectory() as place:
            program = pathlib.Path(place) / "stand-in"
            program.write_text(SLOW_AT_FIRST)
            program.chmod(0o755)
            command = [sys.executable, "-B", ROOT / "bench/sweep", "--program", program, "--folder", place, "--command",
                       "subsequence", "--family", "period-5"]
            report = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            self.assertIn("42 points, 0 over the time limit; 0 take", report)
            records, = pathlib.Path(place).glob("points-*.jsonl")
            rows = [json.loads(line)["seconds"] for line in records.read_text().splitlines() if line]
            self.assertEqual((len(rows), max(rows), rows[-1]), (43, 3, 0.1))


if __name__ == "__main__":
    unittest.main()
