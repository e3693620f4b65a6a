"""The calls for what several sequences, or two matrices, have in common."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from concord import _core
from concord._editing import Editops, Opcodes, opcodes_of_runs
from concord._errors import UsageError
from concord._results import (
    Candidate,
    Component,
    Device,
    Occurrence,
    Place,
    Region,
    Repeat,
    SharedRegion,
    Subsequence,
    SubstringResult,
)
from concord._running import Progress, wishes
from concord._sequences import Given, SequenceSet, support_of
from concord.distance import Hamming, Indel, Levenshtein

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_ALIGNED = {"levenshtein": Levenshtein, "indel": Indel, "hamming": Hamming}


def longest_common_substring(
    sequences: Any,
    *,
    mismatches: int = 0,
    support: int | str | None = None,
    min_length: int = 1,
    ties: bool = False,
    occurrences: bool = False,
    per_sequence: bool = False,
    alphabet: str | None = None,
    device: str = "auto",
    threads: int | None = None,
    memory: int | str | None = None,
    progress: Progress | None = None,
) -> SubstringResult:
    """The longest substring that enough of the sequences hold, with up to some mismatches (replaced letters).

    Parameters
    ----------
    sequences
        A SequenceSet, or a collection of str, bytes, arrays or lists of hashables (of at most 256 different elements
        together), or an Arrow array.
    mismatches
        Letters by which an occurrence may differ.
    support
        Sequences that must hold it, its own included: a count, a share such as "20%", or None: all.
    min_length
        Shorter answers are none.
    ties, occurrences, per_sequence
        List every longest one; where it occurs; the candidate of every sequence.
    alphabet
        None: elements are what they are. "dna", "protein", "auto": as of SequenceSet.
    device, threads, memory, progress
        As of concord.distance.

    Returns
    -------
    SubstringResult
        Of several longest the one in the lowest sequence, then at the lowest start. The same for every device and
        number of threads. Time: from close to linear in the letters to quadratic, with the mismatches.

    Raises
    ------
    UsageError, InputError, ResourceError, KeyboardInterrupt

    >>> found = longest_common_substring(["ACGTTAGATCGG", "TTTTGAGATCGG"], mismatches=1, occurrences=True)
    >>> found.text, found.support, list(found)[1]
    ('TTAGATCGG', 2, Occurrence(sequence=1, start=3, mismatches=1))
    """
    given = Given(sequences, alphabet)
    count = len(given)
    found, best, tied_positions, tied_sequences, all_ties, places, candidates, run = _core.substring(
        given.held,
        mismatches,
        support_of(support, count),
        min_length,
        ties,
        occurrences,
        per_sequence,
        wishes(device, threads, memory, progress),
    )
    sequence, start, length, held_by = best
    return SubstringResult(
        found=found,
        text=given.text(sequence, start, start + length) if found else "",
        length=length,
        sequence=sequence,
        name=given.name(sequence) if found else "",
        start=start,
        support=held_by,
        mismatches=mismatches,
        sequences=count,
        tied_positions=tied_positions,
        tied_sequences=tied_sequences,
        ties=tuple(Candidate(*one) for one in all_ties),
        occurrences=tuple(Occurrence(*one) for one in places),
        per_sequence=tuple(Candidate(*one) for one in candidates),
        run=run,
    )


def max_lcp(sequences: Any, i: int, j: int, *, mismatches: int = 0, alphabet: str | None = None) -> list[int]:
    """For every start x of sequence i the longest prefix of i[x:] that begins anywhere in sequence j, with mismatches.

    Returns len(sequences[i]) numbers. Time O(len(i) * len(j)).

    >>> max_lcp(["abab", "ba"], 0, 1)
    [1, 2, 1, 1]
    """
    return list(_core.max_lcp(Given(sequences, alphabet).held, i, j, mismatches))


def lcs(
    a: Any,
    b: Any,
    *,
    alignment: bool = False,
    letters: bool = False,
    processor: Callable[[Any], Any] | None = None,
    device: str = "auto",
    threads: int | None = None,
    memory: int | str | None = None,
    progress: Progress | None = None,
) -> Subsequence:
    """The longest common subsequence: elements that both have in the same order, not necessarily side by side.

    Parameters
    ----------
    a, b
        Sequences: str, bytes, arrays of one dimension, lists of hashable elements.
    alignment, letters
        Tell which elements they are: as opcodes and positions; as a sequence of the kind of `a`.
    processor, device, threads, memory, progress
        As of concord.distance.

    Returns
    -------
    Subsequence
        Time: O(n m / vector bits), and O((n + m) d) where the sequences differ in few elements d. Memory: linear.

    >>> found = lcs("ABCBDAB", "BDCABA", letters=True)
    >>> found.length, found.letters
    (4, 'BCBA')
    """
    if processor is not None:
        a, b = processor(a), processor(b)
    wanted = alignment or letters
    how = wishes(device, threads, memory, progress)
    edits, runs, run, a_length, b_length = _core.align(a, b, "indel", None, wanted, False, how)
    script = opcodes_of_runs(runs, a_length, b_length) if wanted else None
    kept: Any = None
    if letters and script is not None:
        parts = [a[one.src_start : one.src_end] for one in script if one.tag == "equal"]
        if isinstance(a, str):
            kept = "".join(parts)
        elif isinstance(a, (bytes, bytearray)):
            kept = b"".join(parts)
        else:
            kept = [element for part in parts for element in part]
    return Subsequence((a_length + b_length - edits) // 2, a_length, b_length, script, kept, run)


def editops(s1: Any, s2: Any, *, metric: str = "levenshtein", **arguments: Any) -> Editops:
    """Edits, one by one, that turn s1 into s2: concord.distance's modules have it for each metric.

    >>> list(editops("ab", "b"))
    [Editop(tag='delete', src_pos=0, dest_pos=0)]
    """
    return _module_of(metric).editops(s1, s2, **arguments)  # type: ignore[no-any-return]


def opcodes(s1: Any, s2: Any, *, metric: str = "levenshtein", **arguments: Any) -> Opcodes:
    """The same in runs, with what is equal between."""
    return _module_of(metric).opcodes(s1, s2, **arguments)  # type: ignore[no-any-return]


def _module_of(metric: str) -> Any:
    if metric not in _ALIGNED:
        raise UsageError(f"unknown metric {metric!r}: expected levenshtein, indel or hamming")
    return _ALIGNED[metric]


class OverlapIndex:
    """The suffix array of a collection and what belongs to it, for several questions; immutable.

    Sequences and alphabet as of longest_common_substring; regions do not reach from one sequence into the next. Time to
    build: close to linear.

    >>> index = OverlapIndex(["banana", "bandana"])
    >>> index.shared_region().text, index.longest_repeat().text
    ('ban', 'ana')
    """

    def __init__(
        self,
        sequences: Any,
        *,
        alphabet: str | None = None,
        device: str = "auto",
        threads: int | None = None,
        memory: int | str | None = None,
        progress: Progress | None = None,
    ) -> None:
        self._given = Given(sequences, alphabet)
        self._how = wishes(device, threads, memory, progress)
        self._index = _core.build_index(self._given.held, self._how)

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, threads: int | None = None) -> OverlapIndex:
        """From a file that save() or the command line wrote; mapped into memory. InputError where it is damaged."""
        made = cls.__new__(cls)
        made._how = wishes("cpu", threads)
        made._index = _core.load_index(os.fspath(path))
        made._given = Given(SequenceSet._of(made._index.sequences()), None)
        return made

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it beside `path` and renames it when whole."""
        if self._given.held.is_recoded():
            raise UsageError("an index of elements that are no bytes cannot be saved")
        self._index.save(os.fspath(path))

    def shared_region(
        self,
        *,
        support: int | str | None = None,
        min_length: int = 1,
        occurrences: bool = False,
        every_support: bool = False,
    ) -> SharedRegion:
        """As concord.overlap."""
        return _shared(self._given, self._index, support, min_length, occurrences, every_support, self._how)

    def longest_repeat(self, *, min_length: int = 1, occurrences: bool = False) -> Repeat:
        """The longest region that stands at two places or more of one sequence (they may overlap)."""
        found, length, first, count, places = self._index.repeat(min_length, occurrences, self._how)
        text = self._given.text(first[0], first[1], first[1] + length) if found else ""
        return Repeat(found, text, length, first[0], first[1], count, tuple(Place(*one) for one in places))

    def exact_matches(self, *, sequences_of_a: int = 1, min_length: int = 20) -> npt.NDArray[Any]:
        """Maximal exact matches between the first `sequences_of_a` sequences (A) and the others (B).

        Returns a structured array: sequence_a, start_a, sequence_b, start_b, length, in order of (b, a, length).
        """
        return _table(
            self._index.matches(sequences_of_a, min_length, self._how),
            ("sequence_a", "start_a", "sequence_b", "start_b", "length"),
        )

    def end_overlaps(self, *, min_length: int = 20) -> npt.NDArray[Any]:
        """For every ordered pair the longest end of one that the other begins with.

        Returns a structured array: from, to, length, in order of (from, to).
        """
        return _table(self._index.ends(min_length, self._how), ("from", "to", "length"))

    def suffix_array(self) -> npt.NDArray[np.int64]:
        """As concord.suffix_array."""
        return _numbers(self._index.suffixes())

    def lcp_array(self) -> npt.NDArray[np.int64]:
        """As concord.lcp_array."""
        return _numbers(self._index.prefixes())

    def __repr__(self) -> str:
        held = self._given.held
        return f"<OverlapIndex of {held.size():,} sequences, {held.letters():,} letters>"


