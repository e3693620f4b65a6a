// Windows whose halves are in few places with some of the edits, as those of random proteins are: of both halves these
// places are listed, and only there it is looked at whether the other half is next to them with the edits that are
// left. With k edits in all, a beginning has at most a, or the end at most k - 1 - a.
//
//     k = 3, a = 1      u         v          u is in few places with 0 or 1 edits: there a bit of the row of v with
//                   [ACDEF]   [GHIK]         3 or 2 edits tells; v is in few places with 0 or 1: there a bit of the
//                                            row of u with 3 or 2
//
// In eight lanes at a time: places of ends | rows of beginnings, and their places | rows of ends. Halves of which no
// window has a listed place on the other side get no rows of all edits.
#include "base/bits.hpp"
#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/window_halves.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

namespace concord::substring {
namespace {

/// Chance that two letters of the text match, by a sample.
double chance_of_match(const piece_collection& of) {
    const std::span<const letter> text = of.text();
    std::vector<double> times(of.kinds(), 0);
    const std::size_t apart = 1 + text.size() / tuning::letters_for_chance;
    double letters = 0;
    for (std::size_t at = 0; at < text.size(); at += apart)
        if (text[at] != piece_collection::barrier && text[at] != of.nothing()) {
            ++times[text[at]];
            ++letters;
        }
    double chance = 0;
    for (std::size_t kind = 0; kind < times.size(); ++kind)
        for (std::size_t other = of.has_sets() ? 0 : kind; other < (of.has_sets() ? times.size() : kind + 1); ++other)
            if (of.match(static_cast<letter>(kind), static_cast<letter>(other))) chance += times[kind] * times[other];
    return letters == 0 ? 1 : chance / (letters * letters);
}

/// Places, of so many, where a word ends with so many edits.
double places_with(std::uint64_t letters, std::uint64_t edits, double chance, double places) {
    double share = std::pow(chance, static_cast<double>(letters));
    for (std::uint64_t edit = 1; edit <= edits; ++edit)
        share *= 2 * static_cast<double>(letters) / chance / static_cast<double>(edit);
    return places * std::min(1.0, share);
}

/// Different words of so many letters among so many random ones.
double distinct_words(std::uint64_t letters, double words, double chance) {
    const double all = std::pow(chance, -static_cast<double>(letters));
    return -all * std::expm1(-words / all);
}

/// Words at which halves are walked: those that they begin with are walked once.
struct half_tries {
    double beginnings = 0;
    double nodes_of_beginnings = 0;
    double ends = 0;
    double nodes_of_ends = 0;
};

half_tries tries_of(const std::vector<double>& sharing, std::uint64_t length, std::uint64_t letters_of_end,
                    double classes, double chance) {
    half_tries tries;
    const std::uint64_t letters = length - letters_of_end;
    for (std::uint64_t shared = 0; shared < letters; ++shared) {
        tries.beginnings += sharing[shared];
        tries.nodes_of_beginnings += sharing[shared] * static_cast<double>(letters - shared);
    }
    for (std::uint64_t depth = 1; depth <= letters_of_end; ++depth) {
        tries.ends = distinct_words(depth, classes, chance);
        tries.nodes_of_ends += tries.ends;
    }
    return tries;
}

/// Of row_padding lanes, in instructions.
double cost_of_lanes(const half_tries& tries, double classes, std::uint64_t edits, std::uint64_t of_beginning,
                     double words, double places_of_beginning, double places_of_end) {
    // Of a half next to places, rows with all edits are seldom asked for: of those places few are without an edit.
    const auto walk = [&](std::uint64_t with) {
        return static_cast<double>(with + 1) * words * tuning::cost_of_row_vector + tuning::cost_of_row_call;
    };
    // Of halves, those that have a window whose other half is in a listed place.
    const double beginnings_asked = -std::expm1(-places_of_end * classes / tries.beginnings);
    const double ends_asked = -std::expm1(-places_of_beginning * classes / tries.ends);
    const double listed = tries.beginnings * places_of_beginning + tries.ends * places_of_end;
    return tries.nodes_of_beginnings * (walk(of_beginning) + beginnings_asked * walk(edits - 1)) +
           tries.nodes_of_ends * (walk(edits - 1 - of_beginning) + ends_asked * walk(edits - 1)) +
           (tries.beginnings + tries.ends) * words * tuning::cost_of_listed_word +
           listed * tuning::cost_of_listed_place +
           classes *
               (tuning::cost_of_rare_window + (places_of_beginning + places_of_end) * tuning::cost_of_compared_bit);
}

/// A bit of the rows of row_padding lanes.
struct row_bit {
    std::uint32_t at;

