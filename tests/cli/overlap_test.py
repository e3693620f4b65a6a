"""`concord overlap`: every question, of files and of an index, against answers counted by hand or another way."""

import random
import re
import unittest

from support import SANITIZE, CliTestCase, fasta

REGION = "sequence_index\tname\tstart\tend\tlength\tsupport\ttext\n"
REPEAT = "sequence_index\tname\tstart\tend\tlength\tcount\ttext\n"
MATCHES = "sequence_a\tstart_a\tsequence_b\tstart_b\tlength\tsequence_a_name\tsequence_b_name\n"
NEAR = "sequence_a\tstart_a\tsequence_b\tstart_b\tmismatches\tlength\tsequence_a_name\tsequence_b_name\n"
ENDS = "from\tfrom_name\tto\tto_name\tlength\n"
PLACES = "sequence_index\tname\tstart\tend\tmismatches\ttext\n"

# Worked by hand. XYZZ stands in s2 once and in s3 twice; all three hold XYZ, and QXYZZ stands twice in s3.
WORDS = {"s1": "EFEFXYZ", "s2": "FEEFEXYZZ", "s3": "QXYZZQXYZZ"}
# The end GATTA of a begins b, TACC of b begins c, and C of c begins nothing.
READS = {"a": "TTGATTA", "b": "GATTACC", "c": "TACCGC"}


def rows(text):
    return [line.split("\t") for line in text.splitlines()[1:]]


def common_prefix(a, b):
    length = 0
    while length < min(len(a), len(b)) and a[length] == b[length] and a[length] in "ACGT":
        length += 1
    return length


def naive_matches(a, b, shortest):
    """(start in b, start in a, length) in this order."""
    found = []
    for j in range(len(b)):
        for i in range(len(a)):
            if i and j and a[i - 1] == b[j - 1] and a[i - 1] in "ACGT":
                continue
            length = common_prefix(a[i:], b[j:])
            if length >= shortest:
                found.append((j, i, length))
    return sorted(found)


