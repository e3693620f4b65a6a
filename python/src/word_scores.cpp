#include "word_scores.hpp"

#include "kept_scorer.hpp"
#include "lane_scores.hpp"
#include "lanes/word_block.hpp"
#include "mixed_words.hpp"
#include "runtime/thread_pool.hpp"
#include "score_table.hpp"
#include "simd/vector_target.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>

namespace concord::python {
namespace {

constexpr std::size_t texts_at_once = 4096; ///< of a task: some milliseconds

/// Texts that are compared with so many blocks of words.
void assign_for(score_metric metric, coded_texts& coded, const chosen_texts& texts, std::size_t blocks) {
    if (metric == score_metric::hamming) // no word goes further
        coded.assign(texts, lanes::longest_word);
    else
        coded.assign_where_they_lie(texts, blocks);
}

/// What a thread keeps from task to task.
template <class Number>
class worker {
  public:
    worker(const coded_texts& texts, const chosen_texts& words, const score_rule& rule,
           const lanes::lane_kernels& kernels, const lanes::score_kernels& of_scores)
        : texts_(texts), words_(words), rule_(rule), kernels_(kernels), table_(rule), direct_(rule, of_scores) {}

    void run(const block_words& task, std::span<const coded_texts::text> texts, std::size_t text_step, Number* to) {
        std::optional<lanes::word_block>& block = blocks_[task.lane_class];
        if (!block) {
            block.emplace(texts_.letters, task.lane_class);
            if (rule_.metric == score_metric::hamming && lanes::word_block::has_bytes(texts_.letters, task.lane_class))
                block->keep_bytes();
        }
        block->clear();
        for (const std::size_t index : task.indexes)
            block->add(words_.texts[index], index * words_.step);
        std::size_t length = texts.front().length + 1;
        bool all_known = false;
        bool are_beyond = false; // the cutoff, by their lengths alone
        Number beyond{};
        // Where many texts have the same length, to look scores up takes less time than to divide for each.
        const bool are_alike = are_many_alike(texts);
        const bool are_adjacent = words_.are_neighbours(task.indexes);
        const bool are_direct = lane_scores<Number>::are_of(rule_, texts.back().length) &&
                                (is_whole(rule_.kind) ? !lane_scores<Number>::is_narrow : !are_alike);
        const lanes::recurrence how = recurrence_of(rule_.metric);
        // Where a row takes so long that its stores can be foreseen: 64 letters by lcs take 0.84 of the time, shorter
        // ones 1.04, by osa 0.94.
        const bool are_awaited = has_changes(rule_.metric) || block->lanes() <= 16;
        const auto store = [&](auto found, Number* row) {
            if (are_direct) return direct_.store(*block, are_adjacent, found, row);
            const std::size_t* const places = block->indexes().data();
            if (all_known && are_adjacent && is_one_row_) {
                const Number* const scores = rows_.front();
                Number* const to_first = row + places[0];
                for (std::size_t lane = 0; lane < found.size(); ++lane)
                    to_first[lane] = scores[found[lane]];
                return;
            }
            if (all_known) {
                const Number* const* scores = rows_.data();
                for (std::size_t lane = 0; lane < found.size(); ++lane)
                    row[places[lane]] = scores[lane][found[lane]];
                return;
            }
            for (std::size_t lane = 0; lane < found.size(); ++lane)
                row[places[lane]] =
                    output_array::stored<Number>(score_from(rule_, length, block->lengths()[lane], found[lane]));
        };
        for_texts_of_one_length(texts, [&](std::span<const coded_texts::text> some) {
            if (some.front().length != length) {
                length = some.front().length;
                are_beyond = rule_.cutoff && are_all_beyond(*block, length);
                if (are_beyond)
                    beyond = output_array::stored<Number>(rule_.of(0, 0, no_distance));
                else if (are_direct)
                    direct_.begin(block->lengths(), length);
                else
                    all_known = find_rows(*block, length);
            }
            if (are_awaited)
                for (const coded_texts::text& text : some)
                    await_stores(*block, to + text.index * text_step);
            if (!are_beyond)
                return texts_.compare(*block, kernels_, how, some, [&](const coded_texts::text& text, auto found) {
                    store(found, to + text.index * text_step);
                });
            for (const coded_texts::text& text : some)
                for (const std::size_t place : block->indexes())
                    to[text.index * text_step + place] = beyond;
        });
    }