def _table(data: bytes, names: tuple[str, ...]) -> npt.NDArray[Any]:
    import numpy as np

    return np.frombuffer(data, dtype=[(name, "<i8") for name in names])


def _numbers(data: bytes) -> npt.NDArray[np.int64]:
    import numpy as np

    return np.frombuffer(data, dtype="<i8")


def _shared(
    given: Given,
    index: Any,
    support: int | str | None,
    min_length: int,
    occurrences: bool,
    every_support: bool,
    how: Any,
) -> SharedRegion:
    count = len(given)
    found, best, places, by_support, run = _core.shared_region(
        given.held, index, support_of(support, count), min_length, occurrences, every_support, how
    )
    length, sequence, start, held_by = best
    return SharedRegion(
        found=found,
        text=given.text(sequence, start, start + length) if found else "",
        length=length if found else 0,
        sequence=sequence,
        name=given.name(sequence) if found else "",
        start=start,
        support=held_by,
        sequences=count,
        occurrences=tuple(Place(*one) for one in places),
        by_support=tuple(Region(*one) for one in by_support),
        run=run,
    )


def overlap(
    sequences: Any,
    *,
    support: int | str | None = None,
    min_length: int = 1,
    occurrences: bool = False,
    every_support: bool = False,
    alphabet: str | None = None,
    device: str = "auto",
    threads: int | None = None,
    memory: int | str | None = None,
    progress: Progress | None = None,
) -> SharedRegion:
    """The longest region that enough of the sequences hold exactly.

    Parameters
    ----------
    sequences, support, alphabet
        As of longest_common_substring; elements may be of any number.
    occurrences, every_support
        List every place where it stands; the longest for every support from 2 on.

    Returns
    -------
    SharedRegion
        Of several longest the one that stands at the lowest place. Time: close to linear in the letters.

    >>> found = overlap(["banana", "bandana", "cabana"], every_support=True)
    >>> found.text, [(one.support, one.length) for one in found.by_support]
    ('ban', [(2, 4), (3, 3)])
    """
    given = Given(sequences, alphabet)
    how = wishes(device, threads, memory, progress)
    return _shared(given, None, support, min_length, occurrences, every_support, how)


