#include "problems/substring/cpu/words/piece_groups.hpp"

#include "base/bits.hpp"
#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/words/group_kernels.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace concord::substring {
namespace {

constexpr unsigned planes = 2; ///< of nucleotides
constexpr std::uint64_t letters_of_stretch = 64;
constexpr std::size_t most_rows = 2 * planes;

/// Letters of windows in lanes. An ambiguous letter equals one of the others, so that what is near is not too little.
template <class Lane>
class lane_rows {
  public:
    lane_rows(const problem& given, std::uint64_t length) : given_(&given), length_(length) {}

    void resize(std::size_t windows) {
        for (unsigned row = 0; row < planes * stretches(); ++row)
            rows_[row].resize(windows);
    }
    void set(std::size_t index, std::uint64_t position) {
        for (unsigned stretch = 0; stretch < stretches(); ++stretch) {
            const std::uint64_t before = stretch * letters_of_stretch;
            const auto letters = static_cast<unsigned>(std::min(length_ - before, letters_of_stretch));
            for (unsigned plane = 0; plane < planes; ++plane)
                rows_[stretch * planes + plane][index] = static_cast<Lane>(
                    given_->letters.source(plane, position + before) & base::low_bits<std::uint64_t>(letters));
        }
    }
    [[nodiscard]] std::array<const Lane*, most_rows> from(std::size_t first) const {
        std::array<const Lane*, most_rows> pointers{};
        for (unsigned row = 0; row < planes * stretches(); ++row)
            pointers[row] = rows_[row].data() + first;
        return pointers;
    }
    [[nodiscard]] unsigned stretches() const noexcept { return length_ > letters_of_stretch ? 2 : 1; }

  private:
    const problem* given_;
    std::uint64_t length_;
    std::array<std::vector<Lane>, most_rows> rows_;
};

/// Sources of a group that a task counts.
struct group_slice {
    const source_group* group;
    std::size_t first; ///< in the order of groups
    std::size_t last;
};

template <class Lane>
class group_counter {
  public:
    group_counter(const problem& given, const group_kernels& kernels, const source_groups& sources,
                  const piece_windows& targets, std::uint64_t length)
        : given_(given), kernels_(kernels), sources_(sources), targets_(targets), length_(length) {}

    /// Calls visit(place, count) for each source of some slices. `check` may throw.
    template <class Check, class Visit>
    void count(const std::vector<group_slice>& slices, const Check& check, const Visit& visit) const {
        std::vector<lane_rows<Lane>> letters;
        std::vector<std::vector<Lane>> counts;
        for (const group_slice& slice : slices) {
            const std::size_t size = slice.last - slice.first;
            const std::size_t padded = (size + group_padding - 1) / group_padding * group_padding;
            counts.emplace_back(padded, 0);
            letters.emplace_back(given_, length_);
            letters.back().resize(padded);
            for (std::size_t index = 0; index < size; ++index)
                letters.back().set(index, sources_.position(slice.first + index));
        }
        near_targets near(given_, length_);
        for (std::size_t from = 0; from < targets_.size(); from += tuning::targets_of_group_tile) {
            check();
            const std::size_t size = std::min(tuning::targets_of_group_tile, targets_.size() - from);
            for (std::size_t slice = 0; slice < slices.size(); ++slice) {
                find(from, size, *slices[slice].group, near);
                const auto rows = near.letters.from(0);
                for (std::size_t block = 0; block < counts[slice].size(); block += group_padding)
                    compare(letters[slice].from(block), {rows.data(), near.weights.data(), near.weights.size()},
                            counts[slice].data() + block);
            }
        }
        for (std::size_t slice = 0; slice < slices.size(); ++slice)
            for (std::size_t place = slices[slice].first; place < slices[slice].last; ++place)
                visit(place, std::uint64_t{counts[slice][place - slices[slice].first]});
    }

  private:
    struct near_targets {
        near_targets(const problem& given, std::uint64_t length) : letters(given, length) {}

        std::vector<std::uint64_t> marks;
        std::vector<std::uint32_t> weights;
        lane_rows<Lane> letters;
    };

    void find(std::size_t from, std::size_t size, const source_group& group, near_targets& near) const {
        near.marks.resize(size / 64 + 1);
        near.marks.back() = 0;
        sources_.mark(kernels_, targets_, from, size, group, near.marks.data());
        near.marks[size / 64] &= base::low_bits<std::uint64_t>(static_cast<unsigned>(size % 64));
        std::size_t count = 0;
        for (const std::uint64_t word : near.marks)
            count += base::count_ones(word);
        near.weights.resize(count);
        near.letters.resize(count);
        std::size_t index = 0;
        for (std::size_t word = 0; word < near.marks.size(); ++word)
            for (std::uint64_t rest = near.marks[word]; rest != 0; rest &= rest - 1, ++index) {
                const std::size_t target = from + word * 64 + base::lowest_one(rest);
                near.weights[index] = targets_.weights[target];
                near.letters.set(index, targets_.positions[target]);
            }
    }
    void compare(const std::array<const Lane*, most_rows>& sources, const grouped_targets<Lane>& targets,
                 Lane* counts) const {
        const auto limit = static_cast<unsigned>(given_.mismatches);
        const unsigned stretches = length_ > letters_of_stretch ? 2 : 1;
        if constexpr (sizeof(Lane) == sizeof(std::uint32_t))
            kernels_.count_32(sources.data(), targets, stretches, limit, counts);
        else
            kernels_.count_64(sources.data(), targets, stretches, limit, counts);
    }

