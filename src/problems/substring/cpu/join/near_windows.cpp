#include "problems/substring/cpu/join/near_windows.hpp"

#include "problems/substring/cpu/join/join_cost.hpp"
#include "problems/substring/join_tuning.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace concord::substring {
namespace {

/// How many of some pairs of a source and a target are near to each other by the letters in a row from `first` on.
std::size_t survivors_from(const problem& given, const equal_windows& sources, const equal_windows& targets,
                           std::uint64_t first) {
    std::size_t survivors = 0;
    for (std::size_t source = 0; source < tuning::sources_of_telling; ++source) {
        for (std::size_t target = 0; target < tuning::targets_of_telling; ++target) {
            const std::uint64_t a =
                sources.occurrences(source * sources.size() / tuning::sources_of_telling)[0].position;
            const std::uint64_t b =
                targets.occurrences(target * targets.size() / tuning::targets_of_telling)[0].position;
            const std::uint64_t differ = given.letters.differences(a + first, b + first) &
                                         base::low_bits<std::uint64_t>(tuning::letters_compared);
            survivors += base::count_ones(differ) <= given.mismatches ? 1U : 0U;
        }
    }
    return survivors;
}

/// The letters in a row by which windows are compared, and the share of pairs that these leave.
struct telling_letters {
    std::uint64_t first = 0;
    double survivors = 0;
};

/// Those that tell most windows apart, from some pairs: at the front, unless runs that all of them begin with make
/// other letters better.
telling_letters most_telling_letters(const problem& given, const equal_windows& sources, const equal_windows& targets,
                                     std::uint64_t length) {
    if (length <= tuning::letters_compared || sources.size() * targets.size() < tuning::worth_telling_letters)
        return {};
    std::uint64_t best = 0;
    std::size_t fewest = survivors_from(given, sources, targets, 0);
    for (const std::uint64_t first : {(length - tuning::letters_compared) / 2, length - tuning::letters_compared}) {
        const std::size_t survivors = survivors_from(given, sources, targets, first);
        if (2 * survivors >= fewest) continue; // a sample tells no more
        fewest = survivors;
        best = first;
    }
    constexpr double pairs = tuning::sources_of_telling * tuning::targets_of_telling;
    return {best, static_cast<double>(fewest) / pairs};
}

} // namespace

near_windows::near_windows(const problem& given, const seed_kernels& kernels, const equal_windows& sources,
                           const equal_windows& targets, std::uint64_t length)
    : given_(given), kernels_(kernels), sources_(sources), targets_(targets), length_(length), alphabet_(given),
      letters_(static_cast<unsigned>(std::min<std::uint64_t>(length, tuning::letters_compared))) {
    const double lanes = tuning::lanes_bits / tuning::letters_compared;
    const auto all = static_cast<double>(targets.size());
    const telling_letters telling = most_telling_letters(given, sources, targets, length);
    compared_from_ = telling.first;
    to_compare_ = all * ((tuning::cost_of_vector_test + 2.0 * given.letters.planes()) / lanes +
                         telling.survivors * (tuning::cost_of_listed_survivor +
                                              tuning::cost_of_compared_word / 64 * static_cast<double>(length)));
    const double texts = std::pow(static_cast<double>(alphabet_.size()), static_cast<double>(length));
    to_look_up_ = alphabet_.size() <= growth_alphabet::most_letters
                      ? cost_of_neighbours(given, static_cast<double>(alphabet_.size()), length, all / texts)
                      : std::numeric_limits<double>::infinity();
    if (given.mismatches != 1 || sources.size() * targets.size() < tuning::worth_telling_letters) return;
    likely_ = most_likely_letters(given, alphabet_, length);
    if (!likely_) return;
    const cost_of_expectation each = cost_of_unexpected(*likely_, alphabet_, length);
    to_look_up_unexpected_ = each.source + each.target * all / static_cast<double>(sources.size());
    if (to_look_up_unexpected_ >= std::min(to_look_up_, to_compare_)) likely_.reset();
}

