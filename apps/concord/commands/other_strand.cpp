#include "commands/other_strand.hpp"

#include "runtime/parts.hpp"
#include "runtime/thread_pool.hpp"
#include "sequence/packed_sequences.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <ranges>
#include <utility>
#include <vector>

namespace concord::app {
namespace {

constexpr std::uint64_t longest_word = 31;        // letters, so that a word is a number
constexpr std::uint64_t words_kept = 1ULL << 18U; // a few MiB: whole regions have many of them
constexpr std::uint64_t extended_letters_most =
    8; // a letter of the input: repeats end the search, not the user's patience
constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U; // 2^64 divided by the golden ratio: multiplicative hashing
constexpr std::uint64_t no_letter = 4;

/// The letters of all sequences, by their positions in the collection.
class letters {
  public:
    explicit letters(const sequence_set& set) : packed_(sequence::packed(set)) {}

    [[nodiscard]] const sequence::packed_sequences& packed() const { return packed_; }
    /// 0 to 3, so that 3 minus a letter is its complement; no_letter where it is ambiguous.
    [[nodiscard]] std::uint64_t at(std::uint64_t position) const {
        const auto bit = [&](const std::uint64_t* plane) {
            return plane[position / sequence::letters_per_word] >> (position % sequence::letters_per_word) & 1U;
        };
        if (packed_.has_ambiguous() && bit(packed_.ambiguous_plane()) != 0) return no_letter;
        return bit(packed_.plane(0)) | bit(packed_.plane(1)) << 1U;
    }
    [[nodiscard]] std::uint64_t complement_at(std::uint64_t position) const {
        const std::uint64_t letter = at(position);
        return letter == no_letter ? no_letter : 3 - letter;
    }
    [[nodiscard]] std::size_t sequence_of(std::uint64_t position) const {
        const auto all = std::views::iota(std::size_t{0}, static_cast<std::size_t>(packed_.size()));
        return *std::ranges::partition_point(all,
                                             [&](std::size_t each) { return packed_.offset(each + 1) <= position; });
    }

  private:
    const sequence::packed_sequences& packed_;
};

/// Every word of one sequence without ambiguous letters that begins at [first, last), forward and as its reverse
/// complement reads.
template <class Take>
void for_each_word(const letters& text, std::uint64_t first, std::uint64_t last, std::uint64_t length, Take take) {
    const std::uint64_t mask = (std::uint64_t{1} << (2 * length)) - 1;
    for (std::size_t sequence = text.sequence_of(first); first < last; ++sequence) {
        const std::uint64_t behind = text.packed().offset(sequence + 1);
        const std::uint64_t end = std::min(behind, last + length - 1);
        std::uint64_t forward = 0;
        std::uint64_t reverse = 0;
        std::uint64_t known = 0;
        for (std::uint64_t position = first; position < end; ++position) {
            const std::uint64_t letter = text.at(position);
            known = letter == no_letter ? 0 : known + 1;
            forward = (forward << 2U | (letter & 3U)) & mask;
            reverse = reverse >> 2U | (3 - (letter & 3U)) << (2 * (length - 1));
            if (known >= length) take(position + 1 - length, forward, reverse);
        }
        first = behind;
    }
}

/// Whether numbers of 32 bits are multiples of one, by a multiplication (Lemire, Kaser, Kurz 2019).
class divisor {
  public:
    explicit divisor(std::uint64_t number) : inverse_(~std::uint64_t{0} / number + 1) {}
    [[nodiscard]] bool divides(std::uint32_t other) const { return other * inverse_ <= inverse_ - 1; }

  private:
    std::uint64_t inverse_; ///< 2^64 divided by the number, rounded up; 0 for 1
};

/// The first position of each word. Linear probing; most words that are not held are known by a bit each.
class first_positions {
  public:
    static constexpr std::uint64_t none = ~std::uint64_t{0};

