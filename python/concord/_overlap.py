"""Exact regions that sequences share, by suffix array."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, overload

from concord import _core, _index_bytes
from concord._errors import UsageError
from concord._range_minimum import by_pairs
from concord._results import Place, Region, Repeat, SharedRegion, StrandedPlace
from concord._running import Progress, path_bytes, requested
from concord._sequences import Given, SequenceSet, support_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class OverlapIndex:
    """The suffix array and the LCP array of a collection, for several queries; immutable.

    Sequences and alphabet as of longest_common_substring; regions do not extend from one sequence into the next. Time
    to build: close to linear. It can be pickled. With both_strands (dna only) regions, repeats and matches are looked for on both strands:
    an occurrence of the reverse complement counts, places are those of the forward strand, and what is its own reverse
    complement counts once.

    >>> index = OverlapIndex(["banana", "bandana"])
    >>> index.shared_region().text, index.longest_repeat().text
    ('ban', 'ana')
    """

    def __init__(
        self,
        sequences: Any,
        *,
        both_strands: bool = False,
        alphabet: str | None = None,
        device: str = "auto",
        threads: int | None = None,
        memory: int | str | None = None,
        progress: Progress | None = None,
    ) -> None:
        self._given = Given(sequences, alphabet)
        self._how = requested(device, threads, memory, progress)
        self._index = _core.build_index(self._given.held, both_strands, self._how)

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: what save() writes, or the sequences where that is an error; no progress callback."""
        sequences = self._given.given
        if self._given.held.is_recoded():
            return (_rebuilt, (sequences, bool(self._index.both_strands()), self._how[:3]))
        return (_unpickled, (_index_bytes.packed(self._index), sequences, self._how[:3]))

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
        both = self._index.both_strands()
        return _shared(self._given, self._index, support, min_length, occurrences, every_support, both, self._how)

    def longest_repeat(self, *, min_length: int = 1, occurrences: bool = False) -> Repeat:
        """The longest region that occurs at two positions or more of one sequence (they may overlap)."""
        found, length, first, count, places = self._index.repeat(min_length, occurrences, self._how)
        text = self._given.text(first[0], first[1], first[1] + length) if found else ""
        return Repeat(found, text, length, first[0], first[1], count, _places(places, self._index.both_strands()))

    def exact_matches(self, *, sequences_of_a: int = 1, min_length: int = 20) -> npt.NDArray[np.void]:
        """Maximal exact matches between the first `sequences_of_a` sequences (A) and the others (B).

        Returns a structured array: sequence_a, start_a, sequence_b, start_b, length, in order of (b, a, length). With
        both strands there is `strand` before the length, 1 or -1: of the reverse complements of B, which come last.
        """
        return self._matches(sequences_of_a, min_length, False)

    def unique_matches(self, *, sequences_of_a: int = 1, min_length: int = 20) -> npt.NDArray[np.void]:
        """Those of exact_matches whose letters occur once in all of A and once in all of B, or on its other strand."""
        return self._matches(sequences_of_a, min_length, True)

    def _matches(self, sequences_of_a: int, min_length: int, unique: bool) -> npt.NDArray[np.void]:
        return self._rows(
            self._index.matches(sequences_of_a, min_length, unique, self._how),
            ("sequence_a", "start_a", "sequence_b", "start_b"),
        )

    def multi_matches(
        self, *, support: int | str | None = None, max_copies: int = 1, min_length: int = 20
    ) -> npt.NDArray[np.void]:
        """All maximal matches in at least `support` sequences (default: all), at most `max_copies` times in each.

        No letter stands before all occurrences of a match, and none behind all. Returns a structured array with a row
        for each occurrence: match (counted from 0, in the order of their letters), sequence, start, length; with both
        strands there is `strand` before the length, 1 or -1.
        """
        count = len(self._given)
        least = count if support is None else support_of(support, count)
        rows = self._index.rare_matches(least, max_copies, min_length, self._how)
        return self._rows(rows, ("match", "sequence", "start"))

    def _rows(self, data: bytes, names: tuple[str, ...]) -> npt.NDArray[np.void]:
        strand = ("strand",) if self._index.both_strands() else ()
        return _table(data, (*names, *strand, "length"))

    def mismatch_matches(self, *, min_length: int = 20, mismatches: int = 0) -> npt.NDArray[np.void]:
        """All maximal matches with up to `mismatches` mismatches between any two sequences, each pair once.

        Returns a structured array: sequence_a, start_a, sequence_b, start_b, mismatches, length, in order of the two
        sequences (a < b) and the two starts. A match is not part of a longer one with so few mismatches; it may begin
        or end with a mismatch. With both strands there is `strand` before the length, 1 or -1: that of the second
        sequence.
        """
        return self._rows(
            self._index.near_matches(min_length, mismatches, self._how),
            ("sequence_a", "start_a", "sequence_b", "start_b", "mismatches"),
        )

    def suffix_prefix_overlaps(self, *, min_length: int = 20) -> npt.NDArray[np.void]:
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

    def inverse_suffix_array(self) -> npt.NDArray[np.int64]:
        """Element p: the place of position p in the suffix array."""
        return _numbers(self._index.ranks())

    def bwt(self) -> npt.NDArray[np.int32]:
        """The Burrows-Wheeler transform: the letter before each suffix of the suffix array, as a code point.

        -1 where the suffix is a whole sequence.

        >>> "".join(map(chr, OverlapIndex(["banana", "b"]).bwt()[:3]))
        'nnb'
        """
        import numpy as np

        if self._given.held.is_recoded():
            raise UsageError("the letters of an index of elements that are no bytes have other numbers")
        return np.frombuffer(self._index.letters_before(), dtype="<i4")

    @overload
    def lce(self, i: int, j: int) -> int: ...  # pyright: ignore[reportOverlappingOverload]
    @overload
    def lce(self, i: npt.ArrayLike, j: npt.ArrayLike) -> npt.NDArray[np.int64]: ...
    def lce(self, i: npt.ArrayLike, j: npt.ArrayLike) -> int | npt.NDArray[np.int64]:
        """The longest common extension: how many letters the suffixes at positions i and j share.

        Positions are counted through the sequences, as in the suffix array. Numbers give a number, arrays of one shape
        (or what NumPy broadcasts to one) an array. Constant time a pair.

        >>> OverlapIndex(["banana"]).lce([1, 0], [3, 2]).tolist()
        [3, 0]
        """
        return by_pairs(i, j, lambda a, b: self._index.extensions(a, b, self._how))

    def __repr__(self) -> str:
        held = self._given.held
        return f"<OverlapIndex of {held.size():,} sequences, {held.letters():,} letters>"


