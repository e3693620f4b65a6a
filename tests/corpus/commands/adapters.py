"""`concord adapters`."""


def adapters(corpus):
    for name in ("r500.fastq", "r8k.fastq", "r20k.fastq.gz", "clean.fastq", "own.fastq", "r3k.fasta", "r40k.fasta", "tiny4.fasta",
                 "void.fasta", "g8.fasta"):
        corpus.add_forms("adapters", f"adapters {name}")
    corpus.add_forms("adapters", "adapters r500.fastq r500.fastq")
    files = "--fasta found.fa --report found.html --multiqc found_mqc.json"
    for name in ("r8k.fastq", "clean.fastq", "r2k.fastq r2k.fastq"):
        corpus.add_form("adapters", f"adapters {files} {name}")
    for option in ("--min-share 30%", "--min-reads 200", "--most 1", "--exit-code", "-j 1", "-j 2",
                   "--vectors baseline", "--device cpu", "--known paper.fasta", "--memory 1G"):
        corpus.add("adapters", f"adapters {option} -f tsv r8k.fastq")
    corpus.add("adapters", "adapters --exit-code clean.fastq")
    corpus.add("adapters", "adapters -f json -", stdin="r500.fastq")
    for wrong in ("--device cuda r8k.fastq", "--memory 1M r8k.fastq", "--min-share 2 r8k.fastq", "proteins.fasta",
                  "r500.fastq r2k.fastq", "--known proteins.fasta r500.fastq", "--known gone.fasta r500.fastq", "latin.fasta",
                  "-k 1 r8k.fastq"):
        corpus.add("adapters", f"adapters {wrong}")
