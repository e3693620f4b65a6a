"""Three programs in the manner of rapidfuzz's documentation: only the import differs, and the results are equal."""


import pytest

SPELLING = """
from PACKAGE.distance import Levenshtein

result = [Levenshtein.distance("lewenstein", "levenshtein")]
result.append(Levenshtein.distance("lewenstein", "levenshtein", score_cutoff=1))
result.append(Levenshtein.normalized_similarity("lewenstein", "levenshtein"))
result.append(Levenshtein.normalized_similarity("lewenstein", "levenshtein", score_cutoff=0.85))
result.append(Levenshtein.normalized_similarity("lewenstein", "levenshtein", processor=lambda s: s[:5]))
script = ""
for tag, src_pos, dest_pos in Levenshtein.editops("qabxcd", "abycdf"):
    script += "%7s s1[%d] s2[%d]\\n" % (tag, src_pos, dest_pos)
result.append(script)
"""

TEAMS = """
from PACKAGE import process
from PACKAGE.distance import Indel, Levenshtein

choices = ["Atlanta Falcons", "New York Jets", "New York Giants", "Dallas Cowboys"]
result = [process.extract("new york jets", choices, scorer=Indel.normalized_similarity, limit=2)]
result.append(process.extractOne("cowboys", choices, scorer=Levenshtein.distance))
result.append(process.extractOne("cowboys", {7: "Dallas Cowboys", 8: None}, scorer=Indel.distance, score_cutoff=9))
result.append(process.extract("new york jets", choices, scorer=Levenshtein.distance, processor=str.lower, limit=1))
for choice, score, index in process.extract_iter("new york giants", choices, scorer=Levenshtein.distance, score_cutoff=8):
    result.append((choice, score, index))
"""

TABLE = """
import numpy as np
from PACKAGE.distance import LCSseq, Levenshtein
from PACKAGE.process import cdist, cpdist

words = ["test", "tests", "toast", "t\\u00f6st", ""]
result = [cdist(words, words, scorer=Levenshtein.distance).tolist()]
result.append(cdist(words, words, scorer=Levenshtein.distance, score_cutoff=1, dtype=np.uint8, workers=-1).tolist())
result.append(cdist(words, words, scorer=Levenshtein.normalized_similarity, dtype=np.uint8, score_multiplier=100).tolist())
result.append(cpdist(words, words[::-1], scorer=LCSseq.similarity).tolist())
result.append([tuple(code) for code in Levenshtein.opcodes("spam", "park")])
result.append([tuple(block) for block in Levenshtein.editops("spam", "park").as_matching_blocks()])
"""


def run(program, package):
    names = {}
    exec(program.replace("PACKAGE", package), names)  # the import is all that differs
    return names["result"]


@pytest.mark.parametrize("program", [SPELLING, TEAMS, TABLE], ids=["spelling", "teams", "table"])
def test_only_the_import_differs(program):
    assert run(program, "concord") == run(program, "rapidfuzz")
