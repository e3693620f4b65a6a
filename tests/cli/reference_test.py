"""Manual pages and completions hold what --help lists, and the programs that they are for read them."""

import re
import subprocess
import unittest

from reference_support import ReferenceCliTestCase


class Manual(ReferenceCliTestCase):
    def test_a_page_for_every_command_with_all_its_options(self):
        pages = {path.stem.replace("-", " "): path for path in (self.made / "man1").iterdir()}
        self.assertEqual(set(pages), set(self.helps))
        self.assertGreater(len(pages), 10)
        for command, page in pages.items():
            text = page.read_text().replace("\\-", "-").replace("\\fR", "").replace("\\fB", "")
            listed = {name for line in re.findall(r"^\.TP\n(-.*)", text, re.MULTILINE)
                      for name in re.findall(r"(?:^|, )(-[\w-]+)", line)}
            self.assertEqual(listed, self.options(command), command)

    def test_groff_has_nothing_to_complain_of(self):
        self.needs("groff")
        for page in (self.made / "man1").iterdir():
            self.output_of("groff", "-ww", "-Kutf8", "-man", "-Tutf8", page)

    def test_man_shows_it_as_the_help_does(self):
        if not self.output_of(self.needs("man"), "--version").startswith("man "):
            raise unittest.SkipTest("man is not that of man-db")
        for page in (self.made / "man1").iterdir():
            shown = self.output_of("man", "--warnings", "-l", page)
            self.assertIn("SYNOPSIS", shown)
        shown = self.output_of("man", "-l", self.made / "man1" / "concord-substring.1")
        self.assertIn("concord substring [OPTIONS] FILE...", shown)
        self.assertIn("-k, --mismatches N", shown)
        self.assertIn("concord substring -k 1 -t 20% -l 15 reads.fastq.gz", shown)


class Completions(ReferenceCliTestCase):
    def test_every_option_is_in_all_of_them(self):
        bash = (self.made / "bash" / "concord").read_text()
        zsh = (self.made / "zsh" / "_concord").read_text()
        fish = (self.made / "fish" / "concord.fish").read_text()
        for command in self.helps:
            in_bash = re.search(rf"'{command}'\) options='([^']*)'", bash)[1].split()
            self.assertEqual(set(in_bash), self.options(command))
            function = re.search(rf"^_{command.replace(' ', '_')}\(\) {{\n(.*?)^}}", zsh, re.MULTILINE | re.DOTALL)[1]
            specified = re.findall(r"^        (?:'\([^)]*\)'\{([^}]*)\}|(-[\w+=-]+))'\[", function, re.MULTILINE)
            in_zsh = {name.rstrip("+=") for names, name in specified for name in (names or name).split(",")}
            self.assertEqual(in_zsh, self.options(command))
            lines = re.findall(rf"^complete -c concord -n '__concord_is {command.replace(' ', '_')}' (-[sl] .*)", fish,
                               re.MULTILINE)
            in_fish = {("-" if kind == "s" else "--") + name
                       for line in lines for kind, name in re.findall(r"(?:^| )-([sl]) ([\w-]+)", line.split(" -d ")[0])}
            self.assertEqual(in_fish, self.options(command))

    def bash(self, line):
        """What bash offers at the end of `line`, as readline splits it."""
        words = [word for word in re.split(r"\s+|(=)", line) if word is not None]
        words = [word for index, word in enumerate(words) if word or index == len(words) - 1]
        script = (f"source made/bash/concord; COMP_WORDS=({' '.join(repr(word) for word in words)}); "
                  f"COMP_CWORD={len(words) - 1}; $(complete -p concord | sed 's/.*-F //; s/ .*//'); "
                  "printf '%s\\n' \"${COMPREPLY[@]}\"")
        return set(self.output_of(self.needs("bash"), "--norc", "-uc", script, cwd=self.folder).split())

    def test_bash(self):
        self.write("reads two.fastq", b"")
        self.assertEqual(self.bash("concord sub"), {"substring", "subsequence"})
        self.assertEqual(self.bash("concord substring --mis"), {"--mismatches"})
        self.assertEqual(self.bash("concord substring --alphabet d"), {"dna"})
        self.assertEqual(self.bash("concord substring --alphabet=d"), {"dna"})
        self.assertEqual(self.bash("concord substring -f "), {"text", "tsv", "json"})
        self.assertEqual(self.bash("concord substring -k "), set())
        self.assertEqual(self.bash("concord substring -k 1 --occurrences rea"), {"reads.fasta", "reads", "two.fastq"})
        self.assertEqual(self.bash("concord overlap in"), {"index"})
        self.assertEqual(self.bash("concord overlap -o index --rep"), {"--repeat", "--report"})
        self.assertIn("--output", self.bash("concord overlap index --"))
        self.assertNotIn("--mems", self.bash("concord overlap index --"))
        self.assertEqual(self.bash("concord simulate "), {"reads", "genomes", "pairs", "words", "matrices"})
        self.assertEqual(self.bash("concord substring rea"), {"reads.fasta", "reads", "two.fastq"})

    def test_zsh(self):
        zsh = self.needs("zsh")
        self.output_of(zsh, "-f", "-n", self.made / "zsh" / "_concord")
        # _arguments takes its specifications apart only within a completion, which needs a terminal: zpty is one.
        script = r"""
            zmodload zsh/zpty
            zpty session zsh -f -i
            zpty -w session "PS1=; fpath=($PWD/made/zsh \$fpath); autoload -Uz compinit; compinit -u -d $PWD/dump; PS1=ready'>'"
            zpty -r session read '*ready>*'
            zpty -w -n session "concord $1"$'\t\t'
            sleep $2
            zpty -w -n session $'\C-e <end>'
            zpty -r session read '*<end>*'
            print -r -- $read
            zpty -d session"""
        for words, offered in (("substring --mism", "--mismatches="), ("overlap --mem", "--mem"),
                               ("substring --alphabet prot", "protein"), ("devi", "devices"), ("overlap ind", "index")):
            # What is typed while zsh still completes interrupts it, so a busy machine gets a longer pause.
            for pause in ("1", "5", "15"):
                done = subprocess.run([zsh, "-f", "-c", script, "zsh", words, pause], capture_output=True, text=True,
                                      check=False, timeout=60, cwd=self.folder, env=self.environment(TERM="dumb"))
                if offered in done.stdout:
                    break
            self.assertIn(offered, done.stdout, (words, done.stderr))

    def test_fish(self):
        fish = self.needs("fish")
        script = self.made / "fish" / "concord.fish"
        self.output_of(fish, "--no-execute", script)

        def offered(line):
            lines = self.output_of(fish, "--no-config", "-c", f"source {script}; complete -C '{line}'", cwd=self.folder)
            return {each.split("\t")[0] for each in lines.splitlines()}

        self.assertEqual(offered("concord sub"), {"substring", "subsequence"})
        self.assertEqual(offered("concord substring --mis"), {"--mismatches"})
        self.assertEqual(offered("concord substring --alphabet d"), {"dna"})
        self.assertEqual(offered("concord substring rea"), {"reads.fasta"})
        self.assertEqual(offered("concord substring --motif rea"), {"reads.fasta"})
        self.assertEqual(offered("concord simulate "), {"reads", "genomes", "pairs", "words", "matrices"})
        self.assertEqual(offered("concord overlap index --me"), {"--memory"})
        self.assertEqual(offered("concord overlap -o index --rep"), {"--repeat", "--report"})
