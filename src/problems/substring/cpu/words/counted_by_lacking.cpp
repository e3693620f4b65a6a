#include "base/unset_vector.hpp"
#include "problems/substring/cpu/words/lacking_words.hpp"
#include "problems/substring/cpu/words/word_counter.hpp"

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace concord::substring {

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
