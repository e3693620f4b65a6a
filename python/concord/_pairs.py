"""The longest common subsequence of two sequences, edit scripts, and alignments of many pairs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from concord import _core
from concord._editing import Editops, Opcodes, opcodes_of_runs
from concord._errors import UsageError
from concord._results import Subsequence
from concord._running import Progress, requested, whole
from concord._sequences import collected
from concord.distance import Hamming, Indel, Levenshtein

_ALIGNED = {"levenshtein": Levenshtein, "indel": Indel, "hamming": Hamming}


class PairAlignment(NamedTuple):
    """Two sequences aligned with the fewest edits.

    ``cigar`` has = and X for equal and different elements, I for an element of the first sequence only, D for one of the
    second only; it is empty for two empty sequences.
    """

    distance: int
    cigar: str


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
    """The longest common subsequence: elements that both have in the same order, not necessarily contiguous.

    Parameters
    ----------
    a, b
        Sequences: str, bytes, arrays of one dimension, lists of hashable elements.
    alignment, letters
        Also return the elements: as opcodes and positions; as a sequence of the type of `a`.
    processor, device, threads, memory, progress
        As of concord.distance.

    Returns
    -------
    Subsequence
        Time: O(n m / vector bits), and O((n + m) d) if the sequences differ in few elements d. Memory: linear.

    >>> found = lcs("ABCBDAB", "BDCABA", letters=True)
    >>> found.length, found.letters
    (4, 'BCBA')
    """
    if processor is not None:
        a, b = processor(a), processor(b)
    wanted = alignment or letters
    how = requested(device, threads, memory, progress)
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
    """Edits, one by one, that turn s1 into s2; the modules of concord.distance have it for each metric.

    >>> list(editops("ab", "b"))
    [Editop(tag='delete', src_pos=0, dest_pos=0)]
    """
    return _module_of(metric).editops(s1, s2, **arguments)  # type: ignore[no-any-return]


def opcodes(s1: Any, s2: Any, *, metric: str = "levenshtein", **arguments: Any) -> Opcodes:
    """The same in runs, equal ones included."""
    return _module_of(metric).opcodes(s1, s2, **arguments)  # type: ignore[no-any-return]


def _module_of(metric: str) -> Any:
    if metric not in _ALIGNED:
        raise UsageError(f"unknown metric {metric!r}: expected levenshtein, indel or hamming")
    return _ALIGNED[metric]


def alignments(
    a: Any,
    b: Any,
    *,
    metric: str = "levenshtein",
    max_distance: int | None = None,
    processor: Callable[[Any], Any] | None = None,
    device: str = "auto",
    threads: int | None = None,
    memory: int | str | None = None,
    progress: Progress | None = None,
) -> list[PairAlignment | None]:
    """Distances and alignments of the first of `a` with the first of `b`, the second with the second and so on.

    Parameters
    ----------
    a, b
        Collections as of near_pairs, of the same size.
    metric
        levenshtein, indel or hamming.
    max_distance
        Greater distances are not of interest; the smaller, the faster.
    processor
        Called with each sequence first.
    device, threads, memory, progress
        As of concord.distance.

    Returns
    -------
    list of PairAlignment
        None for a pair that is farther apart than max_distance, or has no distance (hamming, other lengths). Of several
        optimal alignments the one with gaps as far to the left as possible, as `concord distance --paf` writes it.
        Time: O(n m / vector bits) a pair, and O((n + m) d) for a small distance d.

    >>> alignments(["kitten", "ACGT"], ["sitting", "ACT"])
    [PairAlignment(distance=3, cigar='1X3=1X1=1D'), PairAlignment(distance=1, cigar='2=1I1=')]
    """
    if metric not in _ALIGNED:
        raise UsageError(f"unknown metric {metric!r}: expected levenshtein, indel or hamming")
    bound = None if max_distance is None else whole("max_distance", max_distance)
    if bound is not None and not 0 <= bound < 1 << 64:
        raise UsageError(f"max_distance {max_distance}: expected 0 or more")
    first = collected(a, processor)
    second = first if b is a else collected(b, processor)
    how = requested(device, threads, memory, progress)
    number = list(_ALIGNED).index(metric)
    return _core.align_pairs(first, second, number, bound, PairAlignment, how)  # type: ignore[no-any-return]
