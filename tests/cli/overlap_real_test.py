"""`concord overlap` of real sequences: its answers hold against plain searches in the letters."""

import gzip
import json

from support import CliTestCase, shared_data


def real_sequences(name):
    """Path and letters, U as T, of a file of real data."""
    path = shared_data(name)
    content = path.read_bytes()
    if content.startswith(b"\x1f\x8b"):
        content = gzip.decompress(content)
    records = content.decode().split(">")[1:]
    letters = ["".join(record.split("\n")[1:]).upper().replace("U", "T").replace("\r", "") for record in records]
    return str(path), letters


def most_holders(sequences, length):
    """How many sequences hold the window of so many letters that most hold; by a table of all windows."""
    holders, last = {}, {}
    for number, letters in enumerate(sequences):
        wrong = [at for at, letter in enumerate(letters) if letter not in "ACGT"]
        for start in range(len(letters) - length + 1):
            while wrong and wrong[0] < start:
                wrong.pop(0)
            if wrong and wrong[0] < start + length:
                continue
            window = hash(letters[start:start + length])  # that two windows share one could only add holders
            if last.get(window) != number:
                last[window] = number
                holders[window] = holders.get(window, 0) + 1
    return max(holders.values(), default=0)


class RealData(CliTestCase):
    def check_region(self, path, sequences, support, *arguments):
        """It is where it is said to be, in as many sequences as is said, and no longer one has so many."""
        result = self.result("overlap", "-t", support, *arguments, path)
        text = result["text"].replace("U", "T")
        source = sequences[result["sequence"]["index"]]
        self.assertEqual(source[result["start"]:result["end"]], text)
        self.assertEqual(sum(text in letters for letters in sequences), result["support"])
        self.assertGreaterEqual(result["support"], support)
        self.assertEqual(len(text), result["length"])
        self.assertLess(most_holders(sequences, len(text) + 1), support)
        holders = {at["sequence"] for at in result["occurrences"]}
        self.assertEqual(holders, {i for i, letters in enumerate(sequences) if text in letters})
        return result

    def test_mitochondria(self):
        path, sequences = real_sequences("primates27_mtDNA.fasta")
        for support in (2, 9, 27):
            result = self.check_region(path, sequences, support)
            other = self.result("substring", "-t", support, path)
            self.assertEqual({name: result[name] for name in other if name in result},
                             {name: other[name] for name in other if name in result})
        by_support = self.result("overlap", "--every-support", path)["by_support"]
        self.assertEqual([each["support"] for each in by_support], list(range(2, 28)))
        lengths = [each["length"] for each in by_support]
        self.assertEqual(lengths, sorted(lengths, reverse=True))
        for each in by_support:
            alone = self.result("overlap", "-t", each["support"], path)
            self.assertEqual((each["length"], each["sequence"], each["start"], each["held_by"]),
                             (alone["length"], alone["sequence"]["index"], alone["start"], alone["support"]))

    def test_repeat_of_a_mitochondrion(self):
        path, sequences = real_sequences("primates27_mtDNA.fasta")
        result = self.result("overlap", "--repeat", path)
        letters = sequences[result["sequence"]["index"]]
        text = letters[result["start"]:result["end"]]
        starts = [at for at in range(len(letters)) if letters.startswith(text, at)]
        self.assertEqual([at["start"] for at in result["occurrences"]], starts)
        self.assertGreaterEqual(len(starts), 2)
        for one in sequences:
            windows = [one[at:at + len(text) + 1] for at in range(len(one) - len(text))]
            windows = [window for window in windows if set(window) <= set("ACGT")]
            self.assertEqual(len(windows), len(set(windows)))

    def test_hairpins(self):
        path, sequences = real_sequences("miRBase_hairpin.fa.gz")
        self.succeed("overlap", "index", path, "-o", "hairpins.cdx")
        for support in (2, 300):
            result = self.check_region(path, sequences, support)
            again = json.loads(self.succeed("overlap", "-t", support, "-f", "json", "hairpins.cdx").stdout)
            self.assertEqual(again["result"], result)
