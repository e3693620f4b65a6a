// A length that some window reaches, found by growing a few words: where letters are frequent that stand in many
// sequences next to each other, windows are long. What is missed here is found by the climb, later.
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/frequent_words.hpp"
#include "problems/substring/variants/nucleotide_sets.hpp"
#include "problems/substring/variants/variant_search.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>

namespace concord::substring {
namespace {

constexpr std::uint64_t least_pieces_of_part = 16384; ///< that are worth a task

/// How many sequences of some blocks hold the words that begin at a start.
class prefix_grower {
  public:
    prefix_grower(const variant_problem& given, const variant_resources& resources, const word_letters& letters,
                  std::span<const lane_block> blocks)
        : given_(given), blocks_(blocks), grower_(given.of, resources.kernels, letters, given.allowed, false) {
        for (const lane_block& block : blocks)
            sequences_ += block.sequences;
    }

    /// Letters of the longest word from `start` on that `support` of the sequences hold.
    [[nodiscard]] std::uint64_t reach(std::uint64_t start, std::uint64_t support) {
        const piece& in = given_.of.piece_at(start);
        std::uint64_t most = in.first + in.length - start;
        holders_.assign(most + 1, 0);
        std::uint64_t left = sequences_;
        for (const lane_block& block : blocks_) {
            left -= block.sequences;
            word_rows word = grower_.begin(block);
            for (std::uint64_t length = 1; length <= most && word.holders > 0; ++length) {
                work_ += word.lanes * block.words * (given_.allowed.edits + 1);
                grower_.extend(0, word, given_.of.text()[start + length - 1], most - length);
                holders_[length] += word.holders;
                if (holders_[length] + left < support) break; // in no block is it more for a longer word
            }
            while (most > 0 && holders_[most] + left < support)
                --most;
        }
        return most;
    }
    [[nodiscard]] std::uint64_t work() const noexcept { return work_; }