double near_windows::cost() const {
    const auto sources = static_cast<double>(sources_.size());
    const auto targets = static_cast<double>(targets_.size());
    if (pieces_) return sources * to_list_;
    double each = best_of_others();
    if (!fronts_ && alphabet_.size() <= growth_alphabet::most_letters &&
        targets_.size() >= tuning::least_windows_in_lists && sources * each > tuning::worth_a_probe) {
        const piece_plan plan = plan_pieces(given_, alphabet_.size(), length_, targets, repetition_of_words(given_));
        const double listing = tuning::cost_of_listing * targets * static_cast<double>(plan.pieces.size());
        each = std::min(each, plan.cost + listing / std::max(1.0, sources));
    }
    return sources * each;
}

void near_windows::prepare(runtime::thread_pool& workers) {
    const bool has_few_letters = alphabet_.size() <= growth_alphabet::most_letters;
    const double others = best_of_others();
    if (has_few_letters && targets_.size() >= tuning::least_windows_in_lists) {
        const piece_plan plan = plan_pieces(given_, alphabet_.size(), length_, static_cast<double>(targets_.size()));
        if (plan.cost < others) pieces_.emplace(given_, workers, alphabet_, targets_, length_, kernels_, plan);
        if (pieces_) to_list_ = pieces_->measured_cost(sources_);
        if (pieces_ && to_list_ >= others) pieces_.reset(); // many windows share their pieces
    }
    if (likely_ && !pieces_) {
        pairs_.emplace(given_, workers, alphabet_, sources_, targets_, length_, likely_->rule);
    } else if (has_few_letters && !pieces_ && to_look_up_ < to_compare_) {
        if (short_words::can_hold(alphabet_.size(), length_))
            words_.emplace(given_, workers, alphabet_, targets_, length_);
        else
            index_.emplace(given_, workers, alphabet_, targets_, length_);
    }
    fronts_.emplace(given_, workers, length_, targets_, compared_from_);
}

void near_windows::find(std::size_t first, std::size_t last, workspace& work) const {
    work.indices.resize(tuning::entries_per_tile + lane_padding);
    work.near.resize(last - first);
    for (auto& near : work.near)
        near.clear();
    work.compared.clear();
    for (std::size_t source = first; source < last; ++source) {
        const std::uint64_t position = sources_.occurrences(source)[0].position;
        const bool is_ordinary = given_.set.next_ambiguous(position) >= position + length_;
        if (pieces_)
            pieces_->find_near(position, work.indices, work.near[source - first]);
        else if (words_ && is_ordinary)
            words_->find_near(position, work.near[source - first]);
        else if (pairs_ && is_ordinary)
            pairs_->find_near(source, work.near[source - first]);
        else if (index_ && is_ordinary)
            index_->find_near(position, work.near[source - first]);
        else
            work.compared.push_back(source);
    }
    if (!work.compared.empty()) compare_all(first, work);
}

void near_windows::compare_all(std::size_t first_source, workspace& work) const {
    const auto limit = static_cast<unsigned>(std::min<std::uint64_t>(given_.mismatches, letters_));
    const bool front_is_all = length_ <= letters_;
    for (std::size_t first = 0; first < targets_.size(); first += tuning::entries_per_tile) {
        const std::size_t count = std::min(tuning::entries_per_tile, targets_.size() - first);
        const auto planes = fronts_->from(first);
        for (const std::size_t source : work.compared) {
            const std::uint64_t position = sources_.occurrences(source)[0].position;
            std::array<std::uint32_t, sequence::most_planes + 1> front{};
            for (unsigned plane = 0; plane < given_.letters.planes(); ++plane)
                front[plane] = static_cast<std::uint32_t>(given_.letters.source(plane, position + compared_from_)) &
                               base::low_bits<std::uint32_t>(letters_);
            const std::size_t found = kernels_.near_32(planes.data(), front.data(), given_.letters.planes(), count,
                                                       limit, work.indices.data());
            for (std::size_t at = 0; at < found; ++at) {
                const auto target = static_cast<std::uint32_t>(first + work.indices[at]);
                if (front_is_all ||
                    mismatches_within(given_.letters, position, targets_.occurrences(target)[0].position, length_,
                                      given_.mismatches) <= given_.mismatches)
                    work.near[source - first_source].push_back(target);
            }
        }
    }
}

} // namespace concord::substring
