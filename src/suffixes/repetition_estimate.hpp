// Estimates from a sample of suffixes how repetitive a text is, so that keys are not tried in vain.
#pragma once

#include "runtime/thread_pool.hpp"
#include "suffixes/packed_suffix.hpp"
#include "suffixes/suffix_array.hpp"

namespace concord::suffixes {

/// Windows compared for a suffix, on average, from which keys take longer than induced sorting. Time O(letters / 64).
[[nodiscard]] double worth_refining(const text_view& text, const runtime::thread_pool& workers);

/// Whether a sample shows that keys would take longer. A guess that is wrong costs time only, unless there is no memory
/// for the other way. Time O(letters), most of it for texts that are not repetitive.
[[nodiscard]] bool is_repetitive(const text_view& text, const suffix_options& options, runtime::thread_pool& workers);

} // namespace concord::suffixes
