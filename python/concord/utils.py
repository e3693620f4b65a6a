"""``default_process``: what most programs do with texts before they compare them."""

from __future__ import annotations

import re

__all__ = ["default_process"]

_NO_WORD = re.compile(r"\W")


def default_process(sentence: str) -> str:
    """The text in lower case, with a space for everything that is neither letter, digit nor "_", and none at the ends.

    >>> default_process("C'est la vie!")
    'c est la vie'
    """
    return _NO_WORD.sub(" ", sentence).strip().lower()
