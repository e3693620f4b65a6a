"""Edit scripts of pairs, by the extension."""

from concord._core import (
    hamming_editops,
    hamming_opcodes,
    indel_editops,
    indel_opcodes,
    levenshtein_editops,
    levenshtein_opcodes,
)
from concord._editing import Editops, Opcodes
from concord._operations import Editop, Opcode

lcs_seq_opcodes = indel_opcodes
lcs_seq_editops = indel_editops

__all__ = [
    "Editop",
    "Editops",
    "Opcode",
    "Opcodes",
    "hamming_editops",
    "hamming_opcodes",
    "indel_editops",
    "indel_opcodes",
    "lcs_seq_editops",
    "lcs_seq_opcodes",
    "levenshtein_editops",
    "levenshtein_opcodes",
]
