"""Where outputs go: no input is written over, no output is lost to another or to the reader of another."""

import hashlib
import os
import subprocess
import unittest

from support import CliTestCase, fasta


class SameFile(CliTestCase):
    """An output that is an input, or another output, is refused before anything is opened for writing."""

    def setUp(self):
        super().setUp()
        self.a, self.b = self.two_files("GATTACAGATTACA", "GATTACATATTACA")
        self.write("grid.txt", b"abc\nabd\n")
        self.write("pairs.tsv", b"GATT\tGATA\n")
        os.symlink("a.fasta", self.folder / "link.fasta")
        os.link(self.a, self.folder / "hard.fasta")
        os.symlink(".", self.folder / "here")

    def contents(self):
        return {path.name: hashlib.sha256(path.read_bytes()).hexdigest()
                for path in self.folder.iterdir() if path.is_file()}

    def refused(self, *arguments, message="is to be written, and is the same file as the input", **options):
        before = self.contents()
        self.fail_with(2, *arguments, message=message, **options)
        self.assertEqual(self.contents(), before)

    def test_every_name_of_an_input(self):
        for name in ("a.fasta", "./a.fasta", "here/a.fasta", self.a, "link.fasta", "hard.fasta"):
            for option in ("-o", "--occurrences", "--per-sequence", "--motif", "--report", "--multiqc"):
                with self.subTest(name=name, option=option):
                    self.refused("substring", option, name, "-t", "1", "a.fasta")
                    self.refused("substring", option, "a.fasta", "-t", "1", name)

    def test_every_command(self):
        for arguments in (("subsequence", "--subsequence", "a.fasta", "a.fasta", "b.fasta"),
                          ("subsequence", "--paf", "b.fasta", "a.fasta", "b.fasta"),
                          ("distance", "-o", "b.fasta", "a.fasta", "b.fasta"),
                          ("distance", "--paf", "a.fasta", "a.fasta", "b.fasta"),
                          ("distance", "--all", "--report", "a.fasta", "a.fasta"),
                          ("distance", "--nearest", "1", "-o", "b.fasta", "a.fasta", "b.fasta"),
                          ("distance", "--pairs", "pairs.tsv", "-o", "pairs.tsv"),
                          ("overlap", "--occurrences", "a.fasta", "a.fasta", "b.fasta"),
                          ("overlap", "--mems", "3", "--paf", "b.fasta", "a.fasta", "b.fasta"),
                          ("overlap", "--lce", "pairs.tsv", "-o", "pairs.tsv", "a.fasta"),
                          ("overlap", "index", "-o", "a.fasta", "a.fasta"),
                          ("component", "-o", "grid.txt", "grid.txt", "grid.txt"),
                          ("component", "--mask", "grid.txt", "grid.txt", "grid.txt")):
            with self.subTest(arguments=arguments):
                self.refused(*arguments)

    def test_index_that_is_asked(self):
        self.succeed("overlap", "index", "-o", "x.cdx", "a.fasta", "b.fasta")
        self.refused("overlap", "-o", "x.cdx", "x.cdx")

    def test_parts_that_are_merged(self):
        for kind in (("substring", "-t", "1", "a.fasta"), ("component", "grid.txt", "grid.txt"),
                     ("distance", "--all", "a.fasta"), ("overlap", "--mems", "3", "a.fasta", "b.fasta")):
            with self.subTest(command=kind[0]):
                self.succeed(*kind, "--shard", "1/1", "-o", "part.json")
                self.refused("merge", "-o", "part.json", "part.json")
        self.succeed("substring", "-t", "1", "--shard", "1/1", "-o", "part.json", "--per-sequence", "part.json.old",
                     "a.fasta")
        os.replace(self.folder / "part.json", self.folder / "part.json.old")
        self.refused("merge", "part.json.old")

    def test_standard_streams(self):
        with open(self.a, "rb") as stdin:
            before = self.contents()
            done = subprocess.run(self.command(["substring", "-t", "1", "-o", "a.fasta", "-"]), stdin=stdin,
                                  cwd=self.folder, capture_output=True, check=False)
            self.assertEqual((done.returncode, self.contents()), (2, before))
        with open(self.a, "ab") as stdout:
            self.refused("substring", "-t", "1", "a.fasta", stdout=stdout)
        with open(self.folder / "out.tsv", "ab") as stdout:
            self.refused("substring", "-t", "1", "--per-sequence", "out.tsv", "a.fasta", stdout=stdout,
                         message="asked to hold two outputs")

    def test_two_outputs(self):
        self.write("old.tsv", b"old")
        os.symlink("old.tsv", self.folder / "link.tsv")
        for one, other in (("new.tsv", "./new.tsv"), ("here/new.tsv", "new.tsv"), ("old.tsv", "link.tsv")):
            with self.subTest(one=one, other=other):
                self.refused("substring", "-t", "1", "-o", one, "--per-sequence", other, "a.fasta",
                             message="asked to hold two outputs")
                self.refused("simulate", "matrices", "-o", one, "--second", other, message="asked to hold two outputs")

    def test_devices_and_pipes(self):
        wanted = self.succeed("substring", "-t", "1", "a.fasta").stdout
        for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
            with self.subTest(name=name):
                self.assertEqual(self.succeed("substring", "-t", "1", "-o", name, "a.fasta").stdout, wanted)
        self.succeed("substring", "-t", "1", "-o", "/dev/null", "--per-sequence", "out.tsv", "a.fasta",
                     stdout=subprocess.DEVNULL)
        self.assertIn("seq1", (self.folder / "out.tsv").read_text())
        self.succeed("substring", "-t", "1", "-o", "/dev/null", "--per-sequence", "/dev/null", "a.fasta")
        self.assertEqual(self.run_concord("substring", "-t", "1", "/dev/stdin", stdin=fasta({"x": "ACGT"})).returncode, 0)

    def test_what_a_redirection_appends_to(self):
        log = self.folder / "log.tsv"
        log.write_bytes(b"kept\n")
        with open(log, "ab") as stdout:
            self.succeed("substring", "-t", "1", "-o", "/dev/stdout", "a.fasta", stdout=stdout)
        self.assertTrue(log.read_bytes().startswith(b"kept\nsequence_index"), log.read_bytes())


