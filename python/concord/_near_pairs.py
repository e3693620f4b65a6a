"""Many with many: near pairs, and the lengths of common subsequences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from concord import _core
from concord._errors import UsageError
from concord._running import Progress, requested, whole
from concord._sequences import collected
from concord.distance import LCSseq
from concord.process import _score_all

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_METRICS = ("levenshtein", "indel", "hamming", "osa", "damerau_levenshtein")


class NearPairs:
    """Pairs (a, b, distance) in ascending order, as three columns that NumPy and Arrow read in place.

    Attributes
    ----------
    a, b, distance
        NumPy arrays of uint32, read-only: pair i is of sequence ``a[i]`` of the first collection and ``b[i]`` of the
        second.
    shape
        Sequences of the two collections.
    run
        How it was computed.

    It has the Arrow PyCapsule interface: ``pyarrow.table(found)``, ``polars.DataFrame(found)`` and others take it without a
    copy, as a table of the columns a, b and distance.
    """

    __slots__ = ("_held", "shape", "run")

    def __init__(self, held: Any, shape: tuple[int, int], run: dict[str, Any]) -> None:
        self._held = held
        self.shape = shape
        self.run = run

    @property
    def a(self) -> npt.NDArray[np.uint32]:
        """Of each pair the index in the first collection."""
        return self._held.column(0)  # type: ignore[no-any-return]

    @property
    def b(self) -> npt.NDArray[np.uint32]:
        """Of each pair the index in the second collection."""
        return self._held.column(1)  # type: ignore[no-any-return]

    @property
    def distance(self) -> npt.NDArray[np.uint32]:
        """Of each pair the distance."""
        return self._held.column(2)  # type: ignore[no-any-return]

    def __len__(self) -> int:
        return int(self._held.size())

    def __iter__(self) -> Iterator[tuple[int, int, int]]:
        return zip(self.a.tolist(), self.b.tolist(), self.distance.tolist())

    def __repr__(self) -> str:
        return f"NearPairs({len(self)} pairs of {self.shape[0]} and {self.shape[1]} sequences)"

    def to_scipy(self) -> Any:
        """A scipy.sparse.csr_array with an entry for each pair, also where the distance is 0. Needs SciPy."""
        import numpy as np
        import scipy.sparse

        starts = np.searchsorted(self.a, np.arange(self.shape[0] + 1))
        return scipy.sparse.csr_array((self.distance, self.b, starts), shape=self.shape)

    def __arrow_c_schema__(self) -> Any:
        return self._held.arrow_schema()

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]:
        return self._held.arrow_schema(), self._held.arrow_array()

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._held.arrow_stream()


def near_pairs(
    a: Any,
    b: Any = None,
    *,
    max_distance: int,
    metric: str = "levenshtein",
    both_ways: bool = False,
    processor: Callable[[Any], Any] | None = None,
    device: str = "auto",
    threads: int | None = None,
    memory: int | str | None = None,
    progress: Progress | None = None,
) -> NearPairs:
    """All pairs within `max_distance`, without comparing all: sequences that share unchanged pieces are compared.

    Parameters
    ----------
    a, b
        Collections of sequences (str, bytes, arrays, lists of hashables), Arrow arrays of strings or binary, or two
        SequenceSets of one alphabet. Without `b`, `a` is compared with itself.
    max_distance
        Greater distances are not of interest; the smaller, the faster.
    metric
        levenshtein, indel, hamming, osa or damerau_levenshtein.
    both_ways
        Without `b`: (i, j), (j, i) and (i, i), instead of each pair once, i < j.
    processor
        Called with each sequence first.
    device, threads, memory, progress
        As of concord.distance; on a GPU where sequences have 63 letters at most, and not by damerau_levenshtein.

    Returns
    -------
    NearPairs
        Time: about linear in letters and pairs for small distances.

    >>> found = near_pairs(["ACGT", "ACGG", "TTTT"], max_distance=1)
    >>> list(found)
    [(0, 1, 1)]
    >>> found.distance
    array([1], dtype=uint32)
    """
    if metric not in _METRICS:
        raise UsageError(f"unknown metric {metric!r}: expected one of {', '.join(_METRICS)}")
    most = whole("max_distance", max_distance)
    if not 0 <= most < 1 << 64:
        raise UsageError(f"max_distance {max_distance}: expected 0 or more")
    first = _in_place(a, processor)
    second = None if b is None or b is a else _in_place(b, processor)
    how = requested(device, threads, memory, progress)
    once = second is None and not both_ways
    held, rows, columns, run = _core.near_pairs(first, second, _METRICS.index(metric), most, once, how)
    return NearPairs(held, (rows, columns), run)


def _in_place(sequences: Any, processor: Callable[[Any], Any] | None) -> Any:
    """Ready ones; a list is not copied, as it is read before anything is computed."""
    if processor is None and type(sequences) in (list, tuple):
        return sequences
    return collected(sequences, processor)


def longest_common_subsequences(
    a: Any,
    b: Any = None,
    *,
    zipped: bool = False,
    processor: Callable[[Any], Any] | None = None,
    device: str = "auto",
    threads: int | None = None,
    memory: int | str | None = None,
    progress: Progress | None = None,
) -> npt.NDArray[np.uint32]:
    """Lengths of the longest common subsequences of many pairs; `concord.lcs` has the subsequence of one pair.

    Parameters
    ----------
    a, b
        Collections as of near_pairs. Without `b`, `a` is compared with itself.
    zipped
        Compare the first of `a` with the first of `b`, the second with the second and so on, instead of all with all.
    processor
        Called with each sequence first.
    device, threads, memory, progress
        As of concord.distance.

    Returns
    -------
    numpy.ndarray
        (len(a), len(b)) lengths, or (len(a),) where `zipped`.

    >>> longest_common_subsequences(["ABCBDAB", "GATTACA"], ["BDCABA", "GCATGC"])
    array([[4, 2],
           [2, 4]], dtype=uint32)
    """
    how = requested(device, threads, memory, progress)
    others = a if b is None else b
    return _score_all(a, others, zipped, LCSseq.similarity, processor, None, 1, None, None, how)
