"""`concord merge`, and all that divides a run: shards, checkpoints, ranks."""

from commands.command import FORMS, Step

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
