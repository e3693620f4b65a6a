"""An index as bytes, for pickle: those of the file that the library saves and loads."""

from __future__ import annotations

import os
import tempfile
from typing import Any

from concord import _core
from concord._running import path_bytes


def packed(index: Any) -> bytes:
    """The file of an index of the extension. Raises ResourceError where no temporary file can be written."""
    with tempfile.TemporaryDirectory(prefix="concord") as folder:
        path = os.path.join(folder, "index")
        index.save(path_bytes(path))
        with open(path, "rb") as file:
            return file.read()


def unpacked(data: bytes) -> Any:
    """The index, in memory: a file without a name, which lives as long as the index. Raises InputError for damaged bytes."""
    descriptor = os.memfd_create("concord-index")
    with open(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        return _core.load_index(path_bytes(f"/proc/self/fd/{descriptor}"))
