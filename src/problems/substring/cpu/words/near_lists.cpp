#include "problems/substring/cpu/words/near_lists.hpp"

#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/join/piece_index.hpp"
#include "problems/substring/cpu/words/hamming_ball.hpp"
#include "problems/substring/cpu/words/thread_counts.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/seed_plan.hpp"
#include "problems/substring/sequence_tasks.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

namespace concord::substring {
namespace {

constexpr double bytes_of_entry = sizeof(std::uint32_t);

/// Of every possible word, the ranks of those of a set that it is near to.
class lists_of_words {
  public:
    lists_of_words(const problem& given, const word_set& words)
        : mismatches_(given.mismatches), length_(words.length()), letters_(words.split().letters),
          of_end_(words.split().words_of(words.split().end)), words_(words.size()) {
        const split_word& split = words.split();
        words.for_each_word([&](std::size_t rank, std::size_t word) { words_[rank] = word; });
        const ball_shape shape(split, given.mismatches);
        const std::uint64_t fronts = split.words_of(split.front);
        first_.assign(fronts * of_end_ + 1, 0);
        for_each_near(shape, words, [&](std::size_t, std::size_t word) { ++first_[word + 1]; });
        std::partial_sum(first_.begin(), first_.end(), first_.begin());
        ranks_.resize(first_.back());
        // What is listed moves the beginning of a list to its end, the beginning of the next one.
        for_each_near(shape, words, [&](std::size_t rank, std::size_t word) {
            ranks_[first_[word]++] = static_cast<std::uint32_t>(rank);
        });
        std::shift_right(first_.begin(), first_.end(), 1);
        first_.front() = 0;
    }

    [[nodiscard]] std::span<const std::uint32_t> near(const front_and_end& word) const noexcept {
        const std::size_t at = word.front * of_end_ + word.end;
        return {ranks_.data() + first_[at], ranks_.data() + first_[at + 1]};
    }

    /// Whether a window of the sequence that was read last is within k mismatches of a word, its ambiguous letters
    /// among these.
    [[nodiscard]] bool are_near(const word_reader& reader, std::uint64_t start, std::uint32_t rank) const {
        std::uint64_t mismatches = 0;
        std::uint64_t rest = words_[rank];
        for (unsigned place = length_; place-- > 0; rest /= letters_)
            mismatches += reader.letter(start, place) != rest % letters_ ? 1U : 0U;
        return mismatches <= mismatches_;
    }

  private:
    template <class Visit>
    void for_each_near(const ball_shape& shape, const word_set& words, const Visit& visit) const {
        const std::uint64_t letters = words.split().letters;
        std::vector<std::uint8_t> text(words.length());
        words.for_each_word([&](std::size_t rank, std::size_t word) {
            for (std::size_t index = text.size(); index-- > 0; word /= letters)
                text[index] = static_cast<std::uint8_t>(word % letters);
            for_each_in_ball(shape, word_of_ball(shape, text), [&](std::uint64_t front, std::uint64_t ends) {
                for (; ends != 0; ends &= ends - 1)
                    visit(rank, front * of_end_ + base::lowest_one(ends));
            });
        });
    }

    std::uint64_t mismatches_;
    unsigned length_;
    std::uint64_t letters_;            ///< values of a letter
    std::uint64_t of_end_;             ///< different ends
    std::vector<std::uint64_t> words_; ///< by rank
    std::vector<std::uint32_t> first_; ///< of each word in ranks_, and the end
    std::vector<std::uint32_t> ranks_;
};

} // namespace

void count_near_lists(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                      const word_set& words, std::span<std::uint32_t> supports) {
    const lists_of_words lists(given, words);
    std::ranges::fill(supports, 0);
    thread_counts counted(supports, resources.workers);
    // The sequence that a word was last found in, by thread and rank, counted from 1.
    std::vector<std::vector<std::uint32_t>> last(resources.workers.threads());
    const sequence_tasks tasks(given.sequences(), given.set.letters());
    resources.workers.run(tasks.size(), [&](std::size_t task, unsigned worker) {
        std::vector<std::uint32_t>& found = last[worker];
        if (found.empty()) found.assign(words.size(), 0);
        word_reader reader(given, letters, words.length());
        for (std::uint64_t sequence = tasks.first(task); sequence < tasks.last(task); ++sequence) {
            const auto here = static_cast<std::uint32_t>(sequence + 1);
            words.for_each(reader, sequence, [&](std::uint64_t start, const front_and_end& word, bool is_ordinary) {
                for (const std::uint32_t rank : lists.near(word)) {
                    // With ambiguous letters a window is near to no other words than those that are near to the word
                    // as which it is written.
                    if (found[rank] == here || (!is_ordinary && !lists.are_near(reader, start, rank))) continue;
                    found[rank] = here;
                    counted.add(worker, rank, 1);
                }
            });
        }
    });
    counted.finish();
}

double cost_of_near_lists(const problem& given, std::uint64_t memory, const growth_alphabet& letters,
                          const split_word& split, double words, double near) {
    const auto different = static_cast<double>(letters.ordinary());
    const std::uint64_t length = split.front + split.end;
    const double possible = split.fronts() * static_cast<double>(split.words_of(split.end));
    const double entries = words * count_neighbours(different, length, std::min(given.mismatches, length));
    if (given.sequences() >= std::numeric_limits<std::uint32_t>::max() ||
        entries >= static_cast<double>(std::numeric_limits<std::uint32_t>::max()) ||
        (possible + entries) * bytes_of_entry + words * sizeof(std::uint64_t) > static_cast<double>(memory) / 8)
        return impossible;
    const double cost = possible * tuning::cost_of_empty_list + entries * tuning::cost_of_list_entry +
                        static_cast<double>(given.set.letters()) * tuning::cost_of_looked_up_window +
                        near * tuning::cost_of_list_hit;
    return letters.has_ambiguous() ? tuning::lists_with_ambiguous * cost : cost;
}

} // namespace concord::substring
