"""The grids of bench/sweep: parameters of each command, their steps, and how the time may grow with them.

A grid is a union of planes. In a plane some parameters run through several values, each family through all of them, and the
others keep their base; so every point has neighbours, and there are thousands of points instead of millions.
"""
import itertools
from dataclasses import dataclass, field

from families import MATRICES, SEQUENCES

Point = dict[str, str | int]


@dataclass
class Grid:
    command: str
    base: Point
    planes: list[dict[str, list]]
    # The time may grow by this power of a parameter (of k + 1); one that is not here should not matter.
    growth: dict[str, float]
    kinds: list[str]  # parameters whose values are different tasks: their times are not compared
    columns: list[str]  # of the picture; rows are the families
    families: list[str]
    order: dict[str, list] = field(init=False)  # the steps of each parameter, over all planes

    def __post_init__(self) -> None:
        names = ["family", *self.base]
        self.order = {name: [] for name in names}
        for point in self.points():
            for name in names:
                if point[name] not in self.order[name]:
                    self.order[name].append(point[name])
        for name, values in self.order.items():
            if name != "family":
                values.sort(key=rank)

    def points(self) -> list[Point]:
        found = {}
        for plane in self.planes:
            for values in itertools.product(*plane.values()):
                for family in self.families:
                    point = {"family": family} | self.base | dict(zip(plane, values))
                    found[tuple(point.values())] = point
        return list(found.values())

    def in_picture_alone(self, point: Point) -> bool:
        """Whether it differs from the base in nothing but what the picture shows."""
        return all(point[name] == value for name, value in self.base.items() if name not in self.columns)

    def exponent(self, name: str, point: Point) -> float:
        """Some modes compare all with all."""
        return self.growth.get(f"{name} of {point.get('mode')}", self.growth.get(name, 0.0))


def rank(value: str | int) -> tuple:
    """Supports in their order: numbers, then shares."""
    if isinstance(value, str) and value.rstrip("%").isdigit():
        return (1, int(value.rstrip("%")), "")
    return (0, value, "") if isinstance(value, int) else (2, 0, value)


# What is asked beside the support and k; a question's times are compared with its own.
QUESTIONS = {"plain": [], "edits": ["--metric", "levenshtein"], "strands": ["--both-strands"], "iupac": ["--iupac"],
             "edits-strands": ["--metric", "levenshtein", "--both-strands"], "top": ["--top", 5], "each": ["--per-sequence", "/dev/null"]}
