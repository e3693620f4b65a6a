"""Runs the blocks of a page of the documentation, in order, in one folder: ```bash and ```python, and compares what they
print with a ```text block that follows at once. In what is expected, a line `...` stands for any lines, and the time of a
run for any time.

    blocks.py PAGE FOLDER

The program is the `concord` that PATH finds first. Leaves with 77 where a page needs Python packages that are missing.
"""

import contextlib
import difflib
import io
import os
import pathlib
import re
import subprocess
import sys
import traceback

FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SECONDS = re.compile(r"\b\d+(\.\d+)?(e-\d+)? (s|ms|seconds)\b")


def blocks_of(text):
    """(language, text, line, whether it follows the block before it at once) of each block."""
    end = None
    for found in FENCE.finditer(text):
        line = text.count("\n", 0, found.start()) + 2
        adjacent = end is not None and not text[end:found.start()].strip()
        yield found[1], found[2], line, adjacent
        end = found.end()


def masked(text):
    return [SECONDS.sub("# s", line.rstrip()) for line in text.strip("\n").splitlines()]


def matches(expected, printed):
    """Whether the lines agree, where `...` stands for any number of them."""
    if not expected:
        return not printed
    if expected[0].strip() == "...":
        return any(matches(expected[1:], printed[start:]) for start in range(len(printed) + 1))
    return bool(printed) and expected[0] == printed[0] and matches(expected[1:], printed[1:])


class Page:
    def __init__(self, path, folder):
        self.path, self.folder = path, folder
        self.names = {"__name__": "__main__"}

    def fail(self, line, why):
        sys.exit(f"{self.path}:{line}: {why}")

    def bash(self, text, line):
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", text], cwd=self.folder, capture_output=True, text=True,
                              check=False, stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            self.fail(line, f"status {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def python(self, text, line):
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                exec(compile("\n" * (line - 1) + text, str(self.path), "exec"), self.names)
        except Exception:
            self.fail(line, traceback.format_exc())
        return printed.getvalue()

    def run(self):
        ran = 0
        printed = None
        for language, text, line, adjacent in blocks_of(self.path.read_text()):
            if language in ("bash", "python"):
                printed = getattr(self, language)(text, line)
                ran += 1
            elif language == "text" and printed is not None and adjacent:
                expected, found = masked(text), masked(printed)
                if not matches(expected, found):
                    difference = "\n".join(difflib.unified_diff(expected, found, "shown", "printed", lineterm="", n=99))
                    self.fail(line, f"what is shown is not what was printed\n{difference}\n\nprinted:\n{printed}")
                printed = None
        if ran == 0:
            self.fail(1, "no block of this page runs")
        print(f"{self.path.name}: {ran} blocks ran")


def main():
    page, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    if "```python" in page.read_text():
        try:
            import concord  # noqa: F401
        except ImportError as missing:
            print(f"skipped: the page needs the Python package: {missing}")
            sys.exit(77)
    folder.mkdir(parents=True, exist_ok=True)
    page, folder = page.resolve(), folder.resolve()
    os.chdir(folder)
    Page(page, folder).run()


if __name__ == "__main__":
    main()
