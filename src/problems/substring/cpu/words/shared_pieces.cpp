#include "problems/substring/cpu/words/shared_pieces.hpp"

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/seed_plan.hpp"
#include "runtime/parallel_sort.hpp"
#include "runtime/parts.hpp"
#include "sequence/sequence_at.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <optional>

namespace concord::substring {
namespace {

constexpr std::size_t windows_at_once = 8192; ///< near to a word, in a thread's cache

/// A sequence in which a window is found, and with how many letters: as numbers, those of one sequence side by side.
constexpr std::uint64_t held(std::uint64_t sequence, std::uint64_t letters) { return sequence << 32U | letters; }
constexpr std::uint32_t letters_of(std::uint64_t held) { return static_cast<std::uint32_t>(held); }

/// The letters with which the window that is so held, with itself among these, has the support; 0 if fewer sequences
/// hold it, or where these are fewer than `least` for certain.
shared_pieces::window_reach reach_of(std::span<std::uint64_t> holders, std::uint64_t support, std::uint64_t least) {
    const auto is_longer = [](std::uint64_t a, std::uint64_t b) { return letters_of(a) > letters_of(b); };
    const auto with_support = [&] {
        const auto nth = holders.begin() + static_cast<std::ptrdiff_t>(support - 1);
        std::nth_element(holders.begin(), nth, holders.end(), is_longer);
        return letters_of(*nth);
    };
    if (holders.size() < support || with_support() < least) return {}; // as if all were of different sequences
    std::ranges::sort(holders, std::greater());
    const auto is_same = [](std::uint64_t a, std::uint64_t b) { return a >> 32U == b >> 32U; };
    holders = holders.first(static_cast<std::size_t>(std::ranges::unique(holders, is_same).begin() - holders.begin()));
    if (holders.size() < support) return {};
    const std::uint32_t reach = with_support();
    const auto count = std::ranges::count_if(holders, [&](std::uint64_t each) { return letters_of(each) >= reach; });
    return {reach, static_cast<std::uint32_t>(count)};
}

/// The end of a run of equal words.
template <class Asked>
std::size_t end_of_word(std::span<const Asked> asked, std::size_t first) {
    std::size_t last = first + 1;
    while (last < asked.size() && asked[last].word == asked[first].word)
        ++last;
    return last;
}

} // namespace

struct shared_pieces::workspace {
    explicit workspace(unsigned planes) : letters(planes) {
        for (auto& each : letters)
            each.resize(windows_at_once + padding_of_pieces);
        places.resize(windows_at_once + padding_of_pieces);
    }

    /// As many of [first, last) as there is room for; the first that has none.
    std::uint32_t take(const ordered_windows& from, std::uint32_t first, std::uint32_t last) {
        const auto here = static_cast<std::uint32_t>(std::min<std::size_t>(last - first, windows_at_once - count));
        for (std::size_t plane = 0; plane < letters.size(); ++plane)
            std::copy_n(from.planes[plane].data() + first, here, letters[plane].data() + count);
        std::copy_n(from.places.data() + first, here, places.data() + count);
        count += here;
        return first + here;
    }
    [[nodiscard]] window_planes view() const {
        window_planes all{{}, places.data(), count};
        for (std::size_t plane = 0; plane < letters.size(); ++plane)
            all.plane[plane] = letters[plane].data();
        return all;
    }

