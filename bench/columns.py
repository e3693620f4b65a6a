"""What the tables of bench/table have in common."""
import json


def header(names: list[str]) -> list[list[str]]:
    return [names, ["---", *["---:"] * (len(names) - 1)]]


def threads_column(count: int) -> str:
    return f"{count} thread{'s' * (count > 1)}" if count else "all cores"


def by_case(rows: list[dict]) -> list[tuple[dict, dict[tuple[str, int], dict]]]:
    """The rows of each case, by device and number of threads."""
    cases: dict[str, tuple[dict, dict[tuple[str, int], dict]]] = {}
    for row in rows:
        key = row.get("asked_device", "cpu"), row["threads"]  # records from before there were GPUs name none
        cases.setdefault(json.dumps(row["case"]), (row["case"], {}))[1][key] = row
    return list(cases.values())


def length(result: dict) -> str:
    return str(result.get("length", result.get("size"))) if result.get("found") else "none"


def spread(values: dict) -> str:
    return f"{values['median']:.3g} ({values['min']:.3g} to {values['max']:.3g})"
