"""Only the best of many choices is wanted: the others are left out, and the first of equal ones is the best."""

import random

import pytest
import rapidfuzz.distance
import rapidfuzz.process

from concord import distance, fuzz, process
from strategies import LETTERS, edited


@pytest.mark.parametrize("name", ["Jaro", "JaroWinkler"])
@pytest.mark.parametrize("longest", [3, 8, 20, 64, 80])
def test_only_the_best_by_jaro(name, longest):
    """Choices that cannot be the best, or within the cutoff, are left as soon as that is known."""
    source = random.Random(longest)
    for letters in LETTERS:
        choices = ["".join(source.choices(letters, k=source.randrange(longest + 1))) for _ in range(150)]
        for query in (choices[17], edited(source, choices[3], letters, 2), choices[9][::-1], ""):
            for kind in ("distance", "similarity", "normalized_distance", "normalized_similarity"):
                scorer = getattr(getattr(distance, name), kind)
                best_first = process.extract(query, choices, scorer=scorer, limit=None)
                assert process.extractOne(query, choices, scorer=scorer) == best_first[0]
                for cutoff in (0.0, 0.2503, 0.55, 0.7211, 0.9, 1.0):
                    is_distance = "distance" in kind
                    kept = [one for one in best_first if (one[1] <= cutoff if is_distance else one[1] >= cutoff)]
                    assert process.extract(query, choices, scorer=scorer, score_cutoff=cutoff, limit=None) == kept, (kind, cutoff)
                    assert process.extractOne(query, choices, scorer=scorer, score_cutoff=cutoff) == (kept[0] if kept else None)


@pytest.mark.divided
@pytest.mark.parametrize("name", ["Levenshtein", "Indel", "LCSseq", "OSA", "DamerauLevenshtein", "Hamming"])
@pytest.mark.parametrize("longest", [9, 40, 90, 200])
def test_the_first_of_the_best_by_edits(name, longest):
    """What is worse than the best so far is left out; of equal ones the first is the best, in lanes and beside them."""
    source = random.Random(longest)
    for letters in LETTERS:
        for count in (20, 50, 150):
            choices = ["".join(source.choices(letters, k=source.randrange(longest + 1))) for _ in range(count)]
            choices += [edited(source, choices[7], letters, 3), *choices[5:9]]
            source.shuffle(choices)
            for query in (choices[11], edited(source, choices[3], letters, 2), "", choices[9][::-1]):
                for kind in ("distance", "similarity", "normalized_distance", "normalized_similarity"):
                    scorer = getattr(getattr(distance, name), kind)
                    best_first = process.extract(query, choices, scorer=scorer, limit=None)
                    assert [one[1] for one in best_first] == [scorer(query, one[0]) for one in best_first]
                    assert process.extractOne(query, choices, scorer=scorer) == best_first[0], (kind, query, choices)
                    for cutoff in (0, 1, 3, 20) if kind in ("distance", "similarity") else (0.0, 0.1503, 0.45, 0.8207, 1.0):
                        kept = [one for one in best_first if (one[1] <= cutoff if "distance" in kind else one[1] >= cutoff)]
                        found = process.extract(query, choices, scorer=scorer, score_cutoff=cutoff, limit=None)
                        assert found == kept, (kind, cutoff)
                        best = process.extractOne(query, choices, scorer=scorer, score_cutoff=cutoff)
                        assert best == (kept[0] if kept else None), (kind, cutoff)


