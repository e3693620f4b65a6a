"""Edit scripts with the interface of rapidfuzz: operations that turn a source into a destination."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar, overload

from concord import _core, _pictures
from concord._operations import (
    INVERSE,
    Editop,
    MatchingBlock,
    Opcode,
    checked_editops,
    checked_opcodes,
    editops_of,
    opcodes_of,
)

__all__ = ["Editops", "Opcodes"]

_T = TypeVar("_T")
_TAG_OF_RUN = {"=": "equal", "X": "replace", "I": "delete", "D": "insert"}


def _apply(blocks: Iterable[Opcode], source: Any, destination: Any) -> Any:
    parts = [
        source[block.src_start : block.src_end]
        if block.tag == "equal"
        else destination[block.dest_start : block.dest_end]
        for block in blocks
        if block.tag != "delete"
    ]
    if isinstance(source, str):
        return "".join(parts)
    if isinstance(source, (bytes, bytearray)):
        return b"".join(bytes(part) for part in parts)
    return [element for part in parts for element in part]


class _Script(_core.EditScript):
    """The common base of Editops and Opcodes: operations in order, and the lengths of source and destination.

    The extension's base has `_operations`, a list that is made when it is asked for, `_src_len`, `_dest_len`, len() and iter().
    Operations can be changed, so the caller gets copies of those that stand in the list.
    """

    __slots__ = ()

    @property
    def src_len(self) -> int:
        """Number of elements of the source."""
        return self._src_len

    @src_len.setter
    def src_len(self, value: int) -> None:
        self._src_len = value

    @property
    def dest_len(self) -> int:
        """Number of elements of the destination."""
        return self._dest_len

    @dest_len.setter
    def dest_len(self, value: int) -> None:
        self._dest_len = value

    def __eq__(self, other: object) -> bool:
        if isinstance(other, type(self)):
            return (self._src_len, self._dest_len, self._operations) == (
                other._src_len,
                other._dest_len,
                other._operations,
            )
        if isinstance(other, (list, tuple)):
            return self._operations == [tuple(one) for one in other]
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._operations!r}, src_len={self._src_len}, dest_len={self._dest_len})"

    def __getstate__(self) -> tuple[list[tuple[Any, ...]], int, int]:
        return ([tuple(one) for one in self._operations], self._src_len, self._dest_len)

    def __setstate__(self, state: tuple[list[Any], int, int]) -> None:
        self.__init__(*state)  # type: ignore[misc]


class Editops(_Script):
    """Edits that turn a source into a destination, one for each element, in order.

    Takes a list of ``(tag, src_pos, dest_pos)``, or of opcodes, and both lengths.

    >>> import concord
    >>> edits = concord.editops("kitten", "sitting")
    >>> list(edits)[:1]
    [Editop(tag='replace', src_pos=0, dest_pos=0)]
    >>> edits.apply("kitten", "sitting")
    'sitting'
    """

    __slots__ = ()

    def __init__(self, editops: Iterable[Any] | None = None, src_len: int = 0, dest_len: int = 0) -> None:
        operations = [tuple(one) for one in editops or []]
        self._src_len = src_len
        self._dest_len = dest_len
        if operations and len(operations[0]) == 5:
            operations = [tuple(one) for one in editops_of(checked_opcodes(operations, src_len, dest_len))]
        self._operations = checked_editops(operations, src_len, dest_len)

    @classmethod
    def from_opcodes(cls, opcodes: Opcodes) -> Editops:
        """The same edits, one by one."""
        return opcodes.as_editops()

    @classmethod
    def _made(cls, operations: list[Editop], src_len: int, dest_len: int) -> Editops:
        made = cls.__new__(cls)
        made._operations, made._src_len, made._dest_len = operations, src_len, dest_len
        return made

    def as_opcodes(self) -> Opcodes:
        """The same edits in runs, equal ones included."""
        return Opcodes._made(opcodes_of(self._operations, self._src_len, self._dest_len), self._src_len, self._dest_len)

    def as_matching_blocks(self) -> list[MatchingBlock]:
        """The equal blocks of both, with an empty block at the ends, as in difflib."""
        return self.as_opcodes().as_matching_blocks()

    def as_list(self) -> list[Editop]:
        """The operations, as a list. Those that are changed there stay as they are here."""
        return list(self)

    def copy(self) -> Editops:
        """An independent copy."""
        return Editops._made(list(self), self._src_len, self._dest_len)

    def inverse(self) -> Editops:
        """The edits that turn the destination into the source."""
        inverted = [Editop(INVERSE[one.tag], one.dest_pos, one.src_pos) for one in self._operations]
        return Editops._made(inverted, self._dest_len, self._src_len)

    def remove_subsequence(self, subsequence: Editops | Iterable[Any]) -> Editops:
        """The edits that remain after those of `subsequence` are applied."""
        left: list[Editop] = []
        offset = 0
        at = 0
        for removed in subsequence:
            while at < len(self._operations) and self._operations[at] != tuple(removed):
                one = self._operations[at]
                left.append(one._replace(src_pos=one.src_pos + offset))
                at += 1
            if at == len(self._operations):
                raise ValueError("subsequence is not a subsequence")
            offset += {"insert": 1, "delete": -1}.get(self._operations[at].tag, 0)
            at += 1
        left.extend(one._replace(src_pos=one.src_pos + offset) for one in self._operations[at:])
        return Editops._made(left, self._src_len + offset, self._dest_len)

    @overload
    def apply(self, source_string: str, destination_string: str) -> str: ...
    @overload
    def apply(self, source_string: bytes | bytearray, destination_string: bytes | bytearray) -> bytes: ...
    @overload
    def apply(
        self, source_string: list[_T] | tuple[_T, ...], destination_string: list[_T] | tuple[_T, ...]
    ) -> list[_T]: ...
    def apply(self, source_string: Any, destination_string: Any) -> Any:
        """Applies the edits to the source; inserted elements come from the destination."""
        return _apply(self.as_opcodes(), source_string, destination_string)

    @overload
    def __getitem__(self, key: int) -> Editop: ...
    @overload
    def __getitem__(self, key: slice) -> Editops: ...
    def __getitem__(self, key: int | slice) -> Editop | Editops:
        if isinstance(key, slice):
            if key.step is not None and key.step < 0:
                raise ValueError("step sizes below 0 lead to an invalid order of editops")
            return Editops._made([Editop._make(one) for one in self._operations[key]], self._src_len, self._dest_len)
        try:
            return Editop._make(self._operations[key])
        except IndexError:
            raise IndexError("Editops index out of range") from None

    def __delitem__(self, key: int | slice) -> None:
        del self._operations[key]

    if TYPE_CHECKING:

        def __iter__(self) -> Iterator[Editop]: ...


class Opcodes(_Script):
    """Edits in runs that cover the source and the destination from end to end, as in difflib.

    Takes a list of ``(tag, src_start, src_end, dest_start, dest_end)``, or of editops, and both lengths.
    """

    __slots__ = ()

    def __init__(self, opcodes: Iterable[Any] | None = None, src_len: int = 0, dest_len: int = 0) -> None:
        operations = [tuple(one) for one in opcodes or []]
        self._src_len = src_len
        self._dest_len = dest_len
        if not operations or len(operations[0]) == 3:
            self._operations = opcodes_of(checked_editops(operations, src_len, dest_len), src_len, dest_len)
        else:
            self._operations = checked_opcodes(operations, src_len, dest_len)

    @classmethod
    def from_editops(cls, editops: Editops) -> Opcodes:
        """The same edits in runs."""
        return editops.as_opcodes()

    @classmethod
    def _made(cls, operations: list[Opcode], src_len: int, dest_len: int) -> Opcodes:
        made = cls.__new__(cls)
        made._operations, made._src_len, made._dest_len = operations, src_len, dest_len
        return made

    def as_editops(self) -> Editops:
        """The same edits, one by one."""
        return Editops._made(editops_of(self._operations), self._src_len, self._dest_len)

    def as_matching_blocks(self) -> list[MatchingBlock]:
        """The equal blocks of both, with an empty block at the ends, as in difflib."""
        blocks = [
            MatchingBlock(one.src_start, one.dest_start, size)
            for one in self._operations
            if one.tag == "equal" and (size := min(one.src_end - one.src_start, one.dest_end - one.dest_start)) > 0
        ]
        return [*blocks, MatchingBlock(self._src_len, self._dest_len, 0)]

    def as_list(self) -> list[Opcode]:
        """The operations, as a list. Those that are changed there stay as they are here."""
        return list(self)

    def copy(self) -> Opcodes:
        """An independent copy."""
        return Opcodes._made(list(self), self._src_len, self._dest_len)

    def inverse(self) -> Opcodes:
        """The edits that turn the destination into the source."""
        inverted = [
            Opcode(INVERSE[one.tag], one.dest_start, one.dest_end, one.src_start, one.src_end)
            for one in self._operations
        ]
        return Opcodes._made(inverted, self._dest_len, self._src_len)

    @overload
    def apply(self, source_string: str, destination_string: str) -> str: ...
    @overload
    def apply(self, source_string: bytes | bytearray, destination_string: bytes | bytearray) -> bytes: ...
    @overload
    def apply(
        self, source_string: list[_T] | tuple[_T, ...], destination_string: list[_T] | tuple[_T, ...]
    ) -> list[_T]: ...
    def apply(self, source_string: Any, destination_string: Any) -> Any:
        """Applies the edits to the source; inserted elements come from the destination."""
        return _apply(self._operations, source_string, destination_string)

    def __getitem__(self, key: int) -> Opcode:
        if isinstance(key, slice):
            raise TypeError("Expected index")
        try:
            return Opcode._make(self._operations[key])
        except IndexError:
            raise IndexError("Opcodes index out of range") from None

    if TYPE_CHECKING:

        def __iter__(self) -> Iterator[Opcode]: ...

    def _repr_html_(self) -> str:
        return _pictures.opcodes(self._operations, self._src_len, self._dest_len)


def opcodes_of_runs(runs: Iterable[tuple[str, int]], src_len: int, dest_len: int) -> Opcodes:
    """Opcodes of the runs of an alignment: '=', 'X', 'I' (source only), 'D' (destination only)."""
    made = []
    src = dest = 0
    for operation, count in runs:
        begin = (src, dest)
        src += count if operation != "D" else 0
        dest += count if operation != "I" else 0
        made.append(Opcode(_TAG_OF_RUN[operation], begin[0], src, begin[1], dest))
    return Opcodes._made(made, src_len, dest_len)


if not TYPE_CHECKING:  # the extension's types with the same attributes, whose objects are made and freed faster
    Editops = _core.script_type_like(Editops, _core.EditScript)
    Opcodes = _core.script_type_like(Opcodes, _core.EditScript)

_core.use_script_classes(Editops, Opcodes, Editop, Opcode)
