"""`concord subsequence`: what is printed, in every format, for letters, lines and tokens."""

import difflib
import gzip
import json
import random
import re

from support import CliTestCase, fasta


def common_length(a, b):
    """The textbook's table, row by row."""
    above = [0] * (len(b) + 1)
    for x in a:
        row = [0]
        for j, y in enumerate(b):
            row.append(above[j] + 1 if x == y else max(above[j + 1], row[j]))
        above = row
    return above[-1]


def kept(cigar, a, b):
    """What an alignment keeps, after checking that it covers both and that what it calls equal is."""
    parts = [(int(count), operation) for count, operation in re.findall(r"(\d+)([=ID])", cigar)]
    assert "".join(f"{count}{operation}" for count, operation in parts) == cigar, cigar
    assert all(first[1] != second[1] for first, second in zip(parts, parts[1:])), cigar
    i, j, letters = 0, 0, []
    for count, operation in parts:
        if operation == "=":
            assert list(a[i:i + count]) == list(b[j:j + count]), cigar
            letters.extend(a[i:i + count])
        i += count if operation != "D" else 0
        j += count if operation != "I" else 0
    assert (i, j) == (len(a), len(b)), cigar
    return letters


class SubsequenceJson(CliTestCase):

    def test_whole_object(self):
        a, b = self.two_files("ACGTNACGT", "ACTTACG")
        whole = self.object("subsequence", a, b, "--alignment")
        run = whole.pop("run")
        self.assertRegex(whole.pop("version"), r"^\d+\.\d+\.\d+$")
        self.assertEqual(whole, {
            "schema": "concord.subsequence/1",
            "parameters": {"by": "letter", "alphabet": "auto"},
            "input": {"files": [a, b], "sequences": 2, "letters": 16, "shortest": 7, "longest": 9, "alphabet": "dna",
                      "ambiguous": 1},
            "result": {"length": 6, "a": {"name": "seq1", "length": 9}, "b": {"name": "seq2", "length": 7},
                       "cigar": whole["result"]["cigar"]}})
        self.assertEqual("".join(kept(whole["result"]["cigar"], "ACGTNACGT", "ACTTACG")), "ACTACG")
        self.assertEqual(list(run), ["device", "threads", "seconds", "peak_memory_bytes", "vectors"])

    def test_order_of_fields(self):
        self.assertEqual(list(self.object("subsequence", "--text", "a", "b")),
                         ["schema", "version", "parameters", "input", "result", "run"])
        self.assertEqual(list(self.result("subsequence", "--text", "a", "b", "--alignment")), ["length", "a", "b", "cigar"])

    def test_no_alignment_unless_asked_for(self):
        found = self.result("subsequence", "--text", "flaw", "lawn", "--paf", "x.paf", "--subsequence", "x.fasta")
        self.assertEqual(found, {"length": 3, "a": {"name": "A", "length": 4}, "b": {"name": "B", "length": 4}})

    def test_known_answers(self):
        for a, b, length in (("ABCBDAB", "BDCABA", 4), ("flaw", "lawn", 3), ("", "abc", 0), ("", "", 0), ("x", "x", 1),
                             ("01234", "12340", 4), ("abc", "xyz", 0), ("[a, b]", "[b]", 3)):
            with self.subTest(a=a, b=b):
                self.assertEqual(self.result("subsequence", "--text", a, b)["length"], length)

    def test_against_the_definition(self):
        source = random.Random(11)
        for case in range(30):
            letters = source.choice(["AC", "ACGT", "abcdefgh", "aé語😀"])
            a, b = ("".join(source.choices(letters, k=source.randint(0, 70))) for _ in range(2))
            with self.subTest(case=case, a=a, b=b):
                found = self.result("subsequence", "--text", "--alignment", "--", a, b)
                self.assertEqual(found["length"], common_length(a, b))
                self.assertEqual(len(kept(found["cigar"], a, b)), found["length"])

    def test_text_is_code_points(self):
        self.assertEqual(self.result("subsequence", "--text", "naïve café", "naive café")["length"], 9)
        self.assertEqual(self.result("subsequence", "--text", "--alphabet", "bytes", "é", "è")["length"], 1)  # the first of two bytes
        self.assertEqual(self.result("subsequence", "--text", "--alphabet", "protein", "abc", "ABC")["length"], 3)
        self.assertEqual(self.result("subsequence", "--text", "abc", "ABC")["length"], 0)

    def test_ambiguous_letters_match_nothing(self):
        self.assertEqual(self.result("subsequence", "--text", "--alphabet", "dna", "ANGU", "angt")["length"], 3)

    def test_bytes_of_utf8_in_fasta(self):
        a, b = self.two_files("caf\u00e9", "caff\u00e9")
        self.assertEqual(self.result("subsequence", a, b, "--alphabet", "utf8")["a"]["length"], 4)
        self.assertEqual(self.result("subsequence", a, b, "--alphabet", "bytes")["a"]["length"], 5)

    def test_exit_code(self):
        none = ("subsequence", "--text", "abc", "xyz")
        self.assertEqual(self.run_concord(*none).returncode, 0)
        self.assertEqual(self.run_concord(*none, "--exit-code").returncode, 1)
        self.succeed("subsequence", "--text", "abc", "c", "--exit-code")


