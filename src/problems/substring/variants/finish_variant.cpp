// What is reported of an answer, from the letters alone: its occurrences, and what they cover.
#include "problems/substring/sequence_tasks.hpp"
#include "problems/substring/variants/occurrence_screen.hpp"
#include "problems/substring/variants/variants.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <tuple>

namespace concord::substring {
namespace {

constexpr std::uint64_t occurrences_of_task = 64; ///< that are aligned

/// A window as it is read along the sequences: as it is, and its reverse complement where both strands count.
struct both_readings {
    both_readings(const variant_problem& given, const substring_candidate& source)
        : forward(letters_at(given.of, source)) {
        if (given.of.has_both_strands()) reverse = given.of.reverse_complement(forward);
    }

    static std::vector<letter> letters_at(const piece_collection& of, const substring_candidate& source) {
        for (const piece& one : of.pieces(source.sequence)) {
            if (one.is_reverse || source.start < one.origin || source.start + source.length > one.origin + one.length)
                continue;
            const std::span<const letter> found = of.letters(one.first + source.start - one.origin, source.length);
            return {found.begin(), found.end()};
        }
        throw std::logic_error("certification failed: the answer is not in one piece");
    }

    /// visit(letters, is_reverse)
    template <class Visit>
    void for_each(Visit visit) const {
        visit(std::span<const letter>(forward), false);
        if (!reverse.empty()) visit(std::span<const letter>(reverse), true);
    }

    std::vector<letter> forward;
    std::vector<letter> reverse;
};

allowance allowed_for(const variant_problem& given, std::uint64_t length) {
    return {std::min(given.allowed.edits, length), given.allowed.indels};
}

/// What rules out most sequences: a screen of each reading.
struct both_screens {
    both_screens(const variant_problem& given, const both_readings& readings, const allowance& allowed)
        : forward(given.of, readings.forward, allowed), reverse(given.of, readings.reverse, allowed) {}

    occurrence_screen forward;
    occurrence_screen reverse;
};

std::optional<substring_occurrence> best_occurrence(const variant_problem& given, const substring_candidate& source,
                                                    const both_readings& readings, const both_screens& screens,
                                                    std::uint64_t sequence) {
    const allowance allowed = allowed_for(given, source.length);
    if (given.copies > 1 && !holds_copies(given.of, sequence, readings.forward, given.allowed, given.copies))
        return std::nullopt;
    if (sequence == source.sequence)
        return substring_occurrence{sequence, source.start, 0, source.start + source.length, false};
    std::optional<substring_occurrence> best;
    const auto rank = [](const substring_occurrence& one) {
        return std::tuple(one.mismatches, one.start, one.end, one.is_reverse);
    };
    for (const piece& one : given.of.pieces(sequence)) {
        if (one.is_reverse) continue;
        readings.for_each([&](std::span<const letter> letters, bool is_reverse) {
            const std::span<const letter> text = given.of.letters(one.first, one.length);
            if (!(is_reverse ? screens.reverse : screens.forward).may_occur(text)) return;
            const auto part = best_part(given.of, letters, text, allowed);
            if (!part) return;
            const substring_occurrence found{sequence, one.origin + part->first, part->edits, one.origin + part->last,
                                             is_reverse};
            if (!best || rank(found) < rank(*best)) best = found;
        });
    }
    return best;
}

} // namespace

std::vector<substring_occurrence> occurrences_of(const variant_problem& given, const substring_candidate& source,
                                                 runtime::thread_pool& workers) {
    const both_readings readings(given, source);
    const both_screens screens(given, readings, allowed_for(given, source.length));
    const std::uint64_t sequences = given.of.sequences();
    const sequence_tasks tasks(sequences, given.of.text().size());
    std::vector<std::vector<substring_occurrence>> of_task(tasks.size());
    workers.run(tasks.size(), [&](std::size_t task, unsigned) {
        std::vector<substring_occurrence> here;
        for (std::uint64_t sequence = tasks.first(task); sequence < tasks.last(task); ++sequence)
            if (const auto found = best_occurrence(given, source, readings, screens, sequence)) here.push_back(*found);
        of_task[task] = std::move(here);
    });
    return runtime::joined(of_task, workers);
}

void finish_variant(const variant_problem& given, const substring_options& options, longest_windows&& found,
                    runtime::thread_pool& workers, substring_result& result) {
    if (!take_first(found, options, workers, result)) return;
    certify(occurrences_of(given, result.best, workers), given.support, claimed_support::exact, options, result);

    if (given.allowed.indels) {
        const both_readings readings(given, result.best);
        result.alignments.resize(result.occurrences.size());
        const auto align_some = [&](std::uint64_t first, std::uint64_t last) {
            for (std::uint64_t index = first; index < last; ++index) {
                const substring_occurrence& at = result.occurrences[index];
                if (at.sequence == result.best.sequence) {
                    result.alignments[index] = {{'=', result.best.length}};
                    continue;
                }
                for (const piece& one : given.of.pieces(at.sequence)) {
                    if (one.is_reverse || at.start < one.origin || at.end > one.origin + one.length) continue;
                    result.alignments[index] =
                        align(given.of, at.is_reverse ? readings.reverse : readings.forward,
                              given.of.letters(one.first + at.start - one.origin, at.end - at.start), at.mismatches);
                    break;
                }
            }
        };
        runtime::for_parts(workers, result.occurrences.size(), occurrences_of_task, align_some);
    }
}

std::vector<covered_letters> letters_of_answer(const variant_problem& given, const substring_candidate& answer,
                                               const std::vector<substring_occurrence>& holders,
                                               runtime::thread_pool& workers) {
    const both_readings readings(given, answer);
    const allowance allowed = allowed_for(given, answer.length);
    const piece_collection& of = given.of;
    std::vector<covered_letters> all{{answer.sequence, answer.start, answer.start + answer.length}};
    std::mutex adding;
    const bool is_of_all = given.copies > 1;
    const std::uint64_t sequences = is_of_all ? of.sequences() : holders.size();
    const sequence_tasks tasks(sequences, of.text().size() * sequences / of.sequences());
    workers.run(tasks.size(), [&](std::size_t task, unsigned) {
        std::vector<covered_letters> some;
        for (std::uint64_t index = tasks.first(task); index < tasks.last(task); ++index)
            for (const piece& one : of.pieces(is_of_all ? index : holders[index].sequence)) {
                if (one.is_reverse) continue;
                readings.for_each([&](std::span<const letter> letters, bool) {
                    for (const text_part& part : longest_parts(of, letters, of.letters(one.first, one.length), allowed))
                        some.push_back({one.sequence, one.origin + part.first, one.origin + part.last});
                });
            }
        const std::scoped_lock lock(adding);
        all.insert(all.end(), some.begin(), some.end());
    });
    return all;
}

} // namespace concord::substring
