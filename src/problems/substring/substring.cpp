// The public calls.
#include <concord/substring.hpp>

#include "problems/substring/finish.hpp"
#include "problems/substring/search.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace concord {

substring_result longest_common_substring(const sequence_set& sequences, const substring_options& options) {
    if (options.run.device != "auto" && options.run.device != "cpu")
        throw error(error_code::resource,
                    "device '" + options.run.device + "' cannot be used: this build has no GPU code");
    const substring::problem given(sequences, options);
    const exec::vector_target vectors = exec::choose_vectors(options.run.vectors);
    exec::workers workers(options.run);
    const substring::piece_kernels& kernels = substring::kernels_for(vectors);

    substring_result result;
    result.run.device = "cpu";
    result.run.vectors = exec::to_string(vectors);
    result.run.threads = workers.threads();
    result.run.notes.push_back(std::string("vector kernels compiled for ") + kernels.compiled_for);
    const substring::search_means means{workers, kernels, exec::memory_budget(options.run), options.run.tile,
                                        result.run.notes};
    substring::longest_windows found = substring::search(given, means);
    const std::uint64_t longest = found.length;
    substring::finish(given, options, std::move(found), workers, result);
    if (options.per_sequence) result.per_sequence = substring::search_each(given, longest, means);
    return result;
}

std::uint64_t support_from_percent(double percent, std::uint64_t sequences) {
    if (!(percent > 0 && percent <= 100))
        throw error(error_code::usage, "a share must be more than 0 % and at most 100 %");
    const double exact = percent / 100 * static_cast<double>(sequences);
    // 20 % of 5,000 is 1,000, whatever the last bit of 0.2 says.
    const double count = std::ceil(exact - 1e-9 * exact);
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(count));
}

} // namespace concord
