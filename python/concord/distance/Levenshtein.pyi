"""Inserting, deleting and replacing an element cost 1 each."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from concord._editing import Editops, Opcodes
from concord._finding import PatternMatch as PatternMatch
from concord._finding import find as find

_Sequence = Sequence[Hashable]

def distance(
    s1: _Sequence | Any,
    s2: _Sequence | Any,
    *,
    weights: tuple[int, int, int] | None = (1, 1, 1),
    processor: Callable[[Any], _Sequence] | None = None,
    score_cutoff: int | None = None,
    score_hint: int | None = None,
) -> int:
    """How far apart two sequences are: 0 if they are equal; beyond the cutoff `score_cutoff + 1`."""

def similarity(
    s1: _Sequence | Any,
    s2: _Sequence | Any,
    *,
    weights: tuple[int, int, int] | None = (1, 1, 1),
    processor: Callable[[Any], _Sequence] | None = None,
    score_cutoff: int | None = None,
    score_hint: int | None = None,
) -> int:
    """The greatest distance of sequences of these lengths, less the distance; beyond the cutoff 0."""

def normalized_distance(
    s1: _Sequence | float | None | Any,
    s2: _Sequence | float | None | Any,
    *,
    weights: tuple[int, int, int] | None = (1, 1, 1),
    processor: Callable[[Any], _Sequence] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
) -> float:
    """The distance as a share of the greatest possible; beyond the cutoff, or of None, 1.0."""

def normalized_similarity(
    s1: _Sequence | float | None | Any,
    s2: _Sequence | float | None | Any,
    *,
    weights: tuple[int, int, int] | None = (1, 1, 1),
    processor: Callable[[Any], _Sequence] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
) -> float:
    """1.0 less the normalized distance; beyond the cutoff, or of None, 0.0."""

def editops(
    s1: _Sequence | Any,
    s2: _Sequence | Any,
    *,
    processor: Callable[[Any], _Sequence] | None = None,
    score_hint: int | None = None,
) -> Editops:
    """Edits, one by one, that turn s1 into s2."""

def opcodes(
    s1: _Sequence | Any,
    s2: _Sequence | Any,
    *,
    processor: Callable[[Any], _Sequence] | None = None,
    score_hint: int | None = None,
) -> Opcodes:
    """Edits in runs that turn s1 into s2, with what is equal between."""
