"""Few edits are looked for in other ways than many: every way finds what whole columns find."""

import random

import pytest

from concord import distance, process
from strategies import edited

KINDS = ("abcdefghijklmnop", "ACGT", "ab", "абвгд", "a😀b\u017c")
LENGTHS = (0, 1, 2, 5, 9, 30, 63, 64, 65, 66, 100, 127, 128, 129, 193, 257)


def texts_beside(source, own, letters):
    """Near ones, whose edits may stand at the very ends; unlike ones, some letters longer or shorter."""
    for edits in (0, 1, 1, 2, 2, 2, 3, 4, 6, 9, 14, 25):
        yield edited(source, own, letters, edits)
    for longer in (-3, -2, -1, 0, 0, 1, 2, 3, 9):
        yield "".join(source.choices(letters, k=max(0, len(own) + longer)))
    yield own[1:] + letters[0]
    yield letters[0] + own[:-1]
    yield letters[1] + own + letters[0]
    yield letters[1] + own[1:-1] + letters[0]
    yield letters[1] + own[1:] + letters[0]


@pytest.mark.parametrize("name", ["Levenshtein", "Indel", "LCSseq", "OSA"])
@pytest.mark.parametrize("letters", KINDS)
def test_one_text_with_many_within_a_cutoff(name, letters):
    source = random.Random(len(letters))
    metric = getattr(distance, name)
    for length in LENGTHS:
        own = "".join(source.choices(letters, k=length))
        others = list(texts_beside(source, own, letters))
        apart = [metric.distance(own, other) for other in others]
        for cutoff in (0, 1, 2, 3, 5, 8, 9, 16, 24, 25, 40, length):
            expected = [min(edits, cutoff + 1) for edits in apart]
            within = sorted(((edits, i) for i, edits in enumerate(apart) if edits <= cutoff))
            for times in (1, 3):  # few choices are compared by themselves
                choices = others * times
                case = (letters, length, cutoff, times)
                found = process.extract(own, choices, scorer=metric.distance, score_cutoff=cutoff, limit=len(others) * times)
                assert {(score, i % len(others)) for _, score, i in found} == set(within), case
                assert len(found) == times * len(within), case
                best = process.extractOne(own, choices, scorer=metric.distance, score_cutoff=cutoff)
                assert (best and (best[1], best[2])) == (within[0] if within else None), case
                table = process.cdist([own], choices, scorer=metric.distance, score_cutoff=cutoff)
                assert table.tolist() == [expected * times], case
            table = process.cdist(others, [own, own], scorer=metric.distance, score_cutoff=cutoff)
            assert table.T.tolist() == [expected] * 2, case
            assert [metric.distance(other, own, score_cutoff=cutoff) for other in others] == expected, case


def test_one_to_three_edits_of_all_short_texts():
    """By the definition: what is one edit away from what is one edit away."""
    letters = "ab"
    texts = [""]
    for text in texts:
        if len(text) == 5:
            break
        texts += [text + letter for letter in letters]

    def one_edit(text, may_replace):
        for i in range(len(text) + 1):
            for letter in letters:
                yield text[:i] + letter + text[i:]
                if may_replace and i < len(text):
                    yield text[:i] + letter + text[i + 1 :]
            yield text[:i] + text[i + 1 :]

    for metric, may_replace in ((distance.Levenshtein, True), (distance.Indel, False)):
        for text in texts:
            ones = set(one_edit(text, may_replace)) | {text}
            twos = {other for one in ones for other in one_edit(one, may_replace)}
            threes = {other for two in twos for other in one_edit(two, may_replace)}
            for other in texts:
                apart = 0 if other == text else 1 if other in ones else 2 if other in twos else 3 if other in threes else 4
                for cutoff in (0, 1, 2, 3):
                    assert metric.distance(text, other, score_cutoff=cutoff) == min(apart, cutoff + 1), (text, other)


def test_lengths_that_are_nearly_all_edits():
    # No letter in common: after three of them too many of the longer text are passed over.
    assert distance.Indel.distance("a" * 80, "b" * 180, score_cutoff=104) == 105
    # All 80 letters are found in order, and 100 are left over; then with two letters that are not found.
    assert distance.Indel.distance("ac" * 40, "abc" * 60, score_cutoff=100) == 100
    assert distance.Indel.distance("#" + "ac" * 40 + "#", "abc" * 60, score_cutoff=102) == 102
    assert distance.Indel.distance("#" + "ac" * 40 + "#", "abc" * 60, score_cutoff=101) == 102
    source = random.Random(7)
    for letters in KINDS:
        for apart in (64, 65, 97, 150):
            own = "".join(source.choices(letters, k=source.randrange(65, 140)))
            other = list(edited(source, own, letters, source.randrange(4)))
            while len(other) < len(own) + apart:
                other.insert(source.randrange(len(other) + 1), source.choice(letters))
            edits = distance.Indel.distance(own, "".join(other))
            for cutoff in range(apart - 1, apart + 8):
                assert distance.Indel.distance(own, "".join(other), score_cutoff=cutoff) == min(edits, cutoff + 1)
