"""The commands of the corpus: what each runs, step by step, and what it needs.

A command's name is its group and a hash of what it runs, so that it stays when others are added. Write a new one as a
line in the function of its group; inputs are named as in inputs.py.
"""

import hashlib
import itertools
import shlex

import inputs

FORMS = ("text", "tsv", "json")


class Step:
    """One run of the program, in the folder of its command."""

    def __init__(self, text, stdin=None, ranks=0, columns=0, stop_after=0.0):
        self.words = shlex.split(text)
        self.stdin = stdin            # an input
        self.ranks = ranks            # of concord-mpi; 0: one process of concord
        self.columns = columns        # of the terminal that stdout is; 0: a pipe
        self.stop_after = stop_after  # seconds until SIGUSR1; what the step says is then not looked at

    def line(self):
        program = f"mpirun -n {self.ranks} concord-mpi" if self.ranks else "concord"
        line = f"{program} {' '.join(map(shlex.quote, self.words))}"
        if self.stdin:
            line += f" < {self.stdin}"
        if self.columns:
            line += f" (on a terminal of {self.columns} columns)"
        return line + (f" (stopped after {self.stop_after} s)" if self.stop_after else "")


class Command:
    def __init__(self, group, steps, needs=()):
        self.group = group
        self.steps = steps
        self.line = "  &&  ".join(step.line() for step in steps)
        self.name = f"{group}-{hashlib.sha256(self.line.encode()).hexdigest()[:8]}"
        known = inputs.names()
        words = {word for step in steps for word in [*step.words, step.stdin]}
        self.inputs = sorted(words & known)
        self.needs = set(needs)
        if any(step.ranks for step in steps):
            self.needs.add("ranks")
        if set(self.inputs) & set(inputs.real_files()):
            self.needs.add("data")
        for step in steps:
            for vectors in ("avx2", "avx512"):
                if vectors in step.words:
                    self.needs.add(vectors)


class Corpus:
    def __init__(self):
        self.commands = []
        self.forms = itertools.cycle(FORMS)

    def add(self, group, *texts, needs=(), **how):
        """One command of some steps; each is a text, or a Step; `how` is for texts."""
        steps = [text if isinstance(text, Step) else Step(text, **how) for text in texts]
        self.commands.append(Command(group, steps, needs))

    def add_form(self, group, text, **how):
        """The same with the next of the three formats."""
        self.add(group, f"{text} -f {next(self.forms)}", **how)

    def add_forms(self, group, text, **how):
        for form in FORMS:
            self.add(group, f"{text} -f {form}", **how)


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


