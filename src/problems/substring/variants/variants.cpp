#include "problems/substring/variants/variants.hpp"

#include "problems/substring/cpu/seeds/seeded_windows.hpp"
#include "problems/substring/exact_substrings.hpp"
#include "problems/substring/gpu/gpu_variants.hpp"
#include "problems/substring/seed_plan.hpp"
#include "problems/substring/suffix_tuning.hpp"
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/falling_bounds.hpp"
#include "problems/substring/variants/joined_pieces.hpp"
#include "problems/substring/variants/joined_strands.hpp"
#include "problems/substring/variants/likely_runs.hpp"
#include "problems/substring/variants/longest_of_each.hpp"
#include "problems/substring/variants/plain_pieces.hpp"
#include "problems/substring/variants/variant_costs.hpp"
#include "runtime/device_policy.hpp"
#include "runtime/distributed/task_sharing.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace concord::substring {
namespace {

bool is_sharded(const substring_options& options) {
    return options.run.sharing != nullptr && options.run.sharing->is_sharded();
}

class variant_finder {
  public:
    variant_finder(const sequence_set& sequences, const substring_options& options, const plain_search& search)
        : sequences_(sequences), options_(options), search_(search), workers_(options.run),
          of_(sequences, options), given_{
                                       of_,
                                       {std::min(options.mismatches, std::max<std::uint64_t>(1, sequences.longest())),
                                        options.metric == substring_metric::levenshtein},
                                       options.support,
                                       options.min_length,
                                       options.copies} {
        given_.likely = &likely_;
    }

    [[nodiscard]] substring_result find() {
        substring_result first;
        first.run.threads = workers_.threads();
        std::vector<substring_result> further;
        for (std::uint64_t rank = 0; rank < options_.top; ++rank) {
            substring_result found;
            substring_options wanted = options_;
            wanted.occurrences = options_.occurrences || rank + 1 < options_.top;
            longest_windows longest = supports_.windows(of_); // as long as the answer before
            if (longest.windows.empty()) {
                longest = windows(first.run);
                if (keeps_supports(first.run) && !longest.windows.empty() && !are_bounded_for_next(longest, first.run))
                    supports_.begin(of_, longest, options_.ties, workers_);
            }
            if (options_.per_sequence) found.per_sequence = candidates(longest, first.run);
            finish_variant(given_, wanted, std::move(longest), workers_, found);
            if (found.found && rank + 1 < options_.top) {
                mask(found, first.run);
                if (!options_.occurrences) found.occurrences.clear(), found.alignments.clear();
            }
            const bool is_found = found.found;
            if (rank == 0) {
                found.run = std::move(first.run);
                first = std::move(found);
            } else if (is_found) {
                further.push_back(std::move(found));
            }
            if (!is_found) break;
        }
        first.further = std::move(further);
        return first;
    }

  private:
    /// Whether windows as long as an answer are counted again for the next one.
    [[nodiscard]] bool keeps_supports(const run_report& run) const {
        return options_.top > 1 && run.device == "cpu" && options_.copies == 1 && options_.run.sharing == nullptr;
    }

    /// Whether further answers are sought among windows that may be as long as one of so many letters, by bounds that
    /// fall.
    [[nodiscard]] bool are_bounded(std::uint64_t length, run_report& run) {
        if (!keeps_supports(run)) return false;
        const variant_resources given = resources(run);
        if (!bounds_) bounds_.emplace(word_limits::possible_words(given_, given));
        return falling_bounds::are_possible(given_, given, bounds_->words(), length);
    }

    /// Whether that is so after an answer, which may be one of as many windows as there are letters: these are counted.
    [[nodiscard]] bool are_bounded_for_next(const longest_windows& found, run_report& run) {
        const auto windows = static_cast<double>(found.windows.size());
        const bool are_few = windows * tuning::windows_of_bounded_answer < static_cast<double>(of_.text().size());
        return are_few && !are_many_compared_ && are_bounded(found.length, run);
    }

