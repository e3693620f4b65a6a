// How near pairs are looked for: by what each way is estimated to cost.
#include "alignment/batch/damerau_levenshtein.hpp"
#include "alignment/batch/trie_search.hpp"
#include "problems/distance/batch/near_pairs.hpp"
#include "problems/distance/costs.hpp"
#include "problems/distance/tuning.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace concord::edit_distance {

/// Nanoseconds for comparing a row with all of b in lanes. Of one list a pair of rows is compared once.
double near_pair_search::cost_in_lanes_of_all(std::span<const std::uint32_t> sample, std::uint64_t rows) const {
    const pair_comparer& comparer = run_.comparer();
    const sequence::packed_sequences& a = *comparer.letters().a().set;
    const sequence::packed_sequences& b = *comparer.letters().b().set;
    double letters = 0;
    for (const std::uint32_t row : sample)
        letters += static_cast<double>(a.length(row));
    letters /= static_cast<double>(sample.size());
    const double columns = static_cast<double>(b.letters()) / static_cast<double>(std::max<std::size_t>(1, b.size()));
    const double words = columns / 64 + 1;
    double cost = tuning::cost_of_cell;
    if (!comparer.traits().has_matrix())
        cost += words * comparer.letters().planes();
    else
        cost += words_in_lanes(comparer, bound_, letters, columns) * tuning::cost_of_word * 2 /
                comparer.kernels().group_lanes;
    return cost * static_cast<double>(b.size()) * share_once(rows);
}

/// What is to be added by Damerau-Levenshtein, whose distances are cell by cell where lanes leave them open: few of
/// them until most pairs are within the bound. Where words in order are the other choice.
near_pair_search::refining near_pair_search::estimate_refining(std::span<const std::uint32_t> rows) const {
    const pair_comparer& comparer = run_.comparer();
    if (!comparer.traits().is_refined || !may_compare_words(run_, rows.size())) return {};
    const bool are_exact = osa_within(bound_) >= std::max(comparer.a().longest(), comparer.b().longest());
    constexpr std::uint64_t worth_a_sample = 64 * tuning::pairs_for_refining;
    if (are_exact || rows.size() * comparer.b().size() < worth_a_sample) return {};
    batch_options options = run_.options();
    options.metric = distance_metric::osa;
    const pair_comparer in_lanes(comparer.a(), comparer.b(), options);
    std::vector<sequence_pair> pairs;
    double cells = 0;
    for (std::uint64_t index = 0; index < tuning::pairs_for_refining; ++index) {
        pairs.push_back({rows[index * rows.size() / tuning::pairs_for_refining],
                         static_cast<std::uint32_t>(index * tuning::stride_of_pairs % comparer.b().size())});
        cells +=
            static_cast<double>(std::min(comparer.a().length(pairs.back().a), comparer.b().length(pairs.back().b)));
    }
    std::vector<std::uint32_t> distances(pairs.size());
    comparison_scratch scratch;
    in_lanes.compare_within(osa_within(bound_), pairs, distances.data(), scratch);
    const auto count = static_cast<double>(pairs.size());
    const auto open = static_cast<double>(
        std::ranges::count_if(distances, [](std::uint32_t osa) { return osa != no_distance && may_be_less(osa); }));
    const double diagonals = std::min(static_cast<double>(bound_) + 3, cells / count);
    return {.share = open / count, .nanoseconds = cells / count * diagonals * tuning::cost_of_refined_cell};
}

/// Of the pairs of a row: of one list a pair is compared once.
double near_pair_search::share_once(std::uint64_t rows) const {
    const compared_letters& letters = run_.comparer().letters();
    if (letters.a().set != letters.b().set) return 1;
    return 1 - static_cast<double>(rows) / static_cast<double>(letters.b().set->size()) / 2;
}

/// The same of words in order, which a search for the nearest compares with all others.
double near_pair_search::cost_of_words(std::uint64_t rows, bool is_round) const {
    if (!may_compare_words(run_, rows)) return std::numeric_limits<double>::infinity();
    return trie_search::nanoseconds_of_pair(run_.comparer(), rows, bound_) *
           static_cast<double>(run_.comparer().b().size()) * (is_round ? 1 : share_once(rows));
}

void near_pair_search::choose(std::span<const std::uint32_t> rows, bool is_round) {
    const pair_comparer& comparer = run_.comparer();
    std::vector<std::uint32_t> sample;
    const std::uint64_t sampled = std::min<std::uint64_t>(tuning::sampled_rows, rows.size());
    for (std::uint64_t index = 0; index < sampled; ++index)
        sample.push_back(rows[index * rows.size() / sampled]);
    // The rounds of a search for the nearest compare words in order whatever it costs in lanes.
    const refining refined = is_round ? refining{} : estimate_refining(rows);
    const double in_lanes = cost_in_lanes_of_all(sample, rows.size()) + refined.share * refined.nanoseconds *
                                                                            static_cast<double>(comparer.b().size()) *
                                                                            share_once(rows.size());
    const double to_compare = std::min(in_lanes, cost_of_words(rows.size(), is_round));
    const double pairs = static_cast<double>(rows.size()) * static_cast<double>(comparer.b().size());
    const std::uint64_t longest = std::max(comparer.a().longest(), comparer.b().longest());
    const bool are_words = !is_round && (longest <= longest_in_word || may_compare_words(run_, rows.size()));
    const double least = are_words ? tuning::least_pairs_of_words : tuning::least_pairs_for_keys;
    const bool takes_long = !is_round && bound_ >= tuning::least_bound_anywhere &&
                            to_compare * static_cast<double>(rows.size()) >= tuning::least_nanoseconds_for_keys;
    if ((pairs >= least || takes_long) && longest <= near_join::longest)
        choose_keys(rows, to_compare, in_lanes, is_round);
    else
        choose_seeds(rows, sample, to_compare);
    cost_of_all_ = to_compare;
    if (!is_round && longest > longest_in_word) consider_grams(rows, to_compare, refined);
}

