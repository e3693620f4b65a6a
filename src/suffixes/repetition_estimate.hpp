// Estimates from a sample of suffixes how repetitive a text is, so that keys are not tried in vain.
//
// Two samples, because neither detects everything. Suffixes whose first letters have a certain hash: of a region that
// occurs twice, both copies are sampled or neither. And suffixes at even distances: where few distinct words make up
// the whole text, their hashes may never be sampled, but any two positions share a long prefix.
#pragma once

#include "suffixes/packed_suffix.hpp"
#include "suffixes/tuning.hpp"
#include "suffixes/word_table.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace concord::suffixes {

/// The keys to sample.
class key_sampler {
  public:
    explicit key_sampler(std::uint64_t suffixes)
        : limit_(~std::uint64_t{0} >>
                 std::max(1U, static_cast<unsigned>(std::bit_width(suffixes / sampled_of(suffixes))))) {}

    [[nodiscard]] bool takes(std::uint64_t key) const noexcept { return key * multiplier <= limit_; }

  private:
    static std::uint64_t sampled_of(std::uint64_t suffixes) {
        return std::clamp<std::uint64_t>(suffixes / tuning::share_sampled, 1, tuning::sampled);
    }

    std::uint64_t limit_;
};

/// The average number of windows by which a suffix of a sample is compared until all are distinct: after `known`
/// letters, and at most `rounds`. 0 for a sample that is too small.
[[nodiscard]] inline double rounds_of_sample(const text_view& text, const std::vector<std::uint64_t>& sample,
                                             std::uint64_t known, unsigned rounds) {
    if (sample.size() < tuning::least_sample) return 0;
    const unsigned window = text.letters_per_window();
    const std::uint64_t most = known + std::uint64_t{rounds} * window;
    struct sampled {
        prefix_key first; ///< window, which nearly always tells two suffixes of a text apart that is not repetitive
        std::uint64_t position;
    };
    std::vector<sampled> sorted;
    sorted.reserve(sample.size());
    for (const std::uint64_t position : sample)
        sorted.push_back({key_at(text, position, window), position});
    const auto shared = [&](const sampled& a, const sampled& b, std::uint64_t equal) {
        return a.position == b.position ? most
                                        : std::min(most, common_prefix(text, a.position, b.position, equal, most));
    };
    const auto before = [](const prefix_key& a, const prefix_key& b) {
        return a.letters != b.letters ? a.letters < b.letters : a.reach < b.reach;
    };
    std::ranges::sort(sorted, [&](const sampled& a, const sampled& b) {
        if (a.first.letters != b.first.letters || a.first.reach != b.first.reach) return before(a.first, b.first);
        if (a.position == b.position) return false;
        if (a.first.reach < window) return a.position < b.position;
        const std::uint64_t length = shared(a, b, window);
        if (length == most) return a.position < b.position;
        const prefix_key key_a = key_behind(text, a.position, length, 1);
        const prefix_key key_b = key_behind(text, b.position, length, 1);
        if (key_a.reach == 0 && key_b.reach == 0) return a.position < b.position;
        return before(key_a, key_b);
    });
    std::uint64_t sum = 0;
    std::uint64_t in_front = 0;
    for (std::size_t at = 0; at < sorted.size(); ++at) {
        const std::uint64_t behind = at + 1 < sorted.size() ? shared(sorted[at], sorted[at + 1], 0) : 0;
        const std::uint64_t longest = std::max(in_front, behind);
        if (longest >= known) sum += std::min<std::uint64_t>(rounds, (longest - known) / window + 1);
        in_front = behind;
    }
    return static_cast<double>(sum) / static_cast<double>(sample.size());
}

/// Positions at nearly even distances: exactly even ones would be alike in a text of that period.
[[nodiscard]] inline std::vector<std::uint64_t> even_sample(const text_view& text) {
    std::vector<std::uint64_t> sample;
    const std::uint64_t count =
        std::clamp<std::uint64_t>(text.size / tuning::share_evenly_sampled, 1, tuning::evenly_sampled);
    const std::uint64_t distance = text.size / count;
    for (std::uint64_t nth = 0; distance > 1 && nth < count; ++nth) {
        const std::uint64_t position = nth * distance + (nth * multiplier >> 32U) % distance;
        if (!text.is_ambiguous(position)) sample.push_back(position);
    }
    return sample;
}

} // namespace concord::suffixes
