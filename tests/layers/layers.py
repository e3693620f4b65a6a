"""The borders of the house: who may include and link whom, and what a room has to show. Standard library only.

Each check takes the root of a checkout and returns breaches, one line each, that begin with file and line.
"""

import json
import pathlib
import re

SOURCES = {".cpp", ".hpp", ".cu", ".cuh"}
RULES = json.loads((pathlib.Path(__file__).parent / "allowed.json").read_text())
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]')
OWN_CONSTANT = re.compile(r"(?:static )?constexpr [\w:<>,\s*]+?\b(\w+)(?:\[\])? ?[={;]")
OWN_TYPE = re.compile(r"(?:struct |class |enum class |using (?=\w+ =))(\w+)")
COMMON_TYPE = re.compile(r"(?:struct |class |enum class )(\w+)[^;]*\{")
COMMON_FUNCTION = re.compile(r"(?:\[\[nodiscard\]\] |inline |constexpr |extern )*[\w:<>,&*]+(?: [\w:<>,&*]+)* [*&]?(\w+)\(")
COMMON_CONSTANT = re.compile(r"inline constexpr [\w:<>, ]+ (\w+)(?:\[\])? ?[={;]")
OWN_FUNCTION = re.compile(r"(?! )[\w:<>,&*\[\] ]+ [*&]?(\w+)\((.*?)(?:\)[^;]*\{|,$)")  # a long list of parameters goes on
GTEST_CASE = re.compile(r"\s*((?:TYPED_)?TEST(?:_[FP])?|RC_GTEST\w*_PROP)\((\w*)")
LARGEST_RECORD = 1 << 20  # bytes
LONGEST_FILE = 400   # lines
SHORT_HEADER = 30    # lines: a shorter header that one file alone includes is a part of that file


def sources(root, *folders):
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SOURCES and path.is_file():
                yield path


def includes(path):
    """(line number, bracket, name) of each include."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if found := INCLUDE.match(line):
            yield number, found[1], found[2]


def at(root, path, line):
    return f"{path.relative_to(root)}:{line}"


def layer_of(name):
    """The layer that holds src/NAME; None for what is no layer's."""
    parts = name.split("/")
    if parts[0] == "problems" and len(parts) > 2:
        return "/".join(parts[:2])
    return parts[0] if len(parts) > 1 and parts[0] in RULES["includes"] else None


def forbidden_includes(root):
    """Includes of one layer by another that the allow-list does not hold."""
    homes = [(path, layer_of(path.relative_to(root / "src").as_posix())) for path in sources(root, "src")]
    homes += [(path, "apps") for path in sources(root, "apps")] + [(path, "python") for path in sources(root, "python/src")]
    for path, home in homes:
        for line, _, name in includes(path):
            layer = layer_of(name)
            if layer is None or layer == home or layer in RULES["includes"].get(home, []):
                continue
            yield f"{at(root, path, line)}: {home} must not include {name}"


def forbidden_headers(root):
    """CUDA, MPI and whatever else only some parts of the house may see."""
    gpu_code = {".cu", ".cuh"}
    for path in sources(root, "include", "src", "apps"):
        for line, bracket, name in includes(path):
            where = at(root, path, line)
            if re.match(r"(cuda|cub/|thrust/|cooperative_groups|nv)", name) and bracket == "<" and path.suffix not in gpu_code:
                yield f"{where}: only .cu and .cuh files include CUDA ({name})"
            if name == "mpi.h" and "distributed/mpi" not in path.as_posix():
                yield f"{where}: only src/runtime/distributed/mpi includes MPI"
            if path.is_relative_to(root / "include") and (bracket == '"' or ("/" in name and not name.startswith("concord/"))):
                yield f"{where}: a public header includes public headers and the standard library only, not {name}"


def forbidden_links(root):
    """Links of a layer that the allow-list does not hold, read from the CMake files of src."""
    call = re.compile(r"\b(concord_layer|concord_problem|target_link_libraries)\(\s*(\w+)([^)]*)\)", re.DOTALL)
    for path in sorted((root / "src").rglob("CMakeLists.txt")):
        text = path.read_text(encoding="utf-8")
        for found in call.finditer(text):
            kind, target, words = found.groups()
            if "$" in target or target == "name":
                continue
            target = target if target.startswith("concord_") else "concord_" + target
            for word in re.finditer(r"\bconcord_\w+", words):
                if word[0] == target or word[0] in ("concord_cuda_runtime",):
                    continue
                if word[0] not in RULES["links"].get(target, []):
                    line = text.count("\n", 0, found.start(3) + word.start()) + 1
                    yield f"{at(root, path, line)}: {target} must not link {word[0]}"


