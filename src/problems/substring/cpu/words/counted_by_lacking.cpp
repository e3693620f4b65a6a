#include "base/unset_vector.hpp"
#include "problems/substring/cpu/words/lacking_words.hpp"
#include "problems/substring/cpu/words/word_counter.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace concord::substring {

bool word_counter::is_lacking_quicker(const word_set& words) const {
    const auto count = static_cast<double>(words.size());
    const double lacking = costs_.of_lacking(words.split(), count);
    if (lacking == impossible) return false;
    const std::uint32_t of_word[] = {static_cast<std::uint32_t>(std::min(costs_.near_by_chance(words.length()), 4e9))};
    // Unions end too where too many sequences lack a word: 20,000 reads of 100 letters, k = 5, t = 99.9 %, 11 letters.
    const double unions =
        costs_.of_counted(words.length(), false) + share_asked(of_word) * costs_.of_unions(words.split(), count);
    return lacking < std::min(unions, costs_.of_counted(words.length(), true));
}

longest_windows word_counter::by_lacking(word_set& words) const {
    resources_.notes.push_back("the words that sequences lack count " + std::to_string(words.size()) + " words of " +
                               std::to_string(words.length()) + " letters");
    const lacking_words lacking(given_, resources_, letters_);
    longest_windows found{words.length(), {}};
    if (letters_.has_ambiguous()) lacking.add_ambiguous(words, found);
    base::unset_vector<std::uint32_t> supports(words.size(), 0);
    if (given_.sources < given_.sequences()) keep_asked(words, supports);
    std::vector<unsigned> places(words.length());
    std::iota(places.begin(), places.end(), 0U);
    lacking.count(words, {words.length(), places}, supports);
    add_held(words, supports, found);
    return found;
}

} // namespace concord::substring