  private:
    /// Rows of scores are too far apart for the processor to foresee them: the lines are on their way while letters are
    /// compared.
    static void await_stores(const lanes::word_block& block, const Number* row) {
        __builtin_prefetch(row + block.indexes().front(), 1);
        __builtin_prefetch(row + block.indexes().back(), 1);
    }

    /// Whether there are many texts of each length: a block's rows of scores are found anew for each of the lengths.
    [[nodiscard]] static bool are_many_alike(std::span<const coded_texts::text> texts) {
        constexpr std::size_t many = 64;
        constexpr std::size_t many_of_length = 32;
        if (texts.size() < many) return false;
        std::size_t lengths = 1;
        for (std::size_t i = 1; i < texts.size(); ++i)
            lengths += static_cast<std::size_t>(texts[i].length != texts[i - 1].length);
        return texts.size() >= many_of_length * lengths;
    }

    /// Whether all words of a block are beyond the cutoff from texts of a length: the word that is nearest to it is.
    [[nodiscard]] bool are_all_beyond(const lanes::word_block& block, std::size_t length) const {
        const auto [least, most] = std::ranges::minmax(block.lengths());
        const std::size_t nearest = std::clamp<std::size_t>(length, least, most);
        return std::max(length, nearest) - std::min(length, nearest) > rule_.most_edits(length, nearest);
    }

    bool find_rows(const lanes::word_block& block, std::size_t length) {
        rows_.resize(block.size());
        for (std::size_t lane = 0; lane < block.size(); ++lane)
            rows_[lane] = table_.row(length, block.lengths()[lane]);
        is_one_row_ = std::ranges::all_of(rows_, [&](const Number* row) { return row == rows_.front(); });
        return std::ranges::none_of(rows_, [](const Number* row) { return row == nullptr; });
    }