SUPPORTS = [2, "1%", "20%", "50%", "100%"]
GRIDS = [
    Grid("substring",
         {"question": "plain", "number": 2000, "length": 100, "alphabet": "dna", "k": 1, "t": "20%", "min": 1, "threads": 1,
          "device": "cpu"},
         [{"k": [0, 1, 3, 10], "t": SUPPORTS},
          {"number": [250, 1000, 2000, 4000, 8000], "k": [0, 1, 3], "t": ["20%", "100%"]},
          {"length": [25, 50, 100, 200, 400], "k": [0, 1, 3], "t": ["20%", "100%"]},
          {"alphabet": ["dna", "protein", "bytes"], "k": [0, 1, 3], "t": ["20%", "100%"]},
          {"threads": [1, 2], "k": [0, 1, 3], "t": ["20%", "100%"]},
          {"min": [1, 15, 30], "k": [1, 3], "t": ["1%", "20%"]},
          {"number": [300], "length": [750, 1500], "k": [1, 3], "t": [2, "20%", "50%", "100%"]},
          {"number": [16], "length": [1500, 3000, 6000], "k": [0, 3, 10], "t": [2, "100%"]},
          {"number": [2], "length": [6000, 24000], "k": [0, 3, 10], "t": [2]},
          {"question": list(QUESTIONS), "k": [0, 1, 2, 3], "t": [2, "1%", "20%", "100%"]},
          {"question": list(QUESTIONS), "number": [500, 2000], "length": [25, 100, 200], "k": [1, 2]},
          {"question": list(QUESTIONS), "number": [100], "length": [750, 1500], "k": [1, 2], "t": ["20%", "100%"]}],
         {"number": 2, "length": 1.5, "k": 1.5}, ["question"], ["t", "k"], list(SEQUENCES)),
    Grid("adapters",
         {"number": 20000, "length": 100, "threads": 1, "device": "cpu"},
         [{"number": [2000, 20000, 50000], "length": [50, 100, 250]}, {"threads": [1, 2]}],
         {"number": 1, "length": 1}, [], ["number", "length"], list(SEQUENCES)),
    Grid("distance",
         {"mode": "pair", "number": 2, "length": 20000, "alphabet": "dna", "metric": "levenshtein", "most": "none",
          "alignment": "no", "threads": 1, "device": "cpu"},
         [{"length": [5000, 20000, 80000], "alignment": ["no", "yes"], "metric": ["levenshtein", "indel"]},
          {"alphabet": ["dna", "protein", "bytes"], "alignment": ["no", "yes"]},
          {"most": [10, 100, 1000, "none"], "length": [20000, 80000]},
          {"threads": [1, 2], "length": [80000], "alignment": ["no", "yes"]},
          {"mode": ["all", "nearest"], "number": [500, 1000, 2000], "length": [20, 100], "most": [3, 10, "none"]},
          {"mode": ["zip"], "number": [2000, 8000], "length": [20, 100, 1000], "most": [3, 10, "none"]},
          {"mode": ["all", "nearest", "zip"], "number": [1000], "length": [100],
           "metric": ["levenshtein", "indel", "hamming", "osa", "damerau-levenshtein"], "most": [3, "none"]},
          {"mode": ["nearest"], "number": [20000, 40000], "length": [20], "most": [1, 2, 3]},
          {"mode": ["find"], "number": [20, 200], "length": [20, 100, 1000], "most": [0, 3, 10]},
          {"mode": ["all", "nearest"], "number": [50, 100], "length": [1000, 2000], "most": [10, 100, "none"]},
          {"mode": ["all", "nearest"], "number": [1000], "length": [100], "alphabet": ["dna", "protein", "bytes"], "most": [3, "none"]}],
         {"number": 2, "number of zip": 1, "length": 2, "length of find": 1, "most": 1},
         ["mode", "metric", "alignment"], ["mode", "most"], list(SEQUENCES)),
    Grid("subsequence",
         {"mode": "pair", "number": 2, "length": 20000, "alphabet": "dna", "alignment": "no", "threads": 1, "device": "cpu"},
         [{"length": [5000, 20000, 40000, 80000], "alignment": ["no", "yes"]},
          {"mode": ["all"], "number": [200, 1000], "length": [20, 100]},
          {"mode": ["zip"], "number": [2000], "length": [20, 100, 1000]},
          {"alphabet": ["dna", "protein", "bytes"], "alignment": ["no", "yes"]},
          {"threads": [1, 2], "length": [80000], "alignment": ["no", "yes"]}],
         {"number": 2, "number of zip": 1, "length": 2}, ["mode", "alignment"], ["length", "alignment"], list(SEQUENCES)),
    Grid("overlap",
         {"mode": "region", "number": 50, "letters": 400000, "alphabet": "dna", "threads": 1, "device": "cpu"},
         [{"mode": ["region", "half", "every", "repeat"], "number": [2, 50, 2000], "letters": [100000, 400000]},
          {"mode": ["region", "repeat"], "number": [2], "letters": [100000, 400000, 1600000]},
          # Lists: of periodic texts they are as long as the square of the input.
          {"mode": ["mems", "overlaps"], "number": [2, 50, 400], "letters": [20000, 80000]},
          {"mode": ["unique"], "number": [2, 50], "letters": [100000, 400000]},
          {"mode": ["matches-0", "matches-1", "matches-3"], "number": [2, 20], "letters": [5000, 20000]},
          {"alphabet": ["dna", "protein", "bytes"], "mode": ["region", "repeat", "every"]},
          {"threads": [1, 2], "mode": ["region", "repeat"]}],
         {"letters": 1.2}, ["mode"], ["mode", "number"], list(SEQUENCES)),
    Grid("component",
         {"rows": 100, "columns": 100, "letters": 2, "neighbours": 4, "threads": 1, "device": "cpu"},
         [{"rows": [100], "columns": [25, 50, 100, 200], "letters": [2, 4, 20]},
          {"rows": [25, 50, 100, 200], "columns": [100], "neighbours": [4, 8]},
          {"letters": [2, 4, 20], "neighbours": [4, 8]},
          {"rows": [10], "columns": [500, 1000, 2000]},
          {"threads": [1, 2], "neighbours": [4, 8]}],
         {"rows": 2, "columns": 2}, ["letters", "neighbours"], ["columns", "letters"], list(MATRICES)),
]
COMMANDS = {grid.command: grid for grid in GRIDS}
MODES = {"pair": [], "zip": ["--zip"], "all": ["--all"], "nearest": ["--nearest", 1], "find": ["--find"]}


def two_files(grid: Grid, point: Point) -> bool:
    return point.get("mode") in ("pair", "mems", "unique", "find")


def input_of(grid: Grid, point: Point) -> tuple:
    """What has to be the same for two points to read the same files."""
    if grid.command == "component":
        return (point["family"], point["rows"], point["columns"], point["letters"], "matrix")
    length = point["letters"] // point["number"] if "letters" in point else point["length"]
    return (point["family"], point["number"], length, point.get("alphabet", "dna"), "halves" if two_files(grid, point) else "one")


def arguments_of(grid: Grid, point: Point) -> list[str]:
    """What stands between `concord COMMAND` and its files."""
    words = {
        "substring": lambda: [*QUESTIONS[point["question"]], "-k", point["k"], "-t", point["t"], "-l", point["min"]],
        "adapters": lambda: [],
        "distance": lambda: [*MODES[point["mode"]],
                             "--metric", point["metric"], *(["--max-distance", point["most"]] if point["most"] != "none" else []),
                             *(["--alignment"] if point["alignment"] == "yes" else [])],
        "subsequence": lambda: MODES[point["mode"]] + (["--alignment"] if point["alignment"] == "yes" else []),
        "overlap": lambda: {"region": ["-t", 2], "half": ["-t", "50%"], "every": ["--every-support"], "repeat": ["--repeat"],
                            "mems": ["--mems", 20], "unique": ["--mems", 20, "--unique"], "overlaps": ["--overlaps", 20]}.get(point["mode"])
        or ["--matches", 30, "-k", point["mode"].removeprefix("matches-")],
        "component": lambda: ["--connectivity", point["neighbours"]],
    }[grid.command]()
    if "alphabet" in point:
        words += ["--alphabet", point["alphabet"]]
    return [str(word) for word in [*words, "-j", point["threads"], "--device", point["device"]]]