class Regions(CliTestCase):
    def setUp(self):
        super().setUp()
        self.words = self.write("words.fasta", fasta(WORDS))

    def test_worked_example(self):
        path = self.write("two.fasta", fasta({"a": "EFEF", "b": "FEEFE"}))
        for alphabet in ("bytes", "protein"):
            result = self.result("overlap", "--alphabet", alphabet, path)
            self.assertEqual((result["length"], result["text"], result["support"]), (3, "EFE", 2))
            self.assertEqual(result["occurrences"], [{"sequence": 0, "start": 0}, {"sequence": 1, "start": 2}])

    def test_json(self):
        whole = self.object("overlap", "--every-support", self.words)
        self.assertEqual(list(whole), ["schema", "version", "parameters", "input", "result", "run"])
        self.assertEqual(whole["schema"], "concord.overlap/1")
        self.assertEqual(whole["parameters"], {"query": "region", "support": 2, "support_given": None, "min_length": 1,
                                               "every_support": True, "alphabet": "auto"})
        self.assertEqual(whole["input"]["sequences"], 3)
        self.assertEqual(whole["result"], {
            "found": True, "length": 4, "text": "XYZZ", "sequence": {"index": 1, "name": "s2"}, "start": 5, "end": 9,
            "support": 2, "occurrences": [{"sequence": 1, "start": 5}, {"sequence": 2, "start": 1},
                                          {"sequence": 2, "start": 6}],
            "by_support": [{"support": 2, "length": 4, "sequence": 1, "start": 5, "held_by": 2},
                           {"support": 3, "length": 3, "sequence": 0, "start": 4, "held_by": 3}]})

    def test_tsv(self):
        self.assertEqual(self.succeed("overlap", self.words).stdout, REGION + "1\ts2\t5\t9\t4\t2\tXYZZ\n")
        self.assertEqual(self.succeed("overlap", "-t", "100%", self.words).stdout, REGION + "0\ts1\t4\t7\t3\t3\tXYZ\n")
        self.assertEqual(self.succeed("overlap", "--every-support", self.words).stdout,
                         "asked_support\t" + REGION + "2\t1\ts2\t5\t9\t4\t2\tXYZZ\n3\t0\ts1\t4\t7\t3\t3\tXYZ\n")

    def test_text(self):
        text = self.succeed("overlap", "-f", "text", "--every-support", self.words).stdout
        self.assertIn("\n    XYZZ\n", text)
        self.assertRegex(text, r"support +2 of 3 sequences \(66\.7%\)")
        self.assertRegex(text, r"s3 +6 +0 +QXYZZQ XYZZ")
        self.assertRegex(text, r"\n +3 +3 +s1 +4\n")

    def test_none(self):
        for wish in (("-l", "5", self.words), ("-t", "3", "-l", "4", self.words)):
            self.assertEqual(self.result("overlap", *wish), {"found": False})
            self.assertEqual(self.succeed("overlap", *wish).stdout, REGION)
            self.assertTrue(self.succeed("overlap", "-f", "text", *wish).stdout.startswith("none: "))
            self.assertEqual(self.run_concord("overlap", "--exit-code", *wish).returncode, 1)

    def test_an_ambiguous_letter_matches_nothing(self):
        path = self.write("n.fasta", fasta({"a": "ACGTNACG", "b": "ACGTNACG"}))
        self.assertEqual(self.result("overlap", path)["text"], "ACGT")

    def test_occurrences(self):
        self.succeed("overlap", "--occurrences", "o.tsv", self.words)
        self.assertEqual((self.folder / "o.tsv").read_text(), PLACES + "1\ts2\t5\t9\t0\tXYZZ\n2\ts3\t1\t5\t0\tXYZZ\n"
                                                                       "2\ts3\t6\t10\t0\tXYZZ\n")
        self.succeed("overlap", "--repeat", "--occurrences", "o.bed", self.words)
        self.assertEqual((self.folder / "o.bed").read_text(), "s3\t0\t5\tQXYZZ\t0\t+\ns3\t5\t10\tQXYZZ\t0\t+\n")

    def test_repeat(self):
        self.assertEqual(self.succeed("overlap", "--repeat", self.words).stdout, REPEAT + "2\ts3\t0\t5\t5\t2\tQXYZZ\n")
        result = self.result("overlap", "--repeat", self.words)
        self.assertEqual((result["count"], result["occurrences"]),
                         (2, [{"sequence": 2, "start": 0}, {"sequence": 2, "start": 5}]))
        self.assertRegex(self.succeed("overlap", "--repeat", "-f", "text", self.words).stdout,
                         r"count +2 places of sequence s3 \(index 2\), from 0, 5\n")
        self.assertEqual(self.result("overlap", "--repeat", "-l", "6", self.words), {"found": False})

    def test_several_files_are_one_collection(self):
        files = [self.write(name, fasta({name: letters})) for name, letters in WORDS.items()]
        self.assertEqual(self.result("overlap", *files), self.result("overlap", self.words))
        self.assertEqual(self.result("overlap", "-", *files[1:], stdin=fasta({"s1": WORDS["s1"]})),
                         self.result("overlap", self.words))


