"""What is read: several files, standard input, compression, and damage."""

import gzip

from support import READS, CliTestCase, fasta

WISH = ("-k", "1", "-t", "3", "-l", "5")


class Sources(CliTestCase):
    def test_standard_input(self):
        answer = self.answer(*WISH, "-", stdin=fasta(READS))
        self.assertEqual(answer["input"]["files"], ["-"])
        self.assertEqual(answer["result"]["text"], "GATTACA")

    def test_several_files_are_one_collection(self):
        names = list(READS)
        first = self.write("first.fasta", fasta({name: READS[name] for name in names[:1]}))
        rest = "".join(f"@{name}\n{READS[name]}\n+\n{'F' * 11}\n" for name in names[1:])
        second = self.write("second.fastq.gz", gzip.compress(rest.encode()))
        answer = self.answer(*WISH, first, second)
        self.assertEqual(answer["input"]["files"], [first, second])
        self.assertEqual(answer["result"], self.answer(*WISH, self.reads)["result"])

    def test_file_and_standard_input(self):
        names = list(READS)
        first = self.write("first.fasta", fasta({name: READS[name] for name in names[:2]}))
        answer = self.answer(*WISH, first, "-", stdin=fasta({name: READS[name] for name in names[2:]}))
        self.assertEqual(answer["result"], self.answer(*WISH, self.reads)["result"])

    def test_compression_is_told_by_content(self):
        path = self.write("named.fasta", gzip.compress(fasta(READS)))
        self.assertEqual(self.answer(*WISH, path)["result"], self.answer(*WISH, self.reads)["result"])

    def test_a_file_may_be_named_as_a_command(self):
        self.write("component", b"ACGT\nACGA\n")
        self.assertEqual(self.succeed("distance", "--all", "--max-distance", "1", "-f", "tsv", "component").stdout,
                         "index_a\tindex_b\tdistance\n0\t1\t1\n")

    def test_own_output_can_be_read(self):
        self.succeed("simulate", "reads", "-n", "2000", "-o", "reads.fastq.gz")
        self.assertEqual(self.answer("reads.fastq.gz")["input"]["sequences"], 2000)


class Damage(CliTestCase):
    def fails_cleanly(self, path, message):
        before = self.files()
        self.fail_with(3, "substring", "-f", "json", path, message=message)
        self.fail_with(3, "substring", "-o", "out.json", "--occurrences", "found.bed", "--per-sequence", "each.tsv", path,
                       message=message)
        self.assertEqual(self.files(), before)

    def test_no_such_file(self):
        self.fails_cleanly("nowhere.fasta", "nowhere.fasta")

    def test_truncated_gzip(self):
        whole = gzip.compress(fasta({str(i): "ACGTTGCAAC" * 9 for i in range(3000)}))
        self.fails_cleanly(self.write("cut.fasta.gz", whole[:len(whole) * 2 // 3]), "cut.fasta.gz")

    def test_truncated_record(self):
        path = self.write("cut.fastq", b"@a\nACGT\n+\nFFFF\n@b\nACGT\n+\nFF\n")
        self.fails_cleanly(path, "record 2")

    def test_letter_that_is_none(self):
        path = self.write("odd.fasta", b">a\nACGT\n>b\nAC!T\n")
        self.fail_with(3, "substring", "--alphabet", "dna", path, message="record 2")

    def test_empty_file(self):
        self.fails_cleanly(self.write("empty.fasta", b""), "empty.fasta")

    def test_empty_standard_input(self):
        self.fail_with(3, "substring", "-", stdin=b"")
