"""`concord simulate`."""

import itertools


def simulations(corpus):
    for seed, form in itertools.product((1, 2), ("fastq", "fasta")):
        corpus.add("simulate", f"simulate reads -n 50 --seed {seed} -f {form}")
    for more in ("-L 30-150", "--adapter ACGTACGT --adapter-share 90% --adapter-start uniform", "--substitutions 10%",
                 "--unknown 0.2", "-n 3k", "-n 0", "-L 1", "--adapter-share 0"):
        corpus.add("simulate", f"simulate reads -n 40 {more}" if "-n" not in more else f"simulate reads {more}")
    corpus.add("simulate", "simulate reads -n 500 -o made.fastq.gz -v")
    for more in ("", "--ancestor", "--island 40", "--indels 5%", "--substitutions 0", "--seed 9"):
        corpus.add("simulate", f"simulate genomes -n 3 -L 400 {more}")
        corpus.add("simulate", f"simulate pairs -n 7 -L 100-120 {more}" if more in ("", "--seed 9") else
                   f"simulate genomes -n 1 -L 90 {more}")
    for more in ("--divergence 0", "--divergence 40% --indels 90%", "-L 1", "--indels 0"):
        corpus.add("simulate", f"simulate pairs -n 5 {more}")
    for more in ("", "--near-share 30% --edits 3 -f fasta", "--prefix AC=3,GT --suffix '' --letters dna -L 4", "--seed 5"):
        corpus.add("simulate", f"simulate words -n 40 {more}")
    for more in ("", "--letters 2", "--letters 26", "--blob 0", "--blob 150", "--rows 3 --columns 50", "--seed 5"):
        corpus.add("simulate", f"simulate matrices --rows 14 --columns 17 --blob 20 {more} --second second.txt"
                   if "--rows" not in more and "--blob" not in more else
                   f"simulate matrices {'' if '--rows' in more else '--rows 14 --columns 17'} "
                   f"{'' if '--blob' in more else '--blob 20'} {more} -o first.txt --second second.txt.gz")