class Rows(CliTestCase):
    def test_overlaps(self):
        path = self.write("r.fasta", fasta(READS))
        self.assertEqual(self.succeed("overlap", "--overlaps", "3", path).stdout,
                         ENDS + "0\ta\t1\tb\t5\n1\tb\t2\tc\t4\n")
        whole = self.object("overlap", "--overlaps", "3", path)
        self.assertEqual(whole["parameters"], {"query": "overlaps", "min_length": 3, "alphabet": "auto"})
        self.assertEqual(whole["result"], {"overlaps": [[0, 1, 5], [1, 2, 4]], "count": 2})
        self.assertRegex(self.succeed("overlap", "--overlaps", "3", "-f", "text", path).stdout, r"\na +b +5\n")
        self.assertEqual(self.run_concord("overlap", "--overlaps", "6", "--exit-code", path).returncode, 1)

    def test_overlaps_of_simulated_reads(self):
        self.succeed("simulate", "reads", "-n", "150", "--length", "20-40", "--seed", "3", "-f", "fasta",
                     "-o", "r.fasta")
        lines = (self.folder / "r.fasta").read_text().splitlines()
        letters = lines[1::2]
        expected = []
        for i, a in enumerate(letters):
            for j, b in enumerate(letters):
                for length in range(min(len(a), len(b)), 3, -1):
                    if i != j and a.endswith(b[:length]) and set(b[:length]) <= set("ACGT"):
                        expected.append([i, j, length])
                        break
        self.assertGreater(len(expected), 50)
        self.assertEqual(self.result("overlap", "--overlaps", "4", "--alphabet", "dna", "r.fasta"),
                         {"overlaps": expected, "count": len(expected)})

    def test_rows_are_the_same_whichever_thread_wrote_them(self):
        letters = "".join(random.Random(7).choices("ACGT", k=600))
        reads = {f"\"{start} {'x' * (start % 30)}": letters[start % 500:start % 500 + 60] for start in range(900)}
        path = self.write("r.fasta", fasta(reads))
        alone = self.succeed("overlap", "--overlaps", "20", "-j", "1", path).stdout
        self.assertGreater(alone.count("\n"), 40_000)
        for threads in (2, 3):
            self.assertEqual(self.succeed("overlap", "--overlaps", "20", "-j", threads, path).stdout, alone)

    def test_maximal_matches(self):
        draw = random.Random(5)
        a, b = ("".join(draw.choices("ACGTN", [30, 5, 5, 5, 1], k=length)) for length in (70, 90))
        for shortest in (1, 4):
            expected = [[0, i, 0, j, length] for j, i, length in naive_matches(a, b, shortest)]
            result = self.result("overlap", "--alphabet", "dna", "--mems", shortest, *self.two_files(a, b))
            self.assertEqual(result, {"matches": expected, "count": len(expected)}, (a, b))

    def test_matches_count_sequences_in_their_own_file(self):
        first = self.write("1.fasta", fasta({"a": "GGGG", "b": "ACGTA"}))
        second = self.write("2.fasta", fasta({"c": "TTTT", "d": "CGT"}))
        self.assertEqual(self.succeed("overlap", "--mems", "3", first, second).stdout, MATCHES + "1\t1\t1\t0\t3\tb\td\n")
        self.assertRegex(self.succeed("overlap", "--mems", "3", "-f", "text", first, second).stdout,
                         r"\nb +1 +d +0 +3\n")

    def test_matches_with_mismatches(self):
        path = self.write("p3.fasta", fasta({"s1": "ACGTA", "s2": "ACGACA"}))
        acgt, acg = "0\t0\t1\t0\t1\t4\ts1\ts2\n", "0\t0\t1\t3\t1\t3\ts1\ts2\n"
        for shortest, expected in (("5", ""), ("4", acgt), ("3", acgt + acg),
                                   ("2", acgt + acg + "0\t3\t1\t2\t1\t2\ts1\ts2\n0\t3\t1\t4\t1\t2\ts1\ts2\n")):
            self.assertEqual(self.succeed("overlap", "--matches", shortest, "-k", "1", path).stdout, NEAR + expected)
        self.assertEqual(self.succeed("overlap", "--matches", "3", path).stdout, NEAR + "0\t0\t1\t0\t0\t3\ts1\ts2\n")
        self.assertEqual(self.result("overlap", "--matches", "4", "-k", "1", "--paf", "found.paf", path),
                         {"mismatch_matches": [[0, 0, 1, 0, 1, 4]], "count": 1})
        self.assertEqual((self.folder / "found.paf").read_text(),
                         "s1\t5\t0\t4\t+\ts2\t6\t0\t4\t3\t4\t255\tNM:i:1\tcg:Z:4M\n")
        self.succeed("overlap", "index", path, "-o", "p3.cdx")
        self.assertEqual(self.succeed("overlap", "--matches", "4", "-k", "1", "p3.cdx").stdout, NEAR + acgt)
        self.assertEqual(self.run_concord("overlap", "--matches", "5", "-k", "1", "--exit-code", path).returncode, 1)

    def test_matches_without_mismatches_are_the_exact_ones(self):
        draw = random.Random(6)
        a, b = ("".join(draw.choices("ACGTN", [30, 5, 5, 5, 1], k=length)) for length in (150, 190))
        for shortest in (1, 3, 9):
            expected = sorted([0, i, 1, j, 0, length] for j, i, length in naive_matches(a, b, shortest))
            found = self.result("overlap", "--alphabet", "dna", "--matches", shortest, *self.two_files(a, b))
            self.assertEqual(found, {"mismatch_matches": expected, "count": len(expected)}, (a, b))

    def test_common_prefixes(self):
        path = self.write("r.fasta", fasta(READS))
        table = self.write("places.tsv", b"sequence_a\tstart_a\tsequence_b\tstart_b\n"
                                         b"0\t2\t1\t0\n1\t3\t2\t0\n2\t6\t0\t0\n")
        self.assertEqual(self.succeed("overlap", "--lce", table, path).stdout,
                         MATCHES + "0\t2\t1\t0\t5\ta\tb\n1\t3\t2\t0\t4\tb\tc\n2\t6\t0\t0\t0\tc\ta\n")
        self.assertEqual(self.result("overlap", "--lce", "-", path, stdin=b"0\t2\t1\t0\n"),
                         {"prefixes": [[0, 2, 1, 0, 5]], "count": 1})

    def test_wrong_places(self):
        path = self.write("r.fasta", fasta(READS))
        for row, message in ((b"0\t2\t1", "line 2: expected four numbers with tabs between them"),
                             (b"3\t0\t1\t0", "line 2: expected the index of a sequence, below 3, found '3'"),
                             (b"0\t8\t1\t0", "line 2: expected a start in sequence 0, at most 7, found '8'"),
                             (b"0\t-1\t1\t0", "found '-1'"), (b"\n0\t0\t1\t0", "line 2: expected four numbers")):
            table = self.write("places.tsv", b"0\t0\t0\t0\n" + row + b"\n")
            self.fail_with(3, "overlap", "--lce", table, "-o", "out.tsv", path, message=message)
        self.assertEqual(self.files(), ["places.tsv", "r.fasta", "reads.fasta"])


