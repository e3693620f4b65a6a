"""Adapters, primers and tags that hide in reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, overload

from concord import _core
from concord._errors import UsageError
from concord._running import Progress, requested
from concord._sequences import Given

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Adapter:
    """A sequence that many reads hold, and what it is.

    ``verdict`` is "adapter" (read-through at the 3′ end), "tag" (a primer or a 5′ adapter), "poly" (one letter),
    "repeat" or "insert" (a part of what was sequenced).
    """

    letters: str  #: consensus: A, C, G, T and IUPAC letters where a column is mixed
    verdict: str
    name: str  #: of a known adapter; empty: none
    strand: str  #: "+": as it stands here; "=": other reads hold the reverse complement
    reads: int  #: that hold at least 12 letters of it
    whole: int  #: that hold all of it
    at_start: int  #: where it begins within the first 20 letters (60 of long reads)
    at_end: int  #: where it ends within the last 20 letters (60 of long reads)
    cut_left: int  #: that begin inside it
    several: int  #: that hold it more than once
    confirmed: int  #: whose mate shows that the insert ends where it begins
    denied: int  #: whose mate shows another place
    followed_by: str  #: a barcode frame: what follows behind `gap` letters that vary; empty: none
    gap: int
    errors_per_letter: float
    expected: float  #: words as frequent as its core that chance is expected to give
    starts: list[int] = field(repr=False)  #: reads in which it begins at letter 0, 1, 2 …
    by_errors: list[int] = field(repr=False)  #: reads that hold it with 0, 1, 2 … differences
    columns: list[list[int]] = field(repr=False)  #: for each letter, reads that hold A, C, G, T there


@dataclass(frozen=True)
class Adapters:
    """What reads hold, adapters and tags first; true if there is anything to trim. Iterating gives the sequences."""

    found: tuple[Adapter, ...]
    reads: int  #: how many were searched
    threshold: int  #: reads that must hold a sequence
    long_reads: bool  #: insertions and deletions were taken into account
    left_out: int  #: sequences beyond `most`
    run: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    def __bool__(self) -> bool:
        return any(one.verdict in ("adapter", "tag") for one in self.found)

    def __iter__(self) -> Iterator[Adapter]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)

    def __getitem__(self, index: int) -> Adapter:
        return self.found[index]

    def to_pandas(self) -> pandas.DataFrame:
        """A DataFrame with a row a sequence, without the lists. Needs pandas."""
        import pandas

        names = [name for name in Adapter.__dataclass_fields__ if name not in ("starts", "by_errors", "columns")]
        rows = [[getattr(one, name) for name in names] for one in self.found]
        frame = pandas.DataFrame(rows, columns=names)
        frame.insert(names.index("reads") + 1, "share", [one.reads / max(self.reads, 1) for one in self.found])
        return frame


def _of(made: tuple[Any, ...]) -> Adapters:
    found, reads, threshold, long_reads, left_out, run = made
    return Adapters(tuple(Adapter(*one) for one in found), reads, threshold, long_reads, left_out, run)


@overload
def adapters(
    reads: Any,
    mates: None = None,
    *,
    min_share: float = 0.001,
    min_reads: int = 20,
    most: int = 20,
    known: Mapping[str, str] | None = None,
    device: str = "auto",
    threads: int | None = None,
    memory: int | str | None = None,
    progress: Progress | None = None,
) -> Adapters: ...
@overload
def adapters(
    reads: Any,
    mates: Any,
    *,
    min_share: float = 0.001,
    min_reads: int = 20,
    most: int = 20,
    known: Mapping[str, str] | None = None,
    device: str = "auto",
    threads: int | None = None,
    memory: int | str | None = None,
    progress: Progress | None = None,
) -> tuple[Adapters, Adapters]: ...
def adapters(
    reads: Any,
    mates: Any = None,
    *,
    min_share: float = 0.001,
    min_reads: int = 20,
    most: int = 20,
    known: Mapping[str, str] | None = None,
    device: str = "auto",
    threads: int | None = None,
    memory: int | str | None = None,
    progress: Progress | None = None,
) -> Adapters | tuple[Adapters, Adapters]:
    """The sequences that many reads share and that chance does not explain, and what they are.

    Parameters
    ----------
    reads
        Reads of DNA: a SequenceSet (concord.read("reads.fastq.gz")), or a collection of str or bytes.
    mates
        Their mates, in the same order, or None. Where mates overlap, they confirm where an adapter begins.
    min_share, min_reads
        Reads that must hold a sequence: a share, and a number; the greater counts.
    most
        How many sequences are reported.
    known
        Names, and letters A, C, G, T, to look up before the built-in table.
    device, threads, memory, progress
        As of concord.distance.

    Returns
    -------
    Adapters, or a pair of them where mates are given. Time: linear in the letters. The same on every device and
    for every number of threads.

    Raises
    ------
    UsageError, InputError, ResourceError, KeyboardInterrupt

    >>> import random
    >>> source = random.Random(1)
    >>> letters = lambda n: "".join(source.choices("ACGT", k=n))
    >>> reads = [(letters(source.randrange(60)) + "AGATCGGAAGAGCACACGTCTGAACTCCAGTCA" + letters(60))[:60] for _ in range(500)]
    >>> found = adapters(reads)
    >>> found[0].letters, found[0].verdict, found[0].name
    ('AGATCGGAAGAGCACACGTCTGAACTCCAGTCA', 'adapter', 'TruSeq Read 1')
    """
    if not 0 <= min_share <= 1:
        raise UsageError("min_share is between 0 and 1")
    how = requested(device, threads, memory, progress)
    first = Given(reads, "dna").held
    names = [(name, letters.upper()) for name, letters in (known or {}).items()]
    if mates is None:
        return _of(_core.adapters(first, None, min_share, min_reads, most, names, how))
    second = Given(mates, "dna").held
    one, other, _ = _core.adapters(first, second, min_share, min_reads, most, names, how)
    return _of(one), _of(other)
