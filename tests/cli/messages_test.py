"""What goes to stderr: progress, notes, or nothing."""

from support import CliTestCase


class Messages(CliTestCase):
    def test_silent_by_default(self):
        self.assertEqual(self.succeed("substring", self.reads).stderr, "")

    def test_verbose(self):
        errors = self.succeed("substring", "-v", self.reads).stderr
        self.assertRegex(errors, r"concord: read 4 sequences, 44 letters \(dna\)")
        self.assertRegex(errors, r"concord: computed in .* on cpu")

    def test_verbose_changes_no_answer(self):
        self.assertEqual(self.succeed("substring", "-v", self.reads).stdout, self.succeed("substring", self.reads).stdout)


class Progress(CliTestCase):
    def test_always(self):
        done = self.succeed("simulate", "reads", "-n", "200k", "--progress", "always", "-o", "reads.fastq")
        self.assertRegex(done.stderr, r"^\rwriting   \[#*\.*\] +\d+%")
        self.assertTrue(done.stderr.endswith("\r\x1b[K"))
        self.assertNotIn("\n", done.stderr)

    def test_always_tells_of_reading_or_comparing(self):
        self.succeed("simulate", "reads", "-n", "20k", "-o", "reads.fastq")
        self.assertRegex(self.succeed("substring", "-k", "1", "--progress", "always", "reads.fastq").stderr,
                         r"^\rreading +\[")

    def test_terminal(self):
        long_run = ("simulate", "reads", "-n", "1M", "-o", "/dev/null")
        self.assertIn("writing", self.on_terminal(*long_run, stream="stderr"))
        self.assertEqual(self.on_terminal(*long_run, "--progress", "never", stream="stderr"), "")
        self.assertEqual(self.on_terminal(*long_run, "--quiet", stream="stderr"), "")

    def test_nowhere_else(self):
        self.assertEqual(self.succeed("simulate", "reads", "-n", "500k", "-o", "/dev/null").stderr, "")


class Suggestions(CliTestCase):
    def test_a_command_that_there_is_not(self):
        self.fail_with(2, "substing", self.reads, message="did you mean substring?")
        self.fail_with(2, "dist", message="did you mean distance?")
        self.assertNotIn("did you mean", self.fail_with(2, "xyzzy").stderr)

    def test_an_option_that_there_is_not(self):
        self.fail_with(2, "substring", "--mismatch", "1", self.reads, message="did you mean --mismatches?")
        self.fail_with(2, "distance", "--nearst=3", self.reads, message="did you mean --nearest?")
        self.assertNotIn("did you mean", self.fail_with(2, "substring", "--xyzzyxyzzy", self.reads).stderr)

    def test_a_file_in_front(self):
        self.fail_with(2, self.reads, message="a command stands before it, such as 'concord substring")

    def test_a_share_that_is_one_sequence(self):
        for command in ("substring", "overlap"):
            self.assertEqual(self.succeed(command, "-t", "1%", self.reads).stderr,
                             "concord: 1% of 4 sequences is one, which need not share anything: -t 2 asks for what two "
                             "share\n")
            for asked in ("1", "26%"):
                self.assertEqual(self.succeed(command, "-t", asked, self.reads).stderr, "")
            self.assertEqual(self.succeed(command, "-q", "-t", "1%", self.reads).stderr, "")

    def test_help_as_a_word(self):
        self.assertEqual(self.succeed("help", "substring").stdout, self.succeed("substring", "--help").stdout)
        self.assertEqual(self.succeed("help").stdout, self.succeed("--help").stdout)
        self.assertEqual(self.succeed("help", "simulate", "reads").stdout,
                         self.succeed("simulate", "reads", "--help").stdout)
