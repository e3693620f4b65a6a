#include "problems/substring/cpu/words/piece_bounds.hpp"

#include "base/unset_vector.hpp"
#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/filter/filter.hpp"
#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/cpu/words/ball_counts.hpp"
#include "problems/substring/cpu/words/piece_groups.hpp"
#include "problems/substring/cpu/words/piece_sets.hpp"
#include "problems/substring/cpu/words/spaced_words.hpp"
#include "problems/substring/cpu/words/word_set.hpp"
#include "problems/substring/seed_plan.hpp"
#include "problems/substring/sequence_tasks.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <string>
#include <vector>

namespace concord::substring {
namespace {

/// The windows of one sequence after the other.
class bounded_windows {
  public:
    bounded_windows(const problem& given, const piece_sets& sets, const piece_row& row, std::uint64_t length)
        : given_(given), sets_(sets), row_(row), length_(length), places_(static_cast<unsigned>(given.mismatches) + 1),
          bounds_(sets.all().size()) {}

    /// Of the word that begins at each place of a sequence.
    std::vector<front_and_end> word_at;

    void read(word_reader& reader, std::uint64_t sequence) {
        const std::uint64_t letters = given_.length(sequence);
        word_at.assign(letters, {});
        for (std::vector<bounds_of_word>& of_set : bounds_)
            of_set.assign(letters, {});
        sets_.all().front().words.for_each(reader, sequence, [&](std::uint64_t start, front_and_end word, bool) {
            word_at[start] = word;
            for (std::size_t set = 0; set < bounds_.size(); ++set)
                if (const piece_set& of = sets_.all()[set]; of.margins.hold(start, sets_.letters(), letters))
                    bounds_[set][start] = of.bound_of(word);
        });
    }

    /// The window is near to itself, and counted so, unless more than k of its letters are ambiguous: then nothing is.
    [[nodiscard]] bool may_have_support(std::uint64_t start) const {
        if (sum_of_row(start) < all_of_support) return false;
        if (sets_.are_by_places())
            return least_sum_of_row(row_.size(), places_, [&](std::size_t piece) { return at_piece(start, piece); }) >=
                   all_of_support;
        return least_sum_of_pieces(length_, sets_.letters(), places_,
                                   [&](std::uint64_t letter) { return bounds_[0][start + letter]; }) >= all_of_support;
    }
    [[nodiscard]] unsigned of_piece(std::uint64_t start, std::size_t piece) const {
        return bound_within(at_piece(start, piece), row_.within[piece]);
    }

  private:
    [[nodiscard]] bounds_of_word at_piece(std::uint64_t start, std::size_t piece) const {
        return bounds_[sets_.number(piece)][start + row_.begins[piece]];
    }
    [[nodiscard]] unsigned sum_of_row(std::uint64_t start) const {
        unsigned sum = 0;
        for (std::size_t piece = 0; piece < row_.size(); ++piece)
            sum += of_piece(start, piece);
        return sum;
    }

