"""`concord component`: what it reads, what it tells, and what it leaves behind."""

import gzip
import struct
import zlib

from support import CliTestCase

# The worked example of the problem: F over E (two cells) is not the answer, M / F T / G is.
A = b"AAH\nCMA\nDFT\nFYG\nEYB\n"
B = b"MRN\nFTB\nEGB\n"
HEADER = "size\tshift_rows\tshift_columns\trow_start\trow_end\tcolumn_start\tcolumn_end\n"


def chunks(png):
    """The chunks of a PNG, their sums checked."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at = 8
    while at < len(png):
        length, = struct.unpack(">I", png[at:at + 4])
        kind, data = png[at + 4:at + 8], png[at + 8:at + 8 + length]
        assert struct.unpack(">I", png[at + 8 + length:at + 12 + length])[0] == zlib.crc32(kind + data)
        yield kind, data
        at += 12 + length


def naive_component(a, b, agree=lambda x, y: x == y, connectivity=4):
    """By the definition: every shift, every cell, a flood each."""
    near = [(0, 1), (0, -1), (1, 0), (-1, 0)]
    if connectivity == 8:
        near += [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    best = None
    for rows in range(1 - len(b), len(a)):
        for columns in range(1 - len(b[0]), len(a[0])):
            left = {(r, c) for r in range(max(0, -rows), min(len(b), len(a) - rows))
                    for c in range(max(0, -columns), min(len(b[0]), len(a[0]) - columns))
                    if agree(a[r + rows][c + columns], b[r][c])}
            for start in sorted(left):
                if start not in left:
                    continue
                left.remove(start)
                cells = [start]
                for r, c in cells:
                    for dr, dc in near:
                        if (r + dr, c + dc) in left:
                            left.remove((r + dr, c + dc))
                            cells.append((r + dr, c + dc))
                if best is None or len(cells) > best[0]:
                    best = (len(cells), rows, columns, sorted(map(list, cells)))
    return best


def with_example(self):
    CliTestCase.setUp(self)
    self.a = self.write("a.txt", A)
    self.b = self.write("b.txt", B)


class Several(CliTestCase):
    def setUp(self):
        super().setUp()
        # Two squares that both hold, at different shifts.
        self.a = self.write("a.txt", b"abxx.cd\nefyy.gh\n")
        self.b = self.write("b.txt", b"cdzab\nghzef\n")

    def test_every_largest(self):
        rows = "4\t0\t-3\t0\t2\t3\t5\n4\t0\t5\t0\t2\t0\t2\n"
        self.assertEqual(self.succeed("component", "--all", self.a, self.b).stdout, HEADER + rows)
        whole = self.object("component", "--all", "--mask", "m.npy", self.a, self.b)
        self.assertIs(whole["parameters"]["all"], True)
        self.assertEqual(whole["result"]["size"], 4)
        self.assertEqual(whole["result"]["components"][1],
                         {"size": 4, "shift": {"rows": 0, "columns": 5}, "cells": [[0, 0], [0, 1], [1, 0], [1, 1]]})
        self.assertEqual((self.folder / "m.npy").read_bytes()[-10:], b"\1\1\0\1\1" * 2)

    def test_more_than_fit_the_memory(self):
        # Rows against columns: squares of four cells under every shift.
        lines = range(30)
        a = self.write("rows.txt", "".join("".join("01"[r // 2 % 2] for _ in lines) + "\n" for r in lines).encode())
        b = self.write("columns.txt", "".join("".join("01"[c // 2 % 2] for c in lines) + "\n" for _ in lines).encode())
        call = ("component", "--cells", "letters", "--all", "-v", a, b, "--mask", "m.npy")
        whole = self.succeed(*call)
        mask = (self.folder / "m.npy").read_bytes()
        self.assertNotIn("temporary file", whole.stderr)
        self.assertGreater(whole.stdout.count("\n"), 90_000)
        parts = self.succeed(*call, "--memory", "1M")
        self.assertIn("lie in a temporary file", parts.stderr)
        self.assertTrue(parts.stdout == whole.stdout)
        self.assertEqual((self.folder / "m.npy").read_bytes(), mask)
        self.fail_with(4, *call, "--memory", "1M", message="temporary",
                       environment=self.environment(TMPDIR=str(self.folder / "nowhere")))

    def test_top(self):
        self.assertEqual(self.succeed("component", "--top", "1", self.a, self.b).stdout,
                         HEADER + "4\t0\t-3\t0\t2\t3\t5\n")
        self.assertEqual(len(self.result("component", "--top", "9", self.a, self.b)["components"]), 2)
        text = self.succeed("component", "--top", "9", "-f", "text", self.a, self.b).stdout
        self.assertRegex(text, r"do not overlap\n.*\n +4 +0 +-3 +row 0, column 3\n +4 +0 +5 +row 0, column 0\n$")
        self.succeed("component", "--top", "2", "--report", "r.html", self.a, self.b)
        self.assertIn("2 components.", (self.folder / "r.html").read_text())

    def test_none(self):
        for wish in (("--all",), ("--top", "2")):
            self.assertEqual(self.succeed("component", *wish, "--min-size", "5", self.a, self.b).stdout, HEADER)
            self.assertEqual(self.result("component", *wish, "--min-size", "5", self.a, self.b),
                             {"found": False, "components": []})
            self.assertEqual(
                self.run_concord("component", *wish, "--min-size", "5", "--exit-code", self.a, self.b).returncode, 1)

    def test_usage(self):
        for wish, message in ((("--all", "--top", "2"), "--all excludes --top"), (("--top", "0"), "--top"),
                              (("--all", "--shard", "1/2"), "--shard and --checkpoint are for the largest")):
            self.fail_with(2, "component", *wish, self.a, self.b, message=message)


class Answers(CliTestCase):
    setUp = with_example

    def test_json(self):
        whole = self.object("component", self.a, self.b)
        self.assertEqual(list(whole), ["schema", "version", "parameters", "input", "result", "run"])
        self.assertEqual(whole["schema"], "concord.component/1")
        self.assertEqual(whole["parameters"], {"tolerance": 0, "connectivity": 4, "min_size": 1, "cells": "auto"})
        self.assertEqual(whole["input"], {"files": [self.a, self.b], "a": {"rows": 5, "columns": 3, "cells": "letters"},
                                          "b": {"rows": 3, "columns": 3, "cells": "letters"}})
        self.assertEqual(whole["result"], {
            "found": True, "size": 4, "shift": {"rows": 1, "columns": 1}, "box": {"rows": [0, 3], "columns": [0, 2]},
            "cells": [[0, 0], [1, 0], [1, 1], [2, 1]]})
        self.assertIn("seconds", whole["run"])

    def test_tsv(self):
        self.assertEqual(self.succeed("component", self.a, self.b).stdout, HEADER + "4\t1\t1\t0\t3\t0\t2\n")

    def test_text(self):
        text = self.succeed("component", "-f", "text", self.a, self.b).stdout
        self.assertIn("\n    M ·\n    F T\n    · G\n", text)
        self.assertRegex(text, r"size +4 cells\n")
        self.assertIn("cell (r, c) of B stands over cell (r + 1, c + 1) of A", text)
        self.assertRegex(text, r"in A +rows 1 to 3, columns 1 to 2\n")
        self.assertRegex(text, r"in B +rows 0 to 2, columns 0 to 1\n")
        self.assertNotIn("\x1b", text)
        self.assertIn("\x1b[1;32mM\x1b[0m", self.on_terminal("component", self.a, self.b))

    def test_connectivity(self):
        crossed = self.write("c.txt", b"AX\nXB\n"), self.write("d.txt", b"AY\nYB\n")
        self.assertEqual(self.result("component", *crossed)["size"], 1)
        self.assertEqual(self.result("component", "--connectivity", "8", *crossed)["cells"], [[0, 0], [1, 1]])

    def test_none(self):
        for wish in (("--min-size", "5", self.a, self.b), (self.write("x", b"xy\n"), self.write("z", b"z\n"))):
            self.assertEqual(self.result("component", *wish), {"found": False})
            self.assertEqual(self.succeed("component", *wish).stdout, HEADER)
            self.assertTrue(self.succeed("component", "-f", "text", *wish).stdout.startswith("none: "))
            done = self.run_concord("component", "--exit-code", *wish)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (1, HEADER, ""))
        self.succeed("component", "--exit-code", self.a, self.b)

    def test_simulated_matrices_against_the_definition(self):
        for seed, letters in ((1, 2), (2, 4), (3, 20)):
            self.succeed("simulate", "matrices", "--rows", "17", "--columns", "13", "--letters", letters,
                         "--blob", "30", "--seed", seed, "-o", "sa.txt", "--second", "sb.txt")
            a, b = ((self.folder / name).read_text().splitlines() for name in ("sa.txt", "sb.txt"))
            for connectivity in (4, 8):
                size, rows, columns, cells = naive_component(a, b, connectivity=connectivity)
                answer = self.result("component", "--connectivity", connectivity, "sa.txt", "sb.txt")
                self.assertEqual((answer["size"], answer["shift"], answer["cells"]),
                                 (size, {"rows": rows, "columns": columns}, cells), f"seed {seed}")


class Inputs(CliTestCase):
    setUp = with_example

    def test_text_pipes_and_compression(self):
        expected = self.result("component", self.a, self.b)
        self.assertEqual(self.result("component", "-", self.b, stdin=gzip.compress(A)), expected)
        dos = self.write("b.npy", B.replace(b"\n", b"\r\n")[:-2])
        self.assertEqual(self.result("component", self.a, dos), expected)

    def test_numbers(self):
        a = self.write("a.csv", b"1,2,3\n4,5,6\n")
        b = self.write("b.tsv", b"5.25\t6\n0\tnan\n")
        self.assertEqual(self.result("component", a, b)["cells"], [[0, 1]])
        self.assertEqual(self.result("component", "--tolerance", "0.25", a, b)["cells"], [[0, 0], [0, 1]])
        text = self.succeed("component", "-f", "text", "--tolerance", "0.25", a, b).stdout
        self.assertIn("\n    5.25    6\n", text)
        self.assertIn("equal within 0.25", text)
        one = self.write("one", b"5\n6\n")
        self.assertEqual(self.result("component", "--cells", "numbers", one, one)["size"], 2)
        self.assertEqual(self.object("component", one, one)["input"]["a"]["cells"], "letters")

    def test_a_tolerance_for_each_channel(self):
        a = self.write("a.ppm", b"P3 2 1 255 100 100 100 50 60 70\n")
        b = self.write("b.ppm", b"P3 2 1 255 103 97 108 50 60 79\n")
        self.assertFalse(self.result("component", a, b)["found"])
        for tolerance, cells in (("3,3,8", [[0, 0]]), ("0,0,9", [[0, 1]]), ("3,3,9", [[0, 0], [0, 1]]), ("9", [[0, 0], [0, 1]])):
            self.assertEqual(self.result("component", "--tolerance", tolerance, a, b)["cells"], cells)
        whole = self.object("component", "--tolerance", "3,3,8", a, b)
        self.assertEqual(whole["parameters"]["tolerance"], [3, 3, 8])
        self.assertEqual(whole["input"]["a"], {"rows": 1, "columns": 2, "cells": "colours"})
        text = self.succeed("component", "-f", "text", "--tolerance", "3,3,8", "--picture", "p.png", "--report", "r.html", a, b).stdout
        self.assertIn("equal within 3, 3, 8, by channel", text)
        self.assertIn("within 3, 3, 8, by channel", (self.folder / "r.html").read_text())
        for colour in (b"100 100 100", b"103 97 108"):
            self.assertTrue(self.result("component", "p.png", self.write("one.ppm", b"P3 1 1 255 " + colour))["found"])
        table = self.succeed("component", "-f", "tsv", "--tolerance", "3,3,8", a, b).stdout
        self.assertEqual(table, HEADER + "1\t0\t0\t0\t1\t0\t1\n")

    def test_tolerances_that_do_not_fit_the_pictures(self):
        colours = self.write("a.ppm", b"P3 1 1 255 1 2 3\n")
        grey = self.write("a.pgm", b"P2 1 1 255 1\n")
        for path, message in ((colours, "the pictures have 3: red, green, blue"), (grey, "the cells have only one"),
                              (self.a, "--tolerance is about numbers, and the cells are letters")):
            self.fail_with(2, "component", "--tolerance", "3,3,8,0", path, path, message=message)
        self.fail_with(2, "component", "--tolerance", "3,,8", colours, colours, message="--tolerance")

    def test_shards_and_checkpoints_of_tolerances(self):
        a = self.write("a.ppm", b"P3 2 1 255 100 100 100 50 60 70\n")
        b = self.write("b.ppm", b"P3 2 1 255 103 97 108 50 60 79\n")
        asked = ("component", "--tolerance", "3,3,8", a, b, "-f", "json")
        whole = self.result(*asked[:-2])
        for i in (1, 2):
            self.succeed(*asked, "--shard", f"{i}/2", "-o", f"part{i}.json")
        self.assertEqual(self.result("merge", "part1.json", "part2.json"), whole)
        self.succeed(*asked, "--checkpoint", "saved")
        self.assertEqual(self.result(*asked[:-2], "--checkpoint", "saved", "--resume"), whole)
        self.fail_with(3, "component", "--tolerance", "3,3,9", a, b, "--checkpoint", "saved", "--resume",
                       message="checkpoint saved is of another run: its tolerance is ")

    def test_numpy_beside_pgm_beside_csv(self):
        header = b"{'descr': '<i2', 'fortran_order': False, 'shape': (2, 2), }\n"
        array = self.write("array", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header +
                           struct.pack("<4h", 7, 8, 9, 300))
        grey = self.write("grey", b"P5 2 2 65535\n" + struct.pack(">4H", 7, 8, 9, 300))
        table = self.write("table", b"7 8\n9 300\n")
        for pair in ((array, grey), (grey, table), (table, array)):
            self.assertEqual(self.result("component", *pair)["size"], 4)

    def test_faults_name_file_and_place(self):
        cases = ((b"AB\nC\n", "line 2: expected 2 letters, as in line 1, found 1"),
                 (b"1,2\n3,x\n", "line 2: expected a number in field 2, found 'x'"),
                 (b"", "expected a matrix, found an empty file"),
                 (b"P5 2 2 255\n\x00", "expected 2 rows of 2 pixels, found the end of the file at byte 12"),
                 (b"\x93NUMPY\x01", "found the end of the file at byte 7"),
                 (gzip.compress(B)[:-3], "of the compressed file: "),
                 (b"PK\x03\x04", "expected text, plain or gzip, found a zip archive (unpack it first)"))
        for content, message in cases:
            path = self.write("damaged", content)
            self.fail_with(3, "component", self.a, path, message=f"{path}: ")
            self.fail_with(3, "component", path, self.a, message=message)
            self.fail_with(3, "component", self.a, "-", stdin=content, message="standard input: ")
        self.fail_with(3, "component", self.a, "missing", message="missing: No such file")

    def test_wrong_usage(self):
        numbers = self.write("n.csv", b"1,2\n")
        self.fail_with(2, "component", self.a, message="B is required")
        self.fail_with(2, "component", self.a, numbers, message="can be compared only where both are of one kind")
        self.fail_with(2, "component", "--tolerance", "1", self.a, self.b, message="--tolerance is about numbers")
        for wish in (("--tolerance", "-1"), ("--tolerance", "nan"), ("--connectivity", "6"), ("--min-size", "0"),
                     ("--cells", "words"), ("--device", "tpu")):
            self.fail_with(2, "component", *wish, self.a, self.b, message=wish[0])
        self.fail_with(2, "component", "-", "-", message="standard input")
        self.fail_with(2, "component", "--mask", "x", "--picture", "x", self.a, self.b,
                       message="x is asked to hold two")


class SideFiles(CliTestCase):
    setUp = with_example

    def test_mask(self):
        self.succeed("component", "--mask", "mask.npy", self.a, self.b)
        mask = (self.folder / "mask.npy").read_bytes()
        self.assertEqual(mask[:8], b"\x93NUMPY\x01\x00")
        self.assertIn(b"{'descr': '|b1', 'fortran_order': False, 'shape': (3, 3), }", mask)
        self.assertEqual(mask[-10:], b"\n" + bytes([1, 0, 0, 1, 1, 0, 0, 1, 0]))
        self.assertEqual((len(mask) - 9) % 64, 0)

    def test_mask_is_read_back(self):
        self.succeed("component", "--mask", "mask.npy", self.a, self.b)
        self.assertEqual(self.result("component", "mask.npy", "mask.npy")["size"], 9)

    def test_picture(self):
        self.succeed("component", "--picture", "found.png", self.a, self.b)
        parts = list(chunks((self.folder / "found.png").read_bytes()))
        self.assertEqual([kind for kind, _ in parts][0], b"IHDR")
        columns, rows, depth, kind = struct.unpack(">IIBB", parts[0][1][:10])
        self.assertEqual((depth, kind), (8, 2))
        pixels = zlib.decompress(b"".join(data for kind, data in parts if kind == b"IDAT"))
        self.assertEqual(len(pixels), rows * (3 * columns + 1))
        # The first pixel of an outline is that of B: 16 pixels of margin, the title of 36, the three cells of A of 40
        # each, 40 between the two, and the line is 4 thick.
        red = self.write("red.ppm", b"P3 1 1 255 216 0 46")
        self.assertEqual(self.result("component", "found.png", red)["shift"], {"rows": 48, "columns": 172})

    def test_picture_of_nothing(self):
        self.succeed("component", "--min-size", "5", "--picture", "none.png", "--mask", "none.npy", self.a, self.b)
        self.assertEqual((self.folder / "none.npy").read_bytes()[-9:], bytes(9))
        self.assertTrue((self.folder / "none.png").read_bytes().startswith(b"\x89PNG"))

    def test_nothing_is_left_after_failure(self):
        before = self.files()
        wish = ("--mask", "m.npy", "--picture", "p.png", "-o", "answer.json")
        self.fail_with(3, "component", *wish, self.a, "missing")
        self.fail_with(4, "component", *wish[:-1], "missing/answer.json", self.a, self.b, message="missing/answer.json")
        self.fail_with(4, "component", *wish[:3], "/dev/full", self.a, self.b, message="No space left")
        self.fail_with(4, "component", *wish[:-1], "/dev/full", self.a, self.b, message="No space left")
        self.assertEqual(self.files(), before)

    def test_output_files_take_the_place_of_stdout(self):
        printed = self.succeed("component", self.a, self.b).stdout
        self.assertEqual(self.succeed("component", "-o", "out.tsv", self.a, self.b).stdout, "")
        self.assertEqual((self.folder / "out.tsv").read_text(), printed)


class Runs(CliTestCase):
    setUp = with_example

    def test_same_answer_for_any_threads_and_vectors(self):
        self.succeed("simulate", "matrices", "--rows", "70", "--columns", "66", "--letters", "3", "--blob", "90",
                     "-o", "sa.txt", "--second", "sb.txt")
        expected = self.result("component", "sa.txt", "sb.txt", "-j", "1", "--vectors", "baseline")
        self.assertEqual(self.result("component", "sa.txt", "sb.txt"), expected)
        self.assertEqual(self.result("component", "sa.txt", "sb.txt", "-j", "3"), expected)

    def test_verbose(self):
        errors = self.succeed("component", "-v", self.a, self.b).stderr
        self.assertIn("read 2 matrices, 5 × 3 letters and 3 × 3 letters", errors)
        self.assertRegex(errors, r"computed in .* on cpu")
