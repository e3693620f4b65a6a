"""Builds the site with the environment's MkDocs and looks at what came out; leaves with 77 (skipped) without MkDocs."""

import argparse
import html
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def fail(why):
    sys.exit(f"site: {why}")


def look_at(site, program):
    pages = {path.relative_to(site).as_posix(): html.unescape(re.sub(r"<[^>]+>", "", path.read_text()))
             for path in site.rglob("*.html") if "mkdocs" not in path.name}
    for page in ("index.html", "install.html", "tutorials/unknown-adapter.html", "how/substring.html", "performance.html",
                 "decisions/index.html", "reference/headers.html", "reference/python.html", "python.html"):
        if page not in pages:
            fail(f"{page} is missing")
    # What is made from the sources holds what they hold.
    help_text = subprocess.run([program, "substring", "--help"], check=True, capture_output=True, text=True).stdout
    for option in re.findall(r"--[a-z][a-z-]+", help_text):
        if option not in pages["reference/command-line.html"]:
            fail(f"the page of the command line does not tell of {option}")
    squeezed = " ".join(pages["reference/headers.html"].split())
    for header in (ROOT / "include" / "concord").glob("*.hpp"):
        for name in re.findall(r"^(?:\[\[nodiscard\]\] )?[\w:<> ]+ (\w+)\(|^struct (\w+) \{", header.read_text(), re.MULTILINE):
            if not re.search(rf"\b{''.join(name)}\b", squeezed):
                fail(f"{header.name}: the page of headers does not tell of {''.join(name)}")
    for name in ("longest_common_substring", "cdist", "SubstringResult", "editops", "find(", "PatternMatch", "scorer: Callable"):
        if name not in pages["reference/python.html"]:
            fail(f"the page of Python does not tell of {name}")
    for page in [*(ROOT / "docs" / "tutorials").glob("*.md"), *(ROOT / "docs" / "tasks").glob("*.md")]:
        for picture in re.findall(r"^<!-- show: (\S+) -->$|^!\[[^\]]*\]\((\S+)\)$", page.read_text(), re.MULTILINE):
            if not (site / page.parent.name / page.stem / "".join(picture)).is_file():
                fail(f"{page.name}: {''.join(picture)} is missing")
    index = (site / "search" / "search_index.json").read_text()
    for page in (ROOT / "docs" / "tasks").glob("*.md"):
        if f"tasks/{page.stem}.html" not in index:
            fail(f"the search does not find {page.name}")
    for path in site.glob("*/*.html"):
        if found := re.search(r'(?:<script[^>]* src|<link[^>]* rel="stylesheet"[^>]* href)="(https?:[^"]*)', path.read_text()):
            fail(f"{path.name} loads {found[1]}")
    print(f"{len(pages)} pages: {site / 'index.html'}")


def main():
    parser = argparse.ArgumentParser()
    for name in ("venv", "program", "made", "out"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    python = arguments.venv / "bin" / "python"
    if not (arguments.venv / "requirements.txt").exists():
        print("skipped: there is no environment with MkDocs")
        sys.exit(77)
    if not (arguments.made / "fuzzy-join" / "pairs.tsv").exists():
        print("skipped: not every page could run")
        sys.exit(77)
    out = arguments.out / "assembled"
    subprocess.run([python, ROOT / "docs" / "site" / "assemble.py", "--program", arguments.program, "--made", arguments.made,
                    "--out", out], check=True)
    look_at(out / "site", arguments.program)


if __name__ == "__main__":
    main()
