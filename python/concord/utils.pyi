"""``default_process``: what most programs do with texts before they compare them."""

def default_process(sentence: str, /) -> str:
    """The text in lower case, with a space for everything that is neither letter nor digit, and none at the ends."""
