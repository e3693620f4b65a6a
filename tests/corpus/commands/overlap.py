"""`concord overlap` and `concord overlap index`."""


def overlap(corpus):
    small = ("tiny4.fasta", "ambiguous.fasta", "names.fasta", "protein.fasta", "void.fasta", "equal.fasta", "latin.fasta",
             "runs.fasta", "words.fasta", "one.fasta", "letter.fasta", "allvoid.fasta", "edges.fasta")
    for name in small:
        corpus.add_form("overlap", f"overlap {name}")
        corpus.add_form("overlap", f"overlap --every-support {name}")
        corpus.add_form("overlap", f"overlap --repeat {name}")
        corpus.add_form("overlap", f"overlap --overlaps 3 {name}")
    for name in ("r500.fastq", "g5.fasta", "g8.fasta", "tiled.fasta", "proteins.fasta", "swarm.fasta", "g16copies.fasta",
                 "poems.fasta", "r20k.fastq.gz", "g2.fasta", "g1.fasta", "g2long.fasta", "mixed.fasta"):
        corpus.add_form("overlap", f"overlap --every-support {name}")
        corpus.add_form("overlap", f"overlap {name}")
        corpus.add_form("overlap", f"overlap --repeat {name}")
    for t in ("1", "3", "20%", "100%"):
        corpus.add_form("overlap", f"overlap -t {t} g8.fasta")
        corpus.add_form("overlap", f"overlap -t {t} -l 20 r500.fastq")
    for least in (1, 8, 15, 30, 200):
        corpus.add_form("overlap", f"overlap --mems {least} g8a.fasta g8b.fasta" if least > 8 else
                        f"overlap --mems {least} tiny4.fasta paper.fasta")
        corpus.add_form("overlap", f"overlap --overlaps {least} {'tiled.fasta' if least > 8 else 'mixed.fasta'}")
        corpus.add_form("overlap", f"overlap --mems {least + 10} g2a.fasta g2b.fasta")
    corpus.add_form("overlap", "overlap --mems 40 runs.fasta runs.fasta")
    corpus.add_form("overlap", "overlap --mems 12 words.fasta runs.fasta --alphabet bytes")
    corpus.add_form("overlap", "overlap --overlaps 20 r500.fastq --alphabet dna")
    corpus.add_forms("overlap", "overlap --lce places.tsv g8.fasta")
    corpus.add("overlap", "overlap --lce - g8.fasta", stdin="places.tsv")
    for kind in ("dna", "protein", "bytes"):
        corpus.add_form("overlap", f"overlap -t 2 --every-support --alphabet {kind} rna.fasta")
    for ending in ("tsv", "bed", "fa", "fasta", "bed.gz"):
        corpus.add("overlap", f"overlap -t 3 --occurrences found.{ending} g8.fasta")
        corpus.add("overlap", f"overlap --repeat --occurrences found.{ending} -f json g5.fasta")
    files = "--report found.html --multiqc found_mqc.json"
    for question in ("-t 3 g8.fasta", "--every-support g8.fasta", "--repeat g5.fasta", "-t 40 -l 60 r500.fastq", "names.fasta",
                     "--occurrences found.bed r300.fasta", "--mems 20 --paf found.paf g8a.fasta g8b.fasta",
                     "--overlaps 30 --paf found.paf tiled.fasta", "--mems 900 --paf found.paf g8a.fasta g8b.fasta",
                     "--lce places.tsv g8.fasta"):
        corpus.add_form("overlap", f"overlap {question} {files}")
    for question in ("-l 5000 g8.fasta", "--repeat -l 300 g5.fasta", "--mems 999 g8a.fasta g8b.fasta"):
        corpus.add("overlap", f"overlap --exit-code {question}")
    for question in ("g5.fasta", "--repeat g2long.fasta", "--mems 25 g2a.fasta g2b.fasta", "--overlaps 40 tiled.fasta",
                     "--every-support r20k.fastq.gz"):
        for way in ("-j 1", "-j 2 --device cpu", "--vectors baseline", "--vectors avx2", "--memory 64M"):
            corpus.add("overlap", f"overlap {question} {way} -f tsv")
    corpus.add("overlap", "overlap -t 2 -f json -", stdin="misnamed.fasta")
    corpus.add("overlap", "overlap -f tsv -t 3 tiny4.fasta r60.fastq tiny4.fastq")
    for name in ("tiny4.fasta", "ambiguous.fasta", "rna.fasta", "runs.fasta", "void.fasta", "g5.fasta", "names.fasta"):
        for question in ("--every-support", "--repeat", "--matches 12 -k 1", "--in-at-least 2 -l 8 --max-copies 2"):
            corpus.add_form("overlap", f"overlap {question} --both-strands --alphabet dna {name}")
    for question in ("--mems 12", "--mems 12 --unique", "--mems 900"):
        more = "--paf found.paf --mums found.mums"
        corpus.add_form("overlap", f"overlap {question} {more} g8a.fasta g8b.fasta")
        corpus.add_form("overlap", f"overlap {question} {more} {files} --both-strands g8a.fasta g8b.fasta")
    for question in ("--in-at-least 3", "--in-at-least 100%", "--max-copies 3 -l 30", "--in-at-least 9", "--in-at-least 4 -l 12"):
        corpus.add_form("overlap", f"overlap {question} --mums found.mums {files} g8.fasta")
    for ending in ("tsv", "bed", "fa"):
        corpus.add("overlap", f"overlap -t 3 --both-strands --occurrences found.{ending} {files} -f text g8.fasta")
    corpus.add("overlap", "overlap --both-strands proteins.fasta")
    corpus.add("overlap", "overlap --both-strands --overlaps 9 g8.fasta")


