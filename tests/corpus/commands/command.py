"""A command of the corpus: what it runs, step by step, and what it needs.

A command's name is its group and a hash of what it runs, so that it stays when others are added.
"""

import hashlib
import itertools
import shlex

import inputs

FORMS = ("text", "tsv", "json")


class Step:
    """One run of the program, in the folder of its command."""

    def __init__(self, text, stdin=None, ranks=0, columns=0, stop_after=0.0):
        self.words = shlex.split(text)
        self.stdin = stdin            # an input
        self.ranks = ranks            # of concord-mpi; 0: one process of concord
        self.columns = columns        # of the terminal that stdout is; 0: a pipe
        self.stop_after = stop_after  # seconds until SIGUSR1; what the step says is then not looked at

    def line(self):
        program = f"mpirun -n {self.ranks} concord-mpi" if self.ranks else "concord"
        line = f"{program} {' '.join(map(shlex.quote, self.words))}"
        if self.stdin:
            line += f" < {self.stdin}"
        if self.columns:
            line += f" (on a terminal of {self.columns} columns)"
        return line + (f" (stopped after {self.stop_after} s)" if self.stop_after else "")


class Command:
    def __init__(self, group, steps, needs=()):
        self.group = group
        self.steps = steps
        self.line = "  &&  ".join(step.line() for step in steps)
        self.name = f"{group}-{hashlib.sha256(self.line.encode()).hexdigest()[:8]}"
        known = inputs.names()
        words = {word for step in steps for word in [*step.words, step.stdin]}
        self.inputs = sorted(words & known)
        self.needs = set(needs)
        if any(step.ranks for step in steps):
            self.needs.add("ranks")
        if set(self.inputs) & set(inputs.real_files()):
            self.needs.add("data")
        for step in steps:
            for vectors in ("avx2", "avx512"):
                if vectors in step.words:
                    self.needs.add(vectors)


class Corpus:
    def __init__(self):
        self.commands = []
        self.forms = itertools.cycle(FORMS)

    def add(self, group, *texts, needs=(), **how):
        """One command of some steps; each is a text, or a Step; `how` is for texts."""
        steps = [text if isinstance(text, Step) else Step(text, **how) for text in texts]
        self.commands.append(Command(group, steps, needs))

    def add_form(self, group, text, **how):
        """The same with the next of the three formats."""
        self.add(group, f"{text} -f {next(self.forms)}", **how)

    def add_forms(self, group, text, **how):
        for form in FORMS:
            self.add(group, f"{text} -f {form}", **how)
