"""The Jaro similarity, raised for a common prefix where it is above 0.7."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

_Sequence = Sequence[Hashable]

def distance(
    s1: _Sequence | float | None | Any,
    s2: _Sequence | float | None | Any,
    *,
    prefix_weight: float = 0.1,
    processor: Callable[[Any], _Sequence] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
) -> float:
    """1.0 less the similarity; beyond the cutoff, or of None, 1.0."""

def similarity(
    s1: _Sequence | float | None | Any,
    s2: _Sequence | float | None | Any,
    *,
    prefix_weight: float = 0.1,
    processor: Callable[[Any], _Sequence] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
) -> float:
    """From 0.0 to 1.0; beyond the cutoff, or of None, 0.0."""

def normalized_distance(
    s1: _Sequence | float | None | Any,
    s2: _Sequence | float | None | Any,
    *,
    prefix_weight: float = 0.1,
    processor: Callable[[Any], _Sequence] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
) -> float:
    """The distance as a share of the greatest possible; beyond the cutoff, or of None, 1.0."""

def normalized_similarity(
    s1: _Sequence | float | None | Any,
    s2: _Sequence | float | None | Any,
    *,
    prefix_weight: float = 0.1,
    processor: Callable[[Any], _Sequence] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
) -> float:
    """1.0 less the normalized distance; beyond the cutoff, or of None, 0.0."""
