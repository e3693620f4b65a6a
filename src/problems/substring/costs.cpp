#include "problems/substring/costs.hpp"

#include "problems/substring/cpu/filter/filter.hpp"
#include "problems/substring/cpu/join/join_cost.hpp"
#include "problems/substring/cpu/join/piece_index.hpp"
#include "problems/substring/cpu/scan/scan.hpp"
#include "problems/substring/cpu/words/counted_words.hpp"
#include "problems/substring/cpu/words/word_table.hpp"
#include "problems/substring/gpu/support_costs.hpp"
#include "problems/substring/join_tuning.hpp"
#include "problems/substring/search_plan.hpp"
#include "problems/substring/seed_plan.hpp"
#include "problems/substring/suffix_tuning.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace concord::substring {
namespace {

constexpr double no_way = std::numeric_limits<double>::infinity();
/// Bytes of working memory. Estimates ask for no bound, on which ranks would have to agree.
constexpr std::uint64_t much_memory = std::uint64_t{1} << 34U;

double sequences_of(const problem& given) { return static_cast<double>(std::max<std::uint64_t>(1, given.sequences())); }
double mean_length(const problem& given) { return static_cast<double>(given.set.letters()) / sequences_of(given); }
double wanted_share(const problem& given) { return static_cast<double>(given.support) / sequences_of(given); }

/// The greatest length of which one of some words of random sequences is expected to have the support: how many
/// sequences hold a word has the tail of a Poisson distribution, by Chernoff's bound. Time O(k log longest).
std::uint64_t length_by_chance(const problem& given, std::uint64_t longest, double words) {
    const double others = static_cast<double>(given.support) - 1;
    const auto is_reached = [&](std::uint64_t length) {
        const double starts = std::max(1.0, mean_length(given) - static_cast<double>(length) + 1);
        const double near = chance_of_survival(static_cast<unsigned>(length), given.mismatches, given.chance_match);
        const double holders = -std::expm1(-starts * near) * sequences_of(given);
        return others <= holders ||
               (holders > 0 && others * std::log(others / holders) - others + holders <= std::log(words));
    };
    std::uint64_t reached = 0;
    for (std::uint64_t end = longest + 1; end - reached > 1;) {
        const std::uint64_t middle = reached + (end - reached) / 2;
        (is_reached(middle) ? reached : end) = middle;
    }
    return reached;
}

/// Of the letters beyond those that chance explains, the share that an adapter adds. That depends on where it begins
/// in the reads; here, as in the soil reads that `concord simulate` makes, for 1,000 to 1,077,820 of which this was
/// fitted: 20 % of them share 0.24 of their letters, 1 % share 0.5, and two of 25,000 all with ten mismatches.
double shared_by_adapters(const problem& given) {
    const double rare = std::max(0.0, std::log10(0.02 / wanted_share(given)));
    const double spared = 1 + std::pow(static_cast<double>(given.mismatches), 3) / 200;
    return std::clamp(0.5 - 1.25 * wanted_share(given) + 0.04 * rare * spared, 0.0, 1.0);
}

/// Instructions, by how threads share them.
struct instructions {
    double scanning = 0; ///< comparing and growing: nearly all of it is shared
    double memory = 0;   ///< of tables that miss the caches, and with steps that one thread does

    [[nodiscard]] double sum() const noexcept { return scanning + memory; }
};
instructions operator+(const instructions& a, const instructions& b) noexcept {
    return {a.scanning + b.scanning, a.memory + b.memory};
}

class search_estimate {
  public:
    search_estimate(const problem& given, const search_outlook& outlook)
        : given_(given), letters_(static_cast<double>(given.set.letters())), likeness_(outlook.likeness),
          longest_(outlook.longest), length_(outlook.length), alphabet_(given),
          rarely_shared_(letters_rarely_shared(given, alphabet_)), all_(windows(length_, 1)),
          spans_(static_cast<std::uint64_t>(sequences_of(given) * std::ceil(starts() / tuning::starts_per_span))) {}

    [[nodiscard]] instructions on_cpu() const {
        if (given_.mismatches == 0 && given_.support > 1) return exactly();
        const double each = is_long() ? tuning::cost_of_long_letter
                                      : (is_random() ? tuning::cost_of_random_letter : tuning::cost_of_letter);
        return cheapest_way() + instructions{0, letters_ * each};
    }

