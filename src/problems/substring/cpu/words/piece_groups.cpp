#include "problems/substring/cpu/words/piece_groups.hpp"

#include "base/bits.hpp"
#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/words/group_kernels.hpp"
#include "problems/substring/cpu/words/group_letters.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace concord::substring {
namespace {

constexpr unsigned planes = 2; ///< of nucleotides
constexpr std::uint64_t letters_of_stretch = 64;

/// Sources of a group that a task counts.
struct group_slice {
    const source_group* group;
    std::size_t first; ///< in the order of groups
    std::size_t last;
};

/// Bits of a lane in which sources are bounded by so many letters beside their pieces; 0: there are too many of these.
unsigned lane_of_bounds(std::uint64_t beside, std::uint64_t length, std::uint64_t support) {
    if (beside <= 16 && support < std::numeric_limits<std::uint16_t>::max()) return 16;
    return beside <= 32 && length > 32 ? 32 : 0;
}

/// Sources of a group, and the letters in which they are compared with its targets.
struct compared_sources {
    const source_group* group;
    chosen_letters letters;
    std::vector<std::size_t> places; ///< in the order of groups
};

class group_counter {
  public:
    group_counter(const problem& given, const group_kernels& kernels, const source_groups& sources,
                  const piece_windows& targets, std::uint64_t length)
        : given_(given), kernels_(kernels), sources_(sources), targets_(targets), length_(length) {}

    /// Calls drop(place) for each source of some slices that cannot have the support. `check` may throw.
    template <class Check, class Drop>
    void count(const std::vector<group_slice>& slices, const Check& check, const Drop& drop) const {
        std::vector<compared_sources> narrow; // by lanes of 16, 32, or as many bits as a window has letters
        std::vector<compared_sources> half;
        std::vector<compared_sources> whole;
        for (const group_slice& slice : slices) {
            compared_sources some{slice.group, sources_.letters_beside(*slice.group, length_), {}};
            for (std::size_t place = slice.first; place < slice.last; ++place)
                some.places.push_back(place);
            const unsigned lane = lane_of_bounds(some.letters.size(), length_, given_.support);
            if (lane == 0) some.letters = chosen_letters(length_);
            (lane == 16 ? narrow : lane == 32 ? half : whole).push_back(std::move(some));
        }
        const auto bound = [&](const compared_sources& some, const auto& counts) {
            compared_sources left{some.group, chosen_letters(length_), {}};
            for (std::size_t index = 0; index < some.places.size(); ++index)
                if (may_have_support(some.places[index], counts[index]))
                    left.places.push_back(some.places[index]);
                else
                    drop(some.places[index]);
            if (!left.places.empty()) whole.push_back(std::move(left));
        };
        count_in<std::uint16_t>(narrow, kernels_.count_16, check, bound);
        count_in<std::uint32_t>(half, kernels_.count_32, check, bound);
        const auto decide = [&](const compared_sources& some, const auto& counts) {
            for (std::size_t index = 0; index < some.places.size(); ++index)
                if (!may_have_support(some.places[index], counts[index])) drop(some.places[index]);
        };
        if (length_ <= 32)
            count_in<std::uint32_t>(whole, kernels_.count_32, check, decide);
        else
            count_in<std::uint64_t>(whole, kernels_.count_64, check, decide);
    }

  private:
    template <class Lane>
    struct near_targets {
        letter_rows<Lane> letters;
        std::vector<std::int8_t> most;
        std::vector<std::uint32_t> weights;
    };

    [[nodiscard]] bool may_have_support(std::size_t place, std::uint64_t near) const {
        const std::uint64_t missed =
            (std::uint64_t{sources_.missed(place)} * given_.support + all_of_support - 1) / all_of_support;
        return near + missed >= given_.support;
    }

    /// Calls visit(sources, counts) for all of some sources.
    template <class Lane, class Kernel, class Check, class Visit>
    void count_in(const std::vector<compared_sources>& all, const Kernel& kernel, const Check& check,
                  const Visit& visit) const {
        if (all.empty()) return;
        std::vector<letter_rows<Lane>> letters;
        std::vector<std::vector<Lane>> counts;
        std::vector<near_targets<Lane>> near;
        for (const compared_sources& some : all) {
            const std::size_t padded = (some.places.size() + group_padding - 1) / group_padding * group_padding;
            counts.emplace_back(padded, 0);
            letters.emplace_back(given_, some.letters);
            letters.back().resize(padded);
            for (std::size_t index = 0; index < some.places.size(); ++index)
                letters.back().set(index, sources_.position(some.places[index]));
            near.push_back({letter_rows<Lane>(given_, some.letters), {}, {}});
        }
        std::vector<std::uint64_t> marks;
        for (std::size_t from = 0; from < targets_.size(); from += tuning::targets_of_group_tile) {
            check();
            const std::size_t size = std::min(tuning::targets_of_group_tile, targets_.size() - from);
            for (std::size_t index = 0; index < all.size(); ++index) {
                find(from, size, all[index], marks, near[index]);
                const auto rows = near[index].letters.rows();
                const auto source_rows = letters[index].rows();
                kernel({source_rows.data(), counts[index].data(), counts[index].size()},
                       {rows.data(), near[index].letters.stretches(), near[index].most.data(),
                        near[index].weights.data(), near[index].weights.size()});
            }
        }
        for (std::size_t index = 0; index < all.size(); ++index)
            visit(all[index], counts[index]);
    }

