#include "problems/substring/problem.hpp"

#include "problems/substring/lcp_with_mismatches.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <string>
#include <unordered_map>

namespace concord::substring {
namespace {

/// The sum of squared letter frequencies, from at most a few thousand letters spread evenly.
double chance_match_of(const sequence::packed_sequences& set, const sequence::letters_view& letters) {
    constexpr std::uint64_t most_samples = 4096;
    const std::uint64_t samples = std::min(most_samples, set.letters());
    if (samples == 0) return 1;
    std::array<std::uint64_t, 256> counts{};
    for (std::uint64_t sample = 0; sample < samples; ++sample) {
        const std::uint64_t position = sample * (set.letters() / samples);
        unsigned code = 0;
        for (unsigned plane = 0; plane < set.planes(); ++plane)
            code |= static_cast<unsigned>(letters.target(plane, position) & 1U) << plane;
        ++counts[code];
    }
    double sum = 0;
    for (const std::uint64_t count : counts) {
        const double share = static_cast<double>(count) / static_cast<double>(samples);
        sum += share * share;
    }
    return sum;
}

} // namespace

problem::problem(const sequence_set& sequences_given, const substring_options& options)
    : set(sequence::packed(sequences_given)), letters(set), mismatches(std::min(options.mismatches, set.longest())),
      support(options.support), min_length(options.min_length), sources(set.size()),
      chance_match(chance_match_of(set, letters)) {
    if (options.support < 1) throw error(error_code::usage, "the support must be at least 1");
    if (options.min_length < 1) throw error(error_code::usage, "the minimum length must be at least 1");
    if (options.support > set.size())
        throw error(error_code::usage, "a support of " + std::to_string(options.support) + " is more than the " +
                                           std::to_string(set.size()) + " sequences that there are");
    if (set.longest() >= std::numeric_limits<std::uint32_t>::max())
        throw error(error_code::usage, "a sequence has 2^32 letters or more");
}

std::uint64_t longest_possible(const problem& given) {
    if (given.set.shortest() == given.set.longest() && given.sequences() > 0) return given.strand_length(0);
    std::vector<std::uint64_t> lengths(given.sequences());
    for (std::uint64_t sequence = 0; sequence < given.sequences(); ++sequence)
        lengths[sequence] = given.strand_length(sequence);
    const auto at = lengths.begin() + static_cast<std::ptrdiff_t>(given.support - 1);
    std::nth_element(lengths.begin(), at, lengths.end(), std::greater<>());
    return *at;
}

bool other_strands::hold(const window& of, std::uint64_t length) {
    const std::uint64_t other = given_.other_strand_of(of.sequence);
    if (other == of.sequence || given_.length(other) < length) return false;
    if (of.sequence != sequence_ || length != length_) {
        sequence_ = of.sequence;
        length_ = length;
        asked_ = 0;
    }
    const std::uint64_t here = given_.offset(of.sequence) + of.start;
    const auto is_near = [&](std::uint64_t start) {
        return mismatches_within(given_.letters, here, given_.offset(other) + start, length, given_.mismatches) <=
               given_.mismatches;
    };
    const std::uint64_t starts = given_.length(other) - length + 1;
    if (asked_ > 0) { // where the window before it is held, one letter further
        const std::uint64_t start = held_at_ + of.start - held_of_;
        if (start < starts && is_near(start)) return true;
    }
    const std::size_t known = std::min(asked_, windows_.size());
    for (std::size_t index = 0; index < known; ++index)
        if (mismatches_within(given_.letters, here, given_.offset(of.sequence) + windows_[index].start, length, 0) == 0)
            return windows_[index].is_held;
    std::uint64_t start = 0;
    while (start < starts && !is_near(start))
        ++start;
    windows_[asked_++ % windows_.size()] = {of.start, start < starts};
    if (start < starts || asked_ == 1) held_of_ = of.start, held_at_ = start;
    return start < starts;
}

void leave_other_strands(const problem& given, longest_windows& found) {
    if (given.strands == 0) return;
    other_strands others(given);
    std::erase_if(found.windows,
                  [&](const window& each) { return each.support <= given.support && others.hold(each, found.length); });
}

void merge(longest_windows& into, longest_windows&& part) {
    if (part.length < into.length || part.windows.empty()) return;
    if (part.length > into.length) {
        into = std::move(part);
        return;
    }
    into.windows.insert(into.windows.end(), part.windows.begin(), part.windows.end());
}

void write(runtime::byte_writer& to, const longest_windows& part) {
    to.number(part.length);
    to.list(std::span<const window>(part.windows));
}

void read(runtime::byte_reader& from, longest_windows& part) {
    part.length = from.number();
    const std::vector<window> windows = from.list<window>();
    part.windows.assign(windows.begin(), windows.end());
}

} // namespace concord::substring

namespace concord {

std::string_view to_string(substring_metric metric) noexcept {
    return metric == substring_metric::levenshtein ? "levenshtein" : "hamming";
}

} // namespace concord
