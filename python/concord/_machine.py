"""What this machine can run on, and how fast it is."""

from __future__ import annotations

from concord import _core
from concord._results import Device, MeasuredRate
from concord._running import Progress, requested


def devices() -> list[Device]:
    """All devices of this build, usable or not, with the reason.

    >>> devices()[0].name
    'cpu'
    """
    return [Device(*one) for one in _core.devices()]


def calibrate(
    *, device: str = "auto", threads: int | None = None, progress: Progress | None = None
) -> list[MeasuredRate]:
    """Measures how fast this machine is, in about a second for the CPU and one for a GPU, and chooses devices by that
    from now on, in this process. Changes no answer. Reads and writes no file.

    device: "cpu" measures the CPU only, "cuda" the first GPU only. threads: how many are all. On a busy machine it finds
    a slow one. Raises ResourceError for a GPU that is named and cannot run.

    >>> [one.kind for one in calibrate(device="cpu", threads=1)]
    ['scanning', 'cells', 'memory', 'sorting']
    """
    return [MeasuredRate(*one) for one in _core.calibrate(requested(device, threads, None, progress))]


def use_saved_rates() -> bool:
    """Chooses devices from now on, in this process, by what ``concord devices --calibrate`` kept of this machine: False,
    and nothing is changed, where there is no such file, or it is damaged, of another machine or version, or others may
    have written it. Changes no answer.
    """
    return not _core.use_saved_rates()
