#include "formats/edited_occurrences.hpp"
#include "formats/printable.hpp"
#include "output/substring_answer.hpp"
#include "output/text_lines.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace concord::app {
namespace {

constexpr std::size_t shown_occurrences = 10;
constexpr std::size_t pictured_context = 12; // letters on either side of an occurrence
constexpr std::size_t name_columns = 24;     // columns

class substring_report {
  public:
    substring_report(const substring_answer& answer, const text_style& style, const formats::byte_sink& sink)
        : answer_(answer), sequences_(answer.sequences), best_(answer.result.best), lines_(style, sink),
          paint_(lines_.paint()), columns_(lines_.columns()), sink_(sink) {}

    void write() {
        if (!answer_.result.found) return write_none();
        lines_.letters(sequences_, best_.sequence, best_.start, best_.length);
        write_facts();
        if (answer_.options.ties) write_ties();
        if (!answer_.result.occurrences.empty()) answer_.has_other_occurrences() ? write_list() : write_picture();
        for (std::size_t index = 0; index < answer_.result.further.size(); ++index)
            write_further(answer_.result.further[index], index + 2);
    }

  private:
    [[nodiscard]] std::string allowance() const {
        const std::uint64_t mismatches = answer_.options.mismatches;
        return mismatches == 0 ? "exactly" : "with up to " + formats::counted(mismatches, answer_.difference());
    }

    void write_none() {
        sink_(fmt::format("{}: no substring of {} or more is shared, {}, by {} of {}\n", paint_.heading("none"),
                          formats::counted(answer_.options.min_length, "letter"), allowance(),
                          formats::grouped(answer_.options.support), formats::counted(sequences_.size(), "sequence")));
    }

    void write_facts() {
        const double percent = 100.0 * static_cast<double>(best_.support) / static_cast<double>(sequences_.size());
        lines_.fact("length", formats::counted(best_.length, "letter"));
        lines_.fact("support",
                    fmt::format("{} of {} ({:.1f}%) hold it {}; {} asked for", formats::grouped(best_.support),
                                formats::counted(sequences_.size(), "sequence"), percent, allowance(),
                                formats::grouped(answer_.options.support)));
        if (answer_.options.support == 1 && sequences_.size() > 1 && !answer_.support_given.empty())
            lines_.fact("note", fmt::format("a support of {} is one sequence, which holds all of itself",
                                            answer_.support_given));
        lines_.place(sequences_, best_.sequence, best_.start, best_.length);
        const substring_result& result = answer_.result;
        if (result.tied_positions > 1)
            lines_.fact("ties", fmt::format("{} in {} start one as long; this is the first{}",
                                            formats::counted(result.tied_positions, "place"),
                                            formats::counted(result.tied_sequences, "sequence"),
                                            answer_.options.ties ? "" : " (--all lists them)"));
        lines_.input(answer_.facts());
    }

    void write_ties() {
        sink_(fmt::format("\n{}\n", paint_.heading("All of the longest")));
        sink_(paint_.aside(fmt::format("{:<{}}  {:>9}  {:>9}  text\n", "sequence", name_width(), "start", "support")));
        for (const substring_candidate& tie : answer_.result.ties)
            sink_(fmt::format("{:<{}}  {:>9}  {:>9}  {}\n",
                              formats::shortened(sequences_.name(tie.sequence), name_columns), name_width(), tie.start,
                              tie.support, text(tie.sequence, tie.start, tie.start + tie.length)));
    }

    /// Occurrences one below the other, with the letters around them.
    void write_picture() {
        const std::vector<substring_occurrence>& all = answer_.result.occurrences;
        const std::size_t count = std::min(shown_occurrences, all.size());
        const bool shows_mismatches = marks_case() && answer_.options.mismatches > 0;
        const std::string which = count < all.size()
                                      ? fmt::format("the first {} of {}", count, formats::grouped(all.size()))
                                      : fmt::format("all {}", count);
        sink_(fmt::format("\n{} {}\n", paint_.heading("Occurrences"),
                          paint_.aside(fmt::format("({}{}; --occurrences FILE writes them)", which,
                                                   shows_mismatches ? "; mismatches in lower case" : ""))));
        sink_(paint_.aside(fmt::format("{:<{}}  {:>9}  mismatches\n", "sequence", name_width(), "start")));
        const std::string reference = text(best_.sequence, best_.start, best_.start + shown_letters());
        for (std::size_t i = 0; i < count; ++i)
            write_occurrence(all[i], reference);
    }

