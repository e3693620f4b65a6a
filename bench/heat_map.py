"""A heat map of a sweep as SVG: a row for each family, a column for each setting, the colour by the time a letter."""
import math
from html import escape

from grids import Grid
from neighbours import Measured

# Viridis at five equal steps (Smith and van der Walt 2015), dark for fast.
COLOURS = [(68, 1, 84), (59, 82, 139), (33, 145, 140), (94, 201, 98), (253, 231, 37)]
CELL, ROW, LEFT, TOP, BOTTOM = 30, 18, 140, 34, 84


def draw(grid: Grid, measured: list[Measured]) -> str:
    """Of the points of a cell, which differ in the other parameters, the one that takes most for each letter."""
    cells: dict[tuple, Measured] = {}
    for each in measured:
        key = (each.point["family"], *(each.point[name] for name in grid.columns))
        if key not in cells or time_a_letter(grid, each) > time_a_letter(grid, cells[key]):
            cells[key] = each
    columns = sorted({key[1:] for key in cells}, key=lambda column: [grid.order[name].index(value) for name, value
                                                                     in zip(grid.columns, column)])
    logs = [math.log10(time_a_letter(grid, each)) for each in cells.values()]
    low, high = math.floor(min(logs)), max(math.ceil(max(logs)), math.floor(min(logs)) + 1)
    width = LEFT + CELL * max(len(columns), 12) + 20
    height = TOP + ROW * len(grid.families) + BOTTOM
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
           'font-family="sans-serif" font-size="11">', f'<rect width="{width}" height="{height}" fill="#fff"/>',
           f'<text x="8" y="18" font-size="13">concord {grid.command}: the slowest of each family and setting</text>']
    for row, family in enumerate(grid.families):
        y = TOP + ROW * row
        out.append(f'<text x="{LEFT - 6}" y="{y + 13}" text-anchor="end">{escape(family)}</text>')
        for at, column in enumerate(columns):
            if each := cells.get((family, *column)):
                out.append(cell(grid, each, LEFT + CELL * at, y, low, high))
    foot = TOP + ROW * len(grid.families)
    for level, name in enumerate(grid.columns):
        y = foot + 14 + 13 * level
        out.append(f'<text x="{LEFT - 6}" y="{y}" text-anchor="end" font-style="italic">{name}</text>')
        out += [f'<text x="{LEFT + CELL * at + CELL / 2}" y="{y}" text-anchor="middle" font-size="9">{short(column[level])}</text>'
                for at, column in enumerate(columns) if at == 0 or column[:level + 1] != columns[at - 1][:level + 1]]
    return "\n".join([*out, *legend(low, high, foot + 14 + 13 * len(grid.columns)), "</svg>"]) + "\n"


def letters_of(grid: Grid, each: Measured) -> int:
    if grid.command == "component":
        return 2 * each.point["rows"] * each.point["columns"]
    return each.point["letters"] if "letters" in each.point else each.point["number"] * each.point["length"]


def time_a_letter(grid: Grid, each: Measured) -> float:
    return max(each.seconds, 1e-6) / letters_of(grid, each)


def cell(grid: Grid, each: Measured, x: int, y: int, low: int, high: int) -> str:
    time = time_a_letter(grid, each)
    title = f"{', '.join(f'{name} {value}' for name, value in each.point.items())}: " \
           f"{'more than ' if each.timed_out else ''}{each.seconds:.3g} s, {time:.2g} s a letter"
    mark = (f'<path d="M{x + 9} {y + 3}l11 11m0 -11l-11 11" stroke="#c00" stroke-width="2"/>' if each.timed_out else "")
    return (f'<g><title>{escape(title)}</title><rect x="{x}" y="{y}" width="{CELL - 1}" height="{ROW - 1}" '
            f'fill="{colour((math.log10(time) - low) / (high - low))}"/>{mark}</g>')


def colour(share: float) -> str:
    at = min(max(share, 0.0), 1.0) * (len(COLOURS) - 1)
    first = min(int(at), len(COLOURS) - 2)
    mixed = [round(a + (b - a) * (at - first)) for a, b in zip(COLOURS[first], COLOURS[first + 1])]
    return "#" + "".join(f"{value:02x}" for value in mixed)


def short(value: str | int) -> str:
    return f"{value // 1000}k" if isinstance(value, int) and value >= 1000 and value % 1000 == 0 else str(value)


def legend(low: int, high: int, y: int) -> list[str]:
    steps, step = 60, 4
    out = [f'<rect x="{LEFT + step * i}" y="{y}" width="{step + 0.5}" height="10" fill="{colour(i / (steps - 1))}"/>'
           for i in range(steps)]
    out += [f'<text x="{LEFT + steps * step * (power - low) / (high - low)}" y="{y + 22}" text-anchor="middle">1e{power}</text>'
            for power in range(low, high + 1)]
    return [*out, f'<text x="{LEFT - 6}" y="{y + 9}" text-anchor="end">seconds a letter</text>',
            f'<path d="M{LEFT + 262} {y}l11 11m0 -11l-11 11" stroke="#c00" stroke-width="2"/>',
            f'<text x="{LEFT + 280}" y="{y + 9}">over the limit</text>']
