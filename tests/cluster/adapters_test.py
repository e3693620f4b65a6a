"""The ranks of an MPI run find the adapters that one process finds, and rank 0 alone writes."""

from cluster_support import ClusterTestCase, chosen, seeded, without_run


class Adapters(ClusterTestCase):
    FILES = ("found.fasta", "found_mqc.json")

    def answers(self, run, *arguments):
        for name in self.FILES:
            (self.folder / name).unlink(missing_ok=True)
        done = run("adapters", "-j", "1", "-f", "json", "--fasta", "found.fasta", "--multiqc", "found_mqc.json", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return without_run(done.stdout), *map(self.content, self.FILES)

    def expect_same(self, *arguments):
        expected = self.answers(self.run_concord, *arguments)
        for ranks in chosen((2, 1, 3)):
            found = self.answers(lambda *all, n=ranks: self.run_ranks(n, *all), *arguments)
            self.assertEqual(found, expected, f"{arguments} by {ranks} ranks")
        return expected

    def random_reads(self, name, count, length):
        """Reads that end with an adapter or before it, with an N here and there, and some that are empty."""
        random = seeded()

        def letters(number):
            return "".join(random.choices("ACGT", k=number))

        adapter = letters(36) + "CTCG"  # a run of one letter at its end would be left out
        with open(self.folder / name, "w", encoding="ascii") as file:
            for number in range(count):
                read = (letters(random.randrange(2 * length)).replace("GATT", "GANT") + adapter)[:length]
                read = "" if number % 50 == 7 else read
                file.write(f">r{number}\n{read}\n")
        return name, adapter

    def test_short_reads(self):
        self.needs_ranks()
        name, adapter = self.random_reads("short.fasta", 2000, 90)
        known = self.folder / "known.fasta"
        known.write_text(f">Mine\n{adapter}\n", encoding="ascii")
        result, fasta, _ = self.expect_same("--known", "known.fasta", name)
        self.assertIn('"name":"Mine"', result.replace(" ", ""))
        self.assertIn(adapter, fasta)

    def test_long_reads(self):
        self.needs_ranks()
        name, adapter = self.random_reads("long.fasta", 150, 700)
        # In the FASTA it is not where some reads begin with it by chance: then it passes for a part of the insert.
        result, _, _ = self.expect_same("--min-reads", "10", name)
        self.assertIn(adapter, result)

    def test_pairs(self):
        self.needs_ranks()
        name = self.simulate("pair.fastq", "reads", "-n", "1000", "--seed", "5")
        self.expect_same(name, name)

    def test_fewer_reads_than_ranks(self):
        self.needs_ranks()
        (self.folder / "two.fasta").write_text(">a\nACGT\n>b\n\n", encoding="ascii")
        self.expect_same("two.fasta")

    def test_trimmed_reads_have_one_status(self):
        self.needs_ranks()
        (self.folder / "two.fasta").write_text(">a\nACGT\n>b\n\n", encoding="ascii")
        self.assertEqual(self.run_ranks(3, "adapters", "--exit-code", "two.fasta").returncode, 1)

    def test_trouble_is_said_once(self):
        self.needs_ranks()
        (self.folder / "text.fasta").write_text(">a\nPLEASE\n", encoding="ascii")
        for arguments, status in ((("no-such-file.fastq",), 3), (("text.fasta",), 3),
                                  (("--known", "text.fasta", self.reads), 3), (("--min-share", "2", self.reads), 2)):
            done = self.run_ranks(3, "adapters", *arguments)
            self.assertEqual(done.returncode, status, done.stderr)
            complaints = [line for line in done.stderr.splitlines() if line.startswith("concord") and ": " in line]
            self.assertEqual(len(complaints), 1, done.stderr)
