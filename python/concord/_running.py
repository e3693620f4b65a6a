"""The common arguments of calls that may take long."""

from __future__ import annotations

import operator
import os
import re
from collections.abc import Callable
from typing import Any

from concord._errors import UsageError

Progress = Callable[[str, int, int, str], Any]

_MOST_THREADS = 65536
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def requested(
    device: str = "auto", threads: int | None = None, memory: int | str | None = None, progress: Progress | None = None
) -> tuple[str, int, int, Progress | None]:
    """The arguments of the extension: checked, with numbers for defaults."""
    if type(threads) is int and 0 < threads <= _MOST_THREADS and device == "auto" and memory is None:
        return ("auto", threads, 0, progress)
    count = 0 if threads is None else whole("threads", threads)
    if count > _MOST_THREADS:
        raise UsageError(f"threads {count}: expected 1 to {_MOST_THREADS}, or -1 for all")
    return (str(device), max(count, 0), _bytes_of(memory), progress)  # -1: all, as elsewhere


def path_bytes(path: str | bytes | os.PathLike[str] | os.PathLike[bytes]) -> bytes:
    """A path as the system has it, from what open() takes."""
    encoded = os.fsencode(path)
    if b"\0" in encoded:
        raise ValueError("embedded null byte in a path")
    return encoded


def whole(name: str, value: Any) -> int:
    """A whole number, of NumPy too. Raises TypeError for what is none, such as 1.5."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} {value!r}: expected a whole number") from None


def _bytes_of(memory: int | str | None) -> int:
    if memory is None:
        return 0
    if isinstance(memory, str):
        parts = re.fullmatch(r"(\d+)([KMGT]?)B?", memory.strip(), re.IGNORECASE)
        if not parts:
            raise UsageError(f"memory {memory!r}: expected a number of bytes, such as 512M or 4G")
        amount = int(parts[1]) * _UNITS[parts[2].upper()]
    else:
        amount = whole("memory", memory)
    if not 0 < amount < 1 << 64:
        raise UsageError(f"memory {memory}: expected more than 0 bytes, and less than 2**64")
    return amount
