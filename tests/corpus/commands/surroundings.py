"""Several commands on terminals of some width, and on real data."""

import itertools

import inputs


def terminals(corpus):
    for columns in (60, 140):
        for text in ("substring -k 1 -t 20% r300.fasta", "component a.txt b.txt", "distance --alignment s300a.fasta s300b.fasta",
                     "overlap -t 3 g8.fasta", "subsequence --by line --alignment old.txt new.txt", "distance --all r60.fastq"):
            corpus.add("terminal", f"{text} --progress never", columns=columns)
    corpus.add("terminal", "substring -k 1 -t 20% r300.fasta --color never --progress never", columns=100)
    corpus.add("terminal", "distance --nearest 1 --progress never -f tsv typed.txt dictionary.txt", columns=80)


def real_data(corpus):
    for name, k, (t, least) in itertools.product(("soil51_1k.fasta", "soil51_5k.fasta"), (1, 3, 10), ((0, 15), (1, 30))):
        support = {"soil51_1k.fasta": (201, 21), "soil51_5k.fasta": (1001, 101)}[name][t]
        corpus.add_form("data", f"substring {name} -k {k} -t {support} -l {least}")
    for k, t in ((0, 27), (5, 27), (5, 14), (20, 27)):
        corpus.add_form("data", f"substring primates27_mtDNA.fasta -k {k} -t {t}")
    corpus.add_forms("data", "overlap --every-support primates27_mtDNA.fasta")
    corpus.add("data", "overlap --repeat --report found.html primates27_mtDNA.fasta")
    corpus.add_form("data", "overlap --overlaps 25 cutadapt_illumina.fastq.gz")
    for name in ("crp0.fasta", "cutadapt_illumina.fastq.gz", "adapterremoval_reads_1.fastq"):
        for k in (0, 2):
            corpus.add_form("data", f"substring -k {k} -t 30% --occurrences found.bed --motif found.meme {name}")
        corpus.add_form("data", f"distance --nearest 1 {name} --report found.html")
    corpus.add("data", "distance --all --max-distance 2 miRBase_hairpin.fa.gz")
    corpus.add("data", "substring -k 0 -t 20 -f json miRBase_hairpin.fa.gz")
    for name in inputs.REAL_CASES:
        corpus.add("data", f"substring -f json {name}.fastq")
