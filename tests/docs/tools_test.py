"""The tools that watch over the documentation do catch what is wrong."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import assemble
import blocks
import headers


class Blocks(unittest.TestCase):
    def run_page(self, text):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "page.md"
            page.write_text(text)
            return subprocess.run([sys.executable, "-B", blocks.__file__, page, folder], capture_output=True, text=True,
                                  check=False)

    def test_what_is_shown_is_compared(self):
        self.assertEqual(self.run_page("```bash\necho a; echo b\n```\n```text\na\nb\n```\n").returncode, 0)
        wrong = self.run_page("```bash\necho a; echo b\n```\n```text\na\nc\n```\n")
        self.assertNotEqual(wrong.returncode, 0)
        self.assertIn("page.md:5: what is shown", wrong.stderr)

    def test_a_command_that_fails_is_an_error(self):
        self.assertIn("page.md:3: status 3", self.run_page("text\n```bash\necho a\nexit 3\n```\n").stderr)
        self.assertNotEqual(self.run_page("```bash\nfalse | cat\n```\n").returncode, 0)

    def test_a_page_without_blocks_is_an_error(self):
        self.assertNotEqual(self.run_page("nothing\n").returncode, 0)

    def test_times_and_gaps_are_masked(self):
        self.assertEqual(blocks.masked("took 0.25 s\n"), blocks.masked("took 3 s"))
        self.assertNotEqual(blocks.masked("3 letters"), blocks.masked("4 letters"))
        self.assertTrue(blocks.matches(["a", "...", "z"], ["a", "b", "c", "z"]))
        self.assertFalse(blocks.matches(["a", "...", "z"], ["a", "b", "c"]))


class Links(unittest.TestCase):
    def linked(self, text):
        """The text as a page of tutorials has it, and what is wrong with it."""
        with tempfile.TemporaryDirectory() as folder:
            site = assemble.Site(pathlib.Path(folder), pathlib.Path(folder))
            source, target = pathlib.Path("docs/tutorials/two-images.md"), pathlib.Path("tutorials/two-images.md")
            return assemble.LINK.sub(lambda found: site.link(source, target, found), text), site.wrong

    def test_pages_elsewhere_are_found(self):
        self.assertEqual(self.linked("[how](../../src/problems/substring/README.md#idea)"),
                         ("[how](../how/substring.md#idea)", []))
        self.assertEqual(self.linked("[`headers`](../../include/concord)"), ("[`headers`](../reference/headers.md)", []))
        self.assertEqual(self.linked("[the tests](../../tests/agree)"), ("the tests", []))
        self.assertEqual(self.linked("[out](https://example.org/x)"), ("[out](https://example.org/x)", []))

    def test_a_picture_of_the_sources_is_copied(self):
        with tempfile.TemporaryDirectory() as folder:
            site = assemble.Site(pathlib.Path(folder) / "made", pathlib.Path(folder))
            source, target = pathlib.Path("docs/performance.md"), pathlib.Path("performance.md")
            text = assemble.LINK.sub(lambda found: site.link(source, target, found), "![x](pictures/sweep-substring.svg)")
            self.assertEqual((text, site.wrong), ("![x](performance/pictures/sweep-substring.svg)", []))
            self.assertIn("<svg", (pathlib.Path(folder) / "pages/performance/pictures/sweep-substring.svg").read_text())

    def test_a_broken_link_is_told(self):
        self.assertIn("there is no nowhere.md", self.linked("[x](nowhere.md)")[1][0])
        self.assertIn("there is no unmade.png", self.linked("![x](unmade.png)")[1][0])
        self.assertEqual(self.linked("`![x](nowhere.png)`")[1], [])


class Headers(unittest.TestCase):
    def test_a_declaration_has_its_comment(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "some.hpp"
            path.write_text("// What it is.\n#pragma once\n\nnamespace concord {\n\n/// Adds <two> numbers,\n/// exactly.\n"
                            "[[nodiscard]] int sum(int a, int b);\n\nstruct point {\n    int x = 0; ///< metres\n\n"
                            "    int y = 0;\n};\n\n} // namespace concord\n")
            page = headers.headers_page(pathlib.Path(folder))
        self.assertIn("### sum\n\nAdds \\<two\\> numbers, exactly.\n\n```cpp\n[[nodiscard]] int sum(int a, int b);\n```", page)
        self.assertIn("### point\n\n```cpp\nstruct point {\n    int x = 0; ///< metres\n\n    int y = 0;\n};\n```", page)


if __name__ == "__main__":
    unittest.main()
