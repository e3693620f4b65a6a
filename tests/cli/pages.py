"""Reports of every command, for tests that look at them; the standard library only."""

import html.parser
import json
import re

VOID = {"meta", "link", "img", "br", "hr", "input"}
HOSTILE = "\u202e</script><script>document.title='taken'</script><!--&\"'"


class Page(html.parser.HTMLParser):
    """What stands in a page, element by element; every element must be closed in its order."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open = []
        self.elements = []  # (name, attributes)
        self.scripts = {}  # by id, or "" for what runs
        self.text = ""
        self.styles = ""
        self.feed(text)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append((tag, dict(attrs)))

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open and self.open[-1][0] == tag, f"</{tag}> closes {self.open[-1:]}"
        self.open.pop()

    def handle_data(self, data):
        tag, attributes = self.open[-1] if self.open else ("", {})
        if tag == "script":
            self.scripts[attributes.get("id", "")] = data
        elif tag == "style":
            self.styles += data
        else:
            self.text += data

    def json(self, name="concord"):
        return json.loads(self.scripts[name])


def references(page):
    """Whatever the page could make a browser load."""
    found = re.findall(r"url\(([^)]*)\)|@import\s+(\S+)", page.styles)
    for _, attributes in page.elements:
        for name in ("src", "href", "xlink:href", "srcset", "action", "data", "poster"):
            if name in attributes:
                found.append(attributes[name])
    return [each for each in found if not each.startswith(("data:", "#"))]


def reports(case):
    """Runs every command with --report in the folder of a test case; what each page is about, by its name."""
    reads = case.write("many.fasta", "".join(f">r{i}\n{'ACGTTGCATG'[i % 7:]}GATTACAGATT{'TTGCA'[:i % 4]}\n"
                                             for i in range(30)).encode())
    a, b = case.two_files("ACGTTGCATGGATTACAGATTACCCGATAG" * 20, "ACGTTGCATGGATACAGATTACCGGATAG" * 20)
    matrices = case.write("a.txt", b"MXFT\nAFTB\nQRGS\n"), case.write("b.txt", b"FTB\nTGB\nAAG\n")
    wanted = {
        "substring": ("substring", "-k", "1", "-t", "15", reads),
        "substring-exact": ("substring", "-t", "15", reads),
        "substring-none": ("substring", "-t", "30", "-l", "30", reads),
        "subsequence": ("subsequence", a, b),
        "subsequence-lines": ("subsequence", "--by", "line", *matrices),
        "distance": ("distance", a, b),
        "distance-texts": ("distance", "--text", "kitten", "sitting"),
        "distances": ("distance", "--all", "--alphabet", "dna", reads),
        "nearest": ("distance", "--nearest", "2", "--alphabet", "dna", reads),
        "region": ("overlap", "-t", "15", reads),
        "repeat": ("overlap", "--repeat", a),
        "matches": ("overlap", "--mems", "9", a, b),
        "ends": ("overlap", "--overlaps", "4", reads),
        "component": ("component", *matrices),
    }
    pages = {}
    for name, arguments in wanted.items():
        printed = case.succeed(*arguments, "-f", "json", "--report", f"{name}.html").stdout
        pages[name] = (case.folder / f"{name}.html", json.loads(printed))
    return pages
