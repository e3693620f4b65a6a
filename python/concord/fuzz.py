"""``ratio``: the one scorer of rapidfuzz.fuzz that is a plain distance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from concord import _core
from concord._scorers import KNOWN, Scorer

__all__ = ["ratio"]


def ratio(
    s1: Any,
    s2: Any,
    *,
    processor: Callable[[Any], Any] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
) -> float:
    """The normalized Indel similarity, from 0 to 100.

    >>> ratio("this is a test", "this is a test!")
    96.55172413793103
    """
    score = _core.indel.normalized_similarity(s1, s2, processor=processor) * 100
    return score if score_cutoff is None or score >= score_cutoff else 0.0


KNOWN[ratio] = Scorer(1, 3, 100.0)