  private:
    const variant_problem& given_;
    std::span<const lane_block> blocks_;
    word_grower grower_;
    std::uint64_t sequences_ = 0;
    std::uint64_t work_ = 0;
    std::vector<std::uint64_t> holders_; ///< by length
};

} // namespace

namespace {

/// The starts of words that may be most, where letters are sets: at most so many. What these letters match is near to
/// much by chance. Time O(letters).
window_starts ambiguous_places(const piece_collection& of, std::uint64_t length, std::size_t most) {
    std::array<std::uint64_t, letters_of_sets> more{}; // nucleotides beside one
    for (std::uint16_t each = plain_nucleotides + 1; each < letters_of_sets; ++each)
        more[each] = nucleotides_of_letter(each) - 1;
    const auto more_at = [&](std::uint64_t at) { return of.text()[at] < letters_of_sets ? more[of.text()[at]] : 0; };
    const auto for_each_word = [&](auto visit) { // visit(start, nucleotides beside one of each letter)
        for (const piece& one : of.pieces()) {
            std::uint64_t sum = 0;
            for (std::uint64_t at = one.first; !one.is_reverse && at < one.first + one.length; ++at) {
                sum += more_at(at);
                if (at + 1 < one.first + length) continue;
                visit(at + 1 - length, sum);
                sum -= more_at(at + 1 - length);
            }
        }
    };
    std::vector<std::uint64_t> words(plain_nucleotides * length + 1, 0); // by that sum
    for_each_word([&](std::uint64_t, std::uint64_t sum) { ++words[sum]; });
    std::uint64_t least = words.size() - 1;
    for (std::uint64_t taken = words[least]; least > 1 && taken + words[least - 1] <= most; taken += words[least])
        --least;
    window_starts places;
    while (least > 1 && words[least] == 0) // more than wanted have the next greatest
        --least;
    for_each_word([&](std::uint64_t start, std::uint64_t sum) {
        if (sum >= least && places.size() < most) places.push_back(start);
    });
    return places;
}

} // namespace

window_starts likely_starts(const piece_collection& of, runtime::thread_pool& workers, const find_frequent& frequent) {
    window_starts starts;
    const std::span<const piece> pieces = of.pieces();
    const runtime::equal_parts parts(workers, pieces.size(), least_pieces_of_part);
    std::vector<std::uint64_t> letters(parts.size() + 1, 0); // of the forward strand, before each part
    workers.run(parts.size(), [&](std::size_t part, unsigned) {
        std::uint64_t here = 0;
        for (std::uint64_t index = parts.first(part); index < parts.last(part); ++index)
            if (!pieces[index].is_reverse) here += pieces[index].length;
        letters[part + 1] = here;
    });
    std::partial_sum(letters.begin(), letters.end(), letters.begin());
    const std::uint64_t all = letters.back();
    const auto spread = [&](std::uint64_t count) {
        std::vector<window_starts> of_part(parts.size());
        workers.run(all == 0 ? 0 : parts.size(), [&](std::size_t part, unsigned) {
            std::uint64_t before = letters[part];
            std::uint64_t next = (before * count + all - 1) / all; // the first that is not before the part
            window_starts here;
            for (std::uint64_t index = parts.first(part); index < parts.last(part); ++index) {
                const piece& one = pieces[index];
                if (one.is_reverse) continue;
                for (; next < count && next * all / count < before + one.length; ++next)
                    here.push_back(one.first + next * all / count - before);
                before += one.length;
            }
            of_part[part] = std::move(here);
        });
        for (const window_starts& some : of_part)
            starts.insert(starts.end(), some.begin(), some.end());
    };
    if (all <= current_search_habits().starts_grown_at_once) {
        spread(all);
        return starts;
    }
    const double letters_that_differ = of.kinds() < 32 ? 4 : 20;
    const double distinct = std::log(static_cast<double>(of.text().size()) + 1) / std::log(letters_that_differ) + 1;
    const auto length = static_cast<std::uint64_t>(std::clamp(distinct, 4.0, 12.0));
    for (const std::uint64_t place : frequent(length, tuning::frequent_words)) {
        const std::uint64_t first = of.piece_at(place).first;
        for (std::uint64_t back = 0; back <= std::min(place - first, tuning::letters_before_frequent); back += 2)
            starts.push_back(place - back);
    }
    if (of.has_sets()) {
        const window_starts some = ambiguous_places(of, length, tuning::frequent_words);
        starts.insert(starts.end(), some.begin(), some.end());
    }
    spread(tuning::spread_starts);
    std::ranges::sort(starts);
    starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
    return starts;
}

namespace {

struct reach_of_start {
    std::uint64_t reach = 0;
    std::uint64_t start = 0;
};

/// Starts of words of these pieces that are longer than any that is known by more than a little. A word that begins
/// earlier reaches no further, so that a piece is read from its last start to its first:
///
///     piece     ...........[---- reaches here ----]......        what is to be longer by more than that little
///                    [----- longest -----|+]                     begins here or earlier
std::vector<reach_of_start> longer_words(const variant_problem& given, const variant_resources& resources,
                                         const word_letters& letters, std::span<const lane_block> blocks,
                                         std::uint64_t support, std::span<const piece* const> pieces,
                                         std::uint64_t known) {
    std::vector<reach_of_start> longer(pieces.size());
    std::atomic<std::uint64_t> longest = std::max(known, tuning::letters_of_long_reach);
    std::atomic<std::uint64_t> work = 0;
    resources.workers.run(pieces.size(), [&](std::size_t index, unsigned) {
        prefix_grower grower(given, resources, letters, blocks);
        const piece& in = *pieces[index];
        for (std::uint64_t end = in.first + in.length; work.load() < tuning::work_of_longer_words;) {
            const std::uint64_t least = longest.load();
            const std::uint64_t wanted = least + least / tuning::parts_of_longer_word + 1;
            if (end < in.first + wanted) return;
            const std::uint64_t start = end - wanted;
            const std::uint64_t before = grower.work();
            const std::uint64_t reach = grower.reach(start, support);
            work += grower.work() - before;
            if (reach > longer[index].reach) longer[index] = {reach, start};
            for (std::uint64_t other = least; other < reach && !longest.compare_exchange_weak(other, reach);) {
            }
            end = start + reach;
            resources.workers.check_cancelled();
        }
    });
    return longer;
}

/// The pieces of words, each once, in their order.
template <class Word>
std::vector<const piece*> pieces_of(const piece_collection& of, std::span<const Word> words) {
    std::vector<const piece*> pieces;
    for (const Word& each : words)
        if (const piece* const in = &of.piece_at(each.start); std::ranges::find(pieces, in) == pieces.end())
            pieces.push_back(in);
    return pieces;
}

} // namespace

std::uint64_t reached_length(const variant_problem& given, const variant_resources& resources,
                             const variant_lanes& lanes) {
    if (given.copies > 1) return 0;
    // So many that a word with the support is met in some of them.
    const std::uint64_t one_in =
        std::max<std::uint64_t>(1, std::min(given.support / tuning::wanted_counted_holders,
                                            given.of.sequences() / tuning::least_sequences_of_frequent_words));
    std::vector<stretch> likely; // longest first
    const window_starts starts =
        likely_starts(given.of, resources.workers, [&](std::uint64_t letters, std::size_t most) {
            frequent_words words(given.of, resources.workers, letters, one_in);
            likely = words.stretches(std::max<std::uint64_t>(1, given.support / one_in), letters * given.allowed.edits,
                                     tuning::pieces_of_longer_words);
            return words.take_places(most);
        });

    // A sample of the sequences shows which starts are the best ones.
    const std::uint64_t all = given.of.sequences();
    const std::uint64_t wanted = std::max<std::uint64_t>(current_search_habits().least_sampled,
                                                         tuning::wanted_sampled_holders * all / given.support);
    std::vector<lane_block> sample;
    std::uint64_t sampled = all;
    if (wanted * 4 < all) {
        std::vector<std::uint64_t> some(wanted);
        for (std::uint64_t index = 0; index < wanted; ++index)
            some[index] = index * all / wanted;
        sampled = wanted;
        sample = make_lane_blocks(given.of, lanes.letters, some, lanes.blocks.front().lanes * std::size_t{8},
                                  reading::forward, resources.workers);
    }
    const std::span<const lane_block> tried = sample.empty() ? std::span(lanes.blocks) : std::span(sample);
    const std::uint64_t support = std::max<std::uint64_t>(1, given.support * sampled / all);

    const auto longer_in = [&](std::span<const piece* const> pieces, std::uint64_t known) {
        return longer_words(given, resources, lanes.letters, tried, support, pieces, known);
    };
    const auto longest_of = [](std::span<const reach_of_start> words) {
        return words.empty() ? 0 : std::ranges::max(words, {}, &reach_of_start::reach).reach;
    };
    std::erase_if(likely, [](const stretch& each) { return each.length < tuning::letters_of_long_reach; });
    const std::vector<reach_of_start> long_ones = longer_in(pieces_of(given.of, std::span<const stretch>(likely)), 0);
    const std::uint64_t known = longest_of(long_ones);
    const std::uint64_t most_work = tuning::work_of_reach / (known > 0 ? tuning::less_work_of_reach : 1);
    std::vector<reach_of_start> reached(starts.size());
    std::atomic<std::uint64_t> work = 0;
    const std::size_t tasks = std::min<std::size_t>(starts.size(), 64);
    resources.workers.run(tasks, [&](std::size_t task, unsigned) {
        prefix_grower grower(given, resources, lanes.letters, tried);
        for (std::size_t index = task; index < starts.size(); index += tasks) {
            if (work.load() > most_work) return;
            const std::uint64_t before = grower.work();
            reached[index] = {grower.reach(starts[index], support), starts[index]};
            work += grower.work() - before;
            resources.workers.check_cancelled();
        }
    });
    std::ranges::sort(reached, std::greater<>(), &reach_of_start::reach);
    if (const std::uint64_t longest = longest_of(reached);
        longest > known && longest >= tuning::letters_of_long_reach) {
        const std::span<const reach_of_start> first =
            std::span<const reach_of_start>(reached).first(std::min(reached.size(), tuning::best_starts));
        const std::vector<reach_of_start> longer = longer_in(pieces_of(given.of, first), longest);
        reached.insert(reached.end(), longer.begin(), longer.end());
    }
    reached.insert(reached.end(), long_ones.begin(), long_ones.end());
    const std::size_t best = std::min(reached.size(), sample.empty() ? 1 : tuning::best_starts);
    std::ranges::partial_sort(reached, reached.begin() + static_cast<std::ptrdiff_t>(best), std::greater<>(),
                              &reach_of_start::reach);
    reached.resize(best);
    if (sample.empty()) return reached.empty() ? 0 : reached.front().reach;
    std::atomic<std::uint64_t> longest = 0;
    resources.workers.run(best, [&](std::size_t index, unsigned) {
        if (reached[index].reach == 0 || reached[index].reach + 2 < longest.load()) return;
        prefix_grower grower(given, resources, lanes.letters, lanes.blocks);
        const std::uint64_t reach = grower.reach(reached[index].start, given.support);
        for (std::uint64_t before = longest.load(); before < reach && !longest.compare_exchange_weak(before, reach);) {
        }
    });
    return longest;
}

std::vector<std::uint64_t> reaches_of(const variant_problem& given, const variant_resources& resources,
                                      const variant_lanes& lanes, const window_starts& starts) {
    std::vector<std::uint64_t> reaches(starts.size());
    resources.workers.run(starts.size(), [&](std::size_t index, unsigned) {
        prefix_grower grower(given, resources, lanes.letters, lanes.blocks);
        reaches[index] = grower.reach(starts[index], given.support);
        resources.workers.check_cancelled();
    });
    return reaches;
}

} // namespace concord::substring
