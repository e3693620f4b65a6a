"""`concord distance`: pairs, and many sequences at once."""

import itertools


def distance_of_pairs(corpus):
    flags = itertools.cycle(("", "--alignment"))
    metrics = ("levenshtein", "hamming", "indel")
    for (a, b), metric in itertools.product((("flaw", "lawn"), ("01234", "12340"), ("''", "nothing"), ("naïve", "naive"),
                                             ("kitten", "sitting")), metrics):
        corpus.add_form("distance", f"distance --text --metric {metric} {next(flags)} {a} {b}")
    for pair, metric in itertools.product(("s40", "s300", "s3k", "s5k", "s10k", "s30k", "s30kfar", "s100k"), ("levenshtein", "indel")):
        corpus.add("distance", f"distance --metric {metric} {pair}a.fasta {pair}b.fasta")
        corpus.add_form("distance", f"distance --metric {metric} --alignment {pair}a.fasta {pair}b.fasta")
    for a, b, kind in (("da", "db", "dna"), ("da", "db", "bytes"), ("pa", "pb", "protein"), ("longa", "longb", "dna"),
                       ("ba", "bb", "bytes"), ("ba", "bb", "utf8"), ("da", "longb", "auto")):
        corpus.add_form("distance", f"distance --alphabet {kind} {a}.fasta {b}.fasta")
        corpus.add_form("distance", f"distance --alphabet {kind} --alignment {a}.fasta {b}.fasta")
    for limit, metric in itertools.product((0, 5, 20, 1000, 100000), ("levenshtein", "indel")):
        corpus.add_form("distance", f"distance --max-distance {limit} --metric {metric} s300a.fasta s300b.fasta")
        corpus.add_form("distance", f"distance --max-distance {limit} --metric {metric} --alignment s10ka.fasta s10kb.fasta")
    corpus.add("distance", "distance --max-distance 3 --exit-code da.fasta db.fasta")
    corpus.add("distance", "distance --metric hamming --exit-code da.fasta db.fasta -f json")
    for unit in ("line", "token"):
        corpus.add_forms("distance", f"distance --by {unit} --alignment old.txt new.txt")
        corpus.add("distance", f"distance --by {unit} empty.txt new.txt -f json")
    corpus.add("distance", "distance --by token --metric indel old.txt new.txt")
    corpus.add("distance", "distance --by line --alignment --color always -f text old.txt new.txt")
    files = "--paf found.paf --report found.html --multiqc found_mqc.json"
    for a, b in (("s40a", "s40b"), ("s3ka", "s3kb"), ("pa", "pb"), ("s10ka", "s10kb"), ("da", "db")):
        corpus.add_form("distance", f"distance {files} {a}.fasta {b}.fasta")
    corpus.add("distance", f"distance {files} --max-distance 2 da.fasta db.fasta")
    corpus.add("distance", f"distance --metric hamming {files} one.fasta one.fasta")
    for vectors in ("baseline", "avx2", "avx512"):
        for pair in ("da.fasta db.fasta", "pa.fasta pb.fasta", "s10ka.fasta s10kb.fasta"):
            corpus.add("distance", f"distance --vectors {vectors} --device cpu --alignment {pair}")
    for threads in (1, 2, 4):
        corpus.add("distance", f"distance -j {threads} -f json longa.fasta longb.fasta")
        corpus.add("distance", f"distance -j {threads} --alignment -f json longa.fasta longb.fasta")
    for memory in ("64k", "300k", "2M"):
        corpus.add("distance", f"distance --memory {memory} --alignment longa.fasta longb.fasta")
        corpus.add("distance", f"distance --memory {memory} --alignment s30kfara.fasta s30kfarb.fasta")
    corpus.add("distance", "distance --alignment - s300b.fasta", stdin="s300a.fasta")


