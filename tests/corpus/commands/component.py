"""`concord component`."""

import itertools


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
    for pair in ("a.txt b.txt", "m12a.txt m12b.txt", "--tolerance 4 grey.png near.png"):
        corpus.add("component", f"component --all {files} {pair} -f json")
        corpus.add("component", f"component --top 3 {files} {pair} -f text")
        corpus.add("component", f"component --top 3 {pair} -f tsv")
    for tolerance, pair in (("9", "rgba.png rgb.png"), ("9,9,9", "rgb.png rgb.ppm"), ("30,0,30,0", "rgba.png rgb.png"),
                            ("0,0,0", "palette.png rgb.ppm")):
        corpus.add("component", f"component --tolerance {tolerance} {pair} -f json")
    corpus.add("component", f"component {files} --tolerance 9,20,9,255 rgba.png rgb.png -f text")
