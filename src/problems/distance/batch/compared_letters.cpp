#include "problems/distance/batch/compared_letters.hpp"

#include "base/bits.hpp"

namespace concord::edit_distance {
namespace {

/// Whether all letters of a set have the same bit in a plane, and which.
struct constancy {
    bool has_zero = false;
    bool has_one = false;
};

void look(const sequence::packed_sequences& set, unsigned plane, constancy& seen) {
    const std::uint64_t letters = set.letters();
    const std::uint64_t* words = set.plane(plane);
    for (std::uint64_t first = 0; first < letters && !(seen.has_zero && seen.has_one); first += 64) {
        const std::uint64_t here =
            base::low_bits<std::uint64_t>(letters - first < 64 ? static_cast<unsigned>(letters - first) : 64U);
        const std::uint64_t bits = words[first / 64];
        seen.has_one |= (bits & here) != 0;
        seen.has_zero |= (~bits & here) != 0;
    }
}

} // namespace

compared_letters::compared_letters(const sequence::packed_sequences& a, const sequence::packed_sequences& b)
    : has_ambiguous_(a.has_ambiguous() || b.has_ambiguous()) {
    a_.set = &a;
    b_.set = &b;
    a_.ambiguous = a.ambiguous_plane();
    b_.ambiguous = b.ambiguous_plane();
    for (unsigned plane = 0; plane < a.planes(); ++plane) {
        constancy seen;
        look(a, plane, seen);
        look(b, plane, seen);
        if (!has_ambiguous_ && !(seen.has_zero && seen.has_one)) continue;
        a_.plane[ordinary_] = a.plane(plane);
        b_.plane[ordinary_] = b.plane(plane);
        ++ordinary_;
    }
    const unsigned needed = ordinary_ + (has_ambiguous_ ? 1U : 0U);
    while (kernel_planes[kernel_] < needed)
        ++kernel_;
    planes_ = kernel_planes[kernel_];
}

template <bool IsSource>
void compared_letters::put(const compared_side& side, std::uint64_t sequence, unsigned lanes, std::uint64_t* to) const {
    const std::uint64_t begin = side.set->offset(sequence);
    const std::uint64_t end = begin + side.set->length(sequence);
    for (std::uint64_t position = begin; position < end; position += 64) {
        const std::uint64_t word = position / 64;
        const unsigned shift = position % 64;
        const auto bits = [&](const std::uint64_t* plane) {
            return plane[word] >> shift | plane[word + 1] << 1U << (63U - shift); // no branch for a shift of 0
        };
        std::uint64_t ambiguous = 0;
        if (side.ambiguous != nullptr) ambiguous = bits(side.ambiguous);
        unsigned plane = 0;
        for (; plane < ordinary_; ++plane) {
            const std::uint64_t letters = bits(side.plane[plane]);
            to[plane * lanes] = IsSource ? letters & ~ambiguous : letters;
        }
        for (; plane < planes_; ++plane) {
            to[plane * lanes] = ambiguous;
            ambiguous = 0; // planes beyond that are of zeros
        }
        to += planes_ * lanes;
    }
}

void compared_letters::put_columns(const compared_side& side, std::uint64_t sequence, unsigned lanes,
                                   std::uint64_t* to) const {
    put<true>(side, sequence, lanes, to);
}

void compared_letters::put_rows(const compared_side& side, std::uint64_t sequence, unsigned lanes,
                                std::uint64_t* to) const {
    put<false>(side, sequence, lanes, to);
}

} // namespace concord::edit_distance
