"""Where a pattern stands in a text with the fewest edits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from concord import _core
from concord._errors import UsageError
from concord._running import Progress, requested, whole

__all__ = ["PatternMatch", "find"]


class PatternMatch(NamedTuple):
    """Elements [start, end) of a text, `distance` edits from a pattern.

    ``cigar`` aligns the pattern with them: = and X for equal and different elements, I for an element of the pattern
    that the text lacks, D for one of the text that the pattern lacks.
    """

    start: int
    end: int
    distance: int
    cigar: str


def find(
    pattern: Any,
    text: Any,
    *,
    max_distance: int | None = None,
    prefix: bool = False,
    minima: bool = False,
    equalities: Iterable[tuple[Any, Any]] = (),
    processor: Callable[[Any], Any] | None = None,
    progress: Progress | None = None,
) -> list[PatternMatch]:
    """Where a pattern stands in a text with the fewest edits (edlib's mode HW, or with `prefix` SHW).

    Parameters
    ----------
    pattern, text
        Sequences of any length, as of ``distance``; the pattern is not empty.
    max_distance
        Places with more edits are not reported; the smaller it is, the faster.
    prefix
        Only places that begin with the text.
    minima
        All ends within max_distance that are local minima: of neighbouring ends with the same distance the last, where
        those around them cost more. Otherwise all ends with the fewest edits of all.
    equalities
        Pairs of elements that count as equal, too, in both directions: ``[("N", "A"), ("N", "C")]``. They do not go
        through a third: A and C are not equal by these.
    processor
        Called with pattern and text first.

    Returns
    -------
    list of PatternMatch
        In order of their ends; of the alignments that end there the one with gaps as far to the left as possible. Exact.
        Time: O(text e / 64) for e edits, at most O(text pattern / 64), and O((pattern + e) (1 + e / 64)) a place.

    Raises
    ------
    UsageError, KeyboardInterrupt

    >>> from concord.distance import Levenshtein
    >>> Levenshtein.find("ACGT", "TTACGGCC")
    [PatternMatch(start=2, end=5, distance=1, cigar='3=1I'), PatternMatch(start=2, end=6, distance=1, cigar='3=1X')]
    >>> Levenshtein.find(b"GNT", b"CGATT", equalities=[(b"N", b"A")])
    [PatternMatch(start=1, end=4, distance=0, cigar='3=')]
    """
    if processor is not None:
        pattern, text = processor(pattern), processor(text)
    bound = None if max_distance is None else whole("max_distance", max_distance)
    if bound is not None and bound < 0:
        raise UsageError(f"max_distance {bound}: expected 0 or more")
    pairs = [tuple(pair) for pair in equalities]
    how = requested("cpu", None, None, progress)
    return _core.find(pattern, text, bound, prefix, minima, pairs, PatternMatch, how)  # type: ignore[no-any-return]
