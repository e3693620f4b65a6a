"""Pages that --report writes: whole, alone, small, and safe whatever the input is called."""

import base64
import hashlib
import json
import pathlib

import pages
from support import CliTestCase


def without_run(whole):
    return {key: value for key, value in whole.items() if key not in ("run", "cut")}


class Pages(CliTestCase):
    def page(self, path):
        return pages.Page(pathlib.Path(path).read_text(encoding="utf-8"))

    def test_are_well_formed_and_stand_alone(self):
        for name, (path, _) in pages.reports(self).items():
            with self.subTest(name):
                page = self.page(path)
                self.assertEqual(pages.references(page), [])
                self.assertLess(path.stat().st_size, 1_000_000)
                for tag, attributes in page.elements:
                    self.assertNotIn("style", attributes)  # the style of the page is all there is
                    self.assertFalse([each for each in attributes if each.startswith("on")])
                    if tag == "svg":
                        self.assertEqual(attributes["role"], "img")
                    if tag == "img":
                        self.assertTrue(attributes["alt"])
                ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
                self.assertEqual(len(ids), len(set(ids)))
                for _, attributes in page.elements:
                    for label in attributes.get("aria-labelledby", "").split():
                        self.assertIn(label, ids)

    def test_hold_the_json_of_the_command(self):
        for name, (path, printed) in pages.reports(self).items():
            with self.subTest(name):
                self.assertEqual(without_run(self.page(path).json()), without_run(printed))

    def test_policy_allows_the_script_of_the_page_alone(self):
        self.succeed("substring", "-t", "2", "--report", "page.html", self.reads)
        page = self.page(self.folder / "page.html")
        policy = next(attributes["content"] for tag, attributes in page.elements
                      if attributes.get("http-equiv") == "Content-Security-Policy")
        digest = base64.b64encode(hashlib.sha256(page.scripts[""].encode()).digest()).decode()
        self.assertIn("default-src 'none'", policy)
        self.assertIn(f"script-src 'sha256-{digest}'", policy)

    def test_names_cannot_become_markup(self):
        name = pages.HOSTILE.replace(" ", "_")
        path = self.folder / "a<b>&\x1b[31m.fasta"
        path.write_text("".join(f">{name}{i}\nGATTACA{'C' * i}\n" for i in range(3)), encoding="utf-8")
        for command in (("substring", "-t", "2"), ("overlap", "-t", "2"), ("overlap", "--overlaps", "1"),
                        ("distance", "--all", "--alphabet", "dna")):
            with self.subTest(command):
                self.succeed(*command, "--report", "page.html", str(path))
                text = (self.folder / "page.html").read_text(encoding="utf-8")
                page = pages.Page(text)
                self.assertEqual(set(page.scripts), {"concord", "concord-figures", ""})
                self.assertNotIn("\x1b", text)
                self.assertIn("a<b>&\\x1b[31m.fasta", page.text)  # shown, not obeyed
                self.assertIn("\\u{202e}</script>", page.text)
                self.assertNotIn("\u202e", page.text)
                self.assertEqual(page.text.count("taken"), page.text.count("document.title='taken'"))

    def test_names_that_are_no_text(self):
        path = self.write("odd.fasta", b">\xff\xfe\nGATTACA\n>b\nGATTACA\n")
        self.succeed("substring", "-t", "2", "-o", "out.tsv", "--report", "page.html", path)
        self.assertIn("\\xff\\xfe", self.page(self.folder / "page.html").text)

    def test_huge_answers_are_cut_and_say_so(self):
        letters = "ACGTTGCAAGCT" * 50_000
        path = self.write("long.fasta", f">{'n' * 300_000}\n{letters}\n>b\n{letters}\n".encode())
        self.succeed("overlap", "-t", "2", "--report", "page.html", path)
        self.assertLess((self.folder / "page.html").stat().st_size, 1_000_000)
        whole = self.page(self.folder / "page.html").json()
        self.assertEqual(whole["result"]["length"], len(letters))
        cut = {each["at"]: each for each in whole["cut"]}
        self.assertEqual(cut["/result/text"]["bytes"], len(letters))
        self.assertEqual(len(whole["result"]["text"]), cut["/result/text"]["kept"])

    def test_many_rows_are_cut_and_counted(self):
        path = self.write("many.txt", "".join(f"{i:05d}\n" for i in range(60)).encode())
        printed = self.object("distance", "--all", "--report", "page.html", path)
        page = self.page(self.folder / "page.html")
        whole = page.json()
        self.assertEqual(whole["cut"], [{"at": "/result/pairs", "elements": 3600, "kept": 1000}])
        self.assertEqual(whole["result"]["pairs"], printed["result"]["pairs"][:1000])
        self.assertEqual(page.json("concord-figures")["pairs"], 60 * 59 // 2)


class Figures(CliTestCase):
    def figures(self, *arguments):
        self.succeed(*arguments, "--report", "page.html")
        return pages.Page((self.folder / "page.html").read_text(encoding="utf-8")).json("concord-figures")

    def test_substring(self):
        # GATTACA in r1 and r2 at 2, GATTTCA in r3 at 2: worked by hand.
        figures = self.figures("substring", "-k", "1", "-t", "3", "-l", "5", self.reads)
        self.assertEqual(figures["logo"]["letters"], "ACGT")
        self.assertEqual(figures["logo"]["counts"][4], [2, 0, 0, 1])
        self.assertEqual(figures["starts"]["counts"], [0, 0, 3, 0, 0])
        self.assertEqual(figures["mismatches"]["counts"], [2, 1])
        self.assertEqual(figures["distinct_ties"], 2)

    def test_curves_agree_with_searches_for_each_support(self):
        reads = self.write("reads.fastq", self.succeed("simulate", "reads", "-n", "60", "--seed", "3").stdout.encode())
        for k in ("0", "1"):
            curve = self.figures("substring", "-k", k, "-t", "12", reads)["curve"]
            points = dict(curve["support_and_length"])
            self.assertIn(12, points)
            self.assertGreater(len(points), 3)
            for support in range(2, 61):
                length = self.answer("-k", k, "-t", support, reads)["result"].get("length", 0)
                if support in points:
                    self.assertEqual(points[support], length, support)
                elif curve["exact_between"]:
                    self.assertEqual(points[max(each for each in points if each < support)], length, support)
                else:
                    before = [each for each in points if each < support]
                    behind = [each for each in points if each > support]
                    self.assertTrue(not before or points[max(before)] >= length)
                    self.assertTrue(not behind or points[min(behind)] <= length)

    def test_alignment_is_counted(self):
        figures = self.figures("distance", "--text", "kitten", "sitting")
        self.assertEqual(figures["alignment"], {"equal": 4, "replaced": 2, "only_a": 0, "only_b": 1})
        self.assertEqual(figures["identity"], [0, 1, 1, 1, 0, 1, 0])

    def test_distances_count_each_pair_once(self):
        path = self.write("words.txt", b"abc\nabd\nxyz\n")
        figures = self.figures("distance", "--all", path)
        self.assertEqual(figures["pairs"], 3)
        self.assertEqual(figures["nearest"], [[0, 1, 1], [0, 2, 3], [1, 2, 3]])
        self.assertEqual(figures["distances"], {"least": 1, "width": 1, "counts": [1, 0, 2]})

    def test_matches_fill_their_cells(self):
        a, b = self.two_files("ACGTACCA", "TTGTACAA")
        # GTAC alone: four cells of the diagonal from (2, 2).
        figures = self.figures("overlap", "--mems", "4", a, b)
        self.assertEqual((figures["count"], figures["dot_plot"]["filled"]), (1, 4))


class Files(CliTestCase):
    def test_nothing_is_left_half_written(self):
        self.fail_with(3, "substring", "--report", "page.html", self.write("bad.fasta", b">a\nAC\n@b\n!\n"))
        self.fail_with(4, "substring", "--report", "missing/page.html", self.reads, message="missing/page.html")
        self.fail_with(4, "substring", "--occurrences", "/dev/full", "--report", "page.html", self.reads,
                       message="/dev/full")
        self.assertEqual(self.files(), ["bad.fasta", "reads.fasta"])

    def test_two_outputs_need_two_places(self):
        for command in (("substring", self.reads), ("overlap", self.reads), ("component", self.reads, self.reads),
                        ("subsequence", "--text", "a", "b"), ("distance", "--text", "a", "b")):
            self.fail_with(2, *command, "--report", "x", "-o", "x", message="two outputs")

    def test_compressed(self):
        self.succeed("substring", "-t", "2", "--report", "page.html.gz", self.reads)
        self.assertEqual((self.folder / "page.html.gz").read_bytes()[:2], b"\x1f\x8b")

    def test_answer_is_the_same_beside_a_report(self):
        alone = self.succeed("substring", "-k", "1", "-t", "3", "-f", "tsv", self.reads).stdout
        self.assertEqual(self.succeed("substring", "-k", "1", "-t", "3", "-f", "tsv", "--report", "page.html",
                                      self.reads).stdout, alone)
        printed = json.loads(self.succeed("substring", "-t", "3", "-f", "json", "--report", "page.html",
                                          self.reads).stdout)
        self.assertNotIn("ties", printed["result"])