    template <class Lane>
    void find(std::size_t from, std::size_t size, const compared_sources& sources, std::vector<std::uint64_t>& marks,
              near_targets<Lane>& near) const {
        marks.resize(size / 64 + 1);
        marks.back() = 0;
        sources_.mark(kernels_, targets_, from, size, *sources.group, marks.data());
        marks[size / 64] &= base::low_bits<std::uint64_t>(static_cast<unsigned>(size % 64));
        std::size_t count = 0;
        for (const std::uint64_t word : marks)
            count += base::count_ones(word);
        near.weights.resize(count);
        near.most.resize(count);
        near.letters.resize(count);
        const bool is_bound = sources.letters.size() < length_;
        std::size_t index = 0;
        for (std::size_t word = 0; word < marks.size(); ++word)
            for (std::uint64_t rest = marks[word]; rest != 0; rest &= rest - 1, ++index) {
                const std::size_t target = from + word * 64 + base::lowest_one(rest);
                const unsigned apart = is_bound ? sources_.apart(*sources.group, targets_, target) : 0;
                near.most[index] = static_cast<std::int8_t>(static_cast<int>(given_.mismatches) -
                                                            static_cast<int>(apart)); // negative: near to none
                near.weights[index] = targets_.weights[target];
                if (targets_.has_letters())
                    near.letters.set(index, targets_.letters(target));
                else
                    near.letters.set(index, targets_.positions[target]);
            }
    }

    const problem& given_;
    const group_kernels& kernels_;
    const source_groups& sources_;
    const piece_windows& targets_;
    std::uint64_t length_;
};

/// Estimates the targets of each group by some of them; returns the instructions of all comparisons.
double estimate(const cpu_resources& resources, const group_kernels& kernels, source_groups& sources,
                const piece_windows& targets, std::uint64_t length, std::uint64_t support) {
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
    const auto of_pair = [](unsigned lane, std::uint64_t letters) {
        return (tuning::cost_of_vector_test + 2.0 * planes) * (letters > lane ? 2 : 1) / (tuning::lanes_bits / lane);
    };
    const double in_full = of_pair(length <= 32 ? 32 : 64, length);
    double cost = sources.marked_pieces() * static_cast<double>(targets.size()) * tuning::cost_of_marked_target;
    for (const source_group& group : groups) {
        const std::uint64_t beside = sources.letters_beside(group, length).size();
        const unsigned lane = lane_of_bounds(beside, length, support);
        const double each = lane == 0 ? in_full : of_pair(lane, beside) + tuning::left_by_group_bounds * in_full;
        cost += group.targets *
                (tuning::cost_of_gathered_target + static_cast<double>(group.size() + group_padding / 2) * each);
    }
    return cost;
}

/// Tasks of about equal cost.
std::vector<std::vector<group_slice>> cut_into_tasks(const cpu_resources& resources, const source_groups& sources,
                                                     std::size_t targets) {
    // A slice looks for its targets anew, which is little beside so many sources.
    const auto cost_of = [&](const source_group& group, std::size_t size) {
        return (group.targets + 1) * (static_cast<double>(size) + tuning::sources_worth_a_slice) +
               static_cast<double>(targets) * tuning::cost_of_sliced_target;
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

void drop(const problem& given, const cpu_resources& resources, const group_kernels& kernels,
          const source_groups& sources, const piece_windows& targets, const equal_windows& distinct,
          candidate_windows& windows) {
    const std::vector<std::vector<group_slice>> tasks = cut_into_tasks(resources, sources, targets.size());
    const group_counter counter(given, kernels, sources, targets, windows.length);
    const auto check = [&] { resources.workers.check_cancelled(); };
    const std::uint64_t all = sources.groups().back().last;
    const auto count = [&](std::size_t task, unsigned) -> std::uint64_t {
        counter.count(tasks[task], check, [&](std::size_t place) {
            for (const window_occurrence& at : distinct.occurrences(sources.number(place)))
                windows.sources.remove(at.position);
        });
        return tasks[task].back().last - tasks[task].front().first;
    };
    resources.workers.run(tasks.size(), {"comparing", "windows", all}, count);
}

} // namespace

bool can_group(const problem& given, const bounded_pieces& pieces, std::uint64_t length) {
    return pieces.row.size() <= bounded_pieces::most && pieces.sets.split().letters == 4 &&
           given.letters.ordinary_planes() == planes && length <= 2 * letters_of_stretch &&
           given.set.letters() < ~std::uint32_t{0};
}

bool drop_by_groups(const problem& given, const cpu_resources& resources, const bounded_pieces& pieces,
                    candidate_windows& windows, double most_cost) {
    const std::uint64_t of_window =
        sizeof(window_occurrence) + 2 * sizeof(std::uint64_t) + (4 + 2 * pieces.row.size()) * sizeof(std::uint32_t);
    if (windows.source_count == 0 || (windows.source_count + windows.target_count) * of_window > resources.memory / 4)
        return false;
    const group_kernels& kernels = group_kernels_for(resources.vectors);
    const equal_windows distinct(given, windows.sources, windows.length, resources.workers);
    source_groups sources(given, resources, pieces, distinct);
    const double marking = sources.marked_pieces() * static_cast<double>(windows.target_count);
    if (marking * tuning::cost_of_marked_target > most_cost * tuning::groups_beside_rest) return false;
    piece_windows targets(given, resources, pieces,
                          equal_windows(given, windows.targets, windows.length, resources.workers));
    if (estimate(resources, kernels, sources, targets, windows.length, given.support) >
        most_cost * tuning::groups_beside_rest)
        return false;
    targets.take_letters(given, windows.length, resources.workers);
    drop(given, resources, kernels, sources, targets, distinct, windows);
    windows.count();
    resources.notes.push_back("by " + std::to_string(sources.groups().size()) + " groups of frequent pieces: " +
                              std::to_string(windows.source_count) + " windows may have the support");
    return true;
}

} // namespace concord::substring
