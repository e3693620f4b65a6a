"""Puts the documentation together for MkDocs, and builds it.

    assemble.py --program CONCORD --made FOLDER --out FOLDER [--no-build]

Pages stand once, where they belong: in docs/, and the README of each room under src/. Here they come together in one
folder with pages that are made from the program's help, the headers and the Python files, with the pictures that the
tutorials' commands made (in FOLDER/<page>, by blocks.py), and with those of docs/pictures. A link to a file that is not there is an error; one to a file of
the sources that is no page becomes its name.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

import command_line
import headers
import python_api

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Code comes first, unless it is within a link's text.
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)|`[^`\n]*`")
FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(r"^<!-- show: (\S+) -->$", re.MULTILINE)
ROOMS = ("substring", "subsequence", "distance", "overlap", "component", "adapters")


def pages():
    """Where each page of the sources stands on the site."""
    where = {path.relative_to(ROOT): path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")}
    where = {source: pathlib.Path("decisions/index.md") if target == pathlib.Path("decisions/README.md") else target
             for source, target in where.items()}
    where |= {pathlib.Path(f"src/problems/{room}/README.md"): pathlib.Path(f"how/{room}.md") for room in ROOMS}
    where[pathlib.Path("src/alignment/README.md")] = pathlib.Path("how/alignment.md")
    where[pathlib.Path("src/suffixes/README.md")] = pathlib.Path("how/suffixes.md")
    where[pathlib.Path("python/README.md")] = pathlib.Path("python.md")
    where[pathlib.Path("CHANGELOG.md")] = pathlib.Path("changelog.md")
    where[pathlib.Path("CONTRIBUTING.md")] = pathlib.Path("contributing.md")
    return where


class Site:
    def __init__(self, made, out):
        self.where = pages()
        self.made, self.out = made, out
        self.wrong = []

    def write(self, target, text):
        path = self.out / "pages" / target
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def link(self, source, target, found):
        mark, text, address = found.groups()
        if address is None or re.match(r"[a-z]+:|#", address):
            return found[0]
        file, _, anchor = address.partition("#")
        wanted = pathlib.Path(os.path.normpath(source.parent / file))
        produced = self.made / source.stem / file
        if wanted in GENERATED:
            goal = GENERATED[wanted]
        elif wanted / "README.md" in self.where:
            goal = self.where[wanted / "README.md"]
        elif wanted in self.where:
            goal = self.where[wanted]
        elif produced.is_file() or (mark and (ROOT / wanted).is_file()):
            goal = target.parent / source.stem / file
            (self.out / "pages" / goal).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(produced if produced.is_file() else ROOT / wanted, self.out / "pages" / goal)
        elif (ROOT / wanted).exists():
            return text if "`" in text else f"`{wanted}`" if text == file else text
        else:
            self.wrong.append(f"{source}: there is no {address}")
            return found[0]
        relative = os.path.relpath(goal, target.parent)
        return f"{mark}[{text}]({relative}{'#' + anchor if anchor else ''})"

    def frame(self, source, target, found):
        """A page of figures that a command made, shown within the page."""
        produced = self.made / source.stem / found[1]
        if not produced.is_file():
            self.wrong.append(f"{source}: no command made {found[1]}")
            return found[0]
        goal = target.parent / source.stem / found[1]
        (self.out / "pages" / goal).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(produced, self.out / "pages" / goal)
        return f'<iframe src="{source.stem}/{found[1]}" title="{found[1]}" loading="lazy" class="report"></iframe>'

    def page(self, source, target):
        text = (ROOT / source).read_text()
        parts = FENCED.split(text)
        for index in range(0, len(parts), 2):
            parts[index] = SHOWN.sub(lambda found: self.frame(source, target, found), parts[index])
            parts[index] = LINK.sub(lambda found: self.link(source, target, found), parts[index])
        # Markdown's lists need an empty line before them; GitHub's do not.
        parts[::2] = [re.sub(r"(^(?![-*|>#\s]|\d+\.)[^\n]+\n)(?=(?:[-*]|\d+\.) )", r"\1\n", part, flags=re.MULTILINE)
                      for part in parts[::2]]
        self.write(target, "".join(parts))

    def build(self, program):
        shutil.rmtree(self.out, ignore_errors=True)
        for source, target in self.where.items():
            self.page(source, target)
        self.write("reference/command-line.md", command_line.command_line_page(program))
        self.write("reference/headers.md", headers.headers_page(ROOT / "include" / "concord"))
        self.write("reference/python.md", python_api.python_page(ROOT / "python"))
        (self.out / "pages" / "extra.css").write_text("iframe.report { width: 100%; height: 40rem; border: 1px solid #8884; }\n")
        (self.out / "mkdocs.yml").write_text((ROOT / "docs" / "site" / "mkdocs.yml").read_text() + self.navigation())
        if self.wrong:
            sys.exit("\n".join(self.wrong))

    def navigation(self):
        """The order of pages; those that are not named (new ones) come where their kind does."""
        at_top = sorted(target.as_posix() for target in self.where.values() if len(target.parts) == 1)
        first, last = ["index.md", "install.md"], ["python.md", "rapidfuzz.md", "performance.md", "contributing.md", "changelog.md"]
        others = [page for page in at_top if page not in [*first, *last, "how-it-works.md"]]
        tasks = sorted(target.as_posix() for target in self.where.values() if target.parts[0] == "tasks")
        tutorials = sorted(target.as_posix() for target in self.where.values() if target.parts[0] == "tutorials")
        rooms = ["how-it-works.md", *(f"how/{room}.md" for room in ROOMS), "how/alignment.md", "how/suffixes.md"]
        decisions = sorted(target.as_posix() for target in self.where.values() if target.parts[0] == "decisions")
        decisions.sort(key=lambda page: page != "decisions/index.md")
        references = ["reference/command-line.md", "reference/headers.md", "reference/python.md"]

        def group(title, names):
            return [f"  - {title}:", *(f"      - {name}" for name in names)]

        lines = ["nav:", *(f"  - {name}" for name in first), *group("Tasks", tasks), *group("Tutorials", tutorials),
                 *(f"  - {name}" for name in others), "  - python.md", "  - rapidfuzz.md", *group("Reference", references),
                 "  - performance.md", *group("How it works", rooms), *group("Decisions", decisions),
                 "  - contributing.md", "  - changelog.md"]
        return "\n".join(lines) + "\n"


# Links of the sources to what is made here.
GENERATED = {pathlib.Path("docs/reference/command-line.md"): pathlib.Path("reference/command-line.md"),
             pathlib.Path("docs/reference/headers.md"): pathlib.Path("reference/headers.md"),
             pathlib.Path("docs/reference/python.md"): pathlib.Path("reference/python.md"),
             pathlib.Path("include/concord"): pathlib.Path("reference/headers.md")}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--made", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--no-build", action="store_true")
    options = parser.parse_args()
    Site(options.made.resolve(), options.out.resolve()).build(options.program)
    if not options.no_build:
        subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", options.out / "mkdocs.yml"],
                       check=True)
        print(f"{options.out / 'site' / 'index.html'}")


if __name__ == "__main__":
    main()
