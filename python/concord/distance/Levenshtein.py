"""Inserting, deleting and replacing an element cost 1 each, or `weights=(insertion, deletion, substitution)`.

Every function takes two sequences `s1`, `s2` (str, bytes, arrays, sequences of hashable elements), and

processor
    is called with each of them first.
score_cutoff
    scores beyond it are returned as ``score_cutoff + 1`` (distance), 0 (similarity), 1.0 (normalized distance) or 0.0
    (normalized similarity), and are found faster.
score_hint
    is accepted and makes no difference.
"""

from concord._alignments import levenshtein_editops as editops, levenshtein_opcodes as opcodes
from concord._core import levenshtein as _scores
from concord._finding import PatternMatch, find

distance = _scores.distance
similarity = _scores.similarity
normalized_distance = _scores.normalized_distance
normalized_similarity = _scores.normalized_similarity

__all__ = ["PatternMatch", "distance", "editops", "find", "normalized_distance", "normalized_similarity", "opcodes", "similarity"]
