"""Shards that never meet give what one run gives, and parts that do not belong together are refused."""

import json

from cluster_support import ClusterTestCase, chosen, seeded, without_run
from ranks_test import QUESTIONS


class Substring(ClusterTestCase):
    def whole(self, *arguments):
        printed = without_run(self.succeed(*arguments).stdout)
        files = self.content("o.tsv"), self.content("p.tsv")
        for name in ("o.tsv", "p.tsv"):
            (self.folder / name).unlink()
        return printed, *files

    def parts(self, count, *arguments):
        names = [f"part{index}.json" for index in range(1, count + 1)]
        for index, name in enumerate(names, 1):
            self.succeed("substring", *arguments, "--shard", f"{index}/{count}", "-o", name)
        return names

    def test_equal_one_run(self):
        source = seeded()
        seed = source.randrange(10**6)
        reads = self.simulate("r.fastq", "reads", "-n", "500", "--seed", seed)
        for question, count in chosen([(question, count) for question in QUESTIONS for count in (1, 2, 7)]):
            asked = (*question, "--occurrences", "o.tsv", "--per-sequence", "p.tsv", reads)
            expected = self.whole("substring", "-f", "json", *asked)
            names = self.parts(count, *asked)
            self.assertFalse((self.folder / "o.tsv").exists(), "a shard wrote what only the whole has")
            source.shuffle(names)
            self.assertEqual(self.whole("merge", "-f", "json", *names), expected,
                             f"{question} of reads with --seed {seed} by {count} shards")

    def test_edits_and_other_variants(self):
        reads = self.simulate("r.fastq", "reads", "-n", "300", "--error-model", "nanopore", "--length", "60-140")
        for question in (("-k", "2", "-t", "30%", "--metric", "levenshtein", "--both-strands", "--all"),
                         ("-k", "1", "-t", "40", "--metric", "levenshtein", "--from-start", "50", "--from-end", "40"),
                         ("-k", "1", "-t", "40", "--both-strands", "--all"),
                         ("-k", "1", "-t", "40", "--from-start", "60"),
                         ("-k", "1", "-t", "20", "--iupac", "--copies", "2", "--all")):
            for form in ("text", "tsv", "json"):
                expected = without_run(self.succeed("substring", "-f", form, *question, reads).stdout)
                for count in (1, 3):
                    merged = self.succeed("merge", "-f", form, *self.parts(count, *question, reads)).stdout
                    self.assertEqual(without_run(merged), expected, f"{question} by {count} shards")
        self.fail_with(2, "substring", "-t", "2", "--top", "2", "--shard", "1/2", reads, message="one answer")

    def test_every_format_without_the_input(self):
        odd = b">a\xc3\xa9b one\nTTGATTACAGGNN\n>c\nCCGATTACACC\n>d\nAAGATTTCATT\n>e\n\n"
        self.write("odd.fasta", odd)
        asked = ("-k", "1", "-t", "3", "odd.fasta")
        texts = {form: self.succeed("substring", "-f", form, "--color", "always", *asked).stdout
                 for form in ("text", "tsv", "json")}
        names = self.parts(3, *asked)
        (self.folder / "odd.fasta").unlink()
        for form, text in texts.items():
            merged = self.succeed("merge", "-f", form, "--color", "always", *names).stdout
            self.assertEqual(without_run(merged), without_run(text))

    def test_names_that_are_no_text(self):
        self.write("odd.fasta", b">\xff\xc3\nTTGATTACAGG\n>\xe9\nCCGATTACACC\n")
        expected = self.folder / "expected.tsv"
        self.succeed("substring", "odd.fasta", "-o", expected)
        self.succeed("merge", "-o", "merged.tsv", *self.parts(3, "odd.fasta"))
        self.assertEqual((self.folder / "merged.tsv").read_bytes(), expected.read_bytes())

    def test_alphabets(self):
        for letters, kind in (("GAUUACAGG", "dna"), ("MKVLAAGWW", "protein"), ("\xff&<\"é", "bytes")):
            raw = letters.encode("latin-1")
            self.write("x.fasta", b">a\n" + raw + b"\n>b\n" + raw[1:] + b"\n")
            asked = ("-t", "2", "--alphabet", kind, "x.fasta")
            expected = without_run(self.succeed("substring", "-f", "json", *asked).stdout)
            self.assertEqual(without_run(self.succeed("merge", "-f", "json", *self.parts(2, *asked)).stdout), expected)

    def test_by_ranks(self):
        self.needs_ranks()
        reads = self.simulate("r.fastq", "reads", "-n", "400")
        asked = ("-k", "2", "-t", "40", "--all", reads)
        expected = without_run(self.succeed("substring", "-f", "json", *asked).stdout)
        names = []
        for index in (1, 2):
            names.append(f"part{index}.json")
            done = self.run_ranks(2, "substring", *asked, "--shard", f"{index}/2", "-o", names[-1])
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(without_run(self.succeed("merge", "-f", "json", *names).stdout), expected)


class Parts(ClusterTestCase):
    def setUp(self):
        super().setUp()
        for index in (1, 2, 3):
            self.shard(index, 3, f"part{index}.json")

    def shard(self, index, count, name, *arguments):
        self.succeed("substring", "-k", "1", "-t", "2", *arguments, "--shard", f"{index}/{count}", "-o", name,
                     self.reads)

    def refused(self, *names, message):
        self.fail_with(3, "merge", *names, message=message)

    def test_missing_and_repeated(self):
        self.refused("part1.json", "part3.json", message="part1.json: is one of 3 shards, and shard 2 is missing")
        self.refused("part1.json", "part2.json", "part2.json", "part3.json", message="part2.json: is shard 2 of 3, as is")

    def test_foreign(self):
        self.shard(2, 4, "of_four.json")
        self.refused("part1.json", "of_four.json", "part3.json", message="of_four.json: belongs to another run")
        self.shard(2, 3, "longer.json", "-l", "3")
        self.refused("part1.json", "longer.json", "part3.json", message="longer.json: belongs to another run than "
                     "part1.json: its min_length is \"3\", not \"1\"")
        self.write("reads.fasta", b">a\nACGT\n>b\nACGT\n")
        self.shard(2, 3, "other_input.json")
        self.refused("part1.json", "other_input.json", "part3.json", message="its input is")

    def test_damaged(self):
        text = self.content("part2.json")
        damages = {"cut off": text[:len(text) // 2], "changed": text.replace('"index":2', '"index":1'), "empty": "",
                   "other": json.dumps({"schema": "concord.substring/1"}), "a list": "[1,2]",
                   "no body": '{"schema":"concord.part/1"}',
                   "a bare body": '{"schema":"concord.part/1","checksum":"0","body":{}}'}
        for damaged in damages.values():
            self.write("part2.json", damaged.encode())
            self.refused("part1.json", "part2.json", "part3.json", message="part2.json: is ")
        self.refused("part1.json", "nothing.json", message="nothing.json")

    def test_numbers_of_shards(self):
        for wrong in ("0/3", "4/3", "3", "a/b", "1/", "/2", "1/2/3", "-1/2"):
            self.fail_with(2, "substring", "-t", "2", "--shard=" + wrong, self.reads, message="3/16")
