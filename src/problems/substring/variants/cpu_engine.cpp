// The search of the variants on threads: sequences side by side in lanes, or anchors, whichever is estimated to be
// quicker.
#include "problems/substring/anchor_tuning.hpp"
#include "problems/substring/seed_plan.hpp"
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/anchored_search.hpp"
#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/count_among.hpp"
#include "problems/substring/variants/diagonal_windows.hpp"
#include "problems/substring/variants/joined_pieces.hpp"
#include "problems/substring/variants/likely_runs.hpp"
#include "problems/substring/variants/listed_places.hpp"
#include "problems/substring/variants/longer_windows.hpp"
#include "problems/substring/variants/neighbourhood_counts.hpp"
#include "problems/substring/variants/reach_finder.hpp"
#include "problems/substring/variants/split_places.hpp"
#include "problems/substring/variants/variant_costs.hpp"
#include "problems/substring/variants/variant_engine.hpp"
#include "problems/substring/variants/window_trie.hpp"
#include "runtime/parallel_sort.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <utility>

namespace concord::substring {

std::size_t words_of_lane_block(const variant_problem& given) {
    // Each block has its own walk along all words: not more of them than are worth it.
    const search_habits& habits = current_search_habits();
    const std::size_t all_words = given.of.sequences() + given.of.text().size() / sequence::letters_per_word;
    return std::max(habits.bytes_of_rows / sizeof(std::uint64_t) / (given.allowed.edits + 1),
                    all_words / habits.most_blocks);
}

namespace {

std::vector<lane_block> blocks_of(const variant_problem& given, const word_letters& letters,
                                  std::vector<lane_text> texts, reading direction, runtime::thread_pool& workers) {
    return make_lane_blocks(given.of, letters, std::move(texts), words_of_lane_block(given), direction, workers);
}

std::vector<lane_text> texts_of_sequences(const piece_collection& of) {
    std::vector<lane_text> texts;
    texts.reserve(of.sequences());
    for (std::uint64_t sequence = 0; sequence < of.sequences(); ++sequence)
        texts.push_back({sequence, of.text_first(sequence), of.text_length(sequence)});
    return texts;
}

/// What was counted of some classes, among that of all.
void put(const counted_classes& some, const class_part& of, counted_classes& all) {
    for (std::size_t index = 0; index < of.places.size(); ++index) {
        all.supports[of.places[index]] = some.supports[index];
        all.dead[of.places[index]] = some.dead[index];
    }
}

class cpu_engine final : public variant_engine {
  public:
    cpu_engine(const variant_problem& given, const variant_resources& resources)
        : given_(given), resources_(resources), lanes_{word_letters(given.of), {}, {}, {}, {}} {
        lanes_.blocks =
            blocks_of(given, lanes_.letters, texts_of_sequences(given.of), reading::forward, resources.workers);
    }

    [[nodiscard]] std::uint64_t reached_length() override {
        return substring::reached_length(given_, resources_, lanes_);
    }
    [[nodiscard]] filtered filter(std::uint64_t length) override {
        filtered left = filtered_windows(given_, resources_, length);
        drop_unlikely(left.starts, length);
        if (left.block == 0 || current_search_habits().always_filters)
            drop_longer(left.starts, length);
        else
            drop_by_places(left.starts, length);
        return left;
    }
    void drop_longer(window_starts& starts, std::uint64_t length) override {
        drop_by_parts(starts, length);
        drop_by_places(starts, length);
        if (given_.allowed.indels || starts.size() < current_search_habits().least_asked_in_rounds ||
            length > tuning::most_letters_of_bounded_windows)
            return;
        double counting = tuning::most_cost_of_tried_balls;
        if (!current_search_habits().always_filters) {
            counting = cost_of_random_walks(given_, resources_, lanes_.letters, lanes_.blocks, starts, length);
            if (given_.copies == 1) counting = std::min(counting, cost_at_once(starts, length));
        }
        drop_by_balls(given_, resources_, length, counting, starts);
        if (given_.copies > 1) return;
        near_by_nothings near;
        drop_rare_windows(given_, resources_, length, false, near, starts);
    }

