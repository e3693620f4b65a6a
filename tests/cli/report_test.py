"""Pages that --report writes: whole, alone, small, and safe whatever the input is called."""

import base64
import gzip
import hashlib
import json
import pathlib
import re

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


    def test_pairs_that_are_farthest_and_a_heat_map(self):
        path = self.write("words.txt", b"abc\nabd\nxyz\n")
        figures = self.figures("distance", "--all", path)
        self.assertEqual(figures["farthest"], [[0, 2, 3], [1, 2, 3], [0, 1, 1]])
        self.assertEqual(figures["heat_map"], {"rows": 3, "columns": 3, "means": [[0, 1, 3], [1, 0, 3], [3, 3, 0]]})
        for command in (("--nearest", "1"), ("--all", "--max-distance", "1")):
            self.assertNotIn("heat_map", self.figures("distance", *command, path))

    def test_heat_map_of_many_is_of_means(self):
        words = [f"{i:07b}" for i in range(100)]
        path = self.write("words.txt", "".join(f"{word}\n" for word in words).encode())
        found = self.figures("distance", "--all", "--metric", "hamming", path)["heat_map"]
        self.assertEqual((found["rows"], found["columns"]), (48, 48))
        cells = {}
        for i, a in enumerate(words):
            for j, b in enumerate(words):
                cells.setdefault((i * 48 // 100, j * 48 // 100), []).append(sum(x != y for x, y in zip(a, b)))
        for (row, column), each in cells.items():
            self.assertAlmostEqual(found["means"][row][column], sum(each) / len(each))


class Parts(CliTestCase):
    """What stands on a page besides its figures."""

    def page(self, *arguments, **changes):
        self.succeed(*arguments, "--report", "page.html", environment=self.environment(**changes))
        self.html = (self.folder / "page.html").read_text(encoding="utf-8")
        return pages.Page(self.html)

    def fact(self, name):
        return re.search(rf"<dt>{name}</dt><dd>(.*?)</dd>", self.html)[1]

    def test_date(self):
        self.page("substring", "-t", "2", self.reads, SOURCE_DATE_EPOCH="86400")
        self.assertEqual(self.fact("Date"), "1970-01-02")
        self.page("substring", "-t", "2", self.reads)
        self.assertRegex(self.fact("Date"), r"^20\d\d-\d\d-\d\d$")

    def test_checksum_is_of_what_was_read(self):
        found = set()
        reads = pathlib.Path(self.reads).read_bytes()
        for name, content in (("same.fasta", reads), ("wrapped.fasta", reads.replace(b"GATT", b"GA\nTT")),
                              ("packed.fasta.gz", gzip.compress(reads))):
            self.page("substring", "-t", "2", self.write(name, content))
            found.add(re.match(r"<code>([0-9a-f]{16})</code>", self.fact("Checksum"))[1])
        self.assertEqual(len(found), 1)
        self.page("substring", "-t", "2", self.write("other.fasta", reads.replace(b"TTGA", b"TTGC")))
        self.assertNotIn(re.match(r"<code>([0-9a-f]{16})</code>", self.fact("Checksum"))[1], found)

    def test_every_page_can_be_cited(self):
        version = self.succeed("--version").stdout.split()[1]
        for name, (path, _) in pages.reports(self).items():
            with self.subTest(name):
                text = path.read_text(encoding="utf-8")
                sentence = re.search(r'<pre id="cite">(.*?)</pre>', text)[1]
                self.assertRegex(sentence, rf" computed( exactly)? by concord {re.escape(version)} \(cpu")
                self.assertIn(f"The command was: {re.search('<pre id=.command.>(.*?)</pre>', text)[1]}", sentence)
                self.assertTrue(re.search(r"<dt>Checksums?</dt><dd><code>[0-9a-f]", text))

    def test_alignment_of_a_pair(self):
        self.page("distance", "--text", "kitten", "sitting")
        drawn = re.search(r'id="alignment">.*?<pre class="rows">(.*?)</pre>', self.html, re.DOTALL)[1]
        self.assertEqual([line.split() for line in drawn.splitlines() if line.strip()],
                         [["A", "0", "kitten-", "6"], [".|||.|"], ["B", "0", "sitting", "7"]])

    def test_alignment_holds_both_sequences(self):
        a, b = self.two_files("ACGTTGCATGGATTACAGATTACCCGATAG" * 20, "ACGTTGCATGGATACAGATTACCGGATAG" * 20)
        for command in ("subsequence", "distance"):
            self.page(command, a, b)
            drawn = re.search(r'id="alignment">.*?<pre class="rows">(.*?)</pre>', self.html, re.DOTALL)[1]
            lines = [line.split() for line in drawn.splitlines() if line.strip() and re.search("[ACGT]", line)]
            for name, path in (("seq1", a), ("seq2", b)):
                shown = "".join(line[2] for line in lines if line[0] == name).replace("-", "")
                self.assertEqual(shown, pathlib.Path(path).read_text().split("\n")[1])

    def test_alignment_is_left_out_where_it_is_long(self):
        a, b = self.two_files("ACGTTGCATG" * 501, "ACGTTGCATG" * 501)
        self.page("distance", a, b)
        self.assertNotIn('id="alignment"', self.html)

    def test_texts_for_each_support(self):
        reads = self.write("reads.fastq", self.succeed("simulate", "reads", "-n", "60", "--seed", "3").stdout.encode())
        letters = [line for line in pathlib.Path(reads).read_text().split("\n")[1::4]]
        for command in (("substring", "-k", "0"), ("overlap",)):
            page = self.page(*command, "-t", "12", reads)
            points = page.json("concord-figures")["curve"]["support_and_length"]
            part = re.search(r'id="curve-texts".*?</table>', self.html, re.DOTALL)[0]
            listed = [(int(support), length, text) for support, length, text in
                      re.findall(r"<tr><td[^>]*>(\d+)</td><td[^>]*>(\w+)</td><td[^>]*><code>(\w*)</code>", part)]
            self.assertEqual(len(listed), min(len(points), 40))
            for support, length, text in listed:
                if length == "none":
                    continue
                self.assertEqual(len(text), int(length))
                self.assertIn([support, int(length)], points)
                self.assertGreaterEqual(sum(text in each for each in letters), support)

    def test_labels_stay_within_their_drawings(self):
        a, b = self.two_files("ACGTTGCATGGATTACAGATTACCCGATAG" * 400, "ACGTTGCATGGATACAGATTACCGGATAG" * 400)
        for command in (("distance", a, b), ("overlap", "--mems", "20", a, b), ("overlap", "-t", "2", a, b)):
            self.page(*command)
            for width, drawing in re.findall(r'<svg viewBox="0 0 ([\d.]+) [\d.]+"(.*?)</svg>', self.html, re.DOTALL):
                for x, text in re.findall(r'class="tick" x="([\d.]+)"[^>]*text-anchor="middle">([^<]*)<', drawing):
                    self.assertLess(float(x) + 3.4 * len(text), float(width), text)

    def test_few_matches_are_not_thinner_than_a_pixel(self):
        a, b = self.two_files("ACGTTGCATGGATTACAGATT" + "A" * 9000, "C" * 9000 + "ACGTTGCATGGATTACAGATT")
        self.page("overlap", "--mems", "20", a, b)
        self.assertIn('<g class="thin"', self.html)
        self.assertIn("vector-effect:non-scaling-stroke", self.html)

    def test_columns_of_numbers_are_marked_as_such(self):
        a, b = self.two_files("ACGTTGCATGGATTACAGATT" * 600, "ACGTTGCATGGATTACAGATT" * 600)
        self.page("overlap", "--mems", "20", a, b)
        table = re.search(r'id="longest".*?</table>', self.html, re.DOTALL)[0]
        numbers = re.findall(r'<th scope="col"( class="number")?>([^<]*)</th>', table)
        self.assertEqual([title for mark, title in numbers if mark], ["start a", "start b", "length"])
        self.assertRegex(self.html, r"\.number\{[^}]*white-space:nowrap")


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
