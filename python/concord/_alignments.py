"""Edit scripts of pairs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from concord import _core
from concord._editing import Editops, Opcodes, opcodes_of_runs
from concord._errors import UsageError
from concord._operations import Editop, Opcode
from concord._running import requested

_ALONE = requested()


def _editops(s1: Any, s2: Any, processor: Callable[[Any], Any] | None, metric: str) -> Editops:
    if processor is not None:
        s1, s2 = processor(s1), processor(s2)
    edits = Editops._short(s1, s2, metric == "levenshtein")
    return edits if edits is not None else Editops._made(*_core.script(s1, s2, metric, False, Editop))


def levenshtein_opcodes(
    s1: Any, s2: Any, *, processor: Callable[[Any], Any] | None = None, score_hint: int | None = None
) -> Opcodes:
    """Edits in runs that turn s1 into s2, as few as possible.

    Of several shortest scripts it is the one of rapidfuzz, for pairs of up to 4 million cells (such as 2,000 by 2,000
    elements) without common prefix and suffix; for larger pairs it is the library's own, with gaps as far to the left
    as possible.
    """
    if processor is not None:
        s1, s2 = processor(s1), processor(s2)
    runs = Opcodes._short(s1, s2, True)
    return Opcodes._made(*_core.script(s1, s2, "levenshtein", True, Opcode)) if runs is None else runs


def levenshtein_editops(
    s1: Any, s2: Any, *, processor: Callable[[Any], Any] | None = None, score_hint: int | None = None
) -> Editops:
    """Edits, one by one, that turn s1 into s2, as few as possible; the same script as the opcodes."""
    return _editops(s1, s2, processor, "levenshtein")


def indel_opcodes(
    s1: Any, s2: Any, *, processor: Callable[[Any], Any] | None = None, score_hint: int | None = None
) -> Opcodes:
    """Insertions and deletions in runs that turn s1 into s2, as few as possible; chosen as for Levenshtein."""
    return indel_editops(s1, s2, processor=processor).as_opcodes()


def indel_editops(
    s1: Any, s2: Any, *, processor: Callable[[Any], Any] | None = None, score_hint: int | None = None
) -> Editops:
    """Insertions and deletions, one by one, that turn s1 into s2, as few as possible."""
    return _editops(s1, s2, processor, "indel")


lcs_seq_opcodes = indel_opcodes
lcs_seq_editops = indel_editops


def hamming_editops(
    s1: Any,
    s2: Any,
    *,
    pad: bool = True,
    processor: Callable[[Any], Any] | None = None,
    score_hint: int | None = None,
) -> Editops:
    """Replacements that turn s1 into s2; behind the shorter one insertions or deletions (`pad=False`: UsageError)."""
    if processor is not None:
        s1, s2 = processor(s1), processor(s2)
    shorter = min(len(s1), len(s2))
    if not pad and len(s1) != len(s2):
        raise UsageError("Sequences are not the same length.")
    _, runs, _, _, _ = _core.align(s1[:shorter], s2[:shorter], "hamming", None, True, False, _ALONE)
    edits = opcodes_of_runs(runs, shorter, shorter).as_editops().as_list()
    edits += [Editop("delete", place, len(s2)) for place in range(shorter, len(s1))]
    edits += [Editop("insert", len(s1), place) for place in range(shorter, len(s2))]
    return Editops._made(edits, len(s1), len(s2))


def hamming_opcodes(
    s1: Any,
    s2: Any,
    *,
    pad: bool = True,
    processor: Callable[[Any], Any] | None = None,
    score_hint: int | None = None,
) -> Opcodes:
    """The same in runs, equal ones included."""
    return hamming_editops(s1, s2, pad=pad, processor=processor).as_opcodes()


__all__ = ["Editop", "Editops", "Opcode", "Opcodes"]