    [[nodiscard]] std::optional<supported_starts> search_by_anchors(filtered& left, std::uint64_t length) override {
        if (known_.length == length) return std::nullopt; // they are counted
        const bool is_shared = !given_.of.is_dna() || outlook_of(given_).is_shared;
        std::optional<window_anchors> made;
        const auto are_anchored = [&](double otherwise) {
            const double indexing = static_cast<double>(given_.of.text().size()) * tuning::cost_of_indexed_letter;
            if (otherwise < indexing && !current_search_habits().counts_by_anchors) return false;
            if (!made) made.emplace(make_anchors(given_, resources_, length));
            return !made->indexes.empty() &&
                   cost_of_anchors(given_, *made, left.starts, length, is_shared) <= otherwise;
        };
        if (are_counted_at_once(left.starts, length, is_shared) && !are_anchored(cost_at_once(left.starts, length))) {
            if (!is_shared) drop_by_plain_words(left.starts, length);
            return std::nullopt;
        }
        const double filtering = cost_of_edited_blocks(given_, resources_, length, left.starts.size());
        const double counting = cost_of_counting(length, left, is_shared);
        const bool is_counted = are_soon_left(given_, length) && counting < filtering;
        if (are_anchored(is_counted ? counting : filtering))
            return substring::search_by_anchors(given_, resources_, *made, left.starts, length);
        if (is_counted && !current_search_habits().always_filters) return std::nullopt;
        const std::size_t before = left.starts.size();
        filter_by_edited_blocks(given_, resources_, length, left);
        if (2 * left.starts.size() < before) judge_windows(given_, resources_, length, left); // few of these are random
        if (are_anchored(cost_of_counting(length, left, is_shared)))
            return substring::search_by_anchors(given_, resources_, *made, left.starts, length);
        drop_by_strands(given_, resources_, length, left);
        if (!is_shared && !are_soon_left(given_, length)) drop_by_plain_words(left.starts, length);
        return std::nullopt;
    }

    [[nodiscard]] bool finds_dead_beginnings() const noexcept override { return true; }
    [[nodiscard]] bool counts_all_at_once(const window_starts& starts, std::uint64_t length) override {
        return (are_mostly_supported_ && bounds_of(length) != nullptr) || length == bounded_by_places_ ||
               are_joined_at_once(starts, length) ||
               are_counted_at_once(starts, length, !given_.of.is_dna() || outlook_of(given_).is_shared);
    }
    [[nodiscard]] counted_classes count(const window_classes& classes, std::uint64_t length,
                                        const ruled_out_windows& dead) override {
        return known_.length == length ? count_unknown(classes, length, dead) : count_all(classes, length, dead);
    }

    [[nodiscard]] std::vector<std::vector<std::uint64_t>> reaches(std::span<const text_word> words) override {
        std::vector<std::vector<std::uint64_t>> found(words.size());
        finders_.resize(resources_.workers.threads());
        resources_.workers.run(words.size(), [&](std::size_t index, unsigned worker) {
            if (!finders_[worker])
                finders_[worker] = std::make_unique<reach_finder>(given_, resources_.kernels, lanes_);
            found[index] = finders_[worker]->find(words[index]);
        });
        return found;
    }

