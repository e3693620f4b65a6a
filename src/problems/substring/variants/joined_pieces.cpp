#include "problems/substring/variants/joined_pieces.hpp"

#include "problems/substring/cpu/join/join.hpp"
#include "problems/substring/cpu/join/join_cost.hpp"
#include "problems/substring/cpu/join/piece_index.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace concord::substring {
namespace {

substring_options options_of(const variant_problem& given, const variant_resources& resources) {
    substring_options asked;
    asked.mismatches = given.allowed.edits;
    asked.support = given.support;
    asked.run = resources.workers.options();
    return asked;
}

} // namespace

bool joined_pieces::are_possible(const variant_problem& given) {
    return given.of.is_dna() && !given.of.has_sets() && !given.allowed.indels && given.copies == 1 && given.support > 1;
}

joined_pieces::joined_pieces(const variant_problem& given, const variant_resources& resources)
    : joined_pieces(given, resources, as_sequences(given.of, alphabet::dna)) {}

joined_pieces::joined_pieces(const variant_problem& given, const variant_resources& resources,
                             pieces_as_sequences plain)
    : given_(given), resources_(resources), plain_(std::move(plain)),
      of_pieces_(plain_.set, options_of(given, resources), plain_.forward),
      kernels_(seed_kernels_for(simd::choose_vectors(resources.workers.options().vectors))), owners_(plain_.owners()),
      number_of_piece_(given.of.pieces().size(), 0) {
    for (std::uint64_t number = 0; number < plain_.pieces.size(); ++number)
        number_of_piece_[static_cast<std::size_t>(plain_.pieces[number] - given.of.pieces().data())] = number;
}

double joined_pieces::repetition() const {
    return repetition_ ? *repetition_ : repetition_.emplace(repetition_of_words(of_pieces_));
}

double joined_pieces::cost_of_walk() const {
    const double words = static_cast<double>(of_pieces_.sequences()) +
                         static_cast<double>(of_pieces_.set.letters()) / sequence::letters_per_word;
    return words * static_cast<double>(given_.allowed.edits + 1) * tuning::cost_of_row_vector;
}

std::optional<longest_windows> joined_pieces::join(const longest_windows& some, double most) const {
    if (some.windows.empty()) return std::nullopt;
    candidate_windows windows(of_pieces_, some.length);
    windows.keep_sources(of_pieces_, some);
    windows.count();
    distinct_sources distinct(of_pieces_, resources_.workers);
    const std::size_t different = distinct.of(windows).size();
    if (memory_of_joining(of_pieces_, windows.counts()) > static_cast<double>(resources_.memory) ||
        (!current_search_habits().joins_windows &&
         cost_of_joining_distinct(of_pieces_, kernels_, windows, distinct, repetition()) >
             most * static_cast<double>(different)))
        return std::nullopt;
    longest_windows counted =
        join_pieces(of_pieces_, owners_, resources_.workers, kernels_, windows, distinct.of(windows));
    resources_.notes.push_back("windows of length " + std::to_string(some.length) +
                               " joined with all pieces: " + std::to_string(different) + " different ones; " +
                               std::to_string(counted.windows.size()) + " have the support");
    return counted;
}

candidate_windows joined_pieces::windows_at(const window_starts& starts, std::uint64_t length) const {
    candidate_windows windows(of_pieces_, length);
    windows.sources.clear();
    for (const std::uint64_t start : starts) {
        const piece& in = given_.of.piece_at(start);
        const std::uint64_t number = number_of_piece_[static_cast<std::size_t>(&in - given_.of.pieces().data())];
        windows.sources.set(of_pieces_.offset(number) + start - in.first);
    }
    windows.count();
    return windows;
}

double joined_pieces::cost_of_each(const window_starts& starts, std::uint64_t length) const {
    const candidate_windows windows = windows_at(starts, length);
    if (memory_of_joining(of_pieces_, windows.counts()) > static_cast<double>(resources_.memory))
        return std::numeric_limits<double>::infinity();
    distinct_sources distinct(of_pieces_, resources_.workers);
    return cost_of_joining_distinct(of_pieces_, kernels_, windows, distinct, repetition()) /
           static_cast<double>(std::max<std::size_t>(1, distinct.of(windows).size()));
}

std::optional<counted_classes> joined_pieces::count(const window_classes& classes, std::uint64_t length) const {
    longest_windows asked{length, {}};
    std::vector<std::pair<window, std::size_t>> places; // of each class
    for (std::size_t index = 0; index < classes.size(); ++index) {
        const std::uint64_t start = classes.representative(index);
        const piece& in = given_.of.piece_at(start);
        const std::uint64_t number = number_of_piece_[static_cast<std::size_t>(&in - given_.of.pieces().data())];
        asked.windows.push_back({number, start - in.first, 0});
        places.emplace_back(asked.windows.back(), index);
    }
    const std::optional<longest_windows> joined = join(asked, cost_of_walk());
    if (!joined) return std::nullopt;
    std::ranges::sort(places);
    counted_classes counted{std::vector<std::uint64_t>(classes.size(), 0),
                            std::vector<std::uint64_t>(classes.size(), length)};
    for (const window& each : joined->windows) {
        const window here{each.sequence, each.start, 0};
        const auto place = std::ranges::lower_bound(places, here, {}, &std::pair<window, std::size_t>::first);
        counted.supports[place->second] = each.support;
    }
    return counted;
}

} // namespace concord::substring
