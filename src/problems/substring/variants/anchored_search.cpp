// Windows of nucleotides with edits, counted by anchors: a sequence holds a word only near places where one of k + 1
// blocks of the word stands unchanged, and from each of these a kernel tells how far the word reaches (reach_kernels).
//
//   a piece     ...[GATTACAG]..[CCATGCAA].[TTGACCGT]....     k + 1 blocks of a window, the rarest ones
//                  |<------- no window is longer ------>|    each sequence: the furthest of what its anchors reach;
//                                                            the t-th furthest of these is how far the word has the
//                                                            support
//
// What a word reaches bounds all words that begin before it: a longer one would hold a longer one of it. So a piece is
// read from its last window to its first, and most windows are skipped.
#include "problems/substring/variants/anchored_search.hpp"
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/anchor_index.hpp"
#include "problems/substring/variants/variant_search.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>

namespace concord::substring {
namespace {

/// A window of `length` letters at a place of the text that so many sequences hold.
struct anchored_window {
    std::uint64_t start;
    std::uint64_t length;
    std::uint64_t support;
};

/// What is known of the longest windows, by all threads.
struct best_length {
    std::atomic<std::uint64_t> length;
    std::mutex adding;
    std::vector<anchored_window> windows;

    void add(const anchored_window& found) {
        const std::scoped_lock lock(adding);
        if (found.length < length) return;
        if (found.length > length) length = found.length;
        windows.push_back(found);
    }
};

/// Blocks of a word: where they begin in it, and what places of the text have them.
struct chosen_block {
    std::uint64_t offset;
    const anchor_index* index;
};
struct chosen_blocks {
    std::vector<chosen_block> each;
    std::uint64_t end = 0;    ///< of the last one
    std::uint64_t places = 0; ///< of all
};

/// Chooses the rarest blocks of windows, one piece after the other.
class block_chooser {
  public:
    block_chooser(std::span<const anchor_index> indexes, std::uint64_t blocks)
        : indexes_(indexes), blocks_(blocks), known_(indexes.size()) {}

    /// From now on windows of this piece: its words are looked up once.
    void enter(const piece& in) {
        first_ = in.first;
        for (std::vector<std::uint64_t>& known : known_)
            known.assign(in.length, unknown);
    }

    /// With a view to how many windows are skipped if the word comes to an end early. Time O(blocks length indexes).
    const chosen_blocks& choose(std::uint64_t start, std::uint64_t length) {
        const std::size_t width = length + 1;
        fewest_.assign((blocks_ + 1) * width, never);
        last_.assign((blocks_ + 1) * width, none);
        std::fill_n(fewest_.begin(), width, 0);
        for (std::uint64_t count = 1; count <= blocks_; ++count)
            for (std::uint64_t end = 1; end <= length; ++end) {
                std::uint64_t& fewest = fewest_[count * width + end];
                fewest = fewest_[count * width + end - 1];
                for (std::size_t index = 0; index < indexes_.size(); ++index) {
                    const std::uint64_t letters = indexes_[index].word_letters();
                    if (end < letters) continue;
                    const std::uint64_t before = fewest_[(count - 1) * width + end - letters];
                    if (before >= fewest) continue;
                    const std::uint64_t with = before + places_at(index, start + end - letters);
                    if (with >= fewest) continue;
                    fewest = with;
                    last_[count * width + end] = static_cast<std::uint8_t>(index);
                }
            }
        double least = std::numeric_limits<double>::infinity();
        for (std::uint64_t end = 1; end <= length; ++end) {
            const std::uint64_t places = fewest_[blocks_ * width + end];
            if (places == never) continue;
            const double cost = (static_cast<double>(places) + tuning::places_of_a_word) /
                                (1 + static_cast<double>(length - end) * tuning::skipped_by_ends);
            if (cost >= least) continue;
            least = cost;
            chosen_.end = end;
            chosen_.places = places;
        }
        chosen_.each.clear();
        for (std::uint64_t count = blocks_, end = chosen_.end; count > 0; --count) {
            while (last_[count * width + end] == none)
                --end;
            const anchor_index& index = indexes_[last_[count * width + end]];
            end -= index.word_letters();
            chosen_.each.push_back({end, &index});
        }
        return chosen_;
    }

  private:
    static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
    static constexpr std::uint64_t unknown = never;
    static constexpr std::uint8_t none = 0xFF;

