"""Elements of the longer sequence outside a longest common subsequence; similarity is that subsequence's length.

Every function takes two sequences `s1`, `s2` (str, bytes, arrays, sequences of hashable elements), and

processor
    is called with each of them first.
score_cutoff
    scores beyond it are returned as ``score_cutoff + 1`` (distance), 0 (similarity), 1.0 (normalized distance) or 0.0
    (normalized similarity), and are found faster.
score_hint
    is accepted and makes no difference.
"""

from concord._alignments import lcs_seq_editops as editops, lcs_seq_opcodes as opcodes
from concord._core import lcs_seq as _scores

distance = _scores.distance
similarity = _scores.similarity
normalized_distance = _scores.normalized_distance
normalized_similarity = _scores.normalized_similarity

__all__ = ["distance", "editops", "normalized_distance", "normalized_similarity", "opcodes", "similarity"]
