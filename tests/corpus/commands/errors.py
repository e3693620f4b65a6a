"""Errors of every command: wrong usage, damaged input, missing resources."""


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
                 "distance --metric osa --alignment one.fasta one.fasta", "distance --metric osa --paf x one.fasta one.fasta",
                 "distance --metric osa --device cuda --text a b", "distance --weights 1,2 --text a b",
                 "distance --weights 1,2,x --text a b", "distance --weights 1,2,3,4 --text a b",
                 "distance --weights 1,2,3 --metric osa --text a b", "distance --weights 1,2,3 --alignment --text a b",
                 "distance --weights 1,2,3 --all --shard 1/2 one.fasta", "distance --weights 1,2,9999999999 --text a b",
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