    [[nodiscard]] std::uint64_t places_at(std::size_t index, std::uint64_t start) {
        std::uint64_t& known = known_[index][start - first_];
        if (known == unknown) known = indexes_[index].places(start).size();
        return known;
    }

    std::span<const anchor_index> indexes_;
    std::uint64_t blocks_;
    std::uint64_t first_ = 0;
    std::vector<std::vector<std::uint64_t>> known_; ///< by index and place in the piece: places of the word
    std::vector<std::uint64_t> fewest_;             ///< places of the rarest blocks, by their number and where they end
    std::vector<std::uint8_t> last_;                ///< index of the last of them, where it ends there
    chosen_blocks chosen_;
};

/// How far a word has the support.
struct word_reach {
    std::uint64_t length;  ///< letters; shorter than to the end of the blocks: at most that
    std::uint64_t support; ///< of so many letters
};

/// One thread's words.
class word_reacher {
  public:
    word_reacher(const variant_problem& given, const anchor_text& text, const reach_kernels& kernels)
        : given_(given), text_(text), kernels_(kernels), edits_(static_cast<unsigned>(given.allowed.edits)),
          seen_(given.of.pieces().size(), 0), furthest_(given.of.sequences(), 0), last_(given.of.sequences(), 0) {}

    /// Of the word at a place, up to the end of its piece, by these blocks.
    word_reach find(std::uint64_t start, const chosen_blocks& blocks) {
        const word_reach too_short{blocks.end - 1, 0};
        if (blocks.places < given_.support) return too_short;
        keep_near(start, blocks);
        if (kept_.size() < given_.support) return too_short;
        const piece& in = given_.of.piece_at(start);
        const reached_word word{text_.planes(), start + margin_of_planes, in.first + in.length - start};
        follow(word, blocks.end);
        if (holders_.size() < given_.support) return too_short;
        counts_.assign(word.length + 1, 0);
        for (const std::uint32_t sequence : holders_)
            ++counts_[furthest_[sequence]];
        std::uint64_t support = 0;
        for (std::uint64_t length = word.length; length >= blocks.end; --length)
            if (support += counts_[length]; support >= given_.support) return {length, support};
        return too_short;
    }

  private:
    struct kept_anchor {
        std::uint64_t place; ///< + margin_of_planes
        std::uint32_t piece;
    };
    static constexpr std::size_t at_once = 512;

    /// The anchors around which the letters up to the end of the blocks may occur: most are near something else.
    void keep_near(std::uint64_t start, const chosen_blocks& blocks) {
        ++round_;
        kept_.clear();
        const std::uint64_t part = std::min(blocks.end, letters_of_screen(edits_));
        screens_.clear();
        for (std::uint64_t offset : {std::uint64_t{0}, blocks.end - part, (blocks.end - part) / 2})
            if (std::ranges::find(screens_, offset, &part_of_word::offset) == screens_.end())
                screens_.push_back({offset, text_.word(start + offset, part)});
        for (const chosen_block& block : blocks.each) {
            const std::span<const std::uint32_t> found = block.index->places(start + block.offset);
            for (std::size_t first = 0; first < found.size(); first += at_once) {
                std::size_t count = std::min(at_once, found.size() - first);
                std::uint64_t moved = margin_of_planes - block.offset;
                for (std::size_t at = 0; at < count; ++at)
                    some_[at] = found[first + at] + static_cast<std::uint32_t>(moved + screens_.front().offset);
                for (std::size_t index = 0; index < screens_.size() && count > 0; ++index) {
                    if (index > 0)
                        for (std::size_t at = 0; at < count; ++at)
                            some_[at] +=
                                static_cast<std::uint32_t>(screens_[index].offset - screens_[index - 1].offset);
                    std::size_t padded = count;
                    for (; padded % (2 * anchors_at_once) != 0; ++padded)
                        some_[padded] = some_[0];
                    const std::size_t kept =
                        kernels_.screen(screens_[index].word, text_.letters(), edits_, some_.data(), padded);
                    count = std::min(kept, count); // copies of the first one are at the end
                }
                for (std::size_t at = 0; at < count; ++at) {
                    const std::uint64_t place = some_[at] - screens_.back().offset;
                    const std::uint32_t of_piece = text_.piece_of(place - moved);
                    const std::uint64_t mark = round_ << 33U | place;
                    if (seen_[of_piece] == mark) continue; // another block stands on the same diagonal
                    seen_[of_piece] = mark;
                    kept_.push_back({place, of_piece});
                }
            }
        }
    }