def index(corpus):
    for name, more in (("g8.fasta", ""), ("g16copies.fasta", "-j 1"), ("proteins.fasta", "--alphabet protein"),
                       ("tiled.fasta", ""), ("latin.fasta", "--alphabet bytes"), ("r500.fastq.gz", "-j 2"),
                       ("void.fasta", ""), ("runs.fasta", ""), ("one.fasta", "")):
        made = f"overlap index {more} {name} -o made.cdx"
        corpus.add("index", made, "overlap made.cdx -f json", "overlap --repeat made.cdx")
        corpus.add("index", made, "overlap --every-support -f text made.cdx")
    for question in ("-t 50% --occurrences found.bed", "--mems 15 --first 3", "--overlaps 5", "--lce places.tsv",
                     "--mems 30 --first 1 --paf found.paf --report found.html", "-t 4 --report found.html",
                     "--mems 30", "--first 3", "--mems 30 --first 9", "--alphabet dna", "g8.fasta"):
        corpus.add("index", "overlap index g8.fasta -o made.cdx", f"overlap {question} made.cdx -f json")
    corpus.add("index", "overlap index - -o made.cdx", stdin="r60.fastq")
    corpus.add("index", "overlap index tiny4.fasta paper.fasta -o made.cdx -v")
    corpus.add("index", "overlap index g8.fasta --suffix-array sa.npy --lcp-array lcp.npy --inverse isa.npy --bwt bwt.npy")
    corpus.add("index", "overlap index latin.fasta --alphabet bytes -o made.cdx --bwt bwt.npy")
    for question in ("-t 50%", "--repeat", "--mems 15 --first 3 --unique", "--matches 20 -k 1", "--lce places.tsv"):
        corpus.add("index", "overlap index --both-strands g8.fasta -o made.cdx", f"overlap {question} made.cdx -f json")
    corpus.add("index", "overlap index g8.fasta -o made.cdx", "overlap --both-strands made.cdx")


def matches(corpus):
    for least, k in ((4, 1), (3, 1), (2, 1), (2, 0), (5, 3)):
        for name in ("paper.fasta", "tiny4.fasta", "ambiguous.fasta", "void.fasta"):
            corpus.add_form("matches", f"overlap --matches {least} -k {k} {name}")
    for least, k in ((20, 0), (20, 1), (24, 2), (40, 8)):
        corpus.add_form("matches", f"overlap --matches {least} -k {k} g8.fasta")
        corpus.add_form("matches", f"overlap --matches {least} -k {k} --paf found.paf g8a.fasta g8b.fasta")
        corpus.add("matches", f"overlap --matches {least} -k {k} -j 1 --vectors baseline g5.fasta")
    for wrong in ("--matches 0 g8.fasta", "--matches 20 -k 21 edges.fasta", "--matches 20 -k 1 --device cuda g8.fasta", "-k 1 g8.fasta"):
        corpus.add("matches", f"overlap {wrong}")
