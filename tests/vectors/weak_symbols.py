#!/usr/bin/env python3
"""No weak symbol may carry newer vector instructions into baseline code.

A source that includes hwy/foreach_target.h is compiled once for each instruction set into one object. A template or
inline function that it uses from outside (std::sort, a std::vector) becomes a weak symbol, and the linker keeps one of
all weak symbols of a name for the whole program. If the one that it keeps was compiled with AVX2, the program dies on
an older processor. What Highway puts into a namespace for its target (N_AVX2, ...) has a name of its own and is safe.

usage: weak_symbols.py SOURCES BUILD    SOURCES: the folder whose objects are checked
"""
import json
import re
import subprocess
import sys
from pathlib import Path

TARGET_NAMESPACE = re.compile(r"N_(SSE2|SSSE3|SSE4|AVX2|AVX3\w*|AVX10\w*)")
# Beyond the baseline, which is at most x86-64-v2: AVX and later (mnemonics with v, wide and mask registers), and the
# integer instructions that come with them. tzcnt is not among them: it is how objdump shows the baseline's `rep bsf`.
NEWER = re.compile(r"%[yz]mm|%k[0-7]\b|^(v[a-z]|lzcnt|andn|bextr|bls|bzhi|mulx|pdep|pext|rorx|sarx|sh[lr]x)")
VECTOR_FLAGS = re.compile(r" -m(avx|bmi|fma)")
HEADER = re.compile(r"^[0-9a-f]+ <(.+)>:$")


def objects(sources: Path, build: Path) -> list[Path]:
    """The objects whose source goes through Highway's target loop, or that have vector flags of their own."""
    found = []
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = Path(entry["file"])
        if sources not in path.parents:
            continue
        if "hwy/foreach_target.h" not in path.read_text() and not VECTOR_FLAGS.search(entry["command"]):
            continue
        output = entry.get("output") or re.search(r" -o (\S+)", entry["command"]).group(1)
        found.append(Path(entry["directory"]) / output)
    return found


def weak_functions(path: Path) -> set[str]:
    lines = subprocess.run(["nm", "--defined-only", path], check=True, capture_output=True, text=True).stdout.splitlines()
    symbols = (line.split() for line in lines)
    return {name for _, kind, name in symbols if kind == "W" and not TARGET_NAMESPACE.search(name)}


def newer_instructions(path: Path, suspects: set[str]) -> dict[str, str]:
    """The first newer instruction of each suspect that holds one."""
    listing = subprocess.run(["objdump", "--disassemble", "--no-show-raw-insn", path], check=True, capture_output=True,
                             text=True).stdout
    guilty: dict[str, str] = {}
    current = ""
    for line in listing.splitlines():
        if header := HEADER.match(line):
            current = header.group(1)
        elif current in suspects and current not in guilty:
            instruction = line.partition(":")[2].strip()
            if NEWER.search(instruction):
                guilty[current] = instruction
    return guilty


def main() -> int:
    sources, build = (Path(argument).resolve() for argument in sys.argv[1:3])
    checked = failures = 0
    for path in objects(sources, build):
        if not path.exists():
            print(f"{path}: not built")
            failures += 1
            continue
        suspects = weak_functions(path)
        checked += 1
        for name, instruction in sorted(newer_instructions(path, suspects).items()):
            readable = subprocess.run(["c++filt", name], check=True, capture_output=True, text=True).stdout.strip()
            print(f"{path}: weak {readable} holds: {instruction}")
            failures += 1
        print(f"{path.name}: {len(suspects)} weak functions outside of target namespaces")
    print(f"{checked} objects, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