def component(corpus):
    pairs = ("a.txt b.txt", "m12a.txt m12b.txt", "m40a.txt m40b.txt", "m41a.txt m41b.txt", "m64a.txt m64b.txt",
             "m90a.txt m90b.txt", "crossa.txt crossb.txt", "m12a.txt m90b.txt", "cell.txt a.txt")
    for pair, links in itertools.product(pairs, (4, 8)):
        corpus.add_form("component", f"component --connectivity {links} {pair}")
    corpus.add_forms("component", "component a.txt b.txt")
    corpus.add_forms("component", "component m100a.txt m100b.txt")
    for way in ("-j 1", "--connectivity 8", "--memory 1M", "--memory 300k", "--vectors baseline"):
        corpus.add("component", f"component {way} m200a.txt m200b.txt -f json")
    numbers = ("grey.csv near.tsv", "grey.pgm near.pgm", "grey.png near.png", "grey.csv near-i2.npy", "near-u8.npy grey.png",
               "reals-f8.npy reals-f4.npy", "deep.pgm deep.png", "near-i2.npy reals-f8.npy", "reals.csv reals.csv",
               "truths.npy truths.npy")
    for pair, tolerance in itertools.product(numbers, ("0", "4", "0.5")):
        corpus.add_form("component", f"component --tolerance {tolerance} {pair}")
    for pair in numbers[:4]:
        corpus.add_form("component", f"component --tolerance 12 --connectivity 8 {pair}")
    for pair in ("rgb.png rgb.ppm", "rgba.png rgb.png", "palette.png rgb.ppm", "bits.png bits.png", "palette.png palette.png"):
        corpus.add_form("component", f"component {pair}")
    corpus.add("component", "component --cells numbers cells.txt cells.txt -f json")
    corpus.add("component", "component --cells letters grey.csv near.tsv -f text")
    corpus.add("component", "component --cells letters cells.txt cells.txt -f text")
    corpus.add("component", "component cells.txt cells.txt -f json")
    corpus.add("component", "component latin-matrix.txt latin-matrix.txt -f json")
    corpus.add("component", "component --color always -f text a.txt b.txt")
    files = "--mask found.npy --picture found.png --report found.html"
    for pair in ("a.txt b.txt", "m41a.txt m41b.txt", "--tolerance 4 grey.png near.png", "rgba.png rgb.png",
                 "--tolerance 0.25 grey.csv near.tsv", "--min-size 9 a.txt b.txt", "m90a.txt m90b.txt",
                 "reals-f8.npy reals-f4.npy"):
        corpus.add_form("component", f"component {files} {pair}")
    corpus.add("component", "component --mask found.npy.gz -o found.json.gz -f json a.txt b.txt")
    for least in (5, 100):
        corpus.add_form("component", f"component --min-size {least} --exit-code a.txt b.txt")
    corpus.add("component", "component - b.txt -f json", stdin="a.txt.gz")
    corpus.add("component", "component a.txt -", stdin="near.png")
    for pair, way in itertools.product(("m40a.txt m40b.txt", "m90a.txt m90b.txt", "--tolerance 5 grey.pgm near.pgm"),
                                       ("--vectors baseline", "--vectors avx2", "--vectors avx512", "-j 1",
                                        "-j 2 --device cpu", "-j 3 --memory 128M")):
        corpus.add("component", f"component {pair} {way} -f json")


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
    for more in ("", "--letters 2", "--letters 26", "--blob 0", "--blob 150", "--rows 3 --columns 50", "--seed 5"):
        corpus.add("simulate", f"simulate matrices --rows 14 --columns 17 --blob 20 {more} --second second.txt"
                   if "--rows" not in more and "--blob" not in more else
                   f"simulate matrices {'' if '--rows' in more else '--rows 14 --columns 17'} "
                   f"{'' if '--blob' in more else '--blob 20'} {more} -o first.txt --second second.txt.gz")


SHARED_QUESTIONS = {
    "substring": ("-k 1 -t 20% --all r500.fastq", "-k 3 -t 50 -l 30 r500.fastq", "-k 8 -t 50 -l 44 --all r500.fastq",
                  "-k 0 -t 45 r500.fastq", "-k 0 -t 99% -l 30 r500.fastq", "-k 5 -t 4 g5.fasta",
                  "-k 1 -t 2 --alphabet protein protein.fasta", "-k 1 -t 2 names.fasta", "-k 1 -t 40 -l 15 r8k.fastq",
                  "-k 1 -t 30 --occurrences found.bed --per-sequence each.tsv r500.fastq"),
    "component": ("a.txt b.txt", "m41a.txt m41b.txt", "--connectivity 8 m90a.txt m90b.txt",
                  "--tolerance 4 --mask found.npy --picture found.png grey.png near.png", "--min-size 999 a.txt b.txt"),
    "distance": ("--all r60.fastq", "--all --max-distance 25 r500.fastq", "--zip p400.fasta", "--pairs pairs1k.tsv",
                 "--nearest 2 --max-distance 30 r60.fastq r300.fasta", "--all --lines typed.txt dictionary.txt",
                 "--all --metric hamming r60.fastq r300.fasta"),
    "overlap": ("--overlaps 30 tiled.fasta", "--mems 15 g8a.fasta g8b.fasta", "--overlaps 900 tiled.fasta"),
}


