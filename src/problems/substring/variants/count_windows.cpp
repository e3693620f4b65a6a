// Distinct windows in all sequences: they are walked as a trie, so that what two of them begin with is compared once,
// and left as soon as too few sequences hold what they begin with.
//
// Sequences without number do not fit into a cache, so that block after block of them is walked. But a block does not
// tell what is left of a word in the others: words that few sequences hold would be walked to where none of a block
// does. So a sample proposes where the walks end. There the lanes of all blocks are put together, and walked on at
// once; but where the sample tells of fewer sequences than are wanted, which is nearly always so, they are only
// counted.
//
//     block 1  - A - C - G |            | few sequences, by the sample        From here on all lanes of a word are
//     block 2  - A - C - G |            | - A - C   too few: left             counted together.
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/gathered_lanes.hpp"
#include "problems/substring/variants/longer_windows.hpp"
#include "problems/substring/variants/variant_search.hpp"
#include "problems/substring/variants/window_trie.hpp"
#include "runtime/shared_ranges.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace concord::substring {
namespace {

/// A word in the lanes of several growers.
using words_in_parts = std::vector<word_rows>;

/// The indices of what a thread counts: classes, or nodes.
using indices_of_thread = runtime::shared_ranges::range;

/// A node at which the walks of single blocks end.
struct gathered_node {
    trie_range at;
    std::size_t lanes; ///< of all blocks, as the sample tells
};

/// What these classes begin with has no support.
void leave(const trie_range& at, counted_classes& counted) {
    std::fill(counted.dead.begin() + static_cast<std::ptrdiff_t>(at.first),
              counted.dead.begin() + static_cast<std::ptrdiff_t>(at.last), at.depth);
}

/// One thread's walks.
class window_counter {
  public:
    window_counter(const variant_problem& given, const variant_resources& resources, const variant_lanes& lanes,
                   std::span<const lane_block> blocks, bool are_pieces, const window_trie& trie,
                   const window_diagonals& diagonals, counted_classes& counted)
        : given_(given), resources_(resources), letters_(lanes.letters), blocks_(blocks), diagonals_(diagonals),
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
        const std::size_t at_once = current_search_habits().lanes_walked_at_once;
        most_gathered_ = std::min(at_once * of_thread, of_memory);
        few_lanes_ = std::clamp<std::size_t>(given_.support - given_.support / 4,
                                             std::min<std::size_t>(at_once, tuning::few_lanes), at_once);
    }

    /// These classes in all blocks at once, but for what is given to threads that have nothing left to do.
    void count_together(indices_of_thread& mine, runtime::shared_ranges& ranges) {
        while (of_parts_.size() < blocks_.size())
            of_parts_.push_back(grower());
        words_in_parts words; // and a part for narrow lanes
        for (std::size_t index = 0; index < blocks_.size(); ++index)
            words.push_back(of_parts_[index].begin(blocks_[index]));
        add_narrow_part(words);
        giving_walk walk{{*this}, mine, ranges};
        trie_.walk(walk, 0, words, {mine.first, mine.last, 0});
    }

    /// Where the walks of single blocks end that are of the classes [first, last).
    [[nodiscard]] std::vector<gathered_node> proposed(std::size_t first, std::size_t last) {
        word_rows word = of_block_.begin(sample_);
        proposing_walk walk{*this, lanes_ / sample_.lanes, {}};
        trie_.walk(walk, 0, word, {first, last, 0});
        return std::move(walk.nodes);
    }

    /// Adds the lanes of one block that hold each of these nodes. Other threads may do the same with other blocks.
    void count_in_block(std::span<const gathered_node> nodes, const lane_block& block, std::span<std::uint64_t> held) {
        word_rows word = of_block_.begin(block);
        const auto add = [&](std::size_t index, const word_rows& holding) {
            std::atomic_ref<std::uint64_t>(held[index]).fetch_add(holding.holders, std::memory_order_relaxed);
        };
        block_walk walk{*this, nodes, add};
        trie_.walk(walk, 0, word, {nodes.front().at.first, nodes.back().at.last, 0});
    }

