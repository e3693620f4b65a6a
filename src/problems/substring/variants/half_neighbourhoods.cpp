#include "problems/substring/variants/half_neighbourhoods.hpp"

#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/near_halves.hpp"
#include "problems/substring/variants/nucleotide_sets.hpp"
#include "problems/substring/variants/place_neighbourhoods.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

namespace concord::substring {
namespace {

/// Words of so many letters, roughly, that are near to a place.
double words_near(std::uint64_t letters, std::uint64_t edits, bool indels) {
    // Of a letter, three replace it, three and a bit more stand in front of it, and one skips it.
    const double of_letter = (indels ? 7.0 : 3.0) * static_cast<double>(letters);
    double words = 1;
    for (std::uint64_t edit = 1; edit <= edits; ++edit)
        words *= of_letter / static_cast<double>(edit);
    return words;
}

double number_of_words(std::uint64_t letters) { return std::pow(plain_nucleotides, static_cast<double>(letters)); }

/// What is done with the places of one half, of row_padding lanes, in instructions.
double cost_of_half(const variant_problem& given, std::uint64_t letters, std::uint64_t edits, std::uint64_t others,
                    double classes, double places) {
    const bool indels = given.allowed.indels;
    const auto rows = static_cast<double>(given.allowed.edits + 1);
    const double words_of_set = static_cast<double>(place_neighbourhoods::words_of_set(static_cast<unsigned>(others)));
    const double parts = number_of_words(others) / (words_of_set * sequence::letters_per_word);
    const double own_parts = std::max(1.0, number_of_words(letters) / 1024);
    const double halves = number_of_words(letters);
    const double listed = places * words_near(letters, edits, indels);
    // Halves and parts that some window has.
    const double united = halves * parts * -std::expm1(-classes / (halves * parts));
    return places * rows * parts * words_of_set * tuning::cost_of_widened_word +
           places * static_cast<double>(edits + 1) * own_parts * tuning::cost_of_searched_set +
           listed * tuning::cost_of_listed_neighbour +
           united * (tuning::cost_of_united_half +
                     (listed / halves + row_padding / 2) * words_of_set * tuning::cost_of_united_bits) +
           classes * tuning::cost_of_asked_window;
}

/// Windows by one half and by the part that their other half is in.
struct windows_of_half {
    std::uint64_t halves = 0;
    std::vector<std::uint32_t> first; ///< of each part and half, and the end of all
    std::vector<std::uint16_t> asked; ///< number of the other half in its part
    std::vector<std::uint32_t> classes;

    windows_of_half(std::uint64_t letters, std::uint64_t others, std::span<const std::uint32_t> half,
                    std::span<const std::uint32_t> other)
        : halves(std::uint64_t{1} << 2 * letters), asked(half.size()), classes(half.size() + fetched_ahead, 0) {
        const unsigned shift = 2 * place_neighbourhoods::letters_of_part(static_cast<unsigned>(others));
        const std::uint64_t parts = (std::uint64_t{1} << 2 * others) >> shift;
        first.assign(parts * halves + 1, 0);
        const auto key_of = [&](std::size_t index) { return (other[index] >> shift) * halves + half[index]; };
        for (std::size_t index = 0; index < half.size(); ++index)
            ++first[key_of(index) + 1];
        std::partial_sum(first.begin(), first.end(), first.begin());
        std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
        for (std::size_t index = 0; index < half.size(); ++index) {
            const std::uint32_t at = next[key_of(index)]++;
            asked[at] = static_cast<std::uint16_t>(other[index] & ((std::uint32_t{1} << shift) - 1));
            classes[at] = static_cast<std::uint32_t>(index);
        }
    }
    /// The first window of a half with the other one in this part.
    [[nodiscard]] const std::uint32_t* first_of(std::uint64_t part, std::uint64_t half) const {
        return first.data() + part * halves + half;
    }
};

/// Beginnings are read from their last letter on, so that both halves begin where they are next to each other.
struct halves_of_windows {
    unsigned letters_of_beginning;
    unsigned letters_of_end;
    std::vector<windows_of_half> of_halves; ///< by beginnings, and by ends

