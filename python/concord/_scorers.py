"""The scorers that the extension computes for many sequences at once, and the meaning of their scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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


_PLAIN = {"weights": (1, 1, 1), "pad": True, "prefix_weight": 0.1}


def is_plain(scorer_kwargs: Mapping[str, Any] | None) -> bool:
    """Whether the arguments do not change the scorer."""
    return not scorer_kwargs or all(value is None or _PLAIN.get(key) == value for key, value in scorer_kwargs.items())


def weights_of(known: Scorer | None, scorer_kwargs: Mapping[str, Any] | None) -> tuple[int, int, int] | None:
    """Weights of a Levenshtein score that no other argument changes; those that are none are left to the scorer."""
    if known is None or known.metric != 0 or not scorer_kwargs or is_plain(scorer_kwargs):
        return None
    weights = scorer_kwargs.get("weights")
    if type(weights) is not tuple or len(weights) != 3 or not all(type(one) is int and one >= 0 for one in weights):
        return None
    return weights if is_plain({**scorer_kwargs, "weights": None}) else None


def in_edits(
    known: Scorer, weights: tuple[int, int, int], score_cutoff: float | None, score_multiplier: float
) -> tuple[Scorer, int] | None:
    """The scorer without weights whose scores are these, divided by a factor."""
    insertion, deletion, substitution = weights
    if insertion != deletion or insertion == 0 or insertion < substitution < 2 * insertion or substitution < insertion:
        return None
    metric = METRICS.index("levenshtein" if substitution == insertion else "indel")
    if not known.is_whole or insertion == 1:
        return Scorer(metric, known.kind), 1
    return (Scorer(metric, known.kind), insertion) if score_cutoff is None and score_multiplier == 1 else None
