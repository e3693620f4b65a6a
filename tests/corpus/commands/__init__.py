"""The commands of the corpus, one file for each command of the program.

Write a new one as a line in the function of its group; inputs are named as in inputs.py. The order of the functions
decides which of the three formats a command of add_form() gets: a new function goes to the end.
"""

from commands import adapters, component, distance, errors, merge, overlap, simulate, subsequence, substring, surroundings
from commands.command import Corpus


def all_commands():
    corpus = Corpus()
    for add in (substring.substring_of_small, substring.substring_of_reads, substring.substring_of_long,
                substring.substring_files, substring.substring_ways, subsequence.subsequence, distance.distance_of_pairs,
                distance.distance_of_many, overlap.overlap, overlap.index, component.component, simulate.simulations,
                merge.shards, merge.checkpoints, merge.ranks, surroundings.terminals, errors.wrong_usage, errors.bad_input,
                errors.missing_resources, surroundings.real_data, adapters.adapters, substring.substring_variants, overlap.matches,
                distance.near_pairs, distance.distance_of_other_edits, distance.find):
        add(corpus)
    first_of_name = {}
    for command in corpus.commands:
        first_of_name.setdefault(command.name, command)
    return list(first_of_name.values())
