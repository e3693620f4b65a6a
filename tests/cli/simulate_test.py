"""`concord simulate`: the same bytes for the same seed, and the structure that was asked for."""

import hashlib

from support import CliTestCase


def records(text):
    """(header, letters) of each FASTA record."""
    parts = (record.split("\n", 1) for record in text.split(">")[1:])
    return [(header, letters.replace("\n", "")) for header, letters in parts]


class Reads(CliTestCase):
    def test_frozen(self):
        """The bytes are the same on every machine; a change of them breaks what people have measured."""
        printed = self.succeed("simulate", "reads", "-n", "20000", "-L", "30-150", "--seed", "7").stdout
        self.assertEqual(hashlib.sha256(printed.encode()).hexdigest(), "4530a28c8217bc929b5193103dd7fe794af46b262b8939fa0777526e85155a4b")

    def test_seeds_differ(self):
        printed = {self.succeed("simulate", "reads", "-n", "10", "--seed", seed).stdout for seed in (1, 2, 2)}
        self.assertEqual(len(printed), 2)

    def test_formats_and_lengths(self):
        lines = self.succeed("simulate", "reads", "-n", "100", "-L", "20-30").stdout.splitlines()
        self.assertEqual(len(lines), 400)
        self.assertTrue(all(20 <= len(letters) <= 30 for letters in lines[1::4]))
        self.assertEqual([len(each) for each in lines[1::4]], [len(each) for each in lines[3::4]])
        fasta = records(self.succeed("simulate", "reads", "-n", "100", "-f", "fasta").stdout)
        self.assertEqual({len(letters) for _, letters in fasta}, {51})

    def test_adapter(self):
        wish = ("simulate", "reads", "-n", "200", "-f", "fasta", "--adapter", "ACACAC", "--adapter-share", "100%",
                "--substitutions", "0", "--unknown", "0", "--adapter-start", "uniform")
        for header, letters in records(self.succeed(*wish).stdout):
            start = int(header.split("adapter=")[1])
            self.assertEqual(letters[start:start + 6], "ACACAC"[:51 - start])

    def test_rejected(self):
        self.fail_with(2, "simulate", "reads", "-L", "30-20", message="--length")
        self.fail_with(2, "simulate", "reads", "--adapter-share", "200%", message="--adapter-share")
        self.fail_with(2, "simulate", "reads", "--substitutions", "80%", "--unknown", "80%")


class Words(CliTestCase):
    def test_frozen(self):
        printed = self.succeed("simulate", "words", "-n", "20000", "--near-share", "20%", "--edits", "2", "--seed", "7").stdout
        self.assertEqual(hashlib.sha256(printed.encode()).hexdigest(), "6ee68330a9154ddd485ca3b257fb42c8deeb0f4d40332b3580c48c14c7c4e8e5")

    def test_ends(self):
        wish = ("simulate", "words", "-n", "3000", "-L", "4", "--letters", "dna", "--prefix", "AAA=9,CCC", "--suffix", "")
        lines = self.succeed(*wish).stdout.splitlines()
        self.assertEqual({len(line) for line in lines}, {7})
        self.assertEqual({line[:3] for line in lines}, {"AAA", "CCC"})
        self.assertTrue(0.85 < sum(line.startswith("AAA") for line in lines) / 3000 < 0.95)

    def test_near_pairs_find_the_copies(self):
        wish = ("simulate", "words", "-n", "400", "-L", "30", "--near-share", "25%", "--edits", "2", "-f", "fasta", "-o", "w.fasta")
        self.succeed(*wish)
        copies = {(int(header.split("near=")[1].split()[0]) - 1, int(header.split()[0]) - 1)
                  for header, _ in records((self.folder / "w.fasta").read_text()) if "near=" in header}
        self.assertGreater(len(copies), 50)
        found = self.succeed("distance", "--all", "--max-distance", "2", "-f", "tsv", "w.fasta").stdout.splitlines()[1:]
        pairs = {tuple(map(int, line.split("\t")[:2])) for line in found}
        self.assertLessEqual(copies, pairs)

    def test_rejected(self):
        self.fail_with(2, "simulate", "words", "--letters", "A", message="--letters")
        self.fail_with(2, "simulate", "words", "--letters", "AA")
        self.fail_with(2, "simulate", "words", "--prefix", "CASS=x", message="--prefix")
        self.fail_with(2, "simulate", "words", "--suffix", "two words", message="--suffix")
        self.fail_with(2, "simulate", "words", "--prefix", "A=0")
        self.fail_with(2, "simulate", "words", "--edits", "0", message="--edits")


class OtherKinds(CliTestCase):
    def test_genomes(self):
        wish = ("simulate", "genomes", "-n", "3", "-L", "1000", "--island", "60", "--indels", "1%", "--ancestor")
        genomes = records(self.succeed(*wish).stdout)
        self.assertEqual([header.split()[0] for header, _ in genomes], ["ancestor", "genome1", "genome2", "genome3"])
        islands = set()
        for header, letters in genomes:
            start, end = map(int, header.split("island=")[1].split("-"))
            islands.add(letters[start:end])
        self.assertEqual({len(island) for island in islands}, {60})
        self.assertEqual(len(islands), 1)

    def test_pairs(self):
        pairs = records(self.succeed("simulate", "pairs", "-n", "50", "-L", "400", "--indels", "0").stdout)
        self.assertEqual(len(pairs), 100)
        different = sum(a != b for first, second in zip(pairs[::2], pairs[1::2]) for a, b in zip(first[1], second[1]))
        self.assertTrue(0.03 < different / 20000 < 0.07, different)

    def test_matrices(self):
        done = self.succeed("simulate", "matrices", "--rows", "30", "--columns", "50", "--letters", "4", "-o", "a.txt",
                            "--second", "b.txt", "-v")
        self.assertRegex(done.stderr, r"planted 400 cells, shift -?\d+ rows and -?\d+ columns")
        for name in ("a.txt", "b.txt"):
            lines = (self.folder / name).read_text().splitlines()
            self.assertEqual(len(lines), 30)
            self.assertEqual({len(line) for line in lines}, {50})
            self.assertEqual(set("".join(lines)), set("ABCD"))
        self.fail_with(2, "simulate", "matrices", "-o", "a.txt", "--second", "a.txt")