def long_files(root):
    for path in sources(root, "include", "src", "apps"):
        lines = path.read_text(encoding="utf-8").count("\n")
        if lines > LONGEST_FILE:
            yield f"{at(root, path, lines)}: {lines} lines, more than {LONGEST_FILE}"


def large_files(root):
    """Records of benchmarks are texts that a person can read and a diff can show."""
    for path in sorted((root / "bench/records").glob("*")):
        if path.stat().st_size > LARGEST_RECORD:
            yield f"{at(root, path, 1)}: {path.stat().st_size} bytes, more than {LARGEST_RECORD}"


def file_scope_names(path):
    """(line number, what it defines) of constants, types and functions in the file's own, unnamed namespace."""
    is_inside, space = False, ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith(("namespace {", "} // namespace")):
            is_inside = line.startswith("namespace {")
        elif opened := re.match(r"namespace ([\w:]+) \{", line):
            space = opened[1]
        elif is_inside and (found := OWN_CONSTANT.match(line) or OWN_TYPE.match(line) or OWN_FUNCTION.match(line)):
            yield number, f"{space}::{found[1]}" + (f"({found[2]})" if found.re is OWN_FUNCTION else "")


def header_types(root):
    """(layer, name) of each type that a header defines for all of a CPU's sources, and that header."""
    found = {}
    for path in sources(root, "src", "apps/concord"):
        if path.suffix == ".hpp" and not re.search("/(cuda|gpu|mpi)/", path.as_posix()):
            space = ""
            for line in path.read_text(encoding="utf-8").splitlines():
                if opened := re.match(r"namespace ([\w:]+) \{", line):
                    space = opened[1]
                elif defined := COMMON_TYPE.match(line):
                    home = layer_of(path.relative_to(root).as_posix().removeprefix("src/")) or "apps"
                    found[home, f"{space}::{defined[1]}"] = path
    return found


def clashing_names(root):
    """Names that a file of a layer has for itself, and another file for itself, or a header for a type: where several
    sources are compiled as one (CONCORD_UNITY), which depends on their number, they are defined twice. Sources with kernels
    for vectors stay apart, and so do alternatives."""
    first = {}
    types = header_types(root)
    for path in sources(root, "src", "apps/concord"):
        name = path.relative_to(root).as_posix()
        home = layer_of(name.removeprefix("src/")) or "apps"
        if path.suffix != ".cpp" or re.search("/(no_\\w+|inflater_\\w+)\\.cpp$|/(cuda|gpu|mpi)/", name):
            continue
        if "HWY_TARGET_INCLUDE" in path.read_text(encoding="utf-8"):
            continue
        for line, defined in file_scope_names(path):
            other = types.get((home, defined.partition("(")[0])) or first.setdefault((home, defined), path)
            if other != path:
                yield f"{at(root, path, line)}: {defined} is also in {other.relative_to(root)}"


def shared_test_names(root):
    """What stands in the way of compiling tests of a folder as one source, in one executable (the preset quick): names that
    are not in a namespace of their file's own, suites that another file has too, and cases that CMake does not find
    (concord_cases_of in tests/CMakeLists.txt)."""
    for folder in ("unit", "agree"):
        first = {}
        for path in sorted((root / "tests" / folder).glob("*_test.cpp")):
            depth_of_own = 0
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                where = at(root, path, number)
                if opened := re.match(r"namespace ([\w:]*) ?\{", line):
                    if not depth_of_own and not opened[1].endswith(f"::{path.stem}"):
                        yield f"{where}: names outside of a namespace …::{path.stem}"
                    depth_of_own += 1
                elif line.startswith("} // namespace"):
                    depth_of_own -= 1
                elif found := GTEST_CASE.match(line):
                    macro, suite = found.groups()
                    if not suite or macro not in ("TEST", "TEST_F", "TEST_P"):
                        yield f"{where}: TEST, TEST_F or TEST_P with its suite on the same line is what CMake finds"
                    elif (other := first.setdefault(suite, path)) != path:
                        yield f"{where}: the suite {suite} is also in {other.relative_to(root)}"


def resolved(root, path, name):
    """The file that an include means; None for a library's."""
    for folder in (path.parent, root / "src", root / "include", root / "apps/concord"):
        if (folder / name).is_file():
            return (folder / name).resolve()
    return None


def declared_names(root):
    """The headers that declare each (namespace, name) of types, functions and constants at file scope."""
    homes = {}
    for path in sources(root, "include", "src", "apps/concord"):
        if path.suffix in {".hpp", ".cuh"}:
            space = ""
            for line in path.read_text(encoding="utf-8").splitlines():
                if opened := re.match(r"namespace concord(?:::)?([\w:]*) \{", line):
                    space = opened[1]
                elif found := COMMON_TYPE.match(line) or COMMON_FUNCTION.match(line) or COMMON_CONSTANT.match(line):
                    homes.setdefault((space, found[1]), set()).add(path.resolve())
    return homes


