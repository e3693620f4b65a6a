// The passes of a search on the threads of this process.
#pragma once

#include "problems/adapters/read_passes.hpp"
#include "runtime/thread_pool.hpp"

#include <optional>

namespace concord::adapters {

class cpu_passes final : public read_passes {
  public:
    cpu_passes(const searched_reads& reads, runtime::thread_pool& pool)
        : reads_(reads), pool_(pool), mask_(reads.set.letters()), is_changed_(reads.ours.size()) {}

    /// After the first time only reads in which letters were masked since then are counted anew.
    [[nodiscard]] const std::vector<std::uint32_t>& count_words() override;
    [[nodiscard]] std::vector<std::vector<word_place>> sample_places(const std::vector<std::uint32_t>& words,
                                                                     const std::vector<std::uint32_t>& counts) override;
    void mask_held(const std::vector<codes>& sequences) override;
    [[nodiscard]] read_statistics statistics_of(const std::vector<codes>& sequences) override;
    void check_cancelled() const override { pool_.check_cancelled(); }

    /// The letters that are masked so far.
    [[nodiscard]] const letter_mask& mask() const noexcept { return mask_; }

  private:
    searched_reads reads_;
    runtime::thread_pool& pool_;
    letter_mask mask_;
    std::vector<std::uint32_t> counts_;    ///< of the last count_words()
    std::optional<letter_mask> counted_;   ///< what was masked then
    std::vector<std::uint8_t> is_changed_; ///< of our reads: letters of it were masked since then
};

/// Calls visit(first letter, last letter), in the collection, for each stretch that is masked in a read with these
/// letters. `found` is for its placements.
template <class Visit>
void for_each_masked(const searched_reads& reads, std::size_t read, std::span<const std::uint8_t> letters,
                     const placer& placed, std::vector<placement>& found, const Visit& visit) {
    const std::uint64_t offset = reads.set.offset(read);
    const std::uint64_t end = offset + letters.size();
    placed.place(letters, found);
    for (const placement& at : found)
        visit(offset + at.start, offset + at.end);
    visit(offset, offset + placed.short_start(letters));
    visit(end - placed.short_end(letters), end);
}

/// Adds up what reads say: place(read, letters, placements) writes the placements of each of them and returns its
/// letters, which it may leave out where there are none. Time: O(letters).
template <class Place>
[[nodiscard]] read_statistics sum_over_reads(const searched_reads& reads, const std::vector<codes>& sequences,
                                             const placer& placed, runtime::thread_pool& pool, const Place& place) {
    std::vector<read_statistics> sums(pool.threads(), read_statistics(sequences, reads.may_shift));
    std::vector<read_letters> letters(pool.threads(), read_letters(reads.set));
    std::vector<std::vector<placement>> found(pool.threads());
    const auto add = [&](std::size_t task, unsigned worker) -> std::uint64_t {
        const read_range some = reads_of_task(reads.ours, task);
        for (std::size_t read = some.first; read < some.last; ++read) {
            const std::span<const std::uint8_t> held = place(read, letters[worker], found[worker]);
            sums[worker].add(found[worker], held, placed, reads.inserts.empty() ? 0 : reads.inserts[read]);
        }
        return some.size();
    };
    pool.run(tasks_of(reads.ours.size()), {.name = "counting reads", .unit = "reads", .total = reads.ours.size()}, add);
    for (std::size_t worker = 1; worker < sums.size(); ++worker)
        sums[0].add(sums[worker]);
    return std::move(sums[0]);
}

} // namespace concord::adapters
