// The tables of the paper for any metric: how far the prefixes of a sequence reach in each sequence. Without mismatches
// by the suffix array; with mismatches by those of long sequences, pair by pair; else by the search of the variants.
#include "problems/substring/cpu/mismatch_prefixes.hpp"
#include "problems/substring/gpu/gpu_variants.hpp"
#include "problems/substring/join_tuning.hpp"
#include "problems/substring/variants/plain_pieces.hpp"
#include "problems/substring/variants/variants.hpp"
#include "runtime/gpu/gpus.hpp"
#include "suffixes/longest_shared.hpp"
#include "suffixes/matching_statistics.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace concord {
namespace {

using substring::piece;
using substring::piece_collection;
constexpr std::uint64_t starts_at_once = 256;
constexpr std::uint64_t reaches_at_once = 1U << 20U; ///< by the suffix array, of which a walk takes its time

using visitor = std::function<void(std::uint64_t start, const std::vector<std::uint64_t>& reaches)>;

void visit_exactly(const substring::pieces_as_sequences& plain, std::uint64_t i, std::uint64_t sequences,
                   runtime::thread_pool& workers, const visitor& visit) {
    const sequence::packed_sequences& set = sequence::packed(plain.set);
    const std::vector<std::uint64_t> owners = plain.owners();
    std::vector<std::string> notes;
    const suffixes::matching_statistics statistics(set, owners, sequences, workers, notes);
    // As many at once as make a walk over all suffixes take no longer than to write them down.
    const std::uint64_t at_once =
        std::max({set.letters(), reaches_at_once, sequences}) / std::max<std::uint64_t>(1, sequences);
    std::vector<std::uint32_t> found;
    std::vector<std::uint64_t> reaches(sequences);
    for (std::size_t index = 0; index < plain.pieces.size(); ++index) {
        const piece& one = *plain.pieces[index];
        if (one.sequence != i || one.is_reverse) continue;
        for (std::uint64_t first = 0; first < one.length; first += at_once) {
            const std::uint64_t last = std::min(first + at_once, one.length);
            found.resize((last - first) * sequences);
            statistics.find({set.offset(index) + first, set.offset(index) + last}, found);
            for (std::uint64_t start = first; start < last; ++start) {
                std::copy_n(found.begin() + static_cast<std::ptrdiff_t>((start - first) * sequences), sequences,
                            reaches.begin());
                reaches[i] = one.length - start; // where they are taken from, they occur as they are
                visit(one.origin + start, reaches);
            }
        }
    }
}

/// Of two sequences as many pieces as they have, those of the first on the forward strand alone.
sequence_set pieces_of_pair(const substring::pieces_as_sequences& plain, std::uint64_t i, std::uint64_t j,
                            std::uint64_t& sources) {
    const sequence_set& set = plain.set;
    sequence_set_builder builder(set.alphabet());
    const auto add = [&](std::uint64_t sequence, bool both_strands) {
        std::uint64_t added = 0;
        for (std::size_t index = 0; index < plain.pieces.size(); ++index) {
            const piece& one = *plain.pieces[index];
            if (one.sequence != sequence || (one.is_reverse && !both_strands)) continue;
            builder.add({}, set.text(index, 0, set.length(index)));
            ++added;
        }
        return added;
    };
    sources = add(i, false);
    add(j, true);
    return std::move(builder).finish();
}

/// Whether a suffix array of this sequence and each other one takes less than a comparison of all.
bool are_long(const sequence::packed_sequences& plain, std::uint64_t length, std::uint64_t sequences,
              const run_options& run) {
    const auto most = static_cast<double>(std::numeric_limits<std::uint32_t>::max()) / 2;
    const double letters = static_cast<double>(plain.letters());
    const double bytes = static_cast<double>(length) * static_cast<double>(sequences) * sizeof(std::uint32_t);
    return length >= substring::tuning::least_letters_of_prefixes && letters < most &&
           letters >= static_cast<double>(substring::tuning::least_letters_of_prefixes * sequences) &&
           bytes + 32 * letters <= static_cast<double>(runtime::memory_budget(run));
}

void visit_pairs(const substring::pieces_as_sequences& plain, std::uint64_t i, std::uint64_t sequences,
                 std::uint64_t mismatches, runtime::thread_pool& workers, const visitor& visit) {
    std::vector<std::vector<std::uint32_t>> found(sequences); // by sequence and letter of the pieces
    for (std::uint64_t j = 0; j < sequences; ++j) {
        if (j == i) continue;
        std::uint64_t sources = 0;
        const sequence_set both = pieces_of_pair(plain, i, j, sources);
        found[j] = substring::longest_prefixes(sequence::packed(both), sources, mismatches, workers);
    }
    std::vector<std::uint64_t> reaches(sequences);
    std::uint64_t letters = 0; // of pieces before
    for (const piece* one : plain.pieces) {
        if (one->sequence != i || one->is_reverse) continue;
        for (std::uint64_t start = 0; start < one->length; ++start, ++letters) {
            for (std::uint64_t j = 0; j < sequences; ++j)
                reaches[j] = j == i ? one->length - start : found[j][letters];
            visit(one->origin + start, reaches);
        }
    }
}

void visit_by_engine(const piece_collection& of, std::uint64_t i, const substring_options& options,
                     runtime::thread_pool& workers, std::uint64_t mismatches, const visitor& visit) {
    const substring::variant_problem given{
        of, {mismatches, options.metric == substring_metric::levenshtein}, options.support, options.min_length, 1};
    std::vector<std::string> notes;
    const simd::vector_target vectors = simd::choose_vectors(options.run.vectors);
    const substring::variant_resources resources{workers,
                                                 substring::row_kernels_for(vectors),
                                                 substring::reach_kernels_for(vectors),
                                                 substring::neighbourhood_kernels_for(vectors),
                                                 runtime::memory_budget(options.run),
                                                 notes};
    const runtime::device_choice chosen = substring::choose_variant_device(options.run, std::nullopt, nullptr);
    if (chosen.on_gpus()) runtime::wait_for_gpus(chosen.gpus);
    const auto engine = chosen.on_gpus() ? substring::make_gpu_engine(given, resources, chosen.gpus.front())
                                         : substring::make_cpu_engine(given, resources);
    for (const piece& one : of.pieces(i)) {
        if (one.is_reverse) continue;
        for (std::uint64_t first = 0; first < one.length; first += starts_at_once) {
            std::vector<substring::text_word> words;
            const std::uint64_t last = std::min(first + starts_at_once, one.length);
            for (std::uint64_t start = first; start < last; ++start)
                words.push_back({one.first + start, one.length - start});
            std::vector<std::vector<std::uint64_t>> reaches = engine->reaches(words);
            for (std::uint64_t index = 0; index < words.size(); ++index) {
                reaches[index][i] = words[index].length;
                visit(one.origin + first + index, reaches[index]);
            }
        }
    }
}

} // namespace

