"""The scorers that the extension computes for many sequences at once, and the meaning of their scores."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from concord import _core

METRICS = (
    "levenshtein",
    "indel",
    "lcs_seq",
    "hamming",
    "osa",
    "damerau_levenshtein",
    "jaro",
    "jaro_winkler",
    "prefix",
    "postfix",
)
KINDS = ("distance", "similarity", "normalized_distance", "normalized_similarity")


class Scorer(NamedTuple):
    """A metric and a kind, as numbers of METRICS and KINDS; or a ratio, as a number of RATIOS from FIRST_RATIO on."""

    metric: int
    kind: int

    @property
    def is_distance(self) -> bool:
        """Whether a lower score is the better one."""
        return self.kind in (0, 2)

    @property
    def is_whole(self) -> bool:
        """Whether scores are whole numbers."""
        return self.kind < 2 and self.metric < FIRST_RATIO and self.metric not in _REAL


_REAL = (METRICS.index("jaro"), METRICS.index("jaro_winkler"))
FIRST_RATIO = 64
"""Numbers of metrics from here on are ratios of concord.fuzz."""

RATIOS = (
    "ratio",
    "partial_ratio",
    "token_sort_ratio",
    "token_set_ratio",
    "token_ratio",
    "partial_token_sort_ratio",
    "partial_token_set_ratio",
    "partial_token_ratio",
    "WRatio",
    "QRatio",
)

KNOWN: dict[Any, Scorer] = {
    getattr(getattr(_core, metric), kind): Scorer(number, of_kind)
    for number, metric in enumerate(METRICS)
    for of_kind, kind in enumerate(KINDS)
}
KNOWN.update({getattr(_core.fuzz, name): Scorer(FIRST_RATIO + number, 3) for number, name in enumerate(RATIOS)})


WHOLE = frozenset(scorer for scorer in KNOWN.values() if scorer.is_whole)
"""The scorers of whole numbers."""


def scorer_of(function: Callable[..., Any]) -> Scorer | None:
    """The scorer of a function, if it is one of the package."""
    try:
        return KNOWN.get(function)
    except TypeError:  # not hashable
        return None
