"""Concord finds the longest things that sequences have in common: exactly, fast, the same on every machine.

>>> import concord
>>> concord.distance("kitten", "sitting")
3
>>> concord.longest_common_substring(["banana", "bandana", "cabana"], support=3).text
'ban'
"""

from concord import _core, distance, fuzz, process, utils
from concord._editing import Editops, Opcodes
from concord._errors import CancelledError, Error, InputError, OutOfMemoryError, ResourceError, UsageError
from concord._adapters import Adapter, Adapters, adapters
from concord._component import common_component, common_components
from concord._machine import calibrate, devices, use_saved_rates
from concord._near_pairs import NearPairs, longest_common_subsequences, near_pairs
from concord._finding import PatternMatch
from concord._operations import Editop, MatchingBlock, Opcode
from concord._overlap import (
    OverlapIndex,
    suffix_prefix_overlaps,
    exact_matches,
    lcp_array,
    longest_repeat,
    mismatch_matches,
    multi_matches,
    overlap,
    suffix_array,
    unique_matches,
)
from concord._pairs import PairAlignment, alignments, editops, lcs, opcodes
from concord._range_minimum import RangeMinimum
from concord._results import (
    Candidate,
    Component,
    Device,
    Match,
    MeasuredRate,
    Occurrence,
    Place,
    Region,
    Repeat,
    SharedRegion,
    StrandedPlace,
    Subsequence,
    SubstringResult,
)
from concord._sequences import SequenceSet, read
from concord._substring import longest_common_substring, max_lcp, prefix_reaches
from concord.process import cdist, cpdist, extract, extract_iter, extractOne

__version__: str = _core.version()

__all__ = [
    "Adapter",
    "Adapters",
    "CancelledError",
    "Candidate",
    "Component",
    "Device",
    "Editop",
    "Editops",
    "Error",
    "InputError",
    "Match",
    "MatchingBlock",
    "MeasuredRate",
    "NearPairs",
    "Occurrence",
    "Opcode",
    "Opcodes",
    "OutOfMemoryError",
    "OverlapIndex",
    "PairAlignment",
    "PatternMatch",
    "Place",
    "RangeMinimum",
    "Region",
    "Repeat",
    "ResourceError",
    "SequenceSet",
    "SharedRegion",
    "StrandedPlace",
    "Subsequence",
    "SubstringResult",
    "UsageError",
    "adapters",
    "alignments",
    "calibrate",
    "cdist",
    "common_component",
    "common_components",
    "cpdist",
    "devices",
    "distance",
    "editops",
    "suffix_prefix_overlaps",
    "exact_matches",
    "extract",
    "extractOne",
    "extract_iter",
    "fuzz",
    "lcp_array",
    "lcs",
    "longest_common_subsequences",
    "longest_common_substring",
    "longest_repeat",
    "max_lcp",
    "mismatch_matches",
    "multi_matches",
    "near_pairs",
    "opcodes",
    "overlap",
    "prefix_reaches",
    "process",
    "read",
    "suffix_array",
    "unique_matches",
    "use_saved_rates",
    "utils",
]
