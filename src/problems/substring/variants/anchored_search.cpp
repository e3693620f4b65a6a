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
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/anchor_index.hpp"
#include "problems/substring/variants/anchored_search.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <mutex>

namespace concord::substring {
namespace {

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

/// Blocks of a window: where they begin in it, and how many places of the text have them.
struct chosen_blocks {
    std::vector<std::uint64_t> offsets;
    std::uint64_t end = 0; ///< of the last one
    std::uint64_t places = 0;
};

/// One thread's windows.
class window_reacher {
  public:
    window_reacher(const variant_problem& given, const anchor_index& index, std::span<const std::uint64_t> planes,
                   const reach_kernels& kernels)
        : given_(given), index_(index), planes_(planes), kernels_(kernels), blocks_(given.allowed.edits + 1),
          seen_(given.of.pieces().size(), 0), furthest_(given.of.sequences(), 0), last_(given.of.sequences(), 0) {}

    /// The rarest blocks of the window, with a view to how many windows are skipped if they come to an end early.
    const chosen_blocks& choose(std::uint64_t start, std::uint64_t length) {
        const std::uint64_t q = index_.word_letters();
        const std::size_t width = length + 1;
        fewest_.assign((blocks_ + 1) * width, never);
        std::fill_n(fewest_.begin(), width, 0);
        for (std::uint64_t count = 1; count <= blocks_; ++count)
            for (std::uint64_t end = count * q; end <= length; ++end) {
                const std::uint64_t before = fewest_[(count - 1) * width + end - q];
                const std::uint64_t with = before == never ? never : before + places_at(start + end - q);
                fewest_[count * width + end] = std::min(fewest_[count * width + end - 1], with);
            }
        chosen_.end = length;
        double least = std::numeric_limits<double>::infinity();
        for (std::uint64_t end = blocks_ * q; end <= length; ++end) {
            const auto places = static_cast<double>(fewest_[blocks_ * width + end]);
            const double cost = (places + tuning::places_of_a_word) / (1 + static_cast<double>(length - end) / 2);
            if (cost >= least) continue;
            least = cost;
            chosen_.end = end;
        }
        chosen_.places = fewest_[blocks_ * width + chosen_.end];
        chosen_.offsets.clear();
        for (std::uint64_t count = blocks_, end = chosen_.end; count > 0; --count) {
            while (fewest_[count * width + end - 1] == fewest_[count * width + end])
                --end;
            end -= q;
            chosen_.offsets.push_back(end);
        }
        return chosen_;
    }

    struct reach {
        std::uint64_t length;  ///< of the longest prefix that has the support; less than the blocks need: at most that
        std::uint64_t support; ///< of it
    };

    /// Of the word at a place, up to the end of its piece, by these blocks.
    reach find(std::uint64_t start, const chosen_blocks& blocks) {
        const reach too_short{blocks.end - 1, 0};
        if (blocks.places < given_.support) return too_short;
        collect(start, blocks);
        if (holders_.size() < given_.support) return too_short;
        const piece& in = given_.of.piece_at(start);
        const reached_word word{planes_.data(), start + margin_of_planes, in.first + in.length - start};
        while (places_.size() % anchors_at_once != 0) {
            places_.push_back(places_.back());
            firsts_.push_back(firsts_.back());
            lasts_.push_back(lasts_.back());
            sequences_.push_back(sequences_.back());
        }
        reached_.resize(places_.size());
        kernels_.reaches(word, {places_.data(), firsts_.data(), lasts_.data(), places_.size()},
                         static_cast<unsigned>(given_.allowed.edits), reached_.data());
        for (std::size_t at = 0; at < reached_.size(); ++at)
            furthest_[sequences_[at]] = std::max(furthest_[sequences_[at]], reached_[at]);
        counts_.assign(word.length + 1, 0);
        for (const std::uint32_t sequence : holders_)
            ++counts_[furthest_[sequence]];
        std::uint64_t support = 0;
        for (std::uint64_t length = word.length; length >= blocks.end; --length)
            if (support += counts_[length]; support >= given_.support) return {length, support};
        return too_short;
    }

  private:
    static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max() / 2;

    [[nodiscard]] std::uint64_t places_at(std::uint64_t start) {
        if (start < known_from_ || start >= known_from_ + known_.size()) return index_.places(start).size();
        std::uint64_t& known = known_[start - known_from_];
        if (known == never) known = index_.places(start).size();
        return known;
    }

