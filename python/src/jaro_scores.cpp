// Short words side by side (lanes/jaro_kernels.hpp).
#include "kept_scorer.hpp"
#include "lanes/jaro_kernels.hpp"
#include "lanes/word_block.hpp"
#include "runtime/thread_pool.hpp"
#include "simd/vector_target.hpp"
#include "similarity_tables.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace concord::python {
namespace {

constexpr std::size_t texts_of_task = 2048; ///< some milliseconds
constexpr std::size_t most_of_few = 256;    ///< pairs that are compared at once, without threads

/// part / whole at [whole][part], and 0 for parts of nothing.
using quotients = std::array<std::array<double, lanes::longest_word + 1>, lanes::longest_word + 1>;
constexpr quotients make_shares() {
    quotients made{};
    for (std::size_t whole = 1; whole < made.size(); ++whole)
        for (std::size_t part = 0; part <= whole; ++part)
            made[whole][part] = static_cast<double>(part) / static_cast<double>(whole);
    return made;
}
constexpr quotients shares = make_shares();

/// What of the rest a common prefix of so many letters adds.
constexpr std::array boosts{0.0, 0.1, 2 * 0.1, 3 * 0.1, 4 * 0.1};
static_assert(boosts.size() == lanes::longest_boosted_prefix + 1);

/// Words in as few blocks as hold them: longest ones first, unless one class of lanes holds them all in their order.
class jaro_blocks {
  public:
    /// `by_length`: words of a block have neighbouring lengths, in any case.
    jaro_blocks(const chosen_texts& words, bool by_length) : order_(words.indexes) {
        const auto length_of = [&](std::size_t index) { return words.texts[index].size(); };
        const auto [shortest, longest] = std::ranges::minmax(order_, {}, length_of);
        const unsigned greatest = lanes::lane_class(length_of(longest));
        const bool is_sorted = by_length || lanes::lane_class(length_of(shortest)) != greatest;
        if (is_sorted) std::ranges::stable_sort(order_, std::ranges::greater{}, length_of);
        for (std::size_t first = 0; first < order_.size();) {
            const unsigned lane_class = is_sorted ? lanes::lane_class(length_of(order_[first])) : greatest;
            const std::size_t count = std::min(lanes::row_bytes >> lane_class, order_.size() - first);
            blocks_.push_back({lane_class, std::span(order_).subspan(first, count)});
            first += count;
        }
    }
    jaro_blocks(const jaro_blocks&) = delete;
    jaro_blocks& operator=(const jaro_blocks&) = delete;

    [[nodiscard]] const std::vector<block_words>& blocks() const noexcept { return blocks_; }

  private:
    std::vector<std::size_t> order_;
    std::vector<block_words> blocks_;
};

/// What is compared, and how it is scored.
struct jaro_batch {
    const coded_texts& texts;
    const chosen_texts& words;
    std::size_t text_step;
    const similarity_rule& rule;
    double multiplier;
    const lanes::jaro_kernels& kernels;
};

/// What a thread keeps from task to task.
class jaro_worker {
  public:
    jaro_worker() { found_.resize(lanes::jaro_results); }

    template <class Number>
    void run(const jaro_batch& given, const block_words& task, std::span<const coded_texts::text> texts, Number* to) {
        block_.begin(given.texts.letters, task.lane_class);
        for (const std::size_t index : task.indexes)
            block_.add(given.words.texts[index], index * given.words.step);
        switch (task.lane_class) {
        case 0: return run_lanes<std::uint8_t>(given, texts, to);
        case 1: return run_lanes<std::uint16_t>(given, texts, to);
        case 2: return run_lanes<std::uint32_t>(given, texts, to);
        default: return run_lanes<std::uint64_t>(given, texts, to);
        }
    }

  private:
    template <class Word, class Number>
    void run_lanes(const jaro_batch& given, std::span<const coded_texts::text> texts, Number* to) {
        const std::size_t words = block_.size();
        std::size_t length = lanes::longest_word + 1;
        bool are_beyond = false; // the cutoff, by their lengths alone
        const auto beyond = output_array::stored<Number>(given.multiplier * given.rule.of_similarity(0));
        for (const coded_texts::text& text : texts) {
            Number* const column = to + text.index * given.text_step;
            if (text.length != length) {
                length = text.length;
                are_beyond = given.rule.cutoff && are_all_beyond(given.rule, length);
                make_windows<Word>(length);
            }
            if (are_beyond) {
                for (const std::size_t index : block_.indexes())
                    column[index] = beyond;
                continue;
            }
            given.kernels.kernel[std::countr_zero(sizeof(Word))](
                {block_.rows(), windows_.data(), windows_.data() + lanes::row_bytes, given.texts[text].data(), length,
                 words * sizeof(Word), taken_.data(), found_.data()});
            const auto* const matches = reinterpret_cast<const Word*>(found_.data());
            const auto* const in_order = reinterpret_cast<const Word*>(found_.data() + lanes::row_bytes);
            const auto* const prefixes = reinterpret_cast<const Word*>(found_.data() + 2 * lanes::row_bytes);
            const bool is_boosted = given.rule.metric == similarity_metric::jaro_winkler;
            const auto& of_text = shares[length];
            for (std::size_t i = 0; i < words; ++i) {
                const auto count = static_cast<std::size_t>(matches[i]);
                const std::size_t transpositions = (count - static_cast<std::size_t>(in_order[i])) / 2;
                const std::size_t word_length = block_.lengths()[i];
                double value =
                    (shares[word_length][count] + of_text[count] + shares[count][count - transpositions]) / 3.0;
                if (word_length + length == 0) value = 1;
                if (is_boosted) {
                    const auto prefix = static_cast<std::size_t>(prefixes[i]);
                    // A mask and not a branch, which of short words is taken or not by chance.
                    const std::size_t mask = std::size_t{0} - static_cast<std::size_t>(value > 0.7);
                    value = std::min(1.0, value + boosts[prefix & mask] * (1.0 - value));
                }
                column[block_.indexes()[i]] =
                    output_array::stored<Number>(given.multiplier * given.rule.of_similarity(value));
            }
        }
    }

