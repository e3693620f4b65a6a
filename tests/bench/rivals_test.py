"""What a record of a benchmark keeps of an answer."""

import unittest

import support  # noqa: F401 -- it lets the modules of bench be imported
import rivals


class ShortResult(unittest.TestCase):
    def test_short_answers_are_kept(self):
        result = {"length": 3, "text": "ACG", "occurrences": [1, 2], "found": True}
        self.assertEqual(rivals.short_result(result), result)

    def test_of_long_lists_texts_and_alignments_a_hash_is_kept(self):
        kept = rivals.short_result({"length": 5000, "text": "A" * 5000, "occurrences": list(range(65)), "cigar": "3="})
        self.assertEqual(kept["length"], 5000)
        for key in ("text", "occurrences", "cigar"):
            self.assertRegex(kept[key], "^[0-9a-f]{16}$", key)

    def test_hashes_tell_answers_apart(self):
        kept = [rivals.short_result({"text": letter * 5000})["text"] for letter in "AAC"]
        self.assertEqual(kept[0], kept[1])
        self.assertNotEqual(kept[0], kept[2])


if __name__ == "__main__":
    unittest.main()