    const problem& given_;
    const group_kernels& kernels_;
    const source_groups& sources_;
    const piece_windows& targets_;
    std::uint64_t length_;
};

/// Estimates the targets of each group by some of them; returns the instructions of all comparisons.
double estimate(const cpu_resources& resources, const group_kernels& kernels, source_groups& sources,
                const piece_windows& targets, std::uint64_t length) {
    const std::size_t apart = group_padding * tuning::share_of_sampled_targets;
    std::vector<source_group>& groups = sources.groups();
    runtime::for_parts(resources.workers, groups.size(), 1, [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t group = first; group < last; ++group) {
            std::uint64_t near = 0;
            for (std::size_t from = 0; from < targets.size(); from += apart) {
                std::uint64_t bits = 0;
                sources.mark(kernels, targets, from, group_padding, groups[group], &bits);
                near += base::count_ones(bits);
            }
            groups[group].targets = static_cast<double>(near * tuning::share_of_sampled_targets);
        }
    });
    const double lanes = tuning::lanes_bits / (length <= 32 ? 32 : 64);
    const double of_pair = (tuning::cost_of_vector_test + 2.0 * planes) * (length > letters_of_stretch ? 2 : 1) / lanes;
    double cost = sources.marked_pieces() * static_cast<double>(targets.size()) * tuning::cost_of_marked_target;
    for (const source_group& group : groups)
        cost += group.targets *
                (tuning::cost_of_gathered_target + static_cast<double>(group.size() + group_padding / 2) * of_pair);
    return cost;
}

/// Tasks of about equal cost.
std::vector<std::vector<group_slice>> cut_into_tasks(const cpu_resources& resources, const source_groups& sources) {
    // A slice looks for its targets anew, which is little beside so many sources.
    const auto cost_of = [](const source_group& group, std::size_t size) {
        return (group.targets + 1) * (static_cast<double>(size) + tuning::sources_worth_a_slice);
    };
    double all = 0;
    for (const source_group& group : sources.groups())
        all += cost_of(group, group.size());
    const double each = all / (tuning::group_tasks_of_worker * resources.workers.threads());
    std::vector<std::vector<group_slice>> tasks(1);
    double taken = 0;
    for (const source_group& group : sources.groups()) {
        const double fitting = std::max(tuning::sources_worth_a_slice, each / (group.targets + 1));
        const auto size = static_cast<std::size_t>(std::min(fitting, static_cast<double>(group.size())));
        const std::size_t padded = (size + group_padding - 1) / group_padding * group_padding;
        for (std::size_t first = group.first; first < group.last; first += padded) {
            if (taken >= each) {
                tasks.emplace_back();
                taken = 0;
            }
            tasks.back().push_back({&group, first, std::min(first + padded, group.last)});
            taken += cost_of(group, tasks.back().back().last - first);
        }
    }
    return tasks;
}

template <class Lane>
void drop(const problem& given, const cpu_resources& resources, const group_kernels& kernels,
          const source_groups& sources, const piece_windows& targets, const equal_windows& distinct,
          candidate_windows& windows) {
    const std::vector<std::vector<group_slice>> tasks = cut_into_tasks(resources, sources);
    const group_counter<Lane> counter(given, kernels, sources, targets, windows.length);
    const auto check = [&] { resources.workers.check_cancelled(); };
    const std::uint64_t all = sources.groups().back().last;
    const auto count = [&](std::size_t task, unsigned) -> std::uint64_t {
        counter.count(tasks[task], check, [&](std::size_t place, std::uint64_t near) {
            const std::uint64_t missed =
                (std::uint64_t{sources.missed(place)} * given.support + all_of_support - 1) / all_of_support;
            if (near + missed >= given.support) return;
            for (const window_occurrence& at : distinct.occurrences(sources.number(place)))
                windows.sources.remove(at.position);
        });
        return tasks[task].back().last - tasks[task].front().first;
    };
    resources.workers.run(tasks.size(), {"comparing", "windows", all}, count);
}

} // namespace

bool can_group(const problem& given, const bounded_pieces& pieces, std::uint64_t length) {
    return pieces.row.size() <= bounded_pieces::most && pieces.words.split().letters == 4 &&
           given.letters.ordinary_planes() == planes && length <= 2 * letters_of_stretch &&
           given.set.letters() < ~std::uint32_t{0};
}

bool drop_by_groups(const problem& given, const cpu_resources& resources, const bounded_pieces& pieces,
                    candidate_windows& windows, double most_cost) {
    const std::uint64_t of_window =
        sizeof(window_occurrence) + sizeof(std::uint64_t) + (4 + 2 * pieces.row.size()) * sizeof(std::uint32_t);
    if (windows.source_count == 0 || (windows.source_count + windows.target_count) * of_window > resources.memory / 4)
        return false;
    const group_kernels& kernels = group_kernels_for(resources.vectors);
    const equal_windows distinct(given, windows.sources, windows.length, resources.workers);
    source_groups sources(given, resources, pieces, distinct);
    const double marking = sources.marked_pieces() * static_cast<double>(windows.target_count);
    if (marking * tuning::cost_of_marked_target > most_cost * tuning::groups_beside_rest) return false;
    const piece_windows targets(given, resources, pieces,
                                equal_windows(given, windows.targets, windows.length, resources.workers));
    if (estimate(resources, kernels, sources, targets, windows.length) > most_cost * tuning::groups_beside_rest)
        return false;
    if (windows.length <= 32)
        drop<std::uint32_t>(given, resources, kernels, sources, targets, distinct, windows);
    else
        drop<std::uint64_t>(given, resources, kernels, sources, targets, distinct, windows);
    windows.count();
    resources.notes.push_back("by " + std::to_string(sources.groups().size()) + " groups of frequent pieces: " +
                              std::to_string(windows.source_count) + " windows may have the support");
    return true;
}

} // namespace concord::substring
