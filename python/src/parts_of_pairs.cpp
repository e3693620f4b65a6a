#include "parts_of_pairs.hpp"

#include "fuzz/common_ends.hpp"
#include "kept_scorer.hpp"
#include "parts_in_lanes.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

namespace concord::python {
namespace {

constexpr std::size_t pairs_at_once = 4096; ///< some milliseconds; more fill more lanes

/// Copies of texts, one after the other: none is moved later.
template <class Letter>
class text_pool {
  public:
    [[nodiscard]] symbol_view keep(std::span<const Letter> text) {
        constexpr std::size_t letters_at_once = 1U << 14U;
        while (used_ < blocks_.size() && blocks_[used_].capacity() - blocks_[used_].size() < text.size())
            ++used_;
        if (used_ == blocks_.size()) blocks_.emplace_back().reserve(std::max(letters_at_once, text.size()));
        std::vector<Letter>& into = blocks_[used_];
        into.insert(into.end(), text.begin(), text.end());
        return symbol_view(std::span<const Letter>(into).last(text.size()));
    }
    void clear() {
        for (std::vector<Letter>& block : blocks_)
            block.clear();
        used_ = 0;
    }
    [[nodiscard]] std::size_t capacity() const { ///< letters
        std::size_t letters = 0;
        for (const std::vector<Letter>& block : blocks_)
            letters += block.capacity();
        return letters;
    }

  private:
    std::vector<std::vector<Letter>> blocks_;
    std::size_t used_ = 0; ///< the one that is being filled
};

/// What a thread keeps from task to task.
class pair_worker {
  public:
    /// To be called before score().
    void begin(fuzz::ratio_kind kind, double cutoff) {
        kind_ = kind;
        cutoff_ = cutoff;
        scores_.begin(cutoff);
    }
    [[nodiscard]] std::size_t letters() const { return narrow_.capacity() + wide_.capacity(); } ///< of its copies

    /// take(index, score) of the pairs from `first` to before `end`.
    template <class Take>
    void score(const held_texts& a, const held_texts& b, std::size_t first, std::size_t end, const Take& take) {
        narrow_.clear();
        wide_.clear();
        waiting_.clear();
        for (std::size_t i = first; i < end; ++i) {
            if (a.is_missing_at(i) || b.is_missing_at(i))
                take(i, 0);
            else if (kind_ == fuzz::ratio_kind::partial_ratio)
                wait_or_score(a[i], b[i], i, take);
            else
                prepare(a[i], b[i], i, take);
        }
        std::ranges::sort(waiting_, {}, [](const pair& one) { return std::tuple(one.word, one.text, one.index); });
        for (std::size_t begin = 0, past = 0; begin < waiting_.size(); begin = past) {
            while (past < waiting_.size() && waiting_[past].word == waiting_[begin].word &&
                   waiting_[past].text == waiting_[begin].text)
                ++past;
            score_alike(std::span(waiting_).subspan(begin, past - begin), take);
        }
    }

  private:
    struct pair {
        std::size_t word; ///< letters of the shorter one
        std::size_t text; ///< padded_length()
        std::size_t index;
        symbol_view own;
        symbol_view other;
    };

    template <class Take>
    void wait_or_score(const symbol_view& own, const symbol_view& other, std::size_t index, const Take& take) {
        const std::size_t word = std::min(own.size(), other.size());
        const std::size_t text = std::max(own.size(), other.size());
        if (word > 0 && word == text && fuzz::are_equal(own, other)) return take(index, 100);
        if (word > 0 && word <= lanes::longest_word && text <= longest_text_of_parts)
            waiting_.push_back({word, padded_length(word, text), index, own, other});
        else
            take(index, score_of(own, other));
    }

    /// The texts that a ratio of words searches.
    template <class Take>
    void prepare(const symbol_view& own, const symbol_view& other, std::size_t index, const Take& take) {
        words_.assign(kind_, own);
        words_.texts_of(other, cutoff_, [&](const auto& found) {
            if (found.is_known) return take(index, found.score);
            if constexpr (sizeof(found.own[0]) == 1)
                wait_or_score(narrow_.keep(found.own), narrow_.keep(found.other), index, take);
            else
                wait_or_score(wide_.keep(found.own), wide_.keep(found.other), index, take);
        });
    }

    [[nodiscard]] double score_of(const symbol_view& own, const symbol_view& other) {
        parts_.assign(fuzz::ratio_kind::partial_ratio, own);
        return parts_.score(other, cutoff_);
    }

    /// Pairs of one block or more.
    template <class Take>
    void score_alike(std::span<const pair> pairs, const Take& take) {
        const std::size_t fewest = pairs[0].word == pairs[0].text ? 2 : 4; // for fewer, a block takes longer
        if (pairs.size() < fewest) {
            for (const pair& one : pairs)
                take(one.index, score_of(one.own, one.other));
            return;
        }
        block_.begin(pairs[0].word, pairs[0].text);
        for (const pair& one : pairs) {
            parts_.assign(fuzz::ratio_kind::partial_ratio, one.own);
            parts_.search_of(one.other, cutoff_, lanes::longest_word, longest_text_of_parts,
                             [&](const auto& search) { add_search(block_, search, one.index); });
            if (block_.is_full()) scores_.settle(block_, take);
        }
        scores_.settle(block_, take);
    }

    fuzz::ratio_kind kind_ = fuzz::ratio_kind::partial_ratio;
    double cutoff_ = 0;
    fuzz::text_scorer words_; ///< of the ratio
    fuzz::text_scorer parts_;
    text_pool<std::uint8_t> narrow_;
    text_pool<std::uint32_t> wide_;
    std::vector<pair> waiting_;
    part_block block_;
    part_scores scores_;
};

} // namespace

void score_pairs_of_parts(const batch& given, const held_texts& a, const held_texts& b, fuzz::ratio_kind kind,
                          double cutoff, double multiplier) {
    runtime::thread_pool pool(given.run.options());
    // To make one takes as long as to compare thirty pairs: one is kept from call to call.
    kept_scorer<pair_worker> kept;
    kept->begin(kind, cutoff);
    std::vector<std::unique_ptr<pair_worker>> others(pool.threads());
    pool.run((a.size() + pairs_at_once - 1) / pairs_at_once, {.name = "ratios", .unit = "pairs", .total = a.size()},
             [&](std::size_t task, unsigned thread) -> std::uint64_t {
                 if (thread > 0 && !others[thread]) {
                     others[thread] = std::make_unique<pair_worker>();
                     others[thread]->begin(kind, cutoff);
                 }
                 pair_worker& worker = thread > 0 ? *others[thread] : *kept;
                 const std::size_t first = task * pairs_at_once;
                 const std::size_t end = std::min(a.size(), first + pairs_at_once);
                 given.out.visit([&](auto* to) {
                     using number = std::remove_pointer_t<decltype(to)>;
                     worker.score(a, b, first, end, [&](std::size_t index, double score) {
                         to[index] = output_array::stored<number>(multiplier * score);
                     });
                 });
                 return end - first;
             });
    constexpr std::size_t most_kept = 1U << 12U; // letters of a text; and of all copies, some hundred kilobytes:
    constexpr std::size_t most_copied = 1U << 17U;
    if (std::max(a.longest(), b.longest()) > most_kept || kept->letters() > most_copied) kept.do_not_keep();
}

} // namespace concord::python
