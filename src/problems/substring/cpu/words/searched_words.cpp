#include "problems/substring/cpu/words/searched_words.hpp"

#include "base/unset_vector.hpp"
#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/words/place_kernels.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <memory>
#include <numeric>
#include <vector>

namespace concord::substring {
namespace {

constexpr unsigned most_letters_of_places = 16; ///< two bits each
constexpr std::uint64_t sequences_of_reading = 64;
constexpr std::uint32_t lower_bits = 0x55555555U;

/// The words at all places of the collection.
class all_places {
  public:
    all_places(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
               const word_set& words)
        : words_(given.set.letters() + padding_of_places),
          unknown_(letters.has_ambiguous() ? words_.size() : 0, lower_bits) {
        runtime::thread_pool& workers = resources.workers;
        std::fill(words_.end() - padding_of_places, words_.end(), 0);
        const std::uint64_t parts = (given.sequences() + sequences_of_reading - 1) / sequences_of_reading;
        workers.run(parts, [&](std::size_t part, unsigned) {
            word_reader reader(given, letters, words.length());
            const std::uint64_t last = std::min((part + 1) * sequences_of_reading, given.sequences());
            for (std::uint64_t sequence = part * sequences_of_reading; sequence < last; ++sequence) {
                const std::uint64_t offset = given.offset(sequence);
                std::fill_n(words_.begin() + static_cast<std::ptrdiff_t>(offset), given.length(sequence), 0);
                words.for_each(reader, sequence, [&](std::uint64_t start, front_and_end word, bool is_ordinary) {
                    words_[offset + start] = static_cast<std::uint32_t>(word.front << 2 * words.split().end | word.end);
                    if (!unknown_.empty())
                        unknown_[offset + start] =
                            is_ordinary ? 0 : unknown_letters(reader, letters, start, words.length());
                });
            }
        });
    }

    [[nodiscard]] word_row row(std::uint64_t offset, std::uint64_t count) const noexcept {
        return {words_.data() + offset, unknown_.empty() ? nullptr : unknown_.data() + offset, count};
    }
    [[nodiscard]] std::uint32_t word(std::uint64_t position) const noexcept { return words_[position]; }
    [[nodiscard]] bool is_near(std::uint64_t position, std::uint32_t word, unsigned mismatches) const noexcept {
        const std::uint32_t differ = words_[position] ^ word;
        const std::uint32_t unknown = unknown_.empty() ? 0 : unknown_[position];
        return static_cast<unsigned>(std::popcount(((differ | differ >> 1U) & lower_bits) | unknown)) <= mismatches;
    }

  private:
    static std::uint32_t unknown_letters(const word_reader& reader, const growth_alphabet& letters, std::uint64_t start,
                                         unsigned length) {
        std::uint32_t unknown = 0;
        for (unsigned place = 0; place < length; ++place)
            unknown = unknown << 2U | (reader.letter(start, place) < letters.ordinary() ? 0U : 1U);
        return unknown;
    }

    base::unset_vector<std::uint32_t> words_;
    std::vector<std::uint32_t> unknown_; ///< of windows with too many: of all letters
};

/// The search of one thread.
class word_searcher {
  public:
    word_searcher(const problem& given, const all_places& places, const place_kernels& kernels, unsigned length)
        : given_(given), places_(places), kernels_(kernels), length_(length),
          mismatches_(static_cast<unsigned>(given.mismatches)), order_(given.sequences()),
          shifts_(given.sequences(), 0), failures_(given.sequences(), 0) {
        std::iota(order_.begin(), order_.end(), 0);
    }

    /// The support of the word at `start` of a sequence at `offset`; 0 where it has not the one that is wanted.
    std::uint32_t support(std::uint64_t offset, std::uint64_t start) {
        const std::uint32_t word = places_.word(offset + start);
        const std::uint64_t most = given_.sequences() - given_.support;
        std::uint64_t misses = 0; // these come first in the order
        for (std::uint64_t& sequence : order_) {
            if (holds(sequence, word, start)) continue;
            std::swap(sequence, order_[misses]);
            if (++misses > most) return 0;
        }
        return static_cast<std::uint32_t>(given_.sequences() - misses);
    }

    /// Instructions so far.
    [[nodiscard]] double cost() const {
        return asked_ * tuning::cost_of_asked_sequence + searched_ * tuning::cost_of_searched_place;
    }

  private:
    bool holds(std::uint64_t sequence, std::uint32_t word, std::uint64_t start) {
        ++asked_;
        if (given_.length(sequence) < length_) return false;
        const auto count = static_cast<std::int64_t>(given_.length(sequence) - length_ + 1);
        const std::uint64_t offset = given_.offset(sequence);
        const std::int64_t likely = static_cast<std::int64_t>(start) + shifts_[sequence];
        if (likely >= 0 && likely < count &&
            places_.is_near(offset + static_cast<std::uint64_t>(likely), word, mismatches_)) {
            failures_[sequence] = 0;
            return true;
        }
        const word_row row = places_.row(offset, static_cast<std::uint64_t>(count));
        const auto first = static_cast<std::size_t>(std::clamp<std::int64_t>(likely - places_beside, 0, count));
        const auto last = static_cast<std::size_t>(std::clamp<std::int64_t>(likely + places_beside, 0, count));
        std::size_t place = first + kernels_.find(row.from(first, last), word, mismatches_);
        searched_ += static_cast<double>(last - first);
        const bool is_beside = place < last;
        if (!is_beside) {
            place = kernels_.find(row, word, mismatches_);
            searched_ += static_cast<double>(place);
        }
        if (place == row.count) return false;
        if (is_beside || ++failures_[sequence] > most_failures) { // else it may be there by chance
            shifts_[sequence] = static_cast<std::int64_t>(place) - static_cast<std::int64_t>(start);
            failures_[sequence] = 0;
        }
        return true;
    }

