#include "problems/substring/variants/diagonal_windows.hpp"

#include "problems/substring/cpu/growth/growth_kernels.hpp"
#include "problems/substring/cpu/scan/diagonal_kernels.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/cost_tuning.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace concord::substring {
namespace {

constexpr std::uint64_t letters_of_lane_word = 64;

std::uint64_t words_of_lane(std::uint64_t letters) {
    return (letters + letters_of_lane_word - 1) / letters_of_lane_word;
}

/// Some texts of equally many words, side by side.
struct text_block {
    lane_rows rows; ///< of each letter: where it matches
    lane_rows ends; ///< of windows
    std::size_t lanes = 0;
    std::size_t texts = 0;
    unsigned words = 0;
};

class text_blocks {
  public:
    text_blocks(const piece_collection& of, std::vector<lane_text> texts, const word_letters& letters,
                std::uint64_t length, runtime::thread_pool& workers)
        : of_(of), letters_(letters), length_(length) {
        std::erase_if(texts, [&](const lane_text& each) { return each.length < length; });
        const auto words_of = [](const lane_text& each) { return words_of_lane(each.length); };
        std::ranges::stable_sort(texts, {}, words_of);
        std::vector<std::size_t> first_of; // of each block, in these
        for (std::size_t first = 0; first < texts.size();) {
            const std::uint64_t words = words_of(texts[first]);
            const std::size_t most = std::max<std::size_t>(growth_padding, tuning::words_of_diagonals / words /
                                                                               growth_padding * growth_padding);
            std::size_t last = first;
            while (last < texts.size() && last - first < most && words_of(texts[last]) == words)
                ++last;
            text_block& block = blocks_.emplace_back();
            block.words = static_cast<unsigned>(words);
            block.texts = last - first;
            block.lanes = (block.texts + growth_padding - 1) / growth_padding * growth_padding;
            first_of.push_back(first);
            first = last;
        }
        // The letters of words that each letter of the text matches, by their indices.
        matching_.resize(of.kinds());
        for (std::size_t kind = 0; kind < matching_.size(); ++kind)
            for (std::size_t index = 0; index < letters.size(); ++index)
                if (of.match(letters.all()[index], static_cast<letter>(kind))) matching_[kind].push_back(index);
        workers.run(blocks_.size(), [&](std::size_t index, unsigned) {
            text_block& block = blocks_[index];
            block.rows.resize(letters.size() * block.words * block.lanes, 0);
            block.ends.resize(block.words * block.lanes, 0);
            for (std::size_t lane = 0; lane < block.texts; ++lane)
                fill(block, lane, texts[first_of[index] + lane]);
        });
        for (const text_block& block : blocks_)
            texts_ += block.texts;
    }

    [[nodiscard]] const std::vector<text_block>& all() const noexcept { return blocks_; }
    [[nodiscard]] std::uint64_t texts() const noexcept { return texts_; }

  private:
    void fill(text_block& block, std::size_t lane, const lane_text& one) const {
        const std::span<const letter> text = of_.letters(one.first, one.length);
        for (std::uint64_t at = 0; at < text.size(); ++at) {
            if (text[at] == piece_collection::barrier) continue;
            const std::uint64_t bit = std::uint64_t{1} << at % letters_of_lane_word;
            for (const std::size_t index : matching_[text[at]])
                block.rows[(index * block.words + at / letters_of_lane_word) * block.lanes + lane] |= bit;
        }
        for (const piece& in : of_.pieces(one.sequence)) {
            const std::uint64_t last = std::min(in.first + in.length, one.first + one.length);
            for (std::uint64_t end = std::max(in.first, one.first) + length_; end <= last; ++end) {
                const std::uint64_t at = end - 1 - one.first;
                block.ends[at / letters_of_lane_word * block.lanes + lane] |= std::uint64_t{1}
                                                                              << at % letters_of_lane_word;
            }
        }
    }

    const piece_collection& of_;
    const word_letters& letters_;
    std::uint64_t length_;
    std::vector<std::vector<std::size_t>> matching_;
    std::vector<text_block> blocks_;
    std::uint64_t texts_ = 0;
};

/// A span whose windows are being counted.
struct counted_window_span {
    window_span at;
    std::vector<std::uint8_t> letters;
    std::vector<std::uint64_t> supports; ///< by start
    bool may_have_support = true;
};

} // namespace

std::vector<window_span> spans_of(const piece_collection& of, const window_starts& starts, std::uint64_t length) {
    std::vector<window_span> spans;
    for (std::size_t first = 0, last = 0; first < starts.size(); first = last) {
        const piece& in = of.piece_at(starts[first]);
        do {
            ++last;
        } while (last < starts.size() && starts[last] < in.first + in.length &&
                 starts[last] <= starts[last - 1] + length); // else to begin anew takes less than what lies between
        spans.push_back({starts[first], starts[last - 1] + length - starts[first]});
    }
    return spans;
}

