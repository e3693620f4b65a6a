"""The common arguments of calls that may take long."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from concord._errors import UsageError

Progress = Callable[[str, int, int, str], Any]

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def requested(
    device: str = "auto", threads: int | None = None, memory: int | str | None = None, progress: Progress | None = None
) -> tuple[str, int, int, Progress | None]:
    """The arguments of the extension: checked, with numbers for defaults."""
    if threads is not None and threads < 0:
        threads = None  # -1: all, as elsewhere
    return (str(device), threads or 0, _bytes_of(memory), progress)


def _bytes_of(memory: int | str | None) -> int:
    if memory is None:
        return 0
    if isinstance(memory, str):
        parts = re.fullmatch(r"(\d+)([KMGT]?)B?", memory.strip(), re.IGNORECASE)
        if not parts:
            raise UsageError(f"memory {memory!r}: expected a number of bytes, such as 512M or 4G")
        return int(parts[1]) * _UNITS[parts[2].upper()]
    if memory <= 0:
        raise UsageError(f"memory {memory}: expected more than 0 bytes")
    return memory