  private:
    /// Windows that were counted as they were bounded, and the others.
    [[nodiscard]] counted_classes count_unknown(const window_classes& classes, std::uint64_t length,
                                                const ruled_out_windows& dead) {
        counted_classes counted{std::vector<std::uint64_t>(classes.size(), 0),
                                std::vector<std::uint64_t>(classes.size(), length)};
        const std::vector<std::uint8_t> is_unknown = known_.tell(classes, counted.supports);
        const class_part others(classes, is_unknown, 1);
        if (!others.places.empty()) put(count_all(others.classes, length, dead), others, counted);
        return counted;
    }
    [[nodiscard]] counted_classes count_all(const window_classes& classes, std::uint64_t length,
                                            const ruled_out_windows& dead) {
        switch (way_to_count(classes, length)) {
        case way::lanes:
            if (const joined_pieces* const pieces = pieces_to_join(length))
                if (auto joined = pieces->count(classes, length)) return std::move(*joined);
            return count_in_lanes(classes, length, dead);
        case way::diagonals:
            return count_along_diagonals(given_, resources_, lanes_.letters, texts_of_sequences(given_.of), classes,
                                         length);
        case way::neighbourhoods: break;
        }
        // What has many spellings is not looked up, here neither.
        const std::uint64_t letters = length + (given_.allowed.indels ? given_.allowed.edits : 0);
        const letterwise_sequences without(given_.of, letters, current_search_habits().most_spellings);
        counted_classes counted{count_by_neighbourhoods(given_, resources_, without.has, classes, length),
                                std::vector<std::uint64_t>(classes.size(), length)};
        constexpr std::uint8_t of_others = 1; // with letters that stand for several, or where copies count
        constexpr std::uint8_t of_near = 2;
        std::vector<std::uint8_t> parts(classes.size(), 0);
        runtime::for_parts(
            resources_.workers, classes.size(), tuning::least_windows_of_part,
            [&](std::uint64_t first, std::uint64_t last) {
                for (std::uint64_t index = first; index < last; ++index)
                    if (counted.supports[index] + without.list.size() < given_.support)
                        counted.supports[index] = 0;
                    else if (given_.copies > 1 ||
                             !std::ranges::all_of(given_.of.letters(classes.representative(index), length),
                                                  [](letter each) { return each < plain_nucleotides; }))
                        parts[index] = of_others;
                    else if (!without.list.empty())
                        parts[index] = of_near;
            });
        if (const class_part others(classes, parts, of_others); !others.places.empty())
            put(count_in_lanes(others.classes, length, dead), others, counted);
        if (const class_part near(classes, parts, of_near); !near.places.empty()) {
            const counted_classes more = count_among(given_, resources_, without.list, near.classes, length);
            for (std::size_t index = 0; index < near.places.size(); ++index)
                counted.supports[near.places[index]] += more.supports[index];
        }
        return counted;
    }

