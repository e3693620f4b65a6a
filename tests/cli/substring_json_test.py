"""The JSON of `concord substring`: fields, their order, and their meaning."""

import itertools
import json
import random

from support import CliTestCase, fasta


def longest_shared(sequences, mismatches, support, min_length):
    """The definition, taken literally: (index, start, length, support, tied positions, tied sequences) or None."""
    def held(letters, inside):
        windows = (inside[i:i + len(letters)] for i in range(len(inside) - len(letters) + 1))
        return any(sum(a != b for a, b in zip(letters, window)) <= mismatches for window in windows)

    for length in range(max(map(len, sequences)), min_length - 1, -1):
        found = []
        for index, source in enumerate(sequences):
            for start in range(len(source) - length + 1):
                count = sum(held(source[start:start + length], other) for other in sequences)
                if count >= support:
                    found.append((index, start, count))
        if found:
            index, start, count = found[0]
            return index, start, length, count, len(found), len({each[0] for each in found})
    return None


class Fields(CliTestCase):
    def test_whole_object(self):
        done = self.succeed("substring", "-f", "json", "-k", "1", "-t", "3", "-l", "5", self.reads)
        self.assertEqual(done.stdout.count("\n"), 1)
        whole = json.loads(done.stdout)
        run = whole.pop("run")
        version = whole.pop("version")
        self.assertEqual(whole, {
            "schema": "concord.substring/1",
            "parameters": {"mismatches": 1, "support": 3, "support_given": "3", "min_length": 5, "alphabet": "auto"},
            "input": {"files": [self.reads], "sequences": 4, "letters": 44, "shortest": 11, "longest": 11,
                      "alphabet": "dna", "ambiguous": 0},
            "result": {"found": True, "length": 7, "text": "GATTACA", "sequence": {"index": 0, "name": "r1"},
                       "start": 2, "end": 9, "support": 3, "tied_positions": 3, "tied_sequences": 3}})
        self.assertRegex(version, r"^\d+\.\d+\.\d+$")
        self.assertGreaterEqual(run["peak_memory_bytes"], 1 << 20)
        self.assertGreaterEqual(run["seconds"]["total"], run["seconds"]["compute"])

    def test_order_of_fields(self):
        text = self.succeed("substring", "-f", "json", "-t", "2", "--all", self.reads).stdout
        keys = []
        json.loads(text, object_pairs_hook=lambda pairs: keys.append([key for key, _ in pairs]) or dict(pairs))
        self.assertEqual(keys[-1], ["schema", "version", "parameters", "input", "result", "run"])
        self.assertIn(["found", "length", "text", "sequence", "start", "end", "support", "tied_positions",
                       "tied_sequences", "ties"], keys)
        self.assertIn(["device", "threads", "seconds", "peak_memory_bytes", "vectors"], keys)
        self.assertIn(["read", "start", "compute", "total"], keys)

    def test_none(self):
        answer = self.answer("-t", "4", "-l", "5", "--all", self.reads)
        self.assertEqual(answer["result"], {"found": False})

    def test_ties(self):
        result = self.answer("-t", "2", "--all", self.reads)["result"]
        self.assertEqual(result["ties"], [
            {"sequence": {"index": 0, "name": "r1"}, "start": 2, "text": "GATTACA", "support": 2},
            {"sequence": {"index": 1, "name": "r2"}, "start": 2, "text": "GATTACA", "support": 2}])
        self.assertEqual((result["tied_positions"], result["tied_sequences"]), (2, 2))

    def test_bytes_become_code_points(self):
        path = self.write("bytes.fasta", b">a\nx\xe9\xffy\n>b\nzx\xe9\xffy\n")
        result = self.answer("--alphabet", "bytes", "-t", "2", path)["result"]
        self.assertEqual((result["text"], result["length"]), ("x\u00e9\u00ffy", 4))

    def test_name_that_is_not_utf8(self):
        path = self.write("name.fasta", b">\xff\nACGT\n")
        self.assertEqual(self.answer(path)["result"]["sequence"]["name"], "\\xff")


class Support(CliTestCase):
    def test_share(self):
        for given, count in (("20%", 1), ("50%", 2), ("51%", 3), ("100%", 4), ("0.1%", 1)):
            parameters = self.answer("-t", given, self.reads)["parameters"]
            self.assertEqual((parameters["support"], parameters["support_given"]), (count, given))

    def test_default_is_a_fifth_but_at_least_two(self):
        parameters = self.answer(self.reads)["parameters"]
        self.assertEqual((parameters["support"], parameters["support_given"]), (2, None))
        many = self.write("many.fasta", fasta({str(i): "ACGTACGT" for i in range(21)}))
        self.assertEqual(self.answer(many)["parameters"]["support"], 5)
        one = self.write("one.fasta", b">a\nACGT\n")
        self.assertEqual(self.answer(one)["result"]["text"], "ACGT")


class Meaning(CliTestCase):
    def test_against_the_definition(self):
        source = random.Random(5)
        for case in range(25):
            letters = source.choice(["ACGT", "AC"])
            sequences = ["".join(source.choices(letters, k=source.randint(1, 14))) for _ in range(source.randint(1, 6))]
            support = source.randint(1, len(sequences))
            mismatches = source.randint(0, 3)
            path = self.write("case.fasta", fasta({str(i): each for i, each in enumerate(sequences)}))
            result = self.answer("-k", mismatches, "-t", support, "-l", 2, "--alphabet", "dna", path)["result"]
            expected = longest_shared(sequences, mismatches, support, 2)
            with self.subTest(case=case, sequences=sequences, mismatches=mismatches, support=support):
                self.assertEqual(result["found"], expected is not None)
                if expected:
                    self.assertEqual((result["sequence"]["index"], result["start"], result["length"],
                                      result["support"], result["tied_positions"], result["tied_sequences"]), expected)

    def test_same_for_any_way_to_run(self):
        reads = self.folder / "many.fastq"
        self.succeed("simulate", "reads", "-n", "400", "--seed", "3", "-o", reads)
        usable = json.loads(self.succeed("devices", "-f", "json").stdout)["vectors"]
        seen = set()
        for vectors, threads in itertools.product(["auto", *usable], ["1", "3"]):
            answer = self.answer("-k", "2", "-t", "15%", "--all", "--vectors", vectors, "-j", threads, reads)
            run = answer.pop("run")
            if vectors != "auto":
                self.assertEqual(run["vectors"], vectors)
            self.assertLessEqual(run["threads"], int(threads))
            seen.add(json.dumps(answer))
        self.assertEqual(len(seen), 1)

    def test_case_and_uracil(self):
        path = self.write("folded.fasta", b">a\nccgauuacacc\n>b\nTTGATTACATT\n")
        self.assertEqual(self.answer("-t", "2", path)["result"]["length"], 7)
