"""Sequences that look like each other, around the edges of words, in every width of text."""

import multiprocessing
import os
import shlex
import sys

from hypothesis import settings, strategies as st

CASES = os.environ.get("CONCORD_CASES", "")
# The command that runs this Python anew: one for another processor needs an emulator, which CONCORD_TEST_PYTHON names.
PYTHON = shlex.split(os.environ.get("CONCORD_TEST_PYTHON", shlex.quote(sys.executable)))


def another_process(tmp_path):
    """A pool of one process, which is started anew: its program is one file, so that PYTHON is written into one."""
    program = tmp_path / "python"
    program.write_text(f'#!/bin/sh\nexec {shlex.join(PYTHON)} "$@"\n')
    program.chmod(0o755)
    context = multiprocessing.get_context("spawn")
    context.set_executable(str(program))
    return context.Pool(1)

LETTERS = ("ab", "ACGT", "abcdefghijklmnopqrstuvwxyz", "aéż\U0001f600")
ALPHABETS = ("a", "ab", "ACGT", "abcdefgh", "aé", "aż€", "a\U0001f600b", "aé€\U0001f600\udcff")


def examples(count):
    """Settings of a test that tries so many random examples: a fifth of them in the fast tests."""
    return settings(max_examples=max(1, count // 5) if CASES == "some" else count)


def edited(source, text, letters, edits):
    """So many letters of a text inserted, deleted or changed, by a random.Random."""
    made = list(text)
    for _ in range(edits):
        place = source.randrange(len(made) + 1)
        made[place : place + source.randrange(2)] = source.choice(letters) * source.randrange(2)
    return "".join(made)


def between_scores(cutoff):
    """A normalized cutoff that no short text's score equals: of those that do, rapidfuzz leaves some out, by rounding."""
    return min(cutoff, 1.0) if cutoff <= 0 or cutoff >= 1 else cutoff * 0.9991 + 0.00037


@st.composite
def texts(draw, most=80):
    return draw(st.text(draw(st.sampled_from(ALPHABETS)), max_size=most))


@st.composite
def pairs(draw, most=80):
    """Two texts: unrelated, or one made from the other by some edits."""
    alphabet = draw(st.sampled_from(ALPHABETS))
    first = draw(st.text(alphabet, max_size=most))
    if draw(st.booleans()):
        return first, draw(st.text(alphabet, max_size=most))
    second = list(first)
    for _ in range(draw(st.integers(0, 6))):
        place = draw(st.integers(0, len(second)))
        if draw(st.booleans()) or place == len(second):
            second.insert(place, draw(st.sampled_from(alphabet)))
        else:
            del second[place]
    return first, "".join(second)


long_pairs = st.tuples(st.integers(0, 2**32), st.integers(0, 700), st.integers(0, 700), st.sampled_from(ALPHABETS[1:]))


def made_long(seed, first, second, alphabet):
    """Two texts of given lengths from a seed, half alike."""
    import random

    source = random.Random(seed)
    a = "".join(source.choices(alphabet, k=first))
    b = "".join(one if source.random() < 0.8 else source.choice(alphabet) for one in a[:second])
    return a, b + "".join(source.choices(alphabet, k=max(0, second - first)))