    halves_of_windows(const piece_collection& of, const window_classes& all, std::uint64_t length,
                      std::uint64_t letters_of_end)
        : letters_of_beginning(static_cast<unsigned>(length - letters_of_end)),
          letters_of_end(static_cast<unsigned>(letters_of_end)) {
        std::vector<std::uint32_t> beginnings(all.size());
        std::vector<std::uint32_t> ends(all.size());
        for (std::size_t index = 0; index < all.size(); ++index) {
            const std::span<const letter> window = of.letters(all.representative(index), length);
            for (std::size_t at = letters_of_beginning; at-- > 0;)
                beginnings[index] = beginnings[index] << 2U | window[at];
            for (std::size_t at = letters_of_beginning; at < length; ++at)
                ends[index] = ends[index] << 2U | window[at];
        }
        of_halves.emplace_back(letters_of_beginning, letters_of_end, beginnings, ends);
        of_halves.emplace_back(letters_of_end, letters_of_beginning, ends, beginnings);
    }
};

/// One thread's counts, of some lanes after the other.
class half_neighbourhood_counter final : public lane_marker {
  public:
    half_neighbourhood_counter(const variant_problem& given, const variant_resources& resources, std::size_t letters,
                               std::shared_ptr<const halves_of_windows> windows, std::uint64_t edits_of_beginning)
        : given_(given), kernels_(resources.neighbourhoods), letters_(letters), windows_(std::move(windows)),
          edits_of_beginning_(static_cast<unsigned>(edits_of_beginning)),
          sets_(resources.neighbourhoods, given.allowed.indels) {}

    void mark(const some_lanes& part, std::span<std::uint8_t> held) override {
        read(part);
        const auto edits = static_cast<unsigned>(given_.allowed.edits);
        mark_half(0, before_, windows_->letters_of_beginning, edits_of_beginning_, behind_, windows_->letters_of_end,
                  held);
        mark_half(1, behind_, windows_->letters_of_end, edits - 1 - edits_of_beginning_, before_,
                  windows_->letters_of_beginning, held);
    }

  private:
    /// The texts of some lanes, behind each place and before it.
    void read(const some_lanes& part) {
        lengths_.fill(0);
        std::array<std::uint64_t, lanes_of_sets> first{};
        const std::size_t numbers = (letters_ + 1) * part.block->words * part.block->stride;
        for (std::size_t lane = 0; lane < part.sequences(); ++lane) {
            const std::uint64_t sequence = part.block->rows[numbers + part.lane + lane];
            first[lane] = given_.of.text_first(sequence);
            lengths_[lane] = given_.of.text_length(sequence);
        }
        behind_.places = std::ranges::max(lengths_) + 1;
        behind_.matching.assign(lanes_of_sets * behind_.places, no_letter);
        for (std::size_t lane = 0; lane < lanes_of_sets; ++lane)
            std::ranges::transform(given_.of.letters(first[lane], lengths_[lane]),
                                   behind_.matching.begin() + static_cast<std::ptrdiff_t>(lane * behind_.places),
                                   [](letter each) {
                                       return each == piece_collection::barrier
                                                  ? no_letter
                                                  : static_cast<std::uint8_t>(set_of_letter(each));
                                   });
        before_ = behind_.reversed(lengths_);
    }

