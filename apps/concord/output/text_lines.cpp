#include "output/text_lines.hpp"

#include "formats/printable.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace concord::app {
namespace {

constexpr std::size_t longest_text = 2000; // letters printed in full

} // namespace

std::string one_column_each(std::string text) {
    std::ranges::replace_if(
        text, [](char letter) { return letter < ' ' || letter > '~'; }, '?');
    return text;
}

text_lines::text_lines(const text_style& style, const formats::byte_sink& sink)
    : paint_(style.colour), columns_(std::clamp<std::size_t>(style.columns, 60, 200)), sink_(sink) {}

void text_lines::letters(const sequence_set& sequences, std::uint64_t sequence, std::uint64_t start,
                         std::uint64_t length) const {
    const std::uint64_t shown_length = std::min<std::uint64_t>(length, longest_text);
    const std::string shown = one_column_each(sequences.text(sequence, start, start + shown_length));
    const std::size_t width = columns_ - 4;
    sink_("\n");
    for (std::size_t at = 0; at < shown.size(); at += width)
        sink_("    " + paint_.answer(std::string_view(shown).substr(at, width)) + "\n");
    if (shown_length < length)
        sink_(paint_.aside(fmt::format("    ... and {} more; -f tsv or -f json writes all\n",
                                       formats::counted(length - shown_length, "letter"))));
    sink_("\n");
}

void text_lines::fact(std::string_view label, const std::string& value) const {
    sink_(fmt::format("{}  {}\n", paint_.heading(fmt::format("{:<9}", label)), value));
}

void text_lines::place(const sequence_set& sequences, std::uint64_t sequence, std::uint64_t start,
                       std::uint64_t length) const {
    fact("place", fmt::format("sequence {} (index {}), from {} to {}", formats::written_name(sequences.name(sequence)),
                              sequence, start, start + length));
}

void text_lines::input(const collection_facts& facts) const {
    fact("input",
         fmt::format("{}, {}, {}{}", formats::counted(facts.sequences, "sequence"),
                     formats::counted(facts.letters, "letter"), to_string(facts.kind),
                     facts.ambiguous > 0 ? fmt::format(", {} ambiguous", formats::grouped(facts.ambiguous)) : ""));
}

} // namespace concord::app
