"""The Jaro similarity, raised for a common prefix where it is above 0.7.

Every function takes two sequences `s1`, `s2` (str, bytes, arrays, sequences of hashable elements), and

prefix_weight
    from 0.0 to 1.0; how much each letter of a common prefix of up to 4 letters counts. Above 0.25, different texts may
    have similarity 1.0.
processor
    is called with each of them first.
score_cutoff
    a similarity below it is returned as 0.0, a distance above it as 1.0.
score_hint
    is accepted and makes no difference.

Similarities are from 0.0 to 1.0, distances are 1.0 less the similarity, and the normalized ones are the same.
"""

from concord._core import jaro_winkler as _scores

distance = _scores.distance
similarity = _scores.similarity
normalized_distance = _scores.normalized_distance
normalized_similarity = _scores.normalized_similarity

__all__ = ["distance", "normalized_distance", "normalized_similarity", "similarity"]
