// How keys of suffixes are divided: the first bits choose a bucket, the others are stored beside the position.
#pragma once

#include "suffixes/packed_suffix.hpp"
#include "suffixes/suffix_array.hpp"
#include "suffixes/tuning.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace concord::suffixes {

/// The division of keys: bits of the bucket, and bits stored beside the position.
struct key_plan {
    key_plan(const text_view& text, const suffix_options& options) {
        const std::uint64_t target = options.bucket_target > 0 ? options.bucket_target : tuning::bucket_target;
        const std::uint64_t buckets = text.size / target + 1;
        bucket_bits = std::min(tuning::most_bucket_bits, static_cast<unsigned>(std::bit_width(buckets) - 1));
        const unsigned key_bits = options.first_key_bits > 0 ? options.first_key_bits : tuning::first_key_bits;
        const unsigned most_bits = std::min(key_bits, bucket_bits + tuning::stored_key_bits);
        letters = std::max(1U, most_bits / text.bits);
        bucket_bits = std::min(bucket_bits, letters * text.bits);
        stored_bits = letters * text.bits - bucket_bits;
    }
    [[nodiscard]] std::size_t buckets() const { return (std::size_t{1} << bucket_bits) + 1; }
    [[nodiscard]] std::size_t bucket_of(const prefix_key& key) const { return (key.letters >> stored_bits) + 1; }

    unsigned letters = 1;
    unsigned bucket_bits = 0;
    unsigned stored_bits = 0;
};

} // namespace concord::suffixes
