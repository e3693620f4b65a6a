"""Distances of pairs: ``concord.distance(a, b)``, and a module for each metric."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from concord import _core
from concord._editing import Editops, Opcodes
from concord._errors import ResourceError, UsageError
from concord._operations import Editop, MatchingBlock, Opcode, ScoreAlignment
from concord._running import Progress, requested
from concord.distance import (
    OSA,
    DamerauLevenshtein,
    Hamming,
    Indel,
    Jaro,
    JaroWinkler,
    LCSseq,
    Levenshtein,
    Postfix,
    Prefix,
)

__all__ = [
    "OSA",
    "DamerauLevenshtein",
    "Editop",
    "Editops",
    "Hamming",
    "Indel",
    "Jaro",
    "JaroWinkler",
    "LCSseq",
    "Levenshtein",
    "MatchingBlock",
    "Opcode",
    "Opcodes",
    "Postfix",
    "Prefix",
    "ScoreAlignment",
]


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
        "levenshtein" (insert, delete, replace), "indel" (insert, delete), "hamming" (replace; the elements that
        only the longer sequence has count, too), "osa" (as levenshtein, or transpose two neighbours that are not
        edited otherwise) or "damerau_levenshtein" (the same, with elements inserted or deleted between the two).
    weights
        What inserting, deleting and replacing an element cost: for "levenshtein". Other weights than (1, 1, 1) are
        counted on the CPU, by one thread.
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
        if metric != "levenshtein":
            raise UsageError(f"weights are for metric='levenshtein', not for {metric!r}")
        if str(device).startswith("cuda"):
            raise ResourceError("distances with weights are computed on the CPU only")
        return int(Levenshtein.distance(s1, s2, weights=weights, processor=processor, score_cutoff=score_cutoff))
    if processor is not None:
        s1, s2 = processor(s1), processor(s2)
    how = requested(device, threads, memory, progress)
    edits = _core.align(s1, s2, metric, score_cutoff, False, False, how)[0]
    return int(score_cutoff or 0) + 1 if edits is None else int(edits)


class _CallableModule(ModuleType):
    """Makes the package of the metrics callable: concord.distance(a, b)."""

    __call__ = staticmethod(_core.distance)

    @property
    def __signature__(self) -> object:
        """For inspect.signature, which asks for it what can be called."""
        import inspect

        return inspect.signature(_core.distance)


sys.modules[__name__].__class__ = _CallableModule
