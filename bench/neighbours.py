"""Finds the points of a grid that take much longer than their neighbours: bench/sweep's judgement, without any clock."""
from dataclasses import dataclass

from grids import Grid, Point

SHORTEST = 0.02  # seconds: below, the start of threads and the noise of a machine that others use decide
OUTPUT_RATE = 1e8  # bytes a second that an answer may take to be written


@dataclass
class Measured:
    point: Point
    seconds: float
    timed_out: bool = False  # seconds are then a lower bound
    output_bytes: int = 0
    rounds: int = 1  # of which these are the shortest seconds


@dataclass
class Cliff:
    worse: Measured
    better: Measured
    parameter: str  # in which the two differ
    ratio: float  # of the time to what the better one's lets expect


def find_cliffs(grid: Grid, measured: list[Measured], least_ratio: float) -> list[Cliff]:
    """One for each point that takes least_ratio times what some neighbour lets expect, beside the neighbour for which
    this is the most; worst first."""
    of_point = {tuple(each.point.values()): each for each in measured}
    cliffs = []
    for each in measured:
        steps = [Cliff(each, other, name, each.seconds / expected_seconds(grid, name, each, other))
                 for name, other in neighbours(grid, of_point, each)]
        worst = max(steps, key=lambda step: step.ratio, default=None)
        if worst and worst.ratio >= least_ratio:
            cliffs.append(worst)
    return sorted(cliffs, key=lambda cliff: -cliff.ratio)


def neighbours(grid: Grid, of_point: dict[tuple, Measured], each: Measured):
    """The next measured point in either direction of each parameter; of the families, the random one."""
    for name, values in grid.order.items():
        if name in grid.kinds or each.point[name] == "random":
            continue
        at = values.index(each.point[name])
        ways = [["random"]] if name == "family" else [values[at + 1:], values[:at][::-1]]
        for way in ways:
            found = (of_point.get(tuple((each.point | {name: value}).values())) for value in way)
            other = next((other for other in found if other), None)
            if other and not other.timed_out:
                yield name, other


def expected_seconds(grid: Grid, name: str, each: Measured, other: Measured) -> float:
    """What the time of a neighbour lets expect. A smaller input may take as long as the larger one, but no longer."""
    sizes = [size_of(measured.point, name) for measured in (each, other)]
    growth = max(1.0, sizes[0] / sizes[1]) ** grid.exponent(name, each.point) if all(sizes) else 1.0
    return max(SHORTEST, max(SHORTEST, other.seconds) * growth) + each.output_bytes / OUTPUT_RATE


def size_of(point: Point, name: str) -> int:
    """0 of a parameter that is no size. k mismatches leave k + 1 pieces; without a bound a distance may be the length."""
    value = point[name]
    if name == "most" and value == "none":
        return point["length"]
    return value + (name == "k") if isinstance(value, int) else 0
