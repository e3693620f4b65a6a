"""WFA2-lib through pywfa: wavefronts over diagonals, from both ends at once in linear memory (BiWFA) for one pair."""
from pywfa import WavefrontAligner

PACKAGE = "pywfa"
COMMENT = {"distances-zip": "called once a pair, from Python"}
TASKS = {
    "lcs-length": ("indel", "score", "biwfa"),
    "lcs-alignment": ("indel", "full", "biwfa"),
    "distance": ("levenshtein", "score", "biwfa"),
    "distance-alignment": ("levenshtein", "full", "biwfa"),
    "distances-zip": ("levenshtein", "score", "high"),
}


def prepare(task, a, b, device, threads):
    if device != "cpu":
        raise NotImplementedError("has no code for GPUs")
    if task not in TASKS:
        raise NotImplementedError(f"has no {task}")
    if set().union(*a[:1000], *b[:1000]) - set(b"ACGT"):
        raise NotImplementedError("folds case, so it is right about DNA only")
    metric, scope, memory = TASKS[task]
    aligner = WavefrontAligner(distance=metric, scope=scope, memory_mode=memory, span="end-to-end")
    pairs = [(x.decode(), y.decode()) for x, y in zip(a, b)]

    def numbers(distances):
        if task.startswith("lcs"):
            return [(len(a[0]) + len(b[0]) - distances[0]) // 2]
        return distances

    if task != "distances-zip":
        del pairs[1:]
    return lambda: [aligner.wavefront_align(y, x) for x, y in pairs], numbers
