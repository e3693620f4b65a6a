"""Range minimum queries over integers, and questions about pairs of indices."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, overload

from concord import _core
from concord._errors import UsageError
from concord._running import requested

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def by_pairs(
    first: npt.ArrayLike,
    second: npt.ArrayLike,
    ask: Callable[[npt.NDArray[np.int64], npt.NDArray[np.int64]], bytes],
) -> int | npt.NDArray[np.int64]:
    """A function of two arrays of indices, of any shape that NumPy broadcasts to one."""
    import numpy as np

    one, other = np.broadcast_arrays(np.asarray(first), np.asarray(second))
    for indices in (one, other):
        if indices.dtype.kind not in "iu" and indices.size:
            raise TypeError(f"expected integers, got {indices.dtype}")
        if indices.size and indices.min() < 0:
            raise UsageError(f"an index is negative: {indices.min()}")
    flat = [np.ascontiguousarray(indices, dtype=np.int64).ravel() for indices in (one, other)]
    found = np.frombuffer(ask(*flat), dtype="<i8")
    return int(found[0]) if one.ndim == 0 else found.reshape(one.shape)


class RangeMinimum:
    """Range minimum queries over an array of integers: the index of the least element of a range, in constant time.

    Holds a copy of the values, and 4 to 8 bytes an element beside it; immutable. Time to build: linear.

    Parameters
    ----------
    values
        An array of integers of one dimension.
    device
        "auto", "cpu", "cuda:0" …: what builds the structure and answers arrays of ranges. A GPU keeps the structure in its
        own memory while this object lives. Single ranges are answered on the CPU.
    threads, memory
        As of concord.distance.

    Raises
    ------
    TypeError, UsageError, ResourceError, KeyboardInterrupt

    >>> minima = RangeMinimum([3, 1, 4, 1, 5])
    >>> minima.argmin(0, 5), minima.argmin([2, 4], [5, 5]).tolist()
    (1, [3, 4])
    """

    def __init__(
        self, values: Any, *, device: str = "auto", threads: int | None = None, memory: int | str | None = None
    ) -> None:
        import numpy as np

        array = np.ascontiguousarray(values)
        if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
            raise TypeError(f"expected an array of integers of one dimension, got {array.dtype} of {array.ndim}")
        if not array.size:
            array = array.astype(np.int64)
        self._how = requested(device, threads, memory)
        self._minima = _core.range_minimum(array.astype(array.dtype.newbyteorder("="), copy=False), self._how)

    @overload
    def argmin(self, first: int, last: int) -> int: ...  # pyright: ignore[reportOverlappingOverload]
    @overload
    def argmin(self, first: npt.ArrayLike, last: npt.ArrayLike) -> npt.NDArray[np.int64]: ...
    def argmin(self, first: npt.ArrayLike, last: npt.ArrayLike) -> int | npt.NDArray[np.int64]:
        """The index of the least element of [first, last), of several equal ones the leftmost.

        Numbers give a number, arrays of one shape (or what NumPy broadcasts to one) an array. Raises UsageError unless
        0 <= first < last <= len().
        """
        import numpy as np

        how = self._how if np.ndim(first) or np.ndim(last) else requested("cpu", 1)
        return by_pairs(first, last, lambda a, b: self._minima.argmin(a, b, how))

    def memory_bytes(self) -> int:
        """Of the copy, and of the structure where the host has it."""
        return int(self._minima.memory_bytes())

    def __len__(self) -> int:
        return len(self._minima)
