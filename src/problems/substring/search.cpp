#include "problems/substring/search.hpp"

#include "problems/substring/dense_search.hpp"
#include "problems/substring/sparse_search.hpp"

#include <algorithm>
#include <functional>

namespace concord::substring {

std::uint64_t longest_possible(const problem& given) {
    if (given.set.shortest() == given.set.longest()) return given.set.longest();
    std::vector<std::uint64_t> lengths(given.sequences());
    for (std::uint64_t sequence = 0; sequence < given.sequences(); ++sequence)
        lengths[sequence] = given.length(sequence);
    const auto at = lengths.begin() + static_cast<std::ptrdiff_t>(given.support - 1);
    std::nth_element(lengths.begin(), at, lengths.end(), std::greater<>());
    return *at;
}

longest_windows search(const problem& given, const search_means& means) {
    if (longest_possible(given) < given.min_length) return {};
    const std::uint64_t sampled = sampled_length(given, means);
    const std::uint64_t length = std::max(given.min_length, sampled);
    means.notes.push_back("a sample of all windows reaches " + std::to_string(sampled));
    if (means.path != search_path::dense)
        if (auto found = sparse_search(given, means, length)) return std::move(*found);
    return scan_distinct(given, means, length);
}

} // namespace concord::substring
