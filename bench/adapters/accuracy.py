#!/usr/bin/env python3
"""How often `concord adapters` names what hides in simulated libraries whose adapters are known, and what others say of
the same files. It needs Python 3.9 or newer, and nothing beside it.

    accuracy.py --program PATH [--short 170] [--long 30] [--clean 100] [--first SEED] [--only short:3,clean:0-9]
                [--most-reads N] [--genomes FASTA] [--rivals all] [--jobs N] [--time-limit SECONDS] [--record FILE]

`libraries.py` says what a library holds, `judgement.py` what counts as found, exact and false, `engines.py` how others
are asked where they are on the PATH. Each library is written to a temporary folder (TMPDIR) and removed as soon as all
were asked. With a time limit, libraries that were not begun in time are counted as left out; the record says which.
"""
import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import engines
import judgement
import libraries
import reads


def chosen(given):
    """The libraries that were asked for, those with most letters first, so that all processes end at about one time."""
    seeds = {"short": given.short, "long": given.long, "clean": given.clean}
    wanted = [(kind, given.first + i) for kind, count in seeds.items() for i in range(count)]
    if given.only:
        wanted = []
        for part in given.only.split(","):
            kind, _, numbers = part.partition(":")
            first, _, last = numbers.partition("-")
            if kind not in seeds or not re.fullmatch(r"(\d+(-\d+)?)?", numbers):
                sys.exit(f"--only takes parts such as short, long:3 or clean:0-9, and not {part}")
            seeds_of = (range(given.first, given.first + seeds[kind]) if not numbers
                        else range(int(first), int(last or first) + 1))
            wanted += [(kind, seed) for seed in seeds_of]
    return sorted((libraries.described(kind, seed, given.most_reads) for kind, seed in wanted), key=lambda one: -one.work)


def answer_of(engine, task, adapters):
    start = time.perf_counter()
    answer = {}
    called = []
    try:
        called = engine.ask(task)
    except subprocess.TimeoutExpired:
        answer["error"] = f"no answer after {task.seconds:.0f} seconds"
    except (subprocess.CalledProcessError, OSError, ValueError, KeyError) as error:
        answer["error"] = f"{error} {getattr(error, 'stderr', '') or ''}"[:500]
    return {"seconds": round(time.perf_counter() - start, 3), "called": called,
            **judgement.judged(adapters, called, engine.shows_what_follows), **answer}


def examined(library, given, real, deadline):
    """The record of one library: what it is, what each engine says, and whether that is right."""
    record = dataclasses.asdict(library) | {"name": library.name}
    if time.time() > deadline:
        return record | {"left out": True}
    asked = [engine for engine in engines.found_here(given.rivals)
             if (engine.takes_long or library.kind != "long") and
             (engine.name == "concord" or library.reads <= given.rival_reads)]
    with tempfile.TemporaryDirectory(prefix="adapters-") as folder:
        path = str(pathlib.Path(folder) / "reads.fastq")
        mates = str(pathlib.Path(folder) / "mates.fastq") if any(engine.needs_mates for engine in asked) else ""
        start = time.perf_counter()
        maker = reads.Maker(library, real)
        record["bytes"] = maker.write(path, mates)
        record["seconds to make"] = round(time.perf_counter() - start, 3)
        for i, adapter in enumerate(record["adapters"]):
            adapter.update(share=maker.begins[i] / library.reads, held=maker.held[i] / library.reads,
                           readable=maker.readable(i))
        task = engines.Task(given.program, path, mates, given.engine_seconds)
        record["answers"] = {engine.name: answer_of(engine, task, record["adapters"]) for engine in asked}
    return record


def shown(record):
    """A line for whatever Concord did not get right; nothing for what it did."""
    answer = record.get("answers", {}).get("concord")
    if answer is None or not (answer["missed"] or answer["not exact"] or answer["false"] or "error" in answer):
        return
    held = {one["letters"]: f"{one['letters']} ({one['held']:.2%} of {record['reads']}; {one['readable']} letters can be read; "
            f"behind it {one['behind'] or 'anything'})" for one in record["adapters"]}
    parts = [f"missed {held[letters]}" for letters in answer["missed"]]
    parts += [f"not exact {held[letters]}: {answer['called']}" for letters in answer["not exact"]]
    parts += [f"false {letters}" for letters in answer["false"]] + [answer[key] for key in ("error",) if key in answer]
    print(f"{record['name']} ({record['source']} {record['surroundings']}): " + "; ".join(parts), file=sys.stderr, flush=True)


def summary(given, records, seconds):
    what = {"short": given.short, "long": given.long, "clean": given.clean, "first": given.first, "only": given.only,
            "most reads": given.most_reads, "real inserts": bool(given.genomes), "jobs": given.jobs}
    return {"what": "accuracy of concord adapters on simulated libraries", "asked for": what, "seconds": round(seconds, 1),
            "left out": [record["name"] for record in records if "left out" in record],
            "totals": judgement.totals(records), "libraries": sorted(records, key=lambda one: (one["kind"], one["seed"]))}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="concord")
    parser.add_argument("--short", type=int, default=170)
    parser.add_argument("--long", type=int, default=30)
    parser.add_argument("--clean", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the first seed of each kind")
    parser.add_argument("--only", default="", help="libraries, such as short:3,clean:0-9")
    parser.add_argument("--most-reads", type=int, default=1_000_000)
    parser.add_argument("--genomes", help="FASTA that real inserts are parts of; without it random ones take their place")
    parser.add_argument("--rivals", default="all", help="names separated by commas, all, or none")
    parser.add_argument("--rival-reads", type=int, default=200_000, help="rivals are asked for libraries of so many reads")
    parser.add_argument("--engine-seconds", type=float, default=300, help="a program that takes longer is ended")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--time-limit", type=float, default=1e9, help="seconds after which no library is begun")
    parser.add_argument("--record", help="JSON, written after each library, so that it is there if all is ended")
    return parser.parse_args()


def main():
    given = arguments()
    real = None
    if given.genomes:
        lines = pathlib.Path(given.genomes).read_text(encoding="ascii").upper().splitlines()
        real = re.sub("[^ACGT]", "", "".join(line for line in lines if not line.startswith(">"))).encode()
    start = time.time()
    records = []
    with concurrent.futures.ProcessPoolExecutor(given.jobs) as pool:
        running = [pool.submit(examined, library, given, real, start + given.time_limit) for library in chosen(given)]
        for each in concurrent.futures.as_completed(running):
            records.append(each.result())
            shown(records[-1])
            if given.record:
                written = pathlib.Path(given.record + ".part")
                written.write_text(json.dumps(summary(given, records, time.time() - start), indent=1) + "\n",
                                   encoding="utf-8")
                written.replace(given.record)
    done = summary(given, records, time.time() - start)
    for name, kinds in done["totals"].items():
        for kind, count in kinds.items():
            print(name, kind, json.dumps(count))
    print(f"{len(records) - len(done['left out'])} libraries in {done['seconds']} seconds, {len(done['left out'])} left out")
    if any("error" in record.get("answers", {}).get("concord", {}) for record in records):
        sys.exit("concord gave no answer for some of them")


if __name__ == "__main__":
    main()