    const coded_texts& texts_;
    const chosen_texts& words_;
    const score_rule& rule_;
    const lanes::lane_kernels& kernels_;
    score_table<Number> table_;
    lane_scores<Number> direct_;
    std::vector<const Number*> rows_; ///< of the lanes, for the length of the text
    bool is_one_row_ = false;         ///< all are the same
    std::array<std::optional<lanes::word_block>, lane_classes> blocks_;
};

/// Whether words are to be compared as mixed_words, where the letters of the texts are few.
template <class Number>
bool are_mixed(const chosen_texts& texts, const chosen_texts& words, const score_rule& rule) {
    if (rule.metric == score_metric::hamming) return false;
    if (!lane_scores<Number>::are_of(rule, texts.texts.longest())) return false;
    const auto length_of = [&](std::size_t index) { return words.texts[index].size(); };
    const auto [shortest, longest] = std::ranges::minmax(words.indexes, {}, length_of);
    // Blocks of one class lie in the order of their words, unless a cutoff has them in that of their lengths.
    if (rule.cutoff) return length_of(shortest) != length_of(longest);
    return lanes::lane_class(length_of(shortest)) != lanes::lane_class(length_of(longest));
}

template <class Number>
void score_mixed(const coded_texts& coded, std::size_t text_step, const chosen_texts& words, const score_rule& rule,
                 Number* to, const run_options& options) {
    using scorer = mixed_words<Number>;
    const simd::vector_target vectors = simd::choose_vectors(options.vectors);
    const lanes::lane_kernels& kernels = lanes::kernels_for(vectors);
    runtime::thread_pool pool(options);
    // To lay out the words of a tile takes about as long as to compare them with 20 texts.
    constexpr std::size_t fewest_texts = 64;
    constexpr std::size_t most_kept = 128; // letters: of a tile half a MiB
    const std::size_t texts_of_task =
        std::clamp(coded.texts.size() / (std::size_t{4} * pool.threads()) + 1, fewest_texts, texts_at_once);
    const std::size_t parts = (coded.texts.size() + texts_of_task - 1) / texts_of_task;
    const std::size_t tiles = (words.indexes.size() + scorer::most_words - 1) / scorer::most_words;
    std::vector<std::optional<kept_scorer<scorer>>> scorers(pool.threads());
    const std::uint64_t all = std::uint64_t{coded.texts.size()} * words.indexes.size();
    pool.run(tiles * parts, {.name = "words", .unit = "pairs", .total = all},
             [&](std::size_t task, unsigned thread) -> std::uint64_t {
                 if (!scorers[thread]) {
                     scorers[thread].emplace();
                     if (coded.letters.count() > most_kept) scorers[thread]->do_not_keep();
                     (*scorers[thread])->begin(coded, words, rule, kernels, lanes::score_kernels_for(vectors));
                 }
                 const auto some = [](const auto& list, std::size_t number, std::size_t most) {
                     const std::size_t first = number * most;
                     return std::span(list).subspan(first, std::min(most, list.size() - first));
                 };
                 const auto here = some(std::span(coded.texts), task % parts, texts_of_task);
                 const auto tile = some(std::span(words.indexes), task / parts, scorer::most_words);
                 (*scorers[thread])->run(tile, here, text_step, to);
                 return std::uint64_t{here.size()} * tile.size();
             });
}

/// Whether it takes less time to lay out the texts in lanes, and to take the letters of the words one by one.
bool are_better_swapped(const chosen_texts& texts, const chosen_texts& words, const score_rule& rule) {
    if (texts.texts.longest() > lanes::longest_word) return false;
    // A step of a kernel beside the letters that are laid out meanwhile.
    const double of_kernel = rule.metric == score_metric::osa ? 2.5 : has_changes(rule.metric) ? 1.5 : 0.8;
    return steps_in_lanes(texts, words, of_kernel) < steps_in_lanes(words, texts, of_kernel);
}

template <class Number>
void score_as(const chosen_texts& given_texts, const chosen_texts& given_words, const score_rule& rule, Number* to,
              const run_options& options) {
    const bool are_swapped = are_better_swapped(given_texts, given_words, rule);
    const chosen_texts& texts = are_swapped ? given_words : given_texts;
    const chosen_texts& words = are_swapped ? given_texts : given_words;
    const bool is_mixed = are_mixed<Number>(texts, words, rule);
    kept_scorer<coded_texts> kept;
    coded_texts& coded = *kept;
    if (is_mixed && recurrence_of(rule.metric) == lanes::recurrence::lcs)
        coded.assign_padded(texts);
    else if (is_mixed)
        coded.assign(texts);
    if (coded.is_large()) kept.do_not_keep();
    // More letters, and the blocks of a tile do not fit the cache; by lcs texts of similar lengths are worth it even
    // so.
    const std::size_t most_letters = has_changes(rule.metric) ? 256 : 512;
    if (is_mixed && coded.letters.count() <= most_letters)
        return score_mixed<Number>(coded, texts.step, words, rule, to, options);
    const words_in_blocks in_blocks(words, rule.cutoff.has_value());
    const std::vector<block_words>& blocks = in_blocks.blocks();
    if (!is_mixed) assign_for(rule.metric, coded, texts, blocks.size());
    if (coded.is_large()) kept.do_not_keep();
    const simd::vector_target vectors = simd::choose_vectors(options.vectors);
    const lanes::lane_kernels& kernels = lanes::kernels_for(vectors);
    const std::size_t parts = (coded.texts.size() + texts_at_once - 1) / texts_at_once;
    runtime::thread_pool pool(options);
    std::vector<std::unique_ptr<worker<Number>>> workers(pool.threads());
    const std::uint64_t all = std::uint64_t{coded.texts.size()} * words.indexes.size();
    pool.run(blocks.size() * parts, {.name = "words", .unit = "pairs", .total = all},
             [&](std::size_t task, unsigned thread) -> std::uint64_t {
                 std::unique_ptr<worker<Number>>& own = workers[thread];
                 if (!own)
                     own = std::make_unique<worker<Number>>(coded, words, rule, kernels,
                                                            lanes::score_kernels_for(vectors));
                 const std::size_t first = task % parts * texts_at_once;
                 const auto here =
                     std::span(coded.texts).subspan(first, std::min(texts_at_once, coded.texts.size() - first));
                 own->run(blocks[task / parts], here, texts.step, to);
                 return std::uint64_t{here.size()} * blocks[task / parts].indexes.size();
             });
}

/// The scores of texts and words of two lengths, which are those of the pair before in most cases.
class scores_of_lengths {
  public:
    explicit scores_of_lengths(const score_rule& rule) : rule_(rule) {}

