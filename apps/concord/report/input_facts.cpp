#include "report/input_facts.hpp"

#include "report/histogram.hpp"
#include "report/markup.hpp"

#include "formats/printable.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace concord::app::report {
namespace {

constexpr std::size_t most_files = 20;

std::string names_of(const std::vector<std::string>& files) {
    std::string names;
    for (std::size_t i = 0; i < std::min(files.size(), most_files); ++i)
        names += (i > 0 ? ", " : "") + (files[i] == "-" ? std::string("standard input") : name_markup(files[i], 120));
    if (files.size() > most_files) names += fmt::format(" and {} more", formats::grouped(files.size() - most_files));
    return names;
}

} // namespace

void add_input(page& on, const std::vector<std::string>& files, const sequence_set& sequences, json& figures) {
    const bool of_one_length = sequences.shortest() == sequences.longest();
    if (!of_one_length) {
        histogram lengths = histogram::of_range(sequences.shortest(), sequences.longest());
        for (std::size_t i = 0; i < sequences.size(); ++i)
            lengths.add(sequences.length(i));
        figures["lengths"] = lengths.as_json();
        on.figure(
            "lengths", "How long the sequences are",
            draw_histogram(lengths, {"lengths-drawing", "Lengths of the sequences", "length (letters)", "sequences"}),
            fmt::format("From {} to {}.", formats::grouped(sequences.shortest()),
                        formats::counted(sequences.longest(), "letter")));
    }
    on.facts(
        "input", "Input",
        {{files.size() == 1 ? "File" : "Files", names_of(files)},
         {"Sequences", formats::grouped(sequences.size())},
         {"Letters", fmt::format("{} ({})", formats::grouped(sequences.letters()), to_string(sequences.alphabet()))},
         {"Length", of_one_length ? formats::counted(sequences.longest(), "letter") + " each"
                                  : fmt::format("{} to {}", formats::grouped(sequences.shortest()),
                                                formats::counted(sequences.longest(), "letter"))},
         {"Ambiguous", sequences.alphabet() == alphabet::dna
                           ? fmt::format("{} ({})", formats::counted(sequences.ambiguous(), "letter"),
                                         formats::percentage(sequences.ambiguous(), sequences.letters()))
                           : std::string("none: every letter matches itself")}});
}

} // namespace concord::app::report
