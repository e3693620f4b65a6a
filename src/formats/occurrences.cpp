#include "formats/occurrences.hpp"
#include "formats/edited_occurrences.hpp"
#include "formats/printable.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace concord::formats {
namespace {

using byte_counts = std::array<std::uint64_t, 256>;

unsigned char folded(char letter, alphabet kind) {
    return static_cast<unsigned char>(kind == alphabet::dna && letter == 'U' ? 'T' : letter);
}

std::vector<std::uint64_t> chosen(const byte_counts& counts, const std::string& letters) {
    std::vector<std::uint64_t> some;
    some.reserve(letters.size());
    for (const char letter : letters)
        some.push_back(counts[static_cast<unsigned char>(letter)]);
    return some;
}

std::vector<double> shares_of(const std::vector<std::uint64_t>& counts) {
    const auto total = static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
    std::vector<double> shares;
    shares.reserve(counts.size());
    for (const std::uint64_t count : counts)
        shares.push_back(total > 0 ? static_cast<double>(count) / total : 1.0 / static_cast<double>(counts.size()));
    return shares;
}

/// Adds the letters of an occurrence, as it reads on its strand, to the columns that they stand for.
void add_aligned(const std::string& text, bool is_reverse, alignment runs, alphabet kind,
                 std::vector<byte_counts>& seen) {
    if (is_reverse) std::ranges::reverse(runs); // they are given along the sequence
    std::size_t column = 0;
    std::size_t letter = 0;
    for (const alignment_run& run : runs)
        for (std::uint64_t count = 0; count < run.count; ++count) {
            const bool stands = run.operation == '=' || run.operation == 'X';
            if (stands && column < seen.size() && letter < text.size()) ++seen[column][folded(text[letter], kind)];
            if (run.operation != 'D') ++column;
            if (run.operation != 'I') ++letter;
        }
}

/// Nucleotides that an IUPAC letter stands for, a bit each: A, C, G, T.
unsigned nucleotides_of(char letter) {
    constexpr std::string_view letters = "ACMGRSVTWYHKDBN"; // by their bits, from 1
    const std::size_t at = letters.find(letter == 'U' ? 'T' : letter);
    return at == std::string_view::npos ? 0 : static_cast<unsigned>(at + 1);
}

} // namespace

bool letters_match(alphabet kind, bool iupac, char a, char b) {
    if (kind != alphabet::dna) return a == b;
    if (iupac) return (nucleotides_of(a) & nucleotides_of(b)) != 0;
    return folded(a, kind) == folded(b, kind) && std::string_view("ACGTU").find(a) != std::string_view::npos;
}

std::string profile_letters(alphabet kind) {
    if (kind == alphabet::dna) return "ACGT";
    return kind == alphabet::protein ? "ACDEFGHIKLMNPQRSTVWY" : "";
}

std::uint64_t letter_profile::total(std::size_t column) const {
    return std::accumulate(counts[column].begin(), counts[column].end(), std::uint64_t{0});
}

letter_profile profile_of(const sequence_set& sequences, const substring_candidate& found,
                          const std::vector<substring_occurrence>& occurrences, std::uint64_t columns,
                          const std::vector<alignment>& alignments) {
    letter_profile made;
    made.kind = sequences.alphabet();
    made.sites = occurrences.size();
    const std::uint64_t width = std::min(columns, found.length);
    std::vector<byte_counts> seen(width, byte_counts{});
    for (std::size_t index = 0; index < occurrences.size(); ++index) {
        const substring_occurrence& at = occurrences[index];
        if (at.is_reverse || !alignments.empty()) {
            const alignment whole{{'=', found.length}};
            add_aligned(letters_of(sequences, at), at.is_reverse, alignments.empty() ? whole : alignments[index],
                        made.kind, seen);
            continue;
        }
        const std::string text = sequences.text(at.sequence, at.start, at.start + width);
        for (std::size_t i = 0; i < width; ++i)
            ++seen[i][folded(text[i], made.kind)];
    }
    made.letters = profile_letters(made.kind);
    if (made.letters.empty())
        for (unsigned value = 0; value < 256; ++value)
            if (std::ranges::any_of(seen, [&](const byte_counts& column) { return column[value] > 0; }))
                made.letters.push_back(static_cast<char>(value));
    for (const byte_counts& column : seen)
        made.counts.push_back(chosen(column, made.letters));
    return made;
}

std::vector<std::uint64_t> letter_counts(const sequence_set& sequences, const std::string& letters) {
    constexpr std::uint64_t piece = std::uint64_t{1} << 16U;
    byte_counts seen{};
    for (std::size_t i = 0; i < sequences.size(); ++i)
        for (std::uint64_t at = 0; at < sequences.length(i); at += piece)
            for (const char letter : sequences.text(i, at, std::min(at + piece, sequences.length(i))))
                ++seen[folded(letter, sequences.alphabet())];
    return chosen(seen, letters);
}

void write_meme_motif(const letter_profile& profile, const std::vector<std::uint64_t>& background,
                      const std::string& name, const formats::byte_sink& sink) {
    sink(fmt::format("MEME version 4\n\nALPHABET= {}\n\n", profile.letters));
    if (profile.kind == alphabet::dna) sink("strands: +\n\n");
    sink("Background letter frequencies\n");
    const std::vector<double> expected = shares_of(background);
    for (std::size_t i = 0; i < expected.size(); ++i)
        sink(fmt::format("{}{} {:.5f}", i == 0 ? "" : " ", profile.letters[i], expected[i]));
    sink("\n");
    if (profile.sites == 0) return;
    sink(fmt::format("\nMOTIF {} concord\n\nletter-probability matrix: alength= {} w= {} nsites= {}\n", name,
                     profile.letters.size(), profile.counts.size(), profile.sites));
    for (std::size_t column = 0; column < profile.counts.size(); ++column) {
        const std::vector<double> shares = profile.total(column) > 0 ? shares_of(profile.counts[column]) : expected;
        for (const double share : shares)
            sink(fmt::format(" {:.6f}", share));
        sink("\n");
    }
}

occurrence_format occurrence_format_of(std::string_view path) noexcept {
    if (path.ends_with(".gz")) path.remove_suffix(3);
    if (path.ends_with(".fa") || path.ends_with(".fasta")) return occurrence_format::fasta;
    return path.ends_with(".bed") ? occurrence_format::bed : occurrence_format::tsv;
}

occurrence_rows::occurrence_rows(occurrence_format format, const sequence_set& sequences, std::uint64_t length,
                                 byte_sink sink)
    : format_(format), sequences_(sequences), length_(length), sink_(std::move(sink)) {
    if (format_ == occurrence_format::tsv) sink_("sequence_index\tname\tstart\tend\tmismatches\ttext\n");
}

void occurrence_rows::add(std::uint64_t sequence, std::uint64_t start, std::uint64_t mismatches) {
    const std::uint64_t end = start + length_;
    const std::string name = written_name(sequences_.name(sequence));
    const std::string text = escaped(sequences_.text(sequence, start, end));
    if (format_ == occurrence_format::fasta) {
        sink_(fmt::format(">{}:{}-{} mismatches={}\n{}\n", name, start, end, mismatches, text));
    } else if (format_ == occurrence_format::bed) {
        sink_(fmt::format("{}\t{}\t{}\t{}\t{}\t+\n", name.empty() ? "." : name, start, end, text, mismatches));
    } else {
        sink_(fmt::format("{}\t{}\t{}\t{}\t{}\t{}\n", sequence, name, start, end, mismatches, text));
    }
}

} // namespace concord::formats
