"""Other programs' libraries (bench/engines) at the same tasks, and whether they give Concord's answers."""
import hashlib
import json
import math
import statistics
import sys
from pathlib import Path

from processes import Measurement

ROOT = Path(__file__).resolve().parent.parent
MOST_OF_A_LIST = 64  # that a record keeps
MOST_OF_A_TEXT = 1000  # letters, as a repeat can be as long as the input
VENV_PYTHON = ROOT / ".bench-venv/bin/python"  # from bench/engines/setup
ENOUGH_SECONDS = 10  # a slow engine is not repeated for longer


def command_of(engine: str, row: dict, inputs: dict[str, Path], warmup: int, repetitions: int) -> list[str]:
    python = str(VENV_PYTHON) if VENV_PYTHON.exists() else sys.executable
    return [python, str(ROOT / "bench/engines/measure"), engine, row["case"]["task"],
            *(str(inputs.get(side, inputs.get("input"))) for side in "ab"),  # a single file is A and B
            "--device", row["asked_device"], "--threads", str(row["threads"]),
            "--warmup", str(warmup), "--repetitions", str(repetitions), "--enough", str(ENOUGH_SECONDS)]


def summary(done: Measurement, task: str = "") -> dict:
    """The process is measured once, what it computes several times; only the first is as cold as all of Concord's."""
    reported = done.answer
    return {
        "version": reported["version"],
        "repetitions": len(reported["seconds"]),
        "seconds": {"compute": spread(reported["seconds"])},
        "first": round(reported["first"], 6),
        "cells": reported["cells"],
        "peak_rss_bytes": done.peak_rss_bytes,
        "result": short(reported["answer"], task),
    } | ({"comment": reported["comment"]} if reported["comment"] else {})


def whole(rounds: list[Measurement]) -> dict:
    """Of new processes that read, compute once and write the answer, as Concord's do."""
    return {what: spread([getattr(each, what) for each in rounds]) for what in ("wall", "user", "system")}


def is_near(task: str) -> bool:
    return task.startswith("near-")


def numbers_of(result: dict, task: str = "") -> int | list[int] | None:
    """A length, a distance, a number of cells, a distance for each pair, or all numbers of near pairs, from the JSON of
    Concord."""
    if "pairs" in result:
        return [number for pair in result["pairs"] for number in (pair if is_near(task) else pair[2:])]
    return result.get("length", result.get("distance", result.get("size")))


def agree(concord: int | list[int], rival: int | list[int], task: str = "") -> bool:
    """An engine may have compared only the first of many pairs, but has to find all that are near."""
    if not is_near(task) and isinstance(concord, list) and isinstance(rival, list):
        return 0 < len(rival) <= len(concord) and concord[:len(rival)] == rival
    return concord == rival


def short(numbers: int | list[int], task: str = "") -> dict:
    """What a record keeps of them."""
    if not isinstance(numbers, list):
        return {"number": numbers}
    return {"pairs": len(numbers) // (3 if is_near(task) else 1), "sha256": short_hash(numbers)}


def short_result(result: dict, task: str = "") -> dict:
    """A record keeps no long lists and texts, no alignments and no components."""
    most = {list: MOST_OF_A_LIST, str: MOST_OF_A_TEXT}
    long = [key for key, value in result.items() if type(value) in most and len(value) > most[type(value)]]
    kept = result | {key: short_hash(result[key]) for key in ("cigar", "cells", "by_support", *long) if key in result}
    return kept | (short(numbers_of(result, task), task) if "pairs" in result else {})


def short_hash(what) -> str:
    return hashlib.sha256(json.dumps(what).encode()).hexdigest()[:16]


def spread(values: list[float]) -> dict:
    return {"median": round(statistics.median(values), 6), "min": round(min(values), 6), "max": round(max(values), 6)}


def cells_of(answer: dict) -> int:
    """Of the tables that a textbook would fill for what Concord has answered; pairs of cells that lie on each other in some shift;
    letters of an index."""
    result, given = answer["result"], answer["input"]
    if "a" not in given and "a" not in result:
        return given["letters"]
    if "rows" in given.get("a", {}):
        return math.prod(given[side][count] for side in "ab" for count in ("rows", "columns"))
    if "pairs" not in result:
        sides = result if "a" in result else given
        return sides["a"]["length"] * sides["b"]["length"]
    whole = given["a"]["letters"] * given["b"]["letters"]
    if answer["parameters"]["compare"] == "all":
        return whole
    return whole // given["a"]["sequences"]  # zipped: of equal lengths in each of the two files
