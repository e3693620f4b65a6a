"""The results of calls: small and frozen, compared by value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from concord import _pictures
from concord._editing import Opcodes

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Device(NamedTuple):
    """A device: `detail` is its description, or the reason why it is not usable."""

    name: str
    usable: bool
    detail: str


class MeasuredRate(NamedTuple):
    """How fast this machine does one kind of work: `by` is "one thread", "all threads" or "GPU", `seconds` what was
    measured, and `rate` how many times as fast the machine is as the one of the built-in figures (of kind "start", the
    seconds until a GPU has started)."""

    kind: str
    by: str
    seconds: float
    rate: float


class Place(NamedTuple):
    """A position: index of a sequence, 0-based position in it."""

    sequence: int
    start: int


class StrandedPlace(NamedTuple):
    """A position on either strand: index of a sequence, 0-based position in it as given, "+" or "-"."""

    sequence: int
    start: int
    strand: str


class Occurrence(NamedTuple):
    """The best occurrence in one sequence: fewest mismatches, then leftmost."""

    sequence: int
    start: int
    mismatches: int


class Match(NamedTuple):
    """The best occurrence in one sequence where more than mismatches are asked for: fewest edits, then leftmost, then
    shortest.

    It is [start, end) of the sequence as given, on either strand. ``cigar`` aligns the substring (on the strand "-" its
    reverse complement) with it, an insertion being a letter of the substring only; it is empty without edits.
    """

    sequence: int
    start: int
    end: int
    edits: int  #: mismatches, with the metric "hamming"
    strand: str
    cigar: str


class Candidate(NamedTuple):
    """A substring by its position, and the number of sequences that hold it; `length` 0: none."""

    sequence: int
    start: int
    length: int
    support: int


class Region(NamedTuple):
    """A region by its length, its lowest position, and the number of sequences that hold it."""

    length: int
    sequence: int
    start: int
    support: int


def _run() -> dict[str, Any]:
    return {}


@dataclass(frozen=True)
class SubstringResult:
    """The longest substring that enough sequences share; false if there is none.

    ``text`` is the substring at [start, end) of sequence number ``sequence``; iterating gives the occurrences, if
    requested.
    """

    found: bool
    text: Any
    length: int
    sequence: int
    name: str
    start: int
    support: int  #: sequences that hold it, its own included
    mismatches: int  #: letters by which an occurrence may differ
    sequences: int  #: number of sequences
    tied_positions: int
    tied_sequences: int
    ties: tuple[Candidate, ...] = ()
    occurrences: tuple[Occurrence | Match, ...] = ()
    per_sequence: tuple[Candidate, ...] = ()
    further: tuple[SubstringResult, ...] = ()  #: the second answer and so on, if requested by ``top``
    run: dict[str, Any] = field(default_factory=_run, compare=False, repr=False)

    @property
    def end(self) -> int:
        """One past the last letter."""
        return self.start + self.length

    def __bool__(self) -> bool:
        return self.found

    def __iter__(self) -> Iterator[Occurrence | Match]:
        return iter(self.occurrences)

    def _repr_html_(self) -> str:
        return _pictures.substring(self)


@dataclass(frozen=True)
class Subsequence:
    """A longest common subsequence of two sequences; iterating gives the positions in the first, if requested."""

    length: int
    a_length: int
    b_length: int
    opcodes: Opcodes | None = None  #: equal, delete and insert runs; None unless the alignment was requested
    letters: Any = None  #: the elements themselves, of the type of the first sequence; None unless requested
    run: dict[str, Any] = field(default_factory=_run, compare=False, repr=False)

    @property
    def positions(self) -> tuple[int, ...]:
        """The positions of its elements in the first sequence."""
        if self.opcodes is None:
            return ()
        return tuple(
            place for one in self.opcodes if one.tag == "equal" for place in range(one.src_start, one.src_end)
        )

    def __int__(self) -> int:
        return self.length

    def __bool__(self) -> bool:
        return self.length > 0

    def __iter__(self) -> Iterator[int]:
        return iter(self.positions)

    def _repr_html_(self) -> str:
        operations = list(self.opcodes) if self.opcodes is not None else []
        return _pictures.opcodes(operations, self.a_length, self.b_length)


@dataclass(frozen=True)
class SharedRegion:
    """The longest region that enough sequences hold exactly; false if there is none.

    ``text`` is the region at [start, end) of sequence number ``sequence``; iterating gives the occurrences, if
    requested.
    """

    found: bool
    text: Any
    length: int
    sequence: int
    name: str
    start: int
    support: int
    sequences: int
    occurrences: tuple[Place | StrandedPlace, ...] = ()
    by_support: tuple[Region, ...] = ()
    run: dict[str, Any] = field(default_factory=_run, compare=False, repr=False)

    @property
    def end(self) -> int:
        """One past the last letter."""
        return self.start + self.length

    def __bool__(self) -> bool:
        return self.found

    def __iter__(self) -> Iterator[Place | StrandedPlace]:
        return iter(self.occurrences)

    def _repr_html_(self) -> str:
        return _pictures.region(self)


@dataclass(frozen=True)
class Repeat:
    """The longest region that occurs at several positions of one sequence; false if there is none."""

    found: bool
    text: Any
    length: int
    sequence: int
    start: int
    count: int  #: occurrences in that sequence
    occurrences: tuple[Place | StrandedPlace, ...] = ()

    def __bool__(self) -> bool:
        return self.found

    def __iter__(self) -> Iterator[Place | StrandedPlace]:
        return iter(self.occurrences)


@dataclass(frozen=True, eq=False)
class Component:
    """The largest connected component on which two matrices agree; false if there is none.

    Cell (r, c) of B lies over cell (r + shift[0], c + shift[1]) of A.
    """

    found: bool
    size: int  #: cells
    shift: tuple[int, int]  #: rows, columns
    cells: npt.NDArray[np.int64] = field(repr=False)  #: (size, 2): row and column in B, row by row
    shape_a: tuple[int, int] = (0, 0)
    shape_b: tuple[int, int] = (0, 0)
    run: dict[str, Any] = field(default_factory=_run, repr=False)

    def mask(self, of: str = "b") -> npt.NDArray[np.bool_]:
        """A boolean array of the shape of B (or of A: ``of="a"``): the cells of the component."""
        import numpy as np

        shift = self.shift if of == "a" else (0, 0)
        made = np.zeros(self.shape_a if of == "a" else self.shape_b, dtype=bool)
        made[self.cells[:, 0] + shift[0], self.cells[:, 1] + shift[1]] = True
        return made

    def __bool__(self) -> bool:
        return self.found

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return (tuple(cell) for cell in self.cells.tolist())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Component):
            return NotImplemented
        mine = (self.found, self.size, self.shift, self.shape_a, self.shape_b)
        theirs = (other.found, other.size, other.shift, other.shape_a, other.shape_b)
        return mine == theirs and bool((self.cells == other.cells).all())

    def __hash__(self) -> int:
        return hash((self.found, self.size, self.shift, self.shape_a, self.shape_b, self.cells.tobytes()))

    def _repr_html_(self) -> str:
        return _pictures.component(self)
