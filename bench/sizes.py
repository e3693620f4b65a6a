"""Tables of growing sizes (`"table": "sizes"` in a definition): a line a case, beside what others report for it.

A row of such a definition may hold `reported`: figures by the name of their column, as a paper prints them. They are no
part of the case and are kept in the record. The first key of a case is its size.
"""
import math

from columns import by_case, header, length, threads_column

LEGEND = "Seconds of computing / of the whole process: medians."


def lines_of_sizes(rows: list[dict]) -> list[list[str]]:
    """A column for each way that was measured; reading and the start of a GPU are in the whole process only."""
    ways = ways_of(rows)
    reported = list(dict.fromkeys(name for row in rows for name in row.get("reported", {})))
    lines = header([*rows[0]["case"], *reported, "answer", *map(way_column, ways)])
    for case, rows_of_case in by_case(rows):
        row = next((row for row in rows_of_case.values() if "skipped" not in row), None)
        if row:  # else nothing here runs it
            lines.append([*map(str, case.values()), *(str(row.get("reported", {}).get(name, "")) for name in reported),
                          answer(row["result"]), *(both(rows_of_case.get(way)) for way in ways)])
    return lines


def ways_of(rows: list[dict]) -> list[tuple[str, int]]:
    return list(dict.fromkeys((row["asked_device"], row["threads"]) for row in rows if "skipped" not in row))


def way_column(way: tuple[str, int]) -> str:
    device, threads = way
    return threads_column(threads) if device == "cpu" else device


def answer(result: dict) -> str:
    return str(result["distance"]) if "distance" in result else length({"found": True} | result)


def both(row: dict | None) -> str:
    if row is None:
        return ""
    if "skipped" in row:
        return row["skipped"]
    return f"{digits(row['seconds']['compute']['median'])} / {digits(row['wall']['median'])}"


def digits(seconds: float) -> str:
    """Three of them, without an exponent; a record holds microseconds."""
    text = f"{seconds:.3g}"
    return f"{seconds:.6f}" if "e" in text else text


def who_is_ahead(rows: list[dict]) -> str:
    """From which size on a GPU takes less time than the CPU with most threads, where a record has both for growing sizes."""
    ways = ways_of(rows)
    cpu = max((way for way in ways if way[0] == "cpu"), key=lambda way: way[1] or math.inf, default=None)
    gpus = [way for way in ways if way[0] != "cpu"]
    if not cpu or not gpus:
        return ""
    groups: dict[str, list[tuple[int, dict]]] = {}  # by what is not the size
    for case, rows_of_case in by_case(rows):
        size, *others = case.items()
        groups.setdefault(", ".join(f"{key} {value}" for key, value in others), []).append((size[1], rows_of_case))
    if max(map(len, groups.values())) < 3:  # a table of settings rather than of sizes
        return ""
    computing, whole = (where_ahead({name: from_where(of_group, cpu, gpus[0], seconds) for name, of_group in groups.items()})
                        for seconds in (lambda row: row["seconds"]["compute"]["median"], lambda row: row["wall"]["median"]))
    return (f" {gpus[0][0]} takes less than the CPU ({way_column(cpu)}) for computing {computing}; for the whole process "
            f"{whole}.")


def where_ahead(of_groups: dict[str, str]) -> str:
    """Once, where it is the same for all groups."""
    if len(set(of_groups.values())) == 1:
        return next(iter(of_groups.values()))
    return ", ".join(f"{where} ({name})" for name, where in of_groups.items())


def from_where(of_group: list[tuple[int, dict]], cpu: tuple[str, int], gpu: tuple[str, int], seconds) -> str:
    """The least size from which on it is ahead at every one."""
    compared = [(size, seconds(rows[gpu]) < seconds(rows[cpu])) for size, rows in of_group
                if all("skipped" not in rows.get(way, {"skipped": ""}) for way in (cpu, gpu))]
    behind = [place for place, (_, ahead) in enumerate(compared) if not ahead]
    first = behind[-1] + 1 if behind else 0
    if first == len(compared):
        return "at no size"
    return f"from {compared[first][0]:,} on" if first else "at every size"