    /// Whether all words of the block are less similar to texts of a length than the cutoff: the word of the nearest
    /// length is, even with all letters of the shorter one in order.
    [[nodiscard]] bool are_all_beyond(const similarity_rule& rule, std::size_t length) const {
        const auto [least, most] = std::ranges::minmax(block_.lengths());
        const std::size_t nearest = std::clamp<std::size_t>(length, least, most);
        if (nearest + length == 0) return false;
        const std::size_t shorter = std::min(nearest, length);
        double value = (shares[nearest][shorter] + shares[length][shorter] + 1) / 3;
        if (rule.metric == similarity_metric::jaro_winkler && value > 0.7) value += boosts.back() * (1 - value);
        constexpr double of_rounding = 1e-6;
        return value + of_rounding < rule.least_similarity();
    }

    /// How far letters of the words may be from those of a text: less than half the longer one.
    template <class Word>
    void make_windows(std::size_t length) {
        windows_.resize(2);
        taken_.resize(length);
        auto* const reaches = reinterpret_cast<Word*>(windows_.data());
        auto* const near = reaches + lanes::row_bytes / sizeof(Word);
        for (std::size_t i = 0; i < block_.size(); ++i) {
            const std::size_t half = std::max<std::size_t>(length, block_.lengths()[i]) / 2;
            const std::size_t reach = half > 0 ? half - 1 : 0;
            reaches[i] = static_cast<Word>(reach);
            near[i] = static_cast<Word>((std::uint64_t{2} << reach) - 1); // at most 32 bits
        }
    }

    lanes::word_block block_;
    lanes::aligned_rows windows_; ///< the rows reach and near of a task
    lanes::aligned_rows taken_;
    lanes::aligned_rows found_;
};

} // namespace

void score_jaro_words(const chosen_texts& words, const chosen_texts& texts, const similarity_rule& rule,
                      double multiplier, const output_array& out, const run_options& options) {
    // Whichever takes fewer steps: the similarity of two texts is that of the same in the other order.
    constexpr double of_kernel = 3;
    const bool are_swapped = steps_in_lanes(texts, words, of_kernel) < steps_in_lanes(words, texts, of_kernel);
    const chosen_texts& in_lanes = are_swapped ? texts : words;
    const chosen_texts& by_letters = are_swapped ? words : texts;
    const jaro_blocks in_blocks(in_lanes, rule.cutoff.has_value());
    const std::vector<block_words>& blocks = in_blocks.blocks();
    const lanes::jaro_kernels& kernels = lanes::jaro_kernels_for(simd::choose_vectors(options.vectors));
    const std::uint64_t all = std::uint64_t{texts.indexes.size()} * words.indexes.size();
    if (all <= most_of_few) {
        auto& coded = own_of_thread<coded_texts>(); // to make them anew takes longer than to compare ten words
        auto& worker = own_of_thread<jaro_worker>();
        coded.assign(by_letters);
        const jaro_batch given{coded, in_lanes, by_letters.step, rule, multiplier, kernels};
        for (const block_words& task : blocks)
            out.visit([&](auto* to) { worker.run(given, task, coded.texts, to); });
        return;
    }
    kept_scorer<coded_texts> kept;
    coded_texts& coded = *kept;
    coded.assign(by_letters);
    if (coded.is_large()) kept.do_not_keep();
    const jaro_batch given{coded, in_lanes, by_letters.step, rule, multiplier, kernels};
    const std::size_t parts = (coded.texts.size() + texts_of_task - 1) / texts_of_task;
    runtime::thread_pool pool(options);
    std::vector<std::unique_ptr<jaro_worker>> workers(pool.threads());
    pool.run(blocks.size() * parts, {.name = "words", .unit = "pairs", .total = all},
             [&](std::size_t task, unsigned thread) -> std::uint64_t {
                 if (!workers[thread]) workers[thread] = std::make_unique<jaro_worker>();
                 const std::size_t first = task % parts * texts_of_task;
                 const auto here =
                     std::span(coded.texts).subspan(first, std::min(texts_of_task, coded.texts.size() - first));
                 out.visit([&](auto* to) { workers[thread]->run(given, blocks[task / parts], here, to); });
                 return std::uint64_t{here.size()} * blocks[task / parts].indexes.size();
             });
}

} // namespace concord::python