double cost_along_diagonals(const variant_problem& given, const variant_resources& resources,
                            const std::vector<window_span>& spans, std::uint64_t length) {
    constexpr double no_way = std::numeric_limits<double>::infinity();
    const piece_collection& of = given.of;
    if (given.allowed.indels || given.copies > 1 || length == 0 || length > most_diagonal_letters ||
        of.kinds() > tuning::most_kinds_on_diagonals + 1 ||
        planes_of_diagonals(length, given.allowed.edits) > most_diagonal_planes)
        return no_way;
    double words = 0;
    std::uint64_t most = 0; // of a sequence
    for (std::uint64_t sequence = 0; sequence < of.sequences(); ++sequence) {
        const std::uint64_t here = words_of_lane(of.text_length(sequence));
        words += static_cast<double>(here);
        most = std::max(most, here);
    }
    const double bytes = words * sizeof(std::uint64_t) * static_cast<double>(of.kinds() + 1);
    if (most > tuning::most_words_on_diagonals || bytes > static_cast<double>(resources.memory) / 4) return no_way;
    double letters = 0;
    double steps = 0;
    for (const window_span& each : spans) {
        letters += static_cast<double>(each.length);
        steps += static_cast<double>(steps_of_diagonals(each.length, length, given.allowed.edits));
    }
    return tuning::time_of_diagonals *
           (words * steps * tuning::cost_of_diagonal_step +
            static_cast<double>(of.sequences()) * letters * tuning::cost_of_diagonal_letter);
}

counted_classes count_along_diagonals(const variant_problem& given, const variant_resources& resources,
                                      const word_letters& letters, std::vector<lane_text> texts,
                                      const window_classes& classes, std::uint64_t length) {
    const piece_collection& of = given.of;
    std::vector<std::pair<std::uint64_t, std::size_t>> asked; // a window of each class
    window_starts starts;
    for (std::size_t index = 0; index < classes.size(); ++index)
        asked.emplace_back(classes.representative(index), index);
    std::ranges::sort(asked);
    for (const auto& [start, index] : asked)
        starts.push_back(start);
    const std::vector<window_span> spans = spans_of(of, starts, length);
    resources.notes.push_back("counted along diagonals: windows of " + std::to_string(length) + " letters in " +
                              std::to_string(spans.size()) + " pieces");
    const text_blocks blocks(of, std::move(texts), letters, length, resources.workers);
    counted_classes counted{std::vector<std::uint64_t>(classes.size(), 0),
                            std::vector<std::uint64_t>(classes.size(), length)};
    const diagonal_kernels& kernels = diagonal_kernels_for(simd::choose_vectors(resources.workers.options().vectors));
    const std::uint64_t each =
        std::clamp<std::uint64_t>(spans.size() / resources.workers.threads() / 4, tuning::least_sources_of_diagonals,
                                  tuning::sources_of_diagonals);
    const std::uint64_t tasks = (spans.size() + each - 1) / each;
    resources.workers.run(tasks, {"counting", "parts", tasks}, [&](std::size_t task, unsigned) {
        const std::size_t last_span = std::min<std::size_t>((task + 1) * each, spans.size());
        const auto first_asked =
            static_cast<std::size_t>(std::ranges::lower_bound(starts, spans[task * each].first) - starts.begin());
        std::vector<counted_window_span> group;
        std::size_t most = 0;
        for (std::size_t index = task * each; index < last_span; ++index) {
            counted_window_span& one = group.emplace_back();
            one.at = spans[index];
            for (const letter with : of.letters(one.at.first, one.at.length))
                one.letters.push_back(static_cast<std::uint8_t>(letters.index(with)));
            one.supports.resize(one.at.length - length + 1, 0);
            most = std::max(most, one.letters.size());
        }
        // visit(span, start in it, class) of all windows that are asked about.
        const auto for_each_asked = [&](auto visit) {
            std::size_t at = first_asked;
            for (counted_window_span& one : group)
                for (; at < asked.size() && asked[at].first < one.at.first + one.at.length; ++at)
                    visit(one, asked[at].first - one.at.first, asked[at].second);
        };
        lane_rows scratch;
        std::vector<diagonal_source> sources;
        std::uint64_t rest = blocks.texts();
        for (const text_block& block : blocks.all()) {
            resources.workers.check_cancelled();
            rest -= block.texts;
            const diagonal_shape shape{.lanes = block.lanes,
                                       .stride = block.lanes,
                                       .words = block.words,
                                       .longest = std::size_t{sequence::letters_per_word} * block.words,
                                       .window = length,
                                       .mismatches = given.allowed.edits,
                                       .ends = block.ends.data(),
                                       .weights = nullptr,
                                       .rows = block.rows.data(),
                                       .letters = letters.size()};
            sources.clear();
            std::size_t all_letters = 0;
            for (counted_window_span& one : group) {
                if (!one.may_have_support) continue;
                sources.push_back({one.letters, one.supports.data()});
                all_letters += one.letters.size();
                one.may_have_support = false; // until one of its windows has enough so far
            }
            if (sources.empty()) break;
            const std::size_t needed = scratch_of_diagonals(shape.letters, shape.words, most, all_letters);
            if (scratch.size() < needed) scratch.resize(needed);
            kernels.count(shape, sources, scratch.data());
            for_each_asked([&](counted_window_span& one, std::uint64_t start, std::size_t) {
                one.may_have_support = one.may_have_support || one.supports[start] + rest >= given.support;
            });
        }
        for_each_asked([&](const counted_window_span& one, std::uint64_t start, std::size_t index) {
            if (one.may_have_support) counted.supports[index] = one.supports[start];
        });
        return std::uint64_t{1};
    });
    return counted;
}

} // namespace concord::substring
