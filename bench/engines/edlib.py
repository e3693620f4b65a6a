"""Edlib: Myers' bit vectors within a band that doubles."""
import edlib

PACKAGE = "edlib"
COMMENT = {"distances-zip": "called once a pair, from Python"}


def prepare(task, a, b, device, threads):
    if device != "cpu":
        raise NotImplementedError("has no code for GPUs")

    def align(x, y, what):
        return edlib.align(x, y, mode="NW", task=what)["editDistance"]

    match task:
        case "distance":
            return lambda: align(a[0], b[0], "distance"), lambda distance: [distance]
        case "distance-alignment":
            return lambda: align(a[0], b[0], "path"), lambda distance: [distance]
        case "distances-zip":
            return lambda: [align(x, y, "distance") for x, y in zip(a, b)], lambda distances: distances
    raise NotImplementedError(f"has no {task}")
