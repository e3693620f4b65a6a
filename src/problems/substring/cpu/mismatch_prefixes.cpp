#include "problems/substring/cpu/mismatch_prefixes.hpp"

#include "problems/substring/join_tuning.hpp"
#include "sequence/letters_view.hpp"
#include "suffixes/sorted_suffixes.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <limits>
#include <string>

namespace concord::substring {
namespace {

using place = std::uint32_t;

/// Suffixes in order, by their places, and the letters that each shares with the one before.
struct sorted_places {
    std::span<const place> places;
    std::span<const place> shared;
};

/// What one search, with k mismatches, knows of the others.
class prefix_search {
  public:
    prefix_search(const sequence::packed_sequences& set, std::uint64_t sources, runtime::thread_pool& workers,
                  std::vector<std::string>& notes)
        : set_(set), letters_(set), sources_(sources), source_letters_(set.offset(sources)), workers_(workers),
          sorted_(set, workers, notes), ranks_(suffixes::ranks_of<place>(sorted_.order.suffixes.view(), workers)),
          best_(source_letters_) {
        for (std::uint64_t sequence = sources; sequence < set.size(); ++sequence)
            longest_target_ = std::max(longest_target_, set.length(sequence));
        exactly(all(), 0);
        keep();
    }

    /// One mismatch more than before.
    void next() {
        extend_known();
        mismatches_ = exact_.size();
        plan_pairs();
        const std::vector<task> tasks = tasks_of_all();
        workers_.run(tasks.size(), [&](std::size_t index, unsigned) {
            workers_.check_cancelled();
            const task& some = tasks[index];
            if (some.alone)
                static_cast<void>(split(all(), some.nodes, 0, mismatches_));
            else
                search(all(), {some.nodes}, 0, mismatches_);
        });
        keep();
    }

    [[nodiscard]] std::vector<place> take() { return std::move(exact_.back()); }

  private:
    /// Neighbours among sorted places that share some letters.
    struct group {
        std::size_t first;
        std::size_t last;
    };
    struct task {
        group nodes;
        bool alone; ///< without the groups inside it
    };

    [[nodiscard]] sorted_places all() const { return {sorted_.order.suffixes.view(), sorted_.order.prefixes.view()}; }
    [[nodiscard]] bool is_source(place at) const noexcept { return at < source_letters_; }
    /// Behind the sequence of a place.
    [[nodiscard]] place end_of(place at) const noexcept {
        std::uint64_t sequence = is_source(at) ? 0 : sources_;
        while (set_.offset(sequence + 1) <= at)
            ++sequence;
        return static_cast<place>(set_.offset(sequence + 1));
    }

    // What is known of a source: the letters that it shares in the upper half of a word, with which target in the
    // lower.

    [[nodiscard]] place known(place source) const noexcept {
        return static_cast<place>(std::atomic_ref(best_[source]).load(std::memory_order_relaxed) >> 32U);
    }
    void raise(place source, std::uint64_t shared, place target) const noexcept {
        const std::uint64_t better = shared << 32U | target;
        const std::atomic_ref best(best_[source]);
        std::uint64_t before = best.load(std::memory_order_relaxed);
        while (before < better && !best.compare_exchange_weak(before, better, std::memory_order_relaxed)) {
        }
    }
    void keep() {
        std::vector<place>& lengths = exact_.emplace_back(source_letters_);
        for (std::uint64_t source = 0; source < source_letters_; ++source)
            lengths[source] = static_cast<place>(best_[source] >> 32U);
    }

    /// From each source on, what it shares with one mismatch fewer goes on along the same diagonal; or what the source
    /// before shares, less a letter, is more.
    void extend_known() {
        std::uint64_t shift = 0; // of the diagonal whose letters [from, to) are equal, to its source's end at most
        place from = 1;
        place to = 0;
        for (std::uint64_t sequence = 0; sequence < sources_; ++sequence) {
            const auto end = static_cast<place>(set_.offset(sequence + 1));
            std::uint64_t before = 0;
            for (auto source = static_cast<place>(set_.offset(sequence)); source < end; ++source) {
                const std::uint64_t word = best_[source];
                const auto target = static_cast<place>(word);
                const auto shared = static_cast<place>(word >> 32U);
                const std::uint64_t one_less = before >> 32U == 0 ? 0 : before - (std::uint64_t{1} << 32U) + 1;
                before = std::max(word, one_less);
                if (shared > 0 && shared < most_of(source, end)) {
                    const place target_end = end_of(target);
                    if (source + shared < end && target + shared < target_end) {
                        const place next = source + shared + 1;
                        if (shift != target - std::uint64_t{source} || next < from || next > to) {
                            shift = target - std::uint64_t{source};
                            from = next;
                            const std::uint64_t most = std::min(end - next, target_end - (target + shared + 1));
                            to = static_cast<place>(next + shared_letters(next, next + shift, 0, most));
                        }
                        before = std::max(before, std::uint64_t{to - source} << 32U | target);
                    }
                }
                best_[source] = before;
            }
        }
    }
    [[nodiscard]] std::uint64_t most_of(place source, place end) const noexcept {
        return std::min<std::uint64_t>(end - source, longest_target_);
    }

