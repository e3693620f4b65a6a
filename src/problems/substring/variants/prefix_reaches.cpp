// The tables of the paper for any metric: how far the prefixes of a sequence reach in each sequence.
#include "problems/substring/variants/variants.hpp"

#include "runtime/device_policy.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>

namespace concord {
namespace {

constexpr std::uint64_t starts_at_once = 256;

/// One thread's words, in all blocks.
class reach_finder {
  public:
    reach_finder(const substring::piece_collection& of, const substring::row_kernels& kernels,
                 const substring::word_letters& letters, const substring::allowance& allowed,
                 const std::vector<substring::lane_block>& blocks)
        : of_(of), blocks_(blocks), grower_(of, kernels, letters, allowed) {}

    /// Of the prefixes of [start, end) of the text, by sequence; where they are taken from, they occur as they are.
    [[nodiscard]] std::vector<std::uint64_t> find(std::uint64_t sequence, std::uint64_t start, std::uint64_t end) {
        std::vector<std::uint64_t> reaches(of_.sequences(), 0);
        for (const substring::lane_block& block : blocks_) {
            substring::word_rows word = grower_.begin(block);
            for (std::uint64_t at = start; at < end && word.holders > 0; ++at) {
                grower_.extend(0, word, of_.text()[at], end - at - 1);
                grower_.for_each_holder(word, [&](std::uint64_t holder) { reaches[holder] = at + 1 - start; });
            }
        }
        reaches[sequence] = end - start;
        return reaches;
    }

  private:
    const substring::piece_collection& of_;
    const std::vector<substring::lane_block>& blocks_;
    substring::word_grower grower_;
};

} // namespace

void for_each_prefix_reach(
    const sequence_set& sequences, std::uint64_t i, const substring_options& options,
    const std::function<void(std::uint64_t start, const std::vector<std::uint64_t>& reaches)>& visit) {
    if (i >= sequences.size()) throw error(error_code::usage, "there is no sequence " + std::to_string(i));
    if (sequences.alphabet() == alphabet::utf8)
        throw error(error_code::usage, "shared substrings are not found in sequences of the alphabet utf8: take bytes");
    runtime::check_device(options.run, "tables of prefixes are computed on the CPU only");
    runtime::thread_pool workers(options.run);
    const substring::piece_collection of(sequences, options);
    const substring::word_letters letters(of);
    const substring::allowance allowed{std::min(options.mismatches, std::max<std::uint64_t>(1, sequences.longest())),
                                       options.metric == substring_metric::levenshtein};
    const substring::row_kernels& kernels = substring::row_kernels_for(simd::choose_vectors(options.run.vectors));
    std::vector<std::uint64_t> all(sequences.size());
    std::iota(all.begin(), all.end(), 0);
    const std::vector<substring::lane_block> blocks = substring::make_lane_blocks(
        of, letters, all,
        substring::current_search_habits().bytes_of_rows / sizeof(std::uint64_t) / (allowed.edits + 1),
        substring::reading::forward, workers);
    std::vector<std::unique_ptr<reach_finder>> finders(workers.threads());
    for (const substring::piece& one : of.pieces(i)) {
        if (one.is_reverse) continue;
        for (std::uint64_t first = 0; first < one.length; first += starts_at_once) {
            std::vector<std::vector<std::uint64_t>> some(std::min(starts_at_once, one.length - first));
            workers.run(some.size(), [&](std::size_t index, unsigned worker) {
                if (!finders[worker])
                    finders[worker] = std::make_unique<reach_finder>(of, kernels, letters, allowed, blocks);
                some[index] = finders[worker]->find(i, one.first + first + index, one.first + one.length);
            });
            for (std::uint64_t index = 0; index < some.size(); ++index)
                visit(one.origin + first + index, some[index]);
        }
    }
}

} // namespace concord
