"""The largest common component of two matrices."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from concord import _core
from concord._errors import UsageError
from concord._results import Component
from concord._running import Progress, requested

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt


def common_component(
    a: Any,
    b: Any,
    *,
    tolerance: float | Sequence[float] = 0,
    connectivity: int = 4,
    min_size: int = 1,
    device: str = "auto",
    threads: int | None = None,
    memory: int | str | None = None,
    progress: Progress | None = None,
) -> Component:
    """The largest connected component of cells on which two matrices agree, over all shifts of one over the other.

    Parameters
    ----------
    a, b
        Arrays of two dimensions, of numbers, or of three (rows, columns, channels), as pictures have them; or lists of
        str, one a row, whose cells are their letters.
    tolerance
        Numbers agree where |a - b| <= tolerance; NaN agrees with nothing. Cells of several channels agree where all
        channels do; a sequence is one tolerance for each of them.
    connectivity
        4: cells that share a side are neighbours; 8: also those that share a corner.
    min_size
        Smaller components are not reported.
    device, threads, memory, progress
        As of concord.distance.

    Returns
    -------
    Component
        Of several largest the one at the lowest shift in rows, then columns, then with the lowest first cell; false if
        there is none. Time: O(cells of a · cells of b / vector bits), plus labelling where bounds do not decide.

    Raises
    ------
    UsageError, ResourceError, KeyboardInterrupt

    >>> found = common_component([[1, 2], [3, 4]], [[9, 2], [8, 4]])
    >>> found.size, found.shift, list(found)
    (2, (0, 0), [(0, 1), (1, 1)])

    Of the two pixels here, red, green and blue are near in the first only:

    >>> common_component([[(9, 9, 9), (9, 9, 9)]], [[(8, 9, 4), (8, 9, 3)]], tolerance=(1, 0, 5), device="cpu").size
    1
    """
    first, second = _matrix(a), _matrix(b)
    how = requested(device, threads, memory, progress)
    return _made(_core.component(first, second, _tolerances(tolerance), connectivity, min_size, how), first, second)


def common_components(
    a: Any,
    b: Any,
    *,
    top: int | None = None,
    tolerance: float | Sequence[float] = 0,
    connectivity: int = 4,
    min_size: int = 1,
    device: str = "auto",
    threads: int | None = None,
    memory: int | str | None = None,
    progress: Progress | None = None,
) -> list[Component]:
    """Several components: every one of the largest size, or the `top` largest that do not overlap.

    Without `top` all that have as many cells as that of common_component, in the order of shift and first cell. With it,
    the largest; then, `top` in all, again and again the largest once the cells of those before, in a and in b, agree
    with nothing. The list is empty if there is none. Other parameters as of common_component. Every largest one is
    looked for on the CPU.

    >>> [(one.size, one.shift) for one in common_components(["ab", "cd"], ["bx", "yc"], top=5)]
    [(1, (0, -1)), (1, (0, 1))]
    """
    first, second = _matrix(a), _matrix(b)
    how = requested(device, threads, memory, progress)
    if top is not None and top < 1:
        raise UsageError(f"top must be at least 1, got {top}")
    found = _core.components(first, second, _tolerances(tolerance), connectivity, min_size, top or 0, how)
    return [_made(one, first, second) for one in found]


def _made(one: Any, first: npt.NDArray[Any], second: npt.NDArray[Any]) -> Component:
    import numpy as np

    found, size, rows, columns, cells, _, run = one
    return Component(
        found, size, (rows, columns), np.frombuffer(cells, dtype="<i8").reshape(-1, 2), first.shape[:2], second.shape[:2], run
    )


def _tolerances(given: float | Sequence[float]) -> list[float]:
    if not isinstance(given, Iterable):
        return [float(given)]
    tolerances = [float(one) for one in given]
    if not tolerances:
        raise UsageError("expected a tolerance, or one for each channel, got none")
    return tolerances


def _matrix(cells: Any) -> npt.NDArray[Any]:
    """The cells as an array of uint32 (letters), int64 or float64."""
    import numpy as np

    if isinstance(cells, (list, tuple)) and cells and all(isinstance(row, str) for row in cells):
        if len({len(row) for row in cells}) > 1:
            raise UsageError("the rows of a matrix have different lengths")
        points = [[ord(letter) for letter in row] for row in cells]
        return np.ascontiguousarray(np.array(points, dtype=np.uint32).reshape(len(cells), -1))
    array = np.asarray(cells)
    if array.ndim not in (2, 3) or (array.ndim == 3 and array.shape[2] == 0):
        raise UsageError(f"expected an array of two dimensions, or of three with channels, got the shape {array.shape}")
    if array.dtype.kind == "U" and array.dtype.itemsize == 4:
        return np.ascontiguousarray(array).view(np.uint32)
    if array.dtype.kind == "f":
        return np.ascontiguousarray(array, dtype=np.float64)
    if array.dtype.kind not in "biu":
        raise UsageError(f"cells of dtype {array.dtype}: expected numbers or letters")
    if array.dtype == np.uint64 and array.size and array.max() > np.iinfo(np.int64).max:
        raise UsageError("a cell is beyond 2**63 - 1")
    return np.ascontiguousarray(array, dtype=np.int64)
