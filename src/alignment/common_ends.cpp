#include "alignment/common_ends.hpp"

#include <algorithm>
#include <cstring>

namespace concord::pairwise {
namespace {

using sequence::code_list;
using sequence::coded_pair;
using sequence::coded_sequence;

constexpr std::uint64_t letters_at_once = 1024;

struct common_ends {
    std::uint64_t before = 0; ///< letters that both begin with
    std::uint64_t behind = 0; ///< letters of the others that both end with
};

template <class Code>
bool are_equal(const Code* a, const Code* b, std::uint64_t letters) {
    return std::memcmp(a, b, letters * sizeof(Code)) == 0;
}

template <class Code>
common_ends ends_of(const code_list<Code>& a, std::uint64_t a_length, const code_list<Code>& b,
                    std::uint64_t b_length) {
    common_ends found;
    std::uint64_t left = std::min(a_length, b_length); // letters of the shorter one
    const auto grow = [&](std::uint64_t& end, std::uint64_t letters, const auto& fits) {
        while (left >= letters && fits(end)) {
            end += letters;
            left -= letters;
        }
    };
    for (const std::uint64_t letters : {letters_at_once, std::uint64_t{1}})
        grow(found.before, letters,
             [&](std::uint64_t end) { return are_equal(a.data() + end, b.data() + end, letters); });
    for (const std::uint64_t letters : {letters_at_once, std::uint64_t{1}})
        grow(found.behind, letters, [&](std::uint64_t end) {
            return are_equal(a.data() + a_length - end - letters, b.data() + b_length - end - letters, letters);
        });
    return found;
}

/// A sequence's codes between its ends, and the padding that stands behind it.
template <class Code>
code_list<Code> between(const code_list<Code>& codes, std::uint64_t length, const common_ends& ends) {
    if (codes.empty()) return {};
    code_list<Code> made(codes.size() - ends.before - ends.behind);
    const std::uint64_t kept = length - ends.before - ends.behind;
    std::copy_n(codes.data() + ends.before, kept, made.data());
    std::copy(codes.data() + length, codes.data() + codes.size(), made.data() + kept);
    return made;
}

coded_sequence between(const coded_sequence& whole, const common_ends& ends) {
    return {.length = whole.length - ends.before - ends.behind,
            .narrow = between(whole.narrow, whole.length, ends),
            .wide = between(whole.wide, whole.length, ends)};
}

} // namespace

std::optional<coded_pair> without_common_ends(const coded_pair& pair) {
    const common_ends ends = pair.is_narrow ? ends_of(pair.a.narrow, pair.a.length, pair.b.narrow, pair.b.length)
                                            : ends_of(pair.a.wide, pair.a.length, pair.b.wide, pair.b.length);
    const std::uint64_t shorter = std::min(pair.a.length, pair.b.length);
    if (shorter == 0 || ends.before + ends.behind < (shorter + 3) / 4) return std::nullopt;
    return coded_pair{
        .a = between(pair.a, ends), .b = between(pair.b, ends), .planes = pair.planes, .is_narrow = pair.is_narrow};
}

} // namespace concord::pairwise
