# The extension's functions take arguments by position and are called by this package's own files alone.
from types import ModuleType
from typing import Any

levenshtein: ModuleType
indel: ModuleType
lcs_seq: ModuleType
hamming: ModuleType

def __getattr__(name: str) -> Any: ...
