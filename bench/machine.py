"""What a record says of the machine and of the program."""
import os
import platform
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent  # a checkout, or a package with the program in bin/


def slug(machine: dict, cases: list[dict]) -> str:
    """The machine as a part of a file name: its GPU if one was used, and how many it has if several; else its CPU."""
    used = [row["device"] for row in cases if (row.get("device") or "").startswith("cuda")]
    if used:  # "cuda:0,1 NVIDIA H200"
        count = len(machine.get("gpus", []))
        name = used[0].partition(" ")[2] + (f" x{count}" if count > 1 else "")
    else:
        name = re.sub(r"\(r\)|\(tm\)|cpu|processor|@.*", "", machine["cpu"].lower())
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def describe_machine(program: Path) -> dict:
    processor = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text())
    compiler = None
    for folder in program.resolve().parents:
        if (folder / "CMakeCache.txt").exists():
            path = re.search(r"CMAKE_CXX_COMPILER:\w+=(.+)", (folder / "CMakeCache.txt").read_text()).group(1)
            compiler = one_line([path, "--version"])
            break
    gpus = list_gpus()
    return {
        "cpu": processor.group(1) if processor else platform.machine(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_bytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "kernel": platform.release(),
        "compiler": compiler,
    } | ({"gpus": gpus} if gpus else {})


def list_gpus() -> list[dict]:
    """What the driver tells of them; none where there is no driver."""
    tool = shutil.which("nvidia-smi") or shutil.which("/usr/local/nvidia/bin/nvidia-smi")
    if not tool:
        return []
    fields = ["name", "driver_version", "memory.total"]
    told = subprocess.run([tool, f"--query-gpu={','.join(fields)}", "--format=csv,noheader"],
                          capture_output=True, text=True).stdout
    rows = [line.rsplit(", ", 2) for line in told.splitlines()]
    return [dict(zip(["name", "driver", "memory"], row)) for row in rows if len(row) == len(fields)]


def describe_commit() -> str | None:
    packed = ROOT / "COMMIT"
    if packed.exists():  # asked first: a package may lie within some checkout
        return packed.read_text().strip()
    return one_line(["git", "-C", ROOT, "describe", "--always", "--dirty", "--abbrev=10"])


def one_line(command: list) -> str | None:
    output = subprocess.run(command, capture_output=True, text=True).stdout
    return output.splitlines()[0] if output else None