    /// Drops windows that hold a short word without the support, where they are many.
    void drop_unlikely(window_starts& starts, std::uint64_t length) {
        likely_runs& likely = given_.likely != nullptr ? *given_.likely : likely_;
        const std::uint64_t letters = likely.are_made()
                                          ? likely.letters()
                                          : likely_runs::letters_for_windows(given_, resources_, length, starts.size());
        if (letters == 0 || letters > length || given_.copies > 1) return;
        if (!likely.are_made()) {
            if (!likely_runs::are_worth_making(given_, letters, starts.size()) &&
                !current_search_habits().always_filters)
                return;
            likely.make(given_, resources_, letters);
        }
        const std::size_t before = starts.size();
        likely.drop(starts, length);
        resources_.notes.push_back(
            "windows of length " + std::to_string(length) + " left by words of " + std::to_string(letters) +
            " that may have the support: " + std::to_string(starts.size()) + " of " + std::to_string(before));
    }
    /// Drops windows that too few sequences can hold, as these would hold both parts, which were counted.
    void drop_by_parts(window_starts& starts, std::uint64_t length) {
        const std::size_t before = starts.size();
        std::size_t known = 0;
        for (const longer_windows& each : longer_) {
            if (each.length() != length) continue;
            known += each.size();
            each.drop(starts, given_.support);
        }
        // As chance has it: what such a window begins with rules out no others.
        are_mostly_supported_ = before * 2 >= known;
        if (known > 0)
            resources_.notes.push_back("windows of length " + std::to_string(length) +
                                       " that enough sequences may hold, as they hold both parts: " +
                                       std::to_string(starts.size()) + " of " + std::to_string(before));
    }
    /// Drops windows around whose halves too few places are, where counting them takes longer.
    void drop_by_places(window_starts& starts, std::uint64_t length) {
        const double at_once = given_.copies == 1 ? cost_at_once(starts, length) : HUGE_VAL;
        if (substring::drop_by_places(given_, resources_, lanes_, length, at_once, starts, known_))
            bounded_by_places_ = length;
    }
    /// What is known of windows of this length by their parts, which were counted at once; else null.
    [[nodiscard]] const longer_windows* bounds_of(std::uint64_t length) const {
        return longer_.size() == 1 && longer_.front().length() == length ? &longer_.front() : nullptr;
    }
    /// Where that takes clearly less than to count all windows.
    void drop_by_plain_words(window_starts& starts, std::uint64_t length) {
        const auto cost = [&](const window_starts& some, std::uint64_t letters) {
            return std::min(cost_at_once(some, letters),
                            cost_of_random_walks(given_, resources_, lanes_.letters, lanes_.blocks, some, letters));
        };
        const auto is_worth_it = [&](const window_starts& words, std::uint64_t letters) {
            return cost(words, letters) < tuning::cost_of_plain_words * cost(starts, length);
        };
        substring::drop_by_plain_words(given_, *this, resources_, lanes_, length, is_worth_it, starts);
    }
    /// Null where windows are not joined.
    [[nodiscard]] const joined_pieces* pieces_to_join(std::uint64_t length) {
        const search_habits& habits = current_search_habits();
        constexpr double chance_match = 1.0 / plain_nucleotides;
        const double by_chance =
            static_cast<double>(given_.of.text().size()) *
            chance_of_survival(static_cast<unsigned>(std::min<std::uint64_t>(length, sequence::letters_per_word)),
                               given_.allowed.edits, chance_match);
        // Windows that are soon left are walked in few sequences, and what is near by chance is compared in full.
        const bool is_worth_asking =
            !are_soon_left(given_, length) &&
            by_chance * tuning::support_beside_chance_of_join <= static_cast<double>(given_.support) &&
            !habits.always_filters && !habits.counts_by_halves;
        if (!(is_worth_asking || habits.joins_windows) || !joined_pieces::are_possible(given_) ||
            resources_.sharing != nullptr)
            return nullptr;
        if (!pieces_) pieces_.emplace(given_, resources_);
        return &*pieces_;
    }
    /// Whether a join of all windows takes less than to walk some of them, which rule out others.
    [[nodiscard]] bool are_joined_at_once(const window_starts& starts, std::uint64_t length) {
        const joined_pieces* const pieces = pieces_to_join(length);
        if (current_search_habits().joins_windows) return pieces != nullptr;
        return pieces != nullptr &&
               pieces->cost_of_each(starts, length) * tuning::windows_ruled_out_by_one < pieces->cost_of_walk();
    }
    /// Instructions, roughly, of counting windows in lanes.
    [[nodiscard]] double cost_of_counting(std::uint64_t length, const filtered& left, bool is_shared) const {
        const double trie = cost_of_trie(given_, length, left, is_shared);
        return left.starts.empty() ? trie
                                   : std::min(trie, cost_of_random_walks(given_, resources_, lanes_.letters,
                                                                         lanes_.blocks, left.starts, length));
    }
    /// Instructions, roughly, of counting windows all at once: by neighbourhoods, or along diagonals.
    [[nodiscard]] double cost_at_once(const window_starts& starts, std::uint64_t length) const {
        return std::min(cost_of_neighbourhoods(given_, resources_, length),
                        cost_along_diagonals(given_, resources_, spans_of(given_.of, starts, length), length));
    }
    /// Whether that takes less than the windows in lanes; where words are shared, windows that are asked first, one in
    /// as many as they have letters, may rule out nearly all others.
    [[nodiscard]] bool are_counted_at_once(const window_starts& starts, std::uint64_t length, bool is_shared) const {
        if (starts.empty()) return false;
        const double cost = cost_at_once(starts, length);
        if (!std::isfinite(cost)) return false;
        const search_habits& habits = current_search_habits();
        if (habits.counts_by_neighbourhoods || habits.counts_along_diagonals) return true;
        const double of_walks = cost * (is_shared ? static_cast<double>(length) : 1.0);
        return of_walks < most_cost_in_lanes(starts.size(), length) &&
               of_walks < cost_of_random_walks(given_, resources_, lanes_.letters, lanes_.blocks, starts, length);
    }
    /// Of windows of which each letter is walked in all sequences: what takes as much is not weighed against walks.
    [[nodiscard]] double most_cost_in_lanes(std::size_t windows, std::uint64_t length) const {
        double words = 0;
        for (const lane_block& block : lanes_.blocks)
            words += static_cast<double>(block.lanes) * block.words;
        return static_cast<double>(windows) * static_cast<double>(length) * words *
               static_cast<double>(given_.allowed.edits + 1) * tuning::cost_of_row_vector / row_padding;
    }
    enum class way : std::uint8_t { lanes, neighbourhoods, diagonals };
    [[nodiscard]] way way_to_count(const window_classes& classes, std::uint64_t length) {
        window_starts starts;
        for (std::size_t index = 0; index < classes.size(); ++index)
            starts.push_back(classes.representative(index));
        runtime::parallel_sort(resources_.workers, starts, std::less());
        const double by_neighbourhoods = cost_of_neighbourhoods(given_, resources_, length);
        const double along_diagonals =
            cost_along_diagonals(given_, resources_, spans_of(given_.of, starts, length), length);
        const double at_once = std::min(by_neighbourhoods, along_diagonals);
        if (!std::isfinite(at_once) || starts.empty()) return way::lanes;
        const search_habits& habits = current_search_habits();
        if (habits.counts_by_neighbourhoods && std::isfinite(by_neighbourhoods)) return way::neighbourhoods;
        if (habits.counts_along_diagonals && std::isfinite(along_diagonals)) return way::diagonals;
        if (at_once >= most_cost_in_lanes(classes.size(), length)) return way::lanes;
        const window_trie trie(given_.of, classes, length);
        return at_once < cost_in_lanes(given_, resources_, lanes_.letters, blocks_read(classes.direction), trie,
                                       classes.size())
                   ? by_neighbourhoods <= along_diagonals ? way::neighbourhoods : way::diagonals
                   : way::lanes;
    }
    [[nodiscard]] counted_classes count_in_lanes(const window_classes& classes, std::uint64_t length,
                                                 const ruled_out_windows& dead) {
        static_cast<void>(blocks_read(classes.direction));
        std::vector<lane_block>& pieces =
            classes.direction == reading::forward ? lanes_.of_pieces : lanes_.of_pieces_backward;
        if (pieces.empty())
            if (std::vector<lane_text> texts = texts_of_pieces(given_); !texts.empty())
                pieces = blocks_of(given_, lanes_.letters, std::move(texts), classes.direction, resources_.workers);
        std::optional<longer_windows> longer;
        counted_classes counted = count_windows(given_, resources_, lanes_, classes, length, dead,
                                                {bounds_of(length), given_.support > 1 ? &longer : nullptr});
        if (longer) {
            std::erase_if(longer_, [&](const longer_windows& each) { return each.length() != longer->length(); });
            longer_.push_back(std::move(*longer));
        }
        return counted;
    }
    [[nodiscard]] const std::vector<lane_block>& blocks_read(reading direction) {
        if (direction == reading::backward && lanes_.backward.empty())
            lanes_.backward =
                blocks_of(given_, lanes_.letters, texts_of_sequences(given_.of), direction, resources_.workers);
        return lanes_.read(direction);
    }