    /// No further answer is longer than this one.
    void mask(const substring_result& answer, run_report& run) {
        const variant_resources given = resources(run);
        const bool keeps = keeps_supports(run) && !supports_.are_none();
        const std::vector<covered_letters> covered =
            letters_of_answer(given_, answer.best, answer.occurrences, workers_);
        if (keeps) supports_.leave(given_, given, covered);
        for (const covered_letters& each : covered)
            of_.mask(each.sequence, each.first, each.last);
        given_.max_length = answer.best.length;
        if (bounds_) bounds_->update(given_, sequences_of(covered));
        if (!keeps) return;
        supports_.join(given_, given);
        if (supports_.are_none()) --given_.max_length;
    }

    [[nodiscard]] bool is_further() const noexcept { return given_.max_length != variant_problem::no_max_length; }
    /// Whether the search of the variants finds a further answer sooner than that of the plain problem, which does not
    /// know how long it can be: with more mismatches where short words rule out random windows.
    [[nodiscard]] bool is_searched_here(run_report& run) {
        if (!is_further() || !keeps_supports(run) || !of_.is_dna()) return false;
        return given_.allowed.edits <= 1 || is_as_short_as_by_chance() ||
               (given_.allowed.edits <= tuning::most_edits_of_further_answers && !given_.allowed.indels &&
                likely_runs::letters_of_word(given_, resources(run)) > 0);
    }
    /// Whether random sequences hold nearly all that a further answer can be as long as: then all windows are counted
    /// at once, and the plain problem has no better way.
    [[nodiscard]] bool is_as_short_as_by_chance() const {
        if (given_.allowed.indels || given_.max_length < tuning::letters_beyond_chance_of_further_answers) return false;
        const std::uint64_t letters = given_.max_length - tuning::letters_beyond_chance_of_further_answers;
        const double near =
            letters > sequence::letters_per_word
                ? 0
                : chance_of_survival(static_cast<unsigned>(letters), given_.allowed.edits, 1.0 / plain_nucleotides);
        return near * static_cast<double>(of_.text().size()) >= static_cast<double>(given_.support);
    }

    [[nodiscard]] longest_windows windows(run_report& run) {
        are_many_compared_ = false;
        if (is_further() && are_bounded(given_.max_length, run)) {
            const variant_resources given = resources(run);
            auto found = bounds_->find(given_, given);
            if (found && !found->windows.empty()) return std::move(*found);
            are_many_compared_ = !found;
        }
        // What has places without number near to its words is found sooner by a comparison of all that is left.
        const bool is_plain_sooner = are_many_compared_ && of_.pieces().size() == of_.sequences() &&
                                     is_plain(options_, of_, sequences_.alphabet());
        if (!is_plain_sooner && is_searched_here(run)) return search_here(run);
        if (options_.copies > 1 || !is_plain(options_, of_, sequences_.alphabet())) {
            if (most_seeds_of_letter() > 0)
                if (auto found = by_seeds(as_sequences(of_, sequences_.alphabet()), run)) return std::move(*found);
            return search_here(run);
        }
        const bool is_condensed = is_further() && given_.support > 1 && given_.max_length > options_.mismatches;
        longest_windows found = plainly(run, is_condensed);
        const bool may_be_shorter = given_.min_length <= options_.mismatches; // and anywhere, in what is left out, too
        return is_condensed && may_be_shorter && found.length <= options_.mismatches ? plainly(run, false) : found;
    }

