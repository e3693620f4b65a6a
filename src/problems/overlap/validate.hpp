// Whether the tables of an index from a file fit its sequences and each other. Checksums tell damage; whoever writes a
// file on purpose writes their checksums as well.
#pragma once

#include "problems/overlap/tables.hpp"
#include "runtime/thread_pool.hpp"

#include <optional>
#include <string>

namespace concord::overlap {

struct contradiction {
    std::string expected;
    std::string found;
};

/// The first that is met: a text that is not that of the sequences; suffixes that are not each place once, or whose
/// ranks are not theirs; a prefix that reaches beyond the text; minima that are not those of the prefixes. Whether
/// the suffixes are in order is not looked at: nothing is read outside the tables if they are not, and answers are as
/// wrong as the file. Time O(letters); memory as the text.
[[nodiscard]] std::optional<contradiction> find_contradiction(const overlap_index::tables& held,
                                                              runtime::thread_pool& workers);

} // namespace concord::overlap
