"""One sequence, or many, against many: ``extract`` and ``cdist``, with the arguments of rapidfuzz.process."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol, TypeVar, overload

import numpy as np
import numpy.typing as npt

from concord._running import Progress

__all__ = ["cdist", "cpdist", "extract", "extractOne", "extract_iter"]

_Key = TypeVar("_Key")
_Choice = TypeVar("_Choice")
_Score = TypeVar("_Score")
_Number = TypeVar("_Number", bound=np.generic)
_AKey = TypeVar("_AKey", covariant=True)
_AChoice = TypeVar("_AChoice", covariant=True)

class _HasItems(Protocol[_AKey, _AChoice]):
    """A mapping, or a pandas.Series."""

    def items(self) -> Iterable[tuple[_AKey, _AChoice]]: ...


@overload
def extract_iter(
    query: Any,
    choices: _HasItems[_Key, _Choice | None],
    *,
    scorer: Callable[..., _Score],
    processor: Callable[[Any], Any] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
    scorer_kwargs: Mapping[str, Any] | None = None,
) -> Iterator[tuple[_Choice, _Score, _Key]]: ...
@overload
def extract_iter(
    query: Any,
    choices: _HasItems[_Key, _Choice | None],
    *,
    processor: Callable[[Any], Any] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
    scorer_kwargs: Mapping[str, Any] | None = None,
) -> Iterator[tuple[_Choice, float, _Key]]: ...
@overload
def extract_iter(
    query: Any,
    choices: Iterable[_Choice | None],
    *,
    scorer: Callable[..., _Score],
    processor: Callable[[Any], Any] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
    scorer_kwargs: Mapping[str, Any] | None = None,
) -> Iterator[tuple[_Choice, _Score, int]]: ...
@overload
def extract_iter(
    query: Any,
    choices: Iterable[_Choice | None],
    *,
    processor: Callable[[Any], Any] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
    scorer_kwargs: Mapping[str, Any] | None = None,
) -> Iterator[tuple[_Choice, float, int]]: ...

@overload
def extract(
    query: Any,
    choices: _HasItems[_Key, _Choice | None],
    *,
    scorer: Callable[..., _Score],
    processor: Callable[[Any], Any] | None = None,
    limit: int | None = 5,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
    scorer_kwargs: Mapping[str, Any] | None = None,
) -> list[tuple[_Choice, _Score, _Key]]: ...
@overload
def extract(
    query: Any,
    choices: _HasItems[_Key, _Choice | None],
    *,
    processor: Callable[[Any], Any] | None = None,
    limit: int | None = 5,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
    scorer_kwargs: Mapping[str, Any] | None = None,
) -> list[tuple[_Choice, float, _Key]]: ...
@overload
def extract(
    query: Any,
    choices: Iterable[_Choice | None],
    *,
    scorer: Callable[..., _Score],
    processor: Callable[[Any], Any] | None = None,
    limit: int | None = 5,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
    scorer_kwargs: Mapping[str, Any] | None = None,
) -> list[tuple[_Choice, _Score, int]]: ...
@overload
def extract(
    query: Any,
    choices: Iterable[_Choice | None],
    *,
    processor: Callable[[Any], Any] | None = None,
    limit: int | None = 5,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
    scorer_kwargs: Mapping[str, Any] | None = None,
) -> list[tuple[_Choice, float, int]]: ...

@overload
def extractOne(
    query: Any,
    choices: _HasItems[_Key, _Choice | None],
    *,
    scorer: Callable[..., _Score],
    processor: Callable[[Any], Any] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
    scorer_kwargs: Mapping[str, Any] | None = None,
) -> tuple[_Choice, _Score, _Key] | None: ...
@overload
def extractOne(
    query: Any,
    choices: _HasItems[_Key, _Choice | None],
    *,
    processor: Callable[[Any], Any] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
    scorer_kwargs: Mapping[str, Any] | None = None,
) -> tuple[_Choice, float, _Key] | None: ...
@overload
def extractOne(
    query: Any,
    choices: Iterable[_Choice | None],
    *,
    scorer: Callable[..., _Score],
    processor: Callable[[Any], Any] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
    scorer_kwargs: Mapping[str, Any] | None = None,
) -> tuple[_Choice, _Score, int] | None: ...
@overload
def extractOne(
    query: Any,
    choices: Iterable[_Choice | None],
    *,
    processor: Callable[[Any], Any] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
    scorer_kwargs: Mapping[str, Any] | None = None,
) -> tuple[_Choice, float, int] | None: ...

@overload
def cdist(
    queries: Any,
    choices: Any,
    *,
    scorer: Callable[..., Any] = ...,
    processor: Callable[[Any], Any] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
    score_multiplier: float = 1,
    dtype: type[_Number] | np.dtype[_Number],
    workers: int = 1,
    scorer_kwargs: Mapping[str, Any] | None = None,
    device: str = "auto",
    memory: int | str | None = None,
    progress: Progress | None = None,
) -> npt.NDArray[_Number]: ...
@overload
def cdist(
    queries: Any,
    choices: Any,
    *,
    scorer: Callable[..., Any] = ...,
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
) -> npt.NDArray[Any]: ...

@overload
def cpdist(
    queries: Any,
    choices: Any,
    *,
    scorer: Callable[..., Any] = ...,
    processor: Callable[[Any], Any] | None = None,
    score_cutoff: float | None = None,
    score_hint: float | None = None,
    score_multiplier: float = 1,
    dtype: type[_Number] | np.dtype[_Number],
    workers: int = 1,
    scorer_kwargs: Mapping[str, Any] | None = None,
    device: str = "auto",
    memory: int | str | None = None,
    progress: Progress | None = None,
) -> npt.NDArray[_Number]: ...
@overload
def cpdist(
    queries: Any,
    choices: Any,
    *,
    scorer: Callable[..., Any] = ...,
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
) -> npt.NDArray[Any]: ...
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
) -> npt.NDArray[Any]: ...