    /// LCP of two places with some mismatches; `most` letters are left of both.
    [[nodiscard]] std::uint64_t shared_letters(std::uint64_t a, std::uint64_t b, std::uint64_t mismatches,
                                               std::uint64_t most) const noexcept {
        for (std::uint64_t at = 0; at < most; at += sequence::letters_per_word)
            for (std::uint64_t differ = letters_.differences(a + at, b + at); differ != 0; differ &= differ - 1)
                if (mismatches-- == 0) return std::min(most, at + base::lowest_one(differ));
        return most;
    }

    /// Sources whose LCP with `left` mismatches, behind `done` letters, may be more than what is known.
    [[nodiscard]] bool may_gain(place at, std::uint64_t done, std::uint64_t left) const noexcept {
        const auto source = static_cast<place>(at - done);
        const place shared = known(source);
        return shared < most_of(source, end_of(at)) && (left == mismatches_ || done + exact_[left][at] > shared);
    }

    /// Without mismatches: the nearest targets on both sides.
    void exactly(const sorted_places& of, std::uint64_t done) const {
        const auto walk = [&](auto next_of, std::size_t first) {
            place target = 0;
            std::uint64_t shared = 0; // with that target
            std::size_t at = first;
            for (std::size_t count = 0; count < of.places.size(); ++count) {
                const place here = of.places[at];
                if (!is_source(here)) {
                    target = here;
                    shared = std::numeric_limits<place>::max();
                } else if (shared > 0) {
                    raise(static_cast<place>(here - done), done + shared, static_cast<place>(target - done));
                }
                if (count + 1 < of.places.size()) shared = std::min<std::uint64_t>(shared, next_of(at));
            }
        };
        walk([&](std::size_t& at) { return of.shared[++at]; }, 0);
        walk([&](std::size_t& at) { return of.shared[at--]; }, of.places.size() - 1);
    }

    /// All groups inside some, these included: places are `done` letters behind those of which the answer is asked.
    void search(const sorted_places& of, std::vector<group> open, std::uint64_t done, std::uint64_t left) const {
        while (!open.empty()) {
            const group some = open.back();
            open.pop_back();
            for (const group& inside : split(of, some, done, left))
                if (inside.last - inside.first > 1) open.push_back(inside);
        }
    }

    /// A group without those inside it, which it returns where they may give more.
    [[nodiscard]] std::vector<group> split(const sorted_places& of, group some, std::uint64_t done,
                                           std::uint64_t left) const {
        std::vector<place> sources;
        std::uint64_t targets = 0;
        std::uint64_t shared = std::numeric_limits<place>::max();
        for (std::size_t at = some.first; at < some.last; ++at) {
            if (at > some.first) shared = std::min<std::uint64_t>(shared, of.shared[at]);
            if (!is_source(of.places[at]))
                ++targets;
            else if (may_gain(of.places[at], done, left))
                sources.push_back(of.places[at]);
        }
        if (sources.empty() || targets == 0) return {};
        if (are_pairs_compared(sources.size(), targets, left)) {
            compare_pairs(of.places.subspan(some.first, some.last - some.first), sources, done, left);
            return {};
        }
        behind_mismatch(of.places.subspan(some.first, some.last - some.first), sources, done, shared, left);
        std::vector<group> inside;
        std::size_t first = some.first;
        for (std::size_t at = some.first + 1; at <= some.last; ++at)
            if (at == some.last || of.shared[at] == shared) {
                inside.push_back({first, at});
                first = at;
            }
        return inside;
    }

    void compare_pairs(std::span<const place> places, std::span<const place> sources, std::uint64_t done,
                       std::uint64_t left) const {
        for (const place target : places) {
            if (is_source(target)) continue;
            const place target_end = end_of(target);
            for (const place source : sources) {
                const std::uint64_t most = std::min(end_of(source) - source, target_end - target);
                raise(static_cast<place>(source - done), done + shared_letters(source, target, left, most),
                      static_cast<place>(target - done));
            }
        }
    }

