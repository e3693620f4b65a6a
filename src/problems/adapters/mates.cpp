#include "problems/adapters/mates.hpp"

#include "problems/adapters/read_letters.hpp"
#include "problems/adapters/word_counts.hpp"

#include <algorithm>
#include <bit>

namespace concord::adapters {
namespace {

constexpr std::uint32_t least_insert = 24;

/// A read in three planes of bits.
struct planes {
    std::vector<std::uint64_t> low, high, none;
    std::uint32_t length = 0;

    void assign(std::span<const std::uint8_t> letters, bool reversed) {
        length = static_cast<std::uint32_t>(letters.size());
        for (auto* plane : {&low, &high, &none})
            plane->assign(letters.size() / 64 + 2, 0);
        for (std::size_t i = 0; i < letters.size(); ++i) {
            const std::uint8_t given = reversed ? letters[letters.size() - 1 - i] : letters[i];
            const std::uint64_t code = reversed && given < no_letter ? 3U - given : given;
            low[i / 64] |= (code & 1U) << i % 64;
            high[i / 64] |= (code >> 1U & 1U) << i % 64;
            none[i / 64] |= (code >> 2U) << i % 64;
        }
    }
};

/// Differences between the first `letters` of a and those of b from `start` on; may stop beyond `most`.
std::uint32_t differences(const planes& a, const planes& b, std::uint32_t start, std::uint32_t letters,
                          std::uint32_t most) {
    std::uint32_t sum = 0;
    for (std::uint32_t at = 0; at < letters && sum <= most; at += 64) {
        const std::size_t word = at / 64;
        std::uint64_t differ = (a.low[word] ^ sequence::bits_from(b.low.data(), start + at)) |
                               (a.high[word] ^ sequence::bits_from(b.high.data(), start + at)) | a.none[word] |
                               sequence::bits_from(b.none.data(), start + at);
        if (letters - at < 64) differ &= (std::uint64_t{1} << (letters - at)) - 1;
        sum += static_cast<std::uint32_t>(std::popcount(differ));
    }
    return sum;
}

std::uint32_t insert_of(const planes& first, const planes& second) {
    std::uint32_t best = no_short_insert;
    std::int64_t best_score = 0;
    for (std::uint32_t length = least_insert; length < std::min(first.length, second.length); ++length) {
        const std::uint32_t most = length / 10;
        const std::uint32_t differ = differences(first, second, second.length - length, length, most);
        const std::int64_t score = std::int64_t{length} - 4 * std::int64_t{differ};
        if (differ > most || score <= best_score) continue;
        best = length;
        best_score = score;
    }
    return best;
}

} // namespace

std::vector<std::uint32_t> short_inserts(const sequence::packed_sequences& first,
                                         const sequence::packed_sequences& second, const runtime::task_range& pairs,
                                         runtime::thread_pool& pool) {
    std::vector<std::uint32_t> lengths(first.size(), no_short_insert);
    struct worker {
        read_letters first, second;
        planes forward{}, backward{};
    };
    std::vector<worker> workers(pool.threads(), worker{read_letters(first), read_letters(second)});
    const auto compare = [&](std::size_t task, unsigned number) -> std::uint64_t {
        worker& of = workers[number];
        const read_range some = reads_of_task(pairs, task);
        for (std::size_t pair = some.first; pair < some.last; ++pair) {
            of.forward.assign(of.first(pair, nullptr), false);
            of.backward.assign(of.second(pair, nullptr), true);
            lengths[pair] = insert_of(of.forward, of.backward);
        }
        return some.size();
    };
    pool.run(tasks_of(pairs.size()), {.name = "comparing mates", .unit = "pairs", .total = pairs.size()}, compare);
    return lengths;
}

} // namespace concord::adapters
