"""Calls whose results have types: test_types.py has mypy check them, and runs them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from typing_extensions import assert_type

import concord
from concord import fuzz, process
from concord.distance import Hamming, Levenshtein

assert_type(concord.distance("kitten", "sitting"), int)
assert_type(concord.distance.Levenshtein.distance("kitten", "sitting"), int)
assert_type(Levenshtein.normalized_similarity("kitten", "sitting"), float)
assert_type(Hamming.distance(b"ab", b"ac"), int)
assert_type(fuzz.ratio("ab", "ac"), float)

edits = Levenshtein.editops("kitten", "sitting")
assert_type(edits, concord.Editops)
assert_type(edits[0], concord.Editop)
assert_type(edits[0].src_pos, int)
assert_type(edits[1:], concord.Editops)
assert_type(edits.as_list(), list[concord.Editop])
assert_type(edits.as_opcodes().as_list(), list[concord.Opcode])
assert_type(edits.apply("kitten", "sitting"), str)
assert_type(edits.apply(b"kitten", b"sitting"), bytes)
assert_type(edits.apply(list("kitten"), list("sitting")), list[str])

places = Levenshtein.find("ACGT", "TTACGTT", max_distance=1, equalities=[("N", "A")])
assert_type(places, list[concord.PatternMatch])
assert_type(places[0].cigar, str)
assert_type(concord.alignments(["ab"], ["b"]), "list[concord.PairAlignment | None]")

words = ["mitten", "kitten"]
assert_type(process.extract("kiten", words), list[tuple[str, float, int]])
assert_type(process.extract("kiten", words, scorer=Levenshtein.distance), list[tuple[str, int, int]])
assert_type(process.extractOne("kiten", dict(enumerate("ab"))), "tuple[str, float, int] | None")
assert_type(process.extractOne("kiten", {"a": "b"}, scorer=Levenshtein.distance), "tuple[str, int, str] | None")
assert_type(process.extract_iter("kiten", words), Iterator[tuple[str, float, int]])
assert_type(process.cdist(words, words, dtype=np.uint8, scorer=Levenshtein.distance), npt.NDArray[np.uint8])

shared = concord.longest_common_substring(["banana", "bandana"], occurrences=True)
assert_type(shared, concord.SubstringResult)
assert_type(shared.occurrences, "tuple[concord.Occurrence | concord.Match, ...]")
assert_type(concord.lcs("ab", "b").length, int)

index = concord.OverlapIndex(["banana", "bandana"])
assert_type(index.shared_region(), concord.SharedRegion)
assert_type(index.lce(0, 1), int)
assert_type(index.lce([0, 1], [2, 3]), npt.NDArray[np.int64])
assert_type(index.suffix_array(), npt.NDArray[np.int64])
assert_type(index.exact_matches(min_length=3), npt.NDArray[np.void])
assert_type(concord.RangeMinimum([3, 1]).argmin(0, 2), int)

reads = concord.SequenceSet(["ACGT"] * 30, alphabet="dna")
assert_type(concord.adapters(reads), concord.Adapters)
assert_type(concord.adapters(reads, reads), tuple[concord.Adapters, concord.Adapters])
assert_type(concord.common_component(["xab"], ["ab"]), concord.Component)