def shards(corpus):
    for command, questions in SHARED_QUESTIONS.items():
        for number, question in enumerate(questions):
            count = 2 + number % 2
            parts = [f"part{i}.json" for i in range(1, count + 1)]
            made = [f"{command} {question} --shard {i}/{count} -o {part}" for i, part in enumerate(parts, 1)]
            merged = [f"merge -f {form} -o merged.{form} {' '.join(reversed(parts))}" for form in FORMS]
            corpus.add("shards", *made, *merged)
    made = [f"substring -k 1 -t 2 --shard {i}/3 -o part{i}.json tiny4.fasta" for i in (1, 2, 3)]
    for question in ("merge part1.json part3.json", "merge part1.json part2.json part2.json part3.json",
                     "merge part1.json part2.json part3.json --exit-code", "merge part2.json"):
        corpus.add("shards", *made, question)
    other = "substring -k 1 -t 2 -l 3 --shard 2/3 -o other.json tiny4.fasta"
    corpus.add("shards", *made, other, "merge part1.json other.json part3.json")
    corpus.add("shards", "substring -t 4 -l 9 --shard 1/1 -o part.json.gz tiny4.fasta", "merge --exit-code part.json.gz")
    corpus.add("shards", "distance --all --shard 1/1 -o part.json r60.fastq", "merge -o found.npy part.json")
    corpus.add("shards", "distance --all --show-text --shard 1/1 -o part.json typed.txt", "merge part.json")
    for name in ("bodiless.json", "list.json", "answer.json", "empty.txt", "missing.json"):
        corpus.add("shards", f"merge {name}")


def checkpoints(corpus):
    for command, questions in SHARED_QUESTIONS.items():
        for question in questions[:4]:
            asked = f"{command} {question} --checkpoint ck"
            corpus.add("checkpoints", asked, f"{asked} --resume -j 1")
    for question in ("substring -k 9 -t 300 -l 15 -f json --all r8k.fastq", "substring -k 3 -t 30 -l 25 r8k.fastq",
                     "distance --all --max-distance 20 r2k.fastq", "component m100a.txt m100b.txt"):
        asked = f"{question} --checkpoint ck"
        corpus.add("checkpoints", Step(asked, stop_after=0.1), Step(f"{asked} --resume", stop_after=0.2), f"{asked} --resume")
    asked = "substring -k 2 -t 50 --all r500.fastq --checkpoint ck"
    corpus.add("checkpoints", f"{asked} --shard 1/2 -o 1.json", f"{asked}2 --shard 2/2 -o 2.json",
               f"{asked} --resume --shard 1/2 -o 1.json", "merge -f json 1.json 2.json")
    asked = "substring --checkpoint ck --resume -t 2"
    corpus.add("checkpoints", f"{asked} -k 1 tiny4.fasta", f"{asked} -k 2 tiny4.fasta")
    corpus.add("checkpoints", f"{asked} -k 1 tiny4.fasta", f"{asked} -k 1 paper.fasta")
    corpus.add("checkpoints", f"{asked} -k 1 tiny4.fasta", "substring --checkpoint ck -t 2 -k 1 tiny4.fasta")


def ranks(corpus):
    for command, questions in SHARED_QUESTIONS.items():
        for number, question in enumerate(questions):
            corpus.add_form("ranks", f"{command} -j 1 {question}", ranks=2 + (number == 1))
    for text in ("overlap --every-support g8.fasta", "subsequence --alignment s3ka.fasta s3kb.fasta", "simulate reads -n 20",
                 "distance da.fasta db.fasta", "overlap index tiny4.fasta -o made.cdx", "substring missing.fasta",
                 "substring -t 9 tiny4.fasta", "substring -k x tiny4.fasta", "substring -t 4 -l 6 --exit-code tiny4.fasta",
                 "distance --all -o found.npy r60.fastq"):
        corpus.add("ranks", text, ranks=2)
    for text in ("substring -j 1 -k 2 -t 40 -l 15 r20k.fastq.gz", "substring -j 1 -k 1 -t 1000 -l 15 r100k.fastq.gz",
                 "component -j 1 m200a.txt m200b.txt", "substring -j 1 -k 30 -t 12 g12.fasta"):
        corpus.add_form("ranks", text, ranks=2)
    asked = "substring -j 1 -k 2 -t 40 --all r500.fastq"
    corpus.add("ranks", Step(f"{asked} --checkpoint ck", ranks=2), Step(f"{asked} --checkpoint ck --resume", ranks=2))
    corpus.add("ranks", *[Step(f"{asked} --shard {i}/2 -o {i}.json", ranks=2) for i in (1, 2)], "merge 1.json 2.json -f json")
    corpus.add("ranks", "substring -k 1 -t 3 -f json -", ranks=2, stdin="tiny4.fasta.gz")