class SubsequenceFiles(CliTestCase):

    def test_table(self):
        a, b = self.two_files("ACGT", "AGT")
        self.assertEqual(self.succeed("subsequence", a, b).stdout,
                         "length\tname_a\tlength_a\tname_b\tlength_b\n3\tseq1\t4\tseq2\t3\n")
        self.assertEqual(self.succeed("subsequence", "--alignment", a, b).stdout,
                         "length\tname_a\tlength_a\tname_b\tlength_b\tcigar\n3\tseq1\t4\tseq2\t3\t1=1I2=\n")

    def test_letters_as_fasta(self):
        long = "ACGTTGCAAC" * 20
        a, b = self.two_files("G" + long, long + "T")
        self.succeed("subsequence", "--subsequence", "kept.fasta", a, b)
        lines = (self.folder / "kept.fasta").read_text().splitlines()
        self.assertEqual(lines[0], ">subsequence 200 letters of seq1 and seq2")
        self.assertEqual([len(line) for line in lines[1:]], [80, 80, 40])
        self.assertEqual("".join(lines[1:]), long)
        self.assertEqual(json.loads(self.succeed("subsequence", "-f", "json", "kept.fasta", b).stdout)["result"]["length"],
                         200)

    def test_letters_of_text_stay_on_one_line(self):
        self.succeed("subsequence", "--text", "--subsequence", "kept", "ein Café " * 20, "ein Café " * 20)
        self.assertEqual((self.folder / "kept").read_text(),
                         ">subsequence 180 letters of A and B\n" + "ein Café " * 20 + "\n")

    def test_paf(self):
        a, b = self.two_files("GACGT", "ACTGTT")
        self.succeed("subsequence", "--paf", "x.paf.gz", "-o", "x.tsv", a, b)
        self.assertEqual(gzip.decompress((self.folder / "x.paf.gz").read_bytes()).decode(),
                         "seq1\t5\t0\t5\t+\tseq2\t6\t0\t6\t4\t7\t255\tcg:Z:1I2=1D1=1D1=\n")

    def test_picture(self):
        a, b = self.two_files("GACGT", "ACTGT")
        text = self.succeed("subsequence", "-f", "text", "--alignment", a, b).stdout
        self.assertIn("length     4 letters\n", text)
        self.assertIn("80.0% of the 5 letters of seq1\n", text)
        self.assertIn("seq1  0  GAC-GT  5\n          || ||\nseq2  0  -ACTGT  5\n", text)

    def test_picture_fits_the_width(self):
        long = "ACGTTGCAAC" * 500
        a, b = self.two_files(long, long)
        lines = self.succeed("subsequence", "-f", "text", "--alignment", a, b).stdout.splitlines()
        self.assertIn(max(map(len, lines[3:])), (99, 100))
        self.assertRegex(lines[-1], r"and 4,\d+ columns more; -f tsv or -f json writes the whole alignment")
        self.assertLess(len(lines), 60)

    def test_no_output_is_left_behind(self):
        a, b = self.two_files("ACGT", "ACGT")
        before = self.files()
        for arguments in (("--paf", "/dev/full"), ("--paf", "x.paf", "-o", "/dev/full"),
                          ("--subsequence", "x.fasta", "--paf", "missing/x.paf")):
            self.fail_with(4, "subsequence", *arguments, a, b)
        bad = self.write("bad.fasta", b">a\nAC GT\n")
        before = self.files()
        self.fail_with(3, "subsequence", "--paf", "x.paf", "-o", "x.json", a, bad, message="bad.fasta: record 1, line 2")
        self.assertEqual(self.files(), before)


