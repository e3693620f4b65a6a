#include "problems/substring/cpu/words/supported_words.hpp"

#include "problems/substring/sequence_tasks.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <utility>

namespace concord::substring {
namespace {

/// The first word of a sequence that has the support; of length 0: there is none.
substring_candidate first_supported(word_reader& reader, const word_table& table, std::uint64_t support,
                                    std::uint64_t sequence) {
    substring_candidate first{sequence, 0, 0, 0};
    reader.for_each(sequence, [&](std::uint64_t end, std::size_t word, std::uint64_t before, bool is_ordinary) {
        if (first.length == 0 && reader.is_word(before, is_ordinary) && table.supports[word] >= support)
            first = {sequence, end - table.letters_of_word, table.letters_of_word, table.supports[word]};
    });
    return first;
}

} // namespace

std::optional<supported_words> supported_words::find(const problem& given, const cpu_resources& resources,
                                                     double most_cost) {
    growth_alphabet alphabet(given);
    if (alphabet.are_many() || given.set.letters() == 0) return std::nullopt;
    const auto is_possible = [&](unsigned letters, double most) {
        return letters <= given.set.longest() && sequences_of_fitting_entry(given, resources, alphabet, letters) > 0 &&
               cost_of_word_table(given, alphabet, letters) <= most;
    };
    // Words that random sequences rarely share drop most windows, a little longer ones also those that a few share;
    // shorter ones drop nothing, and only end the search.
    const double little = most_cost * tuning::little_of_tables;
    unsigned letters = letters_rarely_shared(given, alphabet);
    if (letters > 0 && !is_possible(letters, most_cost)) letters = 0;
    while (is_possible(letters + 1, little))
        ++letters;
    if (letters == 0) return std::nullopt;
    return supported_words(given, resources, std::move(alphabet), letters);
}

supported_words::supported_words(const problem& given, const cpu_resources& resources, growth_alphabet alphabet,
                                 unsigned letters)
    : given_(given), resources_(resources), alphabet_(std::move(alphabet)), table_(table_of(letters)),
      supported_(given, letters) {
    runtime::for_parts(resources.workers, given.sequences(),
                       sequence_tasks(given.sequences(), given.set.letters()).each(),
                       [&](std::uint64_t first, std::uint64_t last) {
                           word_reader reader(given_, alphabet_, letters);
                           for (std::uint64_t sequence = first; sequence < last; ++sequence)
                               reader.for_each(sequence, [&](std::uint64_t end, std::size_t word, std::uint64_t before,
                                                             bool is_ordinary) {
                                   if (reader.is_word(before, is_ordinary) && table_.supports[word] < given_.support)
                                       supported_.remove(given_.offset(sequence) + end - letters);
                               });
                       });
}

word_table supported_words::table_of(unsigned letters) const {
    return make_word_table(given_, resources_, alphabet_, letters,
                           sequences_of_fitting_entry(given_, resources_, alphabet_, letters));
}

window_bits supported_words::windows(std::uint64_t length) const {
    window_bits found = supported_;
    for (std::uint64_t longer = letters() + 1; longer <= length; ++longer)
        found.lengthen(given_, longer);
    return found;
}

void supported_words::settle(const std::vector<std::uint64_t>& sequences,
                             std::vector<substring_candidate>& candidates) const {
    std::vector<std::uint64_t> open = sequences;
    const auto drop_settled = [&] {
        std::erase_if(open, [&](std::uint64_t sequence) { return candidates[sequence].length > 0; });
    };
    drop_settled();
    word_table shorter;
    for (auto letters = static_cast<unsigned>(this->letters());
         letters > 0 && letters >= given_.min_length && !open.empty(); --letters) {
        if (letters < this->letters()) shorter = table_of(letters);
        const word_table& table = letters < this->letters() ? shorter : table_;
        runtime::for_parts(
            resources_.workers, open.size(), sequence_tasks(given_.sequences(), given_.set.letters()).each(),
            [&](std::uint64_t first, std::uint64_t last) {
                word_reader reader(given_, alphabet_, letters);
                for (std::uint64_t index = first; index < last; ++index)
                    candidates[open[index]] = first_supported(reader, table, given_.support, open[index]);
            });
        drop_settled();
    }
}

} // namespace concord::substring
