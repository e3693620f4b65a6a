"""`concord subsequence`."""

import itertools


def subsequence(corpus):
    flags = itertools.cycle(("", "--alignment"))
    for a, b in (("ABCBDAB", "BDCABA"), ("GATTACA", "GCATGC"), ("''", "abc"), ("''", "''"), ("naïve", "naive"),
                 ("same", "same"), ("x", "y"), ("日本語", "本日")):
        corpus.add_form("subsequence", f"subsequence --text {next(flags)} {a} {b}")
        corpus.add_form("subsequence", f"subsequence --text --alphabet bytes {next(flags)} {a} {b}")
    for pair in ("s40", "s300", "s3k", "s5k", "s10k", "s30k", "s30kfar", "s100k"):
        for extra in ("", "--alignment -f text", "--alignment -f json"):
            corpus.add("subsequence", f"subsequence {extra} {pair}a.fasta {pair}b.fasta")
    for a, b, kind in (("da", "db", "dna"), ("da", "db", "bytes"), ("pa", "pb", "protein"), ("longa", "longb", "dna"),
                       ("ba", "bb", "bytes"), ("ba", "bb", "utf8"), ("da", "longb", "auto"), ("g2a", "g2b", "auto")):
        corpus.add_form("subsequence", f"subsequence --alphabet {kind} {a}.fasta {b}.fasta")
        corpus.add_form("subsequence", f"subsequence --alphabet {kind} --alignment {a}.fasta {b}.fasta")
    for unit, (a, b) in itertools.product(("line", "token", "letter"), (("old.txt", "new.txt"), ("empty.txt", "old.txt"))):
        if unit != "letter":
            corpus.add_forms("subsequence", f"subsequence --by {unit} --alignment {a} {b}")
            corpus.add("subsequence", f"subsequence --by {unit} --subsequence shared.txt {a} {b}")
    corpus.add("subsequence", "subsequence --by line --alignment --color always -f text old.txt new.txt")
    corpus.add("subsequence", "subsequence --alignment --color always -f text s40a.fasta s40b.fasta")
    files = "--subsequence shared.fasta --paf found.paf --report found.html --multiqc found_mqc.json"
    for a, b in (("s40a", "s40b"), ("s3ka", "s3kb"), ("pa", "pb"), ("one", "one"), ("s10ka", "s10kb")):
        corpus.add_form("subsequence", f"subsequence {files} {a}.fasta {b}.fasta")
    corpus.add("subsequence", "subsequence --by token --report found.html --multiqc m_mqc.json old.txt new.txt")
    corpus.add("subsequence", "subsequence --exit-code --text x y")
    corpus.add("subsequence", "subsequence --alignment - s300b.fasta", stdin="s300a.fasta")
    for vectors in ("baseline", "avx2", "avx512"):
        for pair in ("da.fasta db.fasta", "pa.fasta pb.fasta", "s10ka.fasta s10kb.fasta"):
            corpus.add("subsequence", f"subsequence --vectors {vectors} --device cpu --alignment {pair}")
    for threads in (1, 2, 4):
        corpus.add("subsequence", f"subsequence -j {threads} -f json longa.fasta longb.fasta")
        corpus.add("subsequence", f"subsequence -j {threads} --alignment -f json longa.fasta longb.fasta")
    for memory in ("64k", "300k", "2M"):
        corpus.add("subsequence", f"subsequence --memory {memory} --alignment longa.fasta longb.fasta")
        corpus.add("subsequence", f"subsequence --memory {memory} --alignment s30kfara.fasta s30kfarb.fasta")
    for extra in ("", "-f json", "--show-text", "-f text --color always"):
        corpus.add("subsequence", f"subsequence --all {extra} typed.txt dictionary.txt")
        corpus.add("subsequence", f"subsequence --zip {extra} --subsequence kept.fasta p100.fasta")
        corpus.add("subsequence", f"subsequence --zip {extra} p100.fasta")
    corpus.add("subsequence", "subsequence --all -o lengths.npy proteins.fasta")
    corpus.add("subsequence", "subsequence --all --lines mixedlines.txt")
    for vectors in ("baseline", "avx2", "avx512"):
        corpus.add("subsequence", f"subsequence --zip --vectors {vectors} --device cpu p5long.fasta")
    for threads in (1, 2, 4):
        corpus.add("subsequence", f"subsequence --zip -j {threads} --subsequence kept.fasta p30.fasta")
        corpus.add("subsequence", f"subsequence --all -j {threads} mixed.fasta")