    /// By the plain problem. `is_condensed`: without most of what was masked, for windows longer than the mismatches.
    [[nodiscard]] longest_windows plainly(run_report& run, bool is_condensed) {
        const pieces_as_sequences plain =
            as_sequences(of_, sequences_.alphabet(), is_condensed ? options_.mismatches + 1 : whole_runs);
        if (plain.set.size() < given_.support) return {};
        substring_options asked;
        asked.mismatches = options_.mismatches;
        asked.support = options_.support;
        asked.min_length = options_.min_length;
        asked.run = options_.run;
        // What is counted again must be all that was found, in every shard: there is nothing to be divided.
        if (is_sharded(options_) && !plain.is_one_each) asked.run.sharing = nullptr;
        if (!plain.is_one_each && is_exact_on_cpu(plain.set, asked)) return exactly(plain, run);
        if (!plain.is_one_each && options_.mismatches > 0 && most_seeds_of_letter() > 0)
            if (auto found = by_seeds(plain, run)) return std::move(*found);
        joined_answer joined_strands = find_in_joined_strands(given_, resources(run));
        if (joined_strands.found) {
            say_cpu(run);
            return std::move(*joined_strands.found);
        }
        if (!plain.is_one_each && options_.run.sharing == nullptr && !options_.run.device.names_gpus() &&
            (is_often_in_two_pieces() || are_runs_walked_sooner(given_)))
            return search_here(run);
        const plain_question question{plain.forward, plain.are_strands(), is_further() ? given_.max_length : 0,
                                      joined_strands.reached};
        longest_windows found = search_(plain.set, asked, question, run);
        if (plain.is_one_each) {
            plain.leave_pieces(found);
            return found;
        }
        if (found.windows.empty()) return found;
        if (auto counted = joined(plain, found, run)) return std::move(*counted);
        window_starts starts;
        for (const window& each : found.windows)
            if (const piece& in = *plain.pieces[each.sequence]; !in.is_reverse)
                starts.push_back(in.first + plain.start_in_piece(each, found.length));
        std::ranges::sort(starts);
        longest_windows counted =
            by_engine(run, std::nullopt, [&](variant_engine& engine, const variant_resources& resources) {
                return supported_windows(given_, engine, resources, starts, found.length);
            });
        if (!counted.windows.empty()) return counted;
        return search_again(run);
    }

    /// What is left of windows of the pieces once sequences count once, where a join tells.
    [[nodiscard]] std::optional<longest_windows> joined(const pieces_as_sequences& plain, longest_windows& found,
                                                        run_report& run) {
        if (run.device != "cpu" || options_.run.sharing != nullptr) return std::nullopt;
        std::erase_if(found.windows, [&](const window& each) { return plain.pieces[each.sequence]->is_reverse; });
        const variant_resources given = resources(run);
        if (!joined_pieces::are_possible(given_)) return std::nullopt;
        const joined_pieces pieces(given_, given, plain);
        auto counted = pieces.join(found, pieces.cost_of_walk());
        if (!counted) return std::nullopt;
        if (counted->windows.empty()) return search_again(run);
        plain.leave_pieces(*counted);
        return counted;
    }
    [[nodiscard]] longest_windows search_again(run_report& run) {
        run.notes.push_back("sequences that hold a window in two pieces were counted twice: searched again");
        return search_here(run);
    }
    /// Whether many sequences hold a window in two pieces: then what the plain problem finds is mostly too long, and
    /// all of it is in vain. Without a word that so many sequences share, windows are as short as chance has it.
    [[nodiscard]] bool is_often_in_two_pieces() const {
        const bool is_on_diagonals = given_.allowed.edits >= tuning::edits_along_diagonals;
        const double share = is_on_diagonals ? tuning::share_in_two_pieces_on_diagonals : tuning::share_in_two_pieces;
        const std::uint64_t least = is_on_diagonals ? tuning::least_support_on_diagonals : 0;
        return options_.mismatches > 0 && of_.is_dna() && given_.support >= least &&
               static_cast<double>(given_.support) >= static_cast<double>(of_.sequences()) * share &&
               !outlook_of(given_).is_shared;
    }

    void say_cpu(run_report& run) const {
        run.device = "cpu";
        run.vectors = simd::to_string(simd::choose_vectors(options_.run.vectors));
    }

