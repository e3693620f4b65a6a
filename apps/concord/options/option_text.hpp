// How people write numbers on a command line. Every function throws CLI::ValidationError for anything else.
#pragma once

#include <concord/device.hpp>

#include <cstdint>
#include <string>

namespace concord::app {

/// "5000", "10k", "2.5M": k, M and G stand for 10^3, 10^6 and 10^9.
[[nodiscard]] std::uint64_t parse_count(const std::string& text);

/// A number of letters of 1 or more.
[[nodiscard]] std::uint64_t parse_length(const std::string& text);

/// A number of cells of 1 or more.
[[nodiscard]] std::uint64_t parse_cells(const std::string& text);

/// A finite number of 0 or more, such as 0.5 or 1e-6.
[[nodiscard]] double parse_tolerance(const std::string& text);

/// From 1 to 65536.
[[nodiscard]] unsigned parse_threads(const std::string& text);

/// "auto", "cpu", "cuda", "cuda:0" or "cuda:0,1"; returns it as it is.
[[nodiscard]] device parse_device(const std::string& text);

/// "512M", "4G", "4GiB": bytes; k, M, G and T stand for 2^10, 2^20, 2^30 and 2^40.
[[nodiscard]] std::uint64_t parse_size(const std::string& text);

/// "26%" or "0.26": from 0 to 1.
[[nodiscard]] double parse_share(const std::string& text);

struct length_range {
    std::uint64_t shortest = 0;
    std::uint64_t longest = 0;
};

/// "51" or "30-150".
[[nodiscard]] length_range parse_lengths(const std::string& text);

/// A number of sequences, or a share of them.
struct support_request {
    std::uint64_t count = 0; ///< 0 where it is a share
    double percent = 0;
};

/// "1000" or "20%"; neither may be 0, nor may a share exceed 100%.
[[nodiscard]] support_request parse_support(const std::string& text);

} // namespace concord::app
