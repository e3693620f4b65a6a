"""The inputs of benchmarks: shared files, or ones that are made once and kept in a cache."""
import argparse
import gzip
import hashlib
import json
import os
import shlex
import struct
import subprocess
import sys
import zlib
from pathlib import Path

from families import ALPHABETS

ROOT = Path(__file__).resolve().parent.parent


class Skipped(Exception):
    """This machine cannot run a case; the message says why."""


def prepare_inputs(how: dict, case: dict, options: argparse.Namespace) -> dict[str, Path]:
    """What a command calls {input}, or {a} and {b}. Names in the cache hold a hash of how the file was made."""
    if "a" in how:
        return {side: prepare_inputs(how[side], case, options)["input"] for side in "ab"}
    if "shared" in how:
        folder = Path(os.environ.get("CONCORD_SHARED_DATA", ROOT / "../shared/data")).resolve()
        path = folder / how["shared"].format(**case)
        if not path.exists():
            raise Skipped(f"no {path.name} in CONCORD_SHARED_DATA ({folder})")
        return {"input": path}
    if "family" in how:
        return family_files(how["family"], options)
    if "random" in how:
        recipe = {key: str(value).format(**case) for key, value in how["random"].items()}
        return cached_pairs(how, case, json.dumps(recipe), options, lambda a, b: make_random_pairs(recipe, a, b))
    if "text" in how:
        return {"input": text_file(how["text"].format(**case), options)}
    recipe = how["simulate"].format(**case)
    if how.get("zipped"):
        return cached_pairs(how, case, recipe, options, lambda a, b: simulate_pairs(recipe, a, b, options.program))
    if recipe.startswith("matrices "):
        return cached_pairs(how, case, recipe, options, lambda a, b: simulate_matrices(recipe, a, b, options.program))
    path = place_in_cache(how, case, recipe)
    if not path.exists() and not options.dry_run:
        make_whole([path], lambda part: simulate(recipe, part, options.program))
    return {"input": blocks_of(path, options) if how.get("bgzf") else path}


def family_files(line: str, options: argparse.Namespace) -> dict[str, Path]:
    """Arguments of bench/families.py: one file, or two where --side or --half stands at the end."""
    words = shlex.split(line)
    part = words.pop() if words[-1] in ("--side", "--half") else None
    how = {"file": "-".join(words) + (".txt" if part == "--side" else ".fasta")}
    program = [sys.executable, "-B", Path(__file__).with_name("families.py"), *words]

    def make(*paths: Path) -> None:
        for path, side in zip(paths, "ab"):
            with path.open("wb") as out:
                subprocess.run([*program, *([part, side] if part else [])], stdout=out, check=True)
    if part:
        return cached_pairs(how, {}, line, options, make)
    path = place_in_cache(how, {}, line)
    if not path.exists() and not options.dry_run:
        make_whole([path], make)
    return {"input": path}


# Where Debian's packages have texts, in the order in which they are taken: not the same on every machine.
INSTALLED = {"english": ("/usr/share/common-licenses", "/usr/share/doc"),
             "source": ("/usr/include", "/usr/lib/gcc")}
# As letters of FASTA: what cannot be seen, and the mark of a header, become another letter.
SEEN = bytes(byte if 33 <= byte < 127 and byte != ord(">") else ord("_") for byte in range(256))


def text_file(words: str, options: argparse.Namespace) -> Path:
    """Arguments of bench/families.py, or the name of an installed text, 1, its length, and anything."""
    name, _, length, *_ = words.split()
    if name not in INSTALLED:
        return family_files(words, options)["input"]
    path = place_in_cache({"file": f"{name}-{length}.fasta"}, {}, words)
    if not path.exists() and not options.dry_run:
        text = installed_text(name, int(length))
        make_whole([path], lambda part: part.write_bytes(b">1\n" + text + b"\n"))
    return path


