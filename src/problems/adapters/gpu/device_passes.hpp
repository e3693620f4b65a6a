// The passes of a search on a data-parallel device: words are counted and listed there, and reads without insertions
// and deletions aligned. The host aligns the others, and the few reads with too many placements.
#pragma once

#include "problems/adapters/cpu_passes.hpp"
#include "problems/adapters/gpu/place_steps.hpp"
#include "problems/adapters/gpu/word_steps.hpp"
#include "problems/adapters/tuning.hpp"
#include "runtime/gpu/device_concept.hpp"
#include "runtime/test_settings.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace concord::adapters {

template <runtime::data_parallel_device Machine>
class device_passes : public read_passes {
  public:
    /// Copies the reads there.
    device_passes(Machine& machine, const searched_reads& reads, runtime::thread_pool& pool)
        : machine_(machine), reads_(reads), pool_(pool), words_(reads.set.letters() / 64 + 2) {
        const sequence::packed_sequences& set = reads.set;
        low_ = put(set.plane(0), words_);
        high_ = put(set.plane(1), words_);
        offsets_ = put(set.offsets(), set.size() + 1);
        if (set.has_ambiguous()) {
            ambiguous_ = put(set.ambiguous_plane(), words_);
            none_ = put(set.ambiguous_plane(), words_);
        } else {
            none_ = machine_.template zeroed<std::uint64_t>(words_);
        }
        there_ = {.low = low_.data(),
                  .high = high_.data(),
                  .ambiguous = set.has_ambiguous() ? ambiguous_.data() : nullptr,
                  .none = none_.data(),
                  .offsets = offsets_.data(),
                  .first = reads.ours.first,
                  .count = reads.ours.size()};
        before_ = machine_.template make<std::uint64_t>(there_.count + 1);
        windows_ =
            there_.count == 0 ? 0 : machine_.exclusive_scan(there_.count, count_windows{there_}, before_.data()).count;
        if (reads.may_shift) on_host_.emplace(reads, pool);
    }

    [[nodiscard]] const std::vector<std::uint32_t>& count_words() override {
        machine_.check();
        const auto counts = machine_.template zeroed<std::uint32_t>(word_count);
        machine_.for_each(windows_, count_words_of_window{windows(), counts.data()});
        counts_.resize(word_count);
        machine_.get(counts_.data(), counts.data(), counts_.size());
        return counts_;
    }

    [[nodiscard]] std::vector<std::vector<word_place>>
    sample_places(const std::vector<std::uint32_t>& words, const std::vector<std::uint32_t>& counts) override {
        machine_.check();
        std::vector<std::vector<word_place>> places(words.size());
        if (words.empty() || windows_ == 0) return places;
        const wanted_words wanted(words, counts);
        const std::vector<std::uint64_t> bits = wanted.is_listed();
        const auto is_listed = put(bits.data(), bits.size());
        const auto list = put(words.data(), words.size());
        const auto hashes = put(wanted.greatest_hash.data(), words.size());
        const places_of_window of{windows(),
                                  {.is_listed = is_listed.data(),
                                   .words = list.data(),
                                   .greatest_hash = hashes.data(),
                                   .count = static_cast<std::uint32_t>(words.size())}};
        const auto before = machine_.template make<std::uint64_t>(windows_);
        std::vector<listed_place> found(machine_.exclusive_scan(windows_, count_places{of}, before.data()).count);
        const auto room = machine_.template make<listed_place>(found.size());
        machine_.for_each(found.empty() ? 0 : windows_, list_places{of, before.data(), room.data()});
        machine_.get(found.data(), room.data(), found.size());
        for (const listed_place& each : found)
            places[each.number].push_back(each.place);
        return places;
    }

    void mask_held(const std::vector<codes>& sequences) override {
        machine_.check();
        if (on_host_) {
            on_host_->mask_held(sequences);
            const auto more = put(on_host_->mask().words(), words_);
            machine_.for_each(words_, mask_word{none_.data(), more.data()});
            return wait();
        }
        const placer placed(sequences, false);
        const strands_on_device strands(*this, placed);
        for_each_part([&](const reads_there& part) {
            const list_of_reads left(machine_, part.count);
            machine_.for_each(part.count, mask_read{{part, strands.there}, left.there});
            mask_by_host(left.get(machine_), placed);
        });
    }

    [[nodiscard]] read_statistics statistics_of(const std::vector<codes>& sequences) override {
        machine_.check();
        if (on_host_) return on_host_->statistics_of(sequences);
        const placer placed(sequences, false);
        const strands_on_device strands(*this, placed);
        read_statistics all(sequences, false);
        for_each_part([&](const reads_there& part) {
            const list_of_reads left(machine_, part.count);
            const aligned_reads aligned{part, strands.there};
            const auto before = machine_.template make<std::uint64_t>(part.count);
            std::vector<placement_of_read> found(
                machine_.exclusive_scan(part.count, count_placements{aligned, left.there}, before.data()).count);
            const auto room = machine_.template make<placement_of_read>(found.size());
            machine_.for_each(found.empty() ? 0 : part.count, list_placements{aligned, before.data(), room.data()});
            machine_.get(found.data(), room.data(), found.size());
            read_statistics more = statistics_of_part(part, sequences, placed, found, left.get(machine_));
            all.add(more);
        });
        return all;
    }

    void check_cancelled() const override { pool_.check_cancelled(); }

  private:
    template <class Value>
    using array = typename Machine::template array<Value>;

    template <class Value>
    [[nodiscard]] array<Value> put(const Value* host, std::uint64_t count) {
        auto there = machine_.template make<Value>(count);
        machine_.put(there.data(), host, count);
        return there;
    }

