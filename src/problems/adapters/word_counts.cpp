#include "problems/adapters/word_counts.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

namespace concord::adapters {
namespace {

/// Words ahead whose counters are asked for: the counters lie all over the memory.
constexpr std::size_t words_ahead = 16;

/// A hash of the number of a read, of 32 bits.
std::uint32_t scattered(std::uint64_t read) noexcept {
    read = (read + 1) * 0x9e3779b97f4a7c15ULL;
    return static_cast<std::uint32_t>((read ^ read >> 29U) * 0xbf58476d1ce4e5b9ULL >> 32U);
}

} // namespace

void words_seen::begin(std::size_t letters) {
    const std::size_t wanted = std::bit_ceil(std::max<std::size_t>(2 * letters, 64));
    if (entries_.size() < wanted || ++stamp_ == 0) {
        entries_.assign(std::max(wanted, entries_.size()), {});
        stamp_ = 1;
        shift_ = 32 - static_cast<unsigned>(std::bit_width(entries_.size()) - 1);
    }
}

std::vector<std::uint32_t> count_words(const sequence::packed_sequences& set, const letter_mask& mask,
                                       runtime::thread_pool& pool) {
    std::vector<std::uint32_t> counts(word_count);
    struct worker {
        explicit worker(const sequence::packed_sequences& set) : letters(set) {}
        read_letters letters;
        words_seen seen;
        std::vector<std::uint32_t> words;
    };
    std::vector<worker> workers(pool.threads(), worker(set));
    const auto count = [&](std::size_t task, unsigned number) -> std::uint64_t {
        worker& of = workers[number];
        const std::size_t first = task * reads_per_task;
        const std::size_t last = std::min(first + reads_per_task, set.size());
        for (std::size_t read = first; read < last; ++read) {
            const auto letters = of.letters(read, &mask);
            of.seen.begin(letters.size());
            of.words.clear();
            for_each_word(letters, [&](std::uint32_t word, std::size_t) {
                if (of.seen.is_new(word)) of.words.push_back(word);
            });
            for (std::size_t i = 0; i < of.words.size(); ++i) {
                if (i + words_ahead < of.words.size()) __builtin_prefetch(&counts[of.words[i + words_ahead]], 1);
                std::atomic_ref(counts[of.words[i]]).fetch_add(1, std::memory_order_relaxed);
            }
        }
        return last - first;
    };
    pool.run(tasks_of(set.size()), {.name = "counting words", .unit = "reads", .total = set.size()}, count);
    return counts;
}

std::vector<std::vector<word_place>> sample_places(const sequence::packed_sequences& set, const letter_mask& mask,
                                                   const std::vector<std::uint32_t>& words,
                                                   const std::vector<std::uint32_t>& counts,
                                                   runtime::thread_pool& pool) {
    // The number of a word in the list, behind a bit for each word that stays in a cache.
    std::vector<std::uint64_t> listed(word_count / 64);
    std::vector<std::uint32_t> chosen_below(words.size()); ///< reads with a lesser hash are asked
    for (std::size_t i = 0; i < words.size(); ++i) {
        listed[words[i] / 64] |= std::uint64_t{1} << words[i] % 64;
        const double share = static_cast<double>(threshold::most_votes) / std::max<double>(counts[words[i]], 1);
        chosen_below[i] = share >= 1 ? ~0U : static_cast<std::uint32_t>(share * 4294967295.0);
    }
    struct found {
        std::uint32_t index;
        word_place place;
    };
    std::vector<std::vector<found>> by_task(tasks_of(set.size()));
    struct worker {
        explicit worker(const sequence::packed_sequences& set) : letters(set) {}
        read_letters letters;
        words_seen seen;
    };
    std::vector<worker> workers(pool.threads(), worker(set));
    pool.run(by_task.size(), [&](std::size_t task, unsigned number) {
        worker& of = workers[number];
        const std::size_t last = std::min((task + 1) * reads_per_task, set.size());
        for (std::size_t read = task * reads_per_task; read < last; ++read) {
            const std::uint32_t hash = scattered(read);
            const auto letters = of.letters(read, &mask);
            of.seen.begin(letters.size());
            for_each_word(letters, [&](std::uint32_t word, std::size_t start) {
                if ((listed[word / 64] >> word % 64 & 1U) == 0 || !of.seen.is_new(word)) return;
                const auto index = static_cast<std::uint32_t>(std::ranges::lower_bound(words, word) - words.begin());
                if (hash <= chosen_below[index])
                    by_task[task].push_back(
                        {index, {static_cast<std::uint32_t>(read), static_cast<std::uint32_t>(start)}});
            });
        }
    });
    std::vector<std::vector<word_place>> places(words.size());
    for (const auto& task : by_task)
        for (const found& each : task)
            places[each.index].push_back(each.place);
    return places;
}

} // namespace concord::adapters
