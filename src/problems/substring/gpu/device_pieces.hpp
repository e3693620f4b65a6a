// The pieces of the text on a data-parallel device, for all that asks in which piece a place is.
#pragma once

#include "problems/substring/gpu/anchor_index_steps.hpp"
#include "problems/substring/variants/pieces.hpp"
#include "runtime/gpu/device_concept.hpp"

#include <cstdint>

namespace concord::substring {

/// Step: what is asked of a piece, each in an array of its own. `counted_lasts` may be null.
struct spread_piece {
    const piece* pieces;
    std::uint64_t* firsts;
    std::uint64_t* lasts;
    std::uint64_t* counted_lasts;
    std::uint32_t* sequences;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const piece& one = pieces[index];
        firsts[index] = one.first;
        lasts[index] = one.first + one.length;
        sequences[index] = static_cast<std::uint32_t>(one.sequence);
        if (counted_lasts != nullptr) counted_lasts[index] = one.is_reverse ? one.first : one.first + one.length;
    }
};

/// Step: the last piece that begins at 64 letters' first one, or before.
struct find_piece_of_word {
    const std::uint64_t* firsts;
    std::uint64_t pieces;
    std::uint32_t* of_word;

    CONCORD_HD void operator()(std::uint64_t word) const {
        std::uint64_t low = 0; // begins at it or before
        std::uint64_t high = pieces;
        while (high - low > 1) {
            const std::uint64_t middle = low + (high - low) / 2;
            (firsts[middle] <= 64 * word ? low : high) = middle;
        }
        of_word[word] = static_cast<std::uint32_t>(low);
    }
};

template <runtime::data_parallel_device Machine>
class device_pieces {
  public:
    /// Time and memory O(pieces + letters / 64). Throws error (resource).
    device_pieces(Machine& machine, const piece_collection& of)
        : firsts_(machine.template make<std::uint64_t>(of.pieces().size())),
          lasts_(machine.template make<std::uint64_t>(of.pieces().size())),
          sequences_(machine.template make<std::uint32_t>(of.pieces().size())),
          of_word_(machine.template make<std::uint32_t>((of.text().size() + 63) / 64)) {
        const std::size_t pieces = of.pieces().size();
        const auto listed = machine.template make<piece>(pieces);
        machine.put(listed.data(), of.pieces().data(), pieces);
        if (of.has_both_strands()) counted_lasts_ = machine.template make<std::uint64_t>(pieces);
        machine.for_each(pieces,
                         spread_piece{listed.data(), firsts_.data(), lasts_.data(),
                                      of.has_both_strands() ? counted_lasts_.data() : nullptr, sequences_.data()});
        machine.for_each(of_word_.size(), find_piece_of_word{firsts_.data(), pieces, of_word_.data()});
        std::uint32_t first = 0;
        machine.get(&first, of_word_.data(), of_word_.size() == 0 ? 0 : 1); // what is copied ends here
    }

    [[nodiscard]] pieces_there all() const {
        return {firsts_.data(), lasts_.data(), sequences_.data(), of_word_.data(), firsts_.size()};
    }
    /// Those of the other strand end where they begin: no window of theirs counts.
    [[nodiscard]] pieces_there counted() const {
        pieces_there some = all();
        if (counted_lasts_.size() > 0) some.lasts = counted_lasts_.data();
        return some;
    }
    /// Bytes that they take of the device, while they are made.
    [[nodiscard]] static std::uint64_t bytes(const piece_collection& of) {
        return of.pieces().size() * (sizeof(piece) + 3 * sizeof(std::uint64_t) + sizeof(std::uint32_t)) +
               of.text().size() / 16;
    }

  private:
    template <class Value>
    using array = typename Machine::template array<Value>;

    array<std::uint64_t> firsts_, lasts_, counted_lasts_;
    array<std::uint32_t> sequences_, of_word_;
};

} // namespace concord::substring