    /// Occurrences with their ends, strands and alignments.
    void write_list() {
        const std::vector<substring_occurrence>& all = answer_.result.occurrences;
        const std::size_t count = std::min(shown_occurrences, all.size());
        sink_(fmt::format("\n{} {}\n", paint_.heading("Occurrences"),
                          paint_.aside(fmt::format("({}; --occurrences FILE writes them)",
                                                   count < all.size() ? fmt::format("the first {} of {}", count,
                                                                                    formats::grouped(all.size()))
                                                                      : fmt::format("all {}", count)))));
        sink_(paint_.aside(fmt::format("{:<{}}  {:>9}  {:>9}  strand  {:>10}  text{}\n", "sequence", name_width(),
                                       "start", "end", answer_.has_edits() ? "edits" : "mismatches",
                                       answer_.has_edits() ? " and alignment" : "")));
        for (std::size_t index = 0; index < count; ++index) {
            const substring_occurrence& at = all[index];
            sink_(fmt::format("{:<{}}  {:>9}  {:>9}  {:<6}  {:>10}  {}{}\n",
                              formats::shortened(sequences_.name(at.sequence), name_columns), name_width(), at.start,
                              at.end, at.is_reverse ? '-' : '+', at.mismatches,
                              paint_.match(one_column_each(formats::letters_of(sequences_, at))),
                              answer_.has_edits() ? "  " + paint_.aside(cigar(answer_.result.alignments[index])) : ""));
        }
    }

    void write_further(const substring_result& next, std::size_t rank) {
        const substring_candidate& best = next.best;
        sink_(fmt::format("\n{}\n", paint_.heading(fmt::format("Answer {}", rank))));
        lines_.letters(sequences_, best.sequence, best.start, best.length);
        lines_.fact("length", formats::counted(best.length, "letter"));
        lines_.fact("support", fmt::format("{} of {} hold it {}", formats::grouped(best.support),
                                           formats::counted(sequences_.size(), "sequence"), allowance()));
        lines_.place(sequences_, best.sequence, best.start, best.length);
    }

    void write_occurrence(const substring_occurrence& at, std::string_view reference) {
        const std::uint64_t end = at.start + best_.length;
        const std::string left =
            text(at.sequence, at.start - std::min<std::uint64_t>(at.start, pictured_context), at.start);
        const std::string letters = text(at.sequence, at.start, at.start + reference.size());
        const bool whole = reference.size() == best_.length;
        const std::uint64_t border = std::min(end + pictured_context, sequences_.length(at.sequence));
        const std::string right = whole ? text(at.sequence, end, border) : "...";
        sink_(fmt::format("{:<{}}  {:>9}  {:>10}  {}{} {} {}\n",
                          formats::shortened(sequences_.name(at.sequence), name_columns), name_width(), at.start,
                          at.mismatches, std::string(pictured_context - left.size(), ' '), paint_.aside(left),
                          compared(letters, reference, at.mismatches), paint_.aside(right)));
    }

    /// `letters` with those marked that differ from `reference`. An ambiguous letter differs even from itself.
    [[nodiscard]] std::string compared(std::string_view letters, std::string_view reference,
                                       std::uint64_t mismatches) const {
        // The source holds itself whatever its letters are: no mismatch, no mark.
        if (mismatches == 0) return paint_.match(letters);
        std::string shown;
        for (std::size_t i = 0; i < letters.size();) {
            std::size_t end = i;
            const bool equal = same(letters[i], reference[i]);
            while (end < letters.size() && same(letters[end], reference[end]) == equal)
                ++end;
            std::string run(letters.substr(i, end - i));
            if (!equal && marks_case())
                std::ranges::transform(run, run.begin(), [](char letter) { return lower(letter); });
            shown += equal ? paint_.match(run) : paint_.mismatch(run);
            i = end;
        }
        return shown;
    }

    [[nodiscard]] bool same(char a, char b) const {
        return formats::letters_match(sequences_.alphabet(), answer_.options.iupac, a, b);
    }
    static char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter; }
    [[nodiscard]] bool marks_case() const { return sequences_.alphabet() != alphabet::bytes; }

    [[nodiscard]] std::string text(std::uint64_t sequence, std::uint64_t start, std::uint64_t end) const {
        return one_column_each(sequences_.text(sequence, start, end));
    }

    /// Letters of an occurrence that fit the line.
    [[nodiscard]] std::uint64_t shown_letters() const {
        const std::size_t taken = name_width() + 2 * pictured_context + 29;
        const std::size_t room = std::max<std::size_t>(columns_ > taken ? columns_ - taken : 0, 20);
        return std::min<std::uint64_t>(best_.length, room);
    }

    /// Columns for the names of the sequences that are listed.
    [[nodiscard]] std::size_t name_width() const {
        std::size_t width = std::string_view("sequence").size();
        const auto widen = [&](std::uint64_t sequence) {
            width = std::max(width, formats::shortened(sequences_.name(sequence), name_columns).size());
        };
        const std::vector<substring_occurrence>& all = answer_.result.occurrences;
        for (std::size_t i = 0; i < std::min(shown_occurrences, all.size()); ++i)
            widen(all[i].sequence);
        return width;
    }

    const substring_answer& answer_;
    const sequence_set& sequences_;
    const substring_candidate& best_;
    text_lines lines_;
    const painter& paint_;
    std::size_t columns_;
    const formats::byte_sink& sink_;
};

} // namespace

void write_substring_text(const substring_answer& answer, const text_style& style, const formats::byte_sink& sink) {
    substring_report(answer, style, sink).write();
}

} // namespace concord::app
