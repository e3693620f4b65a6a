"""Distances of pairs: ``concord.distance(a, b)``, and a module for each metric."""

from concord._operations import Editop as Editop
from concord._editing import Editops as Editops
from concord._operations import MatchingBlock as MatchingBlock
from concord._operations import Opcode as Opcode
from concord._editing import Opcodes as Opcodes
from concord._operations import ScoreAlignment as ScoreAlignment
from concord.distance import OSA as OSA
from concord.distance import DamerauLevenshtein as DamerauLevenshtein
from concord.distance import Hamming as Hamming
from concord.distance import Indel as Indel
from concord.distance import Jaro as Jaro
from concord.distance import JaroWinkler as JaroWinkler
from concord.distance import LCSseq as LCSseq
from concord.distance import Levenshtein as Levenshtein
from concord.distance import Postfix as Postfix
from concord.distance import Prefix as Prefix

__all__ = [
    "OSA",
    "DamerauLevenshtein",
    "Editop",
    "Editops",
    "Hamming",
    "Indel",
    "Jaro",
    "JaroWinkler",
    "LCSseq",
    "Levenshtein",
    "MatchingBlock",
    "Opcode",
    "Opcodes",
    "Postfix",
    "Prefix",
    "ScoreAlignment",
]
