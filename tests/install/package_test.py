"""What cpack makes: the archive runs where only a C library is, the Debian packages name what they need.

    BUILD=build/release python3 -m unittest package_test
"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

BUILD = pathlib.Path(os.environ["BUILD"]).resolve()
# What Ubuntu 22.04 has: glibc 2.35, and the libraries of GCC 12. Older ones are not promised.
NEWEST = {"GLIBC": (2, 35), "GLIBCXX": (3, 4, 30), "CXXABI": (1, 3, 13), "GCC": (12, 0, 0)}
# Of glibc and GCC: even a bare system of containers has them, as its package manager needs them.
OF_THE_SYSTEM = re.compile(r"^(ld-linux-x86-64\.so\.2|lib(c|m|mvec|dl|pthread|rt|stdc\+\+|gcc_s)\.so\.\d)$")


def output_of(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def versions_asked_for(file):
    """The newest version of each library of the system that a file's symbols ask for, such as {"GLIBC": (2, 34)}."""
    newest = {}
    for library, version in re.findall(r"\((GLIBC|GLIBCXX|CXXABI|GCC)_([0-9.]+)\)", output_of("objdump", "-T", file)):
        newest[library] = max(newest.get(library, (0,)), tuple(map(int, version.split("."))))
    return newest


def too_new(file):
    """Those that Ubuntu 22.04 does not have."""
    return {library: version for library, version in versions_asked_for(file).items() if version > NEWEST[library]}


def needed(file):
    return re.findall(r"\(NEEDED\).*\[(.*)\]", output_of("readelf", "-d", file))


def search_paths(file):
    return re.findall(r"\((?:RPATH|RUNPATH)\).*\[(.*)\]", output_of("readelf", "-d", file))


class PackageTestCase(unittest.TestCase):
    generator = ""

    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        if cls.generator == "DEB" and not shutil.which("dpkg-shlibdeps"):
            raise unittest.SkipTest("there is no dpkg-shlibdeps (dpkg-dev) here")
        output_of("cpack", "-G", cls.generator, "--config", BUILD / "CPackConfig.cmake", "-B", cls.folder)
        shutil.rmtree(cls.folder / "_CPack_Packages")


class Archive(PackageTestCase):
    generator = "TGZ"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        (archive,) = cls.folder.glob("*.tar.gz")
        place = cls.folder / "some where"
        place.mkdir()
        output_of("tar", "xzf", archive, "-C", place)
        (cls.unpacked,) = place.iterdir()
        cls.program = cls.unpacked / "bin" / "concord"
        cls.files = [cls.program, *(path for path in (cls.unpacked / "lib" / "concord").iterdir() if not path.is_symlink())]

    def test_the_folder_has_the_archive_s_name(self):
        self.assertRegex(self.unpacked.name, r"^concord-\d+\.\d+\.\d+-linux-\w+$")

    def test_nothing_asks_for_more_than_ubuntu_2204_has(self):
        self.assertGreater(len(self.files), 5)
        for file in self.files:
            self.assertEqual(too_new(file), {}, file.name)
        # Whoever never finds anything proves nothing: the program does ask for versions.
        self.assertEqual(set(versions_asked_for(self.program)), set(NEWEST))
        self.assertGreater(versions_asked_for(self.program)["GLIBC"], (2, 17))

    def test_every_library_is_in_it(self):
        there = {path.name for path in (self.unpacked / "lib" / "concord").iterdir()}
        for file in self.files:
            for library in needed(file):
                if not OF_THE_SYSTEM.match(library):
                    self.assertIn(library, there, file.name)
        self.assertEqual(search_paths(self.program), ["$ORIGIN/../lib/concord"])

    def test_it_takes_its_own_libraries(self):
        loaded = output_of(self.program, env={"LD_TRACE_LOADED_OBJECTS": "1"})
        for name, path in re.findall(r"^\s*(\S+) => (.*) \(0x", loaded, re.MULTILINE):
            if not OF_THE_SYSTEM.match(name):
                self.assertEqual(pathlib.Path(path).resolve().parent, (self.unpacked / "lib" / "concord").resolve(), name)

    def test_it_runs_with_an_empty_environment(self):
        reads = self.folder / "reads.fasta"
        reads.write_text(">a\nTTGATTACAGG\n>b\nCCGATTACACC\n")
        self.assertIn("GATTACA", output_of(self.program, "substring", "-t", "2", reads, env={}, cwd=self.folder))

    def test_every_library_has_its_licence(self):
        if not shutil.which("dpkg-query"):
            raise unittest.SkipTest("licences are taken from where Debian keeps them")
        with_licence = {path.name.removesuffix(".copyright")
                        for path in (self.unpacked / "share/doc/concord/libraries").iterdir()}
        for file in self.files:
            for library in needed(file):
                if not OF_THE_SYSTEM.match(library):
                    self.assertIn(library, with_licence)
        self.assertTrue((self.unpacked / "share/doc/concord/LICENSE").is_file())

    def test_manual_pages_and_completions(self):
        for path in ("share/man/man1/concord-substring.1", "share/bash-completion/completions/concord",
                     "share/zsh/site-functions/_concord", "share/fish/vendor_completions.d/concord.fish"):
            self.assertTrue((self.unpacked / path).is_file(), path)


class Debian(PackageTestCase):
    generator = "DEB"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        (cls.program,) = cls.folder.glob("concord_*.deb")
        (cls.library,) = cls.folder.glob("libconcord-dev_*.deb")

    def field(self, package, name):
        return output_of("dpkg-deb", "--field", package, name).strip()

    def files(self, package):
        place = self.folder / package.stem
        if not place.exists():
            output_of("dpkg-deb", "--extract", package, place)
        return place, {path.relative_to(place).as_posix() for path in place.rglob("*") if not path.is_dir()}

    def test_the_program_names_every_library_that_it_needs(self):
        place, _ = self.files(self.program)
        depends = self.field(self.program, "Depends")
        for package in ("libc6", "libhts3", "libisal2", "libdeflate0", "libstdc++6"):
            self.assertRegex(depends, rf"(^|, ){re.escape(package)}(t64)?( |,|$)")
        self.assertNotIn("libhwy", depends)  # which measures a clock when it is loaded
        self.assertEqual(search_paths(place / "usr/bin/concord"), [])

    def test_where_things_lie(self):
        _, files = self.files(self.program)
        for path in ("usr/bin/concord", "usr/share/man/man1/concord.1", "usr/share/man/man1/concord-substring.1",
                     "usr/share/bash-completion/completions/concord", "usr/share/zsh/vendor-completions/_concord",
                     "usr/share/fish/vendor_completions.d/concord.fish", "usr/share/doc/concord/copyright"):
            self.assertIn(path, files)
        self.assertFalse([path for path in files if path.startswith(("usr/include", "usr/lib"))])
        _, files = self.files(self.library)
        self.assertIn("usr/include/concord/substring.hpp", files)
        self.assertTrue([path for path in files if path.endswith("cmake/concord/concordConfig.cmake")])
        self.assertNotIn("usr/bin/concord", files)

    def test_the_library_needs_what_its_cmake_package_looks_for(self):
        depends = self.field(self.library, "Depends")
        for package in ("libhwy-dev", "pkg-config"):
            self.assertIn(package, depends)

    def test_it_runs(self):
        place, _ = self.files(self.program)
        self.assertRegex(output_of(place / "usr/bin/concord", "--version"), r"^concord \d")


del PackageTestCase  # it has no tests of its own


if __name__ == "__main__":
    unittest.main()
