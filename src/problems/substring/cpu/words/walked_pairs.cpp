#include "problems/substring/cpu/words/walked_pairs.hpp"

#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/words/hamming_ball.hpp"
#include "problems/substring/cpu/words/listed_pairs.hpp"
#include "problems/substring/cpu/words/pair_kernels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace concord::substring {
namespace {

constexpr unsigned threads_of_few_tasks = 4;

/// How many of some sets of 64 each has: 8 sets are added as bits before any digit is carried on.
class set_sum {
  public:
    /// `sets` may be written up to 8 beyond the last one.
    void add(std::uint64_t* sets, std::size_t count) {
        std::fill_n(sets + count, 8, 0);
        for (std::size_t at = 0; at < count; at += 8) {
            const std::uint64_t* const eight = sets + at;
            std::uint64_t twos[4];
            std::uint64_t fours[2];
            digits_[0] = sum_of(digits_[0], eight[0], eight[1], twos[0]);
            digits_[0] = sum_of(digits_[0], eight[2], eight[3], twos[1]);
            digits_[1] = sum_of(digits_[1], twos[0], twos[1], fours[0]);
            digits_[0] = sum_of(digits_[0], eight[4], eight[5], twos[0]);
            digits_[0] = sum_of(digits_[0], eight[6], eight[7], twos[1]);
            digits_[1] = sum_of(digits_[1], twos[0], twos[1], fours[1]);
            std::uint64_t carry = 0;
            digits_[2] = sum_of(digits_[2], fours[0], fours[1], carry);
            for (std::size_t digit = 3; carry != 0; ++digit) {
                const std::uint64_t before = digits_[digit];
                digits_[digit] = before ^ carry;
                carry &= before;
            }
        }
    }
    void read(std::array<std::uint32_t, 64>& sums) const {
        for (unsigned digit = 0; digit < digits_.size(); ++digit)
            if (digits_[digit] != 0)
                for (unsigned bit = 0; bit < 64; ++bit)
                    sums[bit] += static_cast<std::uint32_t>(digits_[digit] >> bit & 1U) << digit;
    }

  private:
    static std::uint64_t sum_of(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t& carry) {
        carry = (a & b) | ((a ^ b) & c);
        return a ^ b ^ c;
    }

    std::array<std::uint64_t, 32> digits_{};
};

/// Of one thread: along the words that begin with some letters.
class pair_walk {
  public:
    pair_walk(const word_set& words, const pair_kernels& kernels, const ball_shape& shape,
              std::span<std::uint32_t> counts)
        : words_(words), kernels_(kernels), shape_(shape), mismatches_(static_cast<unsigned>(shape.mismatches())),
          counts_(counts), front_(words.split().front), length_(words.length()), levels_(length_ + 1) {}

    void walk(pair_chunk& chunk, std::uint64_t prefix, std::uint64_t letters) {
        chunk_ = &chunk;
        if (words_with(prefix, letters) == 0) return;
        for (std::uint64_t depth = 1; depth <= letters; ++depth) {
            const std::uint64_t letter = prefix >> 2 * (letters - depth) & 3U;
            if (depth > 1) {
                follow(levels_[depth - 1], depth, letter);
                continue;
            }
            levels_[1].reserve(chunk.pairs());
            levels_[1].size = 0;
            for (pair_part& part : chunk.parts())
                levels_[1].size +=
                    kernels_.follow(part.pairs.rows(), part.pairs.size, shift_of(1), static_cast<std::uint32_t>(letter),
                                    levels_[1].rows().from(levels_[1].size));
        }
        descend(prefix, letters);
    }

  private:
    [[nodiscard]] unsigned shift_of(std::uint64_t depth) const { return static_cast<unsigned>(2 * (length_ - depth)); }

    void follow(pair_list& from, std::uint64_t depth, std::uint64_t letter) {
        pair_list& to = levels_[depth];
        to.reserve(from.size);
        to.size =
            kernels_.follow(from.rows(), from.size, shift_of(depth), static_cast<std::uint32_t>(letter), to.rows());
    }