    /// What is below some nodes, but for those that are given to other threads: their lanes are put together, as many
    /// as there is memory for at a time.
    void count_gathered(std::span<const gathered_node> all, indices_of_thread& mine, runtime::shared_ranges& ranges) {
        for (std::size_t from = mine.first, to = from; from < mine.last; from = to) {
            if (ranges.are_wanted() && mine.last - from > 1) ranges.give(mine, from + (mine.last - from + 1) / 2);
            for (std::size_t gathered = 0; to < mine.last && (to == from || gathered < most_gathered_); ++to)
                gathered += all[to].lanes;
            count_gathered(all.subspan(from, to - from));
        }
    }

  private:
    [[nodiscard]] word_grower grower() const {
        return {given_.of, resources_.kernels, letters_, given_.allowed, keeps_numbers_, diagonals_};
    }

    void count_gathered(std::span<const gathered_node> nodes) {
        gathered_.begin(nodes.size());
        for (const lane_block& block : blocks_) {
            word_rows word = of_block_.begin(block);
            const auto add = [&](std::size_t index, const word_rows& held) { gathered_.add(index, of_block_, held); };
            block_walk walk{*this, nodes, add};
            trie_.walk(walk, 0, word, {nodes.front().at.first, nodes.back().at.last, 0});
        }
        supported_walk walk{*this};
        for (std::size_t index = 0; index < nodes.size(); ++index) {
            if (gathered_.holders(index) < given_.support) {
                leave(nodes[index].at, counted_);
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

    /// To some of the nodes, in one block.
    template <class Add>
    struct block_walk {
        window_counter& in;
        std::span<const gathered_node> nodes;
        const Add& add;

        bool ends(const word_rows& word, const trie_range& at) {
            if (word.holders == 0) return true;
            auto node =
                std::ranges::lower_bound(nodes, at.first, {}, [](const gathered_node& each) { return each.at.first; });
            if (node == nodes.end() || node->at.first >= at.last) return true;
            if (node->at.depth > at.depth) return false;
            // Parts of the classes were walked apart, so that a node may be several.
            for (; node != nodes.end() && node->at.first < at.last; ++node)
                add(static_cast<std::size_t>(node - nodes.begin()), word);
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
                leave(at, in.counted_);
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

    /// The same, which gives the second half of the classes that are left to a thread that waits for some.
    struct giving_walk : supported_walk {
        indices_of_thread& mine;
        runtime::shared_ranges& ranges;

        bool ends(const words_in_parts& words, trie_range at) {
            if (at.first >= mine.last) return true;
            if (ranges.are_wanted() && mine.last - at.first > 1)
                ranges.give(mine, at.first + (mine.last - at.first + 1) / 2);
            at.last = std::min(at.last, mine.last);
            return supported_walk::ends(words, at);
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

    void check_cancelled() {
        if (++steps_ % 1024 == 0) resources_.workers.check_cancelled();
    }

    const variant_problem& given_;
    const variant_resources& resources_;
    const word_letters& letters_;
    std::span<const lane_block> blocks_;
    window_diagonals diagonals_;
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

using counter_of_worker = std::function<window_counter&(unsigned)>;

std::size_t lanes_of(const lane_block& block) { return block.lanes; }

/// More lanes than are walked at once: block by block to where few of them hold a word.
void count_by_blocks(const variant_problem& given, runtime::thread_pool& workers, std::span<const lane_block> blocks,
                     std::size_t classes, std::size_t parts, const counter_of_worker& counter_of,
                     counted_classes& counted) {
    std::vector<std::vector<gathered_node>> of_part(std::min(parts, classes));
    workers.run(of_part.size(), [&](std::size_t part, unsigned worker) {
        of_part[part] =
            counter_of(worker).proposed(part * classes / of_part.size(), (part + 1) * classes / of_part.size());
    });
    std::vector<gathered_node> walked_on;
    std::vector<gathered_node> counted_only; // as the sample tells, too few sequences hold these
    for (const std::vector<gathered_node>& nodes : of_part)
        for (const gathered_node& node : nodes)
            (node.lanes < given.support ? counted_only : walked_on).push_back(node);

    // Some nodes in a block are a task; each walks anew what its nodes begin with.
    const std::size_t threads = workers.threads();
    const std::size_t wanted = threads == 1 ? 1 : 4 * threads / blocks.size() + 1;
    const std::size_t chunks = std::min(counted_only.size(), wanted);
    std::vector<std::uint64_t> held(counted_only.size(), 0);
    const std::size_t tasks = chunks * blocks.size();
    workers.run(tasks, {"counting", "parts", tasks}, [&](std::size_t task, unsigned worker) {
        const std::size_t first = task % chunks * counted_only.size() / chunks;
        const std::size_t last = (task % chunks + 1) * counted_only.size() / chunks;
        counter_of(worker).count_in_block({counted_only.data() + first, last - first}, blocks[task / chunks],
                                          std::span(held).subspan(first, last - first));
        return std::uint64_t{1};
    });
    const std::size_t rated = walked_on.size();
    for (std::size_t index = 0; index < counted_only.size(); ++index)
        if (held[index] < given.support)
            leave(counted_only[index].at, counted);
        else
            walked_on.push_back({counted_only[index].at, held[index]});
    std::inplace_merge(walked_on.begin(), walked_on.begin() + static_cast<std::ptrdiff_t>(rated), walked_on.end(),
                       [](const gathered_node& a, const gathered_node& b) { return a.at.first < b.at.first; });
    runtime::shared_ranges ranges(walked_on.size(), parts);
    ranges.run(workers, {"counting", "words"}, [&](indices_of_thread& mine, unsigned worker) {
        counter_of(worker).count_gathered(walked_on, mine, ranges);
    });
}

} // namespace

counted_classes count_windows(const variant_problem& given, const variant_resources& resources,
                              const variant_lanes& lanes, const window_classes& classes, std::uint64_t length,
                              const ruled_out_windows& dead, const known_parts& parts_of_windows) {
    counted_classes counted{std::vector<std::uint64_t>(classes.size(), 0),
                            std::vector<std::uint64_t>(classes.size(), length)};
    if (classes.size() == 0) return counted;
    const window_trie trie(given.of, classes, length);
    std::span<const lane_block> blocks = lanes.read(classes.direction);
    if (auto by_halves =
            count_by_halves(given, resources, lanes.letters, blocks, trie, classes.size(), parts_of_windows))
        return std::move(*by_halves);
    const bool are_pieces = !lanes.pieces_read(classes.direction).empty();
    if (are_pieces) blocks = lanes.pieces_read(classes.direction);
    const window_diagonals diagonals =
        dead.before == ruled_out_windows::any ? window_diagonals{} : window_diagonals{length, dead.before};
    const unsigned threads = resources.workers.threads();
    std::vector<std::unique_ptr<window_counter>> counters(threads);
    const counter_of_worker counter_of = [&](unsigned worker) -> window_counter& {
        if (!counters[worker])
            counters[worker] =
                std::make_unique<window_counter>(given, resources, lanes, blocks, are_pieces, trie, diagonals, counted);
        return *counters[worker];
    };
    // Each range walks anew what its classes begin with: few of them are not worth many, and none is cut into more than
    // threads ask for.
    const std::size_t most = threads == 1 ? 1 : std::size_t{2} * threads;
    const std::size_t parts = std::clamp<std::size_t>(classes.size() / tuning::classes_of_task, threads, most);
    const std::size_t lanes_in_all =
        std::transform_reduce(blocks.begin(), blocks.end(), std::size_t{0}, std::plus<>(), lanes_of);
    if (lanes_in_all > current_search_habits().lanes_walked_at_once) {
        count_by_blocks(given, resources.workers, blocks, classes.size(), parts, counter_of, counted);
        return counted;
    }
    runtime::shared_ranges ranges(classes.size(), parts);
    ranges.run(resources.workers, {"counting", "words"},
               [&](indices_of_thread& mine, unsigned worker) { counter_of(worker).count_together(mine, ranges); });
    return counted;
}

} // namespace concord::substring
