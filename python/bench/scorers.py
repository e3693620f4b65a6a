"""The scorers of both packages, and words for them."""

import rapidfuzz
import rapidfuzz.distance

from concord import distance, fuzz
from concord._scorers import RATIOS

LETTERS = "abcdefghijklmnopqrstuvwxyz"
METRICS = (
    "Levenshtein",
    "Indel",
    "LCSseq",
    "Hamming",
    "OSA",
    "DamerauLevenshtein",
    "Jaro",
    "JaroWinkler",
    "Prefix",
    "Postfix",
)
KINDS = ("distance", "similarity", "normalized_distance", "normalized_similarity")
QUICK = ("ratio", "QRatio")  # a function of the edits alone


def metrics(kinds=KINDS):
    for metric in METRICS:
        for kind in kinds:
            yield (
                f"`{metric}.{kind}`",
                getattr(getattr(distance, metric), kind),
                getattr(getattr(rapidfuzz.distance, metric), kind),
            )


def ratios(names=RATIOS):
    for name in names:
        yield f"`fuzz.{name}`", getattr(fuzz, name), getattr(rapidfuzz.fuzz, name)


def words(source, count, length, letters=LETTERS):
    return ["".join(source.choices(letters, k=length)) for _ in range(count)]


def cutoff_for(name):
    if "fuzz" in name:
        return 80
    return 0.8 if "normalized" in name or "Jaro" in name else 2