    /// Words that begin with some letters, at most a whole front.
    [[nodiscard]] std::size_t words_with(std::uint64_t prefix, std::uint64_t depth) const {
        const std::uint64_t open = 2 * (front_ - depth);
        return words_.before((prefix + 1) << open) - words_.before(prefix << open);
    }

    void descend(std::uint64_t prefix, std::uint64_t depth) {
        pair_list& pairs = levels_[depth];
        const std::size_t words = words_with(prefix, depth);
        if (pairs.size == 0 || words == 0) return;
        const std::size_t most = pairs.size <= padding_of_pairs ? tuning::words_of_few_pairs : tuning::words_of_pairs;
        if (words <= most) return count(prefix, depth);
        if (depth == front_) return count_ends_of(prefix);
        for (std::uint64_t letter = 0; letter < 4; ++letter) {
            const std::uint64_t longer = prefix << 2U | letter;
            if (words_with(longer, depth + 1) == 0) continue;
            follow(pairs, depth + 1, letter);
            descend(longer, depth + 1);
        }
    }

    [[nodiscard]] std::uint32_t word_of(std::uint64_t front, std::uint64_t end) const {
        return static_cast<std::uint32_t>(front << 2 * (length_ - front_) | end);
    }

    /// Compares all pairs with each word.
    void count(std::uint64_t prefix, std::uint64_t depth) {
        pair_list& pairs = levels_[depth];
        near_.resize(std::max(near_.size(), pairs.size + padding_of_pairs));
        const std::uint64_t open = 2 * (front_ - depth);
        for (std::uint64_t front = prefix << open; front < (prefix + 1) << open; ++front)
            for (std::uint64_t ends = words_.ends(front); ends != 0; ends &= ends - 1) {
                const std::uint64_t end = base::lowest_one(ends);
                const std::uint32_t word = word_of(front, end);
                const std::size_t near = kernels_.near(pairs.rows(), pairs.size, word, mismatches_, near_.data());
                if (near > 0) counts_[words_.rank(front, end)] -= surplus(word, {near_.data(), near});
            }
    }

    /// Of each pair, all ends at once. Of the words of a sequence that are near, each but the last is the first one of
    /// a pair.
    void count_ends_of(std::uint64_t front) {
        pair_list& pairs = levels_[front_];
        const std::uint64_t* const near_ends = shape_.near_ends(0);
        const std::uint64_t row = shape_.mismatches() + 1;
        const std::uint64_t end_bits = base::low_bits<std::uint64_t>(static_cast<unsigned>(2 * (length_ - front_)));
        const std::uint64_t there = words_.ends(front);
        const pair_rows rows = pairs.rows();
        sets_.resize(std::max(sets_.size(), pairs.size + 1 + 8));
        std::size_t sets = 0; // of ends, one for each first word; the one at the beginning is none
        std::uint64_t before = ~std::uint64_t{0};
        for (std::size_t at = 0; at < pairs.size; ++at) {
            const std::uint32_t first = rows.first[at];
            const std::uint32_t second = rows.second[at];
            const std::uint32_t state = rows.state[at];
            const std::uint64_t near = near_ends[(first & end_bits) * row + (state & 15U)] &
                                       near_ends[(second & end_bits) * row + (state >> 5U & 15U)];
            const std::uint64_t now = std::uint64_t{state >> 16U} << 32U | first;
            const std::uint64_t others = now == before ? sets_[sets] : 0;
            sets += now == before ? 0U : 1U;
            sets_[sets] = near | others;
            before = now;
        }
        set_sum sum;
        std::array<std::uint32_t, 64> surpluses{};
        if (chunk_->has_ambiguous()) take_ambiguous(front, surpluses);
        sum.add(sets_.data() + 1, sets);
        sum.read(surpluses);
        std::size_t rank = words_.before(front);
        for (std::uint64_t ends = there; ends != 0; ends &= ends - 1)
            counts_[rank++] -= surpluses[base::lowest_one(ends)];
    }

