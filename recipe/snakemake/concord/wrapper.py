"""Snakemake wrapper of Concord: one command, its inputs in order, an option for each named output."""

import pathlib
import shlex

from snakemake.shell import shell

job = snakemake  # noqa: F821 - Snakemake defines it
outputs = dict(job.output.items())
table = outputs.pop("table", None)
words = ["concord", *shlex.split(job.params.get("command", "adapters"))]
words += ["--threads", str(job.threads), "--progress", "never"]
if isinstance(job.resources.get("mem_mb"), int):
    words += ["--memory", f"{job.resources.mem_mb}M"]
if table is not None:
    form = {".json": "json", ".txt": "text"}.get(pathlib.PurePath(table.removesuffix(".gz")).suffix, "tsv")
    words += ["--format", form, "--color", "never", "--output", table]
for name, file in outputs.items():
    words += ["--" + name.replace("_", "-"), file]
words += [*shlex.split(job.params.get("extra", "")), "--", *job.input]

call = shlex.join(words)
log = job.log_fmt_shell(stdout=table is None, stderr=True)
shell("{call} {log}")
