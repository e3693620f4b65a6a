// What the plain problem finds where each piece is a sequence of its own counts a sequence twice that holds a window in
// two pieces. These windows are few, and of one length: a join of them with all windows counts sequences once.
#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/join/join.hpp"
#include "problems/substring/cpu/join/join_cost.hpp"
#include "problems/substring/cpu/join/piece_index.hpp"
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/plain_pieces.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace concord::substring {

std::optional<longest_windows> join_in_sequences(const variant_problem& given, const variant_resources& resources,
                                                 const pieces_as_sequences& plain, const longest_windows& found) {
    if (given.allowed.indels || given.of.has_sets() || given.copies > 1 || found.windows.empty()) return std::nullopt;
    substring_options asked;
    asked.mismatches = given.allowed.edits;
    asked.support = given.support;
    asked.run = resources.workers.options();
    const problem of_pieces(plain.set, asked, plain.forward);
    candidate_windows windows(of_pieces, found.length);
    windows.keep_sources(of_pieces, found);
    windows.count();
    const simd::vector_target vectors = simd::choose_vectors(asked.run.vectors);
    const seed_kernels& kernels = seed_kernels_for(vectors);
    distinct_sources distinct(of_pieces, resources.workers);
    const equal_windows& sources = distinct.of(windows);
    const double words = static_cast<double>(of_pieces.sequences()) +
                         static_cast<double>(of_pieces.set.letters()) / sequence::letters_per_word;
    const double counting = static_cast<double>(sources.size()) * words *
                            static_cast<double>(given.allowed.edits + 1) * tuning::cost_of_row_vector;
    if (memory_of_joining(of_pieces, windows.counts()) > static_cast<double>(resources.memory) ||
        cost_of_joining_distinct(of_pieces, kernels, windows, distinct, repetition_of_words(of_pieces)) > counting)
        return std::nullopt;
    const std::size_t different = sources.size();
    longest_windows counted =
        join_pieces(of_pieces, plain.owners(), resources.workers, kernels, windows, distinct.of(windows));
    resources.notes.push_back("windows of length " + std::to_string(found.length) + " joined with all pieces: " +
                              std::to_string(different) + " different ones; " + std::to_string(counted.windows.size()) +
                              " have the support in sequences");
    return counted;
}

} // namespace concord::substring
