// Distinct windows in all sequences: they are walked as a trie, so that what two of them begin with is compared once,
// and left as soon as too few sequences hold what they begin with.
//
// Sequences without number do not fit into a cache, so that block after block of them is walked. But a block does not
// tell what is left of a word in the others: words that few sequences hold would be walked to where none of a block
// does. So a sample proposes where the walks end. There the lanes of all blocks are put together, and walked on at
// once.
//
//     block 1  - A - C - G |            | few sequences, by the sample        From here on all lanes of a word are
//     block 2  - A - C - G |            | - A - C   too few: left             counted together.
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/diagonal_windows.hpp"
#include "problems/substring/variants/gathered_lanes.hpp"
#include "problems/substring/variants/variant_search.hpp"
#include "problems/substring/variants/window_trie.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <utility>

namespace concord::substring {
namespace {

/// A word in the lanes of several growers.
using words_in_parts = std::vector<word_rows>;

/// A node below which the lanes of all blocks are walked at once.
struct gathered_node {
    trie_range at;
    std::size_t lanes; ///< as the sample tells
};

/// One thread's walks.
class window_counter {
  public:
    window_counter(const variant_problem& given, const variant_resources& resources, const variant_lanes& lanes,
                   std::span<const lane_block> blocks, bool are_pieces, const window_trie& trie,
                   counted_classes& counted)
        : given_(given), resources_(resources), letters_(lanes.letters), blocks_(blocks),
          keeps_numbers_(are_pieces || given.copies > 1), trie_(trie), counted_(counted), of_block_(grower()),
          sample_(*std::ranges::max_element(blocks, {}, &lane_block::lanes)) {
        for (const lane_block& block : blocks)
            lanes_ += block.lanes;
        static_cast<void>(of_block_.begin(sample_));
        const std::size_t bytes = of_block_.rows_of_holder() * sizeof(std::uint64_t); // of a lane
        const std::uint64_t threads = resources.workers.threads();
        const std::uint64_t of_memory = resources.memory / 8 / threads / bytes;
        const std::uint64_t of_thread =
            std::clamp<std::uint64_t>(tuning::gathered_by_all / threads, 1, tuning::gathered_at_once);
        most_gathered_ = std::min(current_search_habits().lanes_walked_at_once * of_thread, of_memory);
    }

    /// The classes [first, last).
    void count(std::size_t first, std::size_t last) {
        const std::size_t at_once = current_search_habits().lanes_walked_at_once;
        if (lanes_ <= at_once) return count_together(first, last);
        few_lanes_ = std::clamp<std::size_t>(given_.support - given_.support / 4,
                                             std::min<std::size_t>(at_once, tuning::few_lanes), at_once);
        std::vector<gathered_node> nodes = proposed(first, last);
        for (std::size_t from = 0, to = 0; from < nodes.size(); from = to) {
            for (std::size_t gathered = 0; to < nodes.size() && (to == from || gathered < most_gathered_); ++to)
                gathered += nodes[to].lanes;
            count_gathered({nodes.data() + from, nodes.data() + to});
        }
    }

  private:
    [[nodiscard]] word_grower grower() const {
        return {given_.of, resources_.kernels, letters_, given_.allowed, keeps_numbers_};
    }

    /// All blocks, each with a grower.
    void count_together(std::size_t first, std::size_t last) {
        while (of_parts_.size() < blocks_.size())
            of_parts_.push_back(grower());
        words_in_parts words; // and a part for narrow lanes
        for (std::size_t index = 0; index < blocks_.size(); ++index)
            words.push_back(of_parts_[index].begin(blocks_[index]));
        add_narrow_part(words);
        supported_walk walk{*this};
        trie_.walk(walk, 0, words, {first, last, 0});
    }

    /// Where the walks of single blocks end.
    [[nodiscard]] std::vector<gathered_node> proposed(std::size_t first, std::size_t last) {
        word_rows word = of_block_.begin(sample_);
        proposing_walk walk{*this, lanes_ / sample_.lanes, {}};
        trie_.walk(walk, 0, word, {first, last, 0});
        return std::move(walk.nodes);
    }

    void count_gathered(std::span<const gathered_node> nodes) {
        gathered_.begin(nodes.size());
        for (const lane_block& block : blocks_) {
            word_rows word = of_block_.begin(block);
            gathering_walk walk{*this, nodes};
            trie_.walk(walk, 0, word, {nodes.front().at.first, nodes.back().at.last, 0});
        }
        supported_walk walk{*this};
        for (std::size_t index = 0; index < nodes.size(); ++index) {
            if (gathered_.holders(index) < given_.support) {
                leave(nodes[index].at);
                continue;
            }
            words_in_parts words = gathered_.together(index, of_parts_, [&] { return grower(); });
            add_narrow_part(words);
            trie_.walk(walk, 0, words, nodes[index].at);
        }
    }

    /// The last part, in which there are no lanes yet.
    void add_narrow_part(words_in_parts& words) {
        words.emplace_back();
        if (of_parts_.size() < words.size()) of_parts_.push_back(grower());
    }

