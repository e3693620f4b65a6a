"""`concord distance --find` where occurrences do not fit the memory."""

import json
import random

from support import CliTestCase, fasta, rows


class ManyOccurrences(CliTestCase):
    def setUp(self):
        super().setUp()
        chance = random.Random(1)
        letters = lambda count: "".join(chance.choices("ACGT", k=count))  # noqa: E731
        self.patterns = self.write("patterns.fasta", fasta({f"p{i}": letters(8) for i in range(12)}))
        self.texts = self.write("texts.fasta", fasta({f"t{i}": letters(9000) for i in range(5)}))

    def find(self, *more):
        done = self.succeed("distance", "--find", "-k", "3", "--both-strands", self.patterns, self.texts, "-v", *more)
        return done.stdout, done.stderr.decode() if isinstance(done.stderr, bytes) else done.stderr

    def test_are_the_same_from_a_file(self):
        whole, messages = self.find("-f", "tsv")
        self.assertNotIn("temporary file", messages)
        parts, messages = self.find("-f", "tsv", "--memory", "2M")
        self.assertIn("lie in a temporary file", messages)
        self.assertEqual(parts, whole)
        numbers = [(int(row[0]), row[8] == "-", int(row[2]), int(row[5])) for row in rows(whole)[1:]]
        self.assertEqual(numbers, sorted(numbers))
        self.assertGreater(len(numbers), 50_000)

    def test_are_counted_in_json(self):
        answers = [json.loads(self.find("-f", "json", *more)[0])["result"] for more in ((), ("--memory", "2M"))]
        self.assertEqual(answers[0], answers[1])
        self.assertEqual(answers[1]["found"], len(answers[1]["occurrences"]))

    def test_need_a_folder_for_temporary_files(self):
        self.fail_with(4, "distance", "--find", "-k", "3", self.patterns, self.texts, "--memory", "2M",
                       message="temporary", environment=self.environment(TMPDIR=str(self.folder / "nowhere")))
