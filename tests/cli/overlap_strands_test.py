"""`concord overlap` on both strands, unique matches, and the arrays: by hand, by brute force, and beside MUMmer."""

import array
import gzip
import pathlib
import random
import shutil
import subprocess
import unittest

from support import CliTestCase, fasta

MATCHES = "sequence_a\tstart_a\tsequence_b\tstart_b\tstrand\tlength\tsequence_a_name\tsequence_b_name\n"
NEAR = "sequence_a\tstart_a\tsequence_b\tstart_b\tmismatches\tstrand\tlength\tsequence_a_name\tsequence_b_name\n"
MULTI = "match\tsequence\tsequence_name\tstart\tlength\n"
EXAMPLES = pathlib.Path("/usr/share/doc/mummer-doc/html/examples/data")

COMPLEMENT = str.maketrans("ACGT", "TGCA")


def turned(letters):
    return letters.translate(COMPLEMENT)[::-1]


def naive_matches(a, b, shortest):
    """(start in a, start in b, strand, length) of maximal matches; a palindrome that both strands tell, once."""
    found = {}
    for strand, other in (("+", b), ("-", turned(b))):
        for i in range(len(a)):
            for j in range(len(other)):
                if i and j and a[i - 1] == other[j - 1] and a[i - 1] in "ACGT":
                    continue
                length = 0
                while (i + length < len(a) and j + length < len(other) and a[i + length] == other[j + length]
                       and a[i + length] in "ACGT"):
                    length += 1
                if length >= shortest:
                    start = j if strand == "+" else len(b) - j - length
                    found.setdefault((i, start, length), strand)
    return sorted((i, start, strand, length) for (i, start, length), strand in found.items())


def naive_array(sequences):
    """Positions of all suffixes in order."""
    suffixes, offset = [], 0
    for letters in sequences:
        suffixes += [(letters[start:], offset + start) for start in range(len(letters))]
        offset += len(letters)
    return [position for _, position in sorted(suffixes)]


def read_npy(path):
    """Type and elements of an array of one dimension."""
    data = path.read_bytes()
    assert data[:8] == b"\x93NUMPY\x01\x00"
    size = int.from_bytes(data[8:10], "little")
    described = eval(data[10:10 + size].decode())  # a literal, which the program under test wrote
    assert (10 + size) % 64 == 0 and not described["fortran_order"]
    elements = array.array({"<i8": "q", "<i4": "i"}[described["descr"]], data[10 + size:])
    assert described["shape"] == (len(elements),)
    return described["descr"], elements.tolist()


class HintAtTheOtherStrand(CliTestCase):
    """Where one strand was compared and next to nothing was found."""

    def setUp(self):
        super().setUp()
        draw = random.Random(11)
        self.letters = "".join(draw.choices("ACGT", k=400))
        self.a = self.write("a.fasta", fasta({"a": self.letters}))
        self.b = self.write("b.fasta", fasta({"b": turned(self.letters[50:350])}))

    def hint(self, *arguments):
        return self.succeed("overlap", *arguments).stderr

    def test_says_what_there_is(self):
        expected = ("concord: no match on one strand; the reverse complements of B have matches of 300 letters or more, "
                    "the longest of 300: --both-strands finds them, too\n")
        self.assertEqual(self.hint("--mems", "30", self.a, self.b), expected)
        self.assertEqual(self.hint("--mems", "30", "--unique", self.a, self.b), expected)
        self.assertEqual(self.hint("--matches", "30", self.a, self.b), expected.replace("of B", "of the others"))

    def test_with_mismatches(self):
        # Two letters of the 300 differ: at 100 and at 200 of those of b. One of them may, so 200 letters are one match.
        wrong = list(turned(self.letters[50:350]))
        for at in (100, 200):
            wrong[at] = "A" if wrong[at] != "A" else "C"
        other = self.write("c.fasta", fasta({"c": "".join(wrong)}))
        self.assertIn("the longest of 200:", self.hint("--matches", "150", "-k", "1", self.a, other))
        self.assertIn("of 300 letters or more", self.hint("--matches", "210", "-k", "2", self.a, other))
        self.assertEqual(self.hint("--matches", "210", "-k", "1", self.a, other), "")

    def test_beside_a_few_matches(self):
        # Ten letters more that both hold, forward: little beside 300.
        few = self.write("few.fasta", fasta({"c": turned(self.letters[50:350]) + "N" + self.letters[:12]}))
        self.assertIn("matches of 12 letters in all on one strand", self.hint("--mems", "12", self.a, few))

    def test_of_an_index(self):
        self.succeed("overlap", "index", self.a, self.b, "-o", "ab.cdx")
        self.assertIn("an index made with --both-strands finds them", self.hint("--mems", "30", "--first", "1", "ab.cdx"))

    def test_not_elsewhere(self):
        for arguments in (("--mems", "30", "--both-strands", self.a, self.b), ("--mems", "30", "-q", self.a, self.b),
                          ("--mems", "301", self.a, self.b), ("--mems", "30", self.a, self.a),
                          ("--mems", "30", "--alphabet", "bytes", self.a, self.b)):
            self.assertEqual(self.hint(*arguments), "", arguments)
        unknown = self.write("n.fasta", fasta({"n": "N" * 300}))
        self.assertEqual(self.hint("--mems", "30", self.a, unknown), "")