    [[nodiscard]] runtime::gpu_work on_gpu() const {
        const double sequences = sequences_of(given_);
        const double sampled = tests({length_, tuning::sampled_windows, tuning::sampled_windows},
                                     static_cast<double>(tuning::sampled_windows), sequences) *
                               tuning::lengths_of_gpu_sample;
        double compared = tests(all_, sequences, sequences) / 2; // each pair once for both
        double looked_up = 0;
        if (const std::uint64_t level = gpu_filter_level(); level > 0 && !is_random()) {
            const double entries = 4 * combination_count(given_.mismatches, level) * static_cast<double>(all_.targets);
            if (entries / tuning::gpu_lookups_a_second < compared / tuning::gpu_tests_a_second / 4) {
                looked_up = entries * tuning::levels_of_filter;
                compared = std::min(compared * left_of_scan(), tests_of_distinct());
            }
        }
        compared = std::min(
            {compared, tests_of_words(),
             letters_along_diagonals(given_, length_, sequences, sequences) * tuning::tests_of_diagonal_letter});
        return {.transfer = letters_ / tuning::gpu_letters_a_second,
                .launching = tuning::gpu_seconds_of_steps,
                .scanning = (sampled + compared) / tuning::gpu_tests_a_second +
                            looked_up / tuning::gpu_lookups_a_second +
                            (is_long() ? letters_ * tuning::gpu_seconds_of_long_letter : 0)};
    }

  private:
    [[nodiscard]] bool is_random() const noexcept { return likeness_ == letter_likeness::random; }
    [[nodiscard]] bool is_long() const noexcept { return likeness_ == letter_likeness::unknown; }
    [[nodiscard]] double starts() const {
        return std::max(1.0, mean_length(given_) - static_cast<double>(length_) + 1);
    }
    [[nodiscard]] window_counts windows(std::uint64_t length, double share) const {
        const double all = letters_ - sequences_of(given_) * (static_cast<double>(length) - 1);
        const auto count = static_cast<std::uint64_t>(std::max(1.0, all * share));
        return {length, count, count};
    }
    /// Words of adapters make the lists of pieces long.
    [[nodiscard]] double joining(const window_counts& some) const {
        return cost_of_joining(given_, some,
                               likeness_ == letter_likeness::reads ? 2 * tuning::most_repetition_for_lists : 1);
    }
    [[nodiscard]] double scanning(std::uint64_t spans, std::uint64_t targets) const {
        return cost_of_scanning(given_, spans, targets, length_);
    }
    /// Of a scan of all that takes so many instructions: those along diagonals take twice as long as others.
    [[nodiscard]] instructions scanned(double scan) const {
        const bool is_along_diagonals = cost_of_diagonals(given_, spans_, given_.sequences(), length_) <= scan;
        return {scan * (is_along_diagonals ? tuning::time_of_diagonals : 1), 0};
    }
    /// What the filter leaves of a comparison of all: that of the sequences with an adapter where many must have it,
    /// little where few must.
    [[nodiscard]] double left_of_scan() const {
        return std::min(tuning::most_left_of_scan, tuning::left_of_scan_by_support * wanted_share(given_));
    }

    /// By the suffix array, by growth before it, or by the sampled words of two sequences.
    [[nodiscard]] instructions exactly() const {
        if (given_.sequences() == 2) return {0, tuning::cost_of_sampled_letter * letters_};
        const double sorting = tuning::cost_of_suffix_array * letters_;
        const double growing = cost_of_growing();
        const double listed = tuning::cost_of_letter * letters_;
        return {growing <= sorting / 2 ? growing : 0, listed + (growing <= sorting / 2 ? 0 : sorting)};
    }

