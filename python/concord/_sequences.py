"""Collections of sequences: from files, and from the arguments of calls."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, overload

from concord import _core
from concord._errors import UsageError
from concord._running import Progress, path_bytes, requested, whole

__all__ = ["SequenceSet", "read"]


def is_arrow(collection: Any) -> bool:
    """Whether it is an Arrow array, or a column of a library that passes it as one."""
    return hasattr(collection, "__arrow_c_array__") or hasattr(collection, "__arrow_c_stream__")


class SequenceSet(Sequence[str]):
    """Sequences with their names, packed (2 bits a DNA letter); immutable.

    Elements are the letters as str: in upper case for dna and protein.

    Parameters
    ----------
    sequences
        A collection of str or bytes, or an Arrow array of them.
    names
        A name for each, or None.
    alphabet
        "auto" (determined by the first 65,536 letters: dna, protein or bytes), "dna" (U is T, lower case is upper case,
        every letter but A, C, G, T/U is ambiguous and matches nothing), "protein", "bytes" (256 letters, nothing
        folded) or "utf8" (code points; not for substrings).

    Raises
    ------
    InputError
        For a letter that is not in the alphabet.

    >>> reads = SequenceSet(["acgt", "TTGCA"], names=["one", "two"], alphabet="dna")
    >>> len(reads), reads.letters, reads[0], reads.name(1)
    (2, 9, 'ACGT', 'two')
    """

    __slots__ = ("_held", "_files")

    def __init__(self, sequences: Iterable[Any], names: Sequence[str] | None = None, alphabet: str = "auto") -> None:
        if not is_arrow(sequences):
            sequences = list(sequences) if not isinstance(sequences, (str, bytes)) else sequences
        self._held = _core.make_set(sequences, list(names) if names is not None else None, alphabet)
        self._files: tuple[tuple[str, int], ...] = ()

    @classmethod
    def _of(cls, held: Any, files: Iterable[tuple[str, int]] = ()) -> SequenceSet:
        made = cls.__new__(cls)
        made._held = held
        made._files = tuple(files)
        return made

    def __len__(self) -> int:
        return int(self._held.size())

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[one] for one in range(*index.indices(len(self)))]
        one = index + len(self) if index < 0 else index
        if not 0 <= one < len(self):
            raise IndexError(f"there is no sequence {index} of {len(self)}")
        return str(self._held.text(one, 0, self._held.length(one)))

    def __iter__(self) -> Iterator[str]:
        return (self[one] for one in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SequenceSet):
            return NotImplemented
        return (self.alphabet, self.names, list(self)) == (other.alphabet, other.names, list(other))

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return (_unpickled, (list(self), list(self.names), self.alphabet, self._files))

    def text(self, index: int, start: int, end: int) -> str:
        """Letters [start, end) of a sequence, 0-based, without unpacking the others."""
        return str(self._held.text(index, start, end))

    def length(self, index: int) -> int:
        """Number of letters of a sequence."""
        return int(self._held.length(index))

    def name(self, index: int) -> str:
        """The first word of a sequence's title; empty if it has none."""
        return str(self._held.name(index))

    @property
    def names(self) -> list[str]:
        """All names, in order."""
        return [self.name(index) for index in range(len(self))]

    @property
    def alphabet(self) -> str:
        """dna, protein, bytes or utf8."""
        return str(self._held.alphabet())

    @property
    def letters(self) -> int:
        """Number of letters of all sequences together."""
        return int(self._held.letters())

    @property
    def ambiguous(self) -> int:
        """Number of letters that match nothing, such as N in DNA."""
        return int(self._held.ambiguous())

    @property
    def nbytes(self) -> int:
        """Memory of the set in bytes, names included."""
        return int(self._held.memory_bytes())

    @property
    def files(self) -> tuple[tuple[str, int], ...]:
        """The files of the set, and the number of sequences in each."""
        return self._files

    def __repr__(self) -> str:
        return (
            f"<SequenceSet of {len(self):,} {self.alphabet} sequences, {self.letters:,} letters, "
            f"{self._held.shortest():,} to {self._held.longest():,} each>"
        )


