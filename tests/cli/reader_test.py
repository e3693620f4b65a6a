"""Sequence files as the program meets them: kinds, pipes, and faults that end it with status 3 and one clear line."""

import base64
import gzip
import itertools
import struct
import subprocess
import unittest

from support import PROGRAM, CliTestCase, fasta, READS, shared_data

FASTQ = b"".join(b"@%b\n%b\n+\n%b\n" % (name.encode(), letters.encode(), b"I" * len(letters))
                 for name, letters in READS.items())
LONGEST = "GATTACA"  # of r1 and r2, see support.py


class Kinds(CliTestCase):
    def test_content_and_not_the_name_tells_the_kind(self):
        contents = {
            "plain.gz": fasta(READS),
            "fastq.fasta": FASTQ,
            "gzip.txt": gzip.compress(fasta(READS)),
            "members": gzip.compress(FASTQ[:40]) + gzip.compress(FASTQ[40:]),
            "dos": fasta(READS).replace(b"\n", b"\r\n"),
            "no_last_newline": fasta(READS)[:-1],
        }
        for name, content in contents.items():
            with self.subTest(name):
                self.assertEqual(self.longest(self.write(name, content)), LONGEST)
                self.assertEqual(self.longest("-", stdin=content), LONGEST)

    def test_several_files_are_one_collection(self):
        files = [self.write(name, fasta({name: letters})) for name, letters in READS.items()]
        answer = self.answer("-t", "2", *files)
        self.assertEqual(answer["input"]["sequences"], 4)
        self.assertEqual(answer["result"]["text"], LONGEST)

    def longest(self, *arguments, **options):
        return self.answer("-t", "2", *arguments, **options)["result"]["text"]


