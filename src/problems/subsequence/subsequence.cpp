#include "problems/subsequence/reference.hpp"

#include <concord/subsequence.hpp>

namespace concord {

subsequence_result longest_common_subsequence(const sequence_ref& a, const sequence_ref& b,
                                              const subsequence_options& options) {
    const data::coded_pair pair = data::code_pair(a, b);
    subsequence_result result;
    result.length = subsequence::reference_length(pair);
    if (options.alignment) result.alignment = subsequence::reference_alignment(pair);
    return result;
}

std::vector<std::uint64_t> kept_positions(const alignment& runs) {
    std::vector<std::uint64_t> kept;
    std::uint64_t position = 0;
    for (const alignment_run& run : runs) {
        if (run.operation == 'D') continue;
        for (std::uint64_t i = 0; i < run.count && run.operation == '='; ++i)
            kept.push_back(position + i);
        position += run.count;
    }
    return kept;
}

} // namespace concord
