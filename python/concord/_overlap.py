"""Exact regions that sequences share, by suffix array."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from concord import _core
from concord._errors import UsageError
from concord._results import Place, Region, Repeat, SharedRegion
from concord._running import Progress, path_bytes, requested
from concord._sequences import Given, SequenceSet, support_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class OverlapIndex:
    """The suffix array and the LCP array of a collection, for several queries; immutable.

    Sequences and alphabet as of longest_common_substring; regions do not extend from one sequence into the next. Time
    to build: close to linear.

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
        self._how = requested(device, threads, memory, progress)
        self._index = _core.build_index(self._given.held, self._how)

    @classmethod
    def load(cls, path: str | bytes | os.PathLike[str] | os.PathLike[bytes], *, threads: int | None = None) -> OverlapIndex:
        """Maps a file of save() or of the command line into memory. Raises InputError if it is damaged."""
        made = cls.__new__(cls)
        made._how = requested("cpu", threads)
        made._index = _core.load_index(path_bytes(path))
        made._given = Given(SequenceSet._of(made._index.sequences()), None)
        return made

    def save(self, path: str | bytes | os.PathLike[str] | os.PathLike[bytes]) -> None:
        """Writes a file that gets the name `path` when it is complete. Raises ResourceError."""
        if self._given.held.is_recoded():
            raise UsageError("an index of elements that are no bytes cannot be saved")
        self._index.save(path_bytes(path))

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
        """The longest region that occurs at two positions or more of one sequence (they may overlap)."""
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

    def mismatch_matches(self, *, min_length: int = 20, mismatches: int = 0) -> npt.NDArray[Any]:
        """All maximal matches with up to `mismatches` mismatches between any two sequences, each pair once.

        Returns a structured array: sequence_a, start_a, sequence_b, start_b, mismatches, length, in order of the two
        sequences (a < b) and the two starts. A match is not part of a longer one with so few mismatches; it may begin
        or end with a mismatch.
        """
        return _table(
            self._index.near_matches(min_length, mismatches, self._how),
            ("sequence_a", "start_a", "sequence_b", "start_b", "mismatches", "length"),
        )

    def suffix_prefix_overlaps(self, *, min_length: int = 20) -> npt.NDArray[Any]:
        """For every ordered pair of sequences the longest suffix of the first that is a prefix of the second.

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
    """The longest region that enough sequences hold exactly.

    Parameters
    ----------
    sequences, support, alphabet
        As of longest_common_substring, with any number of different elements.
    occurrences, every_support
        List all its positions; the longest region for every support from 2 on.

    Returns
    -------
    SharedRegion
        Of several longest the one with the lowest position; false if there is none. Time: close to linear in the
        letters.

    >>> found = overlap(["banana", "bandana", "cabana"], support=3, every_support=True)
    >>> found.text, [(one.support, one.length) for one in found.by_support]
    ('ban', [(2, 4), (3, 3)])
    """
    given = Given(sequences, alphabet)
    how = requested(device, threads, memory, progress)
    return _shared(given, None, support, min_length, occurrences, every_support, how)


def longest_repeat(sequences: Any, *, min_length: int = 1, occurrences: bool = False, **arguments: Any) -> Repeat:
    """The longest region that occurs at two positions or more of one sequence.

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


def mismatch_matches(
    sequences: Any, *, min_length: int = 20, mismatches: int = 0, **arguments: Any
) -> npt.NDArray[Any]:
    """All maximal matches with up to `mismatches` mismatches between any two sequences, as of OverlapIndex.

    >>> mismatch_matches(["ACGTA", "ACGACA"], min_length=3, mismatches=1).tolist()
    [(0, 0, 1, 0, 1, 4), (0, 0, 1, 3, 1, 3)]
    """
    return OverlapIndex(sequences, **arguments).mismatch_matches(min_length=min_length, mismatches=mismatches)


def suffix_prefix_overlaps(sequences: Any, *, min_length: int = 20, **arguments: Any) -> npt.NDArray[Any]:
    """For every ordered pair of sequences the longest suffix of the first that is a prefix of the second.

    >>> suffix_prefix_overlaps(["aabc", "bcdd"], min_length=2).tolist()
    [(0, 1, 2)]
    """
    return OverlapIndex(sequences, **arguments).suffix_prefix_overlaps(min_length=min_length)


def _single_or_many(sequences: Any) -> Any:
    is_one = isinstance(sequences, (str, bytes, bytearray)) or getattr(sequences, "ndim", 0) == 1
    return [sequences] if is_one and getattr(sequences, "dtype", None) != object else sequences


def suffix_array(sequences: Any, **arguments: Any) -> npt.NDArray[np.int64]:
    """The positions of all suffixes of a sequence, or of a collection, in order, counted through the sequences.

    A suffix ends with its sequence or before its first ambiguous letter, and is empty where it begins with one; a
    prefix of a longer suffix comes before it, and of equal suffixes the one at the lower position. Letters are in the
    order A, C, G, T for dna; A to Z, then *, then - for protein; by value for bytes and code points. Returns as many
    numbers as there are letters. Time: close to linear.

    >>> suffix_array("banana").tolist()
    [5, 3, 1, 0, 4, 2]
    """
    return OverlapIndex(_single_or_many(sequences), **arguments).suffix_array()


def lcp_array(sequences: Any, **arguments: Any) -> npt.NDArray[np.int64]:
    """Element i: the length of the common prefix of the suffixes at i - 1 and i of the suffix array; 0 for the first.

    >>> lcp_array("banana").tolist()
    [0, 1, 3, 0, 0, 2]
    """
    return OverlapIndex(_single_or_many(sequences), **arguments).lcp_array()
