#include "output/changes.hpp"

#include <algorithm>

namespace concord::app {
namespace {

constexpr std::uint64_t context = 3;

/// What stands between the equal runs.
std::vector<change> changes_of(const alignment& runs) {
    std::vector<change> changes;
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    bool goes_on = false;
    for (const alignment_run& run : runs) {
        const bool equal = run.operation == '=';
        if (!equal && !goes_on) changes.push_back({{a, a}, {b, b}});
        if (run.operation != 'D') a += run.count;
        if (run.operation != 'I') b += run.count;
        if (!equal) {
            changes.back().a.end = a;
            changes.back().b.end = b;
        }
        goes_on = !equal;
    }
    return changes;
}

} // namespace

std::vector<hunk> hunks_of(const alignment& runs) {
    std::vector<hunk> hunks;
    for (const change& next : changes_of(runs)) {
        if (hunks.empty() || next.a.start - hunks.back().changes.back().a.end > 2 * context) {
            const std::uint64_t before = std::min(context, std::min(next.a.start, next.b.start));
            hunks.push_back({{next.a.start - before, 0}, {next.b.start - before, 0}, {}});
        }
        hunks.back().changes.push_back(next);
    }
    std::uint64_t end_a = 0;
    for (const alignment_run& run : runs)
        end_a += run.operation == 'D' ? 0 : run.count;
    for (std::size_t i = 0; i < hunks.size(); ++i) {
        const change& last = hunks[i].changes.back();
        const std::uint64_t border = i + 1 < hunks.size() ? hunks[i + 1].changes.front().a.start : end_a;
        const std::uint64_t behind = std::min(context, border - last.a.end);
        hunks[i].a.end = last.a.end + behind;
        hunks[i].b.end = last.b.end + behind;
    }
    return hunks;
}

std::string numbered(const stretch& places) {
    const std::uint64_t count = places.end - places.start;
    const std::uint64_t first = count == 0 ? places.start : places.start + 1;
    std::string text = std::to_string(first);
    if (count != 1) text.append(1, ',').append(std::to_string(count));
    return text;
}

} // namespace concord::app