    const problem& given_;
    const piece_sets& sets_;
    const piece_row& row_;
    std::uint64_t length_;
    unsigned places_;                                 ///< k + 1
    std::vector<std::vector<bounds_of_word>> bounds_; ///< by set and place
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
    runtime::for_parts(resources.workers, given.sequences(),
                       sequence_tasks(given.sequences(), given.set.letters()).each(),
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

constexpr std::size_t most_pieces_of_place = 32; ///< a bit for each

/// The words to be counted, of some that are asked about from the shortest on: longer ones take more, and leave less.
class chosen_words {
  public:
    explicit chosen_words(const problem& given)
        : few_random_(static_cast<double>(given.support) * tuning::few_random_of_pieces) {}

    /// `near`: random windows that they leave; whether targets that are near to no frequent piece can be dropped.
    void ask(const piece_words& longer, double near, bool drop_targets) {
        const bool drop_more = drop_targets && !drop_targets_;
        if (any()) {
            // Beside few random windows fewer pieces, with more mismatches each, tell more of others.
            const bool are_fewer = longer.mismatches > words_.mismatches && near <= few_random_;
            if (drop_targets_ && !drop_targets) return;
            if (!drop_more && !are_fewer && near * tuning::gain_of_longer_pieces > near_) return;
            if (longer.cost > least_cost_ * (drop_more ? tuning::pieces_that_drop_targets : tuning::longer_pieces))
                return;
        }
        least_cost_ = drop_more ? longer.cost : std::min(least_cost_, longer.cost);
        words_ = longer;
        near_ = near;
        drop_targets_ = drop_targets;
    }
    [[nodiscard]] bool any() const noexcept { return words_.letters > 0; }
    [[nodiscard]] const piece_words& words() const noexcept { return words_; }

  private:
    double few_random_;
    piece_words words_;
    double least_cost_ = impossible; ///< of those that are chosen, or of those that drop targets
    double near_ = 0;
    bool drop_targets_ = false;
};

} // namespace

piece_words words_of_pieces(const problem& given, std::uint64_t length, std::uint64_t memory, double most_cost) {
    const growth_alphabet letters(given);
    if (letters.are_many()) return {};
    const auto all = static_cast<double>(given.set.letters());
    const double most = std::min(most_cost, all * tuning::most_cost_of_pieces);
    const auto choose = [&](double places, bool by_places) {
        chosen_words chosen(given);
        for_each_piece_words(given, length, tuning::least_letters_of_piece, places,
                             [&](unsigned size, const piece_row& row, double near) {
                                 const auto pieces = static_cast<double>(row.size());
                                 const double fronts = split_word::of(letters.ordinary(), size).fronts();
                                 // While neighbours are added; and sets of other pieces.
                                 const double of_near = 2 * fronts * sizeof(std::uint64_t) * (pieces + 1);
                                 const double others =
                                     by_places ? (pieces - 1) * word_set::bytes(given, letters, size) : 0;
                                 if (of_near + others > static_cast<double>(memory) / 4) return;
                                 problem fewer = given;
                                 fewer.mismatches = row.within.front();
                                 const double cost = all * tuning::cost_of_bounded_window +
                                                     (by_places ? pieces : 1) *
                                                         cost_of_counted_set(fewer, letters, size, memory, places);
                                 if (cost > most) return;
                                 const unsigned frequent = frequent_pieces_from(given, size, row, places);
                                 chosen.ask({size, row.within.front(), cost, by_places}, near,
                                            are_rare_pieces_little(row, frequent, most_pieces_of_place));
                             });
        return chosen.words();
    };
    const piece_words anywhere = choose(all, false);
    const piece_words by_places = choose(static_cast<double>(count_windows(given, length, given.sequences())), true);
    if (by_places.letters == 0) return anywhere;
    return anywhere.letters == 0 || by_places.cost < anywhere.cost * tuning::places_beside_anywhere ? by_places
                                                                                                    : anywhere;
}

piece_words words_of_pieces_beside_filter(const problem& given, const cpu_resources& resources, std::uint64_t length) {
    if (resources.workers.options().sharing != nullptr) return {};
    double most = impossible;
    if (resources.path != search_path::filter_and_join) {
        const window_counts windows = count_all_windows(given, length);
        if (const std::uint64_t level = first_filter_level(given, windows); level > 0) {
            most = cost_of_filtering(given, resources.memory / 4, windows, level) * tuning::pieces_beside_filter;
            if (length <= most_shared_by_chance(given) + 3 * given.mismatches)
                most += static_cast<double>(windows.sources) * tuning::sources_of_filter *
                        static_cast<double>(given.support) * tuning::cost_of_near_target;
        }
    }
    return words_of_pieces(given, length, resources.memory, most);
}

struct piece_bounds::state {
    state(const problem& given_now, const cpu_resources& resources_now, const piece_words& words_now,
          std::uint64_t length)
        : given(given_now), resources(resources_now), words(words_now), letters(given),
          row(length, words.letters, given.mismatches), sets(given, resources, letters, words, row, length),
          frequent(frequent_pieces_from(given, words.letters, row, places_of(length))),
          near(are_rare_pieces_little(row, frequent, most_pieces_of_place) ? row.size() : 0, near_set(sets.split())) {}

