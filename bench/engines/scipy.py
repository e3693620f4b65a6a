"""SciPy: one labelling for every shift of one matrix over the other, as somebody with this problem would write it."""
import numpy
from scipy import ndimage

PACKAGE = "scipy"
COMMENT = {"component": "ndimage.label and bincount for each shift, called from Python; shifts with too few agreeing cells are skipped"}


def prepare(task, a, b, device, threads):
    if task != "component":
        raise NotImplementedError(f"has no {task}")
    if device != "cpu" or threads != 1:
        raise NotImplementedError("runs on one core of a CPU")
    a, b = (numpy.frombuffer(b"".join(rows), numpy.uint8).reshape(len(rows), -1) for rows in (a, b))
    return lambda: largest(a, b), lambda size: [size]


def largest(a, b):
    best = 0
    for down in range(1 - b.shape[0], a.shape[0]):
        for right in range(1 - b.shape[1], a.shape[1]):
            over = a[max(0, down):down + b.shape[0], max(0, right):right + b.shape[1]]
            row, column = max(0, -down), max(0, -right)
            mask = over == b[row:row + over.shape[0], column:column + over.shape[1]]
            if numpy.count_nonzero(mask) > best:
                best = max(best, int(numpy.bincount(ndimage.label(mask)[0].ravel())[1:].max()))
    return best
