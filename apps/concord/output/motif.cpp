#include "output/motif.hpp"

#include <fmt/format.h>
#include <numeric>

namespace concord::app {
namespace {

std::vector<double> shares_of(const std::vector<std::uint64_t>& counts) {
    const auto total = static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
    std::vector<double> shares;
    shares.reserve(counts.size());
    for (const std::uint64_t count : counts)
        shares.push_back(total > 0 ? static_cast<double>(count) / total : 1.0 / static_cast<double>(counts.size()));
    return shares;
}

} // namespace

void write_meme_motif(const letter_profile& profile, const std::vector<std::uint64_t>& background,
                      const std::string& name, const formats::byte_sink& sink) {
    sink(fmt::format("MEME version 4\n\nALPHABET= {}\n\n", profile.letters));
    if (profile.kind == alphabet::dna) sink("strands: +\n\n");
    sink("Background letter frequencies\n");
    const std::vector<double> expected = shares_of(background);
    for (std::size_t i = 0; i < expected.size(); ++i)
        sink(fmt::format("{}{} {:.5f}", i == 0 ? "" : " ", profile.letters[i], expected[i]));
    sink("\n");
    if (profile.sites == 0) return;
    sink(fmt::format("\nMOTIF {} concord\n\nletter-probability matrix: alength= {} w= {} nsites= {}\n", name,
                     profile.letters.size(), profile.counts.size(), profile.sites));
    for (std::size_t column = 0; column < profile.counts.size(); ++column) {
        const std::vector<double> shares = profile.total(column) > 0 ? shares_of(profile.counts[column]) : expected;
        for (const double share : shares)
            sink(fmt::format(" {:.6f}", share));
        sink("\n");
    }
}

} // namespace concord::app
