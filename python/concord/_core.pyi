# The extension's functions take arguments by position; only this package calls them.
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, TypeVar

from concord._editing import Editops, Opcodes

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

class EditScript:
    _operations: list[Any]
    _src_len: int
    _dest_len: int
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Any]: ...

_Processor = Callable[[Any], Any]

def levenshtein_editops(s1: Any, s2: Any, *, processor: _Processor | None = None, score_hint: int | None = None) -> Editops: ...
def levenshtein_opcodes(s1: Any, s2: Any, *, processor: _Processor | None = None, score_hint: int | None = None) -> Opcodes: ...
def indel_editops(s1: Any, s2: Any, *, processor: _Processor | None = None, score_hint: int | None = None) -> Editops: ...
def indel_opcodes(s1: Any, s2: Any, *, processor: _Processor | None = None, score_hint: int | None = None) -> Opcodes: ...
def hamming_editops(
    s1: Any, s2: Any, *, pad: bool = True, processor: _Processor | None = None, score_hint: int | None = None
) -> Editops: ...
def hamming_opcodes(
    s1: Any, s2: Any, *, pad: bool = True, processor: _Processor | None = None, score_hint: int | None = None
) -> Opcodes: ...
_Function = TypeVar("_Function", bound=Callable[..., Any])

def quick(function: _Function) -> _Function: ...
def __getattr__(name: str) -> Any: ...
