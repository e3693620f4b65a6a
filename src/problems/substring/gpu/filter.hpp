// One level of the filter by block combinations (block_combinations.hpp) on a machine: drops the sources that cannot
// have the support, then the targets that cannot give it.
#pragma once

#include "problems/substring/block_combinations.hpp"
#include "problems/substring/gpu/device_windows.hpp"
#include "problems/substring/gpu/filter_steps.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

namespace concord::substring {

template <class Machine>
class window_filter {
  public:
    using windows = machine_windows<Machine>;

    window_filter(const device_windows<Machine>& input, std::uint64_t tile) : input_(input), tile_(tile) {}

    /// One level, with `intact` blocks. `support` is what a source must be able to reach; `copies`, by sequence on the
    /// machine, how many it represents (null: one each). Memory: at most half of what the machine has free. Time
    /// O(targets * combinations), once more for each part of the sources where they do not all fit. Returns some of the
    /// sources with the greatest bounds, which are likely to reach furthest; none where the bounds are not at hand.
    windows run(std::uint64_t intact, std::uint64_t support, const std::uint32_t* copies,
                std::shared_ptr<const windows>& sources, std::shared_ptr<const windows>& targets) const {
        const level here(*this, intact, sources->length);
        windows promising;
        sources = std::make_shared<const windows>(drop_sources(here, support, copies, *sources, *targets, promising));
        if (sources->count == 0) return promising;
        if (auto left = drop_targets(here, *sources, *targets))
            targets = std::make_shared<const windows>(std::move(*left));
        return promising;
    }

    /// Seconds that a level is estimated to take.
    [[nodiscard]] double seconds(std::uint64_t intact, const windows& sources, const windows& targets) const {
        const double looked_up = combination_count(input_.given().mismatches, intact) * 2 *
                                 static_cast<double>(sources.count + targets.count);
        return looked_up / input_.machine().speed().lookups + 20 * input_.machine().speed().step;
    }

  private:
    using words32 = array_of<Machine, std::uint32_t>;
    using words64 = array_of<Machine, std::uint64_t>;

    /// The masks of all combinations of a level.
    struct level {
        level(const window_filter& filter, std::uint64_t intact, std::uint64_t length) {
            const std::uint64_t blocks = filter.input_.given().mismatches + intact;
            const auto list =
                block_combinations(static_cast<std::uint32_t>(blocks), static_cast<std::uint32_t>(intact));
            words = static_cast<unsigned>((length + sequence::letters_per_word - 1) / sequence::letters_per_word);
            combinations = list.size() / intact;
            std::vector<std::uint64_t> host(combinations * words, 0);
            for (std::size_t index = 0; index < list.size(); ++index) {
                const std::uint64_t end = (list[index] + 1) * length / blocks;
                for (std::uint64_t letter = list[index] * length / blocks; letter < end; ++letter)
                    host[index / intact * words + letter / sequence::letters_per_word] |=
                        std::uint64_t{1} << (letter % sequence::letters_per_word);
            }
            masks = filter.input_.copy_of(host.data(), host.size());
        }

        unsigned words;
        std::uint64_t combinations;
        words64 masks;
    };

    /// Index bits of a row, so that it has `wanted` entries if there is memory for that.
    static unsigned index_bits(double wanted, double affordable) {
        return static_cast<unsigned>(std::log2(std::clamp(std::min(wanted, affordable), 1024.0, 4294967296.0)));
    }

    /// As many rows as the cache holds, and as there is memory for.
    static std::uint64_t rows_at_once(std::uint64_t row_bytes, double memory, std::uint64_t combinations) {
        const auto most = std::min(tuning::gpu_cache_bytes, static_cast<std::uint64_t>(memory));
        return std::clamp<std::uint64_t>(most / row_bytes, 1, combinations);
    }

    [[nodiscard]] combination_hash hash_of(const level& here, std::uint64_t first, std::uint64_t count,
                                           unsigned bits) const {
        return {input_.letters().letters, here.words, here.masks.data() + first * here.words,
                static_cast<std::uint32_t>(count), bits};
    }

    [[nodiscard]] windows drop_sources(const level& here, std::uint64_t support, const std::uint32_t* copies,
                                       const windows& sources, const windows& targets, windows& promising) const {
        Machine& machine = input_.machine();
        const double memory = static_cast<double>(machine.free_memory()) / 8;
        // Windows that share an entry by chance add an eighth of the support at most, if there is memory for that.
        const double wanted = 8 * static_cast<double>(targets.count) * static_cast<double>(here.combinations) /
                              static_cast<double>(support);
        const unsigned bits = index_bits(wanted, memory / sizeof(std::uint32_t));
        const std::uint64_t row_bytes = sizeof(std::uint32_t) << bits;
        const std::uint64_t at_once = rows_at_once(row_bytes, memory, here.combinations);
        const window_weight weight{input_.letters(), copies};

        words32 sketch = machine.template make<std::uint32_t>(at_once << bits);
        words64 kept = machine.template zeroed<std::uint64_t>(input_.words());
        listed_windows listed_sources(*this, sources);
        listed_windows listed_targets(*this, targets);
        listed_sources.for_each_part([&](const std::uint64_t* some_sources, std::uint64_t source_count) {
            words32 bounds = machine.template make<std::uint32_t>(source_count);
            machine.for_each(source_count, fill_value{bounds.data(), 1});
            for (std::uint64_t first = 0; first < here.combinations; first += at_once) {
                const combination_hash hash = hash_of(here, first, std::min(at_once, here.combinations - first), bits);
                machine.for_each(at_once << bits, fill_value{sketch.data(), 0});
                listed_targets.for_each_part([&](const std::uint64_t* positions, std::uint64_t count) {
                    machine.for_each(count, count_combinations{hash, weight, positions, sketch.data()});
                });
                machine.for_each(source_count, bound_supports{hash, some_sources, sketch.data(), bounds.data()});
                machine.check();
            }
            const auto least = static_cast<std::uint32_t>(std::min<std::uint64_t>(support, 0xFFFFFFFF));
            machine.for_each(source_count, keep_bounded{some_sources, bounds.data(), least, kept.data()});
            if (source_count == sources.count) promising = greatest(sources, bounds.data(), support);
        });
        return input_.made_of(sources.length, std::move(kept));
    }

