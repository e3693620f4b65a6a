"""Substrings that several sequences share, with mismatches."""

from __future__ import annotations

from typing import Any

from concord import _core
from concord._results import Candidate, Occurrence, SubstringResult
from concord._running import Progress, requested
from concord._sequences import Given, support_of


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
    """The longest substring that enough sequences hold, with up to some mismatches (replaced letters).

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
        Shorter substrings are not reported.
    ties, occurrences, per_sequence
        List every longest substring; its occurrences; the candidate of every sequence.
    alphabet
        None: elements are compared as they are. "dna", "protein", "auto": as of SequenceSet.
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
        requested(device, threads, memory, progress),
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
