#include "problems/substring/variants/frequent_words.hpp"

#include "problems/substring/variants/counted_places.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <span>

namespace concord::substring {
namespace {

/// The smallest of the `most` largest counts that are not 0, or of as many as there are; 0 where there are none.
std::uint32_t smallest_of_largest(std::span<const std::uint32_t> counts, std::size_t most,
                                  runtime::thread_pool& workers) {
    constexpr std::uint64_t least_counts_of_part = 65536;
    const auto keep_largest = [&](std::vector<std::uint32_t>& some) {
        if (some.size() <= most) return;
        std::ranges::nth_element(some, some.begin() + static_cast<std::ptrdiff_t>(most), std::greater<>());
        some.resize(most);
    };
    std::vector<std::uint32_t> largest = runtime::collect_parts<std::uint32_t>(
        workers, counts.size(), least_counts_of_part,
        [&](std::uint64_t first, std::uint64_t last, std::vector<std::uint32_t>& of_part) {
            for (const std::uint32_t each : counts.subspan(first, last - first)) {
                if (each == 0) continue;
                of_part.push_back(each);
                if (of_part.size() >= 2 * most + least_counts_of_part) keep_largest(of_part);
            }
            keep_largest(of_part);
        });
    keep_largest(largest);
    return largest.empty() ? 0 : std::ranges::min(largest);
}

} // namespace

frequent_words::frequent_words(const piece_collection& of, runtime::thread_pool& workers, std::uint64_t letters,
                               std::uint64_t sampled)
    : of_(of), workers_(workers), letters_(letters), sampled_(sampled),
      bits_(std::clamp(static_cast<unsigned>(std::bit_width(of.text().size())), 10U, 24U)),
      holders_(std::size_t{1} << bits_) {
    count_places(of, workers, holders_.view(), [&](const piece& one, auto visit) {
        if (one.sequence % sampled != 0) return;
        for_each_word(one, [&](std::uint64_t, std::uint32_t place) {
            visit(place);
            return true;
        });
    });
}

template <class Visit>
void frequent_words::for_each_word(const piece& one, Visit visit) const {
    std::uint64_t word = 0;
    std::uint64_t ordinary = 0;
    for (std::uint64_t at = one.first; at < one.first + one.length; ++at) {
        const letter here = of_.text()[at];
        ordinary = here == of_.nothing() ? 0 : ordinary + 1;
        word = letters_ * 5 > 64 || of_.kinds() > 32 ? word * 257 + here : word << 5U | here;
        if (of_.kinds() <= 32) word &= (std::uint64_t{1} << 5 * letters_) - 1;
        if (ordinary >= letters_ &&
            !visit(at + 1 - letters_, static_cast<std::uint32_t>(word * 0x9E3779B97F4A7C15U >> (64 - bits_))))
            return;
    }
}

stretch frequent_words::longest_stretch(const piece& one, std::uint64_t support, std::uint64_t others,
                                        std::vector<std::uint64_t>& rare) const {
    rare.clear();
    std::uint64_t next = one.first; // words between those that are visited have letters that match nothing
    for_each_word(one, [&](std::uint64_t start, std::uint32_t place) {
        for (; next < start; ++next)
            rare.push_back(next);
        if (holders_[place] < support) rare.push_back(start);
        next = start + 1;
        return true;
    });
    const std::uint64_t words_end = one.first + one.length + 1 - letters_;
    for (; next < words_end; ++next)
        rare.push_back(next);
    // From behind one of these to before the one that is too many.
    stretch longest;
    for (std::size_t index = 0; index <= rare.size(); ++index) {
        const std::uint64_t start = index == 0 ? one.first : rare[index - 1] + 1;
        const std::uint64_t end = index + others < rare.size() ? rare[index + others] : words_end;
        if (end > start && end - start + letters_ - 1 > longest.length) longest = {start, end - start + letters_ - 1};
    }
    return longest;
}

std::vector<stretch> frequent_words::stretches(std::uint64_t support, std::uint64_t others, std::size_t most) const {
    constexpr std::uint64_t least_sequences_of_part = 256;
    const std::uint64_t read = (of_.sequences() + sampled_ - 1) / sampled_;
    std::vector<stretch> found = runtime::collect_parts<stretch>(
        workers_, read, least_sequences_of_part,
        [&](std::uint64_t first, std::uint64_t last, std::vector<stretch>& of_part) {
            std::vector<std::uint64_t> rare; // words of a piece that are not frequent, by their starts
            for (std::uint64_t index = first; index < last; ++index)
                for (const piece& one : of_.pieces(index * sampled_))
                    if (!one.is_reverse && one.length >= letters_)
                        of_part.push_back(longest_stretch(one, support, others, rare));
        });
    const std::size_t count = std::min(found.size(), most);
    std::ranges::partial_sort(found, found.begin() + static_cast<std::ptrdiff_t>(count), std::greater<>(),
                              &stretch::length);
    found.resize(count);
    return found;
}

window_starts frequent_words::take_places(std::size_t most) {
    const std::uint32_t least = smallest_of_largest(holders_.view(), most, workers_);
    window_starts places;
    if (least == 0) return places;
    for (std::uint64_t sequence = 0; sequence < of_.sequences() && places.size() < most; ++sequence)
        for (const piece& one : of_.pieces(sequence)) {
            if (one.is_reverse) continue;
            for_each_word(one, [&](std::uint64_t start, std::uint32_t place) {
                if (places.size() == most) return false;
                if (holders_[place] < least) return true;
                holders_[place] = 0; // one of each
                places.push_back(start);
                return true;
            });
        }
    return places;
}

} // namespace concord::substring
