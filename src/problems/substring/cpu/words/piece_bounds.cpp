#include "problems/substring/cpu/words/piece_bounds.hpp"

#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/filter/filter.hpp"
#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/cpu/words/ball_counts.hpp"
#include "problems/substring/cpu/words/word_set.hpp"
#include "problems/substring/seed_plan.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <string>
#include <vector>

namespace concord::substring {
namespace {

constexpr unsigned most_mismatches = 3;  ///< of a piece
constexpr unsigned all_of_support = 240; ///< bounds are parts of the support, rounded up, in 8 bits
using bounds_of_word = std::array<std::uint8_t, most_mismatches + 1>; ///< by mismatches

/// Mismatches of the pieces in a row of a window, as even as can be: the first ones have one more.
std::uint64_t mismatches_of_piece(std::uint64_t mismatches, std::uint64_t pieces, std::uint64_t piece) {
    const std::uint64_t places = mismatches + 1;
    return places / pieces + (piece < places % pieces ? 1 : 0) - 1;
}

/// By the number of a word: what is near to it.
std::vector<bounds_of_word> bound_words(const problem& given, const cpu_resources& resources, const word_set& words,
                                        unsigned mismatches) {
    std::vector<bounds_of_word> bounds(words.size());
    problem fewer = given;
    for (unsigned within = 0; within <= most_mismatches; ++within) {
        if (within > mismatches) {
            for (bounds_of_word& each : bounds)
                each[within] = all_of_support;
            continue;
        }
        fewer.mismatches = within;
        const std::vector<std::uint32_t> counts = ball_counts(fewer, resources, words);
        runtime::for_parts(
            resources.workers, counts.size(), tuning::least_words_of_part,
            [&](std::uint64_t first, std::uint64_t last) {
                for (std::uint64_t word = first; word < last; ++word) {
                    const std::uint64_t parts =
                        (std::uint64_t{counts[word]} * all_of_support + given.support - 1) / given.support;
                    bounds[word][within] = static_cast<std::uint8_t>(std::min<std::uint64_t>(parts, all_of_support));
                }
            });
    }
    return bounds;
}

/// Pieces in a row: as many words as a window has room for, spread over it.
struct piece_row {
    piece_row(const problem& given, const piece_words& words, std::uint64_t length) {
        const std::uint64_t pieces = pieces_of(given, words.letters, length);
        const std::uint64_t spare = length - pieces * words.letters;
        for (std::uint64_t piece = 0; piece < pieces; ++piece) {
            begins.push_back(piece * words.letters + (pieces > 1 ? spare * piece / (pieces - 1) : 0));
            within.push_back(mismatches_of_piece(given.mismatches, pieces, piece));
        }
    }

    static std::uint64_t pieces_of(const problem& given, std::uint64_t letters, std::uint64_t length) {
        return std::min(length / letters, given.mismatches + 1);
    }
    [[nodiscard]] std::size_t size() const noexcept { return begins.size(); }

    std::vector<std::uint64_t> begins; ///< in the window
    std::vector<std::uint64_t> within; ///< mismatches
};

/// The windows of one sequence after the other.
class bounded_windows {
  public:
    bounded_windows(const problem& given, const piece_words& words, const piece_row& row, std::uint64_t length)
        : row_(row), length_(length), letters_(words.letters), places_(given.mismatches + 1),
          least_((length + 1) * (places_ + 1)) {}

    /// Of the word that begins at each place of a sequence.
    std::vector<bounds_of_word> bounds;

    /// The window is near to itself, and counted so, unless more than k of its letters are ambiguous: then nothing is.
    [[nodiscard]] bool may_have_support(std::uint64_t start) {
        return sum_of_row(start) >= all_of_support && least_sum(start) >= all_of_support;
    }
    [[nodiscard]] unsigned of_piece(std::uint64_t start, std::size_t piece) const {
        return bounds[start + row_.begins[piece]][row_.within[piece]];
    }

  private:
    [[nodiscard]] unsigned sum_of_row(std::uint64_t start) const {
        unsigned sum = 0;
        for (std::size_t piece = 0; piece < row_.size(); ++piece)
            sum += of_piece(start, piece);
        return sum;
    }

    /// Of all pieces that do not overlap: least_[i][p] is the least sum of pieces in the first i letters whose
    /// mismatches, each with one more, add up to p.
    [[nodiscard]] unsigned least_sum(std::uint64_t start) {
        const std::size_t row = places_ + 1;
        for (std::uint64_t end = 0; end <= length_; ++end) {
            std::uint8_t* const here = least_.data() + end * row;
            if (end < letters_) {
                std::fill_n(here, row, static_cast<std::uint8_t>(all_of_support));
                here[0] = 0;
                continue;
            }
            std::copy_n(here - row, row, here);
            const std::uint8_t* const before = here - letters_ * row;
            const bounds_of_word& word = bounds[start + end - letters_];
            for (std::size_t within = 0; within <= most_mismatches && word[within] < all_of_support; ++within)
                for (std::size_t places = 0; places < row; ++places) {
                    const std::size_t to = std::min(places + within + 1, places_);
                    const unsigned sum = std::min(all_of_support, unsigned{before[places]} + word[within]);
                    here[to] = std::min(here[to], static_cast<std::uint8_t>(sum));
                }
        }
        return least_[length_ * row + places_];
    }

