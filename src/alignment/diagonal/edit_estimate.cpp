#include "alignment/diagonal/edit_estimate.hpp"

#include "alignment/tuning.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::pairwise {
namespace {

constexpr std::uint64_t most_letters_of_word = 32;

/// Letters of a word of which unrelated sequences hardly share any.
std::uint64_t letters_of_word(unsigned planes) {
    return std::clamp<std::uint64_t>(most_letters_of_word / planes, 8, most_letters_of_word);
}

/// Appends a hash of every word that begins at a multiple of `step`.
template <class Code>
void hash_words(std::span<const Code> letters, std::uint64_t length, std::uint64_t step,
                std::vector<std::uint64_t>& hashes) {
    constexpr std::uint64_t factor = 0x9E3779B97F4A7C15U;
    for (std::uint64_t start = 0; start + length <= letters.size(); start += step) {
        std::uint64_t hash = 0;
        for (const Code letter : letters.subspan(start, length))
            hash = (hash + letter + 1) * factor;
        hashes.push_back(hash);
    }
}

/// The share of sampled words that is found.
template <class Code>
double share_of_words(std::span<const Code> a, std::span<const Code> b, std::uint64_t length) {
    const std::uint64_t margin =
        tuning::margin_of_stretch + (a.size() > b.size() ? a.size() - b.size() : b.size() - a.size());
    std::vector<std::uint64_t> words;
    std::vector<std::uint64_t> there;
    std::uint64_t sampled = 0;
    std::uint64_t found = 0;
    for (std::uint64_t index = 0; index < tuning::stretches_of_sample; ++index) {
        const std::uint64_t last = tuning::stretches_of_sample - 1;
        const std::uint64_t start = (a.size() - tuning::letters_of_stretch) / last * index;
        const std::uint64_t same = (b.size() - tuning::letters_of_stretch) / last * index;
        const std::uint64_t from = same - std::min(same, margin);
        const std::uint64_t to = std::min<std::uint64_t>(b.size(), same + tuning::letters_of_stretch + margin);
        words.clear();
        there.clear();
        hash_words(a.subspan(start, tuning::letters_of_stretch), length, length, words);
        hash_words(b.subspan(from, to - from), length, 1, there);
        std::ranges::sort(there);
        sampled += words.size();
        found += static_cast<std::uint64_t>(
            std::ranges::count_if(words, [&](std::uint64_t word) { return std::ranges::binary_search(there, word); }));
    }
    return static_cast<double>(found) / static_cast<double>(sampled);
}

} // namespace

std::optional<double> estimated_edits(const sequence::coded_pair& pair) {
    const std::uint64_t shorter = std::min(pair.a.length, pair.b.length);
    const std::uint64_t longer = std::max(pair.a.length, pair.b.length);
    if (shorter < tuning::least_sampled_letters || longer - shorter > tuning::margin_of_stretch) return std::nullopt;
    const std::uint64_t length = letters_of_word(pair.planes);
    const double share = pair.is_narrow ? share_of_words(std::span(pair.a.narrow.data(), pair.a.length),
                                                         std::span(pair.b.narrow.data(), pair.b.length), length)
                                        : share_of_words(std::span(pair.a.wide.data(), pair.a.length),
                                                         std::span(pair.b.wide.data(), pair.b.length), length);
    if (share < tuning::least_share_of_words) return std::nullopt;
    const double edited = 1 - std::pow(share, 1 / static_cast<double>(length));
    return static_cast<double>(longer - shorter) + edited * static_cast<double>(longer);
}

} // namespace concord::pairwise
