// Answers that threads find in any order, delivered in the order of their positions.
#pragma once

#include "problems/overlap/tuning.hpp"
#include "runtime/distributed/task_sharing.hpp"
#include "runtime/test_settings.hpp"
#include "runtime/thread_pool.hpp"

#include "problems/overlap/suffix_names.hpp"
#include "suffixes/text.hpp"
#include <algorithm>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace concord::overlap {

/// find(first, last, most, answers) appends the answers of the positions [first, last) in order, or of fewer once they
/// are more than `most`, and returns the end of these positions. The threads share a batch of positions, whose answers
/// are then delivered; batches grow while answers are few, so the memory is bounded, except for the answers of a single
/// position. Returns the number of answers. Throws error (cancelled).
template <class Answer, class Find>
std::uint64_t output_in_order(std::uint64_t first, std::uint64_t last, runtime::thread_pool& workers, Find find,
                              const std::function<void(const Answer&)>& take) {
    std::vector<std::vector<Answer>> found(workers.threads() == 1 ? 1 : workers.threads() * std::size_t{4});
    std::vector<std::uint64_t> ends(found.size());
    const std::uint64_t most = runtime::forced_tile() > 0 ? runtime::forced_tile() // tests have few
                                                          : 4 * tuning::target_answers_per_batch / found.size();
    std::uint64_t places = tuning::least_places_per_batch;
    std::uint64_t count = 0;
    while (first < last) {
        const std::uint64_t share = std::max<std::uint64_t>(1, places / found.size());
        const auto begin_of = [&](std::size_t task) { return std::min(last, first + task * share); };
        workers.run(found.size(), [&](std::size_t task, unsigned) {
            std::vector<Answer> here = std::move(found[task]); // no two threads append in one cache line
            here.clear();
            ends[task] = find(begin_of(task), begin_of(task + 1), most, here);
            found[task] = std::move(here);
        });
        std::uint64_t answers = 0;
        std::uint64_t end = first;
        for (std::size_t task = 0; task < found.size() && end == begin_of(task); ++task) {
            for (const Answer& answer : found[task])
                take(answer);
            answers += found[task].size();
            end = ends[task];
        }
        first = end;
        count += answers;
        if (answers > tuning::target_answers_per_batch)
            places = std::max<std::uint64_t>(1, places / 2);
        else if (answers < tuning::target_answers_per_batch / 4)
            places = std::min(tuning::most_places_per_batch * workers.threads(), places * 2);
    }
    return count;
}

/// The same with blocks of `block` positions that processes share. Returns the number of answers delivered here: all on
/// rank 0, those of the shard in a shard, none on other ranks.
template <class Answer, class Find>
std::uint64_t output_shared_in_order(std::uint64_t first, std::uint64_t last, std::uint64_t block,
                                     std::string_view unit, runtime::thread_pool& workers, Find find,
                                     const std::function<void(const Answer&)>& take) {
    std::uint64_t count = 0;
    const runtime::step blocks{.name = "looking for rows",
                               .unit = unit,
                               .count = (last - first + block - 1) / block,
                               .total = last - first,
                               .each = block,
                               .division = runtime::divided_among::shards};
    workers.options().sharing->run_in_order(
        workers, blocks, runtime::made_by::one_thread,
        [&](std::size_t index, unsigned) {
            std::vector<Answer> found;
            const std::uint64_t begin = first + index * block;
            find(begin, std::min(last, begin + block), found);
            runtime::byte_writer writer;
            writer.list(found);
            return writer.take();
        },
        [&](std::uint64_t, const runtime::byte_string& content) {
            const std::vector<Answer> found = runtime::byte_reader(content).list<Answer>();
            for (const Answer& answer : found)
                take(answer);
            count += found.size();
        });
    return count;
}

/// Divides into blocks of about so many letters, so that their number depends on the input alone.
[[nodiscard]] inline std::uint64_t places_of_block(std::uint64_t places, std::uint64_t letters, std::uint64_t tile) {
    if (tile > 0) return tile;
    const std::uint64_t blocks = std::max<std::uint64_t>(1, letters / tuning::letters_per_shared_block);
    return std::max<std::uint64_t>(1, places / blocks);
}

class marked_ranks {
  public:
    explicit marked_ranks(std::uint64_t size) : words_(size / bits_per_word + 1) {}

    [[nodiscard]] static std::uint64_t bytes_of(std::uint64_t size) {
        return (size / bits_per_word + 1) * sizeof(begin_bits);
    }

    /// In any order; threads that mark at the same time share no word of bits. count_marks() has to follow the last
    /// one.
    void mark(std::uint64_t rank) {
        words_[rank / bits_per_word].first_letters |= std::uint64_t{1} << (rank % bits_per_word);
    }
    /// Returns their number.
    std::uint64_t count_marks() {
        for (std::size_t word = 0; word < words_.size(); ++word) {
            words_[word].begun_before = count_;
            count_ += base::count_ones(words_[word].first_letters);
        }
        return count_;
    }

    /// Marked ones below a rank.
    [[nodiscard]] std::uint64_t before(std::uint64_t rank) const {
        const begin_bits& word = words_[rank / bits_per_word];
        const auto below = base::low_bits<std::uint64_t>(static_cast<unsigned>(rank % bits_per_word));
        return word.begun_before + base::count_ones(word.first_letters & below);
    }

  private:
    runtime::far_array<begin_bits> words_;
    std::uint64_t count_ = 0;
};

} // namespace concord::overlap
