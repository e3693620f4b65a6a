"""The figures of bench/guard: its file, and what it says of a count."""
from dataclasses import dataclass
from pathlib import Path

HEADING = """# Instructions of the settings of bench/guard.json, written by `bench/guard --record`.
# build: """


@dataclass
class Figures:
    build: str  # compiler, options and tool: figures of others differ
    counts: dict[str, int]

    @classmethod
    def read(cls, path: Path) -> "Figures":
        lines = path.read_text().splitlines()
        build = next((line.removeprefix("# build: ") for line in lines if line.startswith("# build: ")), "")
        rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
        return cls(build, {name: int(count) for name, count in rows})

    def write(self, path: Path) -> None:
        rows = "".join(f"{name}\t{count}\n" for name, count in self.counts.items())
        path.write_text(f"{HEADING}{self.build}\n{rows}")


@dataclass
class Verdict:
    recorded: int | None
    counted: int
    wrong: bool
    fell: bool

    def row(self, name: str) -> str:
        ratio = f"{self.counted / self.recorded:.3f}" if self.recorded else "-"
        remark = "GROWN" if self.wrong and self.recorded else "not recorded" if self.wrong else "fell" if self.fell else ""
        return table_row(name, f"{self.recorded:,}" if self.recorded else "-", f"{self.counted:,}", ratio, remark)


def judge(recorded: int | None, counted: int, tolerance: float) -> Verdict:
    """Wrong: grown by more than tolerance percent, or without a figure to hold it to."""
    if not recorded:
        return Verdict(recorded, counted, wrong=True, fell=False)
    change = 100 * (counted - recorded)
    return Verdict(recorded, counted, change > tolerance * recorded, change < -tolerance * recorded)


def table_row(name: str, recorded: str, counted: str, ratio: str, remark: str) -> str:
    return f"{name:<44} {recorded:>15} {counted:>15} {ratio:>7}  {remark}".rstrip()
