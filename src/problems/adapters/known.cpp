#include "problems/adapters/known.hpp"

#include "problems/adapters/thresholds.hpp"

#include <algorithm>
#include <string_view>

namespace concord {

std::span<const known_adapter> known_adapters() {
    static const std::vector<known_adapter> all{
#include "known_adapters.inc"
    };
    return all;
}

} // namespace concord

namespace concord::adapters {
namespace {

codes codes_of(std::string_view letters) {
    constexpr std::string_view alphabet = "ACGT";
    codes all;
    for (const char letter : letters) {
        const std::size_t code = alphabet.find(letter);
        all.push_back(code == std::string_view::npos ? no_letter : static_cast<std::uint8_t>(code));
    }
    return all;
}

/// Letters on which they agree, one shifted against the other, where they agree well; else 0.
std::size_t agreement(const codes& consensus, const codes& known) {
    std::size_t best = 0;
    for (std::ptrdiff_t shift = 1 - std::ssize(known); shift < std::ssize(consensus); ++shift) {
        const std::ptrdiff_t first = std::max<std::ptrdiff_t>(0, shift);
        const std::ptrdiff_t last = std::min(std::ssize(consensus), std::ssize(known) + shift);
        std::size_t equal = 0;
        for (std::ptrdiff_t i = first; i < last; ++i)
            equal += consensus[static_cast<std::size_t>(i)] == known[static_cast<std::size_t>(i - shift)] ? 1U : 0U;
        const auto overlap = static_cast<std::size_t>(last - first);
        if (overlap >= threshold::named_overlap &&
            static_cast<double>(equal) >= threshold::named_identity * static_cast<double>(overlap))
            best = std::max(best, equal);
    }
    return best;
}

} // namespace

std::string name_of(const codes& consensus, std::span<const known_adapter> mine,
                    std::span<const known_adapter> published) {
    std::string name;
    for (const auto table : {mine, published}) {
        std::size_t most = 0;
        for (const known_adapter& known : table) {
            const codes letters = codes_of(known.letters);
            const std::size_t forward = agreement(consensus, letters);
            const std::size_t backward = agreement(consensus, reverse_complement(letters));
            const std::size_t equal = std::max(forward, backward);
            if (equal <= most) continue;
            most = equal;
            name = known.name + (backward > forward ? ", reverse complement" : "");
        }
        if (most > 0) return name;
    }
    return name;
}

} // namespace concord::adapters
