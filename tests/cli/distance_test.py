"""`concord distance` of a pair: every format, and what is refused."""

import random

from support import CliTestCase, fasta, levenshtein, rows


class DistancePair(CliTestCase):
    def of(self, *arguments):
        return self.result("distance", *arguments)["distance"]

    def test_worked_examples(self):
        for a, b, expected in (("flaw", "lawn", 2), ("01234", "12340", 2), ("11234", "11324", 2), ("", "", 0),
                               ("William Cohen", "Willliam Cohon", 2), ("", "abcdefg", 7), ("abcdefg", "", 7),
                               ("kitten", "sitting", 3), ("same", "same", 0), ("[a,b]", "[a]", 2), ("%%", "%", 1)):
            with self.subTest(a=a, b=b):
                self.assertEqual(self.of("--text", a, b), expected)

    def test_metrics(self):
        self.assertEqual(self.of("--text", "--metric", "hamming", "01234", "12340"), 5)
        self.assertEqual(self.of("--text", "--metric", "hamming", "11234", "11324"), 2)
        self.assertEqual(self.of("--text", "--metric", "indel", "flaw", "lawn"), 2)
        self.assertEqual(self.of("--text", "--metric", "indel", "abc", "xyz"), 6)

    def test_transpositions(self):
        for a, b, osa, unrestricted in (("ca", "abc", 3, 2), ("hte", "the", 1, 1), ("abcd", "badc", 2, 2), ("", "ab", 2, 2),
                                        ("a cat", "an abct", 4, 3)):
            with self.subTest(a=a, b=b):
                self.assertEqual(self.of("--text", "--metric", "osa", a, b), osa)
                self.assertEqual(self.of("--text", "--metric", "damerau-levenshtein", a, b), unrestricted)
        self.assertIsNone(self.of("--text", "--metric", "damerau-levenshtein", "--max-distance", "1", "ca", "abc"))
        self.assertEqual(self.of("--text", "--metric", "damerau-levenshtein", "--max-distance", "2", "ca", "abc"), 2)
        for option in (("--alignment",), ("--paf", "x.paf")):
            self.fail_with(2, "distance", "--text", "--metric", "osa", *option, "hte", "the",
                           message="shows no transposed letters")

    def test_what_may_have_been_meant(self):
        typed, words = self.write("typed.txt", b"hte\n"), self.write("words.txt", b"then\nhat\nthe\nhot\ntree\n")
        found = rows(self.succeed("distance", "--metric", "osa", "--nearest", "3", "--show-text", typed, words).stdout)
        self.assertEqual([row[4:] for row in found], [["distance", "text_a", "text_b"], ["1", "hte", "the"],
                                                      ["2", "hte", "then"], ["2", "hte", "hat"]])

    def test_weights(self):
        self.assertEqual(self.of("--text", "--weights", "1,2,3", "abc", "bd"), 5)
        self.assertEqual(self.of("--text", "--weights", "3,1,1", "", "ab"), 6)
        self.assertEqual(self.of("--text", "--weights", "3,1,1", "ab", ""), 2)
        self.assertEqual(self.of("--text", "--weights", "1,1,2", "kitten", "sitting"), 5)
        self.assertEqual(self.of("--text", "--weights", "7,7,7", "kitten", "sitting"), 21)
        self.assertIsNone(self.of("--text", "--weights", "7,7,7", "--max-distance", "20", "kitten", "sitting"))
        self.assertEqual(self.object("distance", "--text", "--weights", "1,2,3", "a", "b")["parameters"]["weights"], [1, 2, 3])
        a, b = self.write("a.txt", b"abc\nx\n"), self.write("b.txt", b"bd\nabc\n")
        found = rows(self.succeed("distance", "--weights", "1,2,3", "--all", a, b).stdout)
        self.assertEqual([row[2] for row in found[1:]], ["5", "0", "4", "5"])
        found = rows(self.succeed("distance", "--weights", "1,2,3", "--nearest", "1", a, b).stdout)
        self.assertEqual([row[4] for row in found[1:]], ["0", "4"])
        found = rows(self.succeed("distance", "--weights", "1,2,3", "--all", "--max-distance", "4", a, b).stdout)
        self.assertEqual([row[2] for row in found[1:]], ["0", "4"])

    def test_none_is_null(self):
        self.assertIsNone(self.of("--text", "--metric", "hamming", "abc", "ab"))
        self.assertIsNone(self.of("--text", "--max-distance", "2", "kitten", "sitting"))
        self.assertEqual(self.of("--text", "--max-distance", "3", "kitten", "sitting"), 3)
        found = self.result("distance", "--text", "--max-distance", "2", "--alignment", "kitten", "sitting")
        self.assertEqual(found, {"distance": None, "cigar": None})
        self.assertEqual(self.succeed("distance", "--text", "--max-distance", "2", "kitten", "sitting").stdout,
                         "distance\tname_a\tlength_a\tname_b\tlength_b\nNA\tA\t6\tB\t7\n")

    def test_exit_code(self):
        none = ("distance", "--text", "--max-distance", "2", "kitten", "sitting")
        self.assertEqual(self.run_concord(*none).returncode, 0)
        self.assertEqual(self.run_concord(*none, "--exit-code").returncode, 1)
        self.succeed("distance", "--text", "same", "same", "--exit-code")

    def test_whole_object(self):
        a, b = self.two_files("ACGTNACGT", "ACTTACG")
        whole = self.object("distance", a, b)
        whole.pop("run")
        whole.pop("version")
        self.assertEqual(whole, {
            "schema": "concord.distance/1",
            "parameters": {"compare": "pair", "metric": "levenshtein", "max_distance": None, "by": "letter",
                           "alphabet": "auto"},
            "input": {"files": [a, b], "sequences": 2, "letters": 16, "shortest": 7, "longest": 9, "alphabet": "dna",
                      "ambiguous": 1, "a": {"name": "seq1", "length": 9}, "b": {"name": "seq2", "length": 7}},
            "result": {"distance": 3}})

    def test_alignment(self):
        for a, b, cigar in (("flaw", "lawn", "1I3=1D"), ("abc", "axc", "1=1X1="), ("", "abc", "3D"), ("abc", "", "3I"),
                            ("", "", ""), ("William Cohen", "Willliam Cohon", "2=1D9=1X1=")):
            with self.subTest(a=a, b=b):
                self.assertEqual(self.result("distance", "--text", "--alignment", a, b)["cigar"], cigar)
        text = self.succeed("distance", "--text", "--alignment", "-f", "text", "flaw", "lawm").stdout
        self.assertIn("distance   2 (levenshtein)\n", text)
        self.assertIn("A  0  flaw-  4\n       |||\n", text.replace("||| \n", "|||\n"))

    def test_lines_and_tokens(self):
        self.write("old", b"one\ntwo\nthree\n")
        self.write("new", b"one\r\n2\r\nthree\r\nfour")
        self.assertEqual(self.of("--by", "line", "old", "new"), 2)
        self.assertEqual(self.of("--by", "token", "--text", "the cat sat", "the hat"), 2)

    def test_letters_of_text(self):
        self.assertEqual(self.of("--text", "Müller", "Muller"), 1)
        self.assertEqual(self.of("--text", "--alphabet", "bytes", "Müller", "Muller"), 2)
        self.assertEqual(self.of("--text", "😀", "語"), 1)
        self.assertEqual(self.of("--text", "abc", "ABC"), 3)
        self.assertEqual(self.of("--text", "--alphabet", "dna", "ACGN", "acgn"), 1)

    def test_against_the_definition(self):
        source = random.Random(7)
        for case in range(20):
            a, b = ("".join(source.choices("abcé語", k=source.randint(0, 70))) for _ in range(2))
            with self.subTest(case=case, a=a, b=b):
                self.assertEqual(self.of("--text", a, b), levenshtein(a, b))


