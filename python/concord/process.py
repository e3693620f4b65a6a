"""One sequence, or many, against many: ``extract`` and ``cdist``, with the arguments of rapidfuzz.process."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from concord import _core
from concord._errors import UsageError
from concord._running import Progress, requested
from concord._scorers import KNOWN, WHOLE, Scorer, in_edits, is_plain, scorer_of, weights_of
from concord._sequences import SequenceSet, collected, is_arrow
from concord.fuzz import WRatio, ratio

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["cdist", "cpdist", "extract", "extractOne", "extract_iter"]

_DTYPES = "bhilqBHILQfd"  # NumPy's characters for whole numbers and reals of 1 to 8 bytes
_AT_ONCE = 256  # choices of a list that extract_iter compares before it yields the first of them
_AMONG_MANY = {
    # One of many is scored without 1 - (1 - s) and its roundings.
    KNOWN[metric.normalized_similarity]: metric.similarity
    for metric in (_core.jaro, _core.jaro_winkler)
}
_core.know_scorers(KNOWN)


def _pairs(choices: Any) -> Iterator[tuple[Any, Any]]:
    """(key, choice); the keys are indexes unless the choices are a mapping."""
    if callable(getattr(choices, "items", None)):
        return iter(choices.items())
    return iter(enumerate(choices))


def _lists(choices: Any) -> tuple[list[Any], list[Any] | None]:
    """The choices as a list, and their keys if they are a mapping."""
    if type(choices) is list:
        return choices, None
    if not callable(getattr(choices, "items", None)):
        return (_core.list_of(choices) if is_arrow(choices) else list(choices)), None
    if type(choices) is dict:
        return list(choices.values()), list(choices)
    pairs = list(choices.items())
    return [choice for _, choice in pairs], [key for key, _ in pairs]


def _one_score(
    query: Any,
    choice: Any,
    scorer: Callable[..., Any],
    processor: Callable[[Any], Any] | None,
    score_cutoff: Any,
    scorer_kwargs: Mapping[str, Any] | None,
) -> Any:
    if _core.is_missing(choice):
        return None
    if processor is not None:
        choice = processor(choice)
    return scorer(query, choice, score_cutoff=score_cutoff, **(scorer_kwargs or {}))


def _rows(
    query: Any,
    choices: Iterable[Any] | Mapping[Any, Any],
    scorer: Callable[..., Any],
    processor: Callable[[Any], Any] | None,
    score_cutoff: Any,
    scorer_kwargs: Mapping[str, Any] | None,
) -> Iterator[Iterable[tuple[Any, Any, Any]]]:
    """What extract_iter() yields, as many rows at once as are known."""
    if not scorer_kwargs:
        ready = _core.extract_all(query, choices, scorer, processor, score_cutoff, _AT_ONCE)
        if ready is not NotImplemented:
            yield ready
            return
    if _core.is_missing(query):
        return
    known = scorer_of(scorer)
    if processor is not None:
        query = processor(query)
    if known is not None and is_plain(scorer_kwargs):
        if type(choices) in (list, dict, tuple) or is_arrow(choices):
            ready, keys = _lists(choices)
            for first in range(0, len(ready), _AT_ONCE):
                yield _core.extract_some(
                    query, ready, keys, first, first + _AT_ONCE, known.metric, known.kind, processor, score_cutoff
                )
            return
        # Choices that come from anywhere are taken one by one.
        are_pairs = callable(getattr(choices, "items", None))
        given = choices.items() if are_pairs else choices  # type: ignore[union-attr]
        yield _core.extract_each(query, given, are_pairs, known.metric, known.kind, processor, score_cutoff)
        return
    scorer = _AMONG_MANY.get(known, scorer) if known is not None else scorer
    lower = known is not None and known.is_distance
    for key, choice in _pairs(choices):
        score = _one_score(query, choice, scorer, processor, score_cutoff, scorer_kwargs)
        if score is None:
            continue
        if score_cutoff is None or (score <= score_cutoff if lower else score >= score_cutoff):
            yield ((choice, score, key),)


def extract_iter(
    query: Any,
    choices: Iterable[Any] | Mapping[Any, Any],
    *,
    scorer: Callable[..., Any] = WRatio,
    processor: Callable[[Any], Any] | None = None,
    score_cutoff: Any = None,
    score_hint: Any = None,
    scorer_kwargs: Mapping[str, Any] | None = None,
) -> Iterator[tuple[Any, Any, Any]]:
    """Yields (choice, score, key) of every choice within the cutoff, in order; the key is an index, or a mapping's.

    Missing choices (None, NaN) are skipped, and a missing query matches nothing.

    >>> from concord.distance import Levenshtein
    >>> list(extract_iter("abc", ["abd", "zzz"], scorer=Levenshtein.distance, score_cutoff=1))
    [('abd', 1, 0)]
    """
    rows = _rows(query, choices, scorer, processor, score_cutoff, scorer_kwargs)
    return chain.from_iterable(rows)  # which costs a row less than a generator that yields each


@_core.quick
def extract(
    query: Any,
    choices: Iterable[Any] | Mapping[Any, Any],
    *,
    scorer: Callable[..., Any] = WRatio,
    processor: Callable[[Any], Any] | None = None,
    limit: int | None = 5,
    score_cutoff: Any = None,
    score_hint: Any = None,
    scorer_kwargs: Mapping[str, Any] | None = None,
) -> list[tuple[Any, Any, Any]]:
    """The best choices, best first and in their order among equals, as (choice, score, key).

    `limit` is the maximum number; None: all.

    >>> from concord.distance import Levenshtein
    >>> extract("kiten", ["mitten", "kitten", "sitting"], scorer=Levenshtein.distance, limit=2)
    [('kitten', 1, 1), ('mitten', 2, 0)]
    """
    if not scorer_kwargs:
        ready = _core.extract_list(query, choices, scorer, processor, score_cutoff, limit)
        if ready is not NotImplemented:
            return ready  # type: ignore[no-any-return]
    known = scorer_of(scorer)
    if type(query) is not str and _core.is_missing(query):
        return []
    if known is not None and (not scorer_kwargs or is_plain(scorer_kwargs)):
        if processor is not None:
            query = processor(query)
        ready, keys = (choices, None) if type(choices) is list else _lists(choices)
        most = -1 if limit is None else max(limit, 0)
        return _core.extract(query, ready, keys, known[0], known[1], processor, score_cutoff, most)  # type: ignore[no-any-return]
    found = list(chain.from_iterable(_rows(query, choices, scorer, processor, score_cutoff, scorer_kwargs)))
    lower = known is not None and known.is_distance
    if limit is None or limit >= len(found):
        return sorted(found, key=lambda one: one[1], reverse=not lower)
    best = heapq.nsmallest if lower else heapq.nlargest
    return best(max(limit, 0), found, key=lambda one: one[1])


@_core.quick
def extractOne(  # noqa: N802 - rapidfuzz's name
    query: Any,
    choices: Iterable[Any] | Mapping[Any, Any],
    *,
    scorer: Callable[..., Any] = WRatio,
    processor: Callable[[Any], Any] | None = None,
    score_cutoff: Any = None,
    score_hint: Any = None,
    scorer_kwargs: Mapping[str, Any] | None = None,
) -> tuple[Any, Any, Any] | None:
    """The best choice, the first of equals, as (choice, score, key); None if no choice is within the cutoff."""
    if not scorer_kwargs:
        first = _core.extract_first(query, choices, scorer, processor, score_cutoff)
        if first is not NotImplemented:
            return first  # type: ignore[no-any-return]
    known = scorer_of(scorer)
    if known is not None and (not scorer_kwargs or is_plain(scorer_kwargs)):
        if type(query) is not str and _core.is_missing(query):
            return None
        if processor is not None:
            query = processor(query)
        ready, keys = (choices, None) if type(choices) in (list, dict) else _lists(choices)
        return _core.extract_one(query, ready, keys, known[0], known[1], processor, score_cutoff)  # type: ignore[no-any-return]
    found = extract(
        query,
        choices,
        scorer=scorer,
        processor=processor,
        limit=1,
        score_cutoff=score_cutoff,
        scorer_kwargs=scorer_kwargs,
    )
    return found[0] if found else None


@lru_cache(maxsize=64)  # to look at a type takes as long as a table of some words
def _given_dtype(dtype: Any) -> np.dtype[Any]:
    made = (_numpy or _import_numpy()).dtype(dtype)
    if made.char not in _DTYPES or not made.isnative:
        raise TypeError(f"unsupported dtype: {made}")
    return made  # type: ignore[no-any-return]


def _dtype(dtype: Any, scorer: Scorer) -> Any:
    np = _numpy or _import_numpy()
    if dtype is None:
        return np.uint32 if scorer in WHOLE else np.float32
    return _given_dtype(dtype)


_numpy: Any = None


def _import_numpy() -> Any:
    """When it is needed first: an import statement in a function takes its time in each call."""
    global _numpy  # noqa: PLW0603
    import numpy

    _numpy = numpy
    return numpy


def _score_all(
    queries: Any,
    choices: Any,
    zipped: bool,
    scorer: Callable[..., Any],
    processor: Callable[[Any], Any] | None,
    score_cutoff: float | None,
    score_multiplier: float,
    dtype: Any,
    scorer_kwargs: Mapping[str, Any] | None,
    how: tuple[Any, ...] | None,
) -> npt.NDArray[Any]:
    np = _numpy or _import_numpy()
    known = scorer_of(scorer)
    rows, columns = len(queries), len(choices)
    if zipped and rows != columns:
        raise UsageError("Length of queries and choices must be the same!")
    shape = rows if zipped else (rows, columns)
    if type(queries) is type(choices) is list and known and not scorer_kwargs:
        array = np.empty(shape, _dtype(dtype, known))
        if processor is None:
            copy = queries[:]  # no other code changes it
            others = copy if choices is queries else choices[:]
        else:
            copy = _core.processed_list(queries[:], processor)
            others = copy if choices is queries else _core.processed_list(choices[:], processor)
        _core.score_all(copy, others, known.metric, known.kind, score_cutoff, score_multiplier, zipped, array, how)
        return array
    weights = weights_of(known, scorer_kwargs)
    edits = None if known is None or weights is None else in_edits(known, weights, score_cutoff, score_multiplier)
    if edits is not None:
        known, factor = edits
        weights = scorer_kwargs = None
        score_multiplier *= factor
    if isinstance(queries, SequenceSet) or isinstance(choices, SequenceSet):
        weights = None
    if known is None or (weights is None and not is_plain(scorer_kwargs)):
        if known is not None and dtype is None:
            dtype = _dtype(None, known)
        shape = (rows,) if zipped else (rows, columns)
        return _score_by_calls(queries, choices, shape, scorer, processor, score_cutoff, score_multiplier, dtype, scorer_kwargs)
    array = np.empty(shape, dtype=_dtype(dtype, known))
    ready = collected(queries, processor)
    others = ready if choices is queries else collected(choices, processor)
    if weights is not None:
        ready, others = (_core.list_of(one) if is_arrow(one) else one for one in (ready, others))
        _core.score_weighted(ready, others, known.kind, weights, score_cutoff, score_multiplier, zipped, array, how)
        return array
    _core.score_all(
        ready, others, known.metric, known.kind, score_cutoff, score_multiplier, zipped, array, how
    )
    return array


def _score_by_calls(
    queries: Any,
    choices: Any,
    shape: tuple[int, ...],
    scorer: Callable[..., Any],
    processor: Callable[[Any], Any] | None,
    score_cutoff: Any,
    score_multiplier: float,
    dtype: Any,
    scorer_kwargs: Mapping[str, Any] | None,
) -> npt.NDArray[Any]:
    """With the caller's own scorer: one call a pair."""
    import numpy as np

    array = np.zeros(shape, dtype="float32" if dtype is None else dtype)
    whole = np.issubdtype(array.dtype, np.integer)
    first, second = (
        collected(_core.list_of(one) if is_arrow(one) else one, processor) for one in (queries, choices)
    )
    places = ((i,) for i in range(len(first))) if len(shape) == 1 else np.ndindex(*shape)
    for place in places:
        score = scorer(first[place[0]], second[place[-1]], score_cutoff=score_cutoff, **(scorer_kwargs or {}))
        array[place] = round(score * score_multiplier) if whole else score * score_multiplier
    return array


