// Windows with the same letters are one class: by a rolling hash, which is checked letter by letter.
#include "problems/substring/variants/variant_search.hpp"
#include "runtime/parallel_sort.hpp"

#include <algorithm>
#include <functional>

namespace concord::substring {
namespace {

constexpr std::uint64_t base = 0x9E3779B97F4A7C15U;

class rolling_hash {
  public:
    rolling_hash(std::span<const letter> text, std::uint64_t length) : text_(text), length_(length) {
        for (std::uint64_t at = 0; at < length; ++at)
            power_ *= base;
    }
    /// Of the window at `start`; starts ascend.
    std::uint64_t at(std::uint64_t start) {
        if (is_first_ || start - start_ >= length_) {
            hash_ = 0;
            for (std::uint64_t at = 0; at < length_; ++at)
                hash_ = hash_ * base + text_[start + at] + 1;
        } else {
            for (; start_ < start; ++start_)
                hash_ = hash_ * base + text_[start_ + length_] + 1 - power_ * (text_[start_] + std::uint64_t{1});
        }
        start_ = start;
        is_first_ = false;
        return hash_;
    }

  private:
    std::span<const letter> text_;
    std::uint64_t length_;
    std::uint64_t power_ = 1;
    std::uint64_t hash_ = 0;
    std::uint64_t start_ = 0;
    bool is_first_ = true;
};

struct window_and_hash {
    std::uint64_t hash;
    std::uint64_t start;

    friend auto operator<=>(const window_and_hash&, const window_and_hash&) = default;
};

} // namespace

window_classes group_windows(const piece_collection& of, const window_starts& starts, std::uint64_t length,
                             reading direction, runtime::thread_pool& workers) {
    std::vector<window_and_hash> hashed;
    hashed.reserve(starts.size());
    rolling_hash hash(of.text(), length);
    for (const std::uint64_t start : starts)
        hashed.push_back({hash.at(start), start});
    runtime::parallel_sort(workers, hashed, std::less<>());
    const auto letters = [&](std::uint64_t start) { return of.letters(start, length); };
    const auto precedes = [&](std::uint64_t a, std::uint64_t b) {
        if (direction == reading::forward) return std::ranges::lexicographical_compare(letters(a), letters(b));
        const auto one = letters(a);
        const auto other = letters(b);
        return std::lexicographical_compare(one.rbegin(), one.rend(), other.rbegin(), other.rend());
    };
    // Runs of equal hashes; where two texts share one, the run is sorted by its letters.
    struct run {
        std::size_t first;
        std::size_t last;
    };
    std::vector<run> runs;
    for (std::size_t first = 0; first < hashed.size();) {
        std::size_t last = first + 1;
        bool are_equal = true;
        for (; last < hashed.size() && hashed[last].hash == hashed[first].hash; ++last)
            are_equal = are_equal && std::ranges::equal(letters(hashed[first].start), letters(hashed[last].start));
        if (!are_equal)
            std::stable_sort(hashed.begin() + static_cast<std::ptrdiff_t>(first),
                             hashed.begin() + static_cast<std::ptrdiff_t>(last),
                             [&](const auto& a, const auto& b) { return precedes(a.start, b.start); });
        while (first < last) {
            const std::size_t from = first++;
            while (first < last &&
                   (are_equal || std::ranges::equal(letters(hashed[from].start), letters(hashed[first].start))))
                ++first;
            runs.push_back({from, first});
        }
    }
    runtime::parallel_sort(workers, runs, [&](const run& a, const run& b) {
        return precedes(hashed[a.first].start, hashed[b.first].start);
    });
    window_classes classes;
    classes.direction = direction;
    classes.members.reserve(starts.size());
    for (const run& each : runs) {
        classes.first.push_back(classes.members.size());
        for (std::size_t at = each.first; at < each.last; ++at)
            classes.members.push_back(hashed[at].start);
    }
    classes.first.push_back(classes.members.size());
    return classes;
}

} // namespace concord::substring