    /// Windows of which one half has so many edits at most, by its texts, and the other half is in its own.
    void mark_half(std::size_t which, const matching_texts& texts, unsigned letters, unsigned few,
                   const matching_texts& other_texts, unsigned others, std::span<std::uint8_t> held) {
        const auto edits = static_cast<unsigned>(given_.allowed.edits);
        listed_.list(texts, lengths_, letters, few, given_.allowed.indels, {texts.places, edits - few, edits});
        const windows_of_half& windows = windows_->of_halves[which];
        const std::size_t of_set = place_neighbourhoods::words_of_set(others);
        const auto mark_part = [&](std::uint64_t part, const std::uint64_t* sets) {
            for (std::uint64_t half = 0; half < windows.halves; ++half) {
                const std::uint32_t* const first = windows.first_of(part, half);
                if (first[0] == first[1]) continue;
                const std::span<const std::uint32_t> united = listed_.of_half(half);
                if (united.empty()) continue;
                kernels_.mark_united({sets, of_set, united.data(), united.size(), windows.asked.data() + *first,
                                      windows.classes.data() + *first, first[1] - first[0], held.data()});
            }
        };
        sets_.for_each_part(other_texts, others, edits - few, edits, mark_part);
    }

    const variant_problem& given_;
    const neighbourhood_kernels& kernels_;
    std::size_t letters_;
    std::shared_ptr<const halves_of_windows> windows_;
    unsigned edits_of_beginning_;
    place_neighbourhoods sets_;
    near_halves listed_;
    std::array<std::size_t, lanes_of_sets> lengths_{};
    matching_texts behind_;
    matching_texts before_;
};

} // namespace

neighbourhood_plan plan_half_neighbourhoods(const variant_problem& given, const variant_resources& resources,
                                            std::span<const lane_block> blocks, std::uint64_t length,
                                            std::size_t classes) {
    neighbourhood_plan best;
    const std::uint64_t edits = given.allowed.edits;
    // A window of no more letters than edits is held where nothing stands.
    if (!given.of.is_dna() || edits == 0 || edits >= length || edits > tuning::most_edits_of_half_neighbourhoods)
        return best;
    std::uint64_t longest = 0;
    for (const lane_block& block : blocks)
        longest = std::max(longest, block.longest);
    const double sets = static_cast<double>(lanes_of_sets * (edits + 1)) * static_cast<double>(longest + 1);
    if (sets >= static_cast<double>(std::uint64_t{1} << bits_of_set_number)) return best;
    constexpr std::uint64_t least = place_neighbourhoods::least_letters;
    constexpr std::uint64_t most = place_neighbourhoods::most_letters;
    for (std::uint64_t of_end = least; of_end <= most && of_end + least <= length; ++of_end) {
        const std::uint64_t of_beginning = length - of_end;
        if (of_beginning > most) continue;
        for (std::uint64_t few = 0; few < edits; ++few) {
            const double listed = words_near(of_beginning, few, given.allowed.indels) +
                                  words_near(of_end, edits - 1 - few, given.allowed.indels);
            const double bytes = place_neighbourhoods::bytes(static_cast<unsigned>(std::max(of_beginning, of_end)),
                                                             static_cast<unsigned>(edits), longest + 1) +
                                 static_cast<double>(lanes_of_sets * longest) * listed * 4 * sizeof(std::uint32_t);
            if (bytes * resources.workers.threads() > static_cast<double>(resources.memory) / 8) continue;
            double cost = 0;
            for (const lane_block& block : blocks) {
                const double places = static_cast<double>(lanes_of_sets * (block.longest + 1));
                cost +=
                    static_cast<double>(block.lanes) / row_padding *
                    (cost_of_half(given, of_beginning, few, of_end, static_cast<double>(classes), places) +
                     cost_of_half(given, of_end, edits - 1 - few, of_beginning, static_cast<double>(classes), places));
            }
            if (best.letters_of_end == 0 || cost < best.cost) best = {of_end, few, cost};
        }
    }
    return best;
}

make_marker half_neighbourhood_marker(const variant_problem& given, const variant_resources& resources,
                                      std::size_t letters, const window_classes& classes, std::uint64_t length,
                                      const neighbourhood_plan& plan) {
    const auto windows = std::make_shared<const halves_of_windows>(given.of, classes, length, plan.letters_of_end);
    return [&given, &resources, letters, windows, few = plan.edits_of_beginning] {
        return std::make_unique<half_neighbourhood_counter>(given, resources, letters, windows, few);
    };
}

} // namespace concord::substring