    /// Whether the suffix array tells which of the pieces of a sequence hold the same.
    [[nodiscard]] bool is_exact_on_cpu(const sequence_set& set, const substring_options& asked) const {
        return !asked.run.device.names_gpus() &&
               is_exact(problem(set, asked), runtime::memory_budget(options_.run), workers_);
    }
    [[nodiscard]] longest_windows exactly(const pieces_as_sequences& plain, run_report& run) {
        say_cpu(run);
        const std::vector<std::uint64_t> owners = plain.owners();
        longest_windows found = find_exactly(sequence::packed(plain.set), {given_.support, given_.min_length, owners},
                                             runtime::memory_budget(options_.run), workers_, run.notes);
        plain.leave_pieces(found);
        return found;
    }

    /// Seeds of a letter, at most, where it may be a matter of these: of long sequences, or of edits among many
    /// letters, with a small support. Else none.
    [[nodiscard]] double most_seeds_of_letter() const {
        const auto letters = static_cast<double>(of_.text().size());
        const double pieces = static_cast<double>(of_.sequences()) * (options_.both_strands ? 2 : 1);
        const auto support = static_cast<double>(given_.support);
        const bool is_possible = !of_.has_sets() && options_.copies == 1 && given_.allowed.edits > 0 &&
                                 given_.support > 1 && options_.run.sharing == nullptr &&
                                 !options_.run.device.names_gpus() &&
                                 (sequences_.alphabet() == alphabet::dna || of_.count_nothing(of_.text()) == 0);
        if (!is_possible) return 0;
        if (current_search_habits().prefers_seeds) return std::numeric_limits<double>::infinity();
        if (support * support >= tuning::most_seeds_of_letter * letters) return 0;
        return letters > tuning::many_letters_for_seeds * pieces ? tuning::most_seeds_of_letter
                                                                 : seeds_beside_walks(given_);
    }
    [[nodiscard]] std::optional<longest_windows> by_seeds(const pieces_as_sequences& plain, run_report& run) {
        const sequence::packed_sequences& set = sequence::packed(plain.set);
        const std::uint64_t memory = runtime::memory_budget(options_.run);
        const std::uint64_t sorting = suffixes::memory_of_longest_shared(set, workers_.threads());
        if (sorting > memory) return std::nullopt;
        const std::vector<std::uint64_t> owners = plain.owners();
        const double most = most_seeds_of_letter() * tuning::cost_of_seed * static_cast<double>(set.letters());
        std::optional<longest_windows> found =
            find_by_seeds(set, {given_.support, given_.min_length, owners},
                          {given_.allowed.edits, given_.allowed.indels}, {most, memory - sorting}, workers_, run.notes)
                .found;
        if (!found) return std::nullopt;
        say_cpu(run);
        plain.leave_pieces(*found);
        return found;
    }

    /// Where one sequence is enough: the longest pieces. How many sequences hold each is counted for the first, which
    /// is the answer, and for the others where they are to be listed.
    [[nodiscard]] longest_windows longest_pieces(run_report& run) {
        std::uint64_t length = 0;
        for (const piece& each : of_.pieces())
            length = std::max(length, each.length);
        window_starts starts;
        for (const piece& each : of_.pieces())
            if (!each.is_reverse && each.length == length && length >= given_.min_length) starts.push_back(each.first);
        window_starts counted = starts;
        if (!options_.ties && !starts.empty()) counted.resize(1);
        longest_windows found =
            by_engine(run, std::nullopt, [&](variant_engine& engine, const variant_resources& resources) {
                if (starts.empty()) return longest_windows{};
                return supported_windows(given_, engine, resources, counted, length);
            });
        if (counted.size() < starts.size())
            for (const std::uint64_t start : std::span(starts).subspan(1)) {
                const piece& in = of_.piece_at(start);
                found.windows.push_back({in.sequence, in.origin, 0});
            }
        return found;
    }