def missing_includes(root):
    """Sources that use what no header they include declares, directly or by others: where several sources are compiled as
    one, another one's include hides that. Only names with their namespace before them are looked at."""
    included = {}
    def reached(path):
        seen, left = set(), [path]
        while left:
            if (one := left.pop()) not in seen:
                seen.add(one)
                if one not in included:
                    found = (resolved(root, one, name) for _, _, name in includes(one))
                    included[one] = [each for each in found if each]
                left += included[one]
        return seen
    homes_of = {}
    for (space, name), homes in declared_names(root).items():
        homes_of.setdefault((space.rpartition("::")[2], name), set()).update(homes)
    for path in sources(root, "src", "apps/concord"):
        if path.suffix != ".cpp":
            continue
        all_headers, reported = reached(path.resolve()), set()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for used in re.findall(r"\b(\w+)::(\w+)\b", line.partition("//")[0]):
                homes = homes_of.get(used)
                if homes and not homes & all_headers and used not in reported:
                    reported.add(used)
                    names = ", ".join(sorted(home.relative_to(root.resolve()).as_posix() for home in homes))
                    yield f"{at(root, path, number)}: {'::'.join(used)} without an include of {names}"


def crumbs(root):
    """Headers so short that they belong into the one file that includes them. One that stands alone for a reason says
    so in a comment that begins with «A file of its own:»."""
    users = {}
    everything = list(sources(root, "src", "apps", "tests", "python", "bench", "fuzz"))
    for path in everything:
        for _, _, name in includes(path):
            users.setdefault(name, set()).add(path)
    for path in sources(root, "src", "apps/concord"):
        if path.suffix not in {".hpp", ".cuh"}:
            continue
        text = path.read_text(encoding="utf-8")
        base = root / "src" if path.is_relative_to(root / "src") else root / "apps/concord"
        name = path.relative_to(base).as_posix()
        others = {user for user in users.get(name, set()) if user.with_suffix("") != path.with_suffix("")}
        if text.count("\n") < SHORT_HEADER and len(others) <= 1 and "A file of its own:" not in text:
            yield f"{at(root, path, 1)}: a header of {text.count(chr(10))} lines for {len(others)} file"


def rooms(root):
    """Folders that introduce themselves."""
    found = [path.parent for path in (root / "src").rglob("README.md")] + \
            [path.parent for path in (root / "apps").rglob("README.md")]
    return sorted(found)


def rooms_without_readme(root):
    needed = [root / "src" / name for name in RULES["includes"] if "/" in name or name in
              ("base", "sequence", "simd", "runtime", "alignment", "formats")]
    needed += [path for path in (root / "apps/concord").iterdir() if path.is_dir() and path.name != "mpi"]
    for folder in sorted(needed):
        if not (folder / "README.md").is_file():
            yield f"{folder.relative_to(root)}/README.md:1: there is none"


def unlisted_files(root):
    """Files that the README of their room does not name in backticks: `name.hpp`, `name.*`, or `folder/` for a folder
    with a README of its own; and names that are no file."""
    for room in rooms(root):
        readme = room / "README.md"
        text = readme.read_text(encoding="utf-8")
        rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("|")]
        names = {name for row in rows for name in re.findall(r"`([^`\s]+)`", row)}
        patterns = [re.compile("^" + re.escape(name).replace(r"\*", "[^/]*") + "$") for name in names]
        unlisted = set()
        for path in sorted(room.rglob("*")):
            if not path.is_file() or path.suffix not in SOURCES | {".in"}:
                continue
            inner = next((parent for parent in path.parents if parent != room and parent.is_relative_to(room)
                          and (parent / "README.md").is_file()), None)
            relative = (inner or path).relative_to(room).as_posix() + ("/" if inner else "")
            if not any(pattern.match(relative) for pattern in patterns):
                unlisted.add(relative)
        for relative in sorted(unlisted):
            yield f"{at(root, readme, 1)}: does not list {relative}"
        for line, content in enumerate(text.splitlines(), 1):
            if not content.startswith("|"):
                continue
            first = content.split("|")[1]
            for name in re.findall(r"`([\w./*-]+\.(?:hpp|cpp|cu|cuh|\*)|[\w./-]+/)`", first):
                if not any(room.glob(name.rstrip("/"))):
                    yield f"{at(root, readme, line)}: there is no {name}"


CHECKS = (forbidden_includes, forbidden_headers, forbidden_links, long_files, missing_includes, crumbs,
          rooms_without_readme, unlisted_files)