    const variant_problem& given_;
    const variant_resources& resources_;
    variant_lanes lanes_;
    likely_runs likely_;                 ///< where none are kept beyond the search
    std::vector<longer_windows> longer_; ///< than those that were counted last
    bool are_mostly_supported_ = false;  ///< both parts of nearly all of these
    /// Letters of the windows that were bounded last by places near to their halves: those that are left have about the
    /// support, so that what they begin with rules out few.
    std::uint64_t bounded_by_places_ = 0;
    known_supports known_;                               ///< of windows that were bounded last, and counted with that
    std::optional<joined_pieces> pieces_;                ///< made when first needed
    std::vector<std::unique_ptr<reach_finder>> finders_; ///< of each thread
};

} // namespace

runtime::device_choice choose_variant_device(const run_options& options,
                                             const std::optional<runtime::device_costs>& costs,
                                             std::vector<std::string>* notes) {
    if (costs) return runtime::choose_device(options, *costs, notes);
    if (!options.device.is_automatic()) return runtime::choose_device(options, {.most_gpus = 1}, notes);
    if (notes != nullptr)
        notes->emplace_back("on the CPU: this search has no estimate, and goes to a GPU that is named");
    return {};
}

std::unique_ptr<variant_engine> make_cpu_engine(const variant_problem& given, const variant_resources& resources) {
    return std::make_unique<cpu_engine>(given, resources);
}

} // namespace concord::substring