    /// The sequences in which the word reaches the end of its blocks, and how far.
    void follow(const reached_word& word, std::uint64_t blocks_end) {
        holders_.clear();
        for (std::size_t first = 0; first < kept_.size(); first += at_once) {
            const std::size_t count = std::min(at_once, kept_.size() - first);
            std::size_t padded = (count + anchors_at_once - 1) / anchors_at_once * anchors_at_once;
            for (std::size_t at = 0; at < padded; ++at) {
                const kept_anchor& anchor = kept_[first + std::min(at, count - 1)];
                const piece& in = given_.of.pieces()[anchor.piece];
                places_[at] = anchor.place;
                firsts_[at] = in.first + margin_of_planes;
                lasts_[at] = in.first + in.length + margin_of_planes;
            }
            kernels_.reaches(word, {places_.data(), firsts_.data(), lasts_.data(), padded}, edits_, reached_.data());
            for (std::size_t at = 0; at < count; ++at) {
                if (reached_[at] < blocks_end) continue;
                const std::uint64_t sequence = given_.of.pieces()[kept_[first + at].piece].sequence;
                if (last_[sequence] != round_) {
                    last_[sequence] = static_cast<std::uint32_t>(round_);
                    furthest_[sequence] = 0;
                    holders_.push_back(static_cast<std::uint32_t>(sequence));
                }
                furthest_[sequence] = std::max(furthest_[sequence], reached_[at]);
            }
        }
    }

    struct part_of_word {
        std::uint64_t offset;
        screened_word word;
    };

