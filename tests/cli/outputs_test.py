"""Output files are whole or not there."""

import gzip
import os
import pathlib
import signal
import stat
import subprocess
import unittest

from support import CliTestCase


class Files(CliTestCase):
    def test_output_file_takes_the_place_of_stdout(self):
        printed = self.succeed("substring", "-t", "2", self.reads).stdout
        self.assertEqual(self.succeed("substring", "-t", "2", "-o", "out.tsv", self.reads).stdout, "")
        self.assertEqual((self.folder / "out.tsv").read_text(), printed)
        self.assertEqual(self.files(), ["out.tsv", "reads.fasta"])

    def test_existing_file_is_replaced_and_keeps_its_mode(self):
        old = pathlib.Path(self.write("out.tsv", b"old" * 1000))
        old.chmod(0o640)
        self.succeed("substring", "-t", "2", "-o", "out.tsv", self.reads)
        self.assertTrue(old.read_text().startswith("sequence_index\t"))
        self.assertEqual(stat.S_IMODE(old.stat().st_mode), 0o640)

    def test_new_file_has_the_mode_of_the_umask(self):
        subprocess.run(["sh", "-c", 'umask 027; exec "$@"', "sh", *self.command(["devices", "-o", "out.tsv"])],
                       cwd=self.folder, check=True)
        self.assertEqual(stat.S_IMODE((self.folder / "out.tsv").stat().st_mode), 0o640)

    def test_link_stays_a_link(self):
        (self.folder / "link.tsv").symlink_to("real.tsv")
        self.write("real.tsv", b"old")
        self.succeed("substring", "-t", "2", "-o", "link.tsv", self.reads)
        self.assertTrue((self.folder / "link.tsv").is_symlink())
        self.assertTrue((self.folder / "real.tsv").read_text().startswith("sequence_index\t"))

    def test_devices_are_written_as_they_are(self):
        self.succeed("substring", "-o", "/dev/null", self.reads)
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))

    def test_bgzf_ends_with_its_empty_block(self):
        self.succeed("simulate", "reads", "-n", "5000", "-o", "reads.fastq.gz")
        plain = self.succeed("simulate", "reads", "-n", "5000").stdout
        packed = (self.folder / "reads.fastq.gz").read_bytes()
        self.assertEqual(gzip.decompress(packed).decode(), plain)
        self.assertTrue(packed.endswith(bytes.fromhex("1f8b08040000000000ff0600424302001b0003000000000000000000")))


class Failures(CliTestCase):
    def test_no_such_folder(self):
        for option in ("-o", "--occurrences", "--per-sequence"):
            self.fail_with(4, "substring", option, "missing/out.tsv", self.reads, message="missing/out.tsv")

    def test_folder_as_file(self):
        self.fail_with(4, "substring", "-o", str(self.folder), self.reads, message=str(self.folder))

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_place_without_permission(self):
        self.write("kept.tsv", b"kept")
        os.chmod(self.folder / "kept.tsv", 0o444)
        self.fail_with(4, "substring", "-o", "kept.tsv", self.reads, message="kept.tsv")
        os.chmod(self.folder, 0o555)
        self.addCleanup(os.chmod, self.folder, 0o755)
        self.fail_with(4, "substring", "-o", "out.tsv", self.reads, message="out.tsv")

    def test_full_disk(self):
        for arguments in (("substring", self.reads), ("simulate", "reads"), ("devices",)):
            self.fail_with(4, *arguments, "-o", "/dev/full", message="No space left")
        self.fail_with(4, "substring", "--occurrences", "/dev/full", "-o", "out.tsv", self.reads, message="No space left")
        self.assertEqual(self.files(), ["reads.fasta"])

    def test_full_disk_behind_stdout(self):
        for arguments in (("substring", self.reads), ("simulate", "reads"), ("--help",), ("--version",)):
            with open("/dev/full", "wb") as full:
                self.fail_with(4, *arguments, stdout=full, message="No space left")

    def test_closed_stdout(self):
        for arguments in (("substring", "-t", "2", self.reads), ("simulate", "reads"), ("--version",)):
            closed = ["sh", "-c", 'exec "$@" >&-', "sh", *self.command(arguments)]
            done = subprocess.run(closed, cwd=self.folder, stderr=subprocess.PIPE, check=False)
            self.assertEqual(done.returncode, 4, done.stderr)
        self.assertEqual(self.files(), ["reads.fasta"])

    def test_full_disk_behind_stderr(self):
        for redirection in ("2>/dev/full", "2>&-"):
            for wish, status in ((["-t", "2"], 0), (["-t", "2", "-v", "--progress", "always"], 0), (["-t", "0"], 2)):
                mute = ["sh", "-c", f'exec "$@" {redirection}', "sh", *self.command(["substring", *wish, self.reads])]
                done = subprocess.run(mute, cwd=self.folder, stdout=subprocess.PIPE, check=False)
                self.assertEqual(done.returncode, status)

    def test_full_disk_while_writing(self):
        limited = ["sh", "-c", 'ulimit -f 100; exec "$@"', "sh",
                   *self.command(["simulate", "reads", "-n", "1M", "-o", "reads.fastq"])]
        done = subprocess.run(limited, cwd=self.folder, stderr=subprocess.PIPE, check=False)
        self.assertNotEqual(done.returncode, 0)  # by SIGXFSZ or with a message: what matters is what stays behind
        self.assertEqual(self.files(), ["reads.fasta"])

    def test_nothing_is_printed_if_a_file_cannot_be_written(self):
        self.fail_with(4, "substring", "--occurrences", "/dev/full", self.reads, message="/dev/full")


