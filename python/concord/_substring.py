"""Substrings that several sequences share, with mismatches."""

from __future__ import annotations

from typing import Any

from concord import _core
from concord._results import Candidate, Match, Occurrence, SubstringResult
from concord._running import Progress, requested, whole
from concord._errors import UsageError
from concord._sequences import Given, support_of


def longest_common_substring(
    sequences: Any,
    *,
    mismatches: int = 0,
    support: int | str | None = None,
    min_length: int | None = None,
    ties: bool = False,
    occurrences: bool = False,
    per_sequence: bool = False,
    metric: str = "hamming",
    both_strands: bool = False,
    iupac: bool = False,
    from_start: int | None = None,
    from_end: int | None = None,
    top: int = 1,
    copies: int = 1,
    alphabet: str | None = None,
    device: str = "auto",
    threads: int | None = None,
    memory: int | str | None = None,
    progress: Progress | None = None,
) -> SubstringResult:
    """The longest substring that enough sequences hold, with up to some mismatches (replaced letters) or edits.

    Parameters
    ----------
    sequences
        A SequenceSet, or a collection of str, bytes, arrays or lists of hashables (of at most 256 different elements
        together), or an Arrow array.
    mismatches
        Letters by which an occurrence may differ; edits with the metric "levenshtein".
    support
        Sequences that must hold it, its own included: a count, a share such as "20%", or None: 20 %, but at
        least 2.
    min_length
        Shorter substrings are not reported. None: 1; with edits 2 * mismatches + 1, as no more letters than edits
        occur everywhere.
    ties, occurrences, per_sequence
        List every longest substring; its occurrences; the candidate of every sequence.
    metric
        "hamming", or "levenshtein": an occurrence may also lack letters or have more.
    both_strands, iupac
        For DNA: an occurrence of the reverse complement is one, too; R is A or G, and so on, and letters match if they
        have a nucleotide in common.
    from_start, from_end
        Only so many letters at the beginning, or at the end, or at both, of each sequence count. None: all.
    top
        Answers at most: after each, all letters of its occurrences match nothing; see ``SubstringResult.further``.
    copies
        A sequence holds a substring only if it has so many occurrences that do not overlap.
    alphabet
        None: elements are compared as they are. "dna", "protein", "auto": as of SequenceSet.
    device, threads, memory, progress
        As of concord.distance.

    Returns
    -------
    SubstringResult
        Of several longest the one in the lowest sequence, then at the lowest start. The same for every device and
        number of threads. Where metric, both_strands, iupac, from_start, from_end, top or copies are given, its
        occurrences are of the type Match. Time: from close to linear in the letters to quadratic, with the mismatches.

    Raises
    ------
    UsageError, InputError, ResourceError, KeyboardInterrupt

    >>> found = longest_common_substring(["ACGTTAGATCGG", "TTTTGAGATCGG"], mismatches=1, occurrences=True)
    >>> found.text, found.support, list(found)[1]
    ('TTAGATCGG', 2, Occurrence(sequence=1, start=3, mismatches=1))
    """
    given = Given(sequences, alphabet)
    count = len(given)
    variant = _variant(metric, both_strands, iupac, from_start, from_end, top, copies)
    if min_length is None:
        min_length = 2 * mismatches + 1 if metric == "levenshtein" else 1
    answers, run = _core.substring(
        given.held,
        mismatches,
        support_of(support, count),
        min_length,
        ties,
        occurrences,
        per_sequence,
        variant,
        requested(device, threads, memory, progress),
    )

    def result(answer: Any, further: tuple[SubstringResult, ...]) -> SubstringResult:
        found, best, tied_positions, tied_sequences, all_ties, places, candidates = answer
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
            occurrences=tuple((Match if variant else Occurrence)(*one) for one in places),
            per_sequence=tuple(Candidate(*one) for one in candidates),
            further=further,
            run=run,
        )

    return result(answers[0], tuple(result(one, ()) for one in answers[1:]))


def _variant(
    metric: str,
    both_strands: bool,
    iupac: bool,
    from_start: int | None,
    from_end: int | None,
    top: int = 1,
    copies: int = 1,
) -> dict[str, Any]:
    """What is asked for beyond the plain problem."""
    if metric not in ("hamming", "levenshtein"):
        raise UsageError(f"metric {metric!r}: expected 'hamming' or 'levenshtein'")
    for name, letters in (("from_start", from_start), ("from_end", from_end)):
        if letters is not None and letters < 1:
            raise UsageError(f"{name} {letters!r}: expected a number of letters, or None for all")
    asked: dict[str, Any] = {
        "metric": metric if metric != "hamming" else None,
        "both_strands": both_strands or None,
        "iupac": iupac or None,
        "from_start": from_start,
        "from_end": from_end,
        "top": whole("top", top) if top != 1 else None,
        "copies": whole("copies", copies) if copies != 1 else None,
    }
    return {name: value for name, value in asked.items() if value is not None}


def max_lcp(sequences: Any, i: int, j: int, *, mismatches: int = 0, alphabet: str | None = None) -> list[int]:
    """For every start x of sequence i the longest prefix of i[x:] that begins anywhere in sequence j, with mismatches.

    Returns len(sequences[i]) numbers. Time O(len(i) * len(j)).

    >>> max_lcp(["abab", "ba"], 0, 1)
    [1, 2, 1, 1]
    """
    return list(_core.max_lcp(Given(sequences, alphabet).held, i, j, mismatches))


def prefix_reaches(
    sequences: Any,
    i: int,
    *,
    mismatches: int = 0,
    metric: str = "hamming",
    both_strands: bool = False,
    iupac: bool = False,
    from_start: int | None = None,
    from_end: int | None = None,
    alphabet: str | None = None,
    threads: int | None = None,
) -> list[tuple[int, list[int]]]:
    """MaxLCP of sequence i with every sequence, and LengthStat of it, for any metric, strands and pieces.

    Returns a row (start, reaches) for each start of sequence i that counts: ``reaches[j]`` is the length of the longest
    prefix of ``sequences[i][start:]`` that sequence j holds (of i itself: all of it). The sequences that hold its first
    l letters are those with a reach of l or more. Time: O(len(i) * all letters * mismatches * reach / 64) or better.

    >>> prefix_reaches(["ACGTTAGC", "ACGTAGC"], 0, mismatches=1, metric="levenshtein")[1]
    (1, [7, 7])
    """
    given = Given(sequences, alphabet)
    variant = _variant(metric, both_strands, iupac, from_start, from_end)
    asked = requested("cpu", threads, None, None)
    return [(start, list(row)) for start, row in _core.prefix_reaches(given.held, i, mismatches, variant, asked)]
