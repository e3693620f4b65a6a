"""Times of two calls in turns, and tables of them."""

import time
import timeit

import numpy as np


def same_answers(expected, found):
    return np.array_equal(expected, found) if isinstance(found, np.ndarray) else expected == found


def seconds(*calls, rounds):
    """The least time of each, a call; measured in turns."""
    timers = [timeit.Timer(call, timer=time.process_time) for call in calls]
    # Enough calls for some milliseconds.
    counts = [max(1, int(0.004 / max(min(timer.repeat(3, 1)), 1e-7))) for timer in timers]
    if counts[0] == 1 == counts[-1]:
        rounds = min(rounds, 3)
    best = [float("inf")] * len(timers)
    for _ in range(rounds):
        for which, timer in enumerate(timers):
            best[which] = min(best[which], timer.timeit(counts[which]) / counts[which])
    return best


def readable(value):
    for unit, scale in (("ns", 1e9), ("µs", 1e6), ("ms", 1e3)):
        if value * scale < 1000:
            break
    return f"{value * scale:.3g} {unit}"


class Table:
    """Prints a row for each scorer, with a cell for each input."""

    def __init__(self, options, title, columns):
        self.options = options
        self.columns = columns
        self.slow = []
        if not options.worst:
            print(f"\n| {title} | {' | '.join(columns)} |\n| --- |{' ---: |' * len(columns)}", flush=True)

    def row(self, name, calls):
        """`calls`: ours and theirs for each column, or None for a cell that is left empty."""
        if self.options.match and self.options.match not in name:
            return
        cells = []
        for column, pair in zip(self.columns, calls, strict=True):
            if pair is None:
                cells.append("")
                continue
            ours, theirs = pair
            expected, found = theirs(), ours()
            assert same_answers(expected, found), (name, column, str(expected)[:200], str(found)[:200])
            mine, other = seconds(ours, theirs, rounds=self.options.rounds)
            ratio = other / mine
            cells.append(f"{ratio:.2f} ({readable(mine)})" if self.options.times else f"{ratio:.2f}")
            if ratio < 1:
                self.slow.append((ratio, name, column, mine))
        if not self.options.worst:
            print(f"| {name} | {' | '.join(cells)} |", flush=True)

    def finish(self):
        if self.options.worst:
            for ratio, name, column, mine in sorted(self.slow):
                print(f"{ratio:.2f}  {name}  {column}  {readable(mine)}", flush=True)
