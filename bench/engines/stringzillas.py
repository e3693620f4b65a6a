"""StringZilla's parallel kernels, for CPUs and GPUs. There are matrices only, and no alignments."""
import math

import numpy
import stringzilla
import stringzillas

PACKAGE = "stringzillas-cuda" if "cuda" in stringzillas.__capabilities__ else "stringzillas-cpus"
COMMENT = {"distances-zip": "as many pairs as a square matrix, as it has no zipped ones"}


def prepare(task, a, b, device, threads):
    scope = scope_of(device, threads)
    if task == "distances-zip":
        side = math.isqrt(len(a))
        a, b = a[:side], b[:side]
    elif task in ("distance", "lcs-length"):
        a, b = a[:1], b[:1]
    elif task != "distances-all":
        raise NotImplementedError(f"has no {task}")
    if task == "lcs-length":
        if device == "cpu":
            raise NotImplementedError("its Needleman-Wunsch takes half a minute for 100,000 letters on a CPU")
        engine = longest_common_subsequence(a[0] + b[0], scope)
    else:
        engine = stringzillas.LevenshteinDistances(capabilities=scope)
    rows, columns = stringzilla.Strs(a), stringzilla.Strs(b)
    numbers = numpy.diagonal if task == "distances-zip" else numpy.ravel
    return lambda: engine(rows, columns, device=scope), numbers


def cells(task, a, b):
    if task == "distances-all":
        side_a, side_b = len(a), len(b)
    else:
        side_a = side_b = math.isqrt(len(a)) if task == "distances-zip" else 1
    return sum(map(len, a[:side_a])) * sum(map(len, b[:side_b]))


def scope_of(device, threads):
    if device == "cpu":
        return stringzillas.DeviceScope(cpu_cores=threads)
    if "cuda" not in stringzillas.__capabilities__:
        raise NotImplementedError("stringzillas-cuda is not installed, or finds no GPU")
    return stringzillas.DeviceScope(gpu_device=int(device.removeprefix("cuda:")))


def longest_common_subsequence(letters, scope):
    """A Needleman-Wunsch in which a match is worth 1 and nothing costs anything."""
    classes = numpy.zeros(256, numpy.uint8)
    kinds = sorted(set(letters))
    if len(kinds) > 32:
        raise NotImplementedError("knows at most 32 different letters")
    classes[kinds] = range(len(kinds))
    return stringzillas.NeedlemanWunschScores(classes, numpy.eye(32, dtype=numpy.int8), 0, 0, scope)
