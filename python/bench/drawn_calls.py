"""Calls drawn at random: what the tables' rows leave out between them."""

import random
from dataclasses import dataclass

import concord
import rapidfuzz
import rapidfuzz.distance
import rapidfuzz.process
import rapidfuzz.utils
from scorers import KINDS, METRICS, RATIOS

ALPHABETS = {
    "a to z": "abcdefghijklmnopqrstuvwxyz",
    "words": "abcdefgh ",
    "DNA": "ACGT",
    "Latin-1": "aeiouéèüßñçøå",
    "2 bytes": "абвгдежзийклмноп ",
    "4 bytes": "\U0001f600\U0001f601\U0001f602\U0001f603\U0001f604\U0001f605abc",
    "bytes": "abcdefghijklmnopqrstuvwxyz",
    "integers": "abcdefghijklmnopqrstuvwxyz",
    "strings": "abcdefghijklmnopqrstuvwxyz",
}
LENGTHS = (3, 5, 8, 10, 12, 16, 20, 24, 30, 40, 50, 64, 65, 100, 128, 200, 300, 500, 1000)
RANGES = ((1, 8), (3, 10), (5, 12), (5, 20), (5, 30), (5, 64), (10, 64), (20, 40), (60, 200), (100, 300), (3, 1000))
COUNTS = (1, 2, 5, 10, 30, 100, 300, 1000)
CALLS = ("single", "cdist", "cpdist", "extract", "extractOne", "extract_iter")
MOST_STEPS = 2e7  # cells of all matrices of a call, about 20 ms by the slowest ones


@dataclass
class Drawn:
    """A call of both packages, with what was drawn for it."""

    name: str
    ours: object
    theirs: object


def _like(text, kind):
    if kind == "bytes":
        return text.encode()
    if kind == "integers":
        return [ord(letter) for letter in text]
    return list(text) if kind == "strings" else text


def _edited(source, text, letters, edits):
    for _ in range(edits):
        place = source.randrange(len(text) + 1)
        how = source.randrange(4)
        if how == 0:
            text = text[:place] + source.choice(letters) + text[place:]
        elif how == 1 and len(text) > 1:
            text = text[:place] + text[place + 1 :]
        else:
            text = text[:place] + source.choice(letters) + text[place + 1 :]
    return text


def _texts(source, count, least, most, letters):
    return ["".join(source.choices(letters, k=source.randint(least, most))) for _ in range(count)]


def _cutoff(source, metric, kind, length, how):
    """A cutoff that few (tight), some or nearly all pairs are within."""
    if metric in RATIOS:
        return {"tight": 90, "middle": 60, "loose": 20}[how]
    if kind == "distance" and metric not in ("Jaro", "JaroWinkler"):
        return {"tight": max(1, length // 10), "middle": max(2, length // 2), "loose": length}[how]
    if kind == "similarity" and metric not in ("Jaro", "JaroWinkler"):
        return {"tight": length - length // 10, "middle": length // 2, "loose": max(1, length // 10)}[how]
    share = {"tight": 0.8903, "middle": 0.6103, "loose": 0.2103}[how]  # which no score equals: see docs/rapidfuzz.md
    return share if kind.endswith("similarity") else round(1 - share, 4)


def _steps(metric, length):
    if "partial" in metric or metric in ("WRatio", "DamerauLevenshtein"):
        return length * length
    return length * (1 + length // 64) + 20


def drawn(seed, match=""):
    """The call of this seed, or None where it would take too long, or is none of those asked for."""
    source = random.Random(seed)
    metric = source.choice(METRICS + RATIOS)
    kind = source.choice(KINDS) if metric in METRICS else "ratio"
    call = source.choice(CALLS)
    alphabet = source.choice(list(ALPHABETS)) if source.random() < 0.5 else "a to z"
    least, most = source.choice(RANGES) if source.random() < 0.5 else (source.choice(LENGTHS),) * 2
    rows = 1 if call.startswith(("extract", "single")) else source.choice(COUNTS)
    columns = 1 if call == "single" else source.choice(COUNTS)
    rows = columns if call == "cpdist" else rows
    relation = source.choice(("random", "random", "near", "equal"))
    how = source.choice(("none", "none", "tight", "middle", "loose", "hint"))
    processor = source.random() < 0.15 and alphabet not in ("bytes", "integers", "strings")
    dtype = source.choice(("uint16", "float32", "float64", "int16")) if source.random() < 0.1 else None
    pairs = rows if call == "cpdist" else rows * columns
    name = f"{seed} {metric}.{kind} {call}"
    if call != "single":
        name += f" {rows}x{columns}"
    name += f" {least}-{most} {alphabet} {relation}"
    if pairs * _steps(metric, (least + most) / 2) > MOST_STEPS:
        return None
    letters = ALPHABETS[alphabet]
    first = _texts(source, rows, least, most, letters)
    if relation == "random":
        second = _texts(source, columns, least, most, letters)
    else:
        second = _texts(source, columns, least, most, letters)
        for place in range(columns):
            if call == "cpdist" or source.random() < 0.2 or columns == 1:
                edits = source.randint(1, 3) if relation == "near" else 0
                second[place] = _edited(source, first[place % rows], letters, edits)
    first = [_like(text, alphabet) for text in first]
    second = [_like(text, alphabet) for text in second]
    arguments = {}
    if how == "hint":
        if call.startswith("extract") or call == "single":
            arguments["score_hint"] = _cutoff(source, metric, kind, (least + most) // 2, "middle")
            if metric in RATIOS and call == "single":  # which take none
                arguments = {}
    elif how != "none":
        arguments["score_cutoff"] = _cutoff(source, metric, kind, (least + most) // 2, how)
    name += "".join(f" {key[6:]}={value}" for key, value in arguments.items()) + (" processed" if processor else "")
    if call in ("cdist", "cpdist"):
        arguments["workers"] = 1
        if dtype is not None:
            name += f" {dtype}"
    else:
        dtype = None
    if match not in name:
        return None

    def made(package):
        module = package.fuzz if metric in RATIOS else getattr(package.distance, metric)
        scorer = getattr(module, metric if metric in RATIOS else kind)
        own = dict(arguments)
        if processor:
            own["processor"] = package.utils.default_process
        if dtype is not None:
            own["dtype"] = dtype
        if call == "single":
            a, b = first[0], second[0]
            return lambda: scorer(a, b, **own)
        function = getattr(package.process, call)
        if call in ("cdist", "cpdist"):
            return lambda: function(first, second, scorer=scorer, **own)
        if call == "extract_iter":
            return lambda: list(function(first[0], second, scorer=scorer, **own))
        return lambda: function(first[0], second, scorer=scorer, **own)

    return Drawn(name, made(concord), made(rapidfuzz))
