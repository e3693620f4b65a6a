"""libsais, and its common prefixes by text positions (PLCP): of all sequences in one text, a stop of its own after each.

bench/engines/setup --libsais FOLDER compiles it from its sources (github.com/IlyaGrebnov/libsais); CONCORD_LIBSAIS may
name another shared library.
"""
import ctypes
import os
from pathlib import Path

import numpy

COMMENT = {task: "the suffix array and the common prefixes; what they tell is not timed"
           for task in ("longest-repeat", "longest-shared")}
STOPS = bytes(range(1, 33))  # below all letters, each another
BUILT = Path(__file__).resolve().parent.parent.parent / ".bench-venv/libsais.so"


def library() -> ctypes.CDLL:
    path = os.environ.get("CONCORD_LIBSAIS", str(BUILT))
    try:
        loaded = ctypes.CDLL(path)
    except OSError as why:
        raise ImportError(str(why)) from why
    array, number = ctypes.c_void_p, ctypes.c_int32
    loaded.libsais.argtypes = [array, array, number, number, array]
    loaded.libsais_plcp.argtypes = loaded.libsais_lcp.argtypes = [array, array, array, number]
    return loaded


def version() -> str:
    named = BUILT.with_suffix(".version")
    return f"libsais {named.read_text().strip()}" if "CONCORD_LIBSAIS" not in os.environ and named.exists() else "libsais"


def prepare(task, a, b, device, threads):
    if task not in COMMENT:
        raise NotImplementedError(f"has no {task}")
    if device != "cpu" or threads != 1:
        raise NotImplementedError("is asked for one thread of the CPU here")
    if len(a) > len(STOPS):
        raise NotImplementedError(f"is asked for at most {len(STOPS)} sequences here")
    if task == "longest-repeat" and len(a) > 1:
        raise NotImplementedError("has no longest-repeat of several sequences")
    sais = library()
    text = numpy.frombuffer(b"".join(x + STOPS[i:i + 1] for i, x in enumerate(a)), dtype=numpy.uint8).copy()
    size = len(text)

    def compute():
        suffixes, by_text, prefixes = (numpy.empty(size, dtype=numpy.int32) for _ in range(3))
        at = [array.ctypes.data for array in (text, suffixes, by_text, prefixes)]
        failed = (sais.libsais(at[0], at[1], size, 0, None) or sais.libsais_plcp(at[0], at[1], at[2], size)
                  or sais.libsais_lcp(at[2], at[1], at[3], size))
        if failed:
            raise MemoryError
        return suffixes, prefixes

    def numbers(tables):
        suffixes, prefixes = tables  # the n-th prefix is of the n-th suffix and the one before it
        if task == "longest-repeat":
            return [prefixes[1:].max()]
        sequence = numpy.searchsorted(numpy.cumsum([len(x) + 1 for x in a]), suffixes, side="right")
        return [prefixes[1:][sequence[1:] != sequence[:-1]].max()]

    return compute, numbers
