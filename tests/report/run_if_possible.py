"""Runs one module of tests in a virtual environment; leaves with 77 (skipped) where what it needs is missing."""

import pathlib
import shutil
import subprocess
import sys

NEEDS = {"browser_test": (["selenium"], ["chromium", "chromedriver"]), "exchange_test": (["Bio", "multiqc"], []),
         "recipe_test": (["rattler_build", "yaml"], []), "snakemake_test": (["snakemake"], [])}


def is_there(python, package):
    look = f"import importlib.util, sys; sys.exit(importlib.util.find_spec({package!r}) is None)"
    return subprocess.run([python, "-c", look], check=False).returncode == 0


python = pathlib.Path(sys.argv[1]) / "bin" / "python"
module = sys.argv[2]
packages, programs = NEEDS[module]
missing = [name for name in programs if shutil.which(name) is None]
missing += [name for name in packages if not python.exists() or not is_there(python, name)]
if missing:
    print(f"skipped: {', '.join(missing)} not found")
    sys.exit(77)
sys.exit(subprocess.run([python, "-m", "unittest", "-v", module, *sys.argv[3:]], check=False).returncode)