@pytest.mark.parametrize("length", [20, 64, 100, 200, 300])
def test_the_best_of_few_that_are_near(length):
    """Each that is better leaves less to look for; an equal one that comes later is not the best."""
    query = "ab" * (length // 2)
    with_edits = [query[: length - n] + "x" * n for n in range(6)]
    choices = [with_edits[5], with_edits[3], "", with_edits[4], "x" + query[1:-1] + "x", with_edits[2], query[::-1]]
    for name in ("Levenshtein", "Indel", "LCSseq", "OSA"):
        scorer = getattr(distance, name).normalized_similarity
        best = max(range(len(choices)), key=lambda i: scorer(query, choices[i]))
        assert process.extractOne(query, choices, scorer=scorer) == (choices[best], scorer(query, choices[best]), best)
    assert process.extractOne(query, choices, scorer=distance.Levenshtein.distance) == (choices[4], 2, 4)
    # Reversed, it is the query without its first letter and with another one at its end.
    assert process.extractOne(query, choices, scorer=distance.Indel.distance) == (choices[6], 2, 6)
    assert process.extractOne(query, [*choices, query], scorer=distance.Levenshtein.distance) == (query, 0, 7)
    assert process.extractOne(query, choices, scorer=distance.Levenshtein.distance, score_cutoff=1) is None


def test_the_best_of_many_whose_lengths_come_down():
    """Each is sure to be better than the one before it, down to those that are compared side by side, and back."""
    query = "kitten"
    choices = ["x" * length for length in range(60, 3, -1)] + ["mitten", "sittin"] + ["x" * length for length in range(4, 60)]
    for name in ("Levenshtein", "OSA"):
        scorer = getattr(distance, name)
        assert process.extractOne(query, choices, scorer=scorer.distance) == ("mitten", 1, 57)
        assert process.extractOne(query, choices[:57], scorer=scorer.distance) == ("xxxxxx", 6, 54)
        assert process.extractOne(query, choices[:57], scorer=scorer.distance, score_cutoff=5) is None
        assert process.extractOne(query, choices[:57], scorer=scorer.distance, score_cutoff=20) == ("xxxxxx", 6, 54)
        assert process.extractOne("", choices, scorer=scorer.distance) == ("xxxx", 4, 56)
        assert process.extractOne(query, choices, scorer=scorer.normalized_similarity) == ("mitten", 1 - 1 / 6, 57)


@pytest.mark.parametrize("count", [1, 9, 33, 60])
@pytest.mark.parametrize("needle", ["needle", "nädel", "иголка", ""])
def test_an_equal_choice_among_the_first_ones(count, needle):
    """It ends the search; by similarity a longer one may be better, and bytes may be equal, too."""
    scorers = [getattr(distance, name) for name in ("Levenshtein", "Indel", "LCSseq", "OSA", "DamerauLevenshtein", "Hamming")]
    for place in {min(place, count - 1) for place in (0, 7, 8, 15, 16, 32)}:
        choices = ["haystack"] * count
        choices[place:] = [needle, needle + "s", needle, *choices[place:]][: count - place]
        for scorer in scorers:
            assert process.extractOne(needle, choices, scorer=scorer.distance) == (needle, 0, place)
            assert process.extractOne(needle, choices, scorer=scorer.normalized_similarity, score_cutoff=1.0) == (needle, 1.0, place)
            best_first = process.extract(needle, choices, scorer=scorer.similarity, limit=None)
            assert process.extractOne(needle, choices, scorer=scorer.similarity) == best_first[0]
        assert process.extractOne(needle, choices, scorer=fuzz.ratio) == (needle, 100.0 if needle else fuzz.ratio("", ""), place)
    assert process.extractOne("needle", [b"needle", *["needle"] * 40], scorer=distance.OSA.distance) == (b"needle", 0, 0)


@pytest.mark.parametrize("place", [0, 3, 15, 16, 17, 40])
def test_the_best_of_a_dict_is_found_before_and_after_the_first_of_them(place):
    source = random.Random(place)
    words = ["".join(source.choices("abcd", k=6)) for _ in range(50)]
    words[place] = "needle"
    words[place + 1 : place + 5] = ["needle", None, "needles", "needl"]
    choices = {f"key {i}": word for i, word in enumerate(words)}
    for scorer in (distance.Levenshtein.distance, distance.Levenshtein.similarity, distance.Jaro.similarity, fuzz.ratio, fuzz.WRatio):
        for query in ("needle", "needls", "noodle"):
            expected = process.extract(query, choices, scorer=scorer, limit=None)[0]
            assert process.extractOne(query, choices, scorer=scorer) == expected
            for cutoff in (0, 1, 50, 100):
                found = process.extract(query, choices, scorer=scorer, score_cutoff=cutoff, limit=None)
                assert process.extractOne(query, choices, scorer=scorer, score_cutoff=cutoff) == (found[0] if found else None)


def test_a_dict_without_choices_and_one_that_changes():
    assert process.extractOne("a", {}) is None
    assert process.extractOne("a", {1: None}) is None
    choices = {i: "b" * (i + 1) for i in range(40)}

    def growing(text):
        choices[len(choices)] = text
        return text

    with pytest.raises(RuntimeError):
        process.extractOne("a", choices, processor=growing)


@pytest.mark.parametrize("name", ["Levenshtein", "Indel", "LCSseq", "OSA"])
@pytest.mark.parametrize("place", [0, 1, 15, 16, 17, 40, 99])
def test_the_best_stands_among_the_first_ones_or_behind_them(name, place):
    """Of choices that a processor changes, and of lists of letters, which are first compared one by one, then in lanes."""
    source = random.Random(place)
    for length in (5, 40, 64, 90):
        query = "".join(source.choices("abcdef", k=length))
        choices = ["".join(source.choices("abcdef", k=source.randint(length // 2, length + 5))) for _ in range(100)]
        for best in (query, query[1:], query[:-2] + "xy"):
            choices[place] = best
            choices[place // 2] = best
            for kind in ("distance", "normalized_similarity"):
                scorer, other = (getattr(getattr(package, name), kind) for package in (distance, rapidfuzz.distance))
                for cutoff in (None, 3 if kind == "distance" else 0.7):
                    expected = rapidfuzz.process.extractOne(query, choices, scorer=other, score_cutoff=cutoff)
                    found = process.extractOne(
                        query, [one.upper() for one in choices], scorer=scorer, processor=str.lower, score_cutoff=cutoff
                    )
                    assert (found and found[1:]) == (expected and expected[1:]), (query, best, cutoff)
                    found = process.extractOne(query, [list(one) for one in choices], scorer=scorer, score_cutoff=cutoff)
                    assert (found and found[1:]) == (expected and expected[1:]), (query, best, cutoff)