def distance_of_other_edits(corpus):
    """Transpositions, and edits with weights."""
    for metric in ("osa", "damerau-levenshtein"):
        for pair in ("--text hte the", "--text ca abc", "s300a.fasta s300b.fasta", "s5ka.fasta s5kb.fasta", "da.fasta db.fasta",
                     "--by token old.txt new.txt", "--report found.html --multiqc found_mqc.json s40a.fasta s40b.fasta"):
            corpus.add_form("distance", f"distance --metric {metric} {pair}")
        corpus.add_form("distance", f"distance --metric {metric} --max-distance 20 s300a.fasta s300b.fasta")
        for vectors in ("baseline", "avx2", "avx512"):
            corpus.add("distance", f"distance --metric {metric} --vectors {vectors} --device cpu s3ka.fasta s3kb.fasta")
        corpus.add_form("distances", f"distance --zip --metric {metric} p100a.fasta p100b.fasta")
        corpus.add_form("distances", f"distance --all --metric {metric} r60.fastq")
        corpus.add_form("distances", f"distance --all --metric {metric} --max-distance 8 p100.fasta")
        corpus.add_form("distances", f"distance --all --metric {metric} --max-distance 2 --alphabet dna barcodes.txt")
        corpus.add_form("distances", f"distance --nearest 3 --metric {metric} --max-distance 12 r60.fastq r300.fasta")
        corpus.add_form("distances", f"distance --pairs pairs.tsv --metric {metric}")
        corpus.add("distances", f"distance --nearest 2 --metric {metric} --show-text -f tsv typed.txt dictionary.txt")
        corpus.add("distances", f"distance --all --metric {metric} -o found.npy p100a.fasta p100b.fasta")
    for weights in ("2,2,2", "1,1,2", "1,2,3", "0,0,0", "5,1,1"):
        corpus.add_form("distance", f"distance --weights {weights} s300a.fasta s300b.fasta")
        corpus.add("distance", f"distance --weights {weights} --max-distance 9 --text kitten sitting")
        corpus.add_form("distances", f"distance --weights {weights} --zip p100a.fasta p100b.fasta")
        corpus.add("distances", f"distance --weights {weights} --all r60.fastq")
        corpus.add_form("distances", f"distance --weights {weights} --all --max-distance 8 p100.fasta")
        corpus.add("distances", f"distance --weights {weights} --nearest 2 --show-text -f tsv typed.txt dictionary.txt")
    corpus.add("distance", "distance --weights 2,2,2 --alignment -f text s40a.fasta s40b.fasta")
    corpus.add("distance", "distance --weights 1,2,3 --report found.html s40a.fasta s40b.fasta")


def find(corpus):
    """Patterns in texts: the first records of one file in others."""
    for k, flags in itertools.product((0, 1, 3, 6), ("", "--both-strands", "--iupac", "--both-strands --iupac")):
        corpus.add_form("distance", f"distance --find -k {k} {flags} primers.fasta r300.fasta")
    for vectors in ("baseline", "avx2", "avx512"):
        corpus.add("distance", f"distance --find -k 3 --both-strands --vectors {vectors} primers.fasta longa.fasta")
    for threads in (1, 2, 4):
        corpus.add("distance", f"distance --find -k 2 -j {threads} primers.fasta longa.fasta")
    corpus.add_form("distance", "distance --find -k 1 --lines typed.txt dictionary.txt")
    corpus.add_form("distance", "distance --find -k 1 --alphabet utf8 --lines typed.txt dictionary.txt")
    corpus.add("distance", "distance --find --exit-code -k 0 primers.fasta one.fasta")
    for wrong in ("primers.fasta", "--text a b", "-k 30 primers.fasta one.fasta", "--metric osa primers.fasta one.fasta",
                  "--zip primers.fasta one.fasta", "--report x.html primers.fasta one.fasta", "--device cuda primers.fasta one.fasta",
                  "-k 99 primers.fasta one.fasta", "--weights 1,2,3 primers.fasta one.fasta"):
        corpus.add("distance", f"distance --find {wrong}")
    corpus.add("distance", "distance --iupac one.fasta one.fasta")


