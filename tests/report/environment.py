"""Fills the virtual environment of tests/requirements.txt, once; leaves with 77 (skipped) where packages are out of reach."""

import pathlib
import shutil
import subprocess
import sys

folder, requirements = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
done = folder / "requirements.txt"
if done.exists() and done.read_text() == requirements.read_text():
    sys.exit(0)
shutil.rmtree(folder, ignore_errors=True)
python = folder / "bin" / "python"
for command in ([sys.executable, "-m", "venv", folder],
                [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile", "-r", requirements]):
    try:
        subprocess.run([str(word) for word in command], check=True)
    except (OSError, subprocess.CalledProcessError) as failure:
        print(f"skipped: the packages of {requirements} cannot be installed here: {failure}")
        sys.exit(77)
shutil.copyfile(requirements, done)