    /// Adds what is too much of sequences with ambiguous letters, and takes their sets out.
    void take_ambiguous(std::uint64_t front, std::array<std::uint32_t, 64>& surpluses) {
        pair_list& pairs = levels_[front_];
        const pair_rows rows = pairs.rows();
        std::size_t set = 0;
        std::uint64_t near = 0;
        for (std::size_t at = 0; at < pairs.size; ++at) {
            const std::uint32_t sequence = rows.state[at] >> 16U;
            const bool is_new = at == 0 || rows.state[at - 1] >> 16U != sequence;
            if (is_new || rows.first[at - 1] != rows.first[at]) ++set;
            const ambiguous_sequence* const ambiguous = chunk_->ambiguous(sequence);
            if (ambiguous == nullptr) continue;
            near |= sets_[set]; // all that is near to any of its pairs, once
            sets_[set] = 0;
            if (at + 1 < pairs.size && rows.state[at + 1] >> 16U == sequence) continue;
            for (near &= words_.ends(front); near != 0; near &= near - 1)
                surpluses[base::lowest_one(near)] +=
                    ambiguous->surplus(word_of(front, base::lowest_one(near)), mismatches_);
        }
    }

    /// Of the sequences of the pairs that are near to a word: how many of its words are too many.
    [[nodiscard]] std::uint32_t surplus(std::uint32_t word, std::span<const std::uint32_t> near) const {
        std::uint32_t all = 0;
        for (std::size_t first = 0, last = 0; first < near.size(); first = last) {
            while (last < near.size() && near[last] == near[first])
                ++last;
            const ambiguous_sequence* const ambiguous =
                chunk_->has_ambiguous() ? chunk_->ambiguous(near[first]) : nullptr;
            if (ambiguous != nullptr)
                all += ambiguous->surplus(word, mismatches_);
            else
                all += last - first == 1 ? 1U : words_of(last - first) - 1;
        }
        return all;
    }
    /// n, of n (n - 1) / 2 pairs.
    [[nodiscard]] static std::uint32_t words_of(std::size_t pairs) {
        return static_cast<std::uint32_t>((std::sqrt(8.0 * static_cast<double>(pairs) + 1) + 1) / 2 + 0.5);
    }

    const word_set& words_;
    const pair_kernels& kernels_;
    const ball_shape& shape_;
    unsigned mismatches_;
    std::span<std::uint32_t> counts_;
    std::uint64_t front_;
    std::uint64_t length_;
    std::vector<pair_list> levels_; ///< by letters
    std::vector<std::uint32_t> near_;
    std::vector<std::uint64_t> sets_;
    pair_chunk* chunk_ = nullptr;
};

} // namespace

void walk_pairs(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                const word_set& words, std::span<std::uint32_t> counts) {
    const pair_kernels& kernels = pair_kernels_for(resources.vectors);
    const ball_shape shape(words.split(), given.mismatches);
    const unsigned threads = resources.workers.threads();
    const std::uint64_t letters_known =
        std::min<std::uint64_t>(letters_of_pair_task + (threads > threads_of_few_tasks ? 1 : 0), words.split().front);
    const std::uint64_t tasks = std::uint64_t{1} << 2 * letters_known;
    pair_chunk chunk(given, resources, letters, words, kernels);
    std::vector<pair_walk> walks(threads, pair_walk(words, kernels, shape, counts));
    for (std::uint64_t first = 0; first < given.sequences();) {
        first = chunk.read(first);
        resources.workers.run(tasks, {"counting", "parts", 0}, [&](std::size_t task, unsigned worker) -> std::uint64_t {
            walks[worker].walk(chunk, task, letters_known);
            return 0;
        });
    }
}

} // namespace concord::substring
