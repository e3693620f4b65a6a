#include "problems/substring/cpu/join/window_index.hpp"

#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/parts.hpp"

#include <algorithm>

namespace concord::substring {
namespace {

/// splitmix64 (Steele, Lea, Flood 2014).
std::uint64_t next_random(std::uint64_t& state) {
    state += 0x9E3779B97F4A7C15U;
    std::uint64_t mixed = state;
    mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
    return mixed ^ (mixed >> 31U);
}

} // namespace

window_index::window_index(const problem& given, runtime::thread_pool& workers, const growth_alphabet& letters,
                           const equal_windows& windows, std::uint64_t length)
    : given_(given), letters_(letters), windows_(windows), length_(length), factors_(length), values_(letters.size()),
      by_hash_(windows.size()) {
    std::uint64_t state = length;
    for (std::uint64_t& factor : factors_)
        factor = next_random(state) | 1U;
    for (std::uint64_t& value : values_)
        value = next_random(state);
    runtime::for_parts(workers, windows.size(), tuning::least_windows_of_part,
                       [&](std::uint64_t first, std::uint64_t last) {
                           std::vector<std::uint64_t> digits(length);
                           for (std::uint64_t window = first; window < last; ++window)
                               by_hash_.insert(read(windows.occurrences(window)[0].position, digits),
                                               static_cast<std::uint32_t>(window));
                       });
}

std::uint64_t window_index::read(std::uint64_t position, std::span<std::uint64_t> digits) const {
    constexpr std::size_t at_once = sequence::letters_per_word;
    for (std::size_t first = 0; first < digits.size(); first += at_once)
        letters_.read(given_, position + first, digits.subspan(first, std::min(at_once, digits.size() - first)));
    std::uint64_t hash = 0;
    for (std::size_t index = 0; index < digits.size(); ++index)
        hash += factors_[index] * values_[digits[index]];
    return hash;
}

void window_index::look_up(std::uint64_t hash, std::uint64_t position, std::vector<std::uint32_t>& near) const {
    by_hash_.for_each(hash, [&](std::uint32_t window) {
        if (mismatches_within(given_.letters, position, windows_.occurrences(window)[0].position, length_,
                              given_.mismatches) <= given_.mismatches)
            near.push_back(window);
    });
}

void window_index::substitute(std::span<const std::uint64_t> source, std::uint64_t from, std::uint64_t left,
                              std::uint64_t hash, std::uint64_t position, std::vector<std::uint32_t>& near) const {
    for (std::uint64_t index = from; index < length_; ++index) {
        const std::uint64_t without = hash - factors_[index] * values_[source[index]];
        for (std::size_t letter = 0; letter < values_.size(); ++letter) {
            if (letter == source[index]) continue;
            const std::uint64_t changed = without + factors_[index] * values_[letter];
            look_up(changed, position, near);
            if (left > 1) substitute(source, index + 1, left - 1, changed, position, near);
        }
    }
}

void window_index::find_near(std::uint64_t position, std::vector<std::uint32_t>& near) const {
    std::vector<std::uint64_t> source(length_);
    const std::uint64_t hash = read(position, source);
    look_up(hash, position, near);
    if (given_.mismatches > 0) substitute(source, 0, given_.mismatches, hash, position, near);
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end()); // equal hashes of different neighbours
}

} // namespace concord::substring
