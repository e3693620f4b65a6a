#!/usr/bin/env python3
"""Draws what the verdicts of `concord adapters` mean, for docs/adapters.md: picture.py > docs/pictures/adapters-verdicts.svg"""
import random

LEFT, WIDTH, ROW, PANEL, TOP = 150, 360, 9, 92, 30
COLOURS = {"insert": "#c9ced6", "found": "#3b528b", "behind": "#eef0f3", "period": "#21918c"}  # two of viridis, and greys
READS = 6


def bar(start, end, y, what):
    return (f'<rect x="{LEFT + WIDTH * start:.0f}" y="{y}" width="{WIDTH * (end - start):.1f}" height="{ROW - 3}" '
            f'fill="{COLOURS[what]}"/>')


def adapter(draw, y):
    start = draw.choice((0.3, 0.4, 0.55, 0.65, 0.75, 0.85, 0.93)) + draw.uniform(-0.04, 0.04)
    return [bar(0, start, y, "insert"), bar(start, min(1, start + 0.33), y, "found"),
            *([bar(start + 0.33, 1, y, "behind")] if start < 0.67 else [])]


def tag(draw, y):
    return [bar(0, 0.22, y, "found"), bar(0.22, 1, y, "insert")]


def poly(draw, y):
    start = draw.uniform(0.3, 0.8)
    return [bar(0, start, y, "insert"), bar(start, 1, y, "found")]


def repeat(draw, y):
    shift = draw.uniform(0, 0.08)
    edges = [0, *(shift + 0.08 * i for i in range(13)), 1]
    return [bar(a, min(b, 1), y, ("found", "period")[i % 2]) for i, (a, b) in enumerate(zip(edges, edges[1:])) if a < min(b, 1)]


def insert(draw, y):
    start = draw.uniform(-0.3, 0.85)
    first, last = max(0, start), min(1, start + 0.45)
    return [*([bar(0, first, y, "insert")] if first else []), bar(first, last, y, "found"),
            *([bar(last, 1, y, "insert")] if last < 1 else [])]


PANELS = (("adapter", adapter, ("it begins behind letters that vary,", "reads end in it, none begins in it")),
          ("tag", tag, ("it begins at one place,", "and what the read is of follows")),
          ("poly", poly, ("one letter again and again",)),
          ("repeat", repeat, ("a short word again and again",)),
          ("insert", insert, ("reads begin and end anywhere in it,", "on both strands")))


def main():
    draw = random.Random(1)
    height = TOP + PANEL * len(PANELS) - 14
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 730 {height}" width="730" height="{height}" '
          'font-family="sans-serif" font-size="11">')
    print(f'<rect width="730" height="{height}" fill="#fff"/>')
    print('<text x="8" y="18" font-size="13">Reads, a line each, and in dark the sequence that many of them hold</text>')
    for number, (name, reads, words) in enumerate(PANELS):
        y = TOP + PANEL * number + 12
        print(f'<text x="{LEFT - 12}" y="{y + READS * ROW / 2 + 2:.0f}" text-anchor="end" font-size="13">{name}</text>')
        for line, text in enumerate(words):
            print(f'<text x="{LEFT + WIDTH + 12}" y="{y + 24 + 15 * line}">{text}</text>')
        for read in range(READS):
            print("".join(reads(draw, y + ROW * read)))
    print("</svg>")


if __name__ == "__main__":
    main()
