#include "formats/printable.hpp"
#include "options/input_arguments.hpp"
#include "sequence/letter_code.hpp"
#include "sequence/set_builder.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace concord::app {
namespace {

/// Letters that nucleotides are written with, as guesses of an alphabet count them.
bool is_usual(char letter) { return std::string_view("ACGTUNacgtun").find(letter) != std::string_view::npos; }

struct other_letters {
    std::string first; ///< which and where; empty if there is none
    std::uint64_t usual = 0;
    std::uint64_t all = 0;
};

other_letters among_the_first(const sequence_set& sequences) {
    other_letters found;
    for (std::size_t i = 0; i < sequences.size() && found.all < sequence::letters_to_guess_from; ++i) {
        const std::uint64_t looked_at = std::min(sequences.length(i), sequence::letters_to_guess_from - found.all);
        const std::string letters = sequences.text(i, 0, looked_at);
        found.all += looked_at;
        found.usual += static_cast<std::uint64_t>(std::ranges::count_if(letters, is_usual));
        if (!found.first.empty()) continue;
        const auto other = std::ranges::find_if_not(letters, sequence::is_nucleotide_code);
        if (other == letters.end()) continue;
        const std::string_view name = sequences.name(i);
        found.first = fmt::format("{} at letter {} of sequence {}{}", sequence::shown(*other), other - letters.begin(),
                                  name.empty() ? "" : formats::shortened(name, 40) + " ", fmt::format("(index {})", i));
    }
    return found;
}

} // namespace

std::string first_other_letter(const sequence_set& sequences) { return among_the_first(sequences).first; }

void hint_at_other_letters(const message_arguments& messages, const sequence_set& sequences,
                           const std::string& letters) {
    if (letters != "auto" || sequences.alphabet() == alphabet::dna) return;
    const other_letters found = among_the_first(sequences);
    if (found.first.empty() || found.usual * 10 < found.all * 9) return;
    messages.hint(fmt::format("taken for {}, not for dna, because of {}; --alphabet says what they are",
                              to_string(sequences.alphabet()), found.first));
}

} // namespace concord::app
