"""`concord substring`: small inputs, reads, long sequences, files beside the answer, and ways to run."""

import itertools


def substring_of_small(corpus):
    for name in ("tiny4.fasta", "ambiguous.fasta", "names.fasta", "protein.fasta", "twice.fasta", "void.fasta"):
        for k in (0, 1, 4):
            corpus.add_form("substring", f"substring -k {k} -t 2 {name}")
    for name in ("paper.fasta", "one.fasta", "letter.fasta", "allvoid.fasta", "equal.fasta", "wrapped.fasta", "crlf.fastq",
                 "noend.fasta", "latin.fasta", "rna.fasta", "runs.fasta", "words.fasta", "edges.fasta"):
        corpus.add_form("substring", f"substring -k 1 {name}")
        corpus.add_form("substring", f"substring -k 0 -t 100% --all {name}")
    for text in ("substring -k 1 -t 3 --all tiny4.fasta", "substring -t 4 -l 6 tiny4.fasta",
                 "substring -k 2 -t 50% --color always tiny4.fasta", "substring -k 11 -t 4 tiny4.fasta",
                 "substring -k 1000 -t 4 tiny4.fasta", "substring -k 1k -t 2 --all ambiguous.fasta"):
        corpus.add_forms("substring", text)
    for kind in ("auto", "dna", "protein", "bytes"):
        corpus.add_form("substring", f"substring -k 1 -t 2 --alphabet {kind} rna.fasta")
        corpus.add_form("substring", f"substring -k 1 -t 2 --all --alphabet {kind} paper.fasta")
    for name in ("latin.fasta", "poems.fasta", "ambiguous.fasta"):
        corpus.add_form("substring", f"substring -k 1 -t 2 --alphabet bytes {name}")
    corpus.add("substring", "substring -t 4 -l 6 --exit-code -f json -o out.json tiny4.fasta")
    corpus.add("substring", "substring -t 2 --exit-code tiny4.fasta")
    for source in ("tiny4.fasta.gz", "misnamed.fasta", "tiny4.fastq", "tiny4.fasta r60.fastq", "tiny4.fasta tiny4.fastq"):
        corpus.add("substring", f"substring -k 1 -t 3 -f json {source}")
    for source in ("tiny4.fasta", "tiny4.fasta.gz", "misnamed.fasta", "empty.fasta"):
        corpus.add("substring", "substring -k 1 -t 3 -f json -", stdin=source)
    corpus.add("substring", "substring -k 1 -t 3 -f json paper.fasta -", stdin="tiny4.fastq")


def substring_of_reads(corpus):
    for k, t in itertools.product((0, 1, 2, 3, 5, 10, 20), ("2", "20%", "90%")):
        corpus.add_form("substring", f"substring -k {k} -t {t} r300.fasta")
    for k, t, least in itertools.product((0, 1, 3, 8), ("25", "101"), (15, 30)):
        corpus.add_form("substring", f"substring -k {k} -t {t} -l {least} r500.fastq")
    for k, t in ((1, "5%"), (3, "10"), (10, "400"), (0, "20")):
        corpus.add_form("substring", f"substring -k {k} -t {t} --all -l 12 r2k.fastq")
        corpus.add_form("substring", f"substring -k {k} -t {t} r3k.fasta -j 1")
    for k, t in ((0, 5), (1, 20), (2, 30), (3, 400), (1, 1000)):  # the filter and its joins
        corpus.add_form("substring", f"substring -k {k} -t {t} -l 15 -j 1 r20k.fastq.gz")
    for k, t in ((1, 40), (0, 3), (2, 8000)):
        corpus.add_form("substring", f"substring -k {k} -t {t} -l 15 -j 2 r40k.fasta")
    for k, t in ((1, 8), (2, 20), (3, 400), (5, 1600)):
        corpus.add_form("substring", f"substring -k {k} -t {t} --all -l 15 r8k.fastq")
    for k, t in ((1, 1000), (2, 300), (3, 3000)):
        corpus.add_form("substring", f"substring -k {k} -t {t} -l 15 r100k.fastq.gz")
    for k in (0, 1, 2, 4):
        corpus.add_form("substring", f"substring -k {k} -t 30% own.fastq")
        corpus.add_form("substring", f"substring -k {k} -t 3 clean.fastq")
        corpus.add_form("substring", f"substring -k {k} -t 12 mixed.fasta")
        corpus.add_form("substring", f"substring -k {k} -t 60 --all swarm.fasta")
        corpus.add_form("substring", f"substring -k {k} -t 20 tiled.fasta")
    for source in ("r500.fastq.gz", "r500.bgzf", "tiled.bgzf"):
        for threads in (1, 2):
            corpus.add_form("substring", f"substring -k 1 -t 100 -j {threads} {source}")


def substring_of_long(corpus):
    for k in (0, 1, 5, 20, 50):
        corpus.add_form("substring", f"substring -k {k} -t 5 g5.fasta")
        corpus.add_form("substring", f"substring -k {k} -t 50% g8.fasta")
    for k, t in ((3, 12), (10, 6), (30, 12), (200, 3)):
        corpus.add_form("substring", f"substring -k {k} -t {t} g12.fasta")
    for k in (0, 2, 40):
        corpus.add_form("substring", f"substring -k {k} -t 2 g2.fasta")
        corpus.add_form("substring", f"substring -k {k} -t 16 g16copies.fasta")
    corpus.add_form("substring", "substring -k 60 -t 2 g2like.fasta")
    for k in (0, 1, 4, 12):
        corpus.add_form("substring", f"substring -k {k} -t 40% --alphabet protein proteins.fasta")
        corpus.add_form("substring", f"substring -k {k} -t 8 --alphabet bytes poems.fasta")