def terminals(corpus):
    for columns in (60, 140):
        for text in ("substring -k 1 -t 20% r300.fasta", "component a.txt b.txt", "distance --alignment s300a.fasta s300b.fasta",
                     "overlap -t 3 g8.fasta", "subsequence --by line --alignment old.txt new.txt", "distance --all r60.fastq"):
            corpus.add("terminal", f"{text} --progress never", columns=columns)
    corpus.add("terminal", "substring -k 1 -t 20% r300.fasta --color never --progress never", columns=100)
    corpus.add("terminal", "distance --nearest 1 --progress never -f tsv typed.txt dictionary.txt", columns=80)


def wrong_usage(corpus):
    for text in ("", "frobnicate", "simulate", "simulate frogs", "substring", "overlap", "component", "distance", "subsequence",
                 "merge", "component a.txt", "distance one.fasta", "subsequence one.fasta", "simulate matrices",
                 "simulate reads -L 0", "simulate reads -L 9-3", "simulate pairs --divergence 3", "simulate reads -f sam",
                 "simulate matrices --letters 40 --second x", "simulate matrices -o x --second x",
                 "substring -t 5 tiny4.fasta", "substring --frobnicate tiny4.fasta", "substring -q -v tiny4.fasta",
                 "substring - -", "substring --occurrences - tiny4.fasta", "substring -o x --per-sequence x tiny4.fasta",
                 "substring --motif m.meme --alphabet bytes tiny4.fasta", "substring --resume tiny4.fasta",
                 "substring --shard 1/2 --report x.html tiny4.fasta", "substring --device cuda:x tiny4.fasta",
                 "component a.txt grey.csv", "component --tolerance 1 a.txt b.txt", "component - -",
                 "component --mask x --picture x a.txt b.txt", "component grey.png rgb.png",
                 "component --shard 1/2 --report x.html a.txt b.txt",
                 "distance --all --zip one.fasta", "distance --pairs pairs.tsv one.fasta", "distance --all", "distance --zip",
                 "distance --text --all a b", "distance --by line --all old.txt", "distance --alignment --all one.fasta",
                 "distance --paf x --all one.fasta", "distance -o x.npy one.fasta one.fasta", "distance --nearest 0 one.fasta",
                 "distance --nearest 1 -o x.npy one.fasta", "distance --all -o x.npy -f tsv one.fasta",
                 "distance --all --show-text -f json one.fasta", "distance --show-text one.fasta one.fasta",
                 "distance --lines one.fasta one.fasta", "distance --lines --pairs pairs.tsv",
                 "distance --shard 1/2 one.fasta one.fasta", "distance --shard 1/2 --all --report x one.fasta",
                 "distance --shard 1/2 --all -o x.npy one.fasta", "distance --by line --alphabet dna old.txt new.txt",
                 "subsequence --shard 1/2 one.fasta one.fasta", "subsequence --checkpoint ck one.fasta one.fasta",
                 "subsequence --by token --alphabet dna old.txt new.txt", "subsequence --paf x --report x s40a.fasta s40b.fasta",
                 "overlap --repeat --mems 5 one.fasta", "overlap --mems 5 one.fasta", "overlap --repeat -t 3 one.fasta",
                 "overlap --overlaps 4 --every-support one.fasta", "overlap --overlaps 3 -l 3 one.fasta",
                 "overlap --overlaps 3 --occurrences x one.fasta", "overlap --paf x one.fasta", "overlap --first 1 one.fasta",
                 "overlap --mems 3 --first 1 one.fasta one.fasta", "overlap --lce places.tsv --exit-code one.fasta",
                 "overlap --shard 1/2 one.fasta", "overlap --overlaps 3 --shard 1/2 --paf x one.fasta",
                 "overlap index one.fasta", "overlap index one.fasta -o -", "overlap index one.fasta -o x.cdx.gz",
                 "overlap -t 2 index one.fasta -o x.cdx", "overlap one.fasta index one.fasta -o x.cdx"):
        corpus.add("usage", text)
    for option, value in (("-k", "-1"), ("-k", "x"), ("-k", "1.5"), ("-k", "99999999999999999999"), ("-l", "0"), ("-j", "0"),
                          ("-j", "two"), ("--memory", "0"), ("--memory", "4Q"), ("-t", "0"), ("-t", "0%"), ("-t", "101%"),
                          ("-t", "some"), ("-t", "2.5"), ("-t", "nan%"), ("--format", "purple"), ("--alphabet", "purple"),
                          ("--alphabet", "utf8"), ("--color", "purple"), ("--progress", "purple"), ("--vectors", "purple"),
                          ("--device", "abacus"), ("--shard", "0/3"), ("--shard", "4/3"), ("--shard", "a/b")):
        corpus.add("usage", f"substring {option}={value} tiny4.fasta" if option.startswith("--") else
                   f"substring {option} {value} tiny4.fasta")
    for option, value in (("--tolerance", "-1"), ("--tolerance", "nan"), ("--connectivity", "6"), ("--min-size", "0"),
                          ("--cells", "words")):
        corpus.add("usage", f"component {option} {value} a.txt b.txt")