void for_each_prefix_reach(
    const sequence_set& sequences, std::uint64_t i, const substring_options& options,
    const std::function<void(std::uint64_t start, const std::vector<std::uint64_t>& reaches)>& visit) {
    if (i >= sequences.size()) throw error(error_code::usage, "there is no sequence " + std::to_string(i));
    if (sequences.alphabet() == alphabet::utf8)
        throw error(error_code::usage, "shared substrings are not found in sequences of the alphabet utf8: take bytes");
    runtime::thread_pool workers(options.run);
    const piece_collection of(sequences, options);
    const std::uint64_t mismatches = std::min(options.mismatches, std::max<std::uint64_t>(1, sequences.longest()));
    if (!options.run.device.names_gpus() && substring::is_plain(options, of, sequences.alphabet())) {
        const substring::pieces_as_sequences plain = substring::as_sequences(of, sequences.alphabet());
        const sequence::packed_sequences& set = sequence::packed(plain.set);
        if (mismatches == 0 &&
            suffixes::memory_of_longest_shared(set, workers.threads()) <= runtime::memory_budget(options.run))
            return visit_exactly(plain, i, sequences.size(), workers, visit);
        if (mismatches > 0 && are_long(set, sequences.length(i), sequences.size(), options.run))
            return visit_pairs(plain, i, sequences.size(), mismatches, workers, visit);
    }
    visit_by_engine(of, i, options, workers, mismatches, visit);
}

} // namespace concord