class BothStrands(CliTestCase):
    def files_of(self, a, b):
        return self.write("a.fasta", fasta({"a": a})), self.write("b.fasta", fasta({"b": b}))

    def test_worked_example(self):
        # TTGACC of a is GGTCAA turned, which b holds at 2; a match on the forward strand is ACC.
        files = self.files_of("CTTGACCA", "AAGGTCAATACC")
        self.assertEqual(self.succeed("overlap", "--mems", "6", "--both-strands", *files).stdout,
                         MATCHES + "0\t1\t0\t2\t-\t6\ta\tb\n")
        self.assertEqual(self.result("overlap", "--mems", "3", "--both-strands", "--paf", "m.paf", *files)["matches"],
                         [[0, 4, 0, 9, "+", 3], [0, 1, 0, 2, "-", 6], [0, 0, 0, 0, "-", 3]])
        self.assertEqual((self.folder / "m.paf").read_text().splitlines()[1],
                         "a\t8\t1\t7\t-\tb\t12\t2\t8\t6\t6\t255\tcg:Z:6=")
        self.assertRegex(self.succeed("overlap", "--mems", "6", "--both-strands", "-f", "text", *files).stdout,
                         r"\na +1 +b +2 +- +6\n")

    def test_maximal_matches(self):
        draw = random.Random(8)
        for _ in range(20):
            a, b = ("".join(draw.choices("ACGTN", [30, 8, 8, 30, 1], k=length)) for length in (40, 50))
            b += turned(a[5:25]) + a[20:30] + turned(a[20:30])
            found = self.result("overlap", "--alphabet", "dna", "--mems", "4", "--both-strands",
                                *self.files_of(a, b))["matches"]
            self.assertEqual(sorted((i, j, strand, length) for _, i, _, j, strand, length in found),
                             naive_matches(a, b, 4), (a, b))

    def test_a_palindrome_is_told_once(self):
        # GAATTC is its own reverse complement; in the second pair the match on the reverse strand is a longer one.
        for a, b, expected in (("CGAATTCA", "AGAATTCT", [[0, 1, 0, 1, "+", 6]]),
                               ("CCGAATTCAA", "TTGAATTCTC", [[0, 2, 0, 2, "+", 6], [0, 2, 0, 0, "-", 8]])):
            found = self.result("overlap", "--mems", "6", "--both-strands", *self.files_of(a, b))["matches"]
            self.assertEqual(found, expected)

    def test_matches_with_mismatches(self):
        path = self.write("n.fasta", fasta({"s1": "ACGTTGCA", "s2": turned("ACCTTGCA")}))
        self.assertEqual(self.succeed("overlap", "--matches", "8", "-k", "1", "--both-strands", path).stdout,
                         NEAR + "0\t0\t1\t0\t1\t-\t8\ts1\ts2\n")
        self.assertEqual(self.succeed("overlap", "--matches", "8", "-k", "1", path).stdout.count("\n"), 1)

    def test_regions(self):
        path = self.write("r.fasta", fasta({"s1": "CCGATTACACC", "s2": "TT" + turned("GATTACA"), "s3": "AAAAAA"}))
        result = self.result("overlap", "--both-strands", "--occurrences", "o.bed", path)
        self.assertEqual((result["text"], result["sequence"]["index"], result["start"], result["support"]),
                         ("GATTACA", 0, 2, 2))
        self.assertEqual(result["occurrences"], [{"sequence": 0, "start": 2, "strand": "+"},
                                                 {"sequence": 1, "start": 2, "strand": "-"}])
        self.assertEqual([line.split("\t")[5] for line in (self.folder / "o.bed").read_text().splitlines()], ["+", "-"])
        self.assertEqual(self.result("overlap", "-t", "3", "--both-strands", path)["text"], "TT")
        self.assertIs(self.object("overlap", "--both-strands", path)["parameters"]["both_strands"], True)
        text = self.succeed("overlap", "--both-strands", "-f", "text", path).stdout
        self.assertRegex(text, r"s2 +2 +9 +- +0 +GATTACA\n")
        self.succeed("overlap", "--both-strands", "--report", "r.html", path)
        self.assertIn("on the forward strand", (self.folder / "r.html").read_text())

    def test_repeat(self):
        path = self.write("r.fasta", fasta({"s1": "CCGATTACACC" + turned("GATTACA") + "G"}))
        result = self.result("overlap", "--repeat", "--both-strands", path)
        self.assertEqual((result["text"], result["count"]), ("CGATTACA", 2))
        self.assertEqual(result["occurrences"][1], {"sequence": 0, "start": 11, "strand": "-"})
        self.assertIn("from 1, 11 (reverse strand)",
                      self.succeed("overlap", "--repeat", "--both-strands", "-f", "text", path).stdout)

    def test_an_index_holds_both_strands(self):
        files = self.files_of("CTTGACCAGATTACA", "AAGGTCAATACCTGTAATC")
        self.succeed("overlap", "index", "--both-strands", *files, "-o", "both.cdx")
        self.succeed("overlap", "index", *files, "-o", "one.cdx")
        for wish in (("--mems", "4", "--first", "1"), ("--matches", "5", "-k", "1"), ("-t", "2"), ("--repeat",),
                     ("--in-at-least", "2", "-l", "3")):
            of_files = [part for part in wish if part != "--first" and part != "1"] if wish[0] == "--mems" else wish
            for asked in ((), ("--both-strands",)):
                self.assertEqual(self.succeed("overlap", *wish, *asked, "both.cdx").stdout,
                                 self.succeed("overlap", *of_files, "--both-strands", *files).stdout, wish)
        self.fail_with(2, "overlap", "--both-strands", "one.cdx", message="one.cdx is an index of one strand")
        self.fail_with(2, "overlap", "--overlaps", "3", "both.cdx", message="--overlaps is about one")
        damaged = bytearray((self.folder / "both.cdx").read_bytes())
        damaged[8] = 1  # the version of one strand: the checksum of the head tells
        self.write("damaged.cdx", bytes(damaged))
        self.fail_with(3, "overlap", "damaged.cdx", message="the checksum of its head")

    def test_usage(self):
        files = self.files_of("ACGT", "ACGA")
        protein = self.write("p.fasta", fasta({"p": "MKV", "q": "MKL"}))
        for wish, message in ((("--overlaps", "3", "--both-strands"), "--overlaps excludes --both-strands"),
                              (("--unique",), "--unique requires --mems"),
                              (("--mums", "x"), "--mums requires --mems or --in-at-least"),
                              (("--mems", "3", "--in-at-least", "2"), "--mems excludes --in-at-least"),
                              (("--repeat", "--max-copies", "2"), "--repeat excludes --max-copies"),
                              (("--in-at-least", "3"), "--in-at-least 3 is more than the 2 sequences"),
                              (("--in-at-least", "1"), "a support of at least 2"),
                              (("--in-at-least", "2", "--paf", "x"), "--paf requires"),
                              (("--mems", "3", "--unique", "--shard", "1/2"), "--shard and --checkpoint are for")):
            self.fail_with(2, "overlap", *wish, *files, message=message)
        self.fail_with(2, "overlap", "--both-strands", protein, message="both strands are those of dna")

    def test_shards(self):
        self.succeed("simulate", "genomes", "-n", "2", "-L", "3000", "--seed", "4", "-o", "g.fasta")
        names = (self.folder / "g.fasta").read_text().split(">")[1:]
        files = self.write("1.fasta", (">" + names[0]).encode()), self.write("2.fasta", (">" + names[1]).encode())
        for wish, given in ((("--mems", "11"), files), (("--matches", "10", "-k", "1"), ("g.fasta",))):
            whole = self.succeed("overlap", *wish, "--both-strands", *given).stdout
            self.assertIn("\t-\t", whole)
            parts = []
            for shard in range(3):
                parts.append(f"part{shard}")
                self.succeed("overlap", *wish, "--both-strands", "--shard", f"{shard + 1}/3", "-o", parts[-1], *given)
            self.assertEqual(self.succeed("merge", *parts).stdout, whole)