class SubsequenceBatches(CliTestCase):
    before = ["ABCBDAB", "GATTACA", "", "x" * 70 + "abc" * 30, "same"]
    after = ["BDCABA", "GCATGC", "abc", "abc" * 40 + "x", "same", "other"]

    def setUp(self):
        super().setUp()
        self.a = self.write("a.txt", "".join(f"{line}\n" for line in self.before).encode())
        self.b = self.write("b.txt", "".join(f"{line}\n" for line in self.after).encode())
        self.five = self.write("five.txt", "".join(f"{line}\n" for line in self.after[:5]).encode())

    def pairs(self, *arguments):
        table = self.succeed("subsequence", *arguments).stdout.splitlines()
        self.assertEqual(table[0], "index_a\tindex_b\tlength")
        found = [tuple(map(int, line.split("\t"))) for line in table[1:]]
        self.assertEqual(found, self.result("subsequence", *arguments)["pairs"] and
                         [tuple(row) for row in self.result("subsequence", *arguments)["pairs"]])
        return found

    def test_all(self):
        self.assertEqual(self.pairs("--all", self.a, self.b),
                         [(i, j, common_length(x, y)) for i, x in enumerate(self.before) for j, y in enumerate(self.after)])
        self.assertEqual(self.pairs("--all", self.a),
                         [(i, j, common_length(x, y)) for i, x in enumerate(self.before) for j, y in enumerate(self.before)])

    def test_zip(self):
        expected = [(i, i, common_length(x, y)) for i, (x, y) in enumerate(zip(self.before, self.after))]
        for threads in ("1", "3"):
            self.assertEqual(self.pairs("--zip", "-j", threads, self.a, self.five), expected)
        both = self.write("both.txt", "".join(f"{x}\n{y}\n" for x, y in zip(self.before, self.after)).encode())
        self.assertEqual(self.pairs("--zip", both), expected)
        self.fail_with(3, "subsequence", "--zip", self.a, self.b, message="found 5 in")

    def test_matrix(self):
        self.succeed("subsequence", "--all", "-o", "x.npy", self.a, self.b)
        content = (self.folder / "x.npy").read_bytes()
        self.assertIn(b"'<u4', 'fortran_order': False, 'shape': (5, 6)", content[:128])
        self.assertEqual(list(memoryview(content[-120:]).cast("I")), [common_length(x, y) for x in self.before for y in self.after])

    def test_the_subsequences_of_pairs(self):
        expected = self.succeed("subsequence", "--zip", self.a, self.five).stdout
        kept = self.succeed("subsequence", "--zip", "--subsequence", "kept.txt", self.a, self.five).stdout
        self.assertEqual(kept, expected)
        lines = (self.folder / "kept.txt").read_text().splitlines()
        self.assertEqual(len(lines), 10)
        for i, (x, y) in enumerate(zip(self.before, self.after)):
            header, letters = lines[2 * i:2 * i + 2]
            self.assertEqual(header.split(" ")[:2], [f">pair_{i}", str(common_length(x, y))])
            for text in (x, y):  # in this order, not necessarily side by side
                left = iter(text)
                self.assertTrue(all(letter in left for letter in letters), letters)
            self.assertEqual(len(letters), common_length(x, y))

    def test_of_one_pair_as_without_batches(self):
        a, b = self.two_files("G" + "ACGTTGCAAC" * 20, "ACGTTGCAAC" * 20 + "T")
        self.succeed("subsequence", "--zip", "--subsequence", "zip.fasta", a, b)
        self.succeed("subsequence", "--subsequence", "pair.fasta", a, b)
        zipped, pair = ((self.folder / name).read_text().splitlines() for name in ("zip.fasta", "pair.fasta"))
        self.assertEqual(zipped[0], ">pair_0 200 letters of seq1 and seq2")
        self.assertEqual(zipped[1:], pair[1:])

    def test_exit_code(self):
        apart = self.write("apart.txt", b"abc\nxyz\n")
        self.assertEqual(self.run_concord("subsequence", "--zip", "--exit-code", apart).returncode, 1)
        self.succeed("subsequence", "--all", "--exit-code", apart)

    def test_contradictions(self):
        for arguments, message in ((("--all", "--zip", self.a), "excludes"), (("--all", "--paf", "x", self.a), "--paf is for one pair"),
                                   (("--all", "--subsequence", "x", self.a), "not for --all"),
                                   (("--zip", "--alignment", self.a), "--alignment is for one pair"),
                                   (("--zip", "-o", "x.npy", self.a), ".npy"), (("--zip",), "takes a file"),
                                   (("--all", "--by", "line", self.a), "--by line"), (("--lines", self.a, self.b), "--lines"),
                                   (("--all", "--text", "a", "b"), "--text"), ((self.a,), "A and B are required"),
                                   (("--all", "--show-text", "-f", "json", self.a), "--show-text"),
                                   (("--all", "--shard", "1/2", self.a), "one process")):
            with self.subTest(arguments=arguments):
                self.fail_with(2, "subsequence", *arguments, message=message)


