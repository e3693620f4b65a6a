"""`concord distance` of many pairs: all, zipped, nearest and near ones, in every format."""

import itertools
import random
import signal
import struct
import subprocess
import zipfile

from support import CliTestCase, fasta, levenshtein, rows


class DistanceBatches(CliTestCase):
    typed = ["Willliam Cohon", "Müler", "", "BZhang"]
    dictionary = ["William Cohen", "Müller", "Miller", "Zhang", "Zhang"]

    def setUp(self):
        super().setUp()
        self.a = self.write("typed.txt", "".join(each + "\n" for each in self.typed).encode())
        self.b = self.write("dictionary.txt", "\r\n".join(self.dictionary).encode())
        self.table = {(i, j): levenshtein(a, b) for (i, a), (j, b) in
                      itertools.product(enumerate(self.typed), enumerate(self.dictionary))}

    def pairs(self, *arguments, **options):
        found = self.succeed("distance", "-f", "tsv", *arguments, **options).stdout
        lines = rows(found)
        self.assertEqual(lines[0], ["index_a", "index_b", "distance"])
        printed = {(int(i), int(j)): None if d == "NA" else int(d) for i, j, d in lines[1:]}
        self.assertEqual(list(printed), sorted(printed))
        reported = self.result("distance", *arguments, **options)["pairs"]
        self.assertEqual({(i, j): d for i, j, d in reported}, printed)
        return printed

    def test_all(self):
        self.assertEqual(self.pairs("--all", self.a, self.b), self.table)

    def test_threads_write_rows_in_order(self):
        some = random.Random(3)
        self.write("some", b"".join(b"%s\n" % bytes(some.choices(b"abc", k=some.randrange(9))) for _ in range(150)))
        for way in (("--all", "some"), ("--zip", "some", "some")):
            of_one = self.succeed("distance", "-f", "tsv", "--threads", 1, *way).stdout
            self.assertEqual(len(rows(of_one)), 1 + (150 * 150 if "--all" in way else 150))
            for threads in (2, 3):
                found = self.succeed("distance", "-f", "tsv", "--threads", threads, *way).stdout
                self.assertEqual(found, of_one)

    def test_threads_write_large_tables(self):
        some = random.Random(4)
        lists = {name: [bytes(some.choices(b"abc", k=some.randrange(4))) for _ in range(size)]
                 for name, size in (("a", 230), ("b", 300), ("c", 2), ("d", 40_000))}  # rows in pieces, or many at once
        for name, words in lists.items():
            self.write(name, b"".join(word + b"\n" for word in words))
        for a, b in (("a", "b"), ("c", "d")):
            expected = "index_a\tindex_b\tdistance\n" + "".join(
                f"{i}\t{j}\t{sum(map(int.__ne__, x, y)) if len(x) == len(y) else 'NA'}\n"
                for (i, x), (j, y) in itertools.product(enumerate(lists[a]), enumerate(lists[b])))
            for threads in (1, 2, 3):
                found = self.succeed("distance", "-f", "tsv", "--all", "--metric", "hamming", "--threads", threads, a, b)
                self.assertEqual(found.stdout, expected, threads)
            of_one = self.succeed("subsequence", "-f", "tsv", "--all", "--threads", 1, a, b).stdout
            pairs = self.result("subsequence", "--all", a, b)["pairs"]
            self.assertEqual(rows(of_one)[1:], [list(map(str, pair)) for pair in pairs])
            self.assertEqual(self.succeed("subsequence", "-f", "tsv", "--all", "--threads", 2, a, b).stdout, of_one)

    def test_all_within(self):
        for most in (0, 1, 3, 6):
            self.assertEqual(self.pairs("--all", "--max-distance", most, self.a, self.b),
                             {pair: each for pair, each in self.table.items() if each <= most})

    def test_all_against_itself(self):
        found = self.pairs("--all", self.b)
        self.assertEqual(len(found), 25)
        self.assertEqual(found[3, 4], 0)
        self.assertEqual(self.pairs("--all", "-", stdin=b"ab\nb\n"), {(0, 0): 0, (0, 1): 1, (1, 0): 1, (1, 1): 0})

    def test_hamming_has_gaps(self):
        self.write("x", b"abc\nab\n")
        self.assertEqual(self.pairs("--all", "--metric", "hamming", "x"),
                         {(0, 0): 0, (0, 1): None, (1, 0): None, (1, 1): 0})
        near = ("--all", "--metric", "hamming", "--max-distance", "5", "x")
        self.assertEqual(self.pairs(*near), {})
        self.assertEqual(self.pairs(*near, "--both-ways"), {(0, 0): 0, (1, 1): 0})

    def test_matrix(self):
        self.succeed("distance", "--all", "-o", "x.npy", self.a, self.b)
        content = (self.folder / "x.npy").read_bytes()
        self.assertEqual(content[:8], b"\x93NUMPY\x01\x00")
        size, = struct.unpack("<H", content[8:10])
        self.assertEqual((10 + size) % 64, 0)
        described = content[10:10 + size].decode()
        self.assertTrue(described.endswith("\n"))
        self.assertEqual(eval(described), {"descr": "<u4", "fortran_order": False, "shape": (4, 5)})
        numbers = struct.unpack("<20I", content[10 + size:])
        self.assertEqual(dict(zip(self.table, numbers)), self.table)

    def test_matrix_within(self):
        self.succeed("distance", "--all", "--max-distance", "2", "-o", "x.npy", self.a, self.b)
        numbers = struct.unpack("<20I", (self.folder / "x.npy").read_bytes()[-80:])
        self.assertEqual(dict(zip(self.table, numbers)),
                         {pair: each if each <= 2 else 0xFFFFFFFF for pair, each in self.table.items()})

    def sparse(self, path):
        """{(i, j): value} of a CSR matrix, its shape, and the types of its parts: read by the standard library alone."""
        arrays = {}
        with zipfile.ZipFile(path) as archive:
            self.assertIsNone(archive.testzip())
            for name in archive.namelist():
                content = archive.read(name)
                self.assertEqual(content[:8], b"\x93NUMPY\x01\x00")
                size, = struct.unpack("<H", content[8:10])
                header = eval(content[10:10 + size].decode())
                if header["descr"] == "|S3":
                    self.assertEqual((header["shape"], content[10 + size:]), ((), b"csr"))
                    continue
                numbers = memoryview(content[10 + size:]).cast({"<i4": "i", "<i8": "q", "<u4": "I"}[header["descr"]])
                self.assertEqual(header["shape"], (len(numbers),))
                arrays[name[:-4]] = header["descr"], list(numbers)
        starts, columns, values, shape = (arrays[name][1] for name in ("indptr", "indices", "data", "shape"))
        self.assertEqual(len(starts), shape[0] + 1)
        found = [((row, columns[at]), values[at]) for row in range(shape[0]) for at in range(starts[row], starts[row + 1])]
        self.assertEqual(len(dict(found)), len(values))
        return dict(found), tuple(shape), arrays["indices"][0]

    def test_sparse_matrix(self):
        for arguments in ((self.a, self.b), (self.b,), ("--both-ways", self.b), ("--metric", "hamming", self.b)):
            with self.subTest(arguments=arguments):
                near = ("--all", "--max-distance", "2", *arguments)
                self.succeed("distance", *near, "-o", "x.npz")
                found, shape, kind = self.sparse(self.folder / "x.npz")
                self.assertEqual(found, self.pairs(*near))
                self.assertEqual((shape, kind), ((4 if self.a in arguments else 5, 5), "<i4"))
        self.write("few", b"abc\nxyz\n")
        self.succeed("distance", "--all", "--max-distance", "1", "-o", "x.npz", "few")
        self.assertEqual(self.sparse(self.folder / "x.npz")[:2], ({}, (2, 2)))
        self.assertEqual(self.run_concord("distance", "--all", "-k", "1", "--exit-code", "-o", "x.npz", "few").returncode, 1)

    def test_sparse_matrix_in_scipy(self):
        try:
            import scipy.sparse
        except ImportError:
            self.skipTest("there is no SciPy")
        self.succeed("distance", "--all", "--max-distance", "2", "-o", "x.npz", self.a, self.b)
        matrix = scipy.sparse.load_npz(self.folder / "x.npz")
        matrix.check_format()
        self.assertEqual(matrix.shape, (4, 5))
        entries = matrix.tocoo()
        self.assertEqual({(int(i), int(j)): int(value) for i, j, value in zip(entries.row, entries.col, entries.data)},
                         self.pairs("--all", "--max-distance", "2", self.a, self.b))

    def test_sparse_matrix_of_shards(self):
        self.succeed("distance", "--all", "-k", "2", "-o", "whole.npz", self.a, self.b)
        for shard in "12":
            self.succeed("distance", "--all", "-k", "2", "--shard", f"{shard}/2", "-o", f"part{shard}", self.a, self.b)
        self.succeed("merge", "part1", "part2", "-o", "merged.npz")
        self.assertEqual((self.folder / "merged.npz").read_bytes(), (self.folder / "whole.npz").read_bytes())

    def test_sparse_matrices_are_of_near_pairs(self):
        for arguments in (("--all", self.a), ("--zip", "-k", "1", self.a, self.a), ("--nearest", "1", "-k", "2", self.a), (self.a, self.b),
                          ("--find", "-k", "1", self.a, self.b)):
            with self.subTest(arguments=arguments):
                self.fail_with(2, "distance", *arguments, "-o", "x.npz", message=".npz")
        self.fail_with(2, "distance", "--all", "-k", "1", "-f", "json", self.a, "-o", "x.npz", message="is to be a matrix")
        self.fail_with(2, "distance", "--all", "-k", "1", "--shard", "1/2", self.a, "-o", "x.npz", message="a shard writes a part")

    def test_zip(self):
        longer = self.write("longer.txt", "".join(each + "\n" for each in self.typed[:4]).encode())
        shorter = self.write("shorter.txt", "".join(each + "\n" for each in self.dictionary[:4]).encode())
        expected = {(i, i): self.table[i, i] for i in range(4)}
        self.assertEqual(self.pairs("--zip", longer, shorter), expected)
        self.assertEqual(self.pairs("--zip", "--max-distance", "2", longer, shorter),
                         {pair: each for pair, each in expected.items() if each <= 2})
        done = self.fail_with(3, "distance", "--zip", self.a, self.b, message="found 4 in")
        self.assertIn("5 in", done.stderr)

    def test_zip_of_records(self):
        self.write("a.fasta", fasta({"x": "ACGT", "y": "ACGN"}))
        self.write("b.fastq", b"@x\nACT\n+\nFFF\n@y\nacgn\n+\nFFFF\n")
        self.assertEqual(self.pairs("--zip", "a.fasta", "b.fastq"), {(0, 0): 1, (1, 1): 1})

    def test_neighbours_in_one_file(self):
        self.write("a.fasta", fasta({"w": "ACGT", "x": "AGT", "y": "", "z": "acgun"}))
        self.assertEqual(self.pairs("--zip", "a.fasta"), {(0, 0): 1, (1, 1): 5})
        self.fail_with(3, "distance", "--zip", self.write("odd.txt", b"a\nb\nc\n"), message="odd number, 3")

    def test_simulated_pairs(self):
        self.succeed("simulate", "pairs", "-n", "20", "-L", "40", "--divergence", "10%", "-o", "pairs.fasta")
        records = [line for line in (self.folder / "pairs.fasta").read_text().splitlines() if not line.startswith(">")]
        self.assertEqual(self.pairs("--zip", "pairs.fasta"),
                         {(i, i): levenshtein(*records[2 * i:2 * i + 2]) for i in range(20)})

    def test_table_of_pairs(self):
        self.write("p.tsv", "flaw\tlawn\r\nMüller\tMuller\n\tabc\n".encode())
        self.assertEqual(self.pairs("--pairs", "p.tsv"), {(0, 0): 2, (1, 1): 1, (2, 2): 3})
        self.assertEqual(self.pairs("--pairs", "-", "--max-distance", "1", stdin=b"a\tb\nabc\tx\n"), {(0, 0): 1})
        self.fail_with(3, "distance", "--pairs", self.write("q.tsv", b"a\tb\nab\n"),
                       message="q.tsv: line 2: expected two columns and a tab between them, found 1 column ('ab')")

    def test_nearest(self):
        found = rows(self.succeed("distance", "--nearest", "2", self.a, self.b).stdout)
        self.assertEqual(found[0], ["index_a", "name_a", "index_b", "name_b", "distance"])
        expected = []
        for i in range(4):
            near = sorted((self.table[i, j], j) for j in range(5))[:2]
            expected += [[str(i), str(i + 1), str(j), str(j + 1), str(each)] for each, j in near]
        self.assertEqual(found[1:], expected)
        reported = self.result("distance", "--nearest", "2", self.a, self.b)["pairs"]
        self.assertEqual(reported, [[int(each[0]), int(each[2]), int(each[4])] for each in expected])

    def test_nearest_within_and_with_text(self):
        found = rows(self.succeed("distance", "--nearest", "1", "--max-distance", "2", "--show-text", self.a, self.b)
                     .stdout)
        self.assertEqual(found, [
            ["index_a", "name_a", "index_b", "name_b", "distance", "text_a", "text_b"],
            ["0", "1", "0", "1", "2", "Willliam Cohon", "William Cohen"],
            ["1", "2", "1", "2", "1", "Müler", "Müller"],
            ["3", "4", "3", "4", "1", "BZhang", "Zhang"]])

    def test_more_nearest_ones_than_there_are(self):
        for many in ("4", "100", "18446744073709551614", "18446744073709551615"):
            with self.subTest(many=many):
                self.assertEqual(len(self.result("distance", "--nearest", many, self.reads)["pairs"]), 4 * 3)
                self.assertEqual(len(self.result("distance", "--nearest", many, self.reads, self.reads)["pairs"]), 4 * 4)

    def test_nearest_of_the_others(self):
        reported = self.result("distance", "--nearest", "1", self.b)["pairs"]
        self.assertEqual([pair[:2] for pair in reported if pair[0] != 0], [[1, 2], [2, 1], [3, 4], [4, 3]])

    def test_names_of_records(self):
        found = rows(self.succeed("distance", "--nearest", "1", self.reads, self.write("a.fasta", b">x y\nTTGATTACA\n"))
                     .stdout)
        self.assertEqual(found[1], ["0", "r1", "0", "x", "2"])

    def test_text_for_a_person(self):
        shown = self.succeed("distance", "--nearest", "1", "-f", "text", self.a, self.b).stdout.splitlines()
        self.assertEqual(shown[2].split(), ["1", "Müler", "Müller"])

    def test_barcodes(self):
        self.write("codes.txt", b"ACGTAC\nacgtag\nTTTTTT\nNCGTAC\n")
        near = ("--all", "--metric", "hamming", "--max-distance", "1", "--alphabet", "dna", "codes.txt")
        self.assertEqual(self.pairs(*near), {(0, 1): 1, (0, 3): 1})
        self.assertEqual(self.pairs(*near, "--both-ways"), {(0, 0): 0, (0, 1): 1, (0, 3): 1, (1, 0): 1, (1, 1): 0,
                                                            (2, 2): 0, (3, 0): 1, (3, 3): 1})
        self.fail_with(2, "distance", "--all", "--both-ways", "codes.txt")
        self.fail_with(2, "distance", "--nearest", "1", "--max-distance", "1", "--both-ways", "codes.txt")

    def test_each_pair_once(self):
        """Of one list each pair is written once, of two lists all; many enough that keys are looked up."""
        alone = random.Random(20)
        words = ["CASS" + "".join(alone.choice("GSLRT") for _ in range(alone.randrange(3, 8))) + "EQYF"
                 for _ in range(3000)]
        self.write("words", "".join(each + "\n" for each in words).encode())
        near = ("distance", "--all", "--max-distance", "1", "-f", "tsv")
        once = rows(self.succeed(*near, "words").stdout)[1:]
        every = rows(self.succeed(*near, "--both-ways", "words").stdout)[1:]
        self.assertEqual(every, rows(self.succeed(*near, "words", "words").stdout)[1:])
        self.assertEqual(once, [each for each in every if int(each[0]) < int(each[1])])
        self.assertGreater(len(once), 1000)
        for i, j, reported in once[::100]:
            self.assertEqual(levenshtein(words[int(i)], words[int(j)]), int(reported))

    def test_code_points_of_any_width(self):
        words = ["i", "é", "ę", "語", "😀", "iéę語😀", "i語", "😀é"]
        self.write("words", "".join(each + "\n" for each in words).encode())
        self.write("ascii", b"i\n\nii\n")
        expected = {(i, j): levenshtein(a, b) for (i, a), (j, b) in
                    itertools.product(enumerate(words), enumerate(["i", "", "ii"]))}
        self.assertEqual(self.pairs("--all", "words", "ascii"), expected)
        self.assertEqual(self.pairs("--all", "ascii", "words"), {(j, i): each for (i, j), each in expected.items()})
        self.assertEqual(self.pairs("--all", "--max-distance", "1", "words", "ascii"),
                         {pair: each for pair, each in expected.items() if each <= 1})

    def test_empty_lines(self):
        self.write("a", b"i\n\nii\n\n\n")
        self.write("b", b"\ni\n\n\nii\n")
        self.assertEqual(self.pairs("--zip", "a", "a"), {(0, 0): 0, (1, 1): 0, (2, 2): 0})
        result = self.succeed("distance", "--all", "a", "b")
        self.assertIn("concord: a: line 2 is empty, and counts as an empty sequence\n", result.stderr)
        self.assertIn("concord: b: line 1 and 2 others are empty, and count as empty sequences\n", result.stderr)
        self.assertEqual(self.succeed("distance", "--all", "--quiet", "a", "b").stderr, "")
        self.assertEqual(self.succeed("subsequence", "--all", "--quiet", "a", "b").stderr, "")

    def test_lines_that_look_like_records(self):
        self.write("x", b">a\n@b\n")
        self.assertEqual(self.pairs("--all", "--lines", "x")[0, 1], 2)
        self.assertEqual(self.pairs("--all", "--lines", "/dev/null"), {})

    def test_same_for_records_and_lines(self):
        source = random.Random(23)
        reads = ["".join(source.choices("ACGT", k=source.randint(1, 30))) for _ in range(12)]
        self.write("x.fasta", fasta({str(i): each for i, each in enumerate(reads)}))
        self.write("x.txt", "".join(each + "\n" for each in reads).encode())
        found = self.pairs("--all", "x.fasta", "x.txt")
        self.assertEqual(found, self.pairs("--all", "x.txt"))
        self.assertEqual(found, {(i, j): levenshtein(a, b) for (i, a), (j, b) in
                                 itertools.product(enumerate(reads), enumerate(reads))})

    def test_whole_object(self):
        whole = self.object("distance", "--nearest", "1", self.a, self.b)
        self.assertEqual(list(whole), ["schema", "version", "parameters", "input", "result", "run"])
        self.assertEqual(whole["schema"], "concord.distance/1")
        self.assertEqual(whole["parameters"], {"compare": "nearest", "metric": "levenshtein", "max_distance": None,
                                               "nearest": 1, "lines": False, "alphabet": "auto"})
        self.assertEqual(whole["input"]["files"], [self.a, self.b])
        self.assertEqual(whole["input"]["alphabet"], "utf8")
        self.assertEqual(whole["input"]["a"], {"sequences": 4, "letters": 25, "shortest": 0, "longest": 14,
                                               "ambiguous": 0})

    def test_exit_code(self):
        self.assertEqual(self.run_concord("distance", "--exit-code", "--all", "--max-distance", "0", self.a,
                                          self.b).returncode, 1)
        self.succeed("distance", "--exit-code", "--all", "--max-distance", "1", self.a, self.b)