class ClosedPipe(CliTestCase):
    def end_of(self, *arguments):
        process = subprocess.Popen(self.command(arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   cwd=self.folder)
        process.stdout.read(1)
        process.stdout.close()
        errors = process.stderr.read()
        process.stderr.close()
        return process.wait(timeout=100), errors

    def test_ends_quietly(self):
        self.assertEqual(self.end_of("simulate", "reads", "-n", "100M"), (-signal.SIGPIPE, b""))

    def test_reader_that_left_before(self):
        reading, writing = os.pipe()
        os.close(reading)
        done = self.run_concord("substring", self.reads, stdout=writing)
        os.close(writing)
        self.assertEqual((done.returncode, done.stderr), (-signal.SIGPIPE, ""))


class Names(CliTestCase):
    """A name is written alike in every format, so that names of one can be looked up in another."""

    ORDINARY = ["plain", "chr1", "sp|P12345|X_HUMAN", "a=b", "x#1", "a\"b", "track1", "żółć", "read-1+2@3", "日本"]
    WRITTEN = {b"caf\xe9": "caf\\xe9", b"#c": "\\x23c", b"\"q": "\\x22q", b"=cmd|x!A0": "\\x3dcmd|x!A0", b"+1": "\\x2b1",
               b"-1": "\\x2d1", b"@SUM(1)": "\\x40SUM(1)", b"track": "\\x74rack", b"browser": "\\x62rowser",
               "a\x85b".encode(): "a\\xc2\\x85b", "\u202egnp".encode(): "\\xe2\\x80\\xaegnp",
               "a\u2028b".encode(): "a\\xe2\\x80\\xa8b", b"back\\slash": "back\\\\slash",
               **{name.encode(): name for name in ORDINARY}}

    def setUp(self):
        super().setUp()
        self.names = list(self.WRITTEN.values())
        self.file = self.write("n.fasta", b"".join(b">" + name + b"\nGATTACAGATTACA\n" for name in self.WRITTEN))

    def test_one_form(self):
        self.succeed("substring", "-t", "2", "--occurrences", "o.bed", "--per-sequence", "p.tsv", self.file)
        self.succeed("substring", "-t", "2", "--occurrences", "o.tsv", self.file)
        self.succeed("substring", "-t", "2", "--occurrences", "o.fa", self.file)

        def column(name, number, first=0):
            return [line.split("\t")[number] for line in (self.folder / name).read_text("utf-8").split("\n")[first:-1]]

        self.assertEqual(column("o.bed", 0), self.names)
        self.assertEqual(column("o.tsv", 1, 1), self.names)
        self.assertEqual(column("p.tsv", 1, 1), self.names)
        fasta_names = [line[1:].split(":0-14")[0] for line in (self.folder / "o.fa").read_text("utf-8").split("\n")[:-1:2]]
        self.assertEqual(fasta_names, self.names)
        for name, written in self.WRITTEN.items():
            one = self.write("one.fasta", b">" + name + b"\nGATTACA\n")
            self.assertEqual(self.answer("-t", "1", one)["result"]["sequence"]["name"], written)

    def test_rows(self):
        rows = self.succeed("overlap", "--overlaps", "14", "-f", "tsv", "--paf", "o.paf", self.file).stdout.split("\n")
        self.assertEqual({line.split("\t")[1] for line in rows[1:-1]}, set(self.names))
        paf = (self.folder / "o.paf").read_text("utf-8").split("\n")[:-1]
        self.assertEqual({line.split("\t")[0] for line in paf}, set(self.names))

    def test_pairs(self):
        for name, written in self.WRITTEN.items():
            one = self.write("one.fasta", b">" + name + b"\nGATTACA\n")
            with self.subTest(name=name):
                self.assertEqual(self.object("distance", one, self.file.replace("n.fasta", "one.fasta"))["input"]["a"]["name"],
                                 written)
