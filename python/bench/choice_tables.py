"""The parts of overhead that compare one text with choices."""

import random

import concord
import rapidfuzz
import rapidfuzz.process
import rapidfuzz.utils
from scorers import QUICK, cutoff_for, metrics, ratios, words
from turns import Table


def extract(options):
    every = words(random.Random(1), 100_000, 12, "abcdefgh ")
    query = every[7] + "x"
    ways = {}
    for count in (1_000, 10_000, 100_000):
        for function in ("extract", "extractOne"):
            ways[f"`{function}` {count:,}"] = (function, count, {})
    ways["`extract` dict 10,000"] = ("extract", -10_000, {})
    ways["`extract` cutoff 10,000"] = ("extract", 10_000, {"cutoff": True})
    ways["`extract` processor 1,000"] = ("extract", 1_000, {"processor": True})
    ways["`extract_iter` 1,000"] = ("extract_iter", 1_000, {})
    ways["`extract_iter` cutoff 1,000"] = ("extract_iter", 1_000, {"cutoff": True})
    table = Table(options, "choices of 12 letters", list(ways))

    def call(package, scorer, name, function, count, how):
        choices = every[: abs(count)]
        choices = dict(enumerate(choices)) if count < 0 else choices
        arguments = {"scorer": scorer}
        if "cutoff" in how:
            arguments["score_cutoff"] = cutoff_for(name) if "normalized" in name or "Jaro" in name else 6
            if "fuzz" in name:
                arguments["score_cutoff"] = 60
        if "processor" in how:
            arguments["processor"] = package.utils.default_process
        made = getattr(package.process, function)
        if function == "extract_iter":
            return lambda: list(made(query, choices, **arguments))
        return lambda: made(query, choices, **arguments)

    for name, ours, theirs in (*metrics(("distance", "normalized_similarity")), *ratios()):
        table.row(
            name,
            [(call(concord, ours, name, *way), call(rapidfuzz, theirs, name, *way)) for way in ways.values()],
        )
    table.finish()


def choices(options):
    """Few choices, long ones, wide ones, a dict one of whose first choices is perfect, and choices of other kinds."""
    source = random.Random(1)
    short, near = words(source, 1000, 12, "abcdefgh "), words(source, 1000, 100)
    wide = words(source, 1000, 10, "абвгдежз ")
    long_query = near[3][:40] + "xyz" + near[3][43:]
    ways = {
        "10": ("extract", short[7] + "x", short[:10], False),
        "10 cutoff": ("extract", short[7] + "x", short[:10], True),
        "100 letters": ("extract", long_query, near, False),
        "100 letters cutoff": ("extract", long_query, near, True),
        "`extractOne` 100 letters": ("extractOne", long_query, near, False),
        "wide": ("extract", wide[3] + "я", wide, False),
        "`extractOne` dict": ("extractOne", short[7] + "x", dict(enumerate(short)), False),
        "`extractOne` dict, perfect": ("extractOne", short[7], dict(enumerate(short)), False),
        "`extract_iter` tuple": ("extract_iter", short[7] + "x", tuple(short), False),
        "`extract_iter` generator": ("extract_iter", short[7] + "x", lambda: (one for one in short), False),
    }
    table = Table(options, "1,000 other choices", list(ways))

    def call(package, scorer, name, function, query, choices, is_cut):
        how = {"score_cutoff": cutoff_for(name)} if is_cut else {}
        made = getattr(package.process, function)
        given = choices if callable(choices) else lambda: choices
        if function == "extract_iter":
            return lambda: list(made(query, given(), scorer=scorer, **how))
        return lambda: made(query, given(), scorer=scorer, **how)

    for name, ours, theirs in (*metrics(("distance", "normalized_similarity")), *ratios()):
        cells = []
        for label, way in ways.items():
            slow = "Damerau" in name or ("fuzz" in name and name.strip("`")[5:] not in QUICK)
            slow = slow and "100" in label
            cells.append(None if slow else (call(concord, ours, name, *way), call(rapidfuzz, theirs, name, *way)))
        table.row(name, cells)
    table.finish()
