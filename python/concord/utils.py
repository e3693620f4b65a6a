"""``default_process``: what most programs do with texts before they compare them."""

from concord import _core

__all__ = ["default_process"]

default_process = _core.utils.default_process
