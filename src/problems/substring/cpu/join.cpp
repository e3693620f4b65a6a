#include "problems/substring/cpu/filter.hpp"

#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/seed_plan.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/fold.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace concord::substring {
namespace {

constexpr unsigned letters_compared = 32; // at the front of a window; what survives is compared in full

/// The front letters of all distinct targets, one lane each.
class target_fronts {
  public:
    target_fronts(const problem& given, const equal_windows& targets, unsigned letters) {
        const auto mask = base::low_bits<std::uint32_t>(letters);
        for (unsigned plane = 0; plane < given.letters.planes(); ++plane) {
            lanes_[plane].resize(targets.size() + lane_padding);
            for (std::size_t index = 0; index < targets.size(); ++index)
                lanes_[plane][index] =
                    static_cast<std::uint32_t>(given.letters.target(plane, targets.occurrences(index)[0].position)) &
                    mask;
        }
    }

    [[nodiscard]] std::array<const std::uint32_t*, sequence::most_planes + 1> from(std::size_t first) const {
        std::array<const std::uint32_t*, sequence::most_planes + 1> planes{};
        for (std::size_t plane = 0; plane < planes.size(); ++plane)
            if (!lanes_[plane].empty()) planes[plane] = lanes_[plane].data() + first;
        return planes;
    }

  private:
    std::array<std::vector<std::uint32_t>, sequence::most_planes + 1> lanes_;
};

/// Counts distinct sequences: a sequence is new where its stamp is not the current one.
class sequence_counter {
  public:
    explicit sequence_counter(std::uint64_t sequences) : stamps_(sequences, 0) {}

    void begin() {
        if (++current_ == 0) {
            std::fill(stamps_.begin(), stamps_.end(), 0);
            current_ = 1;
        }
        counted_ = 0;
    }
    void add(std::uint64_t sequence) {
        if (stamps_[sequence] == current_) return;
        stamps_[sequence] = current_;
        ++counted_;
    }
    [[nodiscard]] std::uint64_t counted() const noexcept { return counted_; }

  private:
    std::vector<std::uint32_t> stamps_;
    std::uint32_t current_ = 0;
    std::uint64_t counted_ = 0;
};

struct workspace {
    explicit workspace(std::uint64_t sequences)
        : counter(sequences), indices(tuning::entries_per_tile + lane_padding) {}

    sequence_counter counter;
    std::vector<std::uint32_t> indices;
    std::vector<std::vector<std::uint32_t>> near; // by source of the group: distinct targets within k mismatches
};

} // namespace

double cost_of_joining(const problem& given, const window_counts& windows) {
    const auto length = static_cast<double>(windows.length);
    const double texts = std::pow(1 / given.chance_match, std::min(length, 500.0)); // that many windows can differ
    const auto sources = static_cast<double>(windows.sources);
    const auto targets = static_cast<double>(windows.targets);
    const double lanes = tuning::lanes_bits / letters_compared;
    const double compared = std::min(sources, texts) * std::min(targets, texts) *
                            (tuning::cost_of_vector_test + 2.0 * given.letters.planes()) / lanes;
    const auto letters = static_cast<unsigned>(std::min<std::uint64_t>(windows.length, letters_compared));
    const double counted = std::min(sources, texts) * targets *
                           chance_of_survival(letters, given.mismatches, given.chance_match) * tuning::cost_of_counting;
    return compared + counted + (sources + targets) * tuning::cost_of_grouping;
}

double memory_of_joining(const problem& given, const window_counts& windows) {
    const double each = 5 * sizeof(std::uint64_t) + sizeof(std::uint64_t) + 4.0 * given.letters.planes();
    return each * static_cast<double>(windows.sources + windows.targets) +
           sizeof(std::uint32_t) * static_cast<double>(given.sequences());
}

longest_windows join(const problem& given, runtime::thread_pool& workers, const seed_kernels& kernels,
                     const candidate_windows& windows, runtime::divided_among division) {
    const equal_windows sources(given, windows.sources, windows.length);
    const equal_windows targets(given, windows.targets, windows.length);
    const auto letters = static_cast<unsigned>(std::min<std::uint64_t>(windows.length, letters_compared));
    const target_fronts fronts(given, targets, letters);
    const unsigned limit = static_cast<unsigned>(std::min<std::uint64_t>(given.mismatches, letters));
    const bool front_is_all = windows.length <= letters;

    const auto find_near = [&](std::size_t first_source, std::size_t last_source, workspace& work) {
        work.near.resize(last_source - first_source);
        for (auto& near : work.near)
            near.clear();
        for (std::size_t first = 0; first < targets.size(); first += tuning::entries_per_tile) {
            const std::size_t count = std::min(tuning::entries_per_tile, targets.size() - first);
            const auto planes = fronts.from(first);
            for (std::size_t source = first_source; source < last_source; ++source) {
                const std::uint64_t position = sources.occurrences(source)[0].position;
                std::array<std::uint32_t, sequence::most_planes + 1> front{};
                for (unsigned plane = 0; plane < given.letters.planes(); ++plane)
                    front[plane] = static_cast<std::uint32_t>(given.letters.source(plane, position)) &
                                   base::low_bits<std::uint32_t>(letters);
                const std::size_t found = kernels.near_32(planes.data(), front.data(), given.letters.planes(), count,
                                                          limit, work.indices.data());
                for (std::size_t index = 0; index < found; ++index) {
                    const auto target = static_cast<std::uint32_t>(first + work.indices[index]);
                    if (front_is_all ||
                        mismatches_within(given.letters, position, targets.occurrences(target)[0].position,
                                          windows.length, given.mismatches) <= given.mismatches)
                        work.near[source - first_source].push_back(target);
                }
            }
        }
    };
    const auto support_of = [&](std::size_t source, const std::vector<std::uint32_t>& near, workspace& work) {
        std::uint64_t occurrences = 1;
        for (const std::uint32_t target : near)
            occurrences += targets.occurrences(target).size();
        if (occurrences < given.support) return occurrences; // too few, however they are spread over sequences
        work.counter.begin();
        work.counter.add(sources.occurrences(source)[0].sequence); // it counts even with ambiguous letters
        for (const std::uint32_t target : near)
            for (const window_occurrence& at : targets.occurrences(target))
                work.counter.add(at.sequence);
        return work.counter.counted();
    };

    std::vector<std::unique_ptr<workspace>> of_worker(workers.threads());
    constexpr std::size_t sources_per_task = 64;
    const runtime::step step{.name = "comparing",
                             .unit = "windows",
                             .count = (sources.size() + sources_per_task - 1) / sources_per_task,
                             .total = sources.size(),
                             .each = sources_per_task,
                             .division = division};
    return runtime::fold<longest_windows>(workers, step, [&](std::size_t task, unsigned worker) {
        if (!of_worker[worker]) of_worker[worker] = std::make_unique<workspace>(given.sequences());
        workspace& work = *of_worker[worker];
        const std::size_t first = task * sources_per_task;
        const std::size_t last = std::min(first + sources_per_task, sources.size());
        find_near(first, last, work);
        longest_windows supported{windows.length, {}};
        for (std::size_t source = first; source < last; ++source) {
            const std::uint64_t support = support_of(source, work.near[source - first], work);
            if (support < given.support) continue;
            for (const window_occurrence& at : sources.occurrences(source))
                supported.windows.push_back({at.sequence, at.position - given.offset(at.sequence), support});
        }
        return supported;
    });
}

} // namespace concord::substring
