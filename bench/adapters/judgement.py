"""Whether what a program calls an adapter is one that was put into the library.

An adapter counts if 0.2 % of the reads hold 12 letters of it. It is *found* if it shares 12 letters side by side with a
sequence that is called an adapter or a tag, and half of the shorter one of both; *exact* if the letters are the same. Two
things cannot be known: letters at its end that fewer than 20 reads reach, which may be missing, and whether letters at its
end are of it or of a tail of the same letter, so that up to five may be missing or too many. *False* is what is called an
adapter or a tag and shares no 12 letters with any that was put in, however rare.
"""
import collections

COUNTED_SHARE = 0.002
LEAST_SHARED = 12
MOST_OF_TAIL = 5
TURNED = str.maketrans("ACGT", "TGCA")


def strands(letters):
    return letters, letters[::-1].translate(TURNED)


def longest_shared(one, other):
    """Letters of the longest part that both hold: the table of the textbook, a row at a time."""
    best = 0
    above = [0] * (len(other) + 1)
    for letter in one:
        row = [0]
        for j, held in enumerate(other):
            row.append(above[j] + 1 if letter == held else 0)
        best = max(best, *row)
        above = row
    return best


def is_found(wanted, called, least_part=0.5):
    least = max(LEAST_SHARED, least_part * min(len(wanted), len(called)))
    return any(longest_shared(wanted, letters) >= least for letters in strands(called))


def is_exact(adapter, called, shows_what_follows=False):
    wanted, behind = adapter["letters"], adapter["behind"]
    for letters in strands(called):
        if wanted.startswith(letters) and len(letters) >= adapter["readable"]:
            return True
        if shows_what_follows and letters.startswith(wanted):
            return True
        if behind and any(letters + behind * i == wanted or letters == wanted + behind * i
                          for i in range(1, MOST_OF_TAIL + 1)):
            return True
    return False


def judged(adapters, called, shows_what_follows=False):
    """`adapters`: dictionaries with letters, held (a share of the reads), readable (letters) and behind (the letter of the
    tail, or "" where any letters follow)."""
    wanted = [one for one in adapters if one["held"] >= COUNTED_SHARE]
    found = [one for one in wanted if any(is_found(one["letters"], each) for each in called)]
    exact = [one for one in found
             if any(is_exact(one, each, shows_what_follows) for each in called)]
    false = [each for each in called if not any(is_found(one["letters"], each, 0) for one in adapters)]
    return {"missed": [one["letters"] for one in wanted if one not in found],
            "not exact": [one["letters"] for one in found if one not in exact], "false": false,
            "adapters": len(wanted), "found": len(found), "exact": len(exact)}


def totals(records):
    """By engine and kind of library: sums over the records of all libraries that were asked for."""
    sums = {}
    for record in records:
        for name, answer in record.get("answers", {}).items():
            count = sums.setdefault(name, {}).setdefault(record["kind"], collections.Counter())
            count["libraries"] += 1
            count["seconds"] += answer["seconds"]
            count["no answer"] += "error" in answer
            for key in ("adapters", "found", "exact"):
                count[key] += answer[key]
            count["false"] += len(answer["false"])
            count["libraries with a false one"] += bool(answer["false"])
    return {name: {kind: {key: round(value, 3) for key, value in count.items()} for kind, count in kinds.items()}
            for name, kinds in sums.items()}
