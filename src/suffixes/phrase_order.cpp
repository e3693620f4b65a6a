// The order of the suffixes of a repetitive text by its phrases: those of the different phrases are sorted, which may
// be few, and those that begin with a phrase, which are fewer than all; the others follow.
#include "suffixes/phrase_dictionary.hpp"
#include "suffixes/phrase_merge.hpp"
#include "suffixes/phrase_parse.hpp"
#include "suffixes/phrase_ranks.hpp"
#include "suffixes/phrase_tuning.hpp"
#include "suffixes/sais_blocks.hpp"
#include "suffixes/stopped_text.hpp"
#include "suffixes/suffix_array.hpp"
#include "suffixes/text_windows.hpp"
#include "suffixes/tuning.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace concord::suffixes {
namespace {

constexpr std::uint64_t odd_multiplier = 0x9E3779B97F4A7C15U;

/// How many windows of a sample of the text begin phrases, as a multiple of what is expected.
double share_of_expected(const text_view& text, const phrase_windows& windows, std::uint64_t distance) {
    const unsigned behind = bits_per_word - windows.letters * text.bits;
    const std::uint64_t block = text.size / tuning::blocks_looked_at;
    const std::uint64_t each = std::min(block, tuning::windows_sampled_of_block);
    std::uint64_t found = 0;
    for (std::uint64_t nth = 0; nth < tuning::blocks_looked_at; ++nth)
        for_each_window(text, block * nth, block * nth + each, [&](std::uint64_t, std::uint64_t window) {
            found += windows.begins_phrase(window, behind) ? 1U : 0U;
        });
    return static_cast<double>(found * distance) / static_cast<double>(tuning::blocks_looked_at * each);
}

/// Windows of which the text has about as many as it should, or nothing.
std::optional<phrase_windows> chosen_windows(const text_view& text) {
    const unsigned letters =
        std::max(1U, std::min(tuning::letters_of_phrase_window, tuning::bits_of_phrase_window / text.bits));
    for (unsigned width = 1; width <= tuning::widths_of_phrase_window; ++width)
        for (std::uint64_t attempt = 0; attempt < tuning::attempts_of_phrase_windows; ++attempt) {
            const phrase_windows windows{std::min(width * letters, text.letters_per_window()),
                                         odd_multiplier * (2 * attempt + 1),
                                         ~std::uint64_t{0} / tuning::phrase_distance};
            const double share = share_of_expected(text, windows, tuning::phrase_distance);
            if (share * tuning::off_phrase_distance >= 1 && share <= tuning::off_phrase_distance) return windows;
        }
    return std::nullopt;
}

/// The letters of different phrases in a quarter of each of some blocks, as a share of these: about that of the whole
/// text where copies are as far apart as blocks, else more. Phrases of the whole text took 7 % of the time of induction
/// of 30 million letters of English, where they are not worth it.
template <class Position>
double share_in_part(const text_view& text, const phrase_windows& windows, runtime::thread_pool& workers) {
    using hashed = typename phrase_parse<Position>::hashed;
    const std::uint64_t block = text.size / tuning::blocks_looked_at / bits_per_word * bits_per_word;
    std::vector<hashed> found;
    for (std::uint64_t begin = 0; begin < block * tuning::blocks_looked_at; begin += block) {
        text_view part = text;
        part.letters += begin / bits_per_word * text.bits;
        part.cuts += begin / bits_per_word;
        part.size = block / tuning::of_block_looked_at;
        phrase_parse<Position>(part, windows, workers).add_hashed(found);
    }
    std::ranges::sort(found, {}, &hashed::hash);
    std::uint64_t all = 0;
    std::uint64_t different = 0;
    for (std::size_t at = 0; at < found.size(); ++at) {
        all += found[at].length;
        if (at == 0 || found[at].hash != found[at - 1].hash) different += found[at].length;
    }
    return all == 0 ? 0 : static_cast<double>(different) / static_cast<double>(all);
}

/// Whether sorting by these phrases takes no more memory than induced sorting.
template <class Position>
bool fits(const text_view& text, const text_view& dictionary, const phrase_parse<Position>& parse, unsigned threads) {
    constexpr bool wide = sizeof(Position) == 8;
    constexpr std::uint64_t position = sizeof(Position);
    const std::uint64_t sequences = stops_needed(text);
    const std::uint64_t phrases = parse.size() + sequences;
    const suffix_array_memory of_dictionary(dictionary, parse.different(), wide, threads);
    const std::uint64_t kept = phrases * (position + 4) + parse.different() * (2 * position + 20) +
                               dictionary.size / 8 * (dictionary.bits + 3);
    const std::uint64_t ordered = dictionary.size * (2 * position + 4);
    // Of the suffixes that begin with phrases: their letters, order, ranks, and what induced sorting takes.
    const std::uint64_t ranked = phrases * (3 * position + 48);
    const std::uint64_t merged = 2 * position * text.size + threads * phrases * (position + 4);
    return kept + std::max({of_dictionary.by_keys, of_dictionary.by_induction, ordered + ranked + merged}) <=
           suffix_array_memory(text, sequences, wide, threads).by_induction;
}

/// The names of different phrases in the order of these, and of each suffix of the dictionary the rank of its phrase.
template <class Position>
struct phrases_in_order {
    phrases_in_order(const phrase_dictionary<Position>& dictionary, std::span<const Position> order,
                     std::uint64_t different, runtime::thread_pool& workers)
        : rank_of(different), rank_of_suffix(order.size()) {
        const runtime::equal_parts parts(workers, order.size(), tuning::places_per_task);
        std::vector<std::uint32_t> begun(parts.size() + 1);
        workers.run(parts.size(), [&](std::size_t part, unsigned) {
            for (std::uint64_t at = parts.first(part); at < parts.last(part); ++at)
                begun[part + 1] += dictionary.view().is_cut(order[at]) ? 1U : 0U;
        });
        for (std::size_t part = 0; part < parts.size(); ++part)
            begun[part + 1] += begun[part];
        workers.run(parts.size(), [&](std::size_t part, unsigned) {
            std::uint32_t next = begun[part];
            for (std::uint64_t at = parts.first(part); at < parts.last(part); ++at) {
                const std::uint64_t name = dictionary.name_of(order[at]);
                rank_of_suffix[at] = static_cast<std::uint32_t>(name);
                if (dictionary.view().is_cut(order[at])) rank_of[name] = next++;
            }
        });
        runtime::for_parts(workers, order.size(), tuning::places_per_task,
                           [&](std::uint64_t first, std::uint64_t last) {
                               for (std::uint64_t at = first; at < last; ++at)
                                   rank_of_suffix[at] = rank_of[rank_of_suffix[at]];
                           });
    }

