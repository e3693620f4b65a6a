#!/usr/bin/env python3
"""How often `concord adapters` names what hides in simulated libraries whose adapters are known, and what others say of
the same files.

    accuracy.py --program PATH [--short N] [--long N] [--clean N] [--first SEED] [--genomes FASTA] [--record FILE]

An adapter counts if 0.2 % of the reads hold 12 letters of it. It is *found* if a sequence that is called an adapter or a
tag contains it, or is contained in it with 12 letters or more; *exact* if the letters are the same, but for those at its
end that are the letter of the tail behind it, which nothing tells apart. *False* is what is called an adapter or a tag and
is neither. Where fastp and dnapi.py are on the PATH, they are asked as well; they name one adapter a file at most.
"""
import argparse
import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import libraries

TURNED = str.maketrans("ACGT", "TGCA")


def concord(program, path):
    done = subprocess.run([program, "adapters", "-f", "json", "--most", "1000", path], capture_output=True, check=True)
    return [one["letters"] for one in json.loads(done.stdout)["result"]["files"][0]["found"]
            if one["verdict"] in ("adapter", "tag")]


def fastp(_, path):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["fastp", "-i", path, "-o", "/dev/null", "-j", f"{folder}/x.json", "-h", f"{folder}/x.html"],
                              capture_output=True, text=True, check=True)
    return re.findall(r"^(?:>.*\n)?([ACGT]{8,})$", done.stderr, re.MULTILINE)[:1]


def dnapi(_, path):
    done = subprocess.run(["dnapi.py", path], capture_output=True, text=True, check=False)
    return re.findall(r"^([ACGT]{8,})", done.stdout, re.MULTILINE)[:1]


def is_found(wanted, told):
    for letters in (told, told[::-1].translate(TURNED)):
        if wanted in letters or (len(letters) >= 12 and letters in wanted):
            return True
    return False


def is_exact(wanted, told):
    for letters in (told, told[::-1].translate(TURNED)):
        if wanted == letters or (wanted.startswith(letters) and len(set(wanted[len(letters):])) == 1):
            return True
    return False


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", required=True)
    arguments.add_argument("--short", type=int, default=20)
    arguments.add_argument("--long", type=int, default=5)
    arguments.add_argument("--clean", type=int, default=10)
    arguments.add_argument("--first", type=int, default=0)
    arguments.add_argument("--most-reads", type=int, default=200_000)
    arguments.add_argument("--genomes")
    arguments.add_argument("--record")
    given = arguments.parse_args()
    real = None
    if given.genomes:
        lines = pathlib.Path(given.genomes).read_text().upper().splitlines()
        real = libraries.code(re.sub("[^ACGT]", "", "".join(line for line in lines if not line.startswith(">"))))
    engines = {"concord": concord}
    if shutil.which("fastp"):
        engines["fastp"] = fastp
    if shutil.which("dnapi.py"):
        engines["dnapi"] = dnapi
    counts = {name: collections.Counter() for name in engines}
    kinds = ([(seed, libraries.short_reads, {"most": given.most_reads}) for seed in range(given.short)] +
             [(seed, libraries.long_reads, {}) for seed in range(given.long)] +
             [(seed, libraries.clean_reads, {"most": given.most_reads}) for seed in range(given.clean)])
    with tempfile.TemporaryDirectory() as folder:
        path = str(pathlib.Path(folder) / "library.fastq")
        for seed, make, options in kinds:
            library = make(seed + given.first, real, **options)
            libraries.write(library, path)
            wanted = [letters for letters, _, held in library.adapters if held >= 0.002]
            rare = [letters for letters, _, held in library.adapters if held < 0.002]
            for name, ask in engines.items():
                if name != "concord" and make is libraries.long_reads:
                    continue  # they are for short reads
                start = time.perf_counter()
                told = ask(given.program, path)
                count = counts[name]
                count["seconds"] += time.perf_counter() - start
                found = [one for one in wanted if any(is_found(one, each) for each in told)]
                exact = [one for one in wanted if any(is_exact(one, each) for each in told)]
                false = [each for each in told if not any(is_found(one, each) for one in wanted + rare)]
                count["libraries"] += 1
                count["adapters"] += len(wanted)
                count["found"] += len(found)
                count["exact"] += len(exact)
                count["false"] += len(false)
                count["libraries with a false one"] += bool(false)
                if name == "concord" and (len(exact) < len(wanted) or false):
                    print(f"{make.__name__} {seed + given.first} ({library.kind}): missed "
                          f"{[one for one in wanted if one not in found]}, not exact "
                          f"{[one for one in found if one not in exact]}, false {false}", file=sys.stderr)
    for name, count in counts.items():
        print(name, dict(count))
    if given.record:
        pathlib.Path(given.record).write_text(json.dumps(
            {"what": "accuracy of concord adapters on simulated libraries", "arguments": vars(given) | {"program": "concord"},
             "counts": counts}, indent=1) + "\n")


if __name__ == "__main__":
    main()
