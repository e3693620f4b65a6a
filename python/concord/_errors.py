"""The exceptions of the package: one base, and one class for each kind of failure."""

from __future__ import annotations

import re

__all__ = ["CancelledError", "Error", "InputError", "OutOfMemoryError", "ResourceError", "UsageError"]

_PLACE = re.compile(r"^(?P<file>.+?): (?:record (?P<record>\d+)(?:, line (?P<line>\d+))?|line (?P<only_line>\d+))")


class Error(Exception):
    """Every failure of the package.

    Attributes
    ----------
    file, record, line
        The position of the failure in a file: its name, the number of the record and of the line (from 1); else None.
        The message is that of the command line.
    """

    file: str | None
    record: int | None
    line: int | None

    def __init__(self, message: str = "") -> None:
        super().__init__(message)
        place = _PLACE.match(message)
        self.file = place["file"] if place else None
        self.record = int(place["record"]) if place and place["record"] else None
        line = (place["line"] or place["only_line"]) if place else None
        self.line = int(line) if line else None


class UsageError(Error, ValueError):
    """An argument is out of its range or contradicts another."""


class InputError(Error, ValueError):
    """A file, or a letter of a sequence, is invalid."""


class ResourceError(Error, RuntimeError):
    """Memory, a device or a disk is missing or too small."""


class OutOfMemoryError(ResourceError, MemoryError):
    """More memory is needed than there is or may be used."""


class CancelledError(Error):
    """The computation was stopped on request."""


_CLASS_OF_CODE = {2: UsageError, 3: InputError, 4: ResourceError, 75: CancelledError}


def made_from(code: int, message: str) -> Error:
    """The exception for an error of the library; the extension calls this."""
    kind = _CLASS_OF_CODE.get(code, Error)
    if kind is ResourceError and "memory" in message:
        kind = OutOfMemoryError
    return kind(message)
