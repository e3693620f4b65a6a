"""symscan: near pairs by symmetric deletion and sorting."""
import importlib
import os

PACKAGE = "symscan"


def prepare(task, a, b, device, threads):
    if device != "cpu":
        raise NotImplementedError("has no code for GPUs")
    if not task.startswith("near-"):
        raise NotImplementedError(f"has no {task}")
    if threads:
        os.environ["RAYON_NUM_THREADS"] = str(threads)  # read when it starts its threads
    symscan = importlib.import_module("symscan")
    words = [word.decode() for word in a]
    within = int(task.removeprefix("near-"))

    def numbers(found):
        pairs = sorted(zip(*(each.tolist() for each in found)))
        return [number for pair in pairs for number in pair]

    return lambda: symscan.get_neighbors_within(words, max_distance=within), numbers
