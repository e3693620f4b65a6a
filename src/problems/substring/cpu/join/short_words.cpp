#include "problems/substring/cpu/join/short_words.hpp"

#include "base/bits.hpp"
#include "base/unset_vector.hpp"
#include "problems/substring/join_tuning.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <vector>

namespace concord::substring {

split_word split_word::of(std::uint64_t letters, std::uint64_t length) noexcept {
    split_word split{std::max<std::uint64_t>(letters, 2), length, 0};
    for (std::uint64_t ends = split.letters; split.front > 0 && ends <= 64; ends *= split.letters) {
        --split.front;
        ++split.end;
    }
    return split;
}

double split_word::fronts() const noexcept {
    return std::pow(static_cast<double>(letters), static_cast<double>(front));
}

std::uint64_t split_word::words_of(std::uint64_t length) const noexcept {
    std::uint64_t words = 1;
    for (std::uint64_t index = 0; index < length; ++index)
        words *= letters;
    return words;
}

std::uint64_t split_word::mismatches(std::uint64_t a, std::uint64_t b) const noexcept {
    std::uint64_t differ = 0;
    for (; a != b; a /= letters, b /= letters)
        differ += a % letters != b % letters ? 1U : 0U;
    return differ;
}

bool short_words::can_hold(std::uint64_t letters, std::uint64_t length) noexcept {
    return letters <= 64 &&
           split_word::of(letters, length).fronts() * sizeof(std::uint64_t) <= tuning::most_bytes_of_short_words;
}

short_words::short_words(const problem& given, runtime::thread_pool& workers, const growth_alphabet& letters,
                         const equal_windows& windows, std::uint64_t length)
    : given_(given), letters_(letters), split_(split_word::of(letters.size(), length)), weights_(split_.front, 1),
      windows_(windows.size()) {
    for (std::uint64_t index = split_.front; index-- > 1;)
        weights_[index - 1] = weights_[index] * split_.letters;
    ends_.resize(static_cast<std::size_t>(split_.fronts()));
    before_.resize(ends_.size());

    base::unset_vector<std::uint64_t> words(windows.size());
    const auto for_parts_of_windows = [&](const auto& each) {
        runtime::for_parts(workers, windows.size(), tuning::least_windows_of_part, each);
    };
    for_parts_of_windows([&](std::uint64_t first, std::uint64_t last) {
        std::vector<std::uint64_t> digits(length);
        for (std::uint64_t window = first; window < last; ++window) {
            letters.read(given, windows.occurrences(window)[0].position, digits);
            const auto [address, end] = place_of(digits);
            std::atomic_ref(ends_[address]).fetch_or(std::uint64_t{1} << end, std::memory_order_relaxed);
            words[window] = address * 64 + end;
        }
    });
    std::uint32_t before = 0;
    for (std::size_t front = 0; front < ends_.size(); ++front) {
        before_[front] = before;
        before += base::count_ones(ends_[front]);
    }
    for_parts_of_windows([&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t window = first; window < last; ++window) {
            const std::uint64_t ends = ends_[words[window] / 64];
            const auto below = base::low_bits<std::uint64_t>(static_cast<unsigned>(words[window] % 64));
            windows_[before_[words[window] / 64] + base::count_ones(ends & below)] = static_cast<std::uint32_t>(window);
        }
    });

    const std::uint64_t ends = split_.words_of(split_.end);
    near_ends_.assign(ends * (split_.end + 1), 0);
    for (std::uint64_t end = 0; end < ends; ++end)
        for (std::uint64_t other = 0; other < ends; ++other)
            for (std::uint64_t mismatches = split_.mismatches(end, other); mismatches <= split_.end; ++mismatches)
                near_ends_[end * (split_.end + 1) + mismatches] |= std::uint64_t{1} << other;
}

short_words::place short_words::place_of(std::span<const std::uint64_t> digits) const {
    place found{0, 0};
    for (std::uint64_t index = 0; index < split_.front; ++index)
        found.front += digits[index] * weights_[index];
    for (std::uint64_t index = split_.front; index < digits.size(); ++index)
        found.end = found.end * split_.letters + digits[index];
    return found;
}

void short_words::take(std::uint64_t front, std::uint64_t ends, std::vector<std::uint32_t>& near) const {
    for (std::uint64_t rest = ends; rest != 0; rest &= rest - 1)
        near.push_back(windows_[before_[front] + base::count_ones(ends_[front] & (rest - 1) & ~rest)]);
}

void short_words::substitute(std::span<const std::uint64_t> digits, std::uint64_t from, std::uint64_t left,
                             std::uint64_t address, const std::uint64_t* ends_by_rest,
                             std::vector<std::uint32_t>& near) const {
    struct candidate {
        std::uint64_t front;
        std::uint64_t ends;
    };
    // Whether there are any ends is not predictable, so that it is no branch.
    std::array<candidate, most_letters> some; // NOLINT(cppcoreguidelines-pro-type-member-init)
    const std::uint64_t near_ends = ends_by_rest[std::min(left - 1, split_.end)];
    for (std::uint64_t index = from; index < split_.front; ++index) {
        const std::uint64_t without = address - digits[index] * weights_[index];
        std::size_t count = 0;
        for (std::uint64_t letter = 0; letter < split_.letters; ++letter) {
            const std::uint64_t changed = without + letter * weights_[index];
            const std::uint64_t ends = ends_[changed] & near_ends;
            some[count] = {changed, ends};
            count += ends != 0 && letter != digits[index] ? 1U : 0U;
        }
        for (std::size_t at = 0; at < count; ++at)
            take(some[at].front, some[at].ends, near);
        if (left == 1) continue;
        for (std::uint64_t letter = 0; letter < split_.letters; ++letter)
            if (letter != digits[index])
                substitute(digits, index + 1, left - 1, without + letter * weights_[index], ends_by_rest, near);
    }
}

void short_words::find_near(std::uint64_t position, std::vector<std::uint32_t>& near) const {
    std::vector<std::uint64_t> digits(split_.front + split_.end);
    letters_.read(given_, position, digits);
    const auto [address, end] = place_of(digits);
    const std::uint64_t* const ends_by_rest = near_ends_.data() + end * (split_.end + 1);
    take(address, ends_[address] & ends_by_rest[std::min(given_.mismatches, split_.end)], near);
    if (given_.mismatches > 0) substitute(digits, 0, given_.mismatches, address, ends_by_rest, near);
}

} // namespace concord::substring