    [[nodiscard]] std::size_t word() const noexcept { return at / sequence::letters_per_word; }
    [[nodiscard]] unsigned lane() const noexcept { return static_cast<unsigned>(word() % row_padding); }
};

/// The places of each half; each place as the bit that tells there whether the other half is next to it, in its row
/// with the edits that are left.
class place_lists {
  public:
    void begin(std::size_t halves) {
        lists_.clear();
        lists_.reserve(halves);
        more_.clear();
    }
    /// Those of the next half, where its row with `most` of all edits has bits, each with the fewest edits.
    void add(const row_kernels& kernels, const std::uint64_t* rows, std::uint64_t most, std::uint64_t edits,
             std::size_t words_of_row) {
        bits_.resize(words_of_row * sequence::letters_per_word);
        const std::size_t count = kernels.list_bits(rows + most * words_of_row, words_of_row, bits_.data());
        list& made = lists_.emplace_back();
        made.count = static_cast<std::uint32_t>(count);
        if (count > most_places_of_list) {
            made.first = more_.size();
            more_.resize(more_.size() + count);
        }
        row_bit* const to = count > most_places_of_list ? more_.data() + made.first : made.places;
        for (std::size_t index = 0; index < count; ++index) {
            const std::size_t word = bits_[index] / sequence::letters_per_word;
            std::uint64_t fewest = most;
            while (fewest > 0 &&
                   (rows[(fewest - 1) * words_of_row + word] >> bits_[index] % sequence::letters_per_word & 1) != 0)
                --fewest;
            made.edits_left = std::max(made.edits_left, static_cast<std::uint32_t>(edits - fewest));
            to[index].at =
                bits_[index] + static_cast<std::uint32_t>((edits - fewest) * words_of_row * sequence::letters_per_word);
        }
    }
    void fetch(std::size_t half) const { __builtin_prefetch(lists_.data() + half); }
    [[nodiscard]] bool has_any(std::size_t half) const { return lists_[half].count > 0; }
    /// Edits that the other half may have, at most, at one of its places.
    [[nodiscard]] std::uint64_t edits_left(std::size_t half) const { return lists_[half].edits_left; }
    /// The lanes, a bit each, in which the other half, of these rows, is next to one of its places.
    [[nodiscard]] unsigned lanes_next_to(std::size_t half, const std::uint64_t* rows) const {
        const list& of = lists_[half];
        const auto lane_next_to = [rows](row_bit place) {
            return static_cast<unsigned>(rows[place.word()] >> place.at % sequence::letters_per_word & 1)
                   << place.lane();
        };
        unsigned lanes = 0;
        if (of.count <= most_places_of_list) { // without a branch for each: how many there are is a matter of chance
            for (std::uint32_t index = 0; index < most_places_of_list; ++index)
                lanes |= lane_next_to(of.places[index]) & (index < of.count ? ~0U : 0U);
            return lanes;
        }
        for (const row_bit place : std::span(more_).subspan(of.first, of.count))
            lanes |= lane_next_to(place);
        return lanes;
    }

  private:
    static constexpr std::uint32_t most_places_of_list = 4;
    /// Most halves have few places: a list is what a processor fetches at once.
    struct list {
        std::uint32_t count = 0;
        std::uint32_t edits_left = 0;
        row_bit places[most_places_of_list] = {};
        std::uint64_t first = 0; ///< in more_, of longer lists
    };