    /// What a word that has become longer in this frame ends at is often a part of a lane: then that part is all that
    /// is walked on.
    void narrow(std::size_t frame, words_in_parts& words, const word_uses& uses) {
        if (words.back().lanes > 0 || uses.words() < current_search_habits().uses_of_narrow_lanes) return;
        bool are_any = false;
        for (std::size_t part = 0; part + 1 < words.size(); ++part) {
            if (words[part].holders == 0 || of_parts_[part].words() == 1) continue;
            if (!of_parts_[part].is_mostly_narrow(words[part], uses.letters_left)) return;
            are_any = true;
        }
        if (!are_any) return;
        if (narrow_.size() <= frame) narrow_.resize(frame + 1);
        if (!narrow_[frame]) narrow_[frame] = std::make_unique<narrow_lanes>();
        narrow_lanes& moved = *narrow_[frame];
        moved.clear();
        for (std::size_t part = 0; part + 1 < words.size(); ++part)
            of_parts_[part].move_narrow(frame, words[part], uses.letters_left, moved);
        if (moved.count > 0) words.back() = of_parts_[words.size() - 1].resume_narrow(moved);
    }

    struct proposing_walk {
        window_counter& in;
        std::size_t blocks; ///< for one of the sample
        std::vector<gathered_node> nodes;

        bool ends(const word_rows& word, const trie_range& at) {
            const std::size_t lanes = word.holders * blocks;
            if (lanes > in.few_lanes_ && at.depth < in.trie_.length()) return false;
            nodes.push_back({at, std::max(lanes, blocks)});
            return true;
        }
        void extend(std::size_t frame, word_rows& word, letter with, const word_uses& uses) {
            in.of_block_.extend(frame, word, with, uses.words());
            in.check_cancelled();
        }
    };

    struct gathering_walk {
        window_counter& in;
        std::span<const gathered_node> nodes;

        bool ends(const word_rows& word, const trie_range& at) {
            if (word.holders == 0) return true;
            // A range begins where one of the nodes does.
            const auto node =
                std::ranges::lower_bound(nodes, at.first, {}, [](const gathered_node& each) { return each.at.first; });
            if (node->at != at) return false;
            in.gathered_.add(static_cast<std::size_t>(node - nodes.begin()), in.of_block_, word);
            return true;
        }
        void extend(std::size_t frame, word_rows& word, letter with, const word_uses& uses) {
            in.of_block_.extend(frame, word, with, uses.words());
            in.check_cancelled();
        }
    };

    /// In all lanes: it goes on as long as a word has the support.
    struct supported_walk {
        window_counter& in;

        bool ends(const words_in_parts& words, const trie_range& at) {
            std::size_t holders = 0;
            for (const word_rows& word : words)
                holders += word.holders;
            if (holders < in.given_.support) {
                in.leave(at);
                return true;
            }
            if (at.depth < in.trie_.length()) return false;
            in.add(at.first, words, holders);
            return true;
        }
        void extend(std::size_t frame, words_in_parts& words, letter with, const word_uses& uses) {
            in.check_cancelled();
            std::size_t holders = 0;
            for (std::size_t part = 0; part < words.size(); ++part) {
                word_rows& word = words[part];
                if (word.holders > 0) word.holders = in.of_parts_[part].count(word, with);
                holders += word.holders;
            }
            if (holders < in.given_.support || (uses.letters_left == 0 && !in.keeps_numbers_))
                return; // its rows are of no use
            for (std::size_t part = 0; part < words.size(); ++part)
                if (words[part].holders > 0) in.of_parts_[part].extend_counted(frame, words[part], with, uses.words());
            in.narrow(frame, words, uses);
        }
    };

    void add(std::size_t index, const words_in_parts& words, std::uint64_t holders) {
        if (keeps_numbers_) {
            holders = 0;
            ++round_;
            last_round_.resize(given_.of.sequences(), 0);
            for (std::size_t part = 0; part < words.size(); ++part)
                if (words[part].holders > 0)
                    of_parts_[part].for_each_holder(words[part], [&](std::uint64_t sequence, std::size_t lane) {
                        if (std::exchange(last_round_[sequence], round_) == round_) return; // another piece holds it
                        if (given_.copies == 1 ||
                            lane_holds_copies(index, of_parts_[part], words[part], sequence, lane))
                            ++holders;
                    });
        }
        counted_.supports[index] = holders; // each class is one thread's
    }

    /// The ends of occurrences that do not overlap are as far apart as the shortest ones are long; and those that are
    /// as far apart as the longest ones are long do not, but for two that are on both strands. So most sequences need
    /// not be read again.
    [[nodiscard]] bool lane_holds_copies(std::size_t index, const word_grower& grower, const word_rows& word,
                                         std::uint64_t sequence, std::size_t lane) const {
        const std::uint64_t length = trie_.length();
        const std::uint64_t moved = given_.allowed.indels ? given_.allowed.edits : 0;
        if (length > given_.allowed.edits) {
            if (grower.count_ends(word, lane, length - moved, given_.copies) < given_.copies) return false;
            if (!given_.of.has_both_strands() &&
                grower.count_ends(word, lane, length + moved, given_.copies) == given_.copies)
                return true;
        }
        return holds_copies_by_rows(given_.of, sequence, trie_.letters(index), given_.allowed, given_.copies);
    }

