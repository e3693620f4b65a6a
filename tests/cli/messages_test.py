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

    def test_a_kind_that_there_is_not(self):
        self.fail_with(2, "simulate", "reds", message="did you mean reads?")
        self.assertNotIn("did you mean", self.fail_with(2, "simulate", "xyzzy").stderr)

    def test_names_the_command_alone(self):
        self.assertEqual(self.fail_with(2, "substrin", self.reads).stderr.splitlines()[0],
                         "concord: there is no command 'substrin'; did you mean substring?")
        self.fail_with(2, "xyzzy", message="there is no command 'xyzzy'\n")
        self.fail_with(2, "distance", "a", "b", "c", "d", message="The following arguments were not expected: c d\n")

    def test_a_word_that_is_no_choice(self):
        self.fail_with(2, "substring", "-f", "xml", self.reads, message="--format: expected text, tsv or json, found 'xml'")
        self.fail_with(2, "--version", "--format", "xml", message="--format: expected text or json, found 'xml'")

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


class OtherLetters(CliTestCase):
    """A few letters among nucleotides that are none make the guess another alphabet, in which N matches N."""

    def test_hint(self):
        for letter, taken_for in (("!", "bytes"), ("E", "protein")):
            file = self.write("other.fasta", f">a\n{'ACGT' * 10}\n>b\nACGT{letter}CGT\n".encode())
            for command in ("substring", "overlap"):
                self.assertEqual(self.succeed(command, file).stderr,
                                 f"concord: taken for {taken_for}, not for dna, because of '{letter}' at letter 4 of "
                                 "sequence b (index 1); --alphabet says what they are\n")
                self.assertEqual(self.succeed(command, "-q", file).stderr, "")
                self.assertEqual(self.succeed(command, "--alphabet", taken_for, file).stderr, "")

    def test_none_for_proteins_texts_and_nucleotide_codes(self):
        for letters in (b"MKVLLWEFQ", b"to_be_or_not_to_be", b"ACGTRYSWACGT-NN"):
            file = self.write("usual.fasta", b">a\n" + letters + b"\n>b\n" + letters + b"\n")
            self.assertEqual(self.succeed("substring", file).stderr, "")

    def test_adapters_name_the_letter(self):
        file = self.write("protein.fasta", b">a\nMKVLLWEFQ\n")
        self.fail_with(3, "adapters", file, message="expected reads of DNA or RNA, found 'L' at letter 3 of sequence a (index 0)")