    /// The sequences of a placer.
    struct strands_on_device {
        strands_on_device(device_passes& passes, const placer& placed) {
            std::vector<std::uint32_t> ends{0};
            for (const codes& strand : placed.strands())
                ends.push_back(ends.back() + static_cast<std::uint32_t>(strand.size()));
            std::vector<std::uint64_t> planes[2]; // NOLINT(cppcoreguidelines-avoid-c-arrays)
            for (auto& plane : planes)
                plane.resize(ends.back() / 64 + 2);
            std::uint32_t at = 0;
            for (const codes& strand : placed.strands())
                for (const std::uint8_t letter : strand) {
                    planes[0][at / 64] |= std::uint64_t{letter & 1U} << at % 64;
                    planes[1][at / 64] |= std::uint64_t{letter >> 1U & 1U} << at % 64;
                    ++at;
                }
            std::vector<std::uint32_t> bits(seed_count / 32);
            for (std::uint32_t word = 0; word < seed_count; ++word)
                if (placed.first_seeds()[word] < placed.first_seeds()[word + 1]) bits[word / 32] |= 1U << word % 32;
            low = passes.put(planes[0].data(), planes[0].size());
            high = passes.put(planes[1].data(), planes[1].size());
            offsets = passes.put(ends.data(), ends.size());
            is_seed = passes.put(bits.data(), bits.size());
            first_seeds = passes.put(placed.first_seeds().data(), placed.first_seeds().size());
            seeds = passes.put(placed.seeds().data(), placed.seeds().size());
            there = {.low = low.data(),
                     .high = high.data(),
                     .offsets = offsets.data(),
                     .count = static_cast<std::uint32_t>(placed.strands().size()),
                     .is_seed = is_seed.data(),
                     .first_seeds = first_seeds.data(),
                     .seeds = seeds.data()};
            passes.wait(); // for the copies: what they read ends here
        }

        array<std::uint64_t> low, high;
        array<std::uint32_t> offsets, is_seed, first_seeds;
        array<seed_place> seeds;
        strands_there there{};
    };

    /// Room for a list of reads that the host aligns.
    struct list_of_reads {
        list_of_reads(Machine& machine, std::uint64_t most)
            : reads(machine.template make<std::uint32_t>(most)),
              count(machine.template zeroed<std::uint32_t>(1)), there{reads.data(), count.data()} {}
        /// In ascending order.
        [[nodiscard]] std::vector<std::uint32_t> get(Machine& machine) const {
            std::uint32_t listed = 0;
            machine.get(&listed, count.data(), 1);
            std::vector<std::uint32_t> found(listed);
            machine.get(found.data(), reads.data(), listed);
            std::ranges::sort(found);
            return found;
        }

        array<std::uint32_t> reads;
        array<std::uint32_t> count;
        reads_left there;
    };

    [[nodiscard]] windows_there windows() const { return {there_, before_.data()}; }

    /// A copy that ends after all that were begun before it.
    void wait() {
        std::uint64_t word = 0;
        machine_.get(&word, none_.data(), 1);
    }

    /// Calls work(reads) for so many reads at a time.
    template <class Work>
    void for_each_part(const Work& work) {
        const std::uint64_t at_once =
            runtime::forced_tile() > 0 ? std::uint64_t{runtime::forced_tile()} : tuning::reads_at_once;
        for (std::uint64_t first = 0; first < there_.count; first += at_once) {
            machine_.check();
            reads_there part = there_;
            part.first += first;
            part.count = std::min(at_once, there_.count - first);
            work(part);
        }
    }

    void mask_by_host(const std::vector<std::uint32_t>& left, const placer& placed) {
        std::vector<std::uint64_t> ends;
        read_letters letters(reads_.set);
        std::vector<placement> found;
        for (const std::uint32_t read : left)
            for_each_masked(reads_, read, letters(read, nullptr), placed, found,
                            [&](std::uint64_t first, std::uint64_t last) {
                                ends.push_back(first);
                                ends.push_back(last);
                            });
        const auto there = put(ends.data(), ends.size());
        machine_.for_each(ends.size() / 2, mask_stretch{none_.data(), there.data()});
        wait();
    }

    [[nodiscard]] read_statistics statistics_of_part(const reads_there& part, const std::vector<codes>& sequences,
                                                     const placer& placed, const std::vector<placement_of_read>& listed,
                                                     const std::vector<std::uint32_t>& left) {
        searched_reads some = reads_;
        some.ours = {part.first, part.first + part.count};
        const auto place = [&](std::size_t read, read_letters& letters,
                               std::vector<placement>& found) -> std::span<const std::uint8_t> {
            found.clear();
            auto next = std::ranges::lower_bound(listed, read, {}, &placement_of_read::read);
            for (; next != listed.end() && next->read == read; ++next)
                found.push_back(next->at());
            const bool is_left = std::ranges::binary_search(left, read);
            if (found.empty() && !is_left) return {};
            const auto held = letters(read, nullptr);
            if (is_left) placed.place(held, found);
            return held;
        };
        return sum_over_reads(some, sequences, placed, pool_, place);
    }

    Machine& machine_;
    searched_reads reads_;
    runtime::thread_pool& pool_;
    std::uint64_t words_; ///< of a plane, with its padding
    array<std::uint64_t> low_, high_, ambiguous_, none_, offsets_;
    reads_there there_{};
    array<std::uint64_t> before_; ///< windows before each read
    std::uint64_t windows_ = 0;
    std::vector<std::uint32_t> counts_; ///< of the last count_words()
    std::optional<cpu_passes> on_host_; ///< aligns reads with insertions and deletions
};

} // namespace concord::adapters