    /// Where a piece may stand.
    [[nodiscard]] double places_of(std::uint64_t length) const {
        return static_cast<double>(words.by_places ? count_windows(given, length, given.sequences())
                                                   : given.set.letters());
    }

    const problem& given;
    const cpu_resources& resources;
    piece_words words;
    growth_alphabet letters;
    piece_row row;
    piece_sets sets;
    unsigned frequent;
    std::vector<near_set> near;          ///< by piece: frequent words of sources; none where rare pieces are not little
    std::atomic<unsigned> most_rare = 0; ///< of any source, by its rare pieces together
};

piece_bounds::piece_bounds(const problem& given, const cpu_resources& resources, const piece_words& words,
                           std::uint64_t length)
    : state_(std::make_unique<state>(given, resources, words, length)) {}
piece_bounds::~piece_bounds() = default;

void piece_bounds::drop_sources(candidate_windows& windows) {
    state& known = *state_;
    const problem& given = known.given;
    const auto drop_in = [&](std::uint64_t first, std::uint64_t last) {
        bounded_windows bounded(given, known.sets, known.row, windows.length);
        word_reader reader(given, known.letters, known.words.letters);
        unsigned most = 0;
        for (std::uint64_t sequence = first; sequence < last; ++sequence) {
            if (given.length(sequence) < windows.length) continue;
            bounded.read(reader, sequence);
            const std::uint64_t offset = given.offset(sequence);
            const std::uint64_t end = offset + given.length(sequence) - windows.length + 1;
            windows.sources.for_each(offset, end, [&](std::uint64_t position) {
                const std::uint64_t start = position - offset;
                if (!bounded.may_have_support(start)) return windows.sources.remove(position);
                unsigned rare = 0;
                for (std::size_t piece = 0; piece < known.near.size(); ++piece)
                    if (const unsigned bound = bounded.of_piece(start, piece); bound < known.frequent)
                        rare += bound;
                    else
                        known.near[piece].add(bounded.word_at[start + known.row.begins[piece]]);
                most = std::max(most, rare);
            });
        }
        for (unsigned before = known.most_rare;
             before < most && !known.most_rare.compare_exchange_weak(before, most);) {
        }
    };
    runtime::for_parts(known.resources.workers, given.sequences(),
                       sequence_tasks(given.sequences(), given.set.letters()).each(), drop_in);
    windows.count();
    known.resources.notes.push_back("bounded by words of " + std::to_string(known.words.letters) + " letters" +
                                    (known.words.by_places ? " in their places: " : ": ") +
                                    std::to_string(windows.source_count) + " windows may have the support");
}

bool piece_bounds::drop_by_groups(candidate_windows& windows, double most_cost) const {
    const bounded_pieces pieces{state_->sets, state_->row, state_->frequent, !state_->near.empty()};
    return can_group(state_->given, pieces, windows.length) &&
           substring::drop_by_groups(state_->given, state_->resources, pieces, windows, most_cost);
}

std::optional<std::uint64_t> piece_bounds::drop_targets(candidate_windows& windows) {
    state& known = *state_;
    if (known.near.empty()) return std::nullopt;
    known.resources.workers.run(known.near.size(), [&](std::size_t piece, unsigned) {
        for (std::uint32_t within = 0; within < known.row.within[piece]; ++within)
            known.near[piece].add_neighbours();
    });
    windows.targets = targets_near(known.given, known.resources, known.sets.all().front().words, known.row, known.near,
                                   windows.length);
    windows.count();
    known.resources.notes.push_back(std::to_string(windows.target_count) +
                                    " windows are near to frequent words of these");
    return (std::uint64_t{known.most_rare} * known.given.support + all_of_support - 1) / all_of_support;
}

} // namespace concord::substring