class DistanceStreams(CliTestCase):
    def many(self):
        source = random.Random(1)
        lines = ("".join(source.choices("ACGT", k=12)) for _ in range(20000))
        return self.write("many.txt", "".join(each + "\n" for each in lines).encode())

    def test_rows_come_while_it_computes(self):
        for form, first in (("tsv", b"index_a\tindex_b\tdistance\n0\t0\t0\n"), ("json", b'{"schema":"concord.distance')):
            process = subprocess.Popen(self.command(["distance", "--all", "-f", form, self.many()]),
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.folder)
            self.assertEqual(process.stdout.read(len(first)), first)
            process.stdout.close()  # and it ends quietly
            self.assertEqual(process.stderr.read(), b"")
            process.stderr.close()
            self.assertEqual(process.wait(timeout=100), -signal.SIGPIPE)

    def test_nothing_half_written(self):
        many = self.many()
        before = self.files()
        for name in ("x.npy", "x.tsv"):
            process = subprocess.Popen(self.command(["distance", "--all", "-o", name, many]), cwd=self.folder,
                                       stderr=subprocess.PIPE)
            self.await_temporary_file(process)
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=100)
            self.assertEqual(process.returncode, -signal.SIGTERM)
            self.assertEqual(self.files(), before)

    def test_full_disk(self):
        self.fail_with(4, "distance", "--all", "-o", "/dev/full", self.reads, message="No space left")
        self.fail_with(4, "distance", "--text", "-o", "/dev/full", "a", "b", message="No space left")
        self.fail_with(4, "distance", "--all", "-o", "missing/x.npy", self.reads, message="missing/x.npy")