class Indices(CliTestCase):
    def setUp(self):
        super().setUp()
        self.words = self.write("words.fasta", fasta(WORDS))

    def test_every_question_has_the_same_answer(self):
        self.succeed("overlap", "index", self.words, "-o", "words.cdx")
        self.write("places.tsv", b"0\t4\t2\t1\n")
        for wish in ((), ("-t", "3"), ("--every-support",), ("--repeat",), ("--overlaps", "1"),
                     ("--lce", "places.tsv")):
            for form in ("tsv", "text"):
                self.assertEqual(self.succeed("overlap", "-f", form, *wish, "words.cdx").stdout,
                                 self.succeed("overlap", "-f", form, *wish, self.words).stdout, wish)
        self.write("1.fasta", fasta({"s1": WORDS["s1"]}))
        self.write("2.fasta", fasta({name: WORDS[name] for name in ("s2", "s3")}))
        self.assertEqual(self.result("overlap", "--mems", "2", "--first", "1", "words.cdx"),
                         self.result("overlap", "--mems", "2", "1.fasta", "2.fasta"))

    def test_content_and_not_the_name_tells_an_index(self):
        self.succeed("overlap", "index", self.words, "-o", "an_index.fasta")
        self.assertEqual(self.result("overlap", "an_index.fasta"), self.result("overlap", self.words))
        (self.folder / "words.cdx").write_bytes((self.folder / "words.fasta").read_bytes())
        self.assertEqual(self.result("overlap", "words.cdx"), self.result("overlap", self.words))

    def test_index_is_a_word_and_a_file(self):
        self.write("index", fasta(WORDS))
        self.assertEqual(self.result("overlap", "./index"), self.result("overlap", self.words))
        self.fail_with(2, "overlap", self.words, "index", self.words, "-o", "x.cdx",
                       message="a file of that name is ./index")
        self.fail_with(2, "overlap", "-t", "2", "index", self.words, "-o", "x.cdx",
                       message="--support stands before 'index'")

    def test_damaged(self):
        self.succeed("overlap", "index", self.words, "-o", "words.cdx")
        whole = (self.folder / "words.cdx").read_bytes()
        draw = random.Random(1)
        lengths = [*range(0, min(len(whole), 80)), *(draw.randrange(len(whole)) for _ in range(40)), len(whole) - 1]
        for length in lengths:
            self.write("cut.cdx", whole[:length])
            self.fail_with(3, "overlap", "cut.cdx",
                           message="cut.cdx" if length < 4 else "cut.cdx: not a sound index: expected ")
        for _ in range(120):
            damaged = bytearray(whole)
            damaged[draw.randrange(len(whole))] ^= 1 << draw.randrange(8)
            self.write("damaged.cdx", bytes(damaged))
            self.assertRegex(self.fail_with(3, "overlap", "damaged.cdx").stderr,
                             "damaged.cdx: (not a sound index: expected .*, found|record 1)")
        self.write("longer.cdx", whole + b"x")
        self.fail_with(3, "overlap", "longer.cdx", message="longer.cdx")

    def test_nothing_is_left_after_failure(self):
        before = self.files()
        self.fail_with(3, "overlap", "index", "missing", "-o", "x.cdx", message="missing: No such file")
        self.fail_with(4, "overlap", "index", self.words, "-o", "missing/x.cdx", message="missing/x.cdx")
        self.fail_with(2, "overlap", "index", self.words, "-o", "-", message="--output must be a file")
        self.fail_with(2, "overlap", "index", self.words, "-o", "x.cdx.gz", message="--output cannot be compressed")
        self.fail_with(2, "overlap", "index", self.words, message="--output is required")
        self.fail_with(2, "overlap", "index", "-o", "x.cdx", message="FILE is required")
        self.assertEqual(self.files(), before)


