#include "problems/adapters/verdict.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace concord::adapters {
namespace {

/// The commonest start of a consensus, and the reads in which it begins there, or one letter beside it.
struct common_start {
    std::size_t at = 0;
    std::uint64_t reads = 0;
};

common_start common_start_of(const std::vector<std::uint64_t>& starts) {
    common_start best;
    for (std::size_t i = 0; i + 1 < starts.size(); ++i) { // the last one counts many places
        const std::uint64_t reads =
            (i > 0 ? starts[i - 1] : 0) + starts[i] + (i + 2 < starts.size() ? starts[i + 1] : 0);
        if (reads > best.reads) best = {i, reads};
    }
    return best;
}

/// The chance that so many of the reads or more do what a read does with this probability: at most this (Chernoff).
double chance_of(double hits, double reads, double probability) {
    if (hits <= reads * probability) return 1;
    const double share = hits / reads;
    const double rest = share < 1 ? (1 - share) * std::log((1 - share) / (1 - probability)) : 0;
    return std::exp(-reads * (share * std::log(share / probability) + rest));
}

bool is_one_letter(const codes& consensus) {
    std::array<std::size_t, 4> letters{};
    for (const std::uint8_t code : consensus)
        ++letters[code];
    return static_cast<double>(std::ranges::max(letters)) >=
           threshold::poly_share * static_cast<double>(consensus.size());
}

} // namespace

unsigned period_of(const codes& consensus) {
    for (unsigned period = 1; period <= threshold::longest_period && 2 * period < consensus.size(); ++period) {
        std::size_t equal = 0;
        for (std::size_t i = period; i < consensus.size(); ++i)
            equal += consensus[i] == consensus[i - period] ? 1U : 0U;
        if (static_cast<double>(equal) >= threshold::periodic_share * static_cast<double>(consensus.size() - period))
            return period;
    }
    return 0;
}

adapter_verdict judged(const codes& consensus, const strand_statistics& strand, const strand_statistics& other,
                       bool long_reads) {
    const auto reads = static_cast<double>(strand.reads);
    if (is_one_letter(consensus)) return adapter_verdict::poly;
    if (period_of(consensus) > 0 || static_cast<double>(strand.several) >= threshold::several_share * reads)
        return adapter_verdict::repeat;
    if (static_cast<double>(strand.covering) >= threshold::covering_share * reads)
        return adapter_verdict::abundant_insert;
    if (!long_reads && static_cast<double>(other.reads) >= threshold::other_strand_share * reads)
        return adapter_verdict::abundant_insert;
    const auto of_chance = [](std::uint64_t sum) { return static_cast<double>(sum) / (1U << 20U); };
    const auto in_most = [&](std::uint64_t held) { return static_cast<double>(held) >= threshold::one_place * reads; };
    // Mates that show where inserts end are the best witness of a read-through.
    if (strand.confirmed >= threshold::least_confirmed && strand.confirmed > strand.denied)
        return adapter_verdict::adapter;
    if (consensus.size() > threshold::longest_adapter) return adapter_verdict::abundant_insert;
    // A tag is followed by what the read is of; reads end inside an adapter.
    const bool goes_on = in_most(strand.reads - strand.cut_right);
    const common_start start = common_start_of(strand.starts);
    if (in_most(start.reads)) {
        if (start.at > threshold::latest_tag) return adapter_verdict::abundant_insert; // a part of an amplicon
        return goes_on ? adapter_verdict::tag : adapter_verdict::adapter;
    }
    const double near_end = of_chance(strand.near_end_by_chance) / reads;
    const auto stands_at = [&](std::uint64_t held) {
        return near_end <= threshold::placed_by_chance && in_most(held) &&
               chance_of(static_cast<double>(held), reads, near_end) <= threshold::placed_evidence;
    };
    if (goes_on && stands_at(strand.at_start)) return adapter_verdict::tag;
    const double inside = of_chance(strand.inside_by_chance);
    if (static_cast<double>(strand.cut_left) >= threshold::inside_part * inside)
        return adapter_verdict::abundant_insert;
    if (long_reads) // within long reads stands what they are of
        return stands_at(strand.at_end) ? adapter_verdict::adapter : adapter_verdict::abundant_insert;
    // Reads that begin before it end in it, or at least it begins anywhere; a conserved part of an amplicon is whole in
    // all of them, and stands at a few places.
    const bool is_read_through = static_cast<double>(strand.cut_right) >= threshold::inside_part * inside ||
                                 static_cast<double>(start.reads) <= threshold::spread_start * reads;
    const bool is_proven = std::exp(-inside) <= threshold::inside_by_chance || stands_at(strand.at_end);
    return is_read_through && is_proven ? adapter_verdict::adapter : adapter_verdict::abundant_insert;
}

} // namespace concord::adapters
