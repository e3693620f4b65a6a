// The filter of the variants: windows whose blocks too few sequences hold (variant_search.hpp).
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/variant_search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace concord::substring {
namespace {

/// Sequences that hold the words of one length, by their hashes: words that share an entry count together, which only
/// makes the bound weaker.
class word_counts {
  public:
    word_counts(const piece_collection& of, runtime::thread_pool& workers, std::uint64_t length, std::uint64_t memory)
        : of_(of), workers_(workers), length_(length) {
        const std::uint64_t most = std::max<std::uint64_t>(std::uint64_t{1} << 12U, memory / 8 / sizeof(entry));
        std::uint64_t entries = std::bit_ceil(of.text().size() + 1);
        while (entries > most)
            entries /= 2;
        shift_ = 64 - static_cast<unsigned>(std::bit_width(entries) - 1);
        table_.resize(entries);
        count();
    }

    /// Of the word that begins at each place of the text; 0 where a letter of it matches nothing or none begins.
    [[nodiscard]] std::vector<std::uint32_t> by_start() const {
        std::vector<std::uint32_t> counts(of_.text().size(), 0);
        const std::uint64_t tasks = std::min<std::uint64_t>(of_.sequences(), 256);
        workers_.run(tasks, [&](std::size_t task, unsigned) {
            for_each_word(task * of_.sequences() / tasks, (task + 1) * of_.sequences() / tasks,
                          [&](std::uint64_t, std::uint64_t start, std::uint64_t hash) {
                              counts[start] = table_[hash >> shift_].count;
                          });
        });
        return counts;
    }

  private:
    static constexpr std::uint64_t base = 0x9E3779B97F4A7C15U;

    struct entry {
        std::uint32_t last = 0; ///< sequence that was counted last, + 1
        std::uint32_t count = 0;
    };

    template <class Visit>
    void for_each_word(std::uint64_t first, std::uint64_t last, Visit visit) const {
        std::uint64_t power = 1;
        for (std::uint64_t at = 0; at < length_; ++at)
            power *= base;
        const std::span<const letter> text = of_.text();
        for (std::uint64_t sequence = first; sequence < last; ++sequence)
            for (const piece& one : of_.pieces(sequence)) {
                std::uint64_t hash = 0;
                std::uint64_t ordinary = 0;
                for (std::uint64_t at = one.first; at < one.first + one.length; ++at) {
                    ordinary = text[at] == of_.nothing() ? 0 : ordinary + 1;
                    hash = hash * base + text[at] + 1;
                    if (at >= one.first + length_) hash -= power * (text[at - length_] + std::uint64_t{1});
                    if (ordinary >= length_) visit(sequence, at + 1 - length_, (hash ^ hash >> 32U) * base);
                }
            }
    }

    /// Every thread reads all words and counts its share of the table.
    void count() {
        const unsigned shares = workers_.threads();
        workers_.run(shares, [&](std::size_t share, unsigned) {
            const std::uint64_t first = share * table_.size() / shares;
            const std::uint64_t last = (share + 1) * table_.size() / shares;
            for_each_word(0, of_.sequences(), [&](std::uint64_t sequence, std::uint64_t, std::uint64_t hash) {
                const std::uint64_t at = hash >> shift_;
                if (at < first || at >= last) return;
                entry& here = table_[at];
                if (here.last == sequence + 1) return;
                here.last = static_cast<std::uint32_t>(sequence + 1);
                ++here.count;
            });
        });
    }

    const piece_collection& of_;
    runtime::thread_pool& workers_;
    std::uint64_t length_;
    unsigned shift_ = 0;
    std::vector<entry> table_;
};

/// A block of random letters that is expected in so many sequences tells nothing.
bool tells_something(const variant_problem& given, std::uint64_t block) {
    const double letters = static_cast<double>(given.of.text().size()) / static_cast<double>(given.of.sequences());
    const double words = std::pow(given.of.kinds() < 32 ? 4.0 : 16.0, static_cast<double>(block));
    const double share = 1 - std::exp(-letters / words);
    const double expected = share * static_cast<double>(given.of.sequences() * (given.allowed.edits + 1));
    return expected < static_cast<double>(given.support);
}

} // namespace

filtered filtered_windows(const variant_problem& given, const variant_resources& resources, std::uint64_t length) {
    const piece_collection& of = given.of;
    const std::uint64_t blocks = given.allowed.edits + 1;
    const std::uint64_t block = length / blocks;
    filtered found;
    const auto for_each_window = [&](auto visit) {
        for (std::uint64_t sequence = 0; sequence < of.sequences(); ++sequence)
            for (const piece& one : of.pieces(sequence))
                for (std::uint64_t start = 0; !one.is_reverse && start + length <= one.length; ++start)
                    visit(one.first + start);
    };
    // IUPAC letters match others: what a sequence holds is more than what it spells.
    if (of.has_sets() || block == 0 || of.sequences() < 2 || given.support < 2 ||
        !(current_search_habits().always_filters || tells_something(given, block))) {
        for_each_window([&](std::uint64_t start) { found.starts.push_back(start); });
        found.all = found.starts.size();
        return found;
    }
    const word_counts words(of, resources.workers, block, resources.memory);
    found.block = block;
    found.counts = words.by_start();
    for_each_window([&](std::uint64_t start) {
        ++found.all;
        std::uint64_t from_left = 1;
        std::uint64_t from_right = 1;
        for (std::uint64_t index = 0; index < blocks; ++index) {
            from_left += found.counts[start + index * block];
            from_right += found.counts[start + length - (index + 1) * block];
        }
        if (std::min(from_left, from_right) >= given.support) found.starts.push_back(start);
    });
    resources.notes.push_back("windows of length " + std::to_string(length) + " left by blocks of " +
                              std::to_string(block) + ": " + std::to_string(found.starts.size()) + " of " +
                              std::to_string(found.all));
    return found;
}

} // namespace concord::substring
