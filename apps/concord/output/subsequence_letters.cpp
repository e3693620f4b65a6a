// The letters of a longest common subsequence, as FASTA.
#include "formats/printable.hpp"
#include "output/pair_answers.hpp"

#include <fmt/format.h>
#include <string>

namespace concord::app {
namespace {

constexpr std::size_t letters_a_line = 80; // of FASTA

/// Calls `take(start, end)` for every run of letters of A that the subsequence keeps.
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

/// Calls `text(start, end)` for the letters. Those of text may be spaces or line ends themselves: they are written on
/// one line, not wrapped.
template <typename Text>
void write_kept(const alignment& runs, alphabet kind, const Text& text, const formats::byte_sink& sink) {
    const bool wraps = kind == alphabet::dna || kind == alphabet::protein;
    line_wrapper wrapper(sink);
    for_each_kept(runs, [&](std::uint64_t start, std::uint64_t end) {
        constexpr std::uint64_t block = std::uint64_t{1} << 16U;
        for (std::uint64_t at = start; at < end; at += block) {
            const std::string letters = text(at, std::min(at + block, end));
            wraps ? wrapper.add(letters) : sink(letters);
        }
    });
    wrapper.end();
    if (!wraps) sink("\n");
}

} // namespace

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
                     formats::written_name(pair.name(formats::pair_side::a)),
                     formats::written_name(pair.name(formats::pair_side::b))));
    write_kept(
        runs, pair.letters().alphabet(),
        [&](std::uint64_t start, std::uint64_t end) { return pair.text(formats::pair_side::a, start, end); }, sink);
}

void write_subsequence_record(const sequence_set& a, const sequence_set& b, std::uint64_t index,
                              const subsequence_result& found, const formats::byte_sink& sink) {
    sink(fmt::format(">pair_{} {} of {} and {}\n", index, formats::counted(found.length, "letter"),
                     formats::written_name(a.name(index)), formats::written_name(b.name(index))));
    write_kept(
        found.alignment, a.alphabet(),
        [&](std::uint64_t start, std::uint64_t end) { return a.text(index, start, end); }, sink);
}

} // namespace concord::app