    static constexpr std::int64_t places_beside = 16; ///< on either side
    static constexpr std::uint8_t most_failures = 16; ///< after which another diagonal is followed

    const problem& given_;
    const all_places& places_;
    const place_kernels& kernels_;
    std::uint64_t length_;
    unsigned mismatches_;
    std::vector<std::uint64_t> order_; ///< sequences
    std::vector<std::int64_t> shifts_; ///< by sequence: where a word was found, less its start
    std::vector<std::uint8_t> failures_;
    double asked_ = 0;
    double searched_ = 0;
};

} // namespace

struct searched_words::state {
    state(const problem& given_now, const cpu_resources& resources_now, const growth_alphabet& letters_now,
          const word_set& words_now)
        : given(given_now), resources(resources_now), letters(letters_now), words(words_now),
          places(given_now, resources_now, letters_now, words_now), kernels(place_kernels_for(resources_now.vectors)) {}

    const problem& given;
    const cpu_resources& resources;
    const growth_alphabet& letters;
    const word_set& words;
    all_places places;
    const place_kernels& kernels;
};

bool searched_words::are_possible(const problem& given, const growth_alphabet& letters, unsigned length,
                                  std::uint64_t memory) {
    const double rows = letters.has_ambiguous() ? 2 : 1;
    return letters.ordinary() == 4 && length <= most_letters_of_places && given.mismatches < length &&
           rows * sizeof(std::uint32_t) * static_cast<double>(given.set.letters()) <= static_cast<double>(memory) / 4;
}

double searched_words::least_cost(const problem& given, std::uint64_t words) {
    const auto sequences = static_cast<double>(given.sequences());
    const double letters = static_cast<double>(given.set.letters()) / sequences;
    const double in_vain = (sequences - static_cast<double>(given.support) + 1) *
                           (tuning::cost_of_asked_sequence + letters * tuning::cost_of_searched_place / 2);
    return static_cast<double>(words) * std::min(sequences * tuning::cost_of_asked_sequence, in_vain);
}

searched_words::searched_words(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                               const word_set& words)
    : state_(std::make_unique<state>(given, resources, letters, words)) {}
searched_words::~searched_words() = default;

double searched_words::cost(double most) const {
    const state& known = *state_;
    const std::uint64_t runs = std::min(known.given.sources, tuning::runs_of_searched_words);
    const double enough = most * tuning::share_of_searched_sample;
    std::atomic<double> cost = 0;
    std::atomic<std::uint64_t> sampled = 0;
    std::vector<std::unique_ptr<word_searcher>> searchers(known.resources.workers.threads());
    known.resources.workers.run(runs, [&](std::size_t run, unsigned worker) {
        if (cost > enough) return;
        if (!searchers[worker])
            searchers[worker] =
                std::make_unique<word_searcher>(known.given, known.places, known.kernels, known.words.length());
        word_searcher& searcher = *searchers[worker];
        const double before = searcher.cost();
        const double of_others = cost - before;
        word_reader reader(known.given, known.letters, known.words.length());
        const std::uint64_t sequence = run * known.given.sources / runs;
        std::uint64_t here = 0;
        known.words.for_each(reader, sequence, [&](std::uint64_t start, front_and_end word, bool) {
            if (here == tuning::searched_words_of_run || of_others + searcher.cost() > enough || !known.words.has(word))
                return;
            searcher.support(known.given.offset(sequence), start);
            ++here;
        });
        cost += searcher.cost() - before;
        sampled += here;
    });
    if (sampled == 0) return 0;
    return cost / static_cast<double>(sampled) * static_cast<double>(known.words.size());
}

void searched_words::count(std::span<std::uint32_t> supports) const {
    const state& known = *state_;
    const problem& given = known.given;
    std::vector<std::uint8_t> is_known(known.words.size(), 0);
    std::vector<std::unique_ptr<word_searcher>> searchers(known.resources.workers.threads());
    known.resources.workers.run(
        given.sources, {"counting", "sequences", given.sources},
        [&](std::size_t sequence, unsigned worker) -> std::uint64_t {
            std::unique_ptr<word_searcher>& searcher = searchers[worker];
            if (!searcher)
                searcher = std::make_unique<word_searcher>(given, known.places, known.kernels, known.words.length());
            word_reader reader(given, known.letters, known.words.length());
            known.words.for_each(reader, sequence, [&](std::uint64_t start, front_and_end word, bool) {
                if (!known.words.has(word)) return;
                const std::uint32_t rank = known.words.rank(word.front, word.end);
                if (std::atomic_ref(is_known[rank]).exchange(1, std::memory_order_relaxed) == 0)
                    supports[rank] = searcher->support(given.offset(sequence), start);
            });
            return 1;
        });
}

} // namespace concord::substring
