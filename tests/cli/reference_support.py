"""What the tests of manual pages and completions share: what is made, and what --help lists."""

import re
import shutil
import subprocess
import unittest

from support import CliTestCase

OPTION = re.compile(r"^  ((?:--?[\w-]+,?)+)", re.MULTILINE)
COMMAND = re.compile(r"^  ([a-z]+) ", re.MULTILINE)


class ReferenceCliTestCase(CliTestCase):
    def setUp(self):
        super().setUp()
        self.succeed("reference", "made")
        self.made = self.folder / "made"
        self.helps = {}
        self.collect([])

    def collect(self, path):
        """The help of a command and of all below it, by their names."""
        text = self.succeed(*path, "--help").stdout
        self.helps[" ".join(["concord", *path])] = text
        for command in COMMAND.findall(text.partition("\nCommands:\n")[2].split("\n\n")[0]):
            self.collect([*path, command])

    def options(self, command):
        names = {name for names in OPTION.findall(self.helps[command]) for name in names.split(",")}
        return names | {"-h", "--help"}

    def needs(self, program):
        path = shutil.which(program)
        if path is None:
            raise unittest.SkipTest(f"there is no {program} here")
        return path

    def output_of(self, *command, **options):
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, timeout=100,
                              env=self.environment(LC_ALL="C.UTF-8", MANWIDTH="200", HOME=str(self.folder)), **options)
        self.assertEqual((done.returncode, done.stderr), (0, ""), command)
        return done.stdout
