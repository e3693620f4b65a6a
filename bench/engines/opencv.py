"""OpenCV: one labelling for every shift of one matrix over the other, as somebody with this problem would write it."""
import cv2
import numpy

PACKAGE = "opencv-python-headless"
COMMENT = {"component": "connectedComponentsWithStats for each shift, called from Python; shifts with too few agreeing cells are skipped"}


def prepare(task, a, b, device, threads):
    if task != "component":
        raise NotImplementedError(f"has no {task}")
    if device != "cpu":
        raise NotImplementedError("has no code for GPUs in this package")
    cv2.setNumThreads(threads or -1)
    a, b = (numpy.frombuffer(b"".join(rows), numpy.uint8).reshape(len(rows), -1) for rows in (a, b))
    return lambda: largest(a, b), lambda size: [size]


def largest(a, b):
    best = 0
    for down in range(1 - b.shape[0], a.shape[0]):
        for right in range(1 - b.shape[1], a.shape[1]):
            over = a[max(0, down):down + b.shape[0], max(0, right):right + b.shape[1]]
            row, column = max(0, -down), max(0, -right)
            mask = (over == b[row:row + over.shape[0], column:column + over.shape[1]]).view(numpy.uint8)
            if numpy.count_nonzero(mask) > best:
                stats = cv2.connectedComponentsWithStats(mask, connectivity=4)[2]
                best = max(best, int(stats[1:, cv2.CC_STAT_AREA].max()))
    return best