    [[nodiscard]] double of(std::size_t n, std::size_t m, std::int64_t found) {
        if (n != n_ || m != m_) {
            n_ = n;
            m_ = m;
            known_ = {};
        }
        const auto at = static_cast<std::size_t>(found + std::int64_t{lanes::longest_word});
        if (!known_[at]) {
            scores_[at] = score_from(rule_, n, m, found);
            known_[at] = true;
        }
        return scores_[at];
    }

  private:
    static constexpr std::size_t numbers = 2 * lanes::longest_word + 1; ///< changes of the length, or letters
    const score_rule& rule_;
    std::size_t n_ = 0;
    std::size_t m_ = 0;
    std::bitset<numbers> known_;
    std::array<double, numbers> scores_; // those that are known
};

} // namespace

void score_words(const chosen_texts& texts, const chosen_texts& words, const score_rule& rule, const output_array& out,
                 const run_options& options) {
    if (texts.indexes.empty() || words.indexes.empty()) return;
    out.visit([&](auto* to) { score_as(texts, words, rule, to, options); });
}

void score_few_words(const chosen_texts& texts, const chosen_texts& words, const score_rule& rule,
                     const output_array& out) {
    auto& coded = own_of_thread<coded_texts>(); // to make them anew takes longer than to compare ten words
    auto& block = own_of_thread<lanes::word_block>();
    static const lanes::lane_kernels& kernels = lanes::kernels_for(simd::choose_vectors(vector_target::automatic));
    static const lanes::score_kernels& of_scores =
        lanes::score_kernels_for(simd::choose_vectors(vector_target::automatic));
    std::size_t longest = 0;
    for (const std::size_t index : words.indexes)
        longest = std::max(longest, words.texts[index].size());
    const unsigned lane_class = lanes::lane_class(longest);
    const std::size_t lanes = lanes::row_bytes >> lane_class;
    assign_for(rule.metric, coded, texts, (words.indexes.size() + lanes - 1) / lanes);
    for (std::size_t first = 0; first < words.indexes.size(); first += lanes) {
        block.begin(coded.letters, lane_class);
        for (std::size_t i = first; i < std::min(words.indexes.size(), first + lanes); ++i)
            block.add(words.texts[words.indexes[i]], words.indexes[i] * words.step);
        out.visit([&](auto* to) {
            using number = std::remove_pointer_t<decltype(to)>;
            const auto compare_all = [&](const auto& store) {
                for_texts_of_one_length(coded.texts, [&](std::span<const coded_texts::text> some) {
                    coded.compare(block, kernels, recurrence_of(rule.metric), some,
                                  [&](const coded_texts::text& text, auto found) {
                                      store(text, found, to + text.index * texts.step);
                                  });
                });
            };
            const std::size_t longest_text = coded.texts.empty() ? 0 : coded.texts.back().length;
            if (!lane_scores<number>::is_narrow && lane_scores<number>::are_of(rule, longest_text)) {
                lane_scores<number> scores(rule, of_scores);
                const bool are_adjacent = words.are_neighbours(block.indexes());
                std::size_t length = longest_text + 1;
                return compare_all([&](const coded_texts::text& text, auto found, number* row) {
                    if (text.length != length) scores.begin(block.lengths(), length = text.length);
                    scores.store(block, are_adjacent, found, row);
                });
            }
            scores_of_lengths scores(rule);
            compare_all([&](const coded_texts::text& text, auto found, number* row) {
                for (std::size_t lane = 0; lane < found.size(); ++lane)
                    row[block.indexes()[lane]] =
                        output_array::stored<number>(scores.of(text.length, block.lengths()[lane], found[lane]));
            });
        });
    }
}

} // namespace concord::python