def longest_repeat(sequences: Any, *, min_length: int = 1, occurrences: bool = False, **arguments: Any) -> Repeat:
    """The longest region that stands at two places or more of one sequence.

    >>> longest_repeat(["mississippi"], occurrences=True).occurrences
    (Place(sequence=0, start=1), Place(sequence=0, start=4))
    """
    return OverlapIndex(sequences, **arguments).longest_repeat(min_length=min_length, occurrences=occurrences)


def exact_matches(a: Any, b: Any, *, min_length: int = 20, **arguments: Any) -> npt.NDArray[Any]:
    """Maximal exact matches between the sequences of two collections, as of OverlapIndex.

    >>> exact_matches(["abcd"], ["xabcy"], min_length=2).tolist()
    [(0, 0, 0, 1, 3)]
    """
    first = list(a)
    found = OverlapIndex(first + list(b), **arguments).exact_matches(sequences_of_a=len(first), min_length=min_length)
    found = found.copy()
    found["sequence_b"] -= len(first)
    return found


def end_overlaps(sequences: Any, *, min_length: int = 20, **arguments: Any) -> npt.NDArray[Any]:
    """For every ordered pair the longest end of one that the other begins with, as of OverlapIndex.

    >>> end_overlaps(["aabc", "bcdd"], min_length=2).tolist()
    [(0, 1, 2)]
    """
    return OverlapIndex(sequences, **arguments).end_overlaps(min_length=min_length)