class FilesBeside(CliTestCase):
    """What is written beside the answer does not depend on the reader of standard output."""

    def setUp(self):
        super().setUp()
        self.succeed("simulate", "genomes", "-n", "2", "-L", "12k", "--substitutions", "10%", "-o", "g.fasta")

    def after_one_line(self, *arguments):
        process = subprocess.Popen(self.command(arguments), cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        self.addCleanup(process.stderr.close)
        process.stdout.readline()
        process.stdout.close()
        self.assertEqual(process.wait(timeout=100), -13, process.stderr.read())

    def test_matches(self):
        arguments = ("overlap", "--mems", "6", "g.fasta", "g.fasta")
        self.succeed(*arguments, "-o", "all.tsv", "--paf", "all.paf", "--multiqc", "all.json")
        self.assertGreater((self.folder / "all.tsv").stat().st_size, 1 << 20)
        self.after_one_line(*arguments, "--paf", "x.paf", "--multiqc", "x.json")
        self.assertEqual((self.folder / "x.paf").read_bytes(), (self.folder / "all.paf").read_bytes())
        self.assertEqual((self.folder / "x.json").read_bytes(), (self.folder / "all.json").read_bytes())

    def test_distances(self):
        self.succeed("simulate", "reads", "-n", "1500", "-L", "20", "-o", "r.fasta")
        self.after_one_line("distance", "--all", "--report", "x.html", "r.fasta")
        self.assertIn("</html>", (self.folder / "x.html").read_text())


if __name__ == "__main__":
    unittest.main()
