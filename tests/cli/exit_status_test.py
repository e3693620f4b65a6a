"""The exit statuses, and the one line on stderr that comes with each but 0 and 1."""

import gzip
import json
import os
import resource
import unittest

from support import SANITIZE, CliTestCase


class Usage(CliTestCase):
    def rejected(self, *arguments, message=""):
        done = self.fail_with(2, *arguments, message=message)
        self.assertIn("--help", done.stderr)

    def test_commands(self):
        self.rejected(message="concord: ")
        self.rejected("frobnicate", message="frobnicate")
        self.rejected("simulate", message="concord simulate: ")
        self.rejected("simulate", "frogs", message="frogs")

    def test_no_input(self):
        self.rejected("substring", message="FILE")
        self.rejected("overlap", message="FILE")
        self.rejected("component", message="A is required")

    def test_numbers(self):
        for option, value in (("-k", "-1"), ("-k", "x"), ("-k", "1.5"), ("-k", "99999999999999999999"), ("-l", "0"),
                              ("-j", "0"), ("-j", "two"), ("--memory", "0"), ("--memory", "4Q"), ("--memory", "-1G")):
            with self.subTest(option=option, value=value):
                self.rejected("substring", option, value, self.reads, message=value)

    def test_numbers_of_things(self):
        self.rejected("distance", "--nearest", "0", self.reads, message="a whole number of 1 or more")
        self.rejected("overlap", "--mems", "3", "--first", "0", self.reads, message="a whole number of 1 or more")
        self.rejected("overlap", "--mems", "0", self.reads, message="a length of 1 or more")

    def test_support(self):
        for value in ("0", "-3", "0%", "101%", "%", "some", "2.5", "20 %", "nan%", "inf%"):
            with self.subTest(value=value):
                self.rejected("substring", "-t", value, self.reads, message="--support")
        self.rejected("substring", "-t", "5", self.reads, message="4 sequences")

    def test_words(self):
        for option in ("--format", "--alphabet", "--color", "--progress", "--vectors"):
            with self.subTest(option=option):
                self.rejected("substring", option, "purple", self.reads, message="purple")

    def test_unknown_option(self):
        self.rejected("substring", "--frobnicate", self.reads, message="--frobnicate")

    def test_unknown_device(self):
        self.rejected("substring", "--device", "abacus", self.reads, message="abacus")

    def test_quiet_and_verbose(self):
        self.rejected("substring", "-q", "-v", self.reads)

    def test_one_place_for_two_things(self):
        self.rejected("substring", "-", "-", message="standard input")
        self.rejected("substring", "--occurrences", "-", self.reads, message="standard output")
        self.rejected("substring", "-o", "x", "--per-sequence", "x", self.reads, message="two outputs")
        self.assertEqual(self.files(), ["reads.fasta"])


class NothingFound(CliTestCase):
    def test_exit_code(self):
        none = ("substring", "-t", "4", "-l", "6", self.reads)
        self.assertEqual(self.run_concord(*none).returncode, 0)
        done = self.run_concord(*none, "--exit-code", "-f", "json", "-o", "out.json")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertFalse(json.loads((self.folder / "out.json").read_text())["result"]["found"])
        self.succeed("substring", "--exit-code", "-t", "2", self.reads)


