"""bench/adapters: libraries are what their seed says, and answers are judged rightly. No clock, no program of ours."""

import collections
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import support

sys.path.insert(0, str(support.ROOT / "bench" / "adapters"))
import judgement
import libraries
import reads

TRUSEQ = "AGATCGGAAGAGCACACGTCTGAACTCCAGTCA"


def letters_of(path):
    return pathlib.Path(path).read_text(encoding="ascii").splitlines()[1::4]


class Judgement(unittest.TestCase):
    def judged(self, called, **other):
        return judgement.judged([{"letters": TRUSEQ, "held": 0.01, "behind": "", "readable": len(TRUSEQ), **other}], called)

    def test_the_whole_of_it_on_either_strand_is_exact(self):
        for letters in judgement.strands(TRUSEQ):
            answer = self.judged([letters])
            self.assertEqual((answer["found"], answer["exact"], answer["false"]), (1, 1, []))

    def test_a_letter_more_or_less_is_found_and_not_exact(self):
        for letters in (TRUSEQ + "C", TRUSEQ[:-1], TRUSEQ[1:]):
            answer = self.judged([letters])
            self.assertEqual((answer["found"], answer["exact"]), (1, 0))
            self.assertEqual(answer["not exact"], [TRUSEQ])

    def test_letters_that_no_reads_reach_may_be_missing(self):
        self.assertEqual(self.judged([TRUSEQ[:-2]], readable=len(TRUSEQ) - 2)["exact"], 1)
        self.assertEqual(self.judged([TRUSEQ[:-3]], readable=len(TRUSEQ) - 2)["exact"], 0)
        self.assertEqual(self.judged([TRUSEQ[:-2] + "G"], readable=len(TRUSEQ) - 2)["exact"], 0)

    def test_the_letter_of_the_tail_may_be_missing_or_too_many(self):
        self.assertEqual(self.judged([TRUSEQ[:-1]], behind="A")["exact"], 1)
        self.assertEqual(self.judged([TRUSEQ + "AAAAA"], behind="A")["exact"], 1)
        self.assertEqual(self.judged([TRUSEQ + "AAAAAA"], behind="A")["exact"], 0)
        self.assertEqual(self.judged([TRUSEQ[:-1]], behind="G")["exact"], 0)
        self.assertEqual(self.judged([TRUSEQ[:-2]], behind="A")["exact"], 0)

    def test_a_part_is_found_from_twelve_letters_and_half_of_the_shorter_one_on(self):
        self.assertEqual(self.judged([TRUSEQ[3:15]])["found"], 1)
        self.assertEqual(self.judged([TRUSEQ[3:14]])["found"], 0)
        self.assertEqual(self.judged(["TTTTTTTTTTTTTTTTTTTTT" + TRUSEQ[3:15]])["found"], 0)

    def test_what_has_nothing_of_it_is_false(self):
        answer = self.judged([TRUSEQ, "CTGTCTCTTATACACATCT"])
        self.assertEqual(answer["false"], ["CTGTCTCTTATACACATCT"])
        self.assertEqual(answer["missed"], [])

    def test_rare_ones_do_not_count_and_are_not_false(self):
        self.assertEqual(self.judged([TRUSEQ], held=0.0019)["adapters"], 0)
        self.assertEqual(self.judged([TRUSEQ], held=0.0019)["false"], [])
        self.assertEqual(self.judged([], held=0.002)["missed"], [TRUSEQ])