    std::vector<base::unset_vector<std::uint32_t>> letters; ///< by plane
    base::unset_vector<std::uint32_t> places;
    std::size_t count = 0;
};

seed_pieces shared_pieces::plan(std::uint64_t length, double windows) const {
    if (length == 0 || length > most_letters_with_pieces || given_.mismatches >= length ||
        given_.set.letters() >= 0xFFFFFFFF || given_.sequences() >= 0xFFFFFFFF)
        return {};
    const seed_piece_work work{static_cast<unsigned>(length),
                               static_cast<unsigned>(given_.mismatches),
                               given_.letters.ordinary_planes(),
                               windows,
                               static_cast<double>(given_.set.letters()),
                               given_.chance_match};
    seed_piece_costs costs = tuning::costs_of_shared_pieces;
    costs.test *= given_.letters.planes() + 2;
    return plan_seed_pieces(work, costs, impossible);
}

double shared_pieces::cost_of_bounds(std::uint64_t length, double windows) const {
    const seed_pieces pieces = plan(length, windows);
    const double bytes = static_cast<double>(given_.set.letters()) * pieces.count * sizeof(std::uint32_t) *
                         (given_.letters.planes() + 1);
    return pieces.count > 0 && bytes < static_cast<double>(resources_.memory) / 4 ? pieces.cost : impossible;
}

double shared_pieces::cost_of_supports(std::uint64_t length, double windows) const {
    const double near = static_cast<double>(given_.set.letters()) *
                        chance_of_survival(static_cast<unsigned>(length), given_.mismatches, given_.chance_match);
    const double words_of_rows = windows * static_cast<double>(given_.sequences()) / 64;
    const bool in_memory = words_of_rows * sizeof(std::uint64_t) > tuning::bytes_of_cached_rows &&
                           resources_.workers.threads() > tuning::threads_of_one_memory;
    return cost_of_bounds(length, windows) + words_of_rows +
           windows * near * tuning::cost_of_listed_sequence * (in_memory ? tuning::listed_in_memory : 1);
}

void shared_pieces::begin(std::uint64_t length, kept kept) {
    length_ = length;
    kept_ = kept;
    by_piece_.clear();
    const seed_pieces pieces = plan(length, static_cast<double>(given_.set.letters()));
    for (unsigned index = 0; index < pieces.count; ++index)
        by_piece_.push_back(ordered(pieces.piece[index]));
}

shared_pieces::letters_of_window shared_pieces::letters_at(std::uint64_t position, bool is_asked) const {
    const auto in_window = base::low_bits<std::uint64_t>(static_cast<unsigned>(length_));
    letters_of_window letters{};
    for (unsigned plane = 0; plane < given_.letters.planes(); ++plane) {
        const std::uint64_t bits =
            is_asked ? given_.letters.source(plane, position) : given_.letters.target(plane, position);
        letters[plane] = static_cast<std::uint32_t>(bits & in_window);
    }
    return letters;
}

std::uint32_t shared_pieces::word_of(const seed_piece& piece, const letters_of_window& letters) const {
    std::uint32_t word = 0;
    for (unsigned plane = 0; plane < given_.letters.ordinary_planes(); ++plane)
        word |= (letters[plane] >> piece.first & base::low_bits<std::uint32_t>(piece.letters))
                << (plane * piece.letters);
    return word;
}

shared_pieces::ordered_windows shared_pieces::ordered(const seed_piece& piece) const {
    const unsigned ordinary = given_.letters.ordinary_planes();
    const std::size_t words = std::size_t{1} << (piece.letters * ordinary);
    ordered_windows made{piece, {}, {}, {}, differences_in_ball(piece, ordinary)};
    const auto for_each_window = [&](const auto& visit) {
        runtime::for_parts(resources_.workers, given_.sequences(), 64, [&](std::uint64_t first, std::uint64_t last) {
            for (std::uint64_t sequence = first; sequence < last; ++sequence)
                for_each_start(given_, sequence, length_, [&](std::uint64_t start) {
                    visit(static_cast<std::uint32_t>(sequence), given_.offset(sequence) + start);
                });
        });
    };
    std::vector<std::uint32_t> next(words + 1, 0);
    for_each_window([&](std::uint32_t, std::uint64_t position) {
        std::atomic_ref(next[word_of(piece, letters_at(position, false)) + 1]).fetch_add(1, std::memory_order_relaxed);
    });
    for (std::size_t word = 0; word < words; ++word)
        next[word + 1] += next[word];
    made.first = next;
    made.planes.resize(given_.letters.planes());
    for (auto& each : made.planes)
        each.resize(next[words]);
    made.places.resize(next[words]);
    for_each_window([&](std::uint32_t sequence, std::uint64_t position) {
        const letters_of_window letters = letters_at(position, false);
        const std::uint32_t at = std::atomic_ref(next[word_of(piece, letters)]).fetch_add(1, std::memory_order_relaxed);
        made.places[at] = kept_ == kept::sequences ? sequence : static_cast<std::uint32_t>(position);
        for (std::size_t plane = 0; plane < made.planes.size(); ++plane)
            made.planes[plane][at] = letters[plane];
    });
    return made;
}

std::vector<shared_pieces::asked_window> shared_pieces::in_order(const placed_windows& windows, std::size_t first,
                                                                 std::size_t last, const seed_piece& piece) const {
    std::vector<asked_window> asked(last - first);
    runtime::for_parts(resources_.workers, asked.size(), 4096, [&](std::uint64_t from, std::uint64_t to) {
        for (std::uint64_t index = from; index < to; ++index)
            asked[index] = {word_of(piece, letters_at(windows.positions[first + index], true)),
                            static_cast<std::uint32_t>(index)};
    });
    runtime::parallel_sort(resources_.workers, asked, [](const asked_window& a, const asked_window& b) {
        return a.word < b.word || (a.word == b.word && a.number < b.number);
    });
    return asked;
}

near_rule shared_pieces::rule() const {
    near_rule rule{given_.letters.planes(), given_.letters.ordinary_planes(), static_cast<unsigned>(given_.mismatches)};
    for (std::size_t index = 0; index < by_piece_.size(); ++index)
        rule.piece[index] = by_piece_[index].piece;
    return rule;
}

template <class Visit>
void shared_pieces::for_each_ball(const ordered_windows& all, std::span<const asked_window> asked,
                                  const Visit& visit) const {
    constexpr std::size_t asked_of_task = 256; // about: whole words
    const std::size_t tasks = asked.size() / asked_of_task + 1;
    std::vector<std::optional<workspace>> of_worker(resources_.workers.threads());
    const auto begin_of = [&](std::size_t task) {
        std::size_t at = std::min(task * asked.size() / tasks, asked.size());
        while (at > 0 && at < asked.size() && asked[at].word == asked[at - 1].word)
            ++at;
        return at;
    };
    const auto look_around = [&](std::span<const asked_window> sharing, workspace& near) {
        near.count = 0;
        for (const std::uint32_t difference : all.ball) {
            const std::uint32_t word = sharing.front().word ^ difference;
            for (std::uint32_t at = all.first[word]; at < all.first[word + 1];) {
                at = near.take(all, at, all.first[word + 1]);
                if (near.count < windows_at_once) continue;
                visit(near.view(), sharing);
                near.count = 0;
            }
        }
        if (near.count > 0) visit(near.view(), sharing);
    };
    resources_.workers.run(tasks, {"counting", "parts", tasks},
                           [&](std::size_t task, unsigned worker) -> std::uint64_t {
                               if (!of_worker[worker]) of_worker[worker].emplace(given_.letters.planes());
                               const std::size_t end = begin_of(task + 1);
                               for (std::size_t first = begin_of(task), last = first; first < end; first = last) {
                                   last = end_of_word(asked, first);
                                   look_around(asked.subspan(first, last - first), *of_worker[worker]);
                               }
                               return 1;
                           });
}

double shared_pieces::sampled_cost(const placed_windows& windows) const {
    constexpr std::size_t samples = 512;
    if (windows.size() == 0) return 0;
    double compared = 0;
    for (const ordered_windows& all : by_piece_)
        for (std::size_t sample = 0; sample < samples; ++sample) {
            const std::uint32_t own =
                word_of(all.piece, letters_at(windows.positions[sample * windows.size() / samples], true));
            for (const std::uint32_t difference : all.ball)
                compared += all.first[(own ^ difference) + 1] - all.first[own ^ difference];
        }
    return compared / samples * static_cast<double>(windows.size()) * tuning::costs_of_shared_pieces.test *
           (given_.letters.planes() + 2);
}

std::vector<std::uint32_t> shared_pieces::bounds(const placed_windows& windows) const {
    // A window with ambiguous letters may not be near to itself.
    std::vector<std::uint32_t> near(windows.size(), given_.letters.ambiguous() != nullptr ? 1 : 0);
    near_rule asked_for = rule();
    for (const ordered_windows& all : by_piece_) {
        for_each_ball(all, in_order(windows, 0, windows.size(), all.piece),
                      [&](const window_planes& those, std::span<const asked_window> sharing) {
                          for (const asked_window& each : sharing)
                              near[each.number] += kernels_.count(
                                  those, letters_at(windows.positions[each.number], true).data(), asked_for);
                      });
        ++asked_for.before;
    }
    return near;
}

std::vector<std::uint32_t> shared_pieces::supports(const placed_windows& windows) const {
    const std::size_t words_of_row = (given_.sequences() + 63) / 64;
    const std::size_t most = std::max<std::size_t>(64, resources_.memory / 8 / (words_of_row * sizeof(std::uint64_t)));
    std::vector<std::uint32_t> supports(windows.size());
    const near_rule asked_for = rule();
    for (std::size_t first = 0, last = 0; first < windows.size(); first = last) {
        last = std::min(first + most, windows.size());
        std::vector<std::uint64_t> rows((last - first) * words_of_row, 0);
        for (const ordered_windows& all : by_piece_)
            for_each_ball(all, in_order(windows, first, last, all.piece),
                          [&](const window_planes& those, std::span<const asked_window> sharing) {
                              std::array<std::uint32_t, windows_at_once + padding_of_pieces> near; // NOLINT: written
                              for (const asked_window& each : sharing) {
                                  const std::size_t count = kernels_.list(
                                      those, letters_at(windows.positions[first + each.number], true).data(), asked_for,
                                      near.data());
                                  std::uint64_t* const row = rows.data() + each.number * words_of_row;
                                  for (std::size_t at = 0; at < count; ++at)
                                      row[near[at] / 64] |= std::uint64_t{1} << near[at] % 64;
                              }
                          });
        runtime::for_parts(resources_.workers, last - first, 64, [&](std::uint64_t from, std::uint64_t to) {
            for (std::uint64_t window = from; window < to; ++window) {
                std::uint64_t* const row = rows.data() + window * words_of_row;
                const std::uint32_t own = windows.sequences[first + window];
                row[own / 64] |= std::uint64_t{1} << own % 64;
                std::uint32_t holders = 0;
                for (std::size_t at = 0; at < words_of_row; ++at)
                    holders += base::count_ones(row[at]);
                supports[first + window] = holders;
            }
        });
    }
    return supports;
}

std::vector<shared_pieces::window_reach> shared_pieces::reaches(const placed_windows& windows,
                                                                const std::vector<std::uint32_t>& near) const {
    const std::size_t most = resources_.memory / 8 / sizeof(std::uint64_t);
    const double per_letter = static_cast<double>(given_.sequences()) / static_cast<double>(given_.set.letters());
    const auto left_in_strand = [&](std::uint64_t sequence, std::uint64_t position) {
        return given_.left_in_strand(sequence, position - given_.offset(sequence));
    };
    std::vector<window_reach> reaches(windows.size());
    std::uint64_t longest = length_;
    for (std::size_t first = 0, last = 0; first < windows.size(); first = last) {
        std::vector<std::size_t> end; // of what holds each window; there is room for all that are near, and itself
        for (std::size_t room = 0; last < windows.size() && (end.empty() || room < most); ++last) {
            end.push_back(room);
            room += near[last] + 1;
        }
        const std::vector<std::size_t> begin = end;
        base::unset_vector<std::uint64_t> holders(begin.back() + near[last - 1] + 1);
        near_rule asked_for = rule();
        for (const ordered_windows& all : by_piece_) {
            for_each_ball(
                all, in_order(windows, first, last, all.piece),
                [&](const window_planes& those, std::span<const asked_window> sharing) {
                    std::array<std::uint32_t, windows_at_once + padding_of_pieces> found; // NOLINT: written
                    for (const asked_window& each : sharing) {
                        const std::uint64_t source = windows.positions[first + each.number];
                        const std::uint64_t own = left_in_strand(windows.sequences[first + each.number], source);
                        const std::size_t count =
                            kernels_.list(those, letters_at(source, true).data(), asked_for, found.data());
                        for (std::size_t at = 0; at < count; ++at) {
                            const std::uint64_t sequence =
                                sequence::sequence_at(given_.set.offsets(), given_.sequences(), per_letter, found[at]);
                            const std::uint64_t here = std::min(own, left_in_strand(sequence, found[at]));
                            holders[end[each.number]++] = held(
                                sequence, prefix_within(given_.letters, source, found[at], here, given_.mismatches));
                        }
                    }
                });
            ++asked_for.before;
        }
        runtime::for_parts(resources_.workers, last - first, 64, [&](std::uint64_t from, std::uint64_t to) {
            for (std::uint64_t window = from; window < to; ++window) {
                const std::uint32_t own = windows.sequences[first + window];
                holders[end[window]++] = held(own, left_in_strand(own, windows.positions[first + window]));
                const window_reach reach =
                    reach_of(std::span(holders).subspan(begin[window], end[window] - begin[window]), given_.support,
                             std::atomic_ref(longest).load(std::memory_order_relaxed));
                if (reach.letters < length_) continue;
                reaches[first + window] = reach;
                base::atomic_max(longest, std::uint64_t{reach.letters});
            }
        });
    }
    return reaches;
}

} // namespace concord::substring