class Faults(CliTestCase):
    def fault(self, content, message):
        path = self.write("input", content)
        done = self.fail_with(3, "substring", "-t", "1", path)
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertTrue(done.stderr.endswith(f"{path}: {message}\n"), done.stderr)
        done = self.fail_with(3, "substring", "-t", "1", "-", stdin=content)
        self.assertTrue(done.stderr.endswith(f"standard input: {message}\n"), done.stderr)

    def test_the_place_is_named(self):
        self.fault(b"", "expected sequences, found no record")
        self.fault(b">a\nAC GT\n", "record 1, line 2: expected letters, found a space in column 3")
        self.fault(b"@a\nAC\n+\nII\n@b\nACG\n+\nII\n",
                   "record 2, line 8: expected 3 qualities, found 2 before the end of the file")
        self.fault(b"@a\nAC\n+\nII\n@b\nAC", "record 2, line 6: expected letters or '+', found the end of the file")
        self.fault(b"PK\x03\x04", "expected FASTA or FASTQ, plain or gzip, found a zip archive (unpack it first)")

    def test_a_cut_gzip_file_is_never_a_short_one(self):
        whole = gzip.compress(FASTQ)
        for length in (1, 2, 10, len(whole) // 2, len(whole) - 8, len(whole) - 1):
            with self.subTest(length):
                self.fail_with(3, "substring", "-t", "1", self.write("cut", whole[:length]))

    def test_files_that_are_not_there(self):
        self.fail_with(3, "substring", "-t", "1", "missing.fa", message="missing.fa: No such file or directory")
        self.fail_with(3, "substring", "-t", "1", str(self.folder), message="Is a directory")

    def test_a_wrong_letter_is_named(self):
        path = self.write("letters", b">a\nACGT\n>b\nAC\nG!\n")
        self.fail_with(3, "substring", "-t", "1", "--alphabet", "dna", path,
                       message="record 2, line 5: expected a letter of the alphabet dna, found '!' in column 2")


class SharedCases(CliTestCase):
    def test_damaged_fastq_files_are_refused_and_sound_ones_read(self):
        for case in sorted(shared_data("fastq_cases").glob("*.fastq")):
            with self.subTest(case.name):
                done = subprocess.run([PROGRAM, "substring", "-t", "1", str(case)], capture_output=True, check=False,
                                      timeout=100)
                self.assertEqual(done.returncode, 3 if case.name.startswith("error_") else 0, done.stderr)


if __name__ == "__main__":
    unittest.main()


class Alignments(CliTestCase):
    """Reads as SAM, BAM and CRAM are read as FASTQ is, and as strictly."""

    FASTQ = b"@a\nACGTNACGTTGCAAGGCTTACG\n+\nIIIIIIIIIIIIIIIIIIIIII\n@b\nTTGCAAGGCTTACGAAATTTCC\n+\n!!!!!!IIIIIIIIIIIIIIII\n"
    # Both reads, written by samtools import.
    CRAM = base64.b64decode(
        "Q1JBTQMAci5jcmFtAAAAAAAAAAAAAAAAAACaAAAAAAAAAAAAAgIAYfk9dXUAAABYWFQAAABASEQJVk46MS42CVNPOnVuc29ydGVkCUdPOnF1ZXJ5"
        "CkBDTwlSZXZlcnNlIHdpdGg6IHNhbXRvb2xzIGZhc3RxIC0wIHVucGFpcmVkLmZhc3RxIAon07teAAAAMDAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAvw2sZVAEAAP////8PAAECACwGAYC11BtRWwABAICqgKoSBFREAQBTTRsbGxsbUk4BQVABgJMSQkYD"
        "BAEEAQBDRgMEAQMBAFJMAwQBFgEAQVADBAEAAQBSRwMIAf////8PAQBNRgMEAQABAE5TAwgB/////w8BAE5QAwQBAAEAVFMDBAEAAQBUTAMEAQAB"
        "AElOBQIADUJBAQEeQkIEBgEBKgEBJU1RAwQBAAEAUk4FAgALUVMBAQxSSQMIAf////8PAQBTQwUCAA4BAJXTCKUAAgAjI/////8PAAECAAQDCwwe"
        "/////w8AAAAAAAAAAAAAAAAAAAAAWSqk0QAFAAAALwf88QAECwQEYQBiADszBNoBBAwfLB+LCAAAAAAAAP/T0MAGGBgYGBgY0EUBtiGkJSwAAAAt"
        "yQ0aAAQeLCxBQ0dUTkFDR1RUR0NBQUdHQ1RUQUNHVFRHQ0FBR0dDVFRBQ0dBQUFUVFRDQ85dmNsPAAAA/////w/gRU9GAAAAAAEABb3ZTwABAAYG"
        "AQABAAEA7mMBSw==")

    @staticmethod
    def record(name, letters, flag=4):
        """A record of BAM, without an alignment."""
        codes = ["=ACMGRSVTWYHKDBN".index(letter) for letter in letters]
        packed = bytes(high << 4 | low for high, low in itertools.zip_longest(codes[::2], codes[1::2], fillvalue=0))
        body = struct.pack("<iiBBHHHiiii", -1, -1, len(name) + 1, 0, 4680, 0, flag, len(letters), -1, -1, 0)
        body += name.encode() + b"\0" + packed + b"\xff" * len(letters)
        return struct.pack("<i", len(body)) + body

    def bam(self, *records):
        return b"BAM\1" + struct.pack("<ii", 0, 0) + b"".join(records)

    def test_the_same_reads(self):
        bam = self.bam(self.record("a", "ACGTNACGTTGCAAGGCTTACG"), self.record("b", "TTGCAAGGCTTACGAAATTTCC"))
        sam = b"@HD\tVN:1.6\n" + b"".join(b"%s\t4\t*\t0\t0\t*\t*\t0\t0\t%s\t*\n" % one for one in (
            (b"a", b"ACGTNACGTTGCAAGGCTTACG"), (b"b", b"TTGCAAGGCTTACGAAATTTCC")))
        self.write("r.fastq", self.FASTQ)
        for command in (("substring", "-f", "tsv"), ("distance", "--all", "-f", "tsv"), ("overlap", "-f", "tsv")):
            wanted = self.succeed(*command, "r.fastq").stdout
            for name, content in (("r.bam", bam), ("r.bam.gz", gzip.compress(bam)), ("r.sam", sam), ("r.cram", self.CRAM)):
                with self.subTest(command=command, name=name):
                    self.write(name, content)
                    self.assertEqual(self.succeed(*command, name).stdout, wanted)
                    self.assertEqual(self.succeed(*command, "-", stdin=content).stdout, wanted)

    def test_each_read_once_and_as_it_was_read(self):
        aligned = self.bam(self.record("a", "AACCGT", 0), self.record("a", "GGGG", 256), self.record("a", "TTTT", 2048),
                           self.record("b", "ACGGTTR", 16))
        self.write("r.bam", aligned)
        self.write("r.fasta", b">a\nAACCGT\n>b\nYAACCGT\n")
        self.assertEqual(self.succeed("substring", "-f", "tsv", "r.bam").stdout,
                         self.succeed("substring", "-f", "tsv", "r.fasta").stdout)

    def test_damage(self):
        bam = self.bam(self.record("a", "ACGTACGT"), self.record("b", "ACGTACGT"))
        packed = gzip.compress(bam)
        for name, content, message in (
                ("cut.bam", bam[:-3], "cut.bam: record 2: expected a whole record"),
                ("header.bam", b"BAM\1\xff\xff", "header.bam: expected a header"),
                ("cut.bam.gz", packed[:-9], "cut.bam.gz: "),
                ("wrong.sam", b"@HD\tVN:1.6\na\t4\n", "wrong.sam: expected a whole record"),
                ("cut.cram", self.CRAM[:300], "cut.cram: "),
                ("end.cram", self.CRAM[:-38], "end.cram: record 3: expected the block that ends CRAM")):
            with self.subTest(name=name):
                self.write(name, content)
                self.fail_with(3, "substring", name, message=message)
                self.fail_with(3, "distance", "--all", name, message=name)
