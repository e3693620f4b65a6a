"""libdivsufsort from Python, and Kasai's common prefixes: of all sequences in one text, a stop of its own after each."""
import numpy
import pydivsufsort

PACKAGE = "pydivsufsort"
COMMENT = {task: "the suffix array and the common prefixes; what they tell is not timed"
           for task in ("longest-repeat", "longest-shared")}
STOPS = bytes(range(1, 64))  # below all letters, each another


def prepare(task, a, b, device, threads):
    if task not in COMMENT:
        raise NotImplementedError(f"has no {task}")
    if device != "cpu" or threads != 1:
        raise NotImplementedError("has no code for GPUs or threads")
    if len(a) > len(STOPS):
        raise NotImplementedError(f"is asked for at most {len(STOPS)} sequences here")
    text = numpy.array(numpy.frombuffer(b"".join(x + STOPS[i:i + 1] for i, x in enumerate(a)), dtype=numpy.uint8))

    def compute():
        suffixes = pydivsufsort.divsufsort(text)
        return suffixes, pydivsufsort.kasai(text, suffixes)

    def numbers(tables):
        suffixes, prefixes = tables  # the n-th prefix is of the n-th suffix and the next
        sequence = numpy.searchsorted(numpy.cumsum([len(x) + 1 for x in a]), suffixes, side="right")
        alike = sequence[:-1] == sequence[1:]
        if task == "longest-repeat":  # for one sequence: neighbours of one need not be neighbours of all
            if len(a) > 1:
                raise NotImplementedError("has no longest-repeat of several sequences")
            return [prefixes[:-1][alike].max()]
        return [prefixes[:-1][~alike].max()]

    return compute, numbers
