"""`concord devices`, and the rates that it measures for all other commands."""

import json
import re

from support import CliTestCase


class Devices(CliTestCase):
    def test_json(self):
        listed = json.loads(self.succeed("devices", "-f", "json").stdout)
        self.assertEqual(list(listed), ["schema", "version", "devices", "cores", "vectors", "rates"])
        self.assertEqual(listed["schema"], "concord.devices/1")
        self.assertEqual(listed["devices"][0]["name"], "cpu")
        self.assertTrue(listed["devices"][0]["usable"])
        self.assertTrue(all(list(each) == ["name", "usable", "detail"] for each in listed["devices"]))
        self.assertGreaterEqual(listed["cores"], 1)
        self.assertIn("baseline", listed["vectors"])

    def test_tsv(self):
        lines = self.succeed("devices").stdout.splitlines()
        self.assertEqual(lines[0], "name\tusable\tdetail")
        self.assertTrue(lines[1].startswith("cpu\tyes\t"))

    def test_text(self):
        self.assertRegex(self.succeed("devices", "-f", "text").stdout, r"(?m)^cpu +ready +\S")
        self.assertIn("ready", self.on_terminal("devices"))


class Calibration(CliTestCase):
    kept = None
    shown = None

    def setUp(self):
        super().setUp()
        self.rates = self.folder / "cache" / "rates.json"

    def keep_rates(self):
        """What --calibrate writes, and what it shows as lines, measured once for all tests that only need it there."""
        kept = type(self).kept
        if kept is None:
            type(self).shown = self.succeed("devices", "--calibrate", "-f", "tsv").stdout.splitlines()
            type(self).kept = self.rates.read_bytes()
            return
        self.rates.parent.mkdir(exist_ok=True)
        self.rates.write_bytes(kept)
        self.rates.chmod(0o600)

    def notes(self, *arguments):
        return self.succeed(*(arguments or ("substring", self.reads)), "-v").stderr

    def test_it_measures_and_keeps(self):
        before = self.object("devices")["rates"]
        self.assertEqual((before["measured"], before["file"]), (False, str(self.rates)))
        self.assertEqual(before["why_not"], "there is no such file")
        self.assertFalse(self.rates.parent.exists(), "reading makes no folder")

        found = self.object("devices", "--calibrate")
        self.assertEqual(found["rates"], {"measured": True, "file": str(self.rates), "why_not": None})
        measured = found["calibration"]["measured"]
        by_thread = [each["kind"] for each in measured if each["by"] == "one thread"]
        self.assertEqual(by_thread, ["scanning", "cells", "memory", "sorting"])
        for each in measured:
            self.assertTrue(0 < each["seconds"] < 60, each)
            self.assertTrue(0.001 <= each["rate"] <= 1000, each)
        self.assertEqual(self.rates.stat().st_mode & 0o777, 0o600)
        self.assertEqual([path.name for path in self.rates.parent.iterdir()], ["rates.json"])
        kept = json.loads(self.rates.read_text())
        self.assertEqual(kept["schema"], "concord.rates/1")
        self.assertEqual(kept["machines"][0]["cores"], found["cores"])
        scanning = [each["rate"] for each in measured if each["kind"] == "scanning" and each["by"] != "GPU"]
        self.assertEqual(kept["machines"][0]["cpu"]["scanning"], [scanning[0], scanning[-1]])

        content = self.rates.read_bytes()
        self.assertTrue(self.object("devices")["rates"]["measured"])
        self.assertIn(f"estimates by the rates of this machine ({self.rates})", self.notes())
        self.assertEqual(self.rates.read_bytes(), content, "only --calibrate writes it")

    def test_formats(self):
        self.keep_rates()
        lines = type(self).shown
        self.assertEqual(lines[0], "kind\tby\trate\tseconds")
        self.assertRegex(lines[1], r"^scanning\tone thread\t[0-9.e-]+\t[0-9.e-]+$")
        text = self.succeed("devices", "--calibrate", "-f", "text").stdout
        self.assertRegex(text, r"(?m)^scanning +one thread +[0-9.]+ +[0-9.]+ ms$")

    def test_what_does_not_fit_is_not_used(self):
        reference = "estimates by the rates of the reference machine"
        self.assertIn(f"{reference} ({self.rates}: there is no such file); 'concord devices --calibrate'", self.notes())
        self.keep_rates()
        sound = self.rates.read_text()
        self.rates.write_text(sound[:-10])
        self.assertIn(f"{reference} ({self.rates}: it is damaged)", self.notes())
        self.rates.write_text(re.sub(r'"version": "[^"]*"', '"version": "0.0.0"', sound))
        self.assertIn("it holds none of this machine and this version", self.notes())
        self.rates.write_text(sound)
        self.rates.chmod(0o666)
        self.assertIn("others may write to it", self.notes())
        self.assertEqual(self.succeed("substring", self.reads).stderr, "", "without --verbose nothing is said")
        self.rates.unlink()
        self.rates.symlink_to(self.write("elsewhere.json", sound.encode()))
        self.assertIn("it is a symbolic link", self.notes())

    def test_a_place_that_cannot_be_written(self):
        self.fail_with(4, "devices", "--calibrate", message="cannot be written",
                       environment=self.environment(CONCORD_CACHE="/dev/null/cache"))
        shared = self.folder / "shared"
        shared.mkdir()
        shared.chmod(0o777)
        self.fail_with(4, "devices", "--calibrate", message="others may write to it",
                       environment=self.environment(CONCORD_CACHE=str(shared)))
        self.assertEqual(list(shared.iterdir()), [])

    def test_the_estimate_is_compared_with_the_truth(self):
        matrix = self.write("a.txt", b"ABCA\nBCAB\n")
        for arguments in (["substring", self.reads], ["adapters", self.reads], ["overlap", self.reads],
                          ["component", matrix, matrix], ["distance", "--all", self.reads],
                          ["distance", "--all", "--max-distance", "2", self.reads],
                          ["distance", "--find", "-k", "1", self.reads, self.reads]):
            notes = self.notes(*arguments, "--device", "cpu")
            self.assertRegex(notes, r"estimated [0-9.e-]+ m?s on the CPU; took [0-9.e-]+ m?s\n", arguments)

    def test_answers_never_depend_on_rates(self):
        self.succeed("simulate", "reads", "--number", "3000", "-o", self.folder / "many.fastq")
        self.succeed("simulate", "genomes", "--number", "2", "--length", "20000", "-o", self.folder / "two.fasta")
        many, two = self.folder / "many.fastq", self.folder / "two.fasta"
        pair = self.two_files("".join("ACGT"[i * i % 7 % 4] for i in range(3000)), "".join("ACGT"[i * i % 5 % 4] for i in range(2000)))
        left = self.write("left.txt", b"\n".join(bytes(65 + (i * j * 7 + i) % 3 for j in range(30)) for i in range(30)))
        right = self.write("right.txt", b"\n".join(bytes(65 + (i * j * 7 + j) % 3 for j in range(30)) for i in range(30)))
        commands = [["substring", "-k", "2", "--all", many], ["substring", "--metric", "levenshtein", "-k", "1", self.reads],
                    ["adapters", many], ["overlap", "--every-support", two], ["overlap", "--repeat", many],
                    ["overlap", "--matches", "12", "-k", "1", two], ["component", "--all", left, right],
                    ["distance", "--all", self.reads], ["distance", "--all", "--max-distance", "9", many],
                    ["distance", "--all", "--metric", "hamming", self.reads, self.reads],
                    ["distance", "--find", "-k", "2", self.reads, many], ["distance", "--nearest", "2", self.reads],
                    ["subsequence", "--alignment", *pair], ["distance", "--alignment", *pair], ["distance", "--zip", two, two]]
        self.keep_rates()
        sound = json.loads(self.rates.read_text())
        expected = [self.succeed(*command, "-f", "tsv").stdout for command in commands]
        for cpu, gpu, start in ((0.001, 1000, 0), (1000, 0.001, 60), (0.001, 0.001, 0), (1000, 1000, 0)):
            machine = sound["machines"][0]
            for kind in ("scanning", "cells", "sorting", "memory"):
                machine["cpu"][kind] = [cpu, cpu]
            for kind in ("transfer", "launching", "scanning", "cells", "sorting"):
                machine["gpu"][kind] = gpu
            machine["gpu"]["start_seconds"] = start
            self.rates.write_text(json.dumps(sound))
            self.assertTrue(self.object("devices")["rates"]["measured"])
            for command, answer in zip(commands, expected):
                self.assertEqual(self.succeed(*command, "-f", "tsv").stdout, answer, (command, cpu, gpu, start))