def distance_of_many(corpus):
    for metric in ("levenshtein", "hamming", "indel"):
        corpus.add_form("distances", f"distance --zip --metric {metric} p100a.fasta p100b.fasta")
        corpus.add_form("distances", f"distance --all --metric {metric} r60.fastq")
        corpus.add_form("distances", f"distance --all --metric {metric} --max-distance 8 p100.fasta")
        corpus.add_form("distances", f"distance --all --metric {metric} --max-distance 2 --alphabet dna barcodes.txt")
        corpus.add_form("distances", f"distance --nearest 3 --metric {metric} --max-distance 12 r60.fastq r300.fasta")
        corpus.add_form("distances", f"distance --pairs pairs.tsv --metric {metric}")
        corpus.add("distances", f"distance --nearest 2 --metric {metric} --show-text -f tsv typed.txt dictionary.txt")
        corpus.add("distances", f"distance --all --metric {metric} -o found.npy p100a.fasta p100b.fasta")
    for source in ("p400.fasta", "p30.fasta", "p5long.fasta", "p100.fasta", "p100a.fasta p100b.fasta"):
        corpus.add_form("distances", f"distance --zip {source}")
        corpus.add_form("distances", f"distance --zip --max-distance 20 {source}")
        corpus.add_form("distances", f"distance --zip --metric indel --alphabet bytes {source}")
    for source in ("r60.fastq r300.fasta", "p30.fasta", "p100.fasta", "p5long.fasta", "proteins.fasta", "mixedlines.txt --lines",
                   "dictionary.txt typed.txt", "names.fasta", "void.fasta tiny4.fasta", "poems.fasta --alphabet utf8",
                   "poems.fasta --alphabet bytes", "ambiguous.fasta", "tiny4.fasta --lines", "mixedlines.txt --alphabet utf8"):
        corpus.add_form("distances", f"distance --all {source}")
        corpus.add_form("distances", f"distance --all --max-distance 5 {source}")
        corpus.add_form("distances", f"distance --nearest 2 {source}")
    for limit, source in itertools.product((0, 1, 3, 8, 30), ("r500.fastq", "dictionary.txt", "tiled.fasta")):
        corpus.add("distances", f"distance --all --max-distance {limit} {source} -f tsv")
        corpus.add("distances", f"distance --all --max-distance {limit} {source} -f tsv --both-ways")
    for count, limit in itertools.product((1, 5, 1000), ("", "--max-distance 4")):
        corpus.add("distances", f"distance --nearest {count} {limit} --show-text typed.txt dictionary.txt")
    corpus.add("distances", "distance --nearest 2 r500.fastq r300.fasta -j 1")
    corpus.add("distances", "distance --nearest 1 --max-distance 6 tiled.fasta r500.fastq")
    corpus.add("distances", "distance --all --max-distance 4 r2k.fastq -j 2")
    corpus.add_forms("distances", "distance --pairs pairs1k.tsv")
    for kind in ("auto", "utf8", "bytes"):
        corpus.add("distances", f"distance --pairs pairs1k.tsv --alphabet {kind} --show-text -f tsv")
    files = "--report found.html --multiqc found_mqc.json"
    for question in ("--all r60.fastq", "--all --max-distance 20 r60.fastq", "--zip p100.fasta", "--pairs pairs.tsv",
                     "--nearest 2 typed.txt dictionary.txt", "--all --max-distance 0 swarm.fasta", "--all one.fasta"):
        corpus.add_form("distances", f"distance {question} {files}")
    corpus.add("distances", f"distance --all -o found.npy {files} r60.fastq")
    for ending in ("npy", "npy.gz"):
        corpus.add("distances", f"distance --all --max-distance 25 -o found.{ending} r60.fastq r300.fasta")
    corpus.add("distances", "distance --all -o found.tsv.gz r60.fastq")
    corpus.add("distances", "distance --all --max-distance 0 --exit-code p100a.fasta p100b.fasta")
    corpus.add("distances", "distance --all --lines - dictionary.txt", stdin="typed.txt")
    questions = ("--all r300.fasta r60.fastq", "--zip p400.fasta", "--all --max-distance 10 r500.fastq",
                 "--nearest 2 r60.fastq r500.fastq", "--zip p5long.fasta", "--all --alphabet protein proteins.fasta")
    for question, way in itertools.product(questions, ("--vectors baseline", "--vectors avx2", "--vectors avx512", "-j 1",
                                                       "-j 2 --device cpu", "-j 3 --memory 256M")):
        corpus.add("distances", f"distance {question} {way} -f tsv")


def near_pairs(corpus):
    """Sets large enough to be worth an estimate of keys, in one list and in two."""
    for most in (1, 2, 3):
        corpus.add("near", f"distance --all --max-distance {most} -f tsv r8k.fastq")
        corpus.add("near", f"distance --all --both-ways --max-distance {most} -f tsv r8k.fastq")
        corpus.add("near", f"distance --all --max-distance {most} -f tsv r8k.fastq r2k.fastq")
        corpus.add("near", f"distance --all --max-distance {most} -f tsv --metric indel r8k.fastq")
        corpus.add("near", f"distance --all --max-distance {most} -f tsv --metric hamming r8k.fastq")
    for extra in ("", "--both-ways", "--metric hamming", "--metric osa", "--weights 1,2,3"):
        corpus.add("distances", f"distance --all --max-distance 3 {extra} -o near.npz swarm.fasta")
    corpus.add("distances", "distance --all --max-distance 2 -o near.npz typed.txt dictionary.txt")
    corpus.add("distances", "distance --all --max-distance 0 -o near.npz barcodes.txt")