class Libraries(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def made(self, library):
        maker = reads.Maker(library)
        maker.write(self.folder / "reads.fastq", self.folder / "mates.fastq")
        return maker, letters_of(self.folder / "reads.fastq")

    def test_what_the_goal_asks_for_is_there(self):
        seen = collections.Counter()
        for seed in range(200):
            library = libraries.described("short", seed)
            self.assertTrue(1 <= len(library.adapters) <= 3)
            self.assertTrue(libraries.LEAST_READS <= library.reads <= 1_000_000)
            self.assertTrue(0.001 <= library.error <= 0.02)
            self.assertLessEqual(sum(adapter.share for adapter in library.adapters), 0.95 + 1e-9)
            for adapter in library.adapters:
                self.assertTrue(0.001 <= adapter.share <= 0.6)
                seen[adapter.letters in libraries.PUBLISHED, adapter.behind, adapter.place] += 1
            seen[libraries.described("clean", seed).surroundings] += 1
        self.assertEqual(len(seen), 12 + len(libraries.SURROUNDINGS))

    def test_adapters_stand_where_the_counts_say(self):
        for seed in range(6):
            library = libraries.described("short", seed, 4000)
            library.error = 1e-9
            maker, letters = self.made(library)
            self.assertEqual(len(letters), 4000)
            self.assertEqual({len(read) for read in letters}, {library.letters})
            for i, (adapter, held) in enumerate(zip(library.adapters, maker.held)):
                reaching = sum(maker.shown[i][maker.readable(i):])
                self.assertTrue(reaching >= 20 or maker.readable(i) == 0)
                self.assertLess(reaching - maker.shown[i][maker.readable(i)], 20)
                parts = [read for read in letters if adapter.letters[:12] in read]
                self.assertGreaterEqual(len(parts), held)
                self.assertLessEqual(len(parts), held + 5)  # the beginning that two adapters share, and chance

    def test_errors_are_as_many_as_asked_for(self):
        library = libraries.described("clean", 0, 4000)
        library.error = 1e-9
        before = self.made(library)[1]
        library.error = 0.02
        wrong = sum(a != b for one, other in zip(before[:1000], self.made(library)[1]) for a, b in zip(one, other))
        self.assertAlmostEqual(wrong / (1000 * library.letters), 0.02, delta=0.002)

    def test_long_reads_have_the_letters_that_their_errors_leave(self):
        library = libraries.described("long", 1, 300)
        maker, letters = self.made(library)
        self.assertEqual(len(letters), 300)
        begin = library.adapters[0].letters[:12]
        parts = sum(begin in read[:30] for read in letters)
        self.assertTrue(0.4 * maker.held[0] <= parts <= 0.75 * maker.held[0], (parts, maker.held))  # 0.95^12 is 0.54

    def test_a_seed_gives_the_same_reads(self):
        for kind in libraries.KINDS:
            library = libraries.described(kind, 3, 500)
            self.assertEqual(self.made(library)[1], self.made(library)[1])
            self.assertNotEqual(self.made(library)[1], self.made(libraries.described(kind, 6, 500))[1])

    def test_trimmed_reads_end_with_two_letters_of_an_adapter_at_most(self):
        library = next(one for one in (libraries.described("clean", seed, 3000) for seed in range(100))
                       if one.surroundings == "trimmed")
        library.error = 1e-9
        maker, letters = self.made(library)
        self.assertGreater(len({len(read) for read in letters}), 30)
        self.assertLess(sum(maker.trimmed[:9].decode() in read for read in letters), 10)


class Program(unittest.TestCase):
    """The whole tool, asked about a stand-in that calls the same sequence an adapter in every file."""

    def record(self, program, *options):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "program"
            path.write_text(f"#!{sys.executable}\n{program}\n", encoding="utf-8")
            path.chmod(0o755)
            done = subprocess.run([sys.executable, support.ROOT / "bench" / "adapters" / "accuracy.py", "--program", path,
                                   "--most-reads", "300", "--rivals", "none", "--jobs", "2", "--record",
                                   f"{folder}/record.json", *options], capture_output=True, text=True, check=False)
            return done, json.loads(pathlib.Path(f"{folder}/record.json").read_text(encoding="utf-8"))

    def answering(self, letters):
        found = [{"letters": letters, "verdict": "adapter"}, {"letters": "ACGT", "verdict": "insert"}]
        return f"print({json.dumps(json.dumps({'result': {'files': [{'found': found}]}}))})"

    def test_what_is_false_and_what_is_missed(self):
        done, record = self.record(self.answering("CCCCCCCCCCCCCCCCCCCC"), "--only", "short:0-1,clean:2")
        self.assertEqual(done.returncode, 0, done.stderr)
        totals = record["totals"]["concord"]
        self.assertEqual(totals["clean"]["libraries with a false one"], 1)
        self.assertEqual((totals["short"]["libraries"], totals["short"]["found"]), (2, 0))
        self.assertEqual(len(record["libraries"]), 3)
        self.assertIn("missed", done.stderr)

    def test_what_is_exact(self):
        adapter = libraries.described("short", 0).adapters[0].letters
        done, record = self.record(self.answering(adapter), "--only", "short:0")
        totals = record["totals"]["concord"]["short"]
        self.assertEqual((totals["adapters"], totals["exact"]), (1, 1), done.stderr)

    def test_a_program_that_fails(self):
        done, record = self.record("raise SystemExit(3)", "--only", "clean:0")
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(record["totals"]["concord"]["clean"]["no answer"], 1)

    def test_a_limit_of_time_leaves_libraries_out(self):
        done, record = self.record(self.answering("ACGT"), "--only", "clean:0-2", "--time-limit", "-1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(record["left out"]), ["clean:0", "clean:1", "clean:2"])


if __name__ == "__main__":
    unittest.main()