    explicit first_positions(std::uint64_t most_words)
        : bits_(std::max(6U, static_cast<unsigned>(std::bit_width(2 * most_words)))),
          slots_(std::size_t{1} << bits_, slot{0, none}), known_((std::size_t{1} << (bits_ + 3)) / 64) {}

    void add(std::uint64_t word, std::uint64_t position) {
        const std::uint64_t hash = word * odd;
        slot& found = slots_[place_of(word, hash)];
        if (found.position != none) return;
        found = {word, position};
        const std::uint64_t bit = hash >> (61 - bits_);
        known_[bit / 64] |= std::uint64_t{1} << (bit % 64);
        if (2 * ++count_ > slots_.size()) grow();
    }
    /// `none` if the word is not held.
    [[nodiscard]] std::uint64_t of(std::uint64_t word) const {
        const std::uint64_t hash = word * odd;
        const std::uint64_t bit = hash >> (61 - bits_);
        if ((known_[bit / 64] >> (bit % 64) & 1U) == 0) return none;
        return slots_[place_of(word, hash)].position;
    }

  private:
    struct slot {
        std::uint64_t word;
        std::uint64_t position; ///< none: empty
    };

    /// Of the word's slot, or the empty one in which it would be.
    [[nodiscard]] std::size_t place_of(std::uint64_t word, std::uint64_t hash) const {
        std::size_t at = hash >> (64 - bits_);
        while (slots_[at].position != none && slots_[at].word != word)
            at = (at + 1) & (slots_.size() - 1);
        return at;
    }

    void grow() {
        first_positions larger(slots_.size());
        for (const slot& each : slots_)
            if (each.position != none) larger.add(each.word, each.position);
        *this = std::move(larger);
    }

    unsigned bits_;
    std::vector<slot> slots_;
    std::vector<std::uint64_t> known_; ///< a bit for eight times as many hashes
    std::uint64_t count_ = 0;
};

/// The sampled words of one side that stand on the other.
class strand_search {
  public:
    strand_search(const sequence_set& set, const strand_question& question, const run_options& run)
        : workers_(run), text_(set), question_(question),
          word_(std::clamp<std::uint64_t>(question.min_length / (question.mismatches + 1), 1, longest_word)),
          step_(set.letters() / words_kept + 1), is_multiple_(step_), budget_(extended_letters_most * set.letters()),
          words_(set.letters() / step_) {}

    strand_sample run() {
        const std::uint64_t begin_of_b = text_.packed().offset(question_.first_of_b);
        const std::uint64_t letters = text_.packed().offset(text_.packed().size());
        for_each_chosen(
            0, begin_of_b > 0 ? begin_of_b : letters,
            [&](std::uint64_t at, std::uint64_t forward, std::uint64_t) {
                return is_sampled(forward) ? std::optional(chosen_word{at, forward}) : std::nullopt;
            },
            [&](const chosen_word& each) { words_.add(each.other, each.at); });
        std::uint64_t seen_until = 0;
        std::size_t b = question_.first_of_b;
        for_each_chosen(
            begin_of_b, letters,
            [&](std::uint64_t at, std::uint64_t, std::uint64_t reverse) -> std::optional<chosen_word> {
                if (at < seen_until || budget_ == 0 || !is_sampled(reverse)) return std::nullopt;
                const std::uint64_t held = words_.of(reverse);
                return held != first_positions::none && held < at ? std::optional(chosen_word{at, held}) : std::nullopt;
            },
            [&](const chosen_word& each) {
                if (each.at < seen_until || budget_ == 0) return;
                while (text_.packed().offset(b + 1) <= each.at)
                    ++b;
                if (each.other >= text_.packed().offset(b)) return;
                seen_until = std::max(seen_until, extend({each.other, text_.sequence_of(each.other)}, {each.at, b}));
            });
        return found_;
    }

  private:
    struct place {
        std::uint64_t position;
        std::size_t sequence;
    };

