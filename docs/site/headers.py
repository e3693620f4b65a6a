"""A page of the public headers: each declaration with its comment."""

import re

NAME = re.compile(r"\b(?:struct|class|enum class)\s+(\w+)|(\w+|operator\S+)\s*\(|using\s+(\w+)\s*=|(\w+)\s*=")


def chunks(text):
    """The parts between empty lines outside of all braces, within the namespace."""
    body = text.split("namespace concord {\n", 1)[1].rsplit("} // namespace concord", 1)[0]
    depth, chunk = 0, []
    for line in body.splitlines():
        if not line.strip() and depth == 0:
            if chunk:
                yield chunk
            chunk = []
            continue
        chunk.append(line)
        code = line.split("//")[0]
        depth += code.count("{") - code.count("}")
    if chunk:
        yield chunk


def section(chunk):
    prose, code = [], list(chunk)
    while code and code[0].startswith("///"):
        prose.append(code.pop(0)[3:].strip())
    if not code:
        return " ".join(prose), None, ""
    code_text = "\n".join(code)
    # Without attributes: a name follows.
    found = NAME.search(re.sub(r"\[\[\w+\]\]|//.*|template <[^>]*>", "", code_text))
    name = next((each for each in found.groups() if each), None) if found else None
    return " ".join(prose), name, code_text


def escaped(text):
    """Prose of a comment as Markdown, with tags and emphasis escaped."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else re.sub(r"([<>*_\[\]|])", r"\\\1", part) for part in parts)


def headers_page(folder):
    lines = ["# The C++ library", "",
             "`find_package(concord CONFIG REQUIRED)`, then link `concord::concord`. The declarations of the headers with their "
             "comments; all of them are in the namespace `concord`.", ""]
    for path in sorted(folder.glob("*.hpp")):
        text = path.read_text()
        if "namespace concord {\n" not in text:  # declares nothing: it checks the compiler
            continue
        lines += [f"## concord/{path.name}", ""]
        head = [line[2:].strip() for line in text.split("#pragma once")[0].splitlines() if line.startswith("//")]
        lines += [escaped("\n".join(head)), ""]
        for chunk in chunks(text):
            if chunk[0].startswith("namespace "):  # internal
                continue
            prose, name, code = section(chunk)
            if name and not re.match(r"(friend|template <> struct|struct \w+;|class \w+;)", code):
                lines += [f"### {name}", ""]
            if prose:
                lines += [escaped(prose), ""]
            if code:
                lines += ["```cpp", code, "```", ""]
    return "\n".join(lines)