    /// Places that share so many letters, and what they share behind a mismatch.
    void behind_mismatch(std::span<const place> places, std::span<const place> sources, std::uint64_t done,
                         std::uint64_t shared, std::uint64_t left) const {
        std::vector<place> behind;     // ranks
        const place* target = nullptr; // one that has a letter more, if any has
        const place* any = nullptr;
        for (const place& at : places) {
            if (is_source(at)) continue;
            any = &at;
            const place end = end_of(at);
            if (at + shared >= end) continue;
            target = &at;
            if (at + shared + 1 < end) behind.push_back(ranks_[at + shared + 1]);
        }
        const std::size_t targets = behind.size();
        for (const place source : sources) {
            const place end = end_of(source);
            const bool has_more = target != nullptr && source + shared < end;
            raise(static_cast<place>(source - done), done + shared + (has_more ? 1 : 0),
                  static_cast<place>((has_more ? *target : *any) - done));
            if (!has_more || targets == 0 || source + shared + 1 >= end) continue;
            const auto rest = static_cast<place>(source + shared + 1);
            if (done + shared + 1 + exact_[left - 1][rest] > known(static_cast<place>(source - done)))
                behind.push_back(ranks_[rest]);
        }
        if (targets == 0 || behind.size() == targets) return;
        std::ranges::sort(behind);
        std::vector<place> common(behind.size());
        place before = behind[0];
        behind[0] = sorted_.order.suffixes[before];
        for (std::size_t index = 1; index < behind.size(); ++index) {
            const place rank = behind[index];
            behind[index] = sorted_.order.suffixes[rank];
            common[index] = rank == before + 1 ? sorted_.order.prefixes[rank]
                                               : static_cast<place>(suffixes::common_prefix(
                                                     sorted_.letters.view(), behind[index - 1], behind[index], 0));
            before = rank;
        }
        const sorted_places rests{behind, common};
        if (left == 1)
            exactly(rests, done + shared + 1);
        else
            search(rests, {{0, behind.size()}}, done + shared + 1, left - 1);
    }

    // How groups are handled.

    void plan_pairs() {
        groups_in_vain_.assign(mismatches_ + 1, {});
        for (std::uint64_t left = 0; left <= mismatches_; ++left)
            for (unsigned bits = 0; bits < groups_in_vain_[left].size(); ++bits) {
                const double depth = 1 + bits / static_cast<double>(std::max(1U, letters_.ordinary_planes()));
                double groups = tuning::cost_of_sorted_place;
                for (std::uint64_t mismatch = 1; mismatch <= left; ++mismatch)
                    groups *= (depth + static_cast<double>(mismatch)) / static_cast<double>(mismatch);
                groups_in_vain_[left][bits] = groups;
            }
    }
    [[nodiscard]] bool are_pairs_compared(std::uint64_t sources, std::uint64_t targets, std::uint64_t left) const {
        const std::uint64_t all = sources + targets;
        return static_cast<double>(sources) * static_cast<double>(targets) <=
               static_cast<double>(all) * groups_in_vain_[left][static_cast<unsigned>(std::bit_width(all))];
    }

    /// Large groups alone, and small ones with all those inside them.
    [[nodiscard]] std::vector<task> tasks_of_all() const {
        const std::span<const place> shared = all().shared;
        const std::size_t most = std::max<std::size_t>(tuning::places_of_prefix_task, shared.size() / 64);
        std::vector<task> tasks;
        std::vector<group> open{{0, shared.size()}};
        while (!open.empty()) {
            const group some = open.back();
            open.pop_back();
            if (some.last - some.first <= most || tasks.size() > shared.size() / most * 16) {
                if (some.last - some.first > 1) tasks.push_back({some, false});
                continue;
            }
            tasks.push_back({some, true});
            const place least = *std::min_element(shared.begin() + static_cast<std::ptrdiff_t>(some.first) + 1,
                                                  shared.begin() + static_cast<std::ptrdiff_t>(some.last));
            std::size_t first = some.first;
            for (std::size_t at = some.first + 1; at <= some.last; ++at)
                if (at == some.last || shared[at] == least) {
                    open.push_back({first, at});
                    first = at;
                }
        }
        return tasks;
    }

    const sequence::packed_sequences& set_;
    sequence::letters_view letters_;
    std::uint64_t sources_;
    std::uint64_t source_letters_;
    std::uint64_t longest_target_ = 0;
    runtime::thread_pool& workers_;
    suffixes::sorted_suffixes<place> sorted_;
    runtime::far_array<place> ranks_;
    mutable std::vector<std::uint64_t> best_; ///< by source, with so many mismatches:
    std::uint64_t mismatches_ = 0;
    std::vector<std::vector<place>> exact_; ///< by fewer mismatches and source
    /// Cost of a place in all groups inside one of so many bits, by mismatches that are left.
    std::vector<std::array<double, 40>> groups_in_vain_;
};

} // namespace

std::vector<std::uint32_t> longest_prefixes(const sequence::packed_sequences& set, std::uint64_t sources,
                                            std::uint64_t mismatches, runtime::thread_pool& workers) {
    if (set.offset(sources) == 0 || set.offset(sources) == set.letters())
        return std::vector<std::uint32_t>(set.offset(sources), 0);
    std::vector<std::string> notes;
    prefix_search search(set, sources, workers, notes);
    for (std::uint64_t done = 0; done < mismatches; ++done)
        search.next();
    return search.take();
}

} // namespace concord::substring