    runtime::far_array<std::uint32_t> rank_of; ///< of each name
    runtime::far_array<std::uint32_t> rank_of_suffix;
};

} // namespace

template <class Position>
std::optional<suffix_order<Position>> order_by_phrases(const text_view& text, const suffix_options& options,
                                                       runtime::thread_pool& workers, std::vector<std::string>& notes) {
    const bool is_forced = options.path == suffix_path::phrases;
    if (text.ambiguous != nullptr || text.size < (is_forced ? 1 : tuning::letters_worth_phrases)) return std::nullopt;
    const std::optional<phrase_windows> windows =
        is_forced ? phrase_windows{std::min(tuning::forced_letters_of_phrase_window, text.letters_per_window()),
                                   odd_multiplier, ~std::uint64_t{0} / tuning::forced_phrase_distance}
                  : chosen_windows(text);
    if (!windows) return std::nullopt;
    if (!is_forced && share_in_part<Position>(text, *windows, workers) > tuning::most_in_part) return std::nullopt;
    phrase_parse<Position> parse(text, *windows, workers);
    const auto most = static_cast<std::uint64_t>(tuning::most_of_phrases * static_cast<double>(text.size));
    constexpr std::uint64_t most_phrases = std::numeric_limits<std::int32_t>::max() / 4;
    if (parse.size() > most_phrases || (!is_forced && parse.size() > text.size / tuning::least_letters_of_phrase) ||
        (parse.estimate_different() > most && !is_forced))
        return std::nullopt;
    parse.name();
    const phrase_dictionary<Position> dictionary(text, parse, workers);
    if (!is_forced && (dictionary.view().size > most || !fits(text, dictionary.view(), parse, workers.threads())))
        return std::nullopt;
    std::vector<std::string> of_dictionary;
    suffix_options plain;
    plain.may_parse = false;
    suffix_order<Position> order = suffix_array<Position>(dictionary.view(), plain, workers, of_dictionary);
    if (order.prefixes.size() != order.suffixes.size())
        order.prefixes =
            prefixes_of<Position>(dictionary.view(), order.suffixes.view(), workers, std::move(order.preceding));
    const phrases_in_order<Position> in_order(dictionary, order.suffixes.view(), parse.different(), workers);
    const block_sizes sizes = options.least_in_block > 0 ? block_sizes{workers, options.least_in_block, 2}
                                                         : block_sizes{workers, tuning::least_in_block};
    const phrase_ranks<Position> ranks(
        text, parse, [&](std::uint64_t name) { return in_order.rank_of[name]; }, sizes);
    const runtime::far_array<ranked_phrase<Position>> phrases(parse.different());
    runtime::for_parts(
        workers, parse.different(), tuning::places_per_task, [&](std::uint64_t first, std::uint64_t last) {
            for (std::uint64_t name = first; name < last; ++name) {
                const std::uint32_t rank = in_order.rank_of[name];
                phrases[rank] = {static_cast<Position>(dictionary.end(name)),
                                 static_cast<Position>(dictionary.end(name) - dictionary.begin(name)),
                                 parse.is_last(parse.model(name)), static_cast<std::uint32_t>(ranks.first_with(rank)),
                                 static_cast<std::uint32_t>(ranks.last_with(rank))};
            }
        });
    suffix_order<Position> found;
    found.suffixes = runtime::far_array<Position>(text.size);
    found.prefixes = runtime::far_array<Position>(text.size);
    phrase_merge<Position>(order.suffixes.view(), order.prefixes.view(), in_order.rank_of_suffix.view(), phrases.view(),
                           ranks, parse.window_letters(), workers)
        .fill(found.suffixes.view(), found.prefixes.view());
    notes.push_back("suffix array of " + std::to_string(parse.size()) + " phrases, " +
                    std::to_string(parse.different()) + " different ones of " + std::to_string(dictionary.view().size) +
                    " letters: the text repeats itself");
    return found;
}

template std::optional<suffix_order<std::uint32_t>> order_by_phrases<std::uint32_t>(const text_view&,
                                                                                    const suffix_options&,
                                                                                    runtime::thread_pool&,
                                                                                    std::vector<std::string>&);
template std::optional<suffix_order<std::uint64_t>> order_by_phrases<std::uint64_t>(const text_view&,
                                                                                    const suffix_options&,
                                                                                    runtime::thread_pool&,
                                                                                    std::vector<std::string>&);

} // namespace concord::suffixes
