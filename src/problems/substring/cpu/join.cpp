#include "problems/substring/cpu/filter.hpp"

#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/piece_index.hpp"
#include "problems/substring/cpu/polynomial_hash.hpp"
#include "problems/substring/cpu/short_words.hpp"
#include "problems/substring/cpu/window_index.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/seed_plan.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/fold.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>

namespace concord::substring {
namespace {

constexpr unsigned letters_compared = 32; // in a row, of a window; what survives is compared in full

/// Where in the windows letters in a row begin that tell most of them apart, from some pairs of a source and a target:
/// at the front, unless runs that all of them begin with make other letters better.
std::uint64_t most_telling_letters(const problem& given, const equal_windows& sources, const equal_windows& targets,
                                   std::uint64_t length) {
    if (length <= letters_compared || sources.size() * targets.size() < tuning::worth_telling_letters) return 0;
    const auto survivors_from = [&](std::uint64_t first) {
        std::size_t survivors = 0;
        for (std::size_t source = 0; source < tuning::sources_of_telling; ++source) {
            for (std::size_t target = 0; target < tuning::targets_of_telling; ++target) {
                const std::uint64_t a =
                    sources.occurrences(source * sources.size() / tuning::sources_of_telling)[0].position;
                const std::uint64_t b =
                    targets.occurrences(target * targets.size() / tuning::targets_of_telling)[0].position;
                const std::uint64_t differ =
                    given.letters.differences(a + first, b + first) & base::low_bits<std::uint64_t>(letters_compared);
                survivors += base::count_ones(differ) <= given.mismatches ? 1U : 0U;
            }
        }
        return survivors;
    };
    std::uint64_t best = 0;
    std::size_t fewest = survivors_from(0);
    for (const std::uint64_t first : {(length - letters_compared) / 2, length - letters_compared}) {
        const std::size_t survivors = survivors_from(first);
        if (2 * survivors >= fewest) continue; // a sample tells no more
        fewest = survivors;
        best = first;
    }
    return best;
}

/// The letters of all distinct targets from `first` on, one lane each.
class target_fronts {
  public:
    target_fronts(const problem& given, const equal_windows& targets, std::uint64_t first, unsigned letters) {
        const auto mask = base::low_bits<std::uint32_t>(letters);
        for (unsigned plane = 0; plane < given.letters.planes(); ++plane) {
            lanes_[plane].resize(targets.size() + lane_padding);
            for (std::size_t index = 0; index < targets.size(); ++index)
                lanes_[plane][index] = static_cast<std::uint32_t>(given.letters.target(
                                           plane, targets.occurrences(index)[0].position + first)) &
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

/// The occurrences of all distinct targets, so that those of many can be counted together. In most sequences no two
/// targets are near each other: of these sequences at most one occurrence is near a source, and their number is a sum.
/// The others are counted one by one.
class counted_targets {
  public:
    counted_targets(const problem& given, runtime::thread_pool& workers, const candidate_windows& windows,
                    const equal_windows& targets)
        : alone_(targets.size(), 0), first_(targets.size() + 1, 0) {
        std::vector<std::uint8_t> is_simple(given.sequences(), 0);
        constexpr std::uint64_t sequences_of_task = 4096;
        const std::uint64_t tasks = (given.sequences() + sequences_of_task - 1) / sequences_of_task;
        workers.run(tasks, [&](std::size_t task, unsigned) {
            const std::uint64_t last = std::min((task + 1) * sequences_of_task, given.sequences());
            for (std::uint64_t sequence = task * sequences_of_task; sequence < last; ++sequence)
                is_simple[sequence] = no_two_are_near(given, windows, sequence) ? 1 : 0;
        });
        for (std::size_t target = 0; target < targets.size(); ++target) {
            for (const window_occurrence& at : targets.occurrences(target)) {
                if (is_simple[at.sequence] != 0)
                    ++alone_[target];
                else
                    others_.push_back(at.sequence);
            }
            first_[target + 1] = others_.size();
        }
    }

    /// Occurrences in sequences that no other near target occurs in.
    [[nodiscard]] std::uint64_t alone(std::size_t target) const noexcept { return alone_[target]; }
    /// The sequences of the others.
    [[nodiscard]] std::span<const std::uint64_t> others(std::size_t target) const noexcept {
        return {others_.data() + first_[target], others_.data() + first_[target + 1]};
    }

  private:
    /// Two windows near one source are within twice as many mismatches of each other.
    static bool no_two_are_near(const problem& given, const candidate_windows& windows, std::uint64_t sequence) {
        constexpr std::size_t most = 32;
        std::array<std::uint64_t, most> positions{};
        std::size_t count = 0;
        bool are_few = true;
        const std::uint64_t offset = given.offset(sequence);
        windows.targets.for_each(offset, offset + given.length(sequence), [&](std::uint64_t position) {
            if (count < most)
                positions[count++] = position;
            else
                are_few = false;
        });
        for (std::size_t a = 0; a < count && are_few; ++a)
            for (std::size_t b = 0; b < a; ++b)
                if (mismatches_within(given.letters, positions[a], positions[b], windows.length,
                                      2 * given.mismatches) <= 2 * given.mismatches)
                    return false;
        return are_few;
    }

    std::vector<std::uint64_t> alone_;
    std::vector<std::uint64_t> others_;
    std::vector<std::size_t> first_; ///< of each target in others_, and the end
};

struct workspace {
    explicit workspace(std::uint64_t sequences)
        : counter(sequences), indices(tuning::entries_per_tile + lane_padding) {}

    sequence_counter counter;
    std::vector<std::uint32_t> indices;
    std::vector<std::size_t> compared;            // sources of the group that an index does not tell about
    std::vector<std::vector<std::uint32_t>> near; // by source of the group: distinct targets within k mismatches
};

/// Instructions of looking up all neighbours of a window, of which this share is there.
double cost_of_neighbours(const problem& given, double letters, std::uint64_t length, double share) {
    const double all = count_neighbours(letters, length, given.mismatches);
    const auto whole = static_cast<std::uint64_t>(std::ceil(letters));
    if (short_words::can_hold(whole, length))
        return count_neighbours(letters, split_word::of(whole, length).front, given.mismatches) *
                   tuning::cost_of_short_neighbour +
               all * std::min(1.0, share) * tuning::cost_of_short_found;
    return all * (tuning::cost_of_neighbour + tuning::cost_of_found * std::min(1.0, share));
}

/// Of so many windows, how many are different: as many as there are texts of their letters where these were drawn
/// evenly, or as differ in a sample; where one letter is by far the most frequent, the first says much too little.
double different_windows(const problem& given, std::uint64_t length, double windows) {
    const double texts = std::pow(1 / given.chance_match, static_cast<double>(std::min<std::uint64_t>(length, 500)));
    if (texts >= windows || given.set.longest() < length) return std::min(texts, windows);
    polynomial_hash hash;
    std::vector<std::uint64_t> hashes;
    for (std::uint64_t index = 0; index < tuning::sampled_different_windows; ++index) {
        const std::uint64_t sequence = index * given.sequences() / tuning::sampled_different_windows;
        if (given.length(sequence) < length) continue;
        const std::uint64_t first = given.offset(sequence) + index * 7919 % (given.length(sequence) - length + 1);
        hashes.push_back(hash.of_all(given, first, first + length));
    }
    if (hashes.empty()) return std::min(texts, windows);
    std::ranges::sort(hashes);
    const auto different = static_cast<double>(std::ranges::unique(hashes).begin() - hashes.begin());
    return std::min(windows, std::max(texts, windows * different / static_cast<double>(hashes.size())));
}

} // namespace

double cost_of_joining(const problem& given, const window_counts& windows, double repetition) {
    const auto length = static_cast<double>(windows.length);
    const double texts = std::pow(1 / given.chance_match, std::min(length, 500.0)); // that many windows can differ
    const auto sources = static_cast<double>(windows.sources);
    const auto targets = static_cast<double>(windows.targets);
    const double distinct_sources = different_windows(given, windows.length, sources);
    const double distinct_targets = different_windows(given, windows.length, targets);
    // Where some letters are by far the most frequent, the effective number of letters says nothing about neighbours.
    const bool is_skewed = texts < std::max(sources, targets);
    const double different = is_skewed ? std::exp2(given.letters.ordinary_planes()) : 1 / given.chance_match;
    const double lanes = tuning::lanes_bits / letters_compared;
    const double in_full = windows.length > letters_compared
                               ? chance_of_survival(letters_compared, given.mismatches, given.chance_match) *
                                     tuning::cost_of_full_comparison
                               : 0;
    const double compared = distinct_sources * distinct_targets *
                            ((tuning::cost_of_vector_test + 2.0 * given.letters.planes()) / lanes + in_full);
    const double looked_up = distinct_sources * cost_of_neighbours(given, different, windows.length,
                                                                   (is_skewed ? distinct_targets : targets) /
                                                                       std::pow(different, std::min(length, 500.0)));
    const auto letters =
        static_cast<unsigned>(is_skewed ? windows.length : std::min<std::uint64_t>(windows.length, letters_compared));
    const double counted = distinct_sources * targets *
                           chance_of_survival(letters, given.mismatches, given.chance_match) * tuning::cost_of_counting;
    double listed = std::numeric_limits<double>::infinity();
    const auto alphabet =
        static_cast<std::uint64_t>(std::lround(1 / given.chance_match)) + (given.set.has_ambiguous() ? 1 : 0);
    const bool has_few_letters = alphabet <= growth_alphabet::most_letters;
    // Else the lists of some words are long.
    if (has_few_letters && !is_skewed && repetition <= tuning::most_repetition_for_lists) {
        listed = distinct_sources * plan_pieces(given, alphabet, windows.length, distinct_targets, repetition).cost;
    }
    return std::min({compared, looked_up, listed}) + counted + (sources + targets) * tuning::cost_of_grouping;
}

double cost_of_joining_distinct(const problem& given, runtime::thread_pool& workers, const candidate_windows& windows,
                                double repetition) {
    window_counts counts = windows.counts();
    const double all = cost_of_joining(given, counts, repetition);
    const double grouping = static_cast<double>(counts.sources) * tuning::cost_of_grouping;
    const bool must_agree = workers.options().sharing != nullptr; // with others, who have other windows
    if (must_agree || all < tuning::join_is_quick || all < 16 * grouping) return all;
    counts.sources = equal_windows(given, windows.sources, windows.length, workers).size();
    return grouping + cost_of_joining(given, counts, repetition);
}

double memory_of_joining(const problem& given, const window_counts& windows) {
    constexpr double of_group = 5 * sizeof(std::uint64_t);  // of finding what a window is equal to
    constexpr double of_counts = 3 * sizeof(std::uint64_t); // counted_targets
    // window_index: at most four entries, and their bits; or a piece_index
    const double of_index = std::max(4 * 2 * sizeof(std::uint64_t) + 8.0, static_cast<double>(bytes_of_pieces(given)));
    const double each = of_group + of_counts + of_index + 4.0 * given.letters.planes();
    return each * static_cast<double>(windows.sources + windows.targets) +
           (sizeof(std::uint32_t) + 1) * static_cast<double>(given.sequences());
}

longest_windows join(const problem& given, runtime::thread_pool& workers, const seed_kernels& kernels,
                     const candidate_windows& windows, runtime::divided_among division) {
    const equal_windows targets(given, windows.targets, windows.length, workers);
    std::optional<equal_windows> other_sources; // which no filter left out
    if (windows.sources != windows.targets) other_sources.emplace(given, windows.sources, windows.length, workers);
    const equal_windows& sources = other_sources ? *other_sources : targets;
    const auto letters = static_cast<unsigned>(std::min<std::uint64_t>(windows.length, letters_compared));
    const counted_targets counts(given, workers, windows, targets);
    const growth_alphabet alphabet(given);
    const double lanes = tuning::lanes_bits / letters_compared;
    const double to_compare =
        static_cast<double>(targets.size()) * (tuning::cost_of_vector_test + 2.0 * given.letters.planes()) / lanes;
    const double texts = std::pow(static_cast<double>(alphabet.size()), static_cast<double>(windows.length));
    const double to_look_up = cost_of_neighbours(given, static_cast<double>(alphabet.size()), windows.length,
                                                 static_cast<double>(targets.size()) / texts);
    const bool has_few_letters = alphabet.size() <= growth_alphabet::most_letters;
    std::optional<piece_index> pieces;
    if (has_few_letters && targets.size() >= tuning::least_windows_in_lists) {
        const piece_plan plan =
            plan_pieces(given, alphabet.size(), windows.length, static_cast<double>(targets.size()));
        const double others = std::min(to_look_up, to_compare);
        if (plan.cost < others) pieces.emplace(given, workers, alphabet, targets, windows.length, kernels, plan);
        if (pieces && pieces->measured_cost(sources) >= others) pieces.reset(); // many windows share their pieces
    }
    std::optional<window_index> index;
    std::optional<short_words> words;
    if (has_few_letters && !pieces && to_look_up < to_compare) {
        if (short_words::can_hold(alphabet.size(), windows.length))
            words.emplace(given, alphabet, targets, windows.length);
        else
            index.emplace(given, workers, alphabet, targets, windows.length);
    }
    const std::uint64_t compared_from = most_telling_letters(given, sources, targets, windows.length);
    const target_fronts fronts(given, targets, compared_from, letters);
    const unsigned limit = static_cast<unsigned>(std::min<std::uint64_t>(given.mismatches, letters));
    const bool front_is_all = windows.length <= letters;

    const auto find_near = [&](std::size_t first_source, std::size_t last_source, workspace& work) {
        work.near.resize(last_source - first_source);
        for (auto& near : work.near)
            near.clear();
        work.compared.clear();
        for (std::size_t source = first_source; source < last_source; ++source) {
            const std::uint64_t position = sources.occurrences(source)[0].position;
            const bool is_ordinary = given.set.next_ambiguous(position) >= position + windows.length;
            if (pieces && is_ordinary)
                pieces->find_near(position, work.indices, work.near[source - first_source]);
            else if (words && is_ordinary)
                words->find_near(position, work.near[source - first_source]);
            else if (index && is_ordinary)
                index->find_near(position, work.near[source - first_source]);
            else
                work.compared.push_back(source);
        }
        if (work.compared.empty()) return;
        for (std::size_t first = 0; first < targets.size(); first += tuning::entries_per_tile) {
            const std::size_t count = std::min(tuning::entries_per_tile, targets.size() - first);
            const auto planes = fronts.from(first);
            for (const std::size_t source : work.compared) {
                const std::uint64_t position = sources.occurrences(source)[0].position;
                std::array<std::uint32_t, sequence::most_planes + 1> front{};
                for (unsigned plane = 0; plane < given.letters.planes(); ++plane)
                    front[plane] = static_cast<std::uint32_t>(given.letters.source(plane, position + compared_from)) &
                                   base::low_bits<std::uint32_t>(letters);
                const std::size_t found = kernels.near_32(planes.data(), front.data(), given.letters.planes(), count,
                                                          limit, work.indices.data());
                for (std::size_t at = 0; at < found; ++at) {
                    const auto target = static_cast<std::uint32_t>(first + work.indices[at]);
                    if (front_is_all ||
                        mismatches_within(given.letters, position, targets.occurrences(target)[0].position,
                                          windows.length, given.mismatches) <= given.mismatches)
                        work.near[source - first_source].push_back(target);
                }
            }
        }
    };
    const auto support_of = [&](std::size_t source, const std::vector<std::uint32_t>& near, workspace& work) {
        std::uint64_t alone = 0;
        std::uint64_t others = 0;
        for (const std::uint32_t target : near) {
            alone += counts.alone(target);
            others += counts.others(target).size();
        }
        if (1 + alone + others < given.support) return alone + others; // too few, however they are spread
        // The source counts even with ambiguous letters, when its own window is not near to it.
        const window_occurrence& own = sources.occurrences(source)[0];
        const bool is_near_itself = std::any_of(near.begin(), near.end(), [&](std::uint32_t target) {
            const std::span<const window_occurrence> all = targets.occurrences(target);
            return std::binary_search(all.begin(), all.end(), own,
                                      [](const auto& a, const auto& b) { return a.position < b.position; });
        });
        work.counter.begin();
        if (!is_near_itself) work.counter.add(own.sequence);
        for (const std::uint32_t target : near)
            for (const std::uint64_t sequence : counts.others(target))
                work.counter.add(sequence);
        return alone + work.counter.counted();
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