def _unpickled(index: bytes, sequences: Any, how: tuple[str, int, int]) -> OverlapIndex:
    made = OverlapIndex.__new__(OverlapIndex)
    made._how = (*how, None)
    made._index = _index_bytes.unpacked(index)
    made._given = Given(SequenceSet._of(made._index.sequences()), None, sequences)
    return made


def _rebuilt(sequences: Any, both_strands: bool, how: tuple[str, int, int]) -> OverlapIndex:
    device, threads, memory = how
    return OverlapIndex(
        sequences, both_strands=both_strands, device=device, threads=threads or None, memory=memory or None
    )


def _places(places: Any, both_strands: bool) -> tuple[Place | StrandedPlace, ...]:
    if both_strands:
        return tuple(StrandedPlace(*one) for one in places)
    return tuple(Place(*one[:2]) for one in places)


def _table(data: bytes, names: tuple[str, ...]) -> npt.NDArray[np.void]:
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
    both_strands: bool,
    how: Any,
) -> SharedRegion:
    count = len(given)
    found, best, places, by_support, run = _core.shared_region(
        given.held, index, support_of(support, count), min_length, occurrences, every_support, both_strands, how
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
        occurrences=_places(places, both_strands),
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
    both_strands: bool = False,
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
    both_strands
        An occurrence of the reverse complement counts, too (dna only). Occurrences have a strand then.

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
    return _shared(given, None, support, min_length, occurrences, every_support, both_strands, how)


def longest_repeat(sequences: Any, *, min_length: int = 1, occurrences: bool = False, **arguments: Any) -> Repeat:
    """The longest region that occurs at two positions or more of one sequence.

    >>> longest_repeat(["mississippi"], occurrences=True).occurrences
    (Place(sequence=0, start=1), Place(sequence=0, start=4))
    """
    return OverlapIndex(sequences, **arguments).longest_repeat(min_length=min_length, occurrences=occurrences)


def exact_matches(a: Any, b: Any, *, min_length: int = 20, **arguments: Any) -> npt.NDArray[np.void]:
    """Maximal exact matches between the sequences of two collections, as of OverlapIndex.

    >>> exact_matches(["abcd"], ["xabcy"], min_length=2).tolist()
    [(0, 0, 0, 1, 3)]
    """
    first = list(a)
    found = OverlapIndex(first + list(b), **arguments).exact_matches(sequences_of_a=len(first), min_length=min_length)
    return _counted_from(len(first), found)


def _counted_from(first_of_b: int, found: npt.NDArray[np.void]) -> npt.NDArray[np.void]:
    found = found.copy()
    found["sequence_b"] -= first_of_b
    return found


def unique_matches(a: Any, b: Any, *, min_length: int = 20, **arguments: Any) -> npt.NDArray[np.void]:
    """Maximal unique matches (MUMs): the exact matches whose letters occur once in all of a and once in all of b.

    With both_strands=True also those with the reverse complements of b, whose letters occur once in these.

    >>> unique_matches(["GATTACAGGATTACAT"], ["TTGATTACATT"], min_length=5).tolist()
    [(0, 8, 0, 2, 8)]
    """
    first = list(a)
    found = OverlapIndex(first + list(b), **arguments).unique_matches(sequences_of_a=len(first), min_length=min_length)
    return _counted_from(len(first), found)


def multi_matches(
    sequences: Any,
    *,
    support: int | str | None = None,
    max_copies: int = 1,
    min_length: int = 20,
    **arguments: Any,
) -> npt.NDArray[np.void]:
    """Maximal matches in at least `support` sequences (default: all), at most `max_copies` times in each.

    As of OverlapIndex: with one copy multi-MUMs, or partial ones.

    >>> multi_matches(["xabcy", "abcabd", "zabc"], support=2, min_length=3).tolist()
    [(0, 0, 1, 3), (0, 1, 0, 3), (0, 2, 1, 3)]
    """
    index = OverlapIndex(sequences, **arguments)
    return index.multi_matches(support=support, max_copies=max_copies, min_length=min_length)


def mismatch_matches(
    sequences: Any, *, min_length: int = 20, mismatches: int = 0, **arguments: Any
) -> npt.NDArray[np.void]:
    """All maximal matches with up to `mismatches` mismatches between any two sequences, as of OverlapIndex.

    >>> mismatch_matches(["ACGTA", "ACGACA"], min_length=3, mismatches=1).tolist()
    [(0, 0, 1, 0, 1, 4), (0, 0, 1, 3, 1, 3)]
    """
    return OverlapIndex(sequences, **arguments).mismatch_matches(min_length=min_length, mismatches=mismatches)


def suffix_prefix_overlaps(sequences: Any, *, min_length: int = 20, **arguments: Any) -> npt.NDArray[np.void]:
    """For every ordered pair of sequences the longest suffix of the first that is a prefix of the second.

    >>> suffix_prefix_overlaps(["aabc", "bcdd"], min_length=2).tolist()
    [(0, 1, 2)]
    """
    return OverlapIndex(sequences, **arguments).suffix_prefix_overlaps(min_length=min_length)


def _single_or_many(sequences: Any) -> Any:
    is_one = isinstance(sequences, (str, bytes, bytearray)) or getattr(sequences, "ndim", 0) == 1
    of_texts = getattr(getattr(sequences, "dtype", None), "kind", None) == "O"  # a column of texts, or of categories
    return [sequences] if is_one and not of_texts else sequences


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
