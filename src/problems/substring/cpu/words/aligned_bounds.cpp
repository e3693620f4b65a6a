#include "problems/substring/cpu/words/aligned_bounds.hpp"

#include "base/bits.hpp"
#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/words/aligned_counts.hpp"
#include "problems/substring/cpu/words/ball_counts.hpp"
#include "problems/substring/cpu/words/shared_diagonals.hpp"
#include "problems/substring/cpu/words/word_set.hpp"
#include "problems/substring/piece_row.hpp"
#include "problems/substring/seed_plan.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace concord::substring {
namespace {

/// Letters of the shortest pieces that chance makes hardly any of, beside the support, or else of those that it makes
/// fewest of; 0: these are many.
unsigned letters_of_pieces(const problem& given, std::uint64_t length) {
    const auto places = static_cast<double>(given.set.letters());
    double least = static_cast<double>(given.support) * tuning::random_share_of_aligned;
    unsigned best = 0;
    for (unsigned letters = tuning::least_letters_of_aligned_piece;
         letters <= std::min<std::uint64_t>(length, tuning::most_letters_of_aligned_piece); ++letters) {
        const piece_row row(length, letters, given.mismatches);
        double near = 0;
        for (const std::uint32_t within : row.within)
            near += places * chance_of_survival(letters, within, given.chance_match);
        if (near >= least) continue;
        least = near;
        best = letters;
        if (near < static_cast<double>(given.support) * tuning::little_share_of_aligned) break;
    }
    return best;
}

/// Letters of words of which two sequences share about one by chance, if as many fit into a number of 32 bits.
unsigned letters_of_shared_word(const problem& given, const growth_alphabet& alphabet) {
    const double letters = static_cast<double>(given.set.letters()) / static_cast<double>(given.sequences());
    const double rare = 2 * std::log(letters) / -std::log(given.chance_match);
    const double chosen =
        std::clamp(std::ceil(rare), tuning::least_letters_of_shared_word, tuning::most_letters_of_shared_word);
    const double bits_of_letter = std::log2(static_cast<double>(std::max<std::size_t>(2, alphabet.ordinary())));
    return static_cast<unsigned>(std::min(chosen, std::floor(32 / bits_of_letter)));
}

/// How many places are near to the word at each place, within each of the numbers of mismatches that pieces have.
class piece_places {
  public:
    piece_places(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                 unsigned letters_of_piece, const std::vector<aligned_length>& kinds)
        : given_(given), letters_(letters), words_(with(given, kinds.front().most), letters, letters_of_piece,
                                                   resources.workers, {}, counted_holders::places) {
        for (const aligned_length& kind : kinds) {
            if (kind.most == 0)
                near_.emplace_back(words_.holders().begin(), words_.holders().end());
            else
                near_.push_back(ball_counts(with(given, kind.most), resources, words_));
        }
    }

    /// By kind and place of a sequence; 0 where too many letters are ambiguous, and nothing is near.
    void read(std::uint64_t sequence, std::vector<std::vector<std::uint32_t>>& places) const {
        places.resize(near_.size());
        for (std::vector<std::uint32_t>& of_kind : places)
            of_kind.assign(given_.length(sequence), 0);
        word_reader reader(given_, letters_, words_.length());
        words_.for_each(reader, sequence, [&](std::uint64_t start, front_and_end word, bool) {
            const std::uint32_t rank = words_.rank(word.front, word.end);
            for (std::size_t kind = 0; kind < near_.size(); ++kind)
                places[kind][start] = near_[kind][rank];
        });
    }

  private:
    static problem with(const problem& given, unsigned mismatches) {
        problem fewer = given;
        fewer.mismatches = mismatches;
        return fewer;
    }

    const problem& given_;
    const growth_alphabet& letters_;
    word_set words_;
    std::vector<base::unset_vector<std::uint32_t>> near_; ///< by kind and number of a word
};

class bounded_by_diagonals {
  public:
    bounded_by_diagonals(const problem& given, const cpu_resources& resources, candidate_windows& windows,
                         unsigned letters_of_piece, const shared_diagonals& shared)
        : given_(given), resources_(resources), windows_(windows), letters_(given),
          row_(windows.length, letters_of_piece, given.mismatches), kinds_(kinds_of(row_, letters_of_piece)),
          shared_(shared), places_(given, resources, letters_, letters_of_piece, kinds_) {
        asked_.push_back({windows.length, static_cast<unsigned>(given.mismatches)});
        asked_.insert(asked_.end(), kinds_.begin(), kinds_.end());
    }

    /// Whether some sequences show that the whole costs at most so much, and drops most windows.
    [[nodiscard]] bool pays(double most_cost) {
        const std::uint64_t some = std::min(given_.sources, tuning::sequences_of_aligned_sample);
        std::atomic<std::uint64_t> asked{0};
        std::atomic<std::uint64_t> left{0};
        std::atomic<std::uint64_t> words{0};
        resources_.workers.run(some, [&](std::size_t index, unsigned) {
            const std::uint64_t sequence = index * given_.sources / some;
            aligned_counts counts(given_, resources_, asked_);
            counts.begin(sequence);
            shared_diagonals::room room;
            shared_.for_each(sequence, 0, room, [&](std::uint64_t other, std::span<const std::int32_t> diagonals) {
                counts.compare(other, diagonals);
            });
            words += counts.compared_words();
            std::uint64_t kept = 0;
            for_each_bound(
                sequence,
                [&](std::size_t question, std::uint64_t start) {
                    return counts.of(question, given_.offset(sequence) + start);
                },
                [&](std::uint64_t, bool may_have) {
                    ++asked;
                    kept += may_have ? 1 : 0;
                });
            left += kept;
        });
        // Each pair is compared once.
        const double cost = static_cast<double>(words) * static_cast<double>(given_.sequences()) /
                            static_cast<double>(some) / 2 * cost_of_word();
        return cost <= most_cost &&
               static_cast<double>(left) <= static_cast<double>(asked) * tuning::most_left_by_diagonals;
    }

