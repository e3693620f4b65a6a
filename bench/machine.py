"""What a record says of the machine and of the program."""
import json
import os
import platform
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent  # a checkout, or a package with the program in bin/


def slug(machine: dict, cases: list[dict]) -> str:
    """The machine as a part of a file name: its GPU if one was used, and how many it has if several; else its CPU, or
    "host" after the GPU that it is the host of."""
    used = [row["device"] for row in cases if (row.get("device") or "").startswith("cuda")]
    if used:  # "cuda:0,1 NVIDIA H200"
        count = len(machine.get("gpus", []))
        name = used[0].partition(" ")[2] + (f" x{count}" if count > 1 else "")
    elif machine.get("gpus"):
        name = machine["gpus"][0]["name"] + " host"
    else:
        name = re.sub(r"\(r\)|\(tm\)|cpu|processor|@.*", "", machine["cpu"].lower())
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def describe_machine(program: Path) -> dict:
    processor = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text())
    path = cmake_variable(program, "CMAKE_CXX_COMPILER")
    compiler = one_line([path, "--version"]) if path else None
    gpus = list_gpus()
    return {
        "cpu": processor.group(1) if processor else platform.machine(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_bytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "kernel": platform.release(),
        "compiler": compiler,
    } | ({"gpus": gpus} if gpus else {})


def describe_build(program: Path) -> str:
    """What decides how many instructions a program takes: the compiler's major version, and the options."""
    facts = json.loads(subprocess.run([program, "--version", "--format", "json"], capture_output=True, text=True, check=True).stdout)
    name, _, version = facts["compiler"].partition(" ")
    kind = facts["build_type"]
    flags = [cmake_variable(program, variable) or "" for variable in ("CMAKE_CXX_FLAGS", f"CMAKE_CXX_FLAGS_{kind.upper()}")]
    return f"{name} {version.partition('.')[0]}, {kind}, {' '.join(' '.join(flags).split())}, {facts['processor_level']}"


def cmake_variable(program: Path, name: str) -> str | None:
    """Of the build that made the program; None where it does not lie in its build folder."""
    for folder in program.resolve().parents:
        if (folder / "CMakeCache.txt").exists():
            found = re.search(rf"^{name}:\w+=(.*)", (folder / "CMakeCache.txt").read_text(), re.MULTILINE)
            return found.group(1) if found else None
    return None


def list_gpus() -> list[dict]:
    """What the driver tells of them; none where there is no driver."""
    tool = shutil.which("nvidia-smi") or shutil.which("/usr/local/nvidia/bin/nvidia-smi")
    if not tool:
        return []
    fields = ["name", "driver_version", "memory.total"]
    reported = subprocess.run([tool, f"--query-gpu={','.join(fields)}", "--format=csv,noheader"],
                          capture_output=True, text=True).stdout
    rows = [line.rsplit(", ", 2) for line in reported.splitlines()]
    return [dict(zip(["name", "driver", "memory"], row)) for row in rows if len(row) == len(fields)]


def describe_commit() -> str | None:
    packed = ROOT / "COMMIT"
    if packed.exists():  # asked first: a package may lie within some checkout
        return packed.read_text().strip()
    return one_line(["git", "-C", ROOT, "describe", "--always", "--dirty", "--abbrev=10"])


def one_line(command: list) -> str | None:
    output = subprocess.run(command, capture_output=True, text=True).stdout
    return output.splitlines()[0] if output else None
