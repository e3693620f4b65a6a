// The rates of machines as a file of the user's cache: JSON, schema concord.rates/1.
//
//     {"schema": "concord.rates/1",
//      "machines": [{"processor": "…", "cores": 16, "gpus": "NVIDIA H200", "driver": "580.159.04", "version": "0.1.0",
//                    "cpu": {"cores": 16, "scanning": [1.0, 0.9], …}, "gpu": {"start_seconds": 0.3, "transfer": 1.0,
//                    …}}]}
//
// One home may be that of several machines. Rates of another machine, of another version, or in a file that is damaged,
// or that others may have written, are no rates; those of the reference machine stay in use then.
#pragma once

#include <concord/machine_rates.hpp>

#include <optional>
#include <string>

namespace concord::formats {

/// What rates belong to.
struct machine_key {
    std::string processor;
    unsigned cores = 0;  ///< that the process may use
    std::string gpus;    ///< their models, as far as the driver tells without being started, and which are visible
    std::string driver;  ///< its version
    std::string version; ///< of Concord

    friend bool operator==(const machine_key&, const machine_key&) = default;
};

[[nodiscard]] machine_key key_of_this_machine();

/// rates.json in $CONCORD_CACHE, else in the folder concord of $XDG_CACHE_HOME, else of ~/.cache; empty where none of
/// these is set. Relative paths count for $CONCORD_CACHE only.
[[nodiscard]] std::string rates_path();

struct saved_rates {
    std::optional<machine_rates> rates;
    std::string why_not; ///< empty if there are rates; else a few words: "there is no such file"
};

/// A symbolic link is not followed; file and folder must belong to this user, and no one else may write to them.
[[nodiscard]] saved_rates read_rates(const std::string& path, const machine_key& key);
/// The same for this machine, which is only asked what it is where there is such a file.
[[nodiscard]] saved_rates read_rates(const std::string& path);

/// Makes the folder of the file if there is none. Throws error (resource) where it cannot be made, or is not this user's
/// alone: save_rates would, too, but what it is to save takes a second to measure.
void make_place_of_rates(const std::string& path);

/// Replaces what the file holds of this machine, and keeps that of others, the latest 32. Makes the folder if there is
/// none. Throws error (resource).
void save_rates(const std::string& path, const machine_key& key, const machine_rates& rates);

} // namespace concord::formats
