"""Elements that match within half the length of the longer sequence, and how many of them are out of order.

Every function takes two sequences `s1`, `s2` (str, bytes, arrays, sequences of hashable elements), and

processor
    is called with each of them first.
score_cutoff
    a similarity below it is returned as 0.0, a distance above it as 1.0.
score_hint
    is accepted and makes no difference.

Similarities are from 0.0 to 1.0, distances are 1.0 less the similarity, and the normalized ones are the same.
"""

from concord._core import jaro as _scores

distance = _scores.distance
similarity = _scores.similarity
normalized_distance = _scores.normalized_distance
normalized_similarity = _scores.normalized_similarity

__all__ = ["distance", "normalized_distance", "normalized_similarity", "similarity"]
