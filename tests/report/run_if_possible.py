"""Runs one module of tests; leaves with 77 (skipped) where what it needs is missing."""

import importlib.util
import shutil
import sys
import unittest

NEEDS = {"browser_test": (["selenium"], ["chromium", "chromedriver"]), "exchange_test": (["Bio", "multiqc"], [])}

module = sys.argv[1]
packages, programs = NEEDS[module]
missing = [name for name in packages if importlib.util.find_spec(name) is None]
missing += [name for name in programs if shutil.which(name) is None]
if missing:
    print(f"skipped: {', '.join(missing)} not found")
    sys.exit(77)
unittest.main(module=module, argv=[module, *sys.argv[2:]], verbosity=2)