  public:
    /// Words of a piece are looked up once.
    void enter(const piece& in) {
        known_from_ = in.first;
        known_.assign(in.length, never);
    }

  private:
    /// The anchors of the word, each diagonal of neighbouring blocks once, and the sequences that have any.
    void collect(std::uint64_t start, const chosen_blocks& blocks) {
        ++round_;
        places_.clear(), firsts_.clear(), lasts_.clear(), sequences_.clear(), holders_.clear();
        for (const std::uint64_t offset : blocks.offsets)
            for (const anchor_index::place& found : index_.places(start + offset)) {
                const std::uint64_t place = found.at + margin_of_planes - offset;
                const std::uint64_t mark = round_ << 33U | place;
                if (seen_[found.piece] == mark) continue;
                seen_[found.piece] = mark;
                const piece& in = given_.of.pieces()[found.piece];
                places_.push_back(place);
                firsts_.push_back(in.first + margin_of_planes);
                lasts_.push_back(in.first + in.length + margin_of_planes);
                sequences_.push_back(static_cast<std::uint32_t>(in.sequence));
                if (last_[in.sequence] == round_) continue;
                last_[in.sequence] = static_cast<std::uint32_t>(round_);
                furthest_[in.sequence] = 0;
                holders_.push_back(static_cast<std::uint32_t>(in.sequence));
            }
    }

    const variant_problem& given_;
    const anchor_index& index_;
    std::span<const std::uint64_t> planes_;
    const reach_kernels& kernels_;
    std::uint64_t blocks_;
    std::uint64_t round_ = 0;
    std::uint64_t known_from_ = 0;
    std::vector<std::uint64_t> known_;
    std::vector<std::uint64_t> fewest_; ///< places of the rarest blocks, by their number and where they end
    chosen_blocks chosen_;
    std::vector<std::uint64_t> seen_;     ///< by piece: round and place of the last anchor
    std::vector<std::uint64_t> furthest_; ///< by sequence
    std::vector<std::uint32_t> last_;     ///< by sequence: round
    std::vector<std::uint64_t> places_;
    std::vector<std::uint64_t> firsts_;
    std::vector<std::uint64_t> lasts_;
    std::vector<std::uint64_t> reached_;
    std::vector<std::uint32_t> sequences_;
    std::vector<std::uint32_t> holders_;
    std::vector<std::uint64_t> counts_;
};

} // namespace

bool can_be_anchored(const variant_problem& given, std::uint64_t length) {
    const piece_collection& of = given.of;
    return given.allowed.indels && given.allowed.edits <= most_edits_of_reaches && !of.has_sets() && of.kinds() == 5 &&
           given.copies == 1 && given.support > 1 && length > given.allowed.edits &&
           of.text().size() < std::numeric_limits<std::uint32_t>::max();
}

longest_windows search_by_anchors(const variant_problem& given, const variant_resources& resources,
                                  const anchor_index& index, const window_starts& starts, std::uint64_t length) {
    const simd::aligned_vector<std::uint64_t> planes = planes_of(given.of);
    best_length best{length, {}, {}};
    std::atomic<std::uint64_t> evaluated = 0;
    std::atomic<std::uint64_t> anchors = 0;
    const std::size_t tasks = std::min<std::size_t>(starts.size(), 512);
    std::vector<std::unique_ptr<window_reacher>> reachers(resources.workers.threads());
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
        if (!reachers[worker])
            reachers[worker] =
                std::make_unique<window_reacher>(given, index, planes, resources.reaches);
        window_reacher& reacher = *reachers[worker];
        const piece* in = nullptr;
        std::uint64_t end = 0; // no window of this piece that is left ends behind it
        for (std::size_t at = border(task + 1), first = border(task); at > first;) {
            const std::uint64_t start = starts[--at];
            if (in == nullptr || start < in->first) {
                in = &given.of.piece_at(start);
                end = in->first + in->length;
                reacher.enter(*in);
            }
            const std::uint64_t wanted = best.length.load(std::memory_order_relaxed);
            if (start + wanted > end) continue;
            const chosen_blocks& blocks = reacher.choose(start, wanted);
            const window_reacher::reach found = reacher.find(start, blocks);
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
        std::to_string(evaluated) + " counted at " + std::to_string(anchors) + " places of blocks of " +
        std::to_string(index.word_letters()) + "; " + std::to_string(best.windows.size()) + " of length " +
        std::to_string(best.length) + " have the support");
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
