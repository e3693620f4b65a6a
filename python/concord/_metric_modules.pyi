"""The modules of concord.distance as type checkers see them where they are attributes of the callable concord.distance."""

from concord.distance import DamerauLevenshtein as _DamerauLevenshtein
from concord.distance import Hamming as _Hamming
from concord.distance import Indel as _Indel
from concord.distance import Jaro as _Jaro
from concord.distance import JaroWinkler as _JaroWinkler
from concord.distance import LCSseq as _LCSseq
from concord.distance import Levenshtein as _Levenshtein
from concord.distance import OSA as _OSA
from concord.distance import Postfix as _Postfix
from concord.distance import Prefix as _Prefix

class DamerauLevenshteinModule:
    distance = staticmethod(_DamerauLevenshtein.distance)
    similarity = staticmethod(_DamerauLevenshtein.similarity)
    normalized_distance = staticmethod(_DamerauLevenshtein.normalized_distance)
    normalized_similarity = staticmethod(_DamerauLevenshtein.normalized_similarity)

class HammingModule:
    distance = staticmethod(_Hamming.distance)
    similarity = staticmethod(_Hamming.similarity)
    normalized_distance = staticmethod(_Hamming.normalized_distance)
    normalized_similarity = staticmethod(_Hamming.normalized_similarity)
    editops = staticmethod(_Hamming.editops)
    opcodes = staticmethod(_Hamming.opcodes)

class IndelModule:
    distance = staticmethod(_Indel.distance)
    similarity = staticmethod(_Indel.similarity)
    normalized_distance = staticmethod(_Indel.normalized_distance)
    normalized_similarity = staticmethod(_Indel.normalized_similarity)
    editops = staticmethod(_Indel.editops)
    opcodes = staticmethod(_Indel.opcodes)

class JaroModule:
    distance = staticmethod(_Jaro.distance)
    similarity = staticmethod(_Jaro.similarity)
    normalized_distance = staticmethod(_Jaro.normalized_distance)
    normalized_similarity = staticmethod(_Jaro.normalized_similarity)

class JaroWinklerModule:
    distance = staticmethod(_JaroWinkler.distance)
    similarity = staticmethod(_JaroWinkler.similarity)
    normalized_distance = staticmethod(_JaroWinkler.normalized_distance)
    normalized_similarity = staticmethod(_JaroWinkler.normalized_similarity)

class LCSseqModule:
    distance = staticmethod(_LCSseq.distance)
    similarity = staticmethod(_LCSseq.similarity)
    normalized_distance = staticmethod(_LCSseq.normalized_distance)
    normalized_similarity = staticmethod(_LCSseq.normalized_similarity)
    editops = staticmethod(_LCSseq.editops)
    opcodes = staticmethod(_LCSseq.opcodes)

class LevenshteinModule:
    distance = staticmethod(_Levenshtein.distance)
    similarity = staticmethod(_Levenshtein.similarity)
    normalized_distance = staticmethod(_Levenshtein.normalized_distance)
    normalized_similarity = staticmethod(_Levenshtein.normalized_similarity)
    editops = staticmethod(_Levenshtein.editops)
    opcodes = staticmethod(_Levenshtein.opcodes)
    find = staticmethod(_Levenshtein.find)

class OSAModule:
    distance = staticmethod(_OSA.distance)
    similarity = staticmethod(_OSA.similarity)
    normalized_distance = staticmethod(_OSA.normalized_distance)
    normalized_similarity = staticmethod(_OSA.normalized_similarity)

class PostfixModule:
    distance = staticmethod(_Postfix.distance)
    similarity = staticmethod(_Postfix.similarity)
    normalized_distance = staticmethod(_Postfix.normalized_distance)
    normalized_similarity = staticmethod(_Postfix.normalized_similarity)

class PrefixModule:
    distance = staticmethod(_Prefix.distance)
    similarity = staticmethod(_Prefix.similarity)
    normalized_distance = staticmethod(_Prefix.normalized_distance)
    normalized_similarity = staticmethod(_Prefix.normalized_similarity)
