"""``default_process``: what most programs do with texts before they compare them."""

from concord._core.utils import default_process

__all__ = ["default_process"]
