"""What scripts/check-wheel says of wheels whose libraries are compiled here, and of those that scripts/wheel left in build/wheel.

    BUILD=build/release python3 -m unittest wheel_test
"""

import os
import pathlib
import platform
import re
import shutil
import subprocess
import tempfile
import unittest
import zipfile

SOURCES = pathlib.Path(__file__).resolve().parents[2]
PROCESSOR = platform.machine()
OTHER = "aarch64" if PROCESSOR == "x86_64" else "x86_64"
# A function of glibc that has had another version since 2.34.
LIBRARY = "#include <pthread.h>\nint start(pthread_t* t, void* (*f)(void*)) { return pthread_create(t, 0, f, 0); }\n"


@unittest.skipUnless(shutil.which("cc") and shutil.which("readelf"), "there is no C compiler or no readelf here")
class CheckWheel(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def library(self, name, *options):
        source = self.folder / "library.c"
        source.write_text(LIBRARY)
        subprocess.run(["cc", "-shared", "-fPIC", f"-Wl,-soname,{name}", "-o", name, source, "-L.", *options], check=True,
                       cwd=self.folder)
        return self.folder / name

    def check(self, platform_tag, *files):
        wheel = self.folder / f"concord-0-cp311-cp311-{platform_tag}.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr("concord/__init__.py", "")
            for file in files:
                archive.write(file, f"concord/{file.name}")
        done = subprocess.run([SOURCES / "scripts/check-wheel", wheel], capture_output=True, text=True, check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return done

    def test_a_symbol_that_is_newer_than_the_promise(self):
        library = self.library("libone.so")
        done = self.check(f"manylinux_2_31_{PROCESSOR}", library)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"concord/libone\.so asks for GLIBC_2\.34, and the name promises 2\.31")
        # Of several promises the lowest counts.
        self.assertEqual(self.check(f"manylinux_2_31_{PROCESSOR}.manylinux_2_39_{PROCESSOR}", library).returncode, 1)

    def test_a_true_promise(self):
        library = self.library("libone.so")
        for tag in (f"manylinux_2_34_{PROCESSOR}", f"manylinux_2_99_{PROCESSOR}", f"linux_{PROCESSOR}"):
            done = self.check(tag, library)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertRegex(done.stdout, rf"1 files for {PROCESSOR}, at most GLIBC_2\.34")

    def test_another_processor(self):
        self.assertIn(f"is for {PROCESSOR}", self.check(f"manylinux_2_35_{OTHER}", self.library("libone.so")).stderr)

    def test_a_library_that_is_not_there(self):
        one, two = self.library("libone.so"), self.library("libtwo.so", "-Wl,--no-as-needed", "-lone")
        tag = f"manylinux_2_35_{PROCESSOR}"
        self.assertRegex(self.check(tag, two).stderr, r"libtwo\.so needs libone\.so, which is not in the wheel")
        self.assertEqual(self.check(tag, one, two).returncode, 0)

    def test_no_library(self):
        self.assertIn("holds no file in ELF", self.check(f"manylinux_2_35_{PROCESSOR}").stderr)


class BuiltWheels(unittest.TestCase):
    """What scripts/wheel made is what Ubuntu 22.04 installs."""

    def test_each(self):
        folders = [SOURCES / "build", pathlib.Path(os.environ.get("BUILD", SOURCES / "build/release")) / "python"]
        wheels = [wheel for folder in folders for wheel in folder.glob("wheel*/audited/*.whl")]
        if not wheels:
            self.skipTest("scripts/wheel has made no wheel here")
        for wheel in wheels:
            done = subprocess.run([SOURCES / "scripts/check-wheel", wheel], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(re.search(r"GLIBC_", done.stdout), done.stdout)


if __name__ == "__main__":
    unittest.main()
