"""Threads, progress, Ctrl-C, and the same answer however it is run."""

import random
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest
from strategies import PYTHON

import concord
from concord.distance import Levenshtein


def words(count, length, seed):
    source = random.Random(seed)
    return ["".join(source.choices("ACGT", k=length)) for _ in range(count)]


def test_the_same_answer_for_any_number_of_threads():
    reads = words(300, 60, 1)
    table = concord.cdist(reads, reads, scorer=Levenshtein.distance)
    found = concord.longest_common_substring(reads, mismatches=2, support=20, occurrences=True)
    for threads in (1, 2, 5):
        assert (concord.cdist(reads, reads, scorer=Levenshtein.distance, workers=threads) == table).all()
        again = concord.longest_common_substring(reads, mismatches=2, support=20, occurrences=True, threads=threads)
        assert again == found and hash(again) == hash(found) and again.run["threads"] == threads


def test_numbers_that_are_none():
    reads = words(20, 30, 4)
    for wrong in (2**16 + 1, 10**6, 2**31, 2**32 + 1, 2**64):
        with pytest.raises(concord.UsageError, match="threads"):
            concord.longest_common_substring(reads, threads=wrong)
        with pytest.raises(ValueError, match="threads"):
            concord.cdist(reads, reads, workers=wrong)
    for wrong in (2**64, 2**80, 0, -1, "99999999999999999999T"):
        with pytest.raises(concord.UsageError, match="memory"):
            concord.longest_common_substring(reads, memory=wrong)
    for wrong in (1.5, 2.0, "4", [1]):
        with pytest.raises(TypeError, match="threads"):
            concord.longest_common_substring(reads, threads=wrong)
    for wrong in (1.5, 1e9, [1]):
        with pytest.raises(TypeError, match="memory"):
            concord.longest_common_substring(reads, memory=wrong)
    for wrong in (1.5, 0.5, 2.0, [1]):
        for call in (concord.longest_common_substring, concord.overlap):
            with pytest.raises(TypeError, match="support"):
                call(reads, support=wrong)
    two = np.int64(2)
    assert concord.longest_common_substring(reads, threads=two, support=two, memory=np.int64(10**9)).found
    assert concord.longest_common_substring(reads, threads=65536, support=two).found


def test_a_system_that_starts_few_threads():
    script = """
        import resource, random, concord
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
        source = random.Random(1)
        reads = ["".join(source.choices("ACGT", k=60)) for _ in range(2000)]
        try:
            found = concord.longest_common_substring(reads, support=2, mismatches=1, threads=60_000)
            assert found == concord.longest_common_substring(reads, support=2, mismatches=1, threads=1)
        except concord.Error as problem:
            assert isinstance(problem, concord.ResourceError)
        print("whole")
    """
    done = subprocess.run([*PYTHON, "-c", textwrap.dedent(script)], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "whole\n"), done.stderr


@pytest.mark.parametrize(
    "call",
    [
        lambda sequences: concord.process.extract("abc", sequences, scorer=Levenshtein.distance, limit=1),
        lambda sequences: concord.process.extract("abc", sequences, limit=1),
        lambda sequences: concord.cdist(["abc"], sequences, scorer=Levenshtein.distance),
        lambda sequences: concord.overlap(sequences),
    ],
    ids=["extract", "extract by words", "cdist", "overlap"],
)
def test_other_threads_run_while_sequences_are_packed(call):
    """A counting thread comes forward between the first and the last element, which a call looks at one after another."""
    counted = [0]
    seen = []
    done = threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1

    class Watched:
        def __len__(self):
            return 1

        def __getitem__(self, index):
            return "a"

        def __iter__(self):
            seen.append(counted[0])
            return iter("a")

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    counter = threading.Thread(target=count)
    counter.start()
    try:
        # A busy machine may not run the other thread for a while: more elements give it more of a chance.
        for repeats in (100, 400, 1600, 6400):
            seen.clear()
            call([Watched(), *words(1000, 10, 5) * repeats, Watched()])
            assert len(seen) == 2
            if seen[1] - seen[0] > 20:
                return
    finally:
        done.set()
        counter.join()
        sys.setswitchinterval(before)
    pytest.fail(f"the other thread counted to {seen[1] - seen[0]} only")


def test_calls_from_several_threads():
    reads = words(100, 50, 2)
    expected = concord.cdist(reads, reads, scorer=Levenshtein.distance).tolist()
    answers = [None] * 4

    def work(index):
        answers[index] = concord.cdist(reads, reads, scorer=Levenshtein.distance).tolist()

    threads = [threading.Thread(target=work, args=(index,)) for index in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert answers == [expected] * 4


def test_other_threads_run_meanwhile():
    a, b = words(2, 60_000, 3)
    ticks = []
    done = threading.Event()

    def tick():
        while not done.wait(0.005):
            ticks.append(time.perf_counter())

    ticker = threading.Thread(target=tick)
    ticker.start()
    begin = time.perf_counter()
    concord.distance(a, b, threads=1)
    end = time.perf_counter()
    done.set()
    ticker.join()
    if end - begin > 0.1:
        assert sum(begin < one < end for one in ticks) > 0


def test_progress_and_what_it_raises():
    reads = words(3000, 60, 4)
    reported = []
    concord.cdist(reads, reads[:1500], scorer=Levenshtein.distance, progress=lambda *update: reported.append(update))
    assert reported and all(len(update) == 4 and update[1] <= update[2] for update in reported)

    def refuse(*_):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        concord.cdist(reads, reads, scorer=Levenshtein.distance, progress=refuse)


INTERRUPTED = """
    import random, sys, time
    import concord
    source = random.Random(5)
    letters = bytes(b"ACGT"[code % 4] for code in range(256))
    a, b = (source.randbytes(2_000_000).translate(letters).decode() for _ in range(2))
    text = source.randbytes(20_000_000).translate(letters).decode()
    reads = [text[begin : begin + 100] for begin in range(0, len(text), 100)]
    calls = {
        # Where a GPU computes, or many threads, they are over too soon.
        "distance": lambda: concord.distance(a, b, device="cpu", threads=2),
        "one thread": lambda: concord.distance(a, b, device="cpu", threads=1),
    }
    if sys.argv[1] == "substring":
        sets = concord.SequenceSet(reads, alphabet="dna")
        calls["substring"] = lambda: concord.longest_common_substring(sets, mismatches=10, support=3)
    print("ready", flush=True)
    try:
        calls[sys.argv[1]]()
    except KeyboardInterrupt:
        print(time.time(), flush=True)
    """


@pytest.mark.parametrize("call", ["distance", "one thread", "substring"])
def test_ctrl_c(call):
    process = subprocess.Popen(
        [*PYTHON, "-c", textwrap.dedent(INTERRUPTED), call], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.7)
    sent = time.time()
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0 and out, "it was over before it could be interrupted, or raised something else"
    assert float(out) - sent < 10  # 0.2 s on a machine that does nothing else
