#include "problems/substring/cpu/words/word_set.hpp"

#include "problems/substring/cpu/words/thread_counts.hpp"
#include "problems/substring/sequence_tasks.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <utility>

namespace concord::substring {
namespace {

constexpr std::size_t most_marked_words = 1U << 18U; ///< a megabyte
constexpr std::uint64_t fronts_of_part = 1U << 10U;

} // namespace

word_set::word_set(const problem& given, const growth_alphabet& letters, unsigned length, runtime::thread_pool& workers,
                   const word_margins& margins, counted_holders what)
    : numbered_words(split_word::of(letters.ordinary(), length)), mismatches_(given.mismatches) {
    const sequence_tasks tasks(given.sequences(), given.set.letters());
    workers.run(tasks.size(), [&](std::size_t task, unsigned) {
        word_reader reader(given, letters, length);
        for (std::uint64_t sequence = tasks.first(task); sequence < tasks.last(task); ++sequence)
            for_each(reader, sequence, [&](std::uint64_t start, front_and_end word, bool) {
                if (margins.hold(start, length, given.length(sequence))) add(word);
            });
    });
    number_words();

    holders_.assign(before_.back(), 0);
    thread_counts counted(holders_, workers);
    // A sequence counts once: where words are few, the last one that held each is kept; else those of one are sorted.
    const bool are_few = what == counted_holders::sequences && holders_.size() <= most_marked_words;
    std::vector<std::vector<std::uint32_t>> marks(are_few ? workers.threads() : 0);
    workers.run(tasks.size(), [&](std::size_t task, unsigned worker) {
        word_reader reader(given, letters, length);
        std::vector<std::uint32_t> held; // by one sequence
        if (are_few) marks[worker].resize(holders_.size(), 0);
        for (std::uint64_t sequence = tasks.first(task); sequence < tasks.last(task); ++sequence) {
            const auto mark = static_cast<std::uint32_t>(sequence + 1);
            held.clear();
            for_each(reader, sequence, [&](std::uint64_t start, front_and_end word, bool) {
                if (!margins.hold(start, length, given.length(sequence))) return;
                const std::uint32_t number = rank(word.front, word.end);
                if (what == counted_holders::places || (are_few && std::exchange(marks[worker][number], mark) != mark))
                    counted.add(worker, number, 1);
                else if (!are_few)
                    held.push_back(number);
            });
            std::ranges::sort(held);
            held.erase(std::unique(held.begin(), held.end()), held.end());
            for (const std::uint32_t word : held)
                counted.add(worker, word, 1);
        }
    });
    counted.finish();
}

double word_set::bytes(const problem& given, const growth_alphabet& letters, unsigned length) {
    const double fronts = split_word::of(letters.ordinary(), length).fronts();
    return fronts * (2 * sizeof(std::uint64_t) + sizeof(std::uint32_t)) + // bits of words that are dropped, too

           static_cast<double>(given.set.letters()) * sizeof(std::uint32_t);
}

void numbered_words::number_words() {
    before_.resize(ends_.size() + 1);
    std::uint32_t before = 0;
    for (std::size_t front = 0; front < ends_.size(); ++front) {
        before_[front] = before;
        before += base::count_ones(ends_[front]);
    }
    before_.back() = before;
}

void word_set::keep(std::span<const std::uint8_t> is_kept, runtime::thread_pool& workers) {
    runtime::keep_marked(workers, holders_, is_kept);
    runtime::for_parts(workers, ends_.size(), fronts_of_part, [&](std::uint64_t first, std::uint64_t last) {
        std::size_t word = before_[first];
        for (std::uint64_t front = first; front < last; ++front)
            for (std::uint64_t rest = ends_[front]; rest != 0; rest &= rest - 1, ++word)
                if (is_kept[word] == 0) ends_[front] &= ~(rest & (~rest + 1));
    });
    number_words();
}

} // namespace concord::substring