    [[nodiscard]] bool is_sampled(std::uint64_t word) const {
        return is_multiple_.divides(static_cast<std::uint32_t>(word * odd >> 32U));
    }

    /// A word, by where it begins, and what it is or where it stands on the other side.
    struct chosen_word {
        std::uint64_t at;
        std::uint64_t other;
    };

    /// Calls take(word) in order for the words that begin at [first, last) and of which choose(at, forward, reverse)
    /// returns a chosen_word, which all threads look for.
    template <class Choose, class Take>
    void for_each_chosen(std::uint64_t first, std::uint64_t last, const Choose& choose, Take take) {
        constexpr std::uint64_t letters_of_part = 1U << 16U; // of repeats all words may be chosen
        const std::uint64_t of_round = 4 * letters_of_part * workers_.threads();
        for (; first < last; first += of_round) {
            const std::vector<chosen_word> chosen = runtime::collect_parts<chosen_word>(
                workers_, std::min(of_round, last - first), letters_of_part,
                [&](std::uint64_t from, std::uint64_t to, std::vector<chosen_word>& found) {
                    for_each_word(text_, first + from, first + to, word_,
                                  [&](std::uint64_t at, std::uint64_t forward, std::uint64_t reverse) {
                                      if (const auto one = choose(at, forward, reverse)) found.push_back(*one);
                                  });
                });
            for (const chosen_word& each : chosen)
                take(each);
        }
    }

    /// Letters that can be added on one side of two words with 0, 1 ... mismatches among them: `a` goes its way and
    /// `b`, on the other strand, the opposite one.
    [[nodiscard]] std::vector<std::uint64_t> reach(std::uint64_t a, std::uint64_t letters_of_a, std::uint64_t b,
                                                   std::uint64_t letters_of_b, bool to_the_right) {
        const std::uint64_t most = std::min({letters_of_a, letters_of_b, budget_});
        std::vector<std::uint64_t> reached;
        std::uint64_t count = 0;
        for (; count < most; ++count) {
            const std::uint64_t letter = text_.at(to_the_right ? a + count : a - 1 - count);
            if (letter != no_letter && letter == text_.complement_at(to_the_right ? b - 1 - count : b + count))
                continue;
            reached.push_back(count);
            if (reached.size() > question_.mismatches) break;
        }
        budget_ -= count;
        while (reached.size() <= question_.mismatches)
            reached.push_back(count);
        return reached;
    }

    /// Returns where the match ends in B, if it is long enough.
    std::uint64_t extend(const place& a, const place& b) {
        const auto& packed = text_.packed();
        const auto right = reach(a.position + word_, packed.offset(a.sequence + 1) - a.position - word_, b.position,
                                 b.position - packed.offset(b.sequence), true);
        const auto left = reach(a.position, a.position - packed.offset(a.sequence), b.position + word_,
                                packed.offset(b.sequence + 1) - b.position - word_, false);
        std::uint64_t length = 0;
        std::uint64_t beyond = 0; // letters of B behind the word
        for (std::uint64_t i = 0; i <= question_.mismatches; ++i) {
            const std::uint64_t here = left[i] + word_ + right[question_.mismatches - i];
            if (here <= length) continue;
            length = here;
            beyond = left[i];
        }
        if (length < question_.min_length) return 0;
        found_.letters += length;
        found_.longest = std::max(found_.longest, length);
        return b.position + word_ + beyond;
    }

    runtime::thread_pool workers_;
    letters text_;
    strand_question question_;
    std::uint64_t word_; ///< letters of a word: a match of min_length has one without a mismatch
    std::uint64_t step_;
    divisor is_multiple_;
    std::uint64_t budget_; ///< letters that may still be compared
    first_positions words_;
    strand_sample found_;
};

} // namespace

strand_sample matches_on_other_strand(const sequence_set& sequences, const strand_question& question,
                                      const run_options& run) {
    return strand_search(sequences, question, run).run();
}

} // namespace concord::app