class SubsequenceLines(CliTestCase):

    def test_like_diff(self):
        old = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n"
        new = "a\nb\nX\nd\ne\nf\ng\nh\ni\nj\nk\nnew\nl\n"
        self.write("old", old.encode())
        self.write("new", new.encode())
        text = self.succeed("subsequence", "--by", "line", "-f", "text", "--alignment", "old", "new").stdout
        expected = difflib.unified_diff(old.splitlines(), new.splitlines(), "old", "new", lineterm="")
        self.assertEqual(text.split("\n\n", 1)[1].splitlines(), list(expected))

    def test_line_ends(self):
        self.write("old", b"one\r\ntwo\r\nthree")
        self.write("new", b"one\ntwo\nthree\n")
        found = self.object("subsequence", "--by", "line", "--alignment", "old", "new")
        self.assertEqual(found["result"], {"length": 3, "a": {"name": "old", "length": 3},
                                           "b": {"name": "new", "length": 3}, "cigar": "3="})
        self.assertEqual(found["parameters"], {"by": "line", "alphabet": None})
        self.assertEqual(found["input"], {"files": ["old", "new"], "sequences": 2, "lines": 6, "shortest": 3,
                                          "longest": 3, "distinct": 3})

    def test_any_text(self):
        self.write("old", b">x\n\xe9\xfe\n@\n\n")
        self.write("new", gzip.compress(b"\xe9\xfe\n\n@\n"))
        self.assertEqual(self.result("subsequence", "--by", "line", "old", "new")["length"], 2)
        self.assertEqual(self.result("subsequence", "--by", "line", "old", "/dev/null")["length"], 0)
        self.assertEqual(self.result("subsequence", "--by", "line", "old", "-", stdin=b"\xe9\xfe\n")["length"], 1)

    def test_kept_lines(self):
        self.write("old", b"one\r\ntwo\nthree\n")
        self.write("new", b"zero\none\nthree")
        self.succeed("subsequence", "--by", "line", "--subsequence", "kept", "old", "new")
        self.assertEqual((self.folder / "kept").read_bytes(), b"one\nthree\n")

    def test_tokens(self):
        self.write("old", b"the quick  brown\n\tfox\n")
        self.write("new", b"the brown\nquick fox jumps")
        found = self.object("subsequence", "--by", "token", "--alignment", "--subsequence", "kept", "old", "new")
        self.assertEqual(found["result"]["length"], 3)
        self.assertEqual(found["input"]["tokens"], 9)
        self.assertEqual(len((self.folder / "kept").read_text().split()), 3)
        self.assertEqual(self.result("subsequence", "--by", "token", "--text", "a b c", "c a b")["length"], 2)

    def test_against_the_definition(self):
        source = random.Random(3)
        for case in range(10):
            texts = [[source.choice("abcde") * 3 for _ in range(source.randint(0, 40))] for _ in range(2)]
            for name, lines in zip(("old", "new"), texts):
                self.write(name, "".join(line + "\n" for line in lines).encode())
            found = self.result("subsequence", "--by", "line", "--alignment", "old", "new")
            with self.subTest(case=case, texts=texts):
                self.assertEqual(found["length"], common_length(*texts))
                self.assertEqual(len(kept(found["cigar"], *texts)), found["length"])


class SubsequenceErrors(CliTestCase):
    def test_number_of_records(self):
        one = self.write("one.fasta", b">a\nACGT\n")
        done = self.fail_with(3, "subsequence", one, self.reads, message="expected exactly one record, found 4")
        self.assertIn("reads.fasta", done.stderr)
        self.fail_with(3, "subsequence", one, self.write("none.fasta", b""), message="none.fasta")
        other = self.write("other.txt", b"some text\n")
        self.fail_with(3, "subsequence", one, other, message="--by line")

    def test_usage(self):
        for arguments, message in (((), "A"), (("x",), "B"), (("x", "y", "z"), "z"), (("-", "-"), "standard input"),
                                   (("--by", "page", "x", "y"), "page"), (("--alphabet", "runes", "x", "y"), "runes"),
                                   (("--by", "line", "--alphabet", "dna", "x", "y"), "--alphabet"),
                                   (("--paf", "-", "x", "y"), "standard output"),
                                   (("--paf", "o", "--subsequence", "o", "x", "y"), "two outputs")):
            with self.subTest(arguments=arguments):
                self.fail_with(2, "subsequence", *arguments, message=message)

    def test_texts_that_are_none(self):
        self.fail_with(3, "subsequence", "--text", "--alphabet", "dna", "ACGT", "AC!T",
                       message="text B: expected a letter of the alphabet dna, found '!' in column 3")
        self.fail_with(3, "subsequence", "--text", "abc", b"caf\xe9".decode("utf8", "surrogateescape"),
                       message="text B: expected UTF-8")

    def test_utf8_is_nothing_for_substrings(self):
        self.fail_with(2, "substring", "--alphabet", "utf8", self.reads, message="utf8")
