// All letters of a collection as bit planes, one after the other without gaps.
//
//   letters   A C G T | G A N ...      sequence 0 is [offset 0, offset 1), sequence 1 is [offset 1, offset 2) ...
//   plane 0   0 1 0 1   0 0 1          bit 0 of each letter's code (A 0, C 1, G 2, T 3)
//   plane 1   0 0 1 1   1 0 1          bit 1
//   ambiguous 0 0 0 0   0 0 1          only where a collection has such letters; their code is all ones
//
// A letter of the alphabet utf8 has its code point for a code, in 21 planes; those above the highest bit of the
// greatest code point of the collection are all the same plane of zeros, so text in ASCII takes 8.
//
// 64 letters are one word a plane, at any position: two letters differ where any plane differs.
#pragma once

#include "base/host_device.hpp"
#include "sequence/growing_buffer.hpp"
#include "sequence/staged_letters.hpp"

#include <concord/sequences.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace concord::sequence {

inline constexpr unsigned letters_per_word = 64;
inline constexpr unsigned most_planes = 8;             ///< of letters that are bytes: what a letters_view can show
inline constexpr unsigned most_code_point_planes = 21; ///< of letters that are code points

/// The facts of a finished collection beside its arrays, and how long those are.
struct packed_shape {
    concord::alphabet kind = concord::alphabet::dna;
    bool saw_t = false;
    bool saw_u = false;
    std::uint64_t planes = 0; ///< those that are not all zeros
    std::uint64_t letters = 0;
    std::uint64_t sequences = 0;
    std::uint64_t name_bytes = 0;
    std::uint64_t ambiguous_runs = 0;
};

/// Writes the next array of a collection, in the order of packed_parts.
using array_filler = std::function<void(std::span<std::byte>)>;

/// All that a collection consists of, as plain arrays, to be kept in a file or sent.
struct packed_parts {
    concord::alphabet kind = concord::alphabet::dna;
    bool saw_t = false;
    bool saw_u = false;
    std::vector<std::span<const std::uint64_t>> planes; ///< those that are not all zeros
    std::span<const std::uint64_t> offsets;             ///< one more than sequences
    std::span<const char> names;
    std::span<const std::uint64_t> name_ends;
    std::vector<std::uint64_t> ambiguous; ///< runs: first position, end, letter

    [[nodiscard]] packed_shape shape() const;
    /// Calls visit(bytes) for each array.
    void for_each_array(const std::function<void(std::span<const std::byte>)>& visit) const;
};

/// Letters that match nothing, as a run of one letter, so that they can be printed as they were given.
struct ambiguous_run {
    std::uint64_t start;
    std::uint64_t end;
    char letter;
};

/// A part of a collection that was packed apart from it, perhaps by another thread. Positions count from its own first
/// letter; letters before `starts[0]` belong to the last sequence of the collection that it is appended to.
struct packed_block {
    std::array<growing_buffer<std::uint64_t>, most_code_point_planes>
        planes;                 ///< at least letters / 64 + 2 words, zeros behind the letters
    unsigned planes_in_use = 0; ///< of the alphabet utf8: up to the highest bit of the greatest code point
    std::uint64_t letters = 0;
    growing_buffer<std::uint64_t> starts;    ///< where each sequence begins
    growing_buffer<char> names;              ///< of these sequences, one after the other
    growing_buffer<std::uint64_t> name_ends; ///< in `names`
    std::uint64_t first_number = 0; ///< other than 0: the sequences have no names but their numbers, from this one on
    growing_buffer<ambiguous_run> ambiguous_runs;
    bool saw_t = false;
    bool saw_u = false;
};

