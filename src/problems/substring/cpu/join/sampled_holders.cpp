#include "problems/substring/cpu/join/sampled_holders.hpp"

#include "base/bits.hpp"
#include "problems/substring/join_tuning.hpp"
#include "problems/substring/search_plan.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/parts.hpp"

#include <array>

namespace concord::substring {
namespace {

constexpr std::uint32_t not_asked = ~std::uint32_t{0};

} // namespace

sampled_holders::sampled_holders(const problem& given, const equal_windows& targets, runtime::thread_pool& workers) {
    const std::uint64_t sequences = given.sequences();
    if (given.support > sequences) return;
    lacking_ = sequences - given.support;
    const std::uint64_t wanted = tuning::asked_for_lacking + 4 * lacking_;
    if (wanted > tuning::most_asked_for_lacking || wanted > sequences / 4) return;
    words_ = (wanted + 63) / 64;
    if (targets.size() * words_ * sizeof(std::uint64_t) > tuning::bytes_of_sampled_holders) return;
    asked_ = wanted;
    bit_of_.assign(sequences, not_asked);
    const poll asked{.sequences = asked_, .support = 0};
    for (std::uint64_t index = 0; index < asked_; ++index)
        bit_of_[asked.sequence(index, given)] = static_cast<std::uint32_t>(index);
    rows_.assign(targets.size() * words_, 0);
    runtime::for_parts(workers, targets.size(), tuning::least_windows_of_part,
                       [&](std::uint64_t first, std::uint64_t last) {
                           for (std::uint64_t target = first; target < last; ++target)
                               for (const window_occurrence& at : targets.occurrences(target))
                                   if (const std::uint32_t bit = bit_of_[at.sequence]; bit != not_asked)
                                       rows_[target * words_ + bit / 64] |= std::uint64_t{1} << bit % 64;
                       });
}

bool sampled_holders::may_have_support(std::uint64_t sequence, std::span<const std::uint32_t> near) const {
    if (asked_ == 0) return true;
    std::array<std::uint64_t, tuning::most_asked_for_lacking / 64> held{};
    if (const std::uint32_t own = bit_of_[sequence]; own != not_asked) held[own / 64] = std::uint64_t{1} << own % 64;
    for (const std::uint32_t target : near)
        for (std::size_t word = 0; word < words_; ++word)
            held[word] |= rows_[target * words_ + word];
    std::uint64_t holders = 0;
    for (std::size_t word = 0; word < words_; ++word)
        holders += base::count_ones(held[word]);
    return asked_ - holders <= lacking_;
}

} // namespace concord::substring