    /// What these begin with has no support.
    void leave(const trie_range& at) {
        std::fill(counted_.dead.begin() + static_cast<std::ptrdiff_t>(at.first),
                  counted_.dead.begin() + static_cast<std::ptrdiff_t>(at.last), at.depth);
    }

    void check_cancelled() {
        if (++steps_ % 1024 == 0) resources_.workers.check_cancelled();
    }

    const variant_problem& given_;
    const variant_resources& resources_;
    const word_letters& letters_;
    std::span<const lane_block> blocks_;
    bool keeps_numbers_; ///< lanes that hold a word are asked for their sequences
    const window_trie& trie_;
    counted_classes& counted_;
    word_grower of_block_;
    const lane_block& sample_; ///< the largest block
    std::vector<word_grower> of_parts_;
    std::vector<std::unique_ptr<narrow_lanes>> narrow_; ///< of each frame
    gathered_lanes gathered_;
    std::size_t lanes_ = 0; ///< of all blocks
    std::size_t few_lanes_ = 0;
    std::size_t most_gathered_ = 0;
    std::uint64_t steps_ = 0;
    std::uint32_t round_ = 0;               ///< words that have been counted by sequences
    std::vector<std::uint32_t> last_round_; ///< by sequence
};

} // namespace

counted_classes count_windows(const variant_problem& given, const variant_resources& resources,
                              const variant_lanes& lanes, const window_classes& classes, std::uint64_t length) {
    counted_classes counted{std::vector<std::uint64_t>(classes.size(), 0),
                            std::vector<std::uint64_t>(classes.size(), length)};
    if (classes.size() == 0) return counted;
    const window_trie trie(given.of, classes, length);
    std::span<const lane_block> blocks = lanes.read(classes.direction);
    if (auto by_halves = count_by_halves(given, resources, lanes.letters, blocks, trie, classes.size()))
        return std::move(*by_halves);
    const bool are_pieces = !lanes.pieces_read(classes.direction).empty();
    if (are_pieces) blocks = lanes.pieces_read(classes.direction);
    const unsigned threads = resources.workers.threads();
    // Each task walks anew what its classes begin with: few of them are not worth many.
    const std::size_t most = threads == 1 ? 1 : std::size_t{8} * threads;
    const std::size_t tasks =
        std::min(classes.size(), std::clamp<std::size_t>(classes.size() / tuning::classes_of_task, threads, most));
    std::vector<std::unique_ptr<window_counter>> counters(threads);
    resources.workers.run(tasks, {"counting", "parts", tasks}, [&](std::size_t task, unsigned worker) {
        if (!counters[worker])
            counters[worker] =
                std::make_unique<window_counter>(given, resources, lanes, blocks, are_pieces, trie, counted);
        counters[worker]->count(task * classes.size() / tasks, (task + 1) * classes.size() / tasks);
        return std::uint64_t{1};
    });
    return counted;
}

counted_classes count_among(const variant_problem& given, const variant_resources& resources,
                            std::vector<lane_text> texts, const window_classes& classes, std::uint64_t length) {
    const variant_problem of_any{given.of, given.allowed, 1, given.min_length, 1};
    variant_lanes lanes{word_letters(given.of), {}, {}, {}, {}};
    std::vector<lane_block>& blocks = classes.direction == reading::forward ? lanes.blocks : lanes.backward;
    blocks = make_lane_blocks(given.of, lanes.letters, texts, current_search_habits().bytes_of_rows, classes.direction,
                              resources.workers);
    window_starts starts;
    for (std::size_t index = 0; index < classes.size(); ++index)
        starts.push_back(classes.representative(index));
    std::ranges::sort(starts);
    double letters = 0;
    for (const lane_text& each : texts)
        letters += static_cast<double>(each.length);
    const double along_diagonals = cost_along_diagonals(of_any, resources, spans_of(given.of, starts, length), length) *
                                   letters / static_cast<double>(std::max<std::size_t>(1, given.of.text().size()));
    if (std::isfinite(along_diagonals) && !blocks.empty() && classes.size() > 0 &&
        (current_search_habits().counts_along_diagonals ||
         along_diagonals < cost_in_lanes(of_any, resources, lanes.letters, blocks,
                                         window_trie(given.of, classes, length), classes.size())))
        return count_along_diagonals(of_any, resources, lanes.letters, std::move(texts), classes, length);
    return count_windows(of_any, resources, lanes, classes, length);
}

counted_classes count_among(const variant_problem& given, const variant_resources& resources,
                            std::span<const std::uint64_t> sequences, const window_classes& classes,
                            std::uint64_t length) {
    std::vector<lane_text> texts;
    texts.reserve(sequences.size());
    for (const std::uint64_t each : sequences)
        texts.push_back({each, given.of.text_first(each), given.of.text_length(each)});
    return count_among(given, resources, std::move(texts), classes, length);
}

} // namespace concord::substring
