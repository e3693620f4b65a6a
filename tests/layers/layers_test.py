"""Holds the checkout against the borders, and plants breaches to prove that each check sees them.

Run by hand: python3 -m unittest layers_test
"""

import functools
import pathlib
import shutil
import tempfile
import unittest

import layers

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Checkout(unittest.TestCase):
    """Each check over the whole checkout; breaches are printed with file and line."""

    def hold(self, check):
        breaches = list(check(ROOT))
        self.assertFalse(breaches, "\n" + "\n".join(breaches))

    def test_includes(self):
        self.hold(layers.forbidden_includes)

    def test_cuda_mpi_and_public_headers(self):
        self.hold(layers.forbidden_headers)

    def test_links(self):
        self.hold(layers.forbidden_links)

    def test_no_file_is_too_long(self):
        self.hold(layers.long_files)

    def test_no_record_is_too_large(self):
        self.hold(layers.large_files)

    def test_no_names_clash(self):
        self.hold(layers.clashing_names)

    def test_tests_can_be_compiled_as_one(self):
        self.hold(layers.shared_test_names)

    def test_sources_include_what_they_use(self):
        self.hold(layers.missing_includes)

    def test_no_crumbs(self):
        self.hold(layers.crumbs)

    def test_every_room_has_a_readme(self):
        self.hold(layers.rooms_without_readme)

    def test_readmes_list_every_file(self):
        self.hold(layers.unlisted_files)


