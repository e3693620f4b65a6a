#include "problems/adapters/word_counts.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

namespace concord::adapters {
namespace {

/// Words ahead whose counters are asked for: the counters lie all over the memory.
constexpr std::size_t words_ahead = 16;

constexpr std::uint32_t filter_bits = 1U << 17U;
/// Of neighbours in a text, all over the filter.
constexpr std::uint32_t filter_bit(std::uint32_t word) noexcept { return word * 0x9e3779b1U >> 15U; }

} // namespace

void words_seen::begin(std::size_t letters) {
    const std::size_t wanted = std::bit_ceil(std::max<std::size_t>(2 * letters, 64));
    if (entries_.size() < wanted || ++stamp_ == 0) {
        entries_.assign(std::max(wanted, entries_.size()), {});
        stamp_ = 1;
        shift_ = 32 - static_cast<unsigned>(std::bit_width(entries_.size()) - 1);
    }
}

void add_words(const sequence::packed_sequences& set, const letter_mask& mask, const read_range& reads,
               runtime::thread_pool& pool, const std::function<bool(std::size_t)>& is_wanted, std::uint32_t once,
               std::vector<std::uint32_t>& counts) {
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
            if (!is_wanted(read)) continue;
            const auto letters = of.letters(read, &mask);
            of.seen.begin(letters.size());
            of.words.clear();
            for_each_word(letters, [&](std::uint32_t word, std::size_t) {
                if (of.seen.is_new(word)) of.words.push_back(word);
            });
            for (std::size_t i = 0; i < of.words.size(); ++i) {
                if (i + words_ahead < of.words.size()) __builtin_prefetch(&counts[of.words[i + words_ahead]], 1);
                std::atomic_ref(counts[of.words[i]]).fetch_add(once, std::memory_order_relaxed);
            }
        }
        return some.size();
    };
    pool.run(tasks_of(reads.size()), {.name = "counting words", .unit = "reads", .total = reads.size()}, count);
}

std::vector<std::uint32_t> count_words(const sequence::packed_sequences& set, const letter_mask& mask,
                                       const read_range& reads, runtime::thread_pool& pool) {
    std::vector<std::uint32_t> counts(word_count);
    add_words(
        set, mask, reads, pool, [](std::size_t) { return true; }, 1, counts);
    return counts;
}

wanted_words::wanted_words(const std::vector<std::uint32_t>& listed, const std::vector<std::uint32_t>& counts)
    : words(listed), greatest_hash(listed.size()) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        const double share = static_cast<double>(threshold::most_votes) / std::max<double>(counts[words[i]], 1);
        greatest_hash[i] = share >= 1 ? ~0U : static_cast<std::uint32_t>(share * 4294967295.0);
    }
}

std::vector<std::uint64_t> wanted_words::is_listed() const {
    std::vector<std::uint64_t> bits(word_count / 64);
    for (const std::uint32_t word : words)
        bits[word / 64] |= std::uint64_t{1} << word % 64;
    return bits;
}

std::vector<std::vector<word_place>> sample_places(const sequence::packed_sequences& set, const letter_mask& mask,
                                                   const std::vector<std::uint32_t>& words,
                                                   const std::vector<std::uint32_t>& counts, const read_range& reads,
                                                   runtime::thread_pool& pool) {
    const wanted_words wanted(words, counts);
    // A bit of the word's hash decides mostly: so few that they stay in a first-level cache.
    std::vector<std::uint64_t> may_be(filter_bits / 64);
    for (const std::uint32_t word : words)
        may_be[filter_bit(word) / 64] |= std::uint64_t{1} << filter_bit(word) % 64;
    const std::uint32_t greatest =
        wanted.greatest_hash.empty() ? 0 : std::ranges::max(wanted.greatest_hash); // of which places are wanted
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
            if (hash > greatest) continue;
            const auto letters = of.letters(read, &mask);
            of.seen.begin(letters.size());
            for_each_word(letters, [&](std::uint32_t word, std::size_t start) {
                if ((may_be[filter_bit(word) / 64] >> filter_bit(word) % 64 & 1U) == 0) return;
                const auto at = std::ranges::lower_bound(words, word);
                if (at == words.end() || *at != word) return;
                const auto index = static_cast<std::uint32_t>(at - words.begin());
                if (hash <= wanted.greatest_hash[index] && of.seen.is_new(word))
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