def substring_files(corpus):
    everything = ("--occurrences found.tsv --per-sequence each.tsv --motif found.meme --report found.html "
                  "--multiqc found_mqc.json")
    for name, asked in (("tiny4.fasta", "-k 1 -t 3"), ("names.fasta", "-k 1 -t 2"), ("protein.fasta", "-k 1 -t 3"),
                        ("r60.fastq", "-k 1 -t 50%"), ("r300.fasta", "-k 0 -t 3"), ("g8.fasta", "-k 4 -t 9"),
                        ("ambiguous.fasta", "-k 0 -t 2"), ("tiny4.fasta", "-t 4 -l 9"), ("one.fasta", "-t 1")):
        corpus.add_form("substring", f"substring {asked} {everything} {name}")
    for ending in ("tsv", "bed", "fa", "fasta", "tsv.gz", "bed.gz", "txt"):
        corpus.add("substring", f"substring -k 2 -t 30 --occurrences found.{ending} r500.fastq")
    corpus.add("substring", "substring -k 1 -t 3 --occurrences found.bed -q names.fasta")
    corpus.add("substring", "substring -k 1 -t 3 --report found.html --alphabet bytes latin.fasta")
    for k, t in ((0, 3), (1, 8), (3, 50), (8, 2)):
        corpus.add("substring", f"substring -k {k} -t {t} --per-sequence each.tsv r500.fastq")
        corpus.add("substring", f"substring -k {k} -t 4 -l 5 --per-sequence each.tsv g8.fasta")
    for name in ("mixed.fasta", "proteins.fasta", "swarm.fasta", "void.fasta", "equal.fasta"):
        corpus.add("substring", f"substring -k 1 -t 2 --per-sequence each.tsv.gz -f json {name}")
    for ending in ("json", "json.gz", "tsv.gz"):
        corpus.add("substring", f"substring -k 1 -t 9 -o out.{ending} -f {ending.split('.')[0]} r60.fastq")


def substring_ways(corpus):
    asked = (("-k 2 -t 40 r500.fastq --all", "r500"), ("-k 6 -t 5 g5.fasta", "g5"),
             ("-k 3 -t 12 --alphabet protein proteins.fasta", "proteins"), ("-k 1 -t 20 -l 15 r8k.fastq", "r8k"))
    for vectors, (question, _) in itertools.product(("baseline", "avx2", "avx512"), asked):
        corpus.add_form("substring", f"substring {question} --vectors {vectors} -j 1")
    for threads, (question, _) in itertools.product((1, 2, 5), asked):
        corpus.add_form("substring", f"substring {question} --device cpu -j {threads} --memory 512M")
    corpus.add("substring", "substring -k 1 -t 60 --vectors baseline --per-sequence each.tsv r300.fasta")
    for question, memory in itertools.product(("-k 2 -t 40 -l 15 r20k.fastq.gz", "-k 3 -t 6 g12.fasta", "-k 1 -t 60 r2k.fastq"),
                                              ("1M", "16M", "100MiB")):
        corpus.add("substring", f"substring {question} --memory {memory} -f json")
    corpus.add("substring", "substring -v --progress never -k 1 -t 20% r300.fasta")
    corpus.add("substring", "substring --progress always -k 1 -t 20% r300.fasta")


def substring_variants(corpus):
    small = ("tiny4.fasta", "ambiguous.fasta", "names.fasta", "void.fasta", "equal.fasta", "runs.fasta", "one.fasta", "edges.fasta",
             "r60.fastq", "mixed.fasta")
    asked = ("--metric levenshtein -k 1", "--metric levenshtein -k 3", "--both-strands -k 1", "--iupac -k 1",
             "--top 3 -k 1", "--copies 2", "--from-start 12", "--from-end 12 -k 1",
             "--metric levenshtein --both-strands --iupac -k 1 --top 2 --from-start 20 --from-end 20")
    for index, name in enumerate(small):
        for question in (asked[index % len(asked)], asked[(index + 4) % len(asked)]):
            corpus.add_forms("variants", f"substring {question} {name} --alphabet dna")
    for question in asked:
        corpus.add_form("variants", f"substring {question} -t 30% -l 6 r300.fasta")
        corpus.add_form("variants", f"substring {question} -t 6 -l 10 g8.fasta")
    everything = ("--occurrences found.tsv --motif found.meme --report found.html "
                  "--multiqc found_mqc.json")
    for question in ("--metric levenshtein -k 2", "--both-strands -k 1", "--metric levenshtein -k 1 --both-strands --top 2"):
        corpus.add_form("variants", f"substring {question} -t 50% {everything} r60.fastq")
        corpus.add("variants", f"substring {question} -t 20% --occurrences found.bed r300.fasta")
    for metric in ("hamming", "levenshtein"):
        corpus.add_form("variants", f"substring --metric {metric} -k 1 -t 2 --max-lcp lcp.tsv --length-stat stat.tsv tiny4.fasta")
        for way in ("-j 1", "-j 2", "--vectors baseline", "--vectors avx2", "--device cpu", "--device cuda"):
            corpus.add("variants", f"substring --metric {metric} --both-strands -k 2 -t 40 r500.fastq {way} -f tsv")
    for wrong in ("--iupac --alphabet protein proteins.fasta", "--both-strands --alphabet bytes poems.fasta", "--top 0 r60.fastq",
                  "--copies 0 r60.fastq", "--metric jaro r60.fastq", "--from-start x r60.fastq"):
        corpus.add("variants", f"substring {wrong}")
