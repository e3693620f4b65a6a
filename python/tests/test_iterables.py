"""Choices from lists, tuples, dicts, other mappings and iterators: the same rows from all of them, and rapidfuzz's."""

import random
from collections import deque
from collections.abc import Mapping

import pandas
import pytest
import rapidfuzz
import rapidfuzz.distance
import rapidfuzz.process

from concord import distance, fuzz, process

SCORERS = [
    (distance.Levenshtein.distance, rapidfuzz.distance.Levenshtein.distance),
    (distance.Jaro.similarity, rapidfuzz.distance.Jaro.similarity),
    (fuzz.WRatio, rapidfuzz.fuzz.WRatio),
    (fuzz.ratio, rapidfuzz.fuzz.ratio),
]


class Names(Mapping):
    """A mapping that is no dict."""

    def __init__(self, names):
        self.names = names

    def __getitem__(self, key):
        return self.names[key]

    def __iter__(self):
        return iter(self.names)

    def __len__(self):
        return len(self.names)


@pytest.mark.parametrize(("scorer", "theirs"), SCORERS)
@pytest.mark.parametrize("count", [3, 600])
def test_choices_of_any_kind(scorer, theirs, count):
    """Each kind of iterable gives what a list gives, with a processor, a cutoff and missing choices."""
    source = random.Random(count)
    choices = ["".join(source.choices("abcdeF ", k=source.randrange(9))) for _ in range(count)]
    choices[1], choices[2] = None, b"abcde"
    for processor in (None, str.lower):
        if processor is not None:
            choices[2] = "Abcde"
        for cutoff in (None, 0.5 if scorer is distance.Jaro.similarity else 3):
            how = {"scorer": scorer, "processor": processor, "score_cutoff": cutoff}
            expected = list(process.extract_iter("abcDe", choices, **how))
            assert list(rapidfuzz.process.extract_iter("abcDe", choices, **{**how, "scorer": theirs})) == expected
            for made in (tuple, iter, deque, lambda values: (value for value in values)):
                assert list(process.extract_iter("abcDe", made(choices), **how)) == expected
                assert process.extract("abcDe", made(choices), **how) == process.extract("abcDe", choices, **how)
                assert process.extractOne("abcDe", made(choices), **how) == process.extractOne("abcDe", choices, **how)
            if count > 3:  # a Series is a mapping from its index
                series = pandas.Series(choices, index=range(count), dtype=object)
                assert list(process.extract_iter("abcDe", series, **how)) == expected
            named = {f"n{i}": choice for i, choice in enumerate(choices)}
            renamed = [(choice, score, f"n{i}") for choice, score, i in expected]
            for made in (dict, Names):
                assert list(process.extract_iter("abcDe", made(named), **how)) == renamed
                assert process.extract("abcDe", made(named), **how) == [
                    (choice, score, f"n{i}") for choice, score, i in process.extract("abcDe", choices, **how)
                ]


def test_an_iterator_is_read_choice_by_choice():
    taken = []

    def endless():
        while True:
            taken.append(len(taken))
            yield f"choice {len(taken)}"

    found = process.extract_iter("choice 3", endless(), scorer=distance.Levenshtein.distance, score_cutoff=0)
    assert next(found) == ("choice 3", 0, 2)
    assert taken == [0, 1, 2]

    def failing():
        yield "a"
        raise KeyError("b")

    found = process.extract_iter("a", failing(), scorer=distance.Levenshtein.distance)
    assert next(found) == ("a", 0, 0)
    with pytest.raises(KeyError):
        next(found)
    with pytest.raises(TypeError):
        list(process.extract_iter("a", iter([1]), scorer=distance.Levenshtein.distance))