    /// In the order of cpu/executor.cpp, with what it tries in vain.
    [[nodiscard]] instructions cheapest_way() const {
        const std::uint64_t least =
            std::max(given_.min_length, std::min(tuning::length_of_estimates, given_.set.longest()));
        const double half = cost_of_scanning(given_, spans_, given_.sequences(), least) / 2;
        double in_vain = 0;
        // What all sequences hold is a matter of chance, adapters or not.
        double counting =
            is_random() || given_.support == given_.sequences() ? cost_of_counting(given_, much_memory, 1) : no_way;
        const bool is_by_chance = length_ < rarely_shared_ + tuning::most_letters_beyond_chance;
        const double most_of_counting = std::min(half, tuning::counting_is_quick * letters_);
        if (most_of_counting > tuning::worth_counting && counting <= most_of_counting) {
            if (is_by_chance) return {counting, 0};
            in_vain += 2 * counting;
        }
        if (!is_by_chance) counting = no_way;

        const double growing = cost_of_growing();
        const double most_of_growth = std::min(half, tuning::growth_is_quick * letters_);
        if (growing <= most_of_growth) return {growing, 0};
        if (growing < no_way)
            in_vain +=
                is_sampled_by_growth() ? std::min(most_of_growth, tuning::growth_in_vain * letters_) : most_of_growth;

        instructions best = compared();
        if (counting < best.sum()) best = {counting, 0};
        if (growing < best.sum()) best = {growing, 0};
        return best + instructions{sampling() + in_vain, 0};
    }

    [[nodiscard]] bool is_sampled_by_growth() const {
        return given_.sequences() > tuning::most_sequences_grown_at_once;
    }
    /// Of all words of the letters that random sequences hardly share: by a trie; or by tables, with half of them in
    /// a trie where adapters have longer ones.
    [[nodiscard]] double cost_of_growing() const {
        const auto most_letters = tuning::most_words_of_growth * sequence::letters_per_word;
        if (given_.support < 2 || given_.mismatches > tuning::most_mismatches_of_growth || rarely_shared_ == 0 ||
            given_.set.longest() >= most_letters || alphabet_.size() > growth_alphabet::most_letters ||
            (is_sampled_by_growth() && wanted_share(given_) < tuning::least_support_of_growth))
            return no_way;
        const double step =
            tuning::cost_of_growth + tuning::cost_of_growth_row * static_cast<double>(given_.mismatches + 1);
        const double words = std::pow(static_cast<double>(alphabet_.ordinary()), rarely_shared_);
        const double trie = words * step * (sequences_of(given_) + letters_ / sequence::letters_per_word);
        const double table = cost_of_word_table(given_, alphabet_, rarely_shared_);
        if (!is_random()) return std::min(trie, table + trie / 2);
        // Longer words that a few have: each is looked for in what is left of the sequences.
        const double rare =
            length_ > rarely_shared_ ? letters_ * step * sequences_of(given_) * tuning::left_of_rare_word : 0;
        return std::min(trie, table) + rare;
    }

    /// Samples of lengths from the longest down to the one that is reached.
    [[nodiscard]] double sampling() const {
        double lengths = 1;
        for (std::uint64_t length = longest_; length > length_ && lengths < tuning::most_lengths_of_sample; ++lengths)
            length = lowered_sample(given_, length);
        const std::uint64_t some = std::min(tuning::sampled_spans, spans_);
        const double of_all = scanning(some, given_.sequences());
        const std::optional<poll> asked = poll_of(given_);
        if (!asked) return lengths * of_all;
        return lengths * scanning(some, asked->sequences) + scanning(asked->sequences, asked->sequences) + 2 * of_all;
    }

    /// By a scan, or by filter and join.
    [[nodiscard]] instructions compared() const {
        const double scan = scanning(spans_, given_.sequences());
        if (scan < tuning::dense_is_quick) return scanned(scan);
        const std::uint64_t level = first_filter_level(given_, all_);
        const double filtering = level > 0 ? cost_of_filtering(given_, much_memory, all_, level) : 0;
        const double join = joining(all_);
        if ((level == 0 || filtering > scan / 4) && join > scan / 2) return scanned(scan);
        if (level == 0) return {0, join};
        if (is_random()) return {0, tuning::levels_for_random * filtering + std::min(join, scan)};
        // Further levels are taken while they cost a quarter of what they may save.
        const double rest =
            std::min({joining(windows(length_, tuning::left_by_filter)), scan * left_of_scan(), 4 * filtering});
        return {0, tuning::levels_of_filter * filtering + rest};
    }

