// The pieces of the text on a data-parallel device, for all that asks in which piece a place is.
#pragma once

#include "problems/substring/gpu/anchor_index_steps.hpp"
#include "problems/substring/variants/pieces.hpp"
#include "runtime/gpu/device_concept.hpp"

#include <cstdint>
#include <vector>

namespace concord::substring {

template <runtime::data_parallel_device Machine>
class device_pieces {
  public:
    /// Time and memory O(pieces + letters / 64). Throws error (resource).
    device_pieces(Machine& machine, const piece_collection& of) {
        const std::size_t pieces = of.pieces().size();
        const std::uint64_t chunks = (of.text().size() + 63) / 64;
        std::vector<std::uint64_t> firsts(pieces);
        std::vector<std::uint64_t> lasts(pieces);
        std::vector<std::uint64_t> counted_lasts(pieces);
        std::vector<std::uint32_t> sequences(pieces);
        std::vector<std::uint32_t> of_word(chunks);
        for (std::size_t index = 0; index < pieces; ++index) {
            const piece& one = of.pieces()[index];
            firsts[index] = one.first;
            lasts[index] = one.first + one.length;
            counted_lasts[index] = one.is_reverse ? one.first : lasts[index];
            sequences[index] = static_cast<std::uint32_t>(one.sequence);
            has_reverse_ = has_reverse_ || one.is_reverse;
        }
        std::uint32_t index = 0;
        for (std::uint64_t chunk = 0; chunk < chunks; ++chunk) {
            while (index + 1 < pieces && firsts[index + 1] <= 64 * chunk)
                ++index;
            of_word[chunk] = index;
        }
        const auto put = [&](auto& there, const auto& host) {
            there = machine.template make<std::remove_cvref_t<decltype(host[0])>>(host.size());
            machine.put(there.data(), host.data(), host.size());
        };
        put(firsts_, firsts);
        put(lasts_, lasts);
        if (has_reverse_) put(counted_lasts_, counted_lasts);
        put(sequences_, sequences);
        put(of_word_, of_word);
        std::uint32_t first = 0;
        machine.get(&first, of_word_.data(), chunks == 0 ? 0 : 1); // what is copied ends here
    }

    [[nodiscard]] pieces_there all() const {
        return {firsts_.data(), lasts_.data(), sequences_.data(), of_word_.data(), firsts_.size()};
    }
    /// Those of the other strand end where they begin: no window of theirs counts.
    [[nodiscard]] pieces_there counted() const {
        pieces_there some = all();
        if (has_reverse_) some.lasts = counted_lasts_.data();
        return some;
    }
    /// Bytes that they take of the device.
    [[nodiscard]] static std::uint64_t bytes(const piece_collection& of) {
        return of.pieces().size() * (3 * sizeof(std::uint64_t) + sizeof(std::uint32_t)) + of.text().size() / 16;
    }

  private:
    template <class Value>
    using array = typename Machine::template array<Value>;

    array<std::uint64_t> firsts_, lasts_, counted_lasts_;
    array<std::uint32_t> sequences_, of_word_;
    bool has_reverse_ = false;
};

} // namespace concord::substring