    /// Of each sequence, where these are the longest windows of any.
    [[nodiscard]] std::vector<substring_candidate> candidates(const longest_windows& longest, run_report& run) {
        return by_engine(run, std::nullopt, [&](variant_engine& engine, const variant_resources& resources) {
            return longest_of_each(given_, engine, resources, longest);
        });
    }

    [[nodiscard]] longest_windows search_here(run_report& run) {
        if (given_.support == 1 && given_.copies == 1 && options_.top == 1 && options_.run.sharing == nullptr)
            return longest_pieces(run);
        const bool keeps = options_.top > 1 && options_.copies == 1;
        if (is_further() && !shorter_.starts.empty() && shorter_.length >= given_.min_length) {
            const std::uint64_t length = shorter_.length;
            longest_windows found =
                by_engine(run, std::nullopt, [&](variant_engine& engine, const variant_resources& resources) {
                    return search_from(given_, engine, resources, shorter_);
                });
            if (!found.windows.empty()) return found;
            given_.max_length = length - 1;
        }
        return by_engine(run, costs_of(given_, workers_.threads(), used_machine_rates()),
                         [&](variant_engine& engine, const variant_resources& resources) {
                             return search_variants(given_, engine, resources, keeps ? &shorter_ : nullptr);
                         });
    }

    /// What `work`, which is estimated to cost so much, finds by the engine of the device.
    template <class Work>
    [[nodiscard]] std::invoke_result_t<Work, variant_engine&, const variant_resources&>
    by_engine(run_report& run, const std::optional<runtime::device_costs>& costs, const Work& work) {
        const runtime::device_choice chosen = choose_variant_device(options_.run, costs, &run.notes);
        const variant_resources given = resources(run);
        return runtime::run_on(
            chosen, &run.notes,
            [&] {
                const double waited = run.start_seconds; // for an answer before, or by the plain search
                runtime::wait_for_device(chosen, run);
                run.start_seconds += waited;
                return work(*make_gpu_engine(given_, given, chosen.gpus.front()), given);
            },
            [&] {
                say_cpu(run);
                return work(*make_cpu_engine(given_, given), given);
            });
    }

    [[nodiscard]] variant_resources resources(run_report& run) {
        const simd::vector_target vectors = simd::choose_vectors(options_.run.vectors);
        return {workers_,
                row_kernels_for(vectors),
                reach_kernels_for(vectors),
                neighbourhood_kernels_for(vectors),
                runtime::memory_budget(options_.run),
                run.notes,
                options_.run.sharing};
    }

    const sequence_set& sequences_;
    const substring_options& options_;
    const plain_search& search_;
    runtime::thread_pool workers_;
    piece_collection of_;
    variant_problem given_;
    likely_runs likely_;
    std::optional<falling_bounds> bounds_; ///< of windows with mismatches; made for the first further answer
    bool are_many_compared_ = false;       ///< so that they did not give the last answer
    supported_starts shorter_;             ///< windows that had the support at a length below that of an earlier answer
    window_supports supports_;             ///< of windows as long as the last answer, once its occurrences are masked
};

} // namespace

substring_result find_variants(const sequence_set& sequences, const substring_options& options,
                               const plain_search& search) {
    if (options.top < 1) throw error(error_code::usage, "the number of answers must be at least 1");
    if (options.copies < 1) throw error(error_code::usage, "the number of copies must be at least 1");
    if (options.per_sequence && (options.top > 1 || is_sharded(options)))
        throw error(error_code::usage, "candidates of each sequence are found for one answer, and in one process");
    if (options.top > 1 && is_sharded(options))
        throw error(error_code::usage, "a shard finds one answer: further ones depend on the first one of all shards");
    static_cast<void>(problem(sequences, options)); // checks the rest
    return variant_finder(sequences, options, search).find();
}

} // namespace concord::substring
