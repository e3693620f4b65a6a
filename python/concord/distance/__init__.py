"""Distances of pairs: ``concord.distance(a, b)``, and the modules Levenshtein, Indel, LCSseq and Hamming."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from concord import _core
from concord._editing import Editop, Editops, MatchingBlock, Opcode, Opcodes
from concord._errors import UsageError
from concord._running import Progress, requested
from concord.distance import Hamming, Indel, LCSseq, Levenshtein

__all__ = ["Editop", "Editops", "Hamming", "Indel", "LCSseq", "Levenshtein", "MatchingBlock", "Opcode", "Opcodes"]


def _with_options(
    s1: Any,
    s2: Any,
    *,
    metric: str = "levenshtein",
    weights: tuple[int, int, int] | None = (1, 1, 1),
    processor: Callable[[Any], Any] | None = None,
    score_cutoff: int | None = None,
    score_hint: int | None = None,
    device: str = "auto",
    threads: int | None = None,
    memory: int | str | None = None,
    progress: Progress | None = None,
) -> int:
    """The edit distance of two sequences: the fewest edits that turn one into the other.

    Parameters
    ----------
    s1, s2
        Sequences: str (compared by code points), bytes, arrays of one dimension, lists of hashable elements.
    metric
        "levenshtein" (insert, delete, replace), "indel" (insert, delete) or "hamming" (replace; the elements
        that only the longer sequence has count, too).
    weights
        Only (1, 1, 1).
    processor
        Called with each sequence first.
    score_cutoff
        A greater distance is returned as ``score_cutoff + 1``; the smaller it is, the faster.
    device
        "auto", "cpu", "cuda" or "cuda:0"; a named device that is not usable is a ResourceError.
    threads, memory
        Bounds: threads (default: the cores that this process may use), bytes ("4G").
    progress
        Called now and then with (stage, done, total, unit).

    Returns
    -------
    int
        Edits. Exact, and the same for every device and number of threads. Time: O(n m / vector bits), and
        O((n + m) d) at a small distance d; memory linear.

    Raises
    ------
    UsageError, ResourceError, KeyboardInterrupt

    >>> import concord
    >>> concord.distance("kitten", "sitting")
    3
    >>> concord.distance("kitten", "sitting", metric="indel")
    5
    """
    if metric == "hamming":
        return int(
            Hamming.distance(s1, s2, processor=processor, score_cutoff=score_cutoff, score_hint=score_hint)
        )
    if device == "auto" and metric == "levenshtein" and threads is None and memory is None and progress is None:
        return int(
            Levenshtein.distance(s1, s2, weights=weights, processor=processor, score_cutoff=score_cutoff)
        )
    if weights is not None and tuple(weights) != (1, 1, 1):
        raise UsageError("weights other than (1, 1, 1) are not supported; for (1, 1, 2) take metric='indel'")
    if processor is not None:
        s1, s2 = processor(s1), processor(s2)
    how = requested(device, threads, memory, progress)
    edits = _core.align(s1, s2, metric, score_cutoff, False, False, how)[0]
    return int(score_cutoff or 0) + 1 if edits is None else int(edits)


class _CallableModule(ModuleType):
    """Makes the package of the metrics callable: concord.distance(a, b)."""

    __call__ = staticmethod(_core.distance)


sys.modules[__name__].__class__ = _CallableModule