class Unique(CliTestCase):
    def test_unique_matches(self):
        a = self.write("a.fasta", fasta({"a": "CCGATTACAGGATTACAT"}))
        b = self.write("b.fasta", fasta({"b": "TTGATTACATT"}))
        # GATTACA stands twice in a; with the letter behind it, once.
        self.assertEqual(self.result("overlap", "--mems", "5", "--unique", "--mums", "m.mums", a, b),
                         {"matches": [[0, 10, 0, 2, 8]], "count": 1})
        self.assertEqual((self.folder / "m.mums").read_text(), "> b\n      11         3         8\n")
        self.assertEqual(self.object("overlap", "--mems", "5", "--unique", a, b)["parameters"]["query"], "mums")

    def test_matches_of_many(self):
        path = self.write("m.fasta", fasta({"x": "CCGATTACAG", "y": "TGATTACATT", "z": "GGGG", "w": "AGATTACACGATTACAC"}))
        # GATTACA: once in x and y, twice in w.
        self.assertEqual(self.succeed("overlap", "--in-at-least", "3", "--max-copies", "2", "-l", "7", "--mums", "f.mems",
                                      path).stdout,
                         MULTI + "0\t0\tx\t2\t7\n0\t1\ty\t1\t7\n0\t3\tw\t1\t7\n0\t3\tw\t9\t7\n")
        self.assertEqual((self.folder / "f.mems").read_text(), "7\t2,1,1,9\t0,1,3,3\t+,+,+,+\n")
        self.assertEqual(self.succeed("overlap", "--in-at-least", "75%", "-l", "7", path).stdout, MULTI)
        result = self.result("overlap", "--in-at-least", "2", "-l", "8", "--mums", "f.mums", path)
        self.assertEqual(result, {"multi_matches": [[0, 0, 1, 8], [0, 3, 8, 8]], "count": 2})
        self.assertEqual((self.folder / "f.mums").read_text(), "8\t1,,,8\t+,,,+\n")
        self.assertEqual(self.run_concord("overlap", "--max-copies", "9", "-l", "4", "--exit-code", path).returncode, 1)
        whole = self.object("overlap", "--max-copies", "9", "-l", "1", path)
        self.assertEqual(whole["parameters"]["support"], 4)

    def test_matches_of_many_on_both_strands(self):
        path = self.write("m.fasta", fasta({"x": "CCGATTACAG", "y": "T" + turned("GATTACA") + "T"}))
        result = self.result("overlap", "--in-at-least", "2", "-l", "7", "--both-strands", "--mums", "f.mums", path)
        self.assertEqual(result["multi_matches"], [[0, 0, 2, "+", 7], [0, 1, 1, "-", 7]])
        self.assertEqual((self.folder / "f.mums").read_text(), "7\t2,1\t+,-\n")