    std::vector<list> lists_;
    std::vector<row_bit> more_;
    std::vector<std::uint32_t> bits_;
};

/// Classes by their ends.
struct classes_of_ends {
    std::vector<std::uint32_t> classes;
    std::vector<std::uint32_t> first;     ///< of each end, and the end of all
    std::vector<std::uint32_t> beginning; ///< of each of these classes
};

classes_of_ends group_by_ends(const window_halves& halves) {
    classes_of_ends grouped;
    grouped.first.assign(halves.ends() + 1, 0);
    for (const std::uint32_t end : halves.end_of_class)
        ++grouped.first[end + 1];
    std::partial_sum(grouped.first.begin(), grouped.first.end(), grouped.first.begin());
    grouped.classes.resize(halves.end_of_class.size());
    grouped.beginning.resize(halves.end_of_class.size());
    std::vector<std::uint32_t> next(grouped.first.begin(), grouped.first.end() - 1);
    for (std::size_t index = 0; index < halves.beginnings.size(); ++index)
        for (std::size_t one = halves.beginnings[index].first; one < halves.last_of(index); ++one) {
            const std::uint32_t at = next[halves.end_of_class[one]]++;
            grouped.classes[at] = static_cast<std::uint32_t>(one);
            grouped.beginning[at] = static_cast<std::uint32_t>(index);
        }
    return grouped;
}

/// One thread's counts, of some lanes after the other.
class rare_counter final : public lane_marker {
  public:
    rare_counter(const variant_problem& given, const row_kernels& kernels, const word_letters& letters,
                 const window_halves& halves, const classes_of_ends& by_ends, std::uint64_t edits_of_beginning)
        : given_(given), kernels_(kernels), letters_(letters), halves_(halves), by_ends_(by_ends),
          of_beginning_(edits_of_beginning), of_end_(given.allowed.edits - 1 - edits_of_beginning) {}

    void mark(const some_lanes& part, std::span<std::uint8_t> held) override {
        held_ = held;
        lanes_.take(*part.block, part.lane, letters_.size());
        list_ends();
        ask_beginnings();
        ask_ends();
    }

  private:
    /// Their lists are all over the memory.
    static constexpr std::size_t classes_ahead = 8;

    void begin(half_walk& walk, reading direction, std::uint64_t edits) const {
        const bool is_beginning = direction == reading::forward;
        walk.begin(lanes_, is_beginning ? kernels_.extend : kernels_.extend_before,
                   is_beginning ? halves_.letters_of_beginning : halves_.letters_of_end, edits, given_.allowed.indels);
    }

    void begin_other(reading direction) {
        begin(all_, direction, given_.allowed.edits);
        begin(most_, direction, most_edits());
    }
    /// Few places are without an edit: at the others, as many as this are left for the other half.
    [[nodiscard]] std::uint64_t most_edits() const noexcept { return given_.allowed.edits - 1; }

    /// The rows of a half next to places of others, made when they are asked for.
    class other_rows {
      public:
        other_rows(rare_counter& in, std::span<const std::uint16_t> half, std::uint64_t shared) : in_(in), half_(half) {
            in.all_.share(shared);
            in.most_.share(shared);
        }
        /// At least those with up to so many edits.
        [[nodiscard]] const std::uint64_t* with(std::uint64_t edits) {
            if (edits > in_.most_edits()) {
                if (all_ == nullptr) all_ = in_.all_.rows(half_);
                return all_;
            }
            if (most_ == nullptr) most_ = all_ != nullptr ? all_ : in_.most_.rows(half_);
            return most_;
        }
        /// Some that have been made; null: none.
        [[nodiscard]] const std::uint64_t* any() const noexcept { return all_ != nullptr ? all_ : most_; }

      private:
        rare_counter& in_;
        std::span<const std::uint16_t> half_;
        const std::uint64_t* all_ = nullptr;
        const std::uint64_t* most_ = nullptr;
    };

    void list_ends() {
        begin(few_, reading::backward, of_end_);
        places_of_ends_.begin(halves_.ends());
        for (std::size_t end = 0; end < halves_.ends(); ++end) {
            few_.share(halves_.shared_by_ends[end]);
            places_of_ends_.add(kernels_, few_.rows(halves_.end(end)), of_end_, given_.allowed.edits,
                                lanes_.of_letter());
        }
    }
    void ask_beginnings() {
        begin(few_, reading::forward, of_beginning_);
        begin_other(reading::forward);
        places_of_beginnings_.begin(halves_.beginnings.size());
        for (std::size_t index = 0; index < halves_.beginnings.size(); ++index) {
            few_.share(halves_.beginnings[index].shared);
            other_rows rows(*this, halves_.beginning(index), halves_.beginnings[index].shared);
            for (std::size_t one = halves_.beginnings[index].first; one < halves_.last_of(index); ++one) {
                if (one + classes_ahead < held_.size())
                    places_of_ends_.fetch(halves_.end_of_class[one + classes_ahead]);
                const std::size_t end = halves_.end_of_class[one];
                if (!places_of_ends_.has_any(end)) continue;
                held_[one] = static_cast<std::uint8_t>(
                    places_of_ends_.lanes_next_to(end, rows.with(places_of_ends_.edits_left(end))));
            }
            places_of_beginnings_.add(kernels_,
                                      rows.any() != nullptr ? rows.any() : few_.rows(halves_.beginning(index)),
                                      of_beginning_, given_.allowed.edits, lanes_.of_letter());
        }
    }
    void ask_ends() {
        begin_other(reading::backward);
        for (std::size_t end = 0; end < halves_.ends(); ++end) {
            other_rows rows(*this, halves_.end(end), halves_.shared_by_ends[end]);
            for (std::uint32_t at = by_ends_.first[end]; at < by_ends_.first[end + 1]; ++at) {
                if (at + classes_ahead < held_.size())
                    places_of_beginnings_.fetch(by_ends_.beginning[at + classes_ahead]);
                const std::size_t beginning = by_ends_.beginning[at];
                if (!places_of_beginnings_.has_any(beginning)) continue;
                held_[by_ends_.classes[at]] |= static_cast<std::uint8_t>(places_of_beginnings_.lanes_next_to(
                    beginning, rows.with(places_of_beginnings_.edits_left(beginning))));
            }
        }
    }

