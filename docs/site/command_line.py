"""A page of what `concord … --help` prints, for every command."""

import re
import subprocess


def help_of(program, path):
    return subprocess.run([program, *path, "--help"], check=True, capture_output=True, text=True).stdout


def command_line_page(program):
    lines = ["# The command line", "",
             "What `--help` prints; `man concord` shows the same. Which devices, libraries and compilers a program was "
             "built with: `concord --version --format json`.", ""]

    def add(path):
        text = help_of(program, path)
        lines.extend([f"## {' '.join(['concord', *path])}", "", "```", text.strip("\n"), "```", ""])
        commands = text.partition("\nCommands:\n")[2].split("\n\n")[0]
        for below in re.findall(r"^  ([a-z][\w-]*) ", commands, re.MULTILINE):
            add([*path, below])

    add([])
    return "\n".join(lines)