class Arrays(CliTestCase):
    def test_arrays(self):
        draw = random.Random(9)
        sequences = ["".join(draw.choices("ACGT", k=length)) for length in (50, 1, 70)]
        path = self.write("s.fasta", fasta({f"s{i}": letters for i, letters in enumerate(sequences)}))
        self.succeed("overlap", "index", path, "--alphabet", "dna", "--suffix-array", "sa.npy", "--lcp-array", "lcp.npy",
                     "--inverse", "isa.npy", "--bwt", "bwt.npy")
        self.assertEqual(self.files(), ["bwt.npy", "isa.npy", "lcp.npy", "reads.fasta", "s.fasta", "sa.npy"])
        expected = naive_array(sequences)
        self.assertEqual(read_npy(self.folder / "sa.npy"), ("<i8", expected))
        inverse = [0] * len(expected)
        for rank, position in enumerate(expected):
            inverse[position] = rank
        self.assertEqual(read_npy(self.folder / "isa.npy"), ("<i8", inverse))
        whole = "".join(sequences)
        begins = {0, 50, 51}
        ends = {position: end for begin, end in ((0, 50), (50, 51), (51, 121)) for position in range(begin, end)}
        self.assertEqual(read_npy(self.folder / "bwt.npy"),
                         ("<i4", [-1 if p in begins else ord(whole[p - 1]) for p in expected]))
        texts = [whole[p:ends[p]] for p in expected]
        shared = [next((i for i, (x, y) in enumerate(zip(one, other)) if x != y), min(len(one), len(other)))
                  for one, other in zip(texts, texts[1:])]
        self.assertEqual(read_npy(self.folder / "lcp.npy"), ("<i8", [0, *shared]))

    def test_usage(self):
        path = self.write("s.fasta", fasta({"s": "ACGT"}))
        self.fail_with(2, "overlap", "index", path, message="--output is required, or one of --suffix-array")
        self.fail_with(2, "overlap", "index", path, "--both-strands", "--bwt", "b.npy",
                       message="--both-strands excludes the arrays")
        self.fail_with(2, "overlap", "index", path, "--bwt", path, message="the same file as the input")
        self.assertEqual(self.files(), ["reads.fasta", "s.fasta"])