def _unpickled(sequences: list[str], names: list[str], alphabet: str, files: Any) -> SequenceSet:
    letters: list[Any] = [one.encode("latin-1") for one in sequences] if alphabet == "bytes" else sequences
    made = SequenceSet(letters, names, alphabet)
    made._files = files
    return made


def read(
    *paths: str | bytes | os.PathLike[str] | os.PathLike[bytes],
    alphabet: str = "auto",
    lines: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> SequenceSet:
    """Reads FASTA or FASTQ, plain, gzip or BGZF (detected by content), as one collection in the order of the files.

    Paths are str, bytes or os.PathLike, as of open(). `lines` reads one sequence a line instead: an empty
    line is an empty sequence, and behind the last line with letters none. Time: linear in the bytes.

    Raises
    ------
    InputError
        For an invalid file: with its name, the record, the line, and what was expected and found.
    """
    if not paths:
        raise UsageError("no file to read")
    files = [os.fsdecode(path) for path in paths]
    held, counts = _core.read_files([path_bytes(path) for path in files], alphabet, lines, requested("auto", threads, None, progress))
    return SequenceSet._of(held, zip(files, counts))


class Given:
    """The sequences of a caller, packed for a call, and their texts for results."""

    __slots__ = ("held", "_sequences")

    def __init__(self, sequences: Any, alphabet: str | None, texts: Any = None) -> None:
        if isinstance(sequences, SequenceSet):
            if alphabet is not None and alphabet != sequences.alphabet:
                raise UsageError(f"the set is of the alphabet {sequences.alphabet}, not {alphabet}")
            self.held = sequences._held
            self._sequences: Any = texts
            return
        if not is_arrow(sequences) and not isinstance(sequences, (str, bytes)):
            sequences = list(sequences)
        self.held = _core.make_set(sequences, None, alphabet)
        self._sequences = sequences if alphabet is None else None

    def __len__(self) -> int:
        return int(self.held.size())

    @property
    def given(self) -> Any:
        """What texts are slices of: the sequences of the caller, or None for those of the set."""
        return self._sequences

    def name(self, index: int) -> str:
        """Empty if it has none."""
        return str(self.held.name(index))

    def text(self, index: int, start: int, end: int) -> Any:
        """A slice of the given sequence: str of str, bytes of bytes, else a list or array."""
        if self._sequences is None:
            return self.held.text(index, start, end)
        # A pandas.Series has its rows by position there, and by label in [].
        one = getattr(self._sequences, "iloc", self._sequences)[index]
        if hasattr(one, "as_py"):
            one = one.as_py()
        return one[start:end]


def support_of(support: int | str | None, sequences: int) -> int:
    """A count, a share such as "20%", or, of None, the default: 20 %, but at least 2."""
    if support is None:
        return int(_core.default_support(sequences))
    if isinstance(support, str):
        try:
            percent = float(support.strip().removesuffix("%"))
        except ValueError:
            percent = -1.0
        if not support.strip().endswith("%") or not 0 <= percent <= 100:
            raise UsageError(f"support {support!r}: expected a count, or a share such as '20%'")
        return int(_core.support_from_percent(percent, sequences))
    count = whole("support", support)
    if count < 1:
        raise UsageError(f"support {support}: expected 1 to {sequences}")
    return count


def collected(sequences: Any, processor: Callable[[Any], Any] | None) -> Any:
    """What is compared, of an argument: a set that is packed, an Arrow array, or a list of its own."""
    if isinstance(sequences, SequenceSet):
        if processor is not None:
            raise UsageError("a SequenceSet cannot be processed: its letters are packed")
        return sequences._held
    if is_arrow(sequences):
        if processor is None:
            return sequences
        sequences = _core.list_of(sequences)
    if isinstance(sequences, (str, bytes)):
        raise TypeError("expected a collection of sequences, got a single one: put it into a list")
    if processor is None:
        return list(sequences)  # no other code changes it
    return _core.processed_list(list(sequences), processor)