class Planted(unittest.TestCase):
    """A copy of the sources with one breach each, which is taken back."""

    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.root = pathlib.Path(temporary.name)
        for folder in ("src", "include", "apps", "python/src", "tests/unit", "tests/agree", "tests/support", "tests/oracles", "bench/programs"):
            shutil.copytree(ROOT / folder, cls.root / folder)

    @staticmethod
    @functools.cache
    def without_breach(check):
        return set(check(ROOT))

    def taken_back(self, path):
        """Lets the test leave a file as it is now, or absent."""
        if path.exists():
            self.addCleanup(path.write_bytes, path.read_bytes())
        else:
            self.addCleanup(path.unlink)

    def plant(self, name, text):
        path = self.root / name
        self.taken_back(path)
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(before + text, encoding="utf-8")
        return before.count("\n") + text.count("\n")

    def sees(self, check, *parts):
        new = set(check(self.root)) - self.without_breach(check)
        self.assertEqual(len(new), 1, new)
        for part in parts:
            self.assertIn(part, next(iter(new)))

    def test_an_include_upwards(self):
        line = self.plant("src/base/bits.hpp", '#include "runtime/thread_pool.hpp"\n')
        self.sees(layers.forbidden_includes, f"src/base/bits.hpp:{line}:", "runtime/thread_pool.hpp")

    def test_a_problem_that_includes_another(self):
        line = self.plant("src/problems/overlap/planted.cpp", '\n#include "problems/substring/problem.hpp"\n')
        self.sees(layers.forbidden_includes, f"src/problems/overlap/planted.cpp:{line}:")

    def test_formats_that_know_a_problem(self):
        self.plant("src/formats/planted.cpp", '#include "problems/overlap/problem.hpp"\n')
        self.sees(layers.forbidden_includes, "src/formats/planted.cpp:1:")

    def test_cuda_in_plain_code(self):
        self.plant("src/runtime/planted.hpp", "#include <cuda_runtime.h>\n")
        self.sees(layers.forbidden_headers, "src/runtime/planted.hpp:1:")

    def test_mpi_outside_its_folder(self):
        self.plant("src/runtime/planted.cpp", "#include <mpi.h>\n")
        self.sees(layers.forbidden_headers, "src/runtime/planted.cpp:1:")

    def test_internals_in_a_public_header(self):
        line = self.plant("include/concord/error.hpp", '#include "base/bits.hpp"\n')
        self.sees(layers.forbidden_headers, f"include/concord/error.hpp:{line}:")

    def test_a_problem_that_links_another(self):
        line = self.plant("src/problems/CMakeLists.txt", "concord_problem(overlap concord_runtime\n  concord_substring)\n")
        self.sees(layers.forbidden_links, f"src/problems/CMakeLists.txt:{line}:", "concord_substring")

    def test_a_long_file(self):
        self.plant("src/base/planted.cpp", "\n" * 401)
        self.sees(layers.long_files, "src/base/planted.cpp:401:")

    def test_a_large_record(self):
        (self.root / "bench/records").mkdir(parents=True, exist_ok=True)
        self.plant("bench/records/planted.json", "0" * (1 << 20) + "\n")
        self.sees(layers.large_files, "bench/records/planted.json:1:", "1048577 bytes")

    def test_names_that_clash(self):
        own = "namespace concord::formats {{\nnamespace {{\n\n{}\n\n}} // namespace\n}} // namespace concord::formats\n"
        for defined, name in (("constexpr std::size_t most_tried = 3;", "most_tried"), ("struct tried {", "tried"),
                              ("bool is_tried(char one) {", "is_tried(char one)")):
            with self.subTest(name):
                self.plant("src/formats/planted_a.cpp", own.format(defined))
                self.plant("src/formats/planted_b.cpp", own.format("int other(int one) {\n}\n" + defined))
                self.sees(layers.clashing_names, "src/formats/planted_b.cpp:6:", f"concord::formats::{name}", "planted_a.cpp")
                for file in ("a", "b"):
                    (self.root / f"src/formats/planted_{file}.cpp").write_text("")
        self.plant("src/formats/planted.hpp", "namespace concord::formats {\nstruct tried {\n};\n} // namespace concord::formats\n")
        for defined in ("struct tried {", "int tried(char one) {"):
            self.plant("src/formats/planted_a.cpp", own.format(defined))
            self.sees(layers.clashing_names, "src/formats/planted_a.cpp:4:", "concord::formats::tried", "planted.hpp")
            (self.root / "src/formats/planted_a.cpp").write_text("")
        (self.root / "src/formats/planted.hpp").write_text("")
        self.plant("src/formats/planted_a.cpp", own.format("void tried(int one) {"))
        self.plant("src/formats/planted_b.cpp", own.format("void tried(char one) {"))
        self.assertEqual(set(layers.clashing_names(self.root)), self.without_breach(layers.clashing_names))

    def test_tests_that_cannot_be_compiled_as_one(self):
        own = "namespace concord::{} {{\nnamespace {{\n\n{}\n\n}} // namespace\n}} // namespace concord\n"
        plain = "TEST(planted_suite, works) {}"
        for folder in ("unit", "agree"):
            self.plant(f"tests/{folder}/planted_a_test.cpp", own.format("planted_a_test", plain))
            name = f"tests/{folder}/planted_b_test.cpp"
            for text, line, part in (
                    (own.format("planted_b_test", plain), 4, "the suite planted_suite is also in"),
                    (own.format("formats", "bool is_planted;"), 1, "outside of a namespace …::planted_b_test"),
                    ("namespace {\nbool is_planted;\n} // namespace\n", 1, "outside of a namespace …::planted_b_test"),
                    (own.format("planted_b_test", "TYPED_TEST(other_suite, works) {}"), 4, "TEST_P with its suite"),
                    (own.format("planted_b_test", "TEST(\n    other_suite, works) {}"), 4, "TEST_P with its suite")):
                with self.subTest(folder=folder, part=part, text=text):
                    self.plant(name, text)
                    self.sees(layers.shared_test_names, f"{name}:{line}:", part)
                    (self.root / name).write_text("")
            (self.root / f"tests/{folder}/planted_a_test.cpp").write_text("")

    def test_a_name_whose_header_is_not_included(self):
        uses = "namespace concord::formats {\nauto planted() {\n    return base::low_bits<unsigned>(3);\n}\n} // namespace concord::formats\n"
        for include in ('#include "base/bits.hpp"\n', '#include "formats/planted.hpp"\n'):  # itself, or by another
            self.plant("src/formats/planted.hpp", '#include "base/bits.hpp"\n')
            self.plant("src/formats/planted.cpp", include + uses)
            self.assertEqual(set(layers.missing_includes(self.root)), self.without_breach(layers.missing_includes))
            (self.root / "src/formats/planted.cpp").write_text("")
        self.plant("src/formats/planted.cpp", uses)
        self.sees(layers.missing_includes, "src/formats/planted.cpp:3: base::low_bits", "src/base/bits.hpp")

    def test_a_crumb(self):
        self.plant("src/base/planted.hpp", "// Small.\n#pragma once\n")
        self.sees(layers.crumbs, "src/base/planted.hpp:1:")

    def test_a_room_without_a_readme(self):
        readme = self.root / "src/problems/substring/README.md"
        self.taken_back(readme)
        readme.unlink()
        self.sees(layers.rooms_without_readme, "src/problems/substring/README.md:1:")

    def test_a_file_that_no_readme_lists(self):
        self.plant("src/problems/substring/planted.cpp", "\n")
        self.sees(layers.unlisted_files, "src/problems/substring/README.md:1:", "planted.cpp")


if __name__ == "__main__":
    unittest.main()
