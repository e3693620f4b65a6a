"""Ratios of texts from 0 to 100, with the names, arguments and numbers of rapidfuzz.fuzz."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from concord._operations import ScoreAlignment

_Sequence = Sequence[Hashable]

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

def ratio(
    s1: _Sequence | float | None | Any,
    s2: _Sequence | float | None | Any,
    *,
    processor: Callable[[Any], _Sequence] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
) -> float:
    """The normalized Indel similarity, from 0 to 100."""

def partial_ratio(
    s1: _Sequence | float | None | Any,
    s2: _Sequence | float | None | Any,
    *,
    processor: Callable[[Any], _Sequence] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
) -> float:
    """The greatest ratio of the shorter text and a slice of the longer one."""

def token_sort_ratio(
    s1: _Sequence | float | None | Any,
    s2: _Sequence | float | None | Any,
    *,
    processor: Callable[[Any], _Sequence] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
) -> float:
    """The ratio of the words, sorted."""

def token_set_ratio(
    s1: _Sequence | float | None | Any,
    s2: _Sequence | float | None | Any,
    *,
    processor: Callable[[Any], _Sequence] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
) -> float:
    """The greatest ratio of the words of both, and those with the other words of each."""

def token_ratio(
    s1: _Sequence | float | None | Any,
    s2: _Sequence | float | None | Any,
    *,
    processor: Callable[[Any], _Sequence] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
) -> float:
    """The greater one of token_set_ratio and token_sort_ratio."""

def partial_token_sort_ratio(
    s1: _Sequence | float | None | Any,
    s2: _Sequence | float | None | Any,
    *,
    processor: Callable[[Any], _Sequence] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
) -> float:
    """The partial_ratio of the words, sorted."""

def partial_token_set_ratio(
    s1: _Sequence | float | None | Any,
    s2: _Sequence | float | None | Any,
    *,
    processor: Callable[[Any], _Sequence] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
) -> float:
    """The partial_ratio of the words that only one has; 100 if both share a word."""

def partial_token_ratio(
    s1: _Sequence | float | None | Any,
    s2: _Sequence | float | None | Any,
    *,
    processor: Callable[[Any], _Sequence] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
) -> float:
    """The greater one of partial_token_set_ratio and partial_token_sort_ratio."""

def WRatio(
    s1: _Sequence | float | None | Any,
    s2: _Sequence | float | None | Any,
    *,
    processor: Callable[[Any], _Sequence] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
) -> float:
    """The greatest of ratio, 0.95 of token_ratio and, where the lengths differ by half and more, partial ratios."""

def QRatio(
    s1: _Sequence | float | None | Any,
    s2: _Sequence | float | None | Any,
    *,
    processor: Callable[[Any], _Sequence] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
) -> float:
    """The ratio, but 0 for an empty text."""

def partial_ratio_alignment(
    s1: _Sequence | float | None | Any,
    s2: _Sequence | float | None | Any,
    *,
    processor: Callable[[Any], _Sequence] | None = None,
    score_cutoff: float | None = None,
) -> ScoreAlignment | None:
    """The slices of both that have the partial_ratio; None below the cutoff, and for None or NaN."""