class packed_sequences {
  public:
    [[nodiscard]] std::size_t size() const noexcept { return offsets_.size() - 1; }
    [[nodiscard]] std::uint64_t letters() const noexcept { return offsets_[size()]; }
    [[nodiscard]] std::uint64_t offset(std::size_t sequence) const noexcept { return offsets_[sequence]; }
    [[nodiscard]] std::uint64_t length(std::size_t sequence) const noexcept {
        return offsets_[sequence + 1] - offsets_[sequence];
    }
    [[nodiscard]] const std::uint64_t* offsets() const noexcept { return offsets_.data(); } ///< size() + 1 of them
    [[nodiscard]] concord::alphabet alphabet() const noexcept { return alphabet_; }
    /// Without the plane of ambiguous letters; the same for all collections of an alphabet.
    [[nodiscard]] unsigned planes() const noexcept { return planes_; }
    /// Of these the lowest ones, beyond which there are zeros alone: of text as many as its letters need.
    [[nodiscard]] unsigned planes_in_use() const noexcept { return stored_planes_; }
    [[nodiscard]] bool has_ambiguous() const noexcept { return ambiguous_letters_ > 0; }

    /// The words of one plane, with at least one word of padding after the last letter.
    [[nodiscard]] const std::uint64_t* plane(unsigned index) const noexcept {
        return index < stored_planes_ ? words_[index].data() : zeros_.data();
    }
    /// One bit a letter, set where it is ambiguous; null where none is.
    [[nodiscard]] const std::uint64_t* ambiguous_plane() const noexcept {
        return has_ambiguous() ? ambiguous_words_.data() : nullptr;
    }

    /// The first ambiguous letter from `position` on, or the end of the collection. Time O(log of their runs).
    [[nodiscard]] std::uint64_t next_ambiguous(std::uint64_t position) const noexcept;

    [[nodiscard]] std::string_view name(std::size_t sequence) const;
    [[nodiscard]] std::string text(std::uint64_t first, std::uint64_t last) const; ///< positions in the collection

    [[nodiscard]] std::uint64_t shortest() const noexcept { return shortest_; }
    [[nodiscard]] std::uint64_t longest() const noexcept { return longest_; }
    [[nodiscard]] std::uint64_t ambiguous() const noexcept { return ambiguous_letters_; }
    [[nodiscard]] std::uint64_t memory_bytes() const noexcept;
    [[nodiscard]] std::uint64_t name_memory_bytes() const noexcept { return names_.bytes() + name_ends_.bytes(); }

    // Building.
    explicit packed_sequences(concord::alphabet kind);
    void add(std::string_view name, std::string_view letters); ///< throws letter_error
    void add(std::string_view name, symbol_view code_points);  ///< the same; for utf8
    /// Many without names, of code points below 256; for utf8.
    void add_narrow(std::span<const std::span<const std::uint8_t>> sequences);
    /// Makes room for so many times what there is, where that can be had.
    void expect(double times) noexcept;
    /// The same for so many sequences in all, as long as the first ones; for utf8.
    void expect_sequences(std::size_t sequences) noexcept;
    /// Appends what was packed elsewhere, by the codes of this alphabet. The first block must begin with a sequence.
    /// Time: the words of the block and its sequences.
    void append(const packed_block& block);
    /// More letters of the last sequence, of an alphabet of bytes. Throws letter_error.
    void extend_last(std::string_view letters);
    void drop_last_empty(std::size_t count); ///< of the last sequences, that have no letters
    void finish();

    /// What a finished collection consists of; it points into the collection.
    [[nodiscard]] packed_parts parts() const;
    /// A finished collection from its parts, which are copied. Throws error (bad_input) where they contradict each
    /// other; the letters themselves are taken as they are.
    explicit packed_sequences(const packed_parts& parts);
    /// The same, of arrays that `fill` writes where they are to stay.
    packed_sequences(const packed_shape& shape, const array_filler& fill);