@_core.quick
def cdist(
    queries: Any,
    choices: Any,
    *,
    scorer: Callable[..., Any] = ratio,
    processor: Callable[[Any], Any] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
    score_multiplier: float = 1,
    dtype: npt.DTypeLike | None = None,
    workers: int = 1,
    scorer_kwargs: Mapping[str, Any] | None = None,
    device: str = "auto",
    memory: int | str | None = None,
    progress: Progress | None = None,
) -> npt.NDArray[Any]:
    """Scores of every query against every choice.

    Parameters
    ----------
    queries, choices
        Collections of sequences (str, bytes, arrays, lists of hashables), Arrow arrays of strings or binary, or two
        SequenceSets of one alphabet.
    scorer
        One of concord.distance's modules or concord.fuzz.ratio (the default); another function is called pair by pair.
    score_cutoff
        Scores beyond it become ``score_cutoff + 1``, 0, 1.0 or 0.0, as the scorer defines.
    score_multiplier
        Multiplies every score at the end.
    dtype
        int8 to int64, uint8 to uint64, float32, float64; default uint32 for whole scores, else float32. Whole dtypes
        round; a score that does not fit is an error.
    workers
        Threads; -1: the cores that this process may use.
    device, memory, progress
        As of concord.distance.

    Returns
    -------
    numpy.ndarray
        (len(queries), len(choices)) scores. A missing sequence (None, NaN) has the worst normalized score; whole scores
        have none for it (UsageError).

    >>> from concord.distance import Levenshtein
    >>> cdist(["abc", "xyz"], ["abd", "xy"], scorer=Levenshtein.distance)
    array([[1, 3],
           [3, 1]], dtype=uint32)
    """
    is_alone = type(workers) is int and workers == 1 and device == "auto" and memory is None and progress is None
    how = None if is_alone else requested(device, workers, memory, progress)
    return _score_all(
        queries, choices, False, scorer, processor, score_cutoff, score_multiplier, dtype, scorer_kwargs, how
    )


@_core.quick
def cpdist(
    queries: Any,
    choices: Any,
    *,
    scorer: Callable[..., Any] = ratio,
    processor: Callable[[Any], Any] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
    score_multiplier: float = 1,
    dtype: npt.DTypeLike | None = None,
    workers: int = 1,
    scorer_kwargs: Mapping[str, Any] | None = None,
    device: str = "auto",
    memory: int | str | None = None,
    progress: Progress | None = None,
) -> npt.NDArray[Any]:
    """Scores of every query and the choice at the same index: (len(queries),) of them; else as cdist.

    >>> from concord.distance import Indel
    >>> cpdist(["abc", "xyz"], ["abd", "xy"], scorer=Indel.distance, dtype="int8")
    array([2, 1], dtype=int8)
    """
    is_alone = type(workers) is int and workers == 1 and device == "auto" and memory is None and progress is None
    how = None if is_alone else requested(device, workers, memory, progress)
    return _score_all(
        queries, choices, True, scorer, processor, score_cutoff, score_multiplier, dtype, scorer_kwargs, how
    )