    void drop() {
        std::vector<std::optional<aligned_counts>> of_worker(resources_.workers.threads());
        std::vector<shared_diagonals::room> rooms(resources_.workers.threads());
        const std::uint64_t sequences = given_.sequences();
        resources_.workers.run(sequences, {"comparing", "sequences", sequences},
                               [&](std::size_t sequence, unsigned worker) {
                                   if (!of_worker[worker])
                                       of_worker[worker].emplace(given_, resources_, asked_, aligned_counts::kept::all);
                                   aligned_counts& counts = *of_worker[worker];
                                   counts.begin(sequence);
                                   shared_.for_each(sequence, sequence + 1, rooms[worker],
                                                    [&](std::uint64_t other, std::span<const std::int32_t> diagonals) {
                                                        counts.compare(other, diagonals);
                                                    });
                                   return std::uint64_t{1};
                               });
        runtime::for_parts(resources_.workers, given_.sources, 1, [&](std::uint64_t first, std::uint64_t last) {
            for (std::uint64_t sequence = first; sequence < last; ++sequence)
                for_each_bound(
                    sequence,
                    [&](std::size_t question, std::uint64_t start) {
                        std::uint64_t sum = 0;
                        for (const std::optional<aligned_counts>& counts : of_worker)
                            if (counts) sum += counts->of(question, given_.offset(sequence) + start);
                        return sum;
                    },
                    [&](std::uint64_t start, bool may_have) {
                        if (!may_have) windows_.sources.remove(given_.offset(sequence) + start);
                    });
        });
        windows_.count();
    }

  private:
    static std::vector<aligned_length> kinds_of(const piece_row& row, unsigned letters) {
        std::vector<aligned_length> kinds; // the most mismatches first
        for (const std::uint32_t within : row.within)
            if (kinds.empty() || kinds.back().most != within) kinds.push_back({letters, within});
        return kinds;
    }

    /// Instructions of a word of a diagonal.
    [[nodiscard]] double cost_of_word() const {
        double additions = 0;
        for (const aligned_length& each : asked_)
            additions += static_cast<double>(base::count_ones(each.letters)) - 1;
        additions += static_cast<double>(std::bit_width(windows_.length)) - 1;
        return tuning::cost_of_aligned_word + additions * tuning::cost_of_aligned_addition;
    }

    /// take(start, may have the support) for each source of a sequence, by along(question, start): sequences that are
    /// near to what begins there along diagonals.
    template <class Along, class Take>
    void for_each_bound(std::uint64_t sequence, const Along& along, const Take& take) const {
        const std::uint64_t offset = given_.offset(sequence);
        const std::uint64_t end = given_.offset(sequence + 1);
        std::vector<std::vector<std::uint32_t>> places;
        places_.read(sequence, places);
        windows_.sources.for_each(offset, end, [&](std::uint64_t position) {
            const std::uint64_t start = position - offset;
            std::uint64_t bound = 1 + along(0, start);
            for (std::size_t piece = 0; piece < row_.size() && bound < given_.support; ++piece) {
                std::size_t kind = 0;
                while (kinds_[kind].most != row_.within[piece])
                    ++kind;
                const std::uint64_t at = start + row_.begins[piece];
                const std::uint64_t here = 1 + along(1 + kind, at);
                if (places[kind][at] > here) bound += places[kind][at] - here;
            }
            take(start, bound >= given_.support);
        });
    }

    const problem& given_;
    const cpu_resources& resources_;
    candidate_windows& windows_;
    growth_alphabet letters_;
    piece_row row_;
    std::vector<aligned_length> kinds_; ///< of pieces
    std::vector<aligned_length> asked_; ///< along diagonals: windows, and these
    const shared_diagonals& shared_;
    piece_places places_;
};

} // namespace

bool drop_by_diagonals(const problem& given, const cpu_resources& resources, candidate_windows& windows, double rest) {
    if (resources.path != search_path::automatic || resources.workers.options().sharing != nullptr) return false;
    const double most_cost = rest * tuning::diagonals_beside_rest;
    const growth_alphabet letters(given);
    if (letters.are_many() || given.mismatches == 0 || given.mismatches > most_aligned_mismatches ||
        given.support < 2 || windows.source_count == 0 || !shared_diagonals::are_possible(given) ||
        aligned_counts::bytes(given) * static_cast<double>(resources.workers.threads()) +
                shared_diagonals::bytes(given) >
            static_cast<double>(resources.memory) / 4)
        return false;
    const unsigned letters_of_piece = letters_of_pieces(given, windows.length);
    if (letters_of_piece == 0) return false;
    const auto sequences = static_cast<double>(given.sequences());
    const auto all = static_cast<double>(given.set.letters());
    const double least = sequences * all / 64 * tuning::cost_of_aligned_word + all * tuning::cost_of_shared_place +
                         cost_of_counted_set(given, letters, letters_of_piece, resources.memory);
    if (least > most_cost) return false;
    const shared_diagonals shared(given, resources, letters, letters_of_shared_word(given, letters),
                                  tuning::shared_words_of_pair);
    if (shared.words_of_pair() < tuning::least_shared_words) return false;
    bounded_by_diagonals bounded(given, resources, windows, letters_of_piece, shared);
    if (!bounded.pays(most_cost)) return false;
    bounded.drop();
    resources.notes.push_back("by diagonals on which sequences share words: " + std::to_string(windows.source_count) +
                              " windows may have the support");
    return true;
}

} // namespace concord::substring