    const variant_problem& given_;
    const anchor_text& text_;
    const reach_kernels& kernels_;
    unsigned edits_;
    std::uint64_t round_ = 0;
    std::vector<std::uint64_t> seen_;     ///< by piece: round and place of the last anchor
    std::vector<std::uint64_t> furthest_; ///< by sequence
    std::vector<std::uint32_t> last_;     ///< by sequence: round
    std::vector<part_of_word> screens_;
    std::array<std::uint32_t, at_once> some_{};
    std::array<std::uint64_t, at_once> places_{};
    std::array<std::uint64_t, at_once> firsts_{};
    std::array<std::uint64_t, at_once> lasts_{};
    std::array<std::uint64_t, at_once> reached_{};
    std::vector<kept_anchor> kept_;
    std::vector<std::uint32_t> holders_;
    std::vector<std::uint64_t> counts_;
};

/// What a thread has.
struct thread_tools {
    block_chooser chooser;
    word_reacher reacher;
};

/// Nucleotides, insertions and deletions, few edits, one copy; windows with a letter for each block at least.
bool can_be_anchored(const variant_problem& given, std::uint64_t length) {
    const piece_collection& of = given.of;
    return given.allowed.indels && given.allowed.edits <= most_edits_of_reaches && !of.has_sets() && of.kinds() == 5 &&
           given.copies == 1 && given.support > 1 && length > given.allowed.edits &&
           of.text().size() < std::numeric_limits<std::uint32_t>::max() - 2 * margin_of_planes;
}

/// Short words that a random sequence still has at few places of the text, for what is left of a window beside a
/// frequent word, and longer ones; none where memory does not suffice.
std::vector<anchor_index> make_indexes(const variant_problem& given, std::uint64_t length, std::uint64_t memory) {
    const double random = std::log(static_cast<double>(given.of.text().size()) + 1) / std::log(4.0);
    const std::uint64_t most = std::min(length / (given.allowed.edits + 1), anchor_index::most_letters);
    const auto shorter = static_cast<std::uint64_t>(std::max(random - tuning::letters_of_anchors, 1.0));
    std::vector<std::uint64_t> letters{std::min(shorter, most)};
    if (shorter < most) letters.push_back(std::min(shorter + tuning::more_letters_of_anchors, most));
    std::uint64_t bytes = anchor_text::bytes(given.of);
    for (const std::uint64_t each : letters)
        bytes += anchor_index::bytes(given.of, each);
    std::vector<anchor_index> indexes;
    if (bytes > memory) return indexes;
    for (const std::uint64_t each : letters)
        indexes.emplace_back(given.of, each);
    return indexes;
}

/// Whether windows are counted by anchors rather than as a trie: by instructions of both. A few of the windows tell how
/// many anchors they have.
bool are_worth_it(const variant_problem& given, std::span<const anchor_index> indexes, const window_starts& starts,
                  std::uint64_t length) {
    if (current_search_habits().counts_by_anchors) return true;
    block_chooser chooser(indexes, given.allowed.edits + 1);
    const std::size_t asked = std::min(starts.size(), tuning::windows_asked_for_anchors);
    const double edits = static_cast<double>(given.allowed.edits);
    double by_anchors = 0;
    for (std::size_t index = 0; index < asked; ++index) {
        const std::uint64_t start = starts[index * starts.size() / asked];
        chooser.enter(given.of.piece_at(start));
        const chosen_blocks& blocks = chooser.choose(start, length);
        by_anchors += (static_cast<double>(blocks.places) + tuning::places_of_a_word) *
                      (tuning::cost_of_anchor + tuning::cost_of_anchor_edit * edits) /
                      (1 + static_cast<double>(length - blocks.end) * tuning::skipped_by_ends);
    }
    by_anchors *= static_cast<double>(starts.size()) / static_cast<double>(asked);
    const double rows = (static_cast<double>(given.of.text().size()) / sequence::letters_per_word +
                         static_cast<double>(given.of.sequences())) *
                        (edits + 1);
    return by_anchors < static_cast<double>(starts.size()) * rows * tuning::cost_of_counted_row;
}

} // namespace

std::optional<longest_windows> search_by_anchors(const variant_problem& given, const variant_resources& resources,
                                                 const window_starts& starts, std::uint64_t length) {
    if (!can_be_anchored(given, length) || starts.empty()) return std::nullopt;
    const std::vector<anchor_index> indexes = make_indexes(given, length, resources.memory);
    if (indexes.empty()) return std::nullopt;
    if (!are_worth_it(given, indexes, starts, length)) return std::nullopt;
    const anchor_text text(given.of);
    best_length best{length, {}, {}};
    std::atomic<std::uint64_t> evaluated = 0;
    std::atomic<std::uint64_t> anchors = 0;
    const std::size_t tasks = std::min<std::size_t>(starts.size(), 512);
    std::vector<std::unique_ptr<thread_tools>> tools(resources.workers.threads());
    // A piece belongs to the task that its first window is in.
    const auto border = [&](std::size_t task) {
        std::size_t at = task * starts.size() / tasks;
        if (at == 0 || at == starts.size()) return at;
        const piece& in = given.of.piece_at(starts[at - 1]);
        while (at < starts.size() && starts[at] < in.first + in.length)
            ++at;
        return at;
    };
    resources.workers.run(tasks, {"counting", "parts", tasks}, [&](std::size_t task, unsigned worker) {
        if (!tools[worker])
            tools[worker] = std::make_unique<thread_tools>(
                thread_tools{{indexes, given.allowed.edits + 1}, {given, text, resources.reaches}});
        auto& [chooser, reacher] = *tools[worker];
        const piece* in = nullptr;
        std::uint64_t end = 0; // no window of this piece that is left ends behind it
        for (std::size_t at = border(task + 1), first = border(task); at > first;) {
            const std::uint64_t start = starts[--at];
            if (in == nullptr || start < in->first) {
                in = &given.of.piece_at(start);
                end = in->first + in->length;
                chooser.enter(*in);
            }
            const std::uint64_t wanted = best.length.load(std::memory_order_relaxed);
            if (start + wanted > end) continue;
            const chosen_blocks& blocks = chooser.choose(start, wanted);
            const word_reach found = reacher.find(start, blocks);
            end = std::min(end, start + found.length);
            ++evaluated, anchors += blocks.places;
            if (found.length >= wanted) best.add({start, found.length, found.support});
        }
        resources.workers.check_cancelled();
        return std::uint64_t{1};
    });
    std::erase_if(best.windows, [&](const anchored_window& each) { return each.length < best.length; });
    std::ranges::sort(best.windows, {}, &anchored_window::start);
    resources.notes.push_back(
        "windows of length " + std::to_string(length) + " or more: " + std::to_string(starts.size()) + ", of which " +
        std::to_string(evaluated) + " counted at " + std::to_string(anchors) + " places of blocks; " +
        std::to_string(best.windows.size()) + " of length " + std::to_string(best.length) + " have the support");
    longest_windows windows;
    if (best.windows.empty()) return windows;
    windows.length = best.length;
    for (const anchored_window& each : best.windows) {
        const piece& in = given.of.piece_at(each.start);
        windows.windows.push_back({in.sequence, in.origin + each.start - in.first, each.support});
    }
    return windows;
}

} // namespace concord::substring