    /// About tuning::sampled_windows of those with the greatest bounds, by bisection; none where there are hardly more.
    [[nodiscard]] windows greatest(const windows& sources, const std::uint32_t* bounds, std::uint64_t support) const {
        windows best = input_.at_least(sources, bounds, support);
        if (best.count <= 4 * tuning::sampled_windows) return {};
        constexpr std::uint64_t most = 0xFFFFFFFF;
        std::uint64_t low = support;
        std::uint64_t high = most;
        for (bool bounded = false; best.count > 2 * tuning::sampled_windows && high - low > 1 + low / 32;) {
            const std::uint64_t middle = bounded ? low + (high - low) / 2 : std::min(2 * low, most);
            windows fewer = input_.at_least(sources, bounds, middle);
            bounded = bounded || fewer.count < tuning::sampled_windows || middle == most;
            if (fewer.count < tuning::sampled_windows) {
                high = middle;
            } else {
                best = std::move(fewer);
                low = middle;
            }
        }
        return input_.sample(best, tuning::sampled_windows);
    }

    /// Those that agree with a source in a combination; nothing where nearly all of them do in some of the
    /// combinations.
    [[nodiscard]] std::optional<windows> drop_targets(const level& here, const windows& sources,
                                                      const windows& targets) const {
        Machine& machine = input_.machine();
        const double memory = static_cast<double>(machine.free_memory()) / 8;
        const double wanted = 16 * static_cast<double>(sources.count) * static_cast<double>(here.combinations);
        const unsigned bits = index_bits(wanted, memory * 8);
        const std::uint64_t row_bytes = (std::uint64_t{1} << bits) / 8;
        // A quarter of them at most, which says whether the rest is worth it.
        const std::uint64_t at_once = rows_at_once(row_bytes, memory, (here.combinations + 3) / 4);

        words32 bloom = machine.template make<std::uint32_t>((at_once << bits) / 32);
        words64 kept = machine.template zeroed<std::uint64_t>(input_.words());
        listed_windows listed_sources(*this, sources);
        listed_windows listed_targets(*this, targets);
        for (std::uint64_t first = 0; first < here.combinations; first += at_once) {
            const combination_hash hash = hash_of(here, first, std::min(at_once, here.combinations - first), bits);
            machine.for_each((at_once << bits) / 32, fill_value{bloom.data(), 0});
            listed_sources.for_each_part([&](const std::uint64_t* positions, std::uint64_t count) {
                machine.for_each(count, insert_combinations{hash, positions, bloom.data()});
            });
            listed_targets.for_each_part([&](const std::uint64_t* positions, std::uint64_t count) {
                machine.for_each(count, keep_members{hash, positions, bloom.data(), kept.data()});
            });
            machine.check();
            const bool is_quarter = first * 4 < here.combinations && (first + at_once) * 4 >= here.combinations;
            if ((first == 0 || is_quarter) && first + at_once < here.combinations &&
                count(kept) > tuning::most_targets_kept_early * static_cast<double>(targets.count))
                return std::nullopt;
        }
        return input_.made_of(targets.length, std::move(kept));
    }

    [[nodiscard]] double count(const words64& set) const {
        Machine& machine = input_.machine();
        const auto before = machine.template make<std::uint64_t>(input_.words());
        return static_cast<double>(
            machine.exclusive_scan(input_.words(), count_kept_windows{set.data()}, before.data()).count);
    }

    /// The windows of a set, by parts as large as there is memory for: one part is listed once.
    class listed_windows {
      public:
        /// Refers to both.
        listed_windows(const window_filter& filter, const windows& set) : filter_(filter), set_(set) {
            const std::uint64_t affordable = machine().free_memory() / 8 / sizeof(std::uint64_t);
            room_ = std::max<std::uint64_t>(windows_per_word, std::min(set.count, affordable));
            if (filter.tile_ > 0) room_ = std::min(room_, std::max<std::uint64_t>(windows_per_word, filter.tile_));
            positions_ = machine().template make<std::uint64_t>(room_);
        }

        /// Calls visit(positions, how many) for each part.
        template <class Visit>
        void for_each_part(Visit visit) {
            if (is_whole_) return visit(positions_.data(), set_.count);
            filter_.input_.for_each_part(
                set_, room_,
                [&](std::uint64_t first_word, std::uint64_t last_word, std::uint64_t, std::uint64_t count) {
                    machine().for_each(list_windows::steps(last_word - first_word),
                                       list_windows{set_.view(), first_word, positions_.data()});
                    is_whole_ = count == set_.count;
                    visit(positions_.data(), count);
                });
        }

      private:
        [[nodiscard]] Machine& machine() const { return filter_.input_.machine(); }

        const window_filter& filter_;
        const windows& set_;
        std::uint64_t room_ = 0;
        words64 positions_;
        bool is_whole_ = false; ///< the positions are those of the set
    };

    const device_windows<Machine>& input_;
    std::uint64_t tile_;
};

} // namespace concord::substring
