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

/// Calls visit(hash) for the words that begin at each multiple of `step`, by a rolling hash (Karp and Rabin 1987).
template <class Code, class Visit>
void for_each_word(std::span<const Code> letters, std::uint64_t length, std::uint64_t step, const Visit& visit) {
    constexpr std::uint64_t factor = 0x9E3779B97F4A7C15U;
    std::uint64_t weight = 1; // of the letter that leaves a word
    for (std::uint64_t letter = 1; letter < length; ++letter)
        weight *= factor;
    std::uint64_t hash = 0;
    for (std::uint64_t end = 0, next = length; end < letters.size(); ++end) {
        if (end >= length) hash -= (letters[end - length] + std::uint64_t{1}) * weight;
        hash = hash * factor + letters[end] + 1;
        if (end + 1 < next) continue;
        next += step;
        visit(hash);
    }
}

/// Words of a stretch, and which of them were found: a bit for each upper part of a hash rules nearly all others out.
class sought_words {
  public:
    template <class Code>
    void take(std::span<const Code> letters, std::uint64_t length) {
        words_.clear();
        there_.fill(0);
        for_each_word(letters, length, length, [&](std::uint64_t hash) {
            words_.push_back(hash);
            there_[slot(hash) / 64] |= std::uint64_t{1} << slot(hash) % 64;
        });
        std::ranges::sort(words_);
        found_.assign(words_.size(), 0);
        missing_ = words_.size();
    }
    void look_up(std::uint64_t hash) {
        if (missing_ == 0 || (there_[slot(hash) / 64] >> slot(hash) % 64 & 1U) == 0) return;
        for (auto at = std::ranges::lower_bound(words_, hash); at != words_.end() && *at == hash; ++at) {
            std::uint8_t& is_found = found_[static_cast<std::size_t>(at - words_.begin())];
            if (is_found != 0) break; // all copies of it were found together
            is_found = 1;
            --missing_;
        }
    }
    [[nodiscard]] std::uint64_t size() const { return words_.size(); }
    [[nodiscard]] std::uint64_t found() const { return words_.size() - missing_; }

  private:
    static std::uint64_t slot(std::uint64_t hash) { return hash * 0xD6E8FEB86659FD93U >> 52U; }

    std::vector<std::uint64_t> words_;
    std::vector<std::uint8_t> found_;
    std::uint64_t missing_ = 0;
    std::array<std::uint64_t, 64> there_{};
};

/// The share of sampled words that is found.
template <class Code>
double share_of_words(std::span<const Code> a, std::span<const Code> b, std::uint64_t length) {
    const std::uint64_t margin =
        tuning::margin_of_stretch + (a.size() > b.size() ? a.size() - b.size() : b.size() - a.size());
    sought_words words;
    std::uint64_t sampled = 0;
    std::uint64_t found = 0;
    for (std::uint64_t index = 0; index < tuning::stretches_of_sample; ++index) {
        const std::uint64_t last = tuning::stretches_of_sample - 1;
        const std::uint64_t start = (a.size() - tuning::letters_of_stretch) / last * index;
        const std::uint64_t same = (b.size() - tuning::letters_of_stretch) / last * index;
        const std::uint64_t from = same - std::min(same, margin);
        const std::uint64_t to = std::min<std::uint64_t>(b.size(), same + tuning::letters_of_stretch + margin);
        words.take(a.subspan(start, tuning::letters_of_stretch), length);
        for_each_word(b.subspan(from, to - from), length, 1, [&](std::uint64_t hash) { words.look_up(hash); });
        sampled += words.size();
        found += words.found();
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
