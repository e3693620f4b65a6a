"""Single edits and runs of edits, their checks, and how the one become the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from concord import _core

__all__ = ["INVERSE", "Editop", "MatchingBlock", "Opcode", "ScoreAlignment"]

INVERSE = {"insert": "delete", "delete": "insert", "replace": "replace", "equal": "equal"}


class MatchingBlock(NamedTuple):
    """`size` equal elements, from `a` on in the source and from `b` on in the destination."""

    a: int
    b: int
    size: int


class ScoreAlignment(NamedTuple):
    """A score, and the slices of the source and the destination that have it."""

    score: float
    src_start: int
    src_end: int
    dest_start: int
    dest_end: int


class Editop(NamedTuple):
    """One edit: `tag` is "replace", "insert" or "delete"."""

    tag: str
    src_pos: int
    dest_pos: int


class Opcode(NamedTuple):
    """A run of edits, or of equal elements: `tag` is "equal", "replace", "insert" or "delete"."""

    tag: str
    src_start: int
    src_end: int
    dest_start: int
    dest_end: int


if not TYPE_CHECKING:  # the extension's types of the same tuples: made and freed faster, and their attributes can be set
    MatchingBlock = _core.tuple_type_like(MatchingBlock)
    ScoreAlignment = _core.tuple_type_like(ScoreAlignment)
    Editop = _core.tuple_type_like(Editop)
    Opcode = _core.tuple_type_like(Opcode)

_INVALID = "List of edit operations invalid"


def checked_editops(operations: Iterable[Any], src_len: int, dest_len: int) -> list[Editop]:
    """Of tuples; equal ones are left out. Raises ValueError, in rapidfuzz's words, for what turns no source into a destination."""
    made: list[Editop] = []
    for one in operations:
        tag, src_pos, dest_pos = one
        if tag not in INVERSE:
            raise ValueError(f"expected replace, insert, delete or equal, found {tag!r}")
        if src_pos > src_len or dest_pos > dest_len:
            raise ValueError(_INVALID)
        if (src_pos == src_len and tag != "insert") or (dest_pos == dest_len and tag != "delete"):
            raise ValueError(_INVALID)
        if tag != "equal":
            made.append(Editop(tag, src_pos, dest_pos))
    for before, after in zip(made, made[1:]):
        if before.src_pos > after.src_pos or before.dest_pos > after.dest_pos:
            raise ValueError("List of edit operations out of order")
        if before[1:] == after[1:]:
            raise ValueError("Duplicated edit operation")
    return made


def checked_opcodes(operations: Iterable[Any], src_len: int, dest_len: int) -> list[Opcode]:
    """Of tuples; neighbours of the same kind become one. Raises ValueError as checked_editops()."""
    made: list[Opcode] = []
    for one in operations:
        block = Opcode(*one)
        source = block.src_end - block.src_start
        destination = block.dest_end - block.dest_start
        if block.tag not in INVERSE or block.src_end > src_len or block.dest_end > dest_len:
            raise ValueError(_INVALID)
        if block.tag in ("equal", "replace"):
            valid = source == destination > 0
        elif block.tag == "insert":
            valid = source == 0 < destination
        else:
            valid = destination == 0 < source
        if not valid:
            raise ValueError(_INVALID)
        last = made[-1] if made else None
        if last and (last.tag, last.src_end, last.dest_end) == (block.tag, block.src_start, block.dest_start):
            made[-1] = last._replace(src_end=block.src_end, dest_end=block.dest_end)
        else:
            made.append(block)
    if (made[0].src_start, made[0].dest_start) != (0, 0):
        raise ValueError("List of edit operations does not start at position 0")
    if (made[-1].src_end, made[-1].dest_end) != (src_len, dest_len):
        raise ValueError("List of edit operations does not end at the string ends")
    for before, after in zip(made, made[1:]):
        if (before.src_end, before.dest_end) != (after.src_start, after.dest_start):
            raise ValueError("List of edit operations is not continuous")
    return made


def editops_of(opcodes: Sequence[Opcode]) -> list[Editop]:
    """The edits of runs, one by one."""
    made = []
    for one in opcodes:
        if one.tag == "replace":
            steps = range(one.src_end - one.src_start)
            made += [Editop("replace", one.src_start + step, one.dest_start + step) for step in steps]
        elif one.tag == "insert":
            made += [Editop("insert", one.src_start, place) for place in range(one.dest_start, one.dest_end)]
        elif one.tag == "delete":
            made += [Editop("delete", place, one.dest_start) for place in range(one.src_start, one.src_end)]
    return made


def opcodes_of(editops: Sequence[Editop], src_len: int, dest_len: int) -> list[Opcode]:
    """The edits in runs, and the equal runs between them."""
    made: list[Opcode] = []
    src = dest = 0
    at = 0
    while at < len(editops):
        tag, src_pos, dest_pos = editops[at]
        if src < src_pos or dest < dest_pos:
            made.append(Opcode("equal", src, src_pos, dest, dest_pos))
            src, dest = src_pos, dest_pos
        begin = (src, dest)
        while at < len(editops) and editops[at] == (tag, src, dest):
            src += tag != "insert"
            dest += tag != "delete"
            at += 1
        made.append(Opcode(tag, begin[0], src, begin[1], dest))
    if src < src_len or dest < dest_len:
        made.append(Opcode("equal", src, src_len, dest, dest_len))
    return made
