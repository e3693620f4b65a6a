#include "problems/substring/cpu/words/near_holders.hpp"

#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/seed_plan.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <atomic>

namespace concord::substring {
namespace {

constexpr std::size_t windows_of_part = 64;

} // namespace

near_holders::near_holders(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                           const word_set& words)
    : given_(given), resources_(resources), letters_(letters), words_(words), shape_(words.split(), given.mismatches) {}

std::vector<std::uint8_t> near_holders::letters_of(const window_occurrence& window) const {
    std::vector<std::uint64_t> digits(words_.length());
    letters_.read(given_, window.position, digits);
    return {digits.begin(), digits.end()};
}

void near_holders::add_ambiguous(std::span<std::uint32_t> counts) const {
    const std::span<const window_occurrence> windows = words_.ambiguous();
    resources_.workers.run((windows.size() + windows_of_part - 1) / windows_of_part, [&](std::size_t part, unsigned) {
        const std::size_t last = std::min((part + 1) * windows_of_part, windows.size());
        for (std::size_t index = part * windows_of_part; index < last; ++index) {
            const std::vector<std::uint8_t> letters = letters_of(windows[index]);
            const word_of_ball center(shape_, letters);
            for_each_in_ball(shape_, center, [&](std::uint64_t front, std::uint64_t ends) {
                for (std::uint64_t rest = ends & words_.ends(front); rest != 0; rest &= rest - 1)
                    std::atomic_ref<std::uint32_t>(counts[words_.rank(front, base::lowest_one(rest))])
                        .fetch_add(1, std::memory_order_relaxed);
            });
        }
    });
}

void near_holders::find_ambiguous_with_support(std::vector<window>& found) const {
    const std::span<const window_occurrence> windows = words_.ambiguous();
    const std::size_t parts = (windows.size() + windows_of_part - 1) / windows_of_part;
    struct possible_source {
        std::size_t window;
        std::vector<std::uint32_t> near; // ambiguous windows
    };
    std::vector<std::vector<possible_source>> possible(parts);
    resources_.workers.run(parts, [&](std::size_t part, unsigned) {
        const std::size_t last = std::min((part + 1) * windows_of_part, windows.size());
        for (std::size_t index = part * windows_of_part; index < last; ++index) {
            const std::vector<std::uint8_t> letters = letters_of(windows[index]);
            const word_of_ball center(shape_, letters);
            std::uint64_t most = 1; // itself
            for_each_in_ball(shape_, center, [&](std::uint64_t front, std::uint64_t ends) {
                for (std::uint64_t rest = ends & words_.ends(front); rest != 0; rest &= rest - 1)
                    most += words_.holders()[words_.rank(front, base::lowest_one(rest))];
            });
            if (most + windows.size() < given_.support) continue;
            possible_source source{index, {}};
            for (std::size_t other = 0; other < windows.size(); ++other)
                if (mismatches_within(given_.letters, windows[index].position, windows[other].position, words_.length(),
                                      given_.mismatches) <= given_.mismatches)
                    source.near.push_back(static_cast<std::uint32_t>(other));
            if (most + source.near.size() >= given_.support) possible[part].push_back(std::move(source));
        }
    });
    if (std::ranges::all_of(possible, [](const auto& some) { return some.empty(); })) return;

    const holder_lists holders = list_holders();
    std::vector<std::vector<std::uint32_t>> stamps(resources_.workers.threads());
    std::vector<std::vector<window>> supported(parts);
    resources_.workers.run(parts, [&](std::size_t part, unsigned worker) {
        std::vector<std::uint32_t>& stamp = stamps[worker]; // by sequence: the last source that it holds, plus one
        stamp.resize(given_.sequences(), 0);
        for (const possible_source& source : possible[part]) {
            std::uint64_t support = 0;
            const auto add = [&](std::uint64_t sequence) {
                support += stamp[sequence] != source.window + 1 ? 1U : 0U;
                stamp[sequence] = static_cast<std::uint32_t>(source.window + 1);
            };
            const window_occurrence& own = windows[source.window];
            add(own.sequence);
            for (const std::uint32_t other : source.near)
                add(windows[other].sequence);
            const std::vector<std::uint8_t> letters = letters_of(own);
            const word_of_ball center(shape_, letters);
            for_each_in_ball(shape_, center, [&](std::uint64_t front, std::uint64_t ends) {
                for (std::uint64_t rest = ends & words_.ends(front); rest != 0; rest &= rest - 1) {
                    const std::uint32_t word = words_.rank(front, base::lowest_one(rest));
                    for (std::uint64_t at = holders.begins[word]; at < holders.begins[word + 1]; ++at)
                        add(holders.sequences[at]);
                }
            });
            if (support >= given_.support)
                supported[part].push_back({own.sequence, own.position - given_.offset(own.sequence), support});
        }
    });
    for (const auto& some : supported)
        found.insert(found.end(), some.begin(), some.end());
}

near_holders::holder_lists near_holders::list_holders() const {
    holder_lists lists{std::vector<std::uint64_t>(words_.size() + 1, 0), {}};
    for (std::size_t word = 0; word < words_.size(); ++word)
        lists.begins[word + 1] = lists.begins[word] + words_.holders()[word];
    lists.sequences.resize(lists.begins.back());
    std::vector<std::uint64_t> next(lists.begins.begin(), lists.begins.end() - 1);
    word_reader reader(given_, letters_, words_.length());
    for (std::uint64_t sequence = 0; sequence < given_.sequences(); ++sequence)
        words_.for_each(reader, sequence, [&](std::uint64_t, front_and_end at) {
            const std::uint32_t word = words_.rank(at.front, at.end);
            if (next[word] > lists.begins[word] && lists.sequences[next[word] - 1] == sequence) return;
            lists.sequences[next[word]++] = static_cast<std::uint32_t>(sequence);
        });
    return lists;
}

double near_holders::cost(const problem& given, const split_word& split, double windows) {
    const auto letters = static_cast<double>(split.letters);
    const std::uint64_t length = split.front + split.end;
    const double near = letters * count_neighbours(letters, length - 1, given.mismatches - 1);
    return windows * (2 * near * tuning::cost_of_shared_word + windows * tuning::cost_of_window_pair);
}

} // namespace concord::substring