    const piece_row& row_;
    std::uint64_t length_;
    std::uint64_t letters_; ///< of a word
    std::size_t places_;    ///< k + 1
    std::vector<std::uint8_t> least_;
};

/// A set of words of one length: an entry for each front, with bits of its ends.
class near_set {
  public:
    explicit near_set(const split_word& split) : split_(split), ends_(split.words_of(split.front), 0) {}

    /// Safe beside other threads.
    void add(const front_and_end& word) noexcept {
        std::atomic_ref<std::uint64_t>(ends_[word.front])
            .fetch_or(std::uint64_t{1} << word.end, std::memory_order_relaxed);
    }
    [[nodiscard]] bool has(const front_and_end& word) const noexcept {
        return (ends_[word.front] >> word.end & 1U) != 0;
    }

    /// Adds all words that differ from one of them in a letter. Time O(fronts * letters).
    void add_neighbours() {
        std::vector<std::uint64_t> near = ends_;
        const std::uint64_t of_end = split_.words_of(split_.end);
        std::vector<std::uint64_t> near_end(of_end, 0);
        for (std::uint64_t a = 0; a < of_end; ++a)
            for (std::uint64_t b = 0; b < of_end; ++b)
                if (split_.mismatches(a, b) <= 1) near_end[a] |= std::uint64_t{1} << b;
        for (std::size_t front = 0; front < ends_.size(); ++front)
            for (std::uint64_t rest = ends_[front]; rest != 0; rest &= rest - 1)
                near[front] |= near_end[base::lowest_one(rest)];
        for (std::uint64_t apart = 1; apart < ends_.size(); apart *= split_.letters)
            for (std::uint64_t group = 0; group < ends_.size(); group += apart * split_.letters)
                for (std::uint64_t first = group; first < group + apart; ++first) {
                    std::uint64_t any = 0;
                    for (std::uint64_t letter = 0; letter < split_.letters; ++letter)
                        any |= ends_[first + letter * apart];
                    for (std::uint64_t letter = 0; letter < split_.letters; ++letter)
                        near[first + letter * apart] |= any;
                }
        ends_ = std::move(near);
    }

