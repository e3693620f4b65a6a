#include "problems/substring/cpu/words/shared_diagonals.hpp"

#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/words/word_table.hpp"
#include "runtime/parallel_sort.hpp"
#include "runtime/parts.hpp"

#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace concord::substring {
namespace {

/// Bits that tell little of the letters.
constexpr std::uint32_t mixed(std::uint32_t word) {
    word = (word ^ word >> 16U) * 0x7FEB352DU;
    word = (word ^ word >> 15U) * 0x846CA68BU;
    return word ^ word >> 16U;
}

} // namespace

bool shared_diagonals::are_possible(const problem& given) {
    return given.set.letters() < std::numeric_limits<std::uint32_t>::max() &&
           given.set.longest() < static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max());
}

std::vector<shared_diagonals::place> shared_diagonals::places_of_words(const problem& given,
                                                                       const cpu_resources& resources,
                                                                       const growth_alphabet& letters,
                                                                       unsigned letters_of_word, double share) {
    const auto last_mixed = static_cast<std::uint32_t>(std::min(1.0, share) *
                                                       static_cast<double>(std::numeric_limits<std::uint32_t>::max()));
    std::vector<place> all = runtime::collect_parts<place>(
        resources.workers, given.sequences(), 1, [&](std::uint64_t first, std::uint64_t last, std::vector<place>& to) {
            word_reader reader(given, letters, letters_of_word);
            for (std::uint64_t sequence = first; sequence < last; ++sequence)
                reader.for_each(sequence,
                                [&](std::uint64_t end, std::size_t number, std::uint64_t before, bool is_ordinary) {
                                    const auto word = static_cast<std::uint32_t>(number);
                                    if (reader.is_word(before, is_ordinary) && mixed(word) <= last_mixed)
                                        to.push_back({word, static_cast<std::uint32_t>(sequence),
                                                      static_cast<std::int32_t>(end - letters_of_word)});
                                });
        });
    runtime::parallel_sort(resources.workers, all, [](const place& a, const place& b) {
        return std::tie(a.word, a.sequence, a.start) < std::tie(b.word, b.sequence, b.start);
    });
    return all;
}

template <class Visit>
void shared_diagonals::for_each_shared(const std::vector<place>& all, const Visit& visit) const {
    // What one sequence has alone tells nothing, and words that are everywhere in many are no sign of where these are
    // alike.
    const double most_of_group = static_cast<double>(sequences_) * tuning::most_places_of_shared_word;
    for (std::size_t first = 0, last = 0; first < all.size(); first = last) {
        while (last < all.size() && all[last].word == all[first].word)
            ++last;
        if (all[first].sequence != all[last - 1].sequence && static_cast<double>(last - first) <= most_of_group)
            visit(first, last);
    }
}

shared_diagonals::shared_diagonals(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                                   unsigned letters_of_word, double most)
    : sequences_(given.sequences()) {
    const auto place_some = [&](double share) {
        return places_of_words(given, resources, letters, letters_of_word, share);
    };
    double shared = 0;
    for_each_shared(place_some(tuning::share_of_words_sampled), [&](std::size_t first, std::size_t last) {
        shared += static_cast<double>(last - first) * static_cast<double>(last - first);
    });
    words_of_pair_ =
        shared / tuning::share_of_words_sampled / static_cast<double>(sequences_) / static_cast<double>(sequences_);
    const std::vector<place> all = place_some(most / std::max(most, words_of_pair_));
    end_of_sequence_.assign(sequences_, 0);
    for_each_shared(all, [&](std::size_t first, std::size_t last) {
        group_of_.insert(group_of_.end(), last - first, static_cast<std::uint32_t>(first_of_group_.size()));
        first_of_group_.push_back(static_cast<std::uint32_t>(places_.size()));
        for (std::size_t at = first; at < last; ++at) {
            places_.push_back(all[at]);
            ++end_of_sequence_[all[at].sequence];
        }
    });
    first_of_group_.push_back(static_cast<std::uint32_t>(places_.size()));

    std::uint32_t before = 0;
    for (std::uint32_t& end : end_of_sequence_) // for now, where each begins
        before += std::exchange(end, before);
    of_sequence_.resize(places_.size());
    for (std::uint32_t at = 0; at < places_.size(); ++at)
        of_sequence_[end_of_sequence_[places_[at].sequence]++] = at;
}

void shared_diagonals::list(std::uint64_t sequence, room& scratch) const {
    scratch.ends.assign(sequences_, 0);
    const std::uint32_t first = sequence == 0 ? 0 : end_of_sequence_[sequence - 1];
    const auto ours = std::span(of_sequence_).subspan(first, end_of_sequence_[sequence] - first);
    for (const std::uint32_t at : ours)
        for (const place& other : alike(at))
            ++scratch.ends[other.sequence];
    std::uint32_t before = 0;
    for (std::uint32_t& end : scratch.ends)
        before += std::exchange(end, before);
    scratch.diagonals.resize(before);
    for (const std::uint32_t at : ours)
        for (const place& other : alike(at))
            scratch.diagonals[scratch.ends[other.sequence]++] = other.start - places_[at].start;
}

} // namespace concord::substring
