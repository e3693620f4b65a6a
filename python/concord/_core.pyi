# The extension's functions take arguments by position; only this package calls them.
from types import ModuleType
from typing import Any

levenshtein: ModuleType
indel: ModuleType
lcs_seq: ModuleType
hamming: ModuleType
osa: ModuleType
damerau_levenshtein: ModuleType
jaro: ModuleType
jaro_winkler: ModuleType
prefix: ModuleType
postfix: ModuleType

def __getattr__(name: str) -> Any: ...
