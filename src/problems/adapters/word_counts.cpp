#include "problems/adapters/word_counts.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

namespace concord::adapters {
namespace {

/// Words ahead whose counters are asked for: the counters lie all over the memory.
constexpr std::size_t words_ahead = 16;

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
                                       const read_range& reads, runtime::thread_pool& pool) {
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
        const read_range some = reads_of_task(reads, task);
        for (std::size_t read = some.first; read < some.last; ++read) {
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
        return some.size();
    };
    pool.run(tasks_of(reads.size()), {.name = "counting words", .unit = "reads", .total = reads.size()}, count);
    return counts;
}

wanted_words::wanted_words(const std::vector<std::uint32_t>& listed, const std::vector<std::uint32_t>& counts)
    : words(listed), is_listed(word_count / 64), greatest_hash(listed.size()) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        is_listed[words[i] / 64] |= std::uint64_t{1} << words[i] % 64;
        const double share = static_cast<double>(threshold::most_votes) / std::max<double>(counts[words[i]], 1);
        greatest_hash[i] = share >= 1 ? ~0U : static_cast<std::uint32_t>(share * 4294967295.0);
    }
}

std::vector<std::vector<word_place>> sample_places(const sequence::packed_sequences& set, const letter_mask& mask,
                                                   const std::vector<std::uint32_t>& words,
                                                   const std::vector<std::uint32_t>& counts, const read_range& reads,
                                                   runtime::thread_pool& pool) {
    const wanted_words wanted(words, counts); // its bits stay in a cache
    struct found {
        std::uint32_t index;
        word_place place;
    };
    std::vector<std::vector<found>> by_task(tasks_of(reads.size()));
    struct worker {
        explicit worker(const sequence::packed_sequences& set) : letters(set) {}
        read_letters letters;
        words_seen seen;
    };
    std::vector<worker> workers(pool.threads(), worker(set));
    pool.run(by_task.size(), [&](std::size_t task, unsigned number) {
        worker& of = workers[number];
        const read_range some = reads_of_task(reads, task);
        for (std::size_t read = some.first; read < some.last; ++read) {
            const std::uint32_t hash = hash_of_read(read);
            const auto letters = of.letters(read, &mask);
            of.seen.begin(letters.size());
            for_each_word(letters, [&](std::uint32_t word, std::size_t start) {
                if ((wanted.is_listed[word / 64] >> word % 64 & 1U) == 0 || !of.seen.is_new(word)) return;
                const auto index = static_cast<std::uint32_t>(std::ranges::lower_bound(words, word) - words.begin());
                if (hash <= wanted.greatest_hash[index])
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
