"""RapidFuzz: Hyyrö's and Myers' bit vectors; batches of short pairs side by side in vectors."""
from rapidfuzz.distance import LCSseq, Levenshtein
from rapidfuzz.process import cdist, cpdist

PACKAGE = "rapidfuzz"


def prepare(task, a, b, device, threads):
    if device != "cpu":
        raise NotImplementedError("has no code for GPUs")
    many = {"scorer": Levenshtein.distance, "workers": threads or -1, "dtype": "uint32"}
    match task:
        case "lcs-length":
            return lambda: LCSseq.similarity(a[0], b[0]), lambda length: [length]
        case "lcs-alignment":
            return lambda: LCSseq.editops(a[0], b[0]), lambda edits: [(len(a[0]) + len(b[0]) - len(edits)) // 2]
        case "distance":
            return lambda: Levenshtein.distance(a[0], b[0]), lambda distance: [distance]
        case "distance-alignment":
            return lambda: Levenshtein.editops(a[0], b[0]), lambda edits: [len(edits)]
        case "distances-zip":
            return lambda: cpdist(a, b, **many), lambda distances: distances
        case "distances-all":
            return lambda: cdist(a, b, **many), lambda distances: distances.ravel()
    raise NotImplementedError(f"has no {task}")