    const variant_problem& given_;
    const row_kernels& kernels_;
    const word_letters& letters_;
    const window_halves& halves_;
    const classes_of_ends& by_ends_;
    std::uint64_t of_beginning_; ///< edits, at most, of listed places
    std::uint64_t of_end_;
    half_lanes lanes_;
    half_walk few_;  ///< with these edits
    half_walk most_; ///< with all but one
    half_walk all_;
    place_lists places_of_beginnings_;
    place_lists places_of_ends_;
    std::span<std::uint8_t> held_; ///< lanes that hold each class, a bit each
};

} // namespace

rare_plan plan_rare_halves(const variant_problem& given, const variant_resources& resources,
                           const word_letters& letters, std::span<const lane_block> blocks, std::uint64_t length,
                           const std::vector<std::uint32_t>& shared) {
    const std::uint64_t edits = given.allowed.edits;
    const auto classes = static_cast<double>(shared.size());
    const double chance = chance_of_match(given.of);
    std::vector<double> sharing(length, 0); // classes that share so many letters with the one before
    for (const std::uint32_t each : shared)
        ++sharing[std::min<std::uint64_t>(each, length - 1)];
    double vectors = 0; // of lanes
    double words = 0;   // of these, in all
    std::size_t most_rows = 0;
    for (const lane_block& block : blocks) {
        vectors += static_cast<double>(block.lanes) / row_padding;
        words += static_cast<double>(block.lanes) / row_padding * block.words;
        most_rows = std::max(most_rows, rows_of_word(given, block));
    }
    const double places = words / vectors * row_padding * sequence::letters_per_word; // of eight lanes
    rare_plan best;
    if (edits == 0 || most_rows > most_rows_of_halves) return best;
    for (std::uint64_t of_end = 1; of_end < length && of_end <= most_letters_of_end(letters); ++of_end) {
        const half_tries tries = tries_of(sharing, length, of_end, classes, chance);
        for (std::uint64_t of_beginning = 0; of_beginning < edits; ++of_beginning) {
            const double begin = places_with(length - of_end, of_beginning, chance, places);
            const double end = places_with(of_end, edits - 1 - of_beginning, chance, places);
            const double bytes = classes * tuning::bytes_of_rare_window +
                                 (tries.beginnings * begin + tries.ends * end) * 2 * sizeof(std::uint32_t);
            if (bytes * resources.workers.threads() > static_cast<double>(resources.memory) / 8) continue;
            const double cost =
                vectors * cost_of_lanes(tries, classes, edits, of_beginning, words / vectors, begin, end);
            if (best.letters_of_end == 0 || cost < best.cost) best = {of_end, of_beginning, cost};
        }
    }
    return best;
}

make_marker rare_marker(const variant_problem& given, const variant_resources& resources, const word_letters& letters,
                        const window_halves& halves, std::uint64_t edits_of_beginning) {
    const auto by_ends = std::make_shared<const classes_of_ends>(group_by_ends(halves));
    return [&given, &resources, &letters, &halves, by_ends, edits_of_beginning] {
        return std::make_unique<rare_counter>(given, resources.kernels, letters, halves, *by_ends, edits_of_beginning);
    };
}

} // namespace concord::substring