class Resources(CliTestCase):
    def test_device_that_cannot_run(self):
        devices = json.loads(self.succeed("devices", "-f", "json").stdout)["devices"]
        if any(each["usable"] and each["name"].startswith("cuda") for each in devices):
            raise unittest.SkipTest("this machine has a GPU")
        self.fail_with(4, "substring", "--device", "cuda", self.reads, message="cuda")
        self.fail_with(4, "substring", "--device", "cuda:0,1", self.reads, message="cuda")

    def test_vectors_that_cannot_run(self):
        usable = json.loads(self.succeed("devices", "-f", "json").stdout)["vectors"]
        missing = [each for each in ("avx2", "avx512") if each not in usable]
        if not missing:
            raise unittest.SkipTest("this processor has them all")
        self.fail_with(4, "substring", "--vectors", missing[0], self.reads, message=missing[0])


    def test_descriptors(self):
        """An input that cannot be opened for want of descriptors is as good as before."""
        self.write("grid.txt", b"ab\nab\n")
        self.write("pairs.tsv", b"GATT\tGATA\n")

        def three_and_one():
            resource.setrlimit(resource.RLIMIT_NOFILE, (4, 4))

        for arguments in (("substring", self.reads), ("overlap", self.reads), ("subsequence", self.reads, self.reads),
                          ("distance", "--all", self.reads), ("distance", "--pairs", "pairs.tsv"),
                          ("distance", "--by", "line", self.reads, self.reads), ("component", "grid.txt", "grid.txt")):
            with self.subTest(arguments=arguments):
                self.fail_with(4, *arguments, "-o", "out", preexec_fn=three_and_one, message="Too many open files")
        self.fail_with(3, "substring", "missing.fasta", message="No such file")


    def test_what_a_small_file_expands_to(self):
        """--memory bounds what is read, and the message names file and record."""
        many = b"A" * (1 << 20)
        records = [b">r\nACGTACGTAC\n" * 10_000] * 300
        contents = {"letters": [b">one\nACGT\n>two\n", *[many] * 64, b"\n"],
                    "lines": [b">one\nACGT\n>two\n", *[(b"A" * 60 + b"\n") * 10_000] * 100],
                    "name": [b">one\nACGT\n>", *[many] * 64, b"\nACGT\n"],
                    "records": records}
        for name, pieces in contents.items():
            with gzip.open(self.folder / f"{name}.fa.gz", "wb", compresslevel=1) as file:
                for piece in pieces:
                    file.write(piece)
            for command in (("substring", "-t", "1"), ("overlap",), ("distance", "--all"), ("distance", "--all", "--lines"),
                            ("distance", "--all", "--alphabet", "utf8"), ("distance", "--by", "line", self.reads)):
                with self.subTest(name=name, command=command):
                    done = self.fail_with(4, *command, "--memory", "2M", f"{name}.fa.gz",
                                          message="more than the 2097152 bytes of memory allowed")
                    self.assertIn(f"{name}.fa.gz: ", done.stderr)
                    if "--by" not in command:
                        self.assertIn("record ", done.stderr)

    @unittest.skipIf(SANITIZE, "a sanitizer needs more addresses than are allowed here")
    def test_threads(self):
        """The system starts fewer threads than were asked for: the answer is the same and -v says so, or memory ran
        out and that is what is said. Never an abort, nor a file that is half written."""
        self.succeed("simulate", "reads", "-n", "3000", "-o", "r.fasta")
        wanted = self.succeed("substring", "-k", "2", "-t", "100", "r.fasta").stdout

        def little_memory():
            resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))

        def with_little_memory(*arguments):
            """Which allocation meets the limit depends on the order in which threads get their memory."""
            done = self.run_concord(*arguments, preexec_fn=little_memory)
            self.assertIn(done.returncode, (0, 4), done.stderr)
            if done.returncode == 4:
                self.assertRegex(done.stderr, r"concord \w+: there is not enough memory\n$")
                self.assertEqual(done.stdout, "")
            return done

        done = with_little_memory("substring", "-v", "-k", "2", "-t", "100", "-j", "64", "r.fasta")
        if done.returncode == 0:
            self.assertEqual(done.stdout, wanted)
            self.assertRegex(done.stderr, r"the system started \d+ of 64 threads")
        done = with_little_memory("distance", "--nearest", "1", "-j", "256", "-o", "near.tsv", "r.fasta")
        self.assertEqual(self.files(), ["near.tsv"] * (done.returncode == 0) + ["r.fasta", "reads.fasta"])

    def test_tables_of_short_words(self):
        """No text above some letters is shared, so that windows are short; without tables that would take hours. Words
        that sequences lack need less."""
        self.succeed("simulate", "reads", "-n", "3000", "-L", "60", "--adapter-share", "0", "-o", "r.fasta", "-f", "fasta")
        self.fail_with(4, "substring", "-k", "5", "-t", "100%", "--memory", "1M", "r.fasta",
                       message="bytes of memory, and 1048576 are allowed; without them it would take about")
        asked = ("substring", "-k", "2", "-t", "100%", "r.fasta")
        self.assertEqual(self.succeed(*asked, "--memory", "1M").stdout, self.succeed(*asked).stdout)

    @unittest.skipIf(os.geteuid() != 0, "a limit on processes holds for others than root")
    def test_processes(self):
        def few_processes():
            resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
            os.setuid(54321)  # a user with no other processes

        self.succeed("simulate", "reads", "-n", "300", "-o", "r.fasta")
        reads = (self.folder / "r.fasta").read_bytes()
        wanted = self.succeed("substring", "-k", "1", "-t", "20", "-", stdin=reads).stdout
        self.folder.chmod(0o777)
        done = self.succeed("substring", "-v", "-k", "1", "-t", "20", "-j", "8", "-", stdin=reads,
                            preexec_fn=few_processes)
        self.assertEqual(done.stdout, wanted)
        self.assertRegex(done.stderr, r"the system started 1 of \d threads")
        self.fail_with(4, "substring", "-k", "1", "-t", "20", "-j", "8", "--shard", "1/2", "-", stdin=reads,
                       preexec_fn=few_processes, message="a thread could not be started")


class Help(CliTestCase):
    def test_version(self):
        self.assertRegex(self.succeed("--version").stdout, r"^concord \d+\.\d+\.\d+\n$")

    def test_help(self):
        for command in ([], ["substring"], ["subsequence"], ["distance"], ["overlap"], ["overlap", "index"],
                        ["component"], ["simulate"], ["simulate", "reads"], ["simulate", "genomes"], ["simulate", "pairs"],
                        ["simulate", "matrices"], ["devices"]):
            with self.subTest(command=command):
                done = self.succeed(*command, "--help")
                self.assertIn(" ".join(["Usage: concord", *command]), done.stdout)
                self.assertEqual(done.stderr, "")
                self.assertLess(max(map(len, done.stdout.splitlines())), 111)
