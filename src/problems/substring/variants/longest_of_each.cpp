#include "problems/substring/variants/longest_of_each.hpp"

#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/variant_engine.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace concord::substring {
namespace {

class each_search {
  public:
    each_search(const variant_problem& given, variant_engine& engine, const variant_resources& resources)
        : given_(given), engine_(engine), resources_(resources), candidates_(given.of.sequences()) {
        for (std::uint64_t sequence = 0; sequence < candidates_.size(); ++sequence)
            candidates_[sequence].sequence = sequence;
    }

    [[nodiscard]] std::vector<substring_candidate> find(const longest_windows& found) {
        if (found.windows.empty()) return std::move(candidates_);
        if (given_.support == 1 && given_.copies == 1) {
            take_longest_pieces();
            return std::move(candidates_);
        }
        for (const window& each : found.windows)
            take(each.sequence, each.start, found.length, each.support);
        open_sequences open(candidates_.size());
        for (std::uint64_t sequence = 0; sequence < candidates_.size(); ++sequence)
            open[sequence] = candidates_[sequence].length == 0;
        settle({}, given_.min_length - 1, found.length - 1, open);
        return std::move(candidates_);
    }

  private:
    using open_sequences = std::vector<bool>;

    void take(std::uint64_t sequence, std::uint64_t start, std::uint64_t length, std::uint64_t support) {
        substring_candidate& best = candidates_[sequence];
        if (length > best.length || (length == best.length && start < best.start))
            best = {sequence, start, length, support};
    }
    void take(const supported_starts& found) {
        const longest_windows windows = windows_of(given_.of, found);
        for (const window& each : windows.windows)
            take(each.sequence, each.start, windows.length, each.support);
    }

    /// One sequence is enough: the longest piece, whatever its letters are. Of each length at once.
    void take_longest_pieces() {
        std::map<std::uint64_t, window_starts> by_length;
        for (std::uint64_t sequence = 0; sequence < candidates_.size(); ++sequence) {
            const piece* longest = nullptr;
            for (const piece& each : given_.of.pieces(sequence))
                if (!each.is_reverse && (longest == nullptr || each.length > longest->length)) longest = &each;
            if (longest->length >= given_.min_length) by_length[longest->length].push_back(longest->first);
        }
        for (auto& [length, starts] : by_length) {
            std::ranges::sort(starts);
            take(count_supported(given_, engine_, resources_, {}, starts, length));
        }
    }

    /// Those of some windows that are of open sequences.
    [[nodiscard]] supported_starts of_open(const supported_starts& windows, const open_sequences& open) const {
        supported_starts left{windows.length, {}, {}};
        for (std::size_t index = 0; index < windows.starts.size(); ++index) {
            if (!open[given_.of.piece_at(windows.starts[index]).sequence]) continue;
            left.starts.push_back(windows.starts[index]);
            left.supports.push_back(windows.supports[index]);
        }
        return left;
    }

    /// Those of the windows of a length that have the support. `known`: of `shorter` letters, all of the open sequences
    /// that have it, where that is a length that was counted.
    [[nodiscard]] supported_starts count(const supported_starts& known, std::uint64_t shorter,
                                         const open_sequences& open, std::uint64_t length) {
        filtered judged;
        window_starts starts;
        const bool are_known = shorter >= given_.min_length;
        if (are_known) {
            starts = lengthened(given_.of, known, length - shorter);
            engine_.drop_longer(starts, length);
        }
        // To filter windows takes a look at all letters.
        if (!are_known || starts.size() > given_.of.text().size() / tuning::letters_for_filtered_window) {
            judged = engine_.filter(length);
            if (are_known) {
                window_starts both;
                std::ranges::set_intersection(starts, judged.starts, std::back_inserter(both));
                starts = std::move(both);
            } else {
                starts = judged.starts;
                std::erase_if(starts, [&](std::uint64_t start) { return !open[given_.of.piece_at(start).sequence]; });
            }
        }
        if (starts.empty()) return {};
        return count_supported(given_, engine_, resources_, judged, starts, length);
    }

    /// The candidates of the open sequences, which have `least` letters at least, if there is one, and `most` at most.
    void settle(const supported_starts& known, std::uint64_t least, std::uint64_t most, open_sequences& open) {
        if (std::ranges::find(open, true) == open.end()) return;
        if (least >= most) return take(known);
        const std::uint64_t length = least + (most - least + 1) / 2;
        const supported_starts found = count(known, least, open, length);
        open_sequences longer(open.size(), false);
        for (const std::uint64_t start : found.starts)
            longer[given_.of.piece_at(start).sequence] = true;
        for (std::size_t sequence = 0; sequence < open.size(); ++sequence)
            if (longer[sequence]) open[sequence] = false;
        settle(found, length, most, longer);
        settle(of_open(known, open), least, length - 1, open);
    }

    const variant_problem& given_;
    variant_engine& engine_;
    const variant_resources& resources_;
    std::vector<substring_candidate> candidates_;
};

} // namespace

std::vector<substring_candidate> longest_of_each(const variant_problem& given, variant_engine& engine,
                                                 const variant_resources& resources, const longest_windows& found) {
    return each_search(given, engine, resources).find(found);
}

} // namespace concord::substring