def _single_or_many(sequences: Any) -> Any:
    is_one = isinstance(sequences, (str, bytes, bytearray)) or getattr(sequences, "ndim", 0) == 1
    return [sequences] if is_one and getattr(sequences, "dtype", None) != object else sequences


def suffix_array(sequences: Any, **arguments: Any) -> npt.NDArray[np.int64]:
    """All suffixes of a sequence, or of a collection, in order: where they begin, counted through the sequences.

    A suffix ends with its sequence and comes before all that it begins; of equal ones of several sequences the earlier
    is first. Time: close to linear.

    >>> suffix_array("banana").tolist()
    [5, 3, 1, 0, 4, 2]
    """
    return OverlapIndex(_single_or_many(sequences), **arguments).suffix_array()


def lcp_array(sequences: Any, **arguments: Any) -> npt.NDArray[np.int64]:
    """Element i: what the suffixes at i - 1 and i of the suffix array share; 0 for the first.

    >>> lcp_array("banana").tolist()
    [0, 1, 3, 0, 0, 2]
    """
    return OverlapIndex(_single_or_many(sequences), **arguments).lcp_array()


def common_component(
    a: Any,
    b: Any,
    *,
    tolerance: float = 0,
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
        Arrays of two dimensions, of numbers; or lists of str, one a row, whose cells are their letters.
    tolerance
        Numbers agree where |a - b| <= tolerance; NaN agrees with nothing.
    connectivity
        4: cells that share a side are neighbours; 8: also those that share a corner.
    min_size
        Smaller answers are none.

    Returns
    -------
    Component
        Of several largest the one at the lowest shift in rows, then columns, then with the first cell.

    >>> found = common_component([[1, 2], [3, 4]], [[9, 2], [8, 4]])
    >>> found.size, found.shift, list(found)
    (2, (0, 0), [(0, 1), (1, 1)])
    """
    first, second = _matrix(a), _matrix(b)
    how = wishes(device, threads, memory, progress)
    found, size, rows, columns, cells, _, run = _core.component(
        first, second, float(tolerance), connectivity, min_size, how
    )
    return Component(
        found, size, (rows, columns), _numbers(cells).reshape(-1, 2), first.shape, second.shape, run
    )


def _matrix(cells: Any) -> npt.NDArray[Any]:
    """Of uint32 (letters), int64 or float64."""
    import numpy as np

    if isinstance(cells, (list, tuple)) and cells and all(isinstance(row, str) for row in cells):
        if len({len(row) for row in cells}) > 1:
            raise UsageError("the rows of a matrix have different lengths")
        points = [[ord(letter) for letter in row] for row in cells]
        return np.ascontiguousarray(np.array(points, dtype=np.uint32).reshape(len(cells), -1))
    array = np.asarray(cells)
    if array.ndim != 2:
        raise UsageError(f"expected an array of two dimensions, got {array.ndim}")
    if array.dtype.kind == "U" and array.dtype.itemsize == 4:
        return np.ascontiguousarray(array).view(np.uint32)
    if array.dtype.kind == "f":
        return np.ascontiguousarray(array, dtype=np.float64)
    if array.dtype.kind not in "biu":
        raise UsageError(f"cells of dtype {array.dtype}: expected numbers or letters")
    if array.dtype == np.uint64 and array.size and array.max() > np.iinfo(np.int64).max:
        raise UsageError("a cell is beyond 2**63 - 1")
    return np.ascontiguousarray(array, dtype=np.int64)


def devices() -> list[Device]:
    """Everything that this build could run on, usable or not, and why not.

    >>> devices()[0].name
    'cpu'
    """
    return [Device(*one) for one in _core.devices()]
