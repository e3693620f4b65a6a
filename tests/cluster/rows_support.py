"""What the tests of rows share: questions, and input that fits them."""

from cluster_support import ClusterTestCase, seeded, without_run

DISTANCES = [
    ("--all", "--metric", "hamming"),
    ("--all", "--max-distance", "25"),
    ("--zip",),
    ("--nearest", "2", "--max-distance", "30"),
]


class RowsTestCase(ClusterTestCase):
    def setUp(self):
        super().setUp()
        self.source = seeded()
        self.seed = self.source.randrange(10**6)
        self.simulate("r.fastq", "reads", "-n", "600", "--seed", self.seed)
        self.simulate("g.fasta", "reads", "-n", "40", "--seed", self.seed)
        # Reads that overlap, of a text of their own.
        text = "".join(self.source.choice("ACGT") for _ in range(3000))
        starts = [self.source.randrange(2900) for _ in range(900)]
        self.write("o.fasta", "".join(f">read{i}\n{text[s:s + 100]}\n" for i, s in enumerate(starts)).encode())
        self.write("t.tsv", "".join(f"{self.word()}\t{self.word()}\n" for _ in range(300)).encode())
        self.questions = [("distance", *asked, "r.fastq") for asked in DISTANCES]
        self.questions += [("distance", "--pairs", "t.tsv"), ("distance", "--all", "--lines", "t.tsv", "o.fasta"),
                           ("overlap", "--overlaps", "30", "o.fasta"), ("overlap", "--mems", "20", "g.fasta", "o.fasta"),
                           ("overlap", "--matches", "24", "-k", "2", "g.fasta", "o.fasta")]

    def word(self):
        return "".join(self.source.choice("abcé") for _ in range(self.source.randrange(20)))

    def plain(self, question, form):
        return without_run(self.succeed(*question, "-f", form).stdout)

    def parts(self, question, count):
        names = [f"part{index}" for index in range(1, count + 1)]
        for index, name in enumerate(names, 1):
            self.succeed(*question, "--shard", f"{index}/{count}", "-o", name)
        return names
