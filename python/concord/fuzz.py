"""Ratios of texts from 0 to 100, with the names, arguments and numbers of rapidfuzz.fuzz.

Every function takes two texts `s1`, `s2` (str, bytes, arrays, sequences of hashable elements; None and NaN have the score
0), and

processor
    is called with each of them first, such as ``concord.utils.default_process``.
score_cutoff
    a lower score is returned as 0, and is found faster.
score_hint
    is accepted and makes no difference.

Time: bit-parallel, O(n m / 64); of partial ratios O(n m^2 / 64) at worst.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from concord import _core
from concord._operations import ScoreAlignment

__all__ = [
    "QRatio",
    "WRatio",
    "partial_ratio",
    "partial_ratio_alignment",
    "partial_token_ratio",
    "partial_token_set_ratio",
    "partial_token_sort_ratio",
    "ratio",
    "token_ratio",
    "token_set_ratio",
    "token_sort_ratio",
]

QRatio = _core.fuzz.QRatio
WRatio = _core.fuzz.WRatio
partial_ratio = _core.fuzz.partial_ratio
partial_token_ratio = _core.fuzz.partial_token_ratio
partial_token_set_ratio = _core.fuzz.partial_token_set_ratio
partial_token_sort_ratio = _core.fuzz.partial_token_sort_ratio
ratio = _core.fuzz.ratio
token_ratio = _core.fuzz.token_ratio
token_set_ratio = _core.fuzz.token_set_ratio
token_sort_ratio = _core.fuzz.token_sort_ratio


def partial_ratio_alignment(
    s1: Any,
    s2: Any,
    *,
    processor: Callable[[Any], Any] | None = None,
    score_cutoff: float | None = None,
) -> ScoreAlignment | None:
    """The slices of both that have the partial_ratio; None below the cutoff, and for None or NaN.

    >>> partial_ratio_alignment("a certain string", "certain")
    ScoreAlignment(score=100.0, src_start=2, src_end=9, dest_start=0, dest_end=7)
    """
    if _core.is_missing(s1) or _core.is_missing(s2):
        return None
    if processor is not None:
        s1, s2 = processor(s1), processor(s2)
    found = _core.fuzz.partial_alignment(s1, s2, score_cutoff)
    return None if found is None else ScoreAlignment(*found)
