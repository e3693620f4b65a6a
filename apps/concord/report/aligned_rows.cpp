#include "formats/printable.hpp"
#include "output/text_lines.hpp"
#include "report/figures.hpp"
#include "report/markup.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace concord::app::report {
namespace {

constexpr std::size_t most_rows = 100;
constexpr std::uint64_t most_letters = 160;
constexpr std::uint64_t context = 12; // letters on either side

class rows {
  public:
    rows(const sequence_set& sequences, const aligned_place& reference, std::uint64_t length)
        : sequences_(sequences), reference_(reference), length_(length), shown_(std::min(length, most_letters)),
          letters_(text(reference.sequence, reference.start, reference.start + shown_)) {}

    [[nodiscard]] std::string row(const aligned_place& at) const {
        const std::uint64_t before = std::min(at.start, context);
        const std::string left = text(at.sequence, at.start - before, at.start);
        const std::uint64_t end = at.start + shown_;
        const std::uint64_t border = std::min(end + context, sequences_.length(at.sequence));
        std::string right = shown_ < length_ ? "..." : text(at.sequence, end, border);
        right.resize(context, ' ');
        const bool itself = at.sequence == reference_.sequence && at.start == reference_.start;
        return fmt::format("<u>{}{}</u> {} <u>{}</u>", std::string(context - before, ' '), markup(left),
                           itself ? markup(letters_) : compared(text(at.sequence, at.start, end)), markup(right));
    }

    [[nodiscard]] std::string reference_row() const {
        return std::string(context, ' ') + " " + markup(letters_) + std::string(context + 1, ' ');
    }

  private:
    [[nodiscard]] std::string text(std::uint64_t sequence, std::uint64_t start, std::uint64_t end) const {
        return one_column_each(sequences_.text(sequence, start, end));
    }

    [[nodiscard]] std::string compared(const std::string& letters) const {
        std::string out;
        for (std::size_t i = 0; i < letters.size();) {
            const bool equal = same(letters[i], letters_[i]);
            std::size_t end = i;
            while (end < letters.size() && same(letters[end], letters_[end]) == equal)
                ++end;
            std::string run = letters.substr(i, end - i);
            if (!equal && sequences_.alphabet() != alphabet::bytes)
                std::ranges::transform(run, run.begin(), [](char letter) {
                    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
                });
            out += equal ? markup(run) : "<b>" + markup(run) + "</b>";
            i = end;
        }
        return out;
    }

    [[nodiscard]] bool same(char a, char b) const {
        if (sequences_.alphabet() != alphabet::dna) return a == b;
        const auto folded = [](char letter) { return letter == 'U' ? 'T' : letter; };
        return folded(a) == folded(b) && std::string_view("ACGTU").find(a) != std::string_view::npos;
    }

    const sequence_set& sequences_;
    const aligned_place& reference_;
    std::uint64_t length_;
    std::uint64_t shown_;
    std::string letters_;
};

} // namespace

std::string aligned_rows(const sequence_set& sequences, const aligned_place& reference, std::uint64_t length,
                         const std::vector<aligned_place>& places) {
    const rows made(sequences, reference, length);
    std::string lines =
        fmt::format("<div class=\"scroll tall\" tabindex=\"0\"><pre class=\"rows\">{:>12}  {} <i>sequence</i>\n",
                    "start", made.reference_row());
    for (std::size_t i = 0; i < std::min(most_rows, places.size()); ++i)
        lines += fmt::format("<i>{:>12}</i>  {} {}\n", formats::grouped(places[i].start), made.row(places[i]),
                             name_markup(sequences.name(places[i].sequence), 40));
    return lines + "</pre></div>\n";
}

std::string which_are_shown(std::uint64_t places, std::uint64_t length) {
    std::string text = places > most_rows
                           ? fmt::format("The first {} of {} occurrences", most_rows, formats::grouped(places))
                       : places == 1 ? std::string("The only occurrence")
                                     : fmt::format("All {} occurrences", places);
    if (length > most_letters) text += fmt::format(", their first {} letters", most_letters);
    return text;
}

} // namespace concord::app::report
