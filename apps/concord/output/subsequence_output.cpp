#include "output/pair_output.hpp"

#include "formats/printable.hpp"
#include "output/painter.hpp"
#include "output/pair_picture.hpp"
#include "sequence/utf8.hpp"

#include <fmt/format.h>
#include <string>

namespace concord::app {
namespace {

constexpr std::size_t letters_a_line = 80; // of FASTA

std::string share_of(const subsequence_answer& answer, formats::pair_side side) {
    const std::uint64_t length = answer.pair.length(side);
    return fmt::format("{} of the {} of {}", formats::percentage(answer.result.length, length),
                       formats::counted(length, to_string(answer.pair.unit())),
                       formats::escaped_text(answer.pair.name(side)));
}

/// Calls `take(start, end)` for every stretch of A that the subsequence keeps.
template <typename Taker>
void for_each_kept(const alignment& runs, const Taker& take) {
    std::uint64_t at = 0;
    for (const alignment_run& run : runs) {
        if (run.operation == '=') take(at, at + run.count);
        if (run.operation != 'D') at += run.count;
    }
}

/// Breaks letters of one byte each into lines.
class line_wrapper {
  public:
    explicit line_wrapper(const formats::byte_sink& sink) : sink_(sink) {}

    void add(std::string_view letters) {
        while (!letters.empty()) {
            const std::string_view here = letters.substr(0, letters_a_line - column_);
            sink_(here);
            letters.remove_prefix(here.size());
            column_ += here.size();
            if (column_ == letters_a_line) end();
        }
    }
    void end() {
        if (column_ > 0) sink_("\n");
        column_ = 0;
    }

  private:
    const formats::byte_sink& sink_;
    std::size_t column_ = 0;
};

} // namespace

void write_subsequence_text(const subsequence_answer& answer, const text_style& style, const formats::byte_sink& sink) {
    const painter paint(style.colour);
    const auto fact = [&](std::string_view label, const std::string& value) {
        sink(fmt::format("{}  {}\n", paint.heading(fmt::format("{:<9}", label)), value));
    };
    fact("length", paint.answer(formats::counted(answer.result.length, to_string(answer.pair.unit()))));
    fact("identity", share_of(answer, formats::pair_side::a));
    fact("", share_of(answer, formats::pair_side::b));
    if (answer.alignment) write_picture(answer.pair, answer.result.alignment, style, sink);
}

void write_subsequence_tsv(const subsequence_answer& answer, const formats::byte_sink& sink) {
    const formats::sequence_pair& pair = answer.pair;
    sink(fmt::format("length\tname_a\tlength_a\tname_b\tlength_b{}\n", answer.alignment ? "\tcigar" : ""));
    sink(fmt::format("{}\t{}\t{}\t{}\t{}", answer.result.length,
                     formats::escaped_text(pair.name(formats::pair_side::a)), pair.length(formats::pair_side::a),
                     formats::escaped_text(pair.name(formats::pair_side::b)), pair.length(formats::pair_side::b)));
    sink(answer.alignment ? fmt::format("\t{}\n", cigar(answer.result.alignment)) : "\n");
}

void write_subsequence_letters(const subsequence_answer& answer, const formats::byte_sink& sink) {
    const formats::sequence_pair& pair = answer.pair;
    const alignment& runs = answer.result.alignment;
    if (pair.unit() != formats::pair_unit::letter) {
        for_each_kept(runs, [&](std::uint64_t start, std::uint64_t end) {
            for (std::uint64_t at = start; at < end; ++at) {
                sink(pair.symbol(formats::pair_side::a, at));
                sink("\n");
            }
        });
        return;
    }
    sink(fmt::format(">subsequence {} of {} and {}\n", formats::counted(answer.result.length, "letter"),
                     formats::escaped_text(pair.name(formats::pair_side::a)),
                     formats::escaped_text(pair.name(formats::pair_side::b))));
    // Letters of text may be spaces or line ends themselves: what is written is one line of them, not wrapped.
    const alphabet kind = pair.letters().alphabet();
    const bool wraps = kind == alphabet::dna || kind == alphabet::protein;
    line_wrapper wrapper(sink);
    for_each_kept(runs, [&](std::uint64_t start, std::uint64_t end) {
        constexpr std::uint64_t piece = std::uint64_t{1} << 16U;
        for (std::uint64_t at = start; at < end; at += piece) {
            const std::string letters = pair.text(formats::pair_side::a, at, std::min(at + piece, end));
            wraps ? wrapper.add(letters) : sink(letters);
        }
    });
    wrapper.end();
    if (!wraps) sink("\n");
}

} // namespace concord::app
