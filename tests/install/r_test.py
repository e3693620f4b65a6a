"""The R package against the installed library: it installs, and its own tests pass.

    BUILD=build/release python3 r_test.py

Leaves with 77 (skipped) where R, Rcpp or testthat is missing.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
NEEDED = ("Rcpp", "testthat")
TESTS = 'library(testthat); library(concord); test_dir("tests", reporter = "summary", stop_on_failure = TRUE)'


def missing():
    if shutil.which("Rscript") is None:
        return ["R"]
    looks = ", ".join(f'"{each}"' for each in NEEDED)
    found = subprocess.run(["Rscript", "-e", f"cat(setdiff(c({looks}), rownames(installed.packages())))"], check=False,
                           capture_output=True, text=True)
    return found.stdout.split() if found.returncode == 0 else list(NEEDED)


def main():
    absent = missing()
    if absent:
        print(f"skipped: {', '.join(absent)} not found")
        return 77
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        prefix, library, package = (folder / name for name in ("prefix", "library", "concord"))
        library.mkdir()
        subprocess.run(["cmake", "--install", os.environ["BUILD"], "--prefix", prefix], check=True,
                       stdout=subprocess.DEVNULL)
        shutil.copytree(ROOT / "r", package, ignore=shutil.ignore_patterns("*.o", "*.so", "Makevars"))
        flags = folder / "Makevars"  # Rcpp's headers are most of what is compiled, and how fast it runs does not matter here
        flags.write_text("CXXFLAGS = -O0 -g0\nCXX20FLAGS = -O0 -g0\n")
        found = [each.parent for each in prefix.rglob("pkgconfig/concord.pc")]
        environment = {**os.environ, "PKG_CONFIG_PATH": str(found[0]), "R_LIBS": str(library), "MAKEFLAGS": "-j2",
                       "R_MAKEVARS_USER": str(flags)}
        subprocess.run(["R", "CMD", "INSTALL", f"--library={library}", package], check=True, env=environment)
        shutil.copytree(package / "tests/testthat", folder / "tests")
        subprocess.run(["Rscript", "-e", TESTS], check=True, env=environment, cwd=folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