class DistanceErrors(CliTestCase):
    def test_usage(self):
        for arguments, message in (((), "A and B"), (("x",), "A and B"), (("--zip",), "A and B"), (("--all",), "A"),
                                   (("--nearest", "0", "x"), "--nearest"), (("--pairs", "x", "y"), "--pairs"),
                                   (("--zip", "--all", "x", "y"), "--zip"), (("--lines", "x", "y"), "--lines"),
                                   (("--all", "--nearest", "1", "x"), "--all"), (("--all", "-", "-"), "standard input"),
                                   (("--all", "--text", "x"), "--text"), (("--all", "--by", "line", "x"), "--by"),
                                   (("--all", "--alignment", "x"), "--alignment"), (("x", "y", "--show-text"), "--show-text"),
                                   (("--zip", "-o", "x.npy", "x", "y"), ".npy"), (("-o", "x.npy", "x", "y"), ".npy"),
                                   (("--all", "-f", "json", "-o", "x.npy", "x"), "json"),
                                   (("--all", "-f", "json", "--show-text", "x"), "--show-text"),
                                   (("--metric", "euclid", "x", "y"), "euclid"), (("--max-distance", "-1", "x", "y"), "-1")):
            with self.subTest(arguments=arguments):
                self.fail_with(2, "distance", *arguments, message=message)

    def test_bad_input(self):
        before = self.files()
        for arguments, message in ((("--all", "nowhere.txt"), "nowhere.txt"), ((self.reads, self.reads), "found 4"),
                                   (("--all", "/dev/null"), "/dev/null")):
            with self.subTest(arguments=arguments):
                self.fail_with(3, "distance", "-o", "x.tsv", *arguments, message=message)
        self.assertEqual(self.files(), before)
        latin = self.write("latin.txt", b"caf\xe9\n")
        self.fail_with(3, "distance", "--all", latin, message="latin.txt: line 1: expected UTF-8")
        self.succeed("distance", "--all", "--alphabet", "bytes", latin)
        cut = self.write("cut.fasta", b">a\nAC\n>b\nA>C\n")
        self.fail_with(3, "distance", "--all", cut, message="record 2, line 4")