/// Whether to count q-grams first is quicker than what was chosen.
void near_pair_search::consider_grams(std::span<const std::uint32_t> rows, double to_compare, const refining& refined) {
    const double best = std::min(to_compare, share_ * to_compare);
    const auto count = static_cast<double>(rows.size());
    if (best * count < tuning::nanoseconds_worth_grams) return;
    std::unique_ptr<gram_profiles> profiles = gram_profiles::of(run_, rows);
    if (profiles == nullptr) return;
    const sequence_set& b = run_.comparer().b();
    const double letters = static_cast<double>(b.letters()) / static_cast<double>(b.size());
    const double share = profiles->share_within(bound_);
    const double pairs = static_cast<double>(b.size()) * (run_.options().each_pair_once ? 0.5 : 1);
    const double each =
        pairs * (profiles->nanoseconds_of_pair() + share * cost_in_lanes(run_.comparer(), bound_, letters) +
                 std::min(share, refined.share) * refined.nanoseconds);
    if (each >= best) return;
    profiles_ = std::move(profiles);
    profiles_->make();
    join_.reset();
    index_.reset();
    by_seeds_ = false;
    share_ = each / to_compare;
    why_ = "within " + std::to_string(bound_) + ": " + profiles_->describe() + ", an estimated " +
           std::to_string(static_cast<std::uint64_t>(each)) + " ns a sequence; comparing all would take " +
           std::to_string(static_cast<std::uint64_t>(to_compare));
}

void near_pair_search::choose_keys(std::span<const std::uint32_t> rows, double to_compare, double in_lanes,
                                   bool is_round) {
    auto join = std::make_unique<near_join>(run_, bound_, rows);
    const double each = join->cost() / static_cast<double>(rows.size());
    share_ = each / to_compare;
    why_ = "within " + std::to_string(bound_) + ": ";
    // What is not joined is compared in lanes: words in order are one of the plans of a join. The rounds of a search
    // for the nearest compare them by themselves.
    if (is_round ? share_ < 1 || join->compares_words() : each < in_lanes) {
        why_ += join->describe() + ", an estimated " + std::to_string(static_cast<std::uint64_t>(each)) +
                " ns a sequence; comparing all would take " + std::to_string(static_cast<std::uint64_t>(to_compare));
        join_ = std::move(join);
    } else {
        why_ += "all are compared, by keys it would take " + std::to_string(share_) + " times as long";
    }
}

void near_pair_search::choose_seeds(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> sample,
                                    double to_compare) {
    const pair_comparer& comparer = run_.comparer();
    const sequence_set& b = comparer.b();
    const auto all = static_cast<std::uint32_t>(b.size());
    const std::uint64_t sampled = sample.size();
    // First without an index: where seeds are too short, or too many, the decision needs no more.
    const std::vector<std::uint64_t> lengths = partitioned_lengths(sequence::packed(b), seed_bound_, 0, all);
    const auto many =
        static_cast<std::uint64_t>(to_compare / tuning::cost_of_lookup * static_cast<double>(sampled)) + 1;
    double lists = 0;
    for (const std::uint32_t row : sample)
        lists += static_cast<double>(
            lookups_needed(comparer.metric(), seed_bound_, comparer.a().length(row), lengths, many));
    double to_look_up = lists / static_cast<double>(sampled) * tuning::cost_of_lookup;
    const std::uint64_t memory = runtime::memory_budget(run_.options().run) / 2;
    const std::uint64_t bytes_each = seed_index::bytes_for(1, seed_bound_);
    part_ = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(memory / bytes_each, 1, all));
    const double building = static_cast<double>(b.size()) *
                            static_cast<double>(std::min<std::uint64_t>(seed_bound_, b.longest()) + 1) *
                            tuning::cost_of_lookup * 2 / static_cast<double>(rows.size());
    if (to_look_up + building < to_compare && bytes_each <= memory) {
        auto index = std::make_unique<seed_index>(run_, seed_bound_, 0, part_);
        double entries = 0;
        for (const std::uint32_t row : sample)
            entries += static_cast<double>(index->entries_to_read(row));
        const double share = static_cast<double>(part_) / all;
        to_look_up += building + entries / static_cast<double>(sampled) / share *
                                     (tuning::cost_of_entry + tuning::cost_of_candidate + to_compare / all);
        by_seeds_ = to_look_up < to_compare;
        if (by_seeds_ && part_ == all) index_ = std::move(index);
    }
    share_ = to_look_up / to_compare;
    why_ = "within " + std::to_string(bound_) + ": " +
           (by_seeds_ ? "seeds are looked up, " : "all are compared, looking seeds up would take ") +
           std::to_string(static_cast<std::uint64_t>(to_look_up / 1000)) + " us a sequence" +
           (by_seeds_ ? " instead of " : ", comparing ") +
           std::to_string(static_cast<std::uint64_t>(to_compare / 1000));
}

} // namespace concord::edit_distance