def bad_input(corpus):
    for name in ("missing.fasta", "empty.fasta", "cut.fasta.gz", "nosum.fasta.gz", "cut.fastq", "noplus.fastq",
                 "longquality.fastq", "plain.fasta", "spaced.fasta", "gap.fasta", "archive.fasta", "damaged.cdx", "grey.png"):
        corpus.add("damage", f"substring -f json {name}")
        corpus.add("damage", f"overlap -o out.json -f json --occurrences found.bed {name}")
    for name in ("odd.fasta", "latin.fasta", "protein.fasta"):
        corpus.add("damage", f"substring --alphabet dna {name}")
        corpus.add("damage", f"distance --all --alphabet dna {name}")
    corpus.add("damage", "substring -k 1 -o out.json --occurrences found.bed --per-sequence each.tsv cut.fastq")
    for text in ("distance --pairs badpairs.tsv", "distance --zip p100a.fasta g8a.fasta", "distance --zip g8b.fasta one.fasta",
                 "distance tiny4.fasta one.fasta", "subsequence one.fasta tiny4.fasta", "subsequence missing.fasta one.fasta",
                 "distance --all --alphabet utf8 badutf8.txt", "distance --all --alphabet bytes badutf8.txt",
                 "distance --all badutf8.txt", "subsequence --by line badutf8.txt old.txt",
                 "overlap --lce badplaces.tsv g8.fasta", "overlap --lce farplaces.tsv g8.fasta", "overlap --lce missing.tsv g8.fasta",
                 "distance edits-a.txt edits-b.txt", "distance --by token --alignment -f json edits-a.txt edits-b.txt"):
        corpus.add("damage", text)
    for name in ("ragged.txt", "badfield.csv", "empty.txt", "cut.pgm", "cut.npy", "cut.png", "cube.npy", "archive.fasta",
                 "missing.txt", "cut.fasta.gz"):
        corpus.add("damage", f"component a.txt {name}")
        corpus.add("damage", f"component --mask found.npy --picture found.png -o answer.json {name} a.txt")


def missing_resources(corpus):
    for text in ("substring -o missing/x.json tiny4.fasta", "substring --occurrences missing/x.bed tiny4.fasta",
                 "substring -o /dev/full tiny4.fasta", "component --mask m.npy -o /dev/full a.txt b.txt",
                 "simulate reads -o missing/x", "overlap --memory 1k g8.fasta", "substring --memory 1k -k 1 -t 2 r500.fastq",
                 "distance --all --memory 1k r60.fastq", "component --memory 1k m64a.txt m64b.txt",
                 "subsequence --alignment --memory 1k da.fasta db.fasta", "overlap index g8.fasta --memory 1k -o x.cdx"):
        corpus.add("resources", text)
    for text in ("substring --device cuda tiny4.fasta", "substring --device cuda:0,1 tiny4.fasta",
                 "distance --device cuda --all r60.fastq", "component --device cuda:0 a.txt b.txt",
                 "overlap --device cuda g8.fasta", "subsequence --device cuda one.fasta one.fasta"):
        corpus.add("resources", text, needs=["no GPU"])


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


def all_commands():
    corpus = Corpus()
    for add in (substring_of_small, substring_of_reads, substring_of_long, substring_files, substring_ways, subsequence,
                distance_of_pairs, distance_of_many, overlap, index, component, simulations, shards, checkpoints, ranks,
                terminals, wrong_usage, bad_input, missing_resources, real_data):
        add(corpus)
    first_of_name = {}
    for command in corpus.commands:
        first_of_name.setdefault(command.name, command)
    return list(first_of_name.values())