@unittest.skipIf(SANITIZE, "a sanitizer takes memory of its own")
class Memory(CliTestCase):
    """What is said to be needed is what is taken: the refusal of too little names it, the system measures it."""

    def peak(self, *arguments):
        return self.object("overlap", *arguments)["run"]["peak_memory_bytes"]

    def check(self, file, *options):
        letters = sum(len(line) for line in (self.folder / file).read_text().splitlines() if not line.startswith(">"))
        self.write("places.tsv", b"0\t0\t0\t1\n")
        question = ("--lce", "places.tsv", "--threads", "1", *options)  # takes next to nothing beside the index
        refusal = self.fail_with(4, "overlap", "--memory", "6M", *question, file)
        needed = int(re.search(r"takes (\d+) bytes of memory, and 6291456 are allowed", refusal.stderr).group(1))
        taken = self.peak("--memory", needed, *question, file)
        taken -= self.peak(*question, self.reads) + letters  # the program, and the set with what reads it
        self.assertLess(taken, needed * 1.05 + (4 << 20), needed)
        self.assertGreater(taken, needed * 0.75 - (4 << 20), needed)

    def test_unrelated_letters(self):
        self.succeed("simulate", "genomes", "-n", "1", "-L", "4M", "-o", "one.fasta")
        self.check("one.fasta")

    def test_repetitive_letters(self):
        self.write("period.fasta", fasta({"p": "ACGTTGA" * 500_000}))
        self.check("period.fasta")
        self.check("period.fasta", "--alphabet", "bytes")


class Usage(CliTestCase):
    def test_contradictions(self):
        self.fail_with(2, "overlap", message="FILE is required")
        for wish, message in ((("--repeat", "--overlaps", "3"), "--repeat excludes --overlaps"),
                              (("--repeat", "-t", "2"), "--repeat excludes --support"),
                              (("--mems", "3", "--lce", "x"), "--mems excludes --lce"),
                              (("--overlaps", "3", "-l", "3"), "--overlaps excludes --min-length"),
                              (("--overlaps", "3", "--every-support"), "--overlaps excludes --every-support"),
                              (("--overlaps", "3", "--occurrences", "x"), "--overlaps excludes --occurrences"),
                              (("--lce", "x", "--exit-code"), "--lce excludes --exit-code"),
                              (("--first", "2"), "--first requires --mems"),
                              (("-k", "2"), "--mismatches requires --matches"),
                              (("--mems", "3", "--matches", "3"), "--mems excludes --matches"),
                              (("--matches", "3", "-t", "2"), "--matches excludes --support"),
                              (("--matches", "0"), "--matches"),
                              (("--paf", "x"), "--paf requires --mems, --matches or --overlaps"),
                              (("--mems", "3"), "--mems requires two files"),
                              (("--mems", "3", "--first", "1"), "--first is about an index"),
                              (("-t", "5"), "--support 5 is more than the 4 sequences"),
                              (("-t", "0"), "--support"), (("-l", "0"), "--min-length"), (("--mems", "0"), "--mems"),
                              (("--occurrences", "x", "-o", "x"), "x is asked to hold two outputs")):
            self.fail_with(2, "overlap", *wish, self.reads, message=message)

    def test_of_an_index(self):
        self.succeed("overlap", "index", self.reads, "-o", "x.cdx")
        for wish, message in (((self.reads,), "x.cdx is an index, which excludes other files"),
                              (("--alphabet", "dna"), "--alphabet excludes the index"),
                              (("--mems", "3"), "--mems requires --first"),
                              (("--mems", "3", "--first", "4"), "--first must be below the 4 sequences")):
            self.fail_with(2, "overlap", "x.cdx", *wish, message=message)

    def test_nothing_is_left_after_failure(self):
        self.fail_with(3, "overlap", "-o", "a", "--occurrences", "b", "missing")
        self.fail_with(4, "overlap", "-o", "/dev/full", "--occurrences", "b", self.reads, message="No space left")
        self.fail_with(4, "overlap", "--occurrences", "/dev/full", self.reads, message="No space left")
        self.fail_with(4, "overlap", "--overlaps", "1", "-o", "/dev/full", self.reads, message="No space left")
        self.assertEqual(self.files(), ["reads.fasta"])
