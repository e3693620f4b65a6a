"""Inserting, deleting and replacing an element, and transposing two neighbours, cost 1 each, where no element is edited
twice."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

_Sequence = Sequence[Hashable]

def distance(
    s1: _Sequence | Any,
    s2: _Sequence | Any,
    *,
    processor: Callable[[Any], _Sequence] | None = None,
    score_cutoff: int | None = None,
    score_hint: int | None = None,
) -> int:
    """How far apart two sequences are: 0 if they are equal; beyond the cutoff `score_cutoff + 1`."""

def similarity(
    s1: _Sequence | Any,
    s2: _Sequence | Any,
    *,
    processor: Callable[[Any], _Sequence] | None = None,
    score_cutoff: int | None = None,
    score_hint: int | None = None,
) -> int:
    """The greatest distance of sequences of these lengths, less the distance; beyond the cutoff 0."""

def normalized_distance(
    s1: _Sequence | float | None | Any,
    s2: _Sequence | float | None | Any,
    *,
    processor: Callable[[Any], _Sequence] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
) -> float:
    """The distance as a share of the greatest possible; beyond the cutoff, or of None, 1.0."""

def normalized_similarity(
    s1: _Sequence | float | None | Any,
    s2: _Sequence | float | None | Any,
    *,
    processor: Callable[[Any], _Sequence] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
) -> float:
    """1.0 less the normalized distance; beyond the cutoff, or of None, 0.0."""