  private:
    split_word split_;
    std::vector<std::uint64_t> ends_;
};

/// Keeps the targets that have, in its place, a word of the set of any piece.
window_bits targets_near(const problem& given, const cpu_resources& resources, const word_set& all,
                         const piece_row& row, const std::vector<near_set>& near, std::uint64_t length) {
    window_bits targets(given, length);
    const growth_alphabet letters(given);
    runtime::for_parts(resources.workers, given.sequences(), tuning::sequences_of_word_task,
                       [&](std::uint64_t first, std::uint64_t last) {
                           word_reader reader(given, letters, all.length());
                           std::vector<std::uint32_t> of_place; ///< bits of the pieces that the word there is near to
                           for (std::uint64_t sequence = first; sequence < last; ++sequence) {
                               if (given.length(sequence) < length) continue;
                               of_place.assign(given.length(sequence), 0);
                               all.for_each(reader, sequence, [&](std::uint64_t start, front_and_end word, bool) {
                                   for (std::size_t piece = 0; piece < near.size(); ++piece)
                                       of_place[start] |= near[piece].has(word) ? std::uint32_t{1} << piece : 0U;
                               });
                               for (std::uint64_t start = 0; start + length <= given.length(sequence); ++start) {
                                   bool is_near = false;
                                   for (std::size_t piece = 0; piece < near.size(); ++piece)
                                       is_near |= (of_place[start + row.begins[piece]] >> piece & 1U) != 0;
                                   if (!is_near) targets.remove(given.offset(sequence) + start);
                               }
                           }
                       });
    return targets;
}

/// Of the support, what random words hold of a piece, at most; in the parts that bounds are.
unsigned frequent_from(const problem& given, const piece_words& words, const piece_row& row) {
    double near = 0;
    for (const std::uint64_t within : row.within)
        near = std::max(near, static_cast<double>(given.set.letters()) *
                                  chance_of_survival(words.letters, within, given.chance_match));
    const double parts = near / static_cast<double>(given.support) * all_of_support;
    const auto frequent = static_cast<unsigned>(tuning::frequent_beside_random * parts) + 2;
    const double all_rare = static_cast<double>((frequent - 1) * row.size()) / all_of_support;
    return all_rare <= tuning::most_support_by_rare_pieces && row.size() <= 32 ? frequent : 0;
}

} // namespace

piece_words piece_words::of(const problem& given, std::uint64_t length, std::uint64_t memory) {
    piece_words best;
    const growth_alphabet letters(given);
    if (given.mismatches == 0 || given.support < 2 || letters.are_many()) return best;
    double least = static_cast<double>(given.support) * tuning::random_share_of_bounds;
    const auto longest = static_cast<unsigned>(std::min(length, tuning::most_letters_of_piece));
    for (unsigned size = tuning::least_letters_of_piece; size <= longest; ++size) {
        const std::uint64_t pieces = piece_row::pieces_of(given, size, length);
        double near = 0;
        for (std::uint64_t piece = 0; piece < pieces; ++piece)
            near += static_cast<double>(given.set.letters()) *
                    chance_of_survival(size, mismatches_of_piece(given.mismatches, pieces, piece), given.chance_match);
        const std::uint64_t most = mismatches_of_piece(given.mismatches, pieces, 0);
        if (most > most_mismatches || near >= least) continue;
        double cost = static_cast<double>(given.set.letters()) * tuning::cost_of_bounded_window;
        problem fewer = given;
        for (fewer.mismatches = 0; fewer.mismatches <= most; ++fewer.mismatches)
            cost += cost_of_counted_set(fewer, letters, size, memory);
        if (cost > static_cast<double>(given.set.letters()) * tuning::most_cost_of_pieces) continue;
        least = near / tuning::gain_of_longer_pieces;
        best = {size, static_cast<unsigned>(most), cost};
    }
    return best;
}

piece_words piece_words::beside_filter(const problem& given, const cpu_resources& resources, std::uint64_t length) {
    if (resources.workers.options().sharing != nullptr) return {};
    const piece_words words = of(given, length, resources.memory);
    if (words.letters == 0 || resources.path == search_path::filter_and_join) return words;
    const std::uint64_t all = count_windows(given, length);
    const window_counts windows{length, all, all};
    const std::uint64_t level = first_filter_level(given, windows);
    const bool is_cheaper = level == 0 || words.cost < cost_of_filtering(given, resources.memory / 4, windows, level);
    return is_cheaper ? words : piece_words();
}

std::uint64_t drop_by_pieces(const problem& given, const cpu_resources& resources, const piece_words& words,
                             candidate_windows& windows) {
    const growth_alphabet letters(given);
    const word_set all(given, letters, words.letters, resources.workers);
    const std::vector<bounds_of_word> of_word = bound_words(given, resources, all, words.mismatches);
    const piece_row row(given, words, windows.length);
    const unsigned frequent = frequent_from(given, words, row);
    std::vector<near_set> near(frequent > 0 ? row.size() : 0, near_set(all.split()));
    std::atomic<unsigned> most_rare = 0; // of any source, by its rare pieces together
    runtime::for_parts(resources.workers, given.sequences(), tuning::sequences_of_word_task,
                       [&](std::uint64_t first, std::uint64_t last) {
                           bounded_windows bounded(given, words, row, windows.length);
                           word_reader reader(given, letters, words.letters);
                           std::vector<front_and_end> word_at;
                           unsigned most = 0;
                           for (std::uint64_t sequence = first; sequence < last; ++sequence) {
                               if (given.length(sequence) < windows.length) continue;
                               bounded.bounds.assign(given.length(sequence), {});
                               word_at.assign(given.length(sequence), {});
                               all.for_each(reader, sequence, [&](std::uint64_t start, front_and_end word, bool) {
                                   bounded.bounds[start] = of_word[all.rank(word.front, word.end)];
                                   word_at[start] = word;
                               });
                               const std::uint64_t offset = given.offset(sequence);
                               const std::uint64_t end = offset + given.length(sequence) - windows.length + 1;
                               windows.sources.for_each(offset, end, [&](std::uint64_t position) {
                                   const std::uint64_t start = position - offset;
                                   if (!bounded.may_have_support(start)) return windows.sources.remove(position);
                                   unsigned rare = 0;
                                   for (std::size_t piece = 0; piece < near.size(); ++piece)
                                       if (const unsigned bound = bounded.of_piece(start, piece); bound < frequent)
                                           rare += bound;
                                       else
                                           near[piece].add(word_at[start + row.begins[piece]]);
                                   most = std::max(most, rare);
                               });
                           }
                           for (unsigned known = most_rare;
                                known < most && !most_rare.compare_exchange_weak(known, most);) {
                           }
                       });
    resources.workers.run(near.size(), [&](std::size_t piece, unsigned) {
        for (std::uint64_t within = 0; within < row.within[piece]; ++within)
            near[piece].add_neighbours();
    });
    if (!near.empty()) windows.targets = targets_near(given, resources, all, row, near, windows.length);
    windows.count();
    resources.notes.push_back("bounded by words of " + std::to_string(words.letters) +
                              " letters: " + std::to_string(windows.source_count) + " windows may have the support, " +
                              std::to_string(windows.target_count) + " may give it");
    return (std::uint64_t{most_rare} * given.support + all_of_support - 1) / all_of_support;
}

} // namespace concord::substring