    [[nodiscard]] double tests(const window_counts& sources, double runs, double target_runs) const {
        const auto per_run = [](std::uint64_t count, double of) {
            return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(static_cast<double>(count) / of));
        };
        return plan_seeds({length_, given_.mismatches, runs, per_run(sources.sources, runs), target_runs,
                           per_run(all_.targets, target_runs), given_.letters.planes(), given_.chance_match},
                          tuning::costs_of_a_gpu)
            .cost;
    }
    /// Of the distinct windows near an adapter and the targets that the filter leaves, as in soil reads of which 20 %
    /// must have an adapter: 4,063 windows of 1,077,820 reads with one mismatch, 15,056 with two, 61,007 with three.
    [[nodiscard]] double tests_of_distinct() const {
        const double distinct = std::min(1.0, 0.001 * std::pow(4.0, static_cast<double>(given_.mismatches)));
        return distinct * sequences_of(given_) * 4 * tuning::left_by_filter * static_cast<double>(all_.targets);
    }
    /// Of all words that there can be, or of each window, along which every sequence is walked (gpu/sorted_words.hpp).
    [[nodiscard]] double tests_of_words() const {
        const double letters = 1 / given_.chance_match;
        const auto length = static_cast<double>(length_);
        const double words = std::min(static_cast<double>(all_.sources), std::pow(letters, length));
        const double shared = std::log(words) / std::log(letters);
        const double walked = words * (letters / (letters - 1) + std::max(0.0, length - shared));
        return std::min(tests_of_sorted_words(given_, length_, walked), tests_of_unions());
    }
    /// Of all words that begin alike, where there can be so many, or of each window (gpu/ball_unions.hpp).
    [[nodiscard]] double tests_of_unions() const {
        if (!has_ball_unions(given_, length_)) return no_way;
        const double all = std::pow(4.0, static_cast<double>(length_ - least_letters_of_ball));
        return tests_of_ball_unions(given_, length_, std::min(all, static_cast<double>(all_.sources)),
                                    static_cast<double>(all_.targets));
    }
    [[nodiscard]] std::uint64_t gpu_filter_level() const {
        for (std::uint64_t intact = 1; is_filter_level(given_, length_, intact); ++intact)
            if (agreeing_by_chance(given_, length_, all_.targets, intact) < static_cast<double>(given_.support) / 2)
                return intact;
        return 0;
    }

    const problem& given_;
    double letters_;
    letter_likeness likeness_;
    std::uint64_t longest_; ///< possible
    std::uint64_t length_;  ///< expected
    growth_alphabet alphabet_;
    unsigned rarely_shared_; ///< letters, by chance
    window_counts all_;
    std::uint64_t spans_;
};

} // namespace

search_outlook outlook_of(const problem& given) {
    search_outlook outlook;
    outlook.longest = longest_possible(given);
    const bool is_long = mean_length(given) >= tuning::least_long_sequence;
    if (is_long)
        outlook.likeness = letter_likeness::unknown;
    else if (repetition_of_words(given, tuning::words_for_outlook) > tuning::most_repetition_of_chance)
        outlook.likeness = letter_likeness::reads;

    const double sampled = static_cast<double>(tuning::sampled_spans) * mean_length(given);
    const std::uint64_t by_chance = length_by_chance(
        given, outlook.longest, std::max(2.0, std::min(static_cast<double>(given.set.letters()), sampled)));
    const auto beyond = static_cast<double>(outlook.longest - by_chance);
    auto length = static_cast<double>(by_chance);
    if (is_long)
        length = std::sqrt(length * static_cast<double>(outlook.longest));
    else if (outlook.likeness == letter_likeness::reads)
        length += shared_by_adapters(given) * beyond;
    outlook.length =
        std::clamp(static_cast<std::uint64_t>(length), std::min(given.min_length, outlook.longest), outlook.longest);
    return outlook;
}

runtime::device_costs costs_of(const problem& given, unsigned threads, const machine_rates& rates) {
    const search_outlook outlook = outlook_of(given);
    if (outlook.longest < given.min_length) return {};
    const search_estimate search(given, outlook);
    const instructions of = search.on_cpu();
    const auto shared = [&](double serial) { return serial + (1 - serial) / threads; };
    const runtime::cpu_work cpu{
        .scanning = of.scanning * shared(tuning::serial_share_of_scans) / tuning::scanning_a_second,
        .memory = of.memory * shared(tuning::serial_share_of_filters) / tuning::filtering_a_second};
    return {.cpu = runtime::seconds_of(cpu, threads, rates.cpu),
            .gpu = runtime::seconds_of(search.on_gpu(), rates.gpu)};
}

runtime::device_costs costs_of(const problem& given, unsigned threads) {
    return costs_of(given, threads, used_machine_rates());
}

} // namespace concord::substring