def installed_text(name: str, length: int) -> bytes:
    text, taken = bytearray(), set()  # packages hold the same file more than once
    for folder in INSTALLED[name]:
        for path in sorted(Path(folder).rglob("*")):
            if path.is_symlink() or not path.is_file():
                continue
            content = path.read_bytes()
            if content[:2] == b"\x1f\x8b":
                content = gzip.decompress(content)
            if b"\0" not in content and content not in taken:
                taken.add(content)
                text += content.translate(SEEN)
            if len(text) >= length:
                return bytes(text[:length])
    raise Skipped(f"{' and '.join(INSTALLED[name])} hold {len(text)} letters of {name}")


def blocks_of(path: Path, options: argparse.Namespace) -> Path:
    """The same as BGZF: members of gzip that tell their size, and an empty one at the end (SAM specification, 4.1)."""
    packed = path.with_name(path.name + ".bgz.gz")
    if not packed.exists() and not options.dry_run:
        content = path.read_bytes()
        make_whole([packed], lambda part: part.write_bytes(
            b"".join(bgzf_member(content[at:at + 65280]) for at in range(0, len(content), 65280)) + bgzf_member(b"")))
    return packed


def bgzf_member(piece: bytes) -> bytes:
    packer = zlib.compressobj(6, zlib.DEFLATED, -15)
    packed = packer.compress(piece) + packer.flush()
    header = b"\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0BC\x02\0" + struct.pack("<H", 18 + len(packed) + 8 - 1)
    return header + packed + struct.pack("<II", zlib.crc32(piece), len(piece))


def cached_pairs(how: dict, case: dict, recipe: str, options: argparse.Namespace, make) -> dict[str, Path]:
    path = place_in_cache(how, case, recipe)
    sides = {side: path.with_name(path.name.replace(".", f"-{side}.", 1)) for side in "ab"}
    if not all(side.exists() for side in sides.values()) and not options.dry_run:
        make_whole(list(sides.values()), make)
    return sides


def place_in_cache(how: dict, case: dict, recipe: str) -> Path:
    stem, _, suffix = how["file"].format(**case).replace("%", "").partition(".")
    cache = Path(os.environ.get("CONCORD_BENCH_CACHE", ROOT / "build/bench-data"))
    return cache / f"{stem}-{hashlib.sha256(recipe.encode()).hexdigest()[:8]}.{suffix}"


def make_whole(paths: list[Path], make) -> None:
    """Under other names at first, so that what an interrupted run leaves is not taken for a whole input."""
    paths[0].parent.mkdir(parents=True, exist_ok=True)
    parts = [path.with_name(f"part-{os.getpid()}-{path.name}") for path in paths]  # another run may make the same
    make(*parts)
    for part, path in zip(parts, paths):
        part.rename(path)


def simulate(recipe: str, path: Path, program: Path) -> None:
    subprocess.run([program, "simulate", *shlex.split(recipe), "-o", path], check=True)


def simulate_pairs(recipe: str, a: Path, b: Path, program: Path) -> None:
    """The simulated records are one of A, one of B, in turn, each of two lines."""
    both = a.with_name("both-" + a.name)
    simulate(recipe, both, program)
    with both.open("rb") as lines, a.open("wb") as to_a, b.open("wb") as to_b:
        for number, line in enumerate(lines):
            (to_b if number % 4 >= 2 else to_a).write(line)
    both.unlink()


def simulate_matrices(recipe: str, a: Path, b: Path, program: Path) -> None:
    subprocess.run([program, "simulate", *shlex.split(recipe), "-o", a, "--second", b], check=True)


def make_random_pairs(recipe: dict, a: Path, b: Path) -> None:
    """Unrelated sequences; the same seed gives the same letters on every machine."""
    number, length, letters = int(recipe["number"]), int(recipe["length"]), ALPHABETS[recipe["alphabet"]]
    letter_of_byte = bytes(letters[byte % len(letters)] for byte in range(256))
    many = max(1, 10_000_000 // length)  # sequences at a time, to hold no more than some megabytes
    for path, side in ((a, "a"), (b, "b")):
        with path.open("wb") as out:
            for first in range(0, number, many):
                count = min(many, number - first)
                stream = hashlib.shake_128(f"{recipe['seed']} {side} {first}".encode()).digest(count * length)
                text = stream.translate(letter_of_byte)
                for i in range(count):
                    out.write(b">%d\n%b\n" % (first + i + 1, text[i * length:(i + 1) * length]))