@unittest.skipUnless(shutil.which("mummer"), "Debian's mummer is not installed")
class BesideMummer(CliTestCase):
    """The lines of MUMmer 3, but for palindromes, which it tells on both strands."""

    def lines_of_mummer(self, kind, a, b, *options):
        output = subprocess.run(["mummer", "-" + kind, "-n", "-l", "20", *options, a, b], cwd=self.folder,
                                capture_output=True, text=True, check=True).stdout
        return output.splitlines()

    def check(self, a, b):
        for kind, more in (("maxmatch", ()), ("mum", ("--unique",))):
            for strands, option in (((), ()), (("-b",), ("--both-strands",))):
                expected = self.lines_of_mummer(kind, a, b, *strands)
                found = self.result("overlap", "--alphabet", "dna", "--mems", "20", *more, *option, "--mums", "m.mums",
                                    a, b)
                lines = (self.folder / "m.mums").read_text().splitlines()
                headers = [line for line in expected if line.startswith(">")]
                self.assertEqual([line for line in lines if line.startswith(">")], headers)
                self.assertEqual(sorted(lines), sorted(expected), (kind, option))
                self.assertEqual(found["count"], len(expected) - len(headers))
        return found["count"]

    def test_genomes(self):
        draw = random.Random(11)
        a = "".join(draw.choices("ACGT", k=30_000))
        b = "".join(letter if draw.random() < 0.97 else draw.choice("ACGT") for letter in a)
        b = b[:8_000] + turned(b[8_000:15_000]) + b[3_000:5_000] + b[15_000:]
        self.assertGreater(self.check(self.write("a.fasta", fasta({"a": a})), self.write("b.fasta", fasta({"b": b}))),
                           300)

    def test_helicobacter(self):
        if not EXAMPLES.exists():
            self.skipTest("Debian's mummer-doc is not installed")
        files = []
        for name in ("H_pylori26695_Eslice", "H_pyloriJ99_Eslice"):
            files.append(self.write(name + ".fasta", gzip.decompress((EXAMPLES / (name + ".fasta.gz")).read_bytes())))
        self.assertEqual(self.check(*files), 4031)  # as published


if __name__ == "__main__":
    unittest.main()
