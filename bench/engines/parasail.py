"""Parasail: Needleman-Wunsch in vectors, with scores that make it a Levenshtein distance or the length of an LCS."""
import parasail

PACKAGE = "parasail"
COMMENT = {"distances-zip": "called once a pair, from Python"}
LONG = 16_000  # letters, above which scores need 32 bits
# Scan kernels only: where a gap costs as much to open as to extend, the striped ones of 1.3.4 are wrong at times.


def prepare(task, a, b, device, threads):
    if device != "cpu":
        raise NotImplementedError("has no code for GPUs")
    letters = bytes(sorted(set().union(*a[:1000], *b[:1000]))).decode()
    pairs = [(x.decode(), y.decode()) for x, y in zip(a, b)]
    x, y = pairs[0]
    align = parasail.nw_scan_32 if max(map(len, a + b)) > LONG else parasail.nw_scan_16
    edits = parasail.matrix_create(letters, 0, -1, case_sensitive=True)
    matches = parasail.matrix_create(letters, 1, 0, case_sensitive=True)
    match task:
        case "lcs-length":
            return lambda: align(x, y, 0, 0, matches).score, lambda score: [score]
        case "distance":
            return lambda: align(x, y, 1, 1, edits).score, lambda score: [-score]
        case "distances-zip":
            return (lambda: [align(x, y, 1, 1, edits).score for x, y in pairs],
                    lambda scores: [-score for score in scores])
    raise NotImplementedError(f"has no {task} in linear memory")
