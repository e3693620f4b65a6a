"""Runs a process and measures it as a whole."""
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import NamedTuple

from inputs import Skipped

MISSING = 4  # exit status where memory, a device, a disk or a library is missing


class Crashed(SystemExit):
    """Ends bench/run, unless it was somebody else's program."""


class Measurement(NamedTuple):
    wall: float
    user: float
    system: float
    peak_rss_bytes: int
    answer: dict


def run_once(command: list[str], timeout: float, core: int | None = None) -> Measurement:
    """With a core, the process may run on that one only."""
    pin = None if core is None else lambda: os.sched_setaffinity(0, {core})
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile("w+", errors="replace") as messages:
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=messages,
                                   preexec_fn=pin)
        timer = threading.Timer(timeout, process.send_signal, [signal.SIGKILL])
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begin
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)  # Popen must not wait for it again
        messages.seek(0)
        said = messages.read()
        if process.returncode == MISSING:
            raise Skipped(last_line(said))
        sys.stderr.write(said)
        if process.returncode == -signal.SIGKILL:
            raise Skipped(f"killed: more than {timeout} s, or out of memory")
        if process.returncode != 0:
            raise Crashed(f"bench/run: exit status {process.returncode}: {shlex.join(command)}")
        output.seek(0)
        answer = json.load(output)
    # Linux counts the memory of the process that a program is started from, this one, towards its peak. So a peak that is
    # about as small says nothing, and the program's own figure is better if it knows of less.
    peak = usage.ru_maxrss * 1024
    if peak < 1.1 * resident_peak_of_this_process():
        peak = min(peak, answer.get("run", {}).get("peak_memory_bytes", peak))
    return Measurement(wall, usage.ru_utime, usage.ru_stime, peak, answer)


def resident_peak_of_this_process() -> int:
    return int(re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text()).group(1)) * 1024


def last_line(said: str) -> str:
    lines = said.strip().splitlines() or [f"exit status {MISSING}, and no message"]
    return lines[-1].removeprefix("concord substring: ")


def count_instructions(command: list[str], tool: str, timeout: float | None = None) -> int | None:
    """Instructions in user mode; unlike time, they hardly vary from run to run. None where the tool, perf or callgrind,
    cannot count them, the command fails, or takes longer. callgrind begins at main: what comes before are the loader, and
    libhwy's initialization, which measures the clock until it is sure of it. perf counts these, too."""
    if not shutil.which("valgrind" if tool == "callgrind" else tool):
        return None
    with tempfile.NamedTemporaryFile("r") as report:
        prefix, pattern = {
            "perf": (["perf", "stat", "-x,", "-e", "instructions:u", "-o", report.name, "--"], r"^(\d+),.*instructions:u"),
            "callgrind": (["valgrind", "--tool=callgrind", "--zero-before=main", "--callgrind-out-file=/dev/null",
                           f"--log-file={report.name}"],
                          r"Collected : (\d+)"),
        }[tool]
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C"}  # its size changes what the loader does
        try:
            done = subprocess.run(prefix + command, env=environment, stdout=subprocess.DEVNULL, timeout=timeout, check=False)
        except subprocess.TimeoutExpired:
            return None
        found = re.search(pattern, Path(report.name).read_text(), re.MULTILINE)
    return int(found[1]) if found and done.returncode == 0 else None
