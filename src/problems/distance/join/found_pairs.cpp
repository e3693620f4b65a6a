#include "problems/distance/join/found_pairs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <numeric>
#include <utility>

namespace concord::edit_distance {

/// Puts numbers in order by stable passes over digits, the lowest first (radix sort): what comes out of one is read by
/// the next. Belongs to one thread, which uses its memory again and again.
struct found_pairs::sorter {
    /// Distances need no order: a pair has one. Rows are less than 2^`row_bits_of_range`.
    [[nodiscard]] std::span<const std::uint64_t> in_order(std::span<const std::vector<std::uint64_t>> lists,
                                                          unsigned row_bits_of_range) {
        constexpr std::size_t most_sorted_by_comparing = 512;
        std::size_t count = 0;
        std::uint64_t ones = 0; // bits that are set in any of them
        for (const std::vector<std::uint64_t>& list : lists) {
            count += list.size();
            for (const std::uint64_t each : list)
                ones |= each;
        }
        if (sorted.size() < count) {
            sorted = std::vector<std::uint64_t>(count + count / 4);
            spare = std::vector<std::uint64_t>(sorted.size());
        }
        if (count <= most_sorted_by_comparing) {
            sort_by_comparing(lists, count, row_bits_of_range);
            return {sorted.data(), count};
        }
        std::span<const std::uint64_t> last_pass;
        const auto pass = [&](unsigned shift) {
            if (last_pass.empty())
                put_by_digit(lists, shift);
            else
                put_by_digit(std::array{last_pass}, shift);
            sorted.swap(spare);
            last_pass = {sorted.data(), count};
        };
        const std::uint64_t columns = ones & ((std::uint64_t{1} << row_bit) - 1);
        for (unsigned shift = column_bit; shift < row_bit && (columns >> shift != 0 || shift == column_bit);
             shift += digit_bits)
            pass(shift);
        for (unsigned shift = row_bit; shift < 64 && ones >> shift != 0; shift += digit_bits)
            pass(shift);
        return last_pass;
    }

    /// The highest bits of its row put each near its place first, so that a few at a time are left to compare.
    void sort_by_comparing(std::span<const std::vector<std::uint64_t>> lists, std::size_t count, unsigned row_bits) {
        constexpr unsigned most_bits = 7;
        std::array<std::uint32_t, (std::size_t{1} << most_bits) + 1> ends{};
        const unsigned bits = std::min({most_bits, row_bits, static_cast<unsigned>(std::bit_width(count)) / 2 + 2});
        const unsigned shift = row_bit + row_bits - bits;
        for (const std::vector<std::uint64_t>& list : lists)
            for (const std::uint64_t each : list)
                ++ends[(each >> shift) + 1];
        const std::size_t buckets = std::size_t{1} << bits;
        for (std::size_t bucket = 1; bucket <= buckets; ++bucket)
            ends[bucket] += ends[bucket - 1];
        for (const std::vector<std::uint64_t>& list : lists) // begins become ends
            for (const std::uint64_t each : list)
                sorted[ends[each >> shift]++] = each;
        for (std::size_t bucket = 0, begin = 0; bucket < buckets; begin = ends[bucket++])
            if (ends[bucket] - begin > 1) std::sort(sorted.data() + begin, sorted.data() + ends[bucket]);
    }

    static constexpr unsigned digit_bits = 10;

    /// From the lists to `spare`.
    template <class Lists>
    void put_by_digit(const Lists& lists, unsigned shift) {
        constexpr std::uint64_t digit_mask = (std::uint64_t{1} << digit_bits) - 1;
        std::array<std::size_t, digit_mask + 2> begins{};
        for (const auto& list : lists)
            for (const std::uint64_t each : list)
                ++begins[(each >> shift & digit_mask) + 1];
        std::partial_sum(begins.begin(), begins.end(), begins.begin());
        std::uint64_t* const to = spare.data();
        for (const auto& list : lists)
            for (const std::uint64_t each : list)
                to[begins[each >> shift & digit_mask]++] = each;
    }

    std::vector<std::uint64_t> sorted;
    std::vector<std::uint64_t> spare;
};

found_pairs::found_pairs(unsigned workers, std::uint64_t rows, std::uint64_t most)
    : workers_(workers), rows_(rows), most_(most) {
    constexpr std::uint64_t most_ranges = 512;
    while ((rows >> shift_) >= most_ranges && shift_ < most_shift)
        ++shift_;
    ranges_ = (rows >> shift_) + 1;
    lists_.resize(workers * ranges_);
    full_.resize(workers * ranges_);
}

void found_pairs::begin_another(std::size_t list) {
    full_[list].push_back(std::move(lists_[list]));
    lists_[list] = {};
    lists_[list].reserve(pairs_of_list);
}

void found_pairs::sort(std::uint64_t range, std::span<const std::uint32_t> rows, sorter& own,
                       std::vector<near_pair>& pairs) {
    std::vector<std::vector<std::uint64_t>> lists;
    for (unsigned worker = 0; worker < workers_; ++worker) {
        const std::size_t at = worker * ranges_ + range;
        std::ranges::move(full_[at], std::back_inserter(lists));
        lists.push_back(std::move(lists_[at]));
        full_[at] = {};
        lists_[at] = {};
    }
    const std::span<const std::uint64_t> found = own.in_order(lists, shift_);
    lists = {};
    pairs.reserve(found.size());
    const std::uint32_t* const row_of = rows.data() + (range << shift_);
    std::uint64_t before = ~std::uint64_t{0};
    for (const std::uint64_t each : found) {
        if ((each ^ before) >> column_bit == 0) continue;
        before = each;
        pairs.push_back({.a = row_of[each >> row_bit],
                         .b = static_cast<std::uint32_t>(each >> column_bit),
                         .distance = static_cast<std::uint32_t>(each & ((1U << column_bit) - 1))});
    }
}

void found_pairs::deliver(runtime::thread_pool& pool, std::span<const std::uint32_t> rows, const near_pair_sink& sink) {
    const std::size_t at_once = 4 * std::size_t{pool.threads()};
    std::vector<std::vector<near_pair>> pairs(at_once);
    std::vector<sorter> sorters(pool.threads());
    for (std::uint64_t first = 0; first < ranges_; first += at_once) {
        const std::size_t here = std::min<std::uint64_t>(at_once, ranges_ - first);
        pool.run(here, [&](std::size_t index, unsigned worker) {
            if ((first + index) << shift_ < rows_) sort(first + index, rows, sorters[worker], pairs[index]);
        });
        for (std::size_t index = 0; index < here; ++index) {
            if (!pairs[index].empty()) sink(pairs[index]);
            pairs[index].clear();
        }
    }
    count_ = 0;
}

} // namespace concord::edit_distance