  private:
    void add_bytes(std::string_view letters);
    /// Up to eight; Count: how many, if that is known. False, and nothing is done, where one of them is ambiguous or
    /// none of the alphabet.
    template <std::size_t Count>
    [[nodiscard]] bool put_plain_bytes(std::uint64_t position, const char* letters, std::size_t count);
    void put_byte(std::uint64_t position, char given, std::uint64_t place); ///< throws letter_error with this place
    void add_code_points(std::string_view letters);
    template <class Letter>
    void stage(std::span<const Letter> letters); ///< of the next sequence of code points
    template <class Letter>
    void stage_letters(std::span<const Letter> letters); ///< which are packed when there are many
    void pack_staged();                                  ///< all whole words of them
    void pack_all_staged();
    void added(std::string_view name);                          ///< its letters are there
    void put_eight(std::uint64_t position, std::uint64_t bits); ///< byte p: eight letters' bits of plane p
    void add_ambiguous(const ambiguous_run& next);              ///< behind the others, or the last one goes on
    void make_room(std::uint64_t letters);                      ///< in all planes, for so many more
    void append_planes(const packed_block& block);
    void append_names(const packed_block& block);
    void append_numbers(std::uint64_t first, std::size_t count); ///< as names
    void stage_last_word();                                      ///< of utf8: what is no whole word waits again
    [[nodiscard]] std::uint32_t code_at(std::uint64_t position) const noexcept;
    [[nodiscard]] std::string text_of_bytes(std::uint64_t first, std::uint64_t last) const;

    concord::alphabet alphabet_;
    unsigned planes_;
    unsigned stored_planes_; ///< the planes beyond are `zeros_`
    std::array<growing_buffer<std::uint64_t>, most_code_point_planes> words_;
    staged_letters staged_;        ///< the last letters of utf8
    std::size_t packed_words_ = 0; ///< of each plane, before those
    std::size_t expected_ = 0;     ///< sequences
    growing_buffer<std::uint64_t> zeros_;
    growing_buffer<std::uint64_t> ambiguous_words_;
    growing_buffer<ambiguous_run> ambiguous_runs_;
    growing_buffer<std::uint64_t> offsets_;
    growing_buffer<char> names_;
    growing_buffer<std::uint64_t> name_ends_;
    std::uint64_t shortest_ = 0;
    std::uint64_t longest_ = 0;
    std::uint64_t ambiguous_letters_ = 0;
    bool saw_t_ = false;
    bool saw_u_ = false; // an RNA collection, that has U and no T, is printed with U
};

/// What the library sees of a sequence_set, and users do not.
struct set_access {
    [[nodiscard]] static const packed_sequences& packed(const sequence_set& set) noexcept { return *set.packed_; }
    [[nodiscard]] static sequence_set made_of(std::shared_ptr<const packed_sequences> packed) {
        return sequence_set(std::move(packed));
    }
};
[[nodiscard]] inline const packed_sequences& packed(const sequence_set& set) noexcept {
    return set_access::packed(set);
}
[[nodiscard]] inline sequence_set make_set(std::shared_ptr<const packed_sequences> packed) {
    return set_access::made_of(std::move(packed));
}

/// 64 bits of a plane from any letter position on; bits beyond the collection are unspecified. Reads at most one word
/// beyond the one that holds `position`.
[[nodiscard]] CONCORD_HD inline std::uint64_t bits_from(const std::uint64_t* plane, std::uint64_t position) noexcept {
#ifdef __CUDA_ARCH__
    const auto* half = reinterpret_cast<const unsigned*>(plane) + position / 32; // two funnel shifts, and no branch
    const auto shift = static_cast<unsigned>(position % 32);
    return std::uint64_t{__funnelshift_r(half[1], half[2], shift)} << 32U | __funnelshift_r(half[0], half[1], shift);
#else
    const std::uint64_t* word = plane + position / letters_per_word;
    const unsigned shift = position % letters_per_word;
    return shift == 0 ? word[0] : (word[0] >> shift) | (word[1] << (letters_per_word - shift));
#endif
}

} // namespace concord::sequence
