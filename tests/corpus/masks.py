"""What of an output has to stay as it is: everything but times, memory, the device, and the version."""

import base64
import gzip
import json
import re
import struct
import zlib

# Members of a shard's part that have another name now: the old name, and the new one.
RENAMED_IN_PARTS = {"wishes": "arguments"}

MASKED_MEMBERS = ("run", "version")
MASKED_IN_PAGES = [
    (rb"(<meta name=\"generator\" content=\"concord )[^\"]*", rb"\1-"),
    (rb"(<pre id=\"cite\">[^<]* by concord )[^<]*", rb"\1-"),
    (rb"(<dt>(?:Date|Version|Ran on|Time|Memory)</dt><dd>)[^<]*", rb"\1-"),
]


def canonical(name, content, portable=False):
    """The bytes that are compared. With `portable`, what a compressor does does not count, in pictures too."""
    if content[:2] == b"\x1f\x8b":
        content = unpacked(content)
    if content[:8] == b"\x89PNG\r\n\x1a\n":
        return pixels(content) if portable else content
    if content.startswith(b'{"schema":"concord.part/1"'):
        return part(content)
    for pattern, masked in MASKED_IN_PAGES if content.startswith(b"<!DOCTYPE html>") else ():
        content = re.sub(pattern, masked, content)
    if portable and content.startswith(b"<!DOCTYPE html>"):
        content = re.sub(rb"data:image/png;base64,([A-Za-z0-9+/=]+)",
                         lambda found: b"data:" + pixels(base64.b64decode(found[1])), content)
    return mask_members(content)


def unpacked(content):
    try:
        return gzip.decompress(content)
    except (OSError, EOFError, zlib.error):
        return content


def mask_members(content):
    """Of every JSON object of a command in it, also where a page holds one."""
    opening = b'{"schema":"concord.'
    out, at = [], 0
    while (found := content.find(opening, at)) >= 0:
        out.append(content[at:found])
        object_, at = masked_object(content, found)
        out.append(object_)
    return b"".join(out) + content[at:]


TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[{}\[\],:]', re.DOTALL)


def masked_object(content, begin):
    """The object that begins there with the values of masked members left out, and where it ends."""
    out, copied, depth, member, value_of = [], begin, 0, None, None
    for token in TOKEN.finditer(content, begin):
        text = token[0]
        if text in (b"{", b"["):
            depth += 1
        elif text in (b"}", b"]"):
            depth -= 1
        if value_of and (depth == 1 and text == b"," or depth == 0):
            out.append(b'"-"')
            copied, value_of = token.start(), None
        if depth == 0:
            return b"".join(out) + content[copied:token.end()], token.end()
        if depth == 1 and text == b":" and member and not value_of and member.decode() in MASKED_MEMBERS:
            out.append(content[copied:token.end()])
            value_of = member
        member = text[1:-1] if depth == 1 and text[:1] == b'"' else None
    return content[begin:], len(content)


def part(content):
    """A part with the names of today; its checksum is of those as well, so it is left out."""
    line, _, rows = content.partition(b"\n")
    try:
        whole = json.loads(line)
    except ValueError:
        return content
    whole["checksum"] = whole["body"]["version"] = "-"
    return json.dumps(renamed(whole), ensure_ascii=False).encode() + b"\n" + rows


def renamed(value):
    if isinstance(value, dict):
        return {RENAMED_IN_PARTS.get(name, name): renamed(each) for name, each in value.items()}
    if isinstance(value, list):
        # A fact is a pair of its name and its value.
        is_fact = len(value) == 2 and isinstance(value[0], str)
        return [RENAMED_IN_PARTS.get(value[0], value[0]), renamed(value[1])] if is_fact else [renamed(each) for each in value]
    return value


def pixels(content):
    """A picture with its pixels unpacked, whichever zlib packed them."""
    out, packed, at = [], b"", 8
    while at + 8 <= len(content):
        length, = struct.unpack(">I", content[at:at + 4])
        kind, data = content[at + 4:at + 8], content[at + 8:at + 8 + length]
        at += 12 + length
        if kind == b"IDAT":
            packed += data
        else:
            out.append(kind + data)
    return b"".join(out) + zlib.decompress(packed)
