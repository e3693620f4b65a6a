// The tables of the paper for any metric: how far the prefixes of a sequence reach in each sequence.
#include "problems/substring/gpu/gpu_variants.hpp"
#include "problems/substring/variants/variants.hpp"
#include "runtime/gpu/gpus.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace concord {
namespace {

constexpr std::uint64_t starts_at_once = 256;

} // namespace

void for_each_prefix_reach(
    const sequence_set& sequences, std::uint64_t i, const substring_options& options,
    const std::function<void(std::uint64_t start, const std::vector<std::uint64_t>& reaches)>& visit) {
    if (i >= sequences.size()) throw error(error_code::usage, "there is no sequence " + std::to_string(i));
    if (sequences.alphabet() == alphabet::utf8)
        throw error(error_code::usage, "shared substrings are not found in sequences of the alphabet utf8: take bytes");
    runtime::thread_pool workers(options.run);
    const substring::piece_collection of(sequences, options);
    const substring::variant_problem given{
        of,
        {std::min(options.mismatches, std::max<std::uint64_t>(1, sequences.longest())),
         options.metric == substring_metric::levenshtein},
        options.support,
        options.min_length,
        1};
    std::vector<std::string> notes;
    const simd::vector_target vectors = simd::choose_vectors(options.run.vectors);
    const substring::variant_resources resources{workers, substring::row_kernels_for(vectors),
                                                 substring::reach_kernels_for(vectors),
                                                 runtime::memory_budget(options.run), notes};
    const runtime::device_choice chosen = substring::choose_variant_device(options.run, std::nullopt, nullptr);
    if (chosen.on_gpus()) runtime::wait_for_gpus(chosen.gpus);
    const auto engine = chosen.on_gpus() ? substring::make_gpu_engine(given, resources, chosen.gpus.front())
                                         : substring::make_cpu_engine(given, resources);
    for (const substring::piece& one : of.pieces(i)) {
        if (one.is_reverse) continue;
        for (std::uint64_t first = 0; first < one.length; first += starts_at_once) {
            std::vector<substring::text_word> words;
            for (std::uint64_t start = first; start < std::min(first + starts_at_once, one.length); ++start)
                words.push_back({one.first + start, one.length - start});
            std::vector<std::vector<std::uint64_t>> reaches = engine->reaches(words);
            for (std::uint64_t index = 0; index < words.size(); ++index) {
                reaches[index][i] = words[index].length; // where they are taken from, they occur as they are
                visit(one.origin + first + index, reaches[index]);
            }
        }
    }
}

} // namespace concord
