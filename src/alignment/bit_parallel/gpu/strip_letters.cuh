// The letters of a pair in the layout of kernels: the columns of a strip that hold the letter of a row; and the steps
// of runtime::cuda_device::for_each that compute their arrays on the GPU from codes.
#pragma once

#include "alignment/bit_parallel/gpu/strip_matrix.cuh"
#include "base/host_device.hpp"

#include <cstdint>

namespace concord::pairwise {

/// Keeps a value in registers that is used repeatedly. The compiler would reload it from a kernel's parameters each
/// time, which it considers cheap, but a single warp waits for every load; it cannot recompute the result of a shuffle.
/// All lanes have the same value.
template <class Value>
__device__ void keep_in_register(Value& value) {
    value = __shfl_sync(0xFFFFFFFFU, value, 0);
}
template <class Value>
__device__ void keep_in_register(Value*& pointer) {
    const std::size_t address = __shfl_sync(0xFFFFFFFFU, __cvta_generic_to_global(pointer), 0);
    pointer =
        static_cast<Value*>(__cvta_global_to_generic(address)); // so that loads need not determine the kind of memory
}
template <class... Values>
__device__ void keep_in_registers(Values&... values) {
    (keep_in_register(values), ...);
}

/// The columns of a lane that hold each of four letters, in shared memory. The letters of 16 rows are a word, two bits
/// each.
///
///   shared   [letter][part of the words][lane][word of the part]     so that lanes read different banks
template <unsigned Words>
class match_table {
  public:
    static constexpr unsigned letter_bytes = Words * 32 * 4;
    static constexpr unsigned bytes = 4 * letter_bytes; ///< of a warp

    /// `shared`: the begin of this warp's shared memory, a multiple of `bytes`.
    __device__ match_table(unsigned shared, unsigned lane) : place_(shared + lane * part * 4) {}

    /// A word of the columns' letters, as two planes. Words of other lanes are unchanged.
    __device__ void put(unsigned word, std::uint32_t low, std::uint32_t high) const {
#pragma unroll
        for (unsigned letter = 0; letter < 4; ++letter)
            *at(place_ + letter * letter_bytes + word / part * 32 * part * 4 + word % part * 4) =
                ((letter & 1U) != 0 ? low : ~low) & ((letter & 2U) != 0 ? high : ~high);
    }

    __device__ void match(std::uint32_t letters, unsigned row, std::uint32_t (&matches)[Words]) const {
        const unsigned from = address(letters, row);
#pragma unroll
        for (unsigned w = 0; w < Words; w += part) {
            const std::uint32_t* const words = at(from + w * 32 * 4);
            if constexpr (part == 4) {
                const uint4 four = *reinterpret_cast<const uint4*>(words);
                matches[w] = four.x, matches[w + 1] = four.y, matches[w + 2] = four.z, matches[w + 3] = four.w;
            } else if constexpr (part == 2) {
                const uint2 two = *reinterpret_cast<const uint2*>(words);
                matches[w] = two.x, matches[w + 1] = two.y;
            } else {
                matches[w] = *words;
            }
        }
    }

  private:
    static constexpr unsigned part = Words % 4 == 0 ? 4 : Words % 2 == 0 ? 2 : 1; ///< words that are read at once

    static CONCORD_HD constexpr unsigned log_2(unsigned number) { return number <= 1 ? 0 : 1 + log_2(number / 2); }

    __device__ unsigned address(std::uint32_t letters, unsigned row) const {
        if constexpr ((Words & (Words - 1)) == 0) { // moves the letter's bits directly to their position in the address
            constexpr unsigned bits = log_2(letter_bytes);
            const unsigned moved = 2 * row > bits ? letters >> (2 * row - bits) : letters << (bits - 2 * row);
            return (moved & (3U << bits)) | place_;
        } else {
            return place_ + (letters >> (2 * row) & 3U) * letter_bytes;
        }
    }

    static __device__ std::uint32_t* at(unsigned byte) {
        extern __shared__ std::uint32_t shared_of_block[];
        return reinterpret_cast<std::uint32_t*>(reinterpret_cast<char*>(shared_of_block) + byte);
    }

    unsigned place_;
};

/// Letters of two planes.
template <unsigned Words>
class four_letters {
  public:
    static __host__ __device__ unsigned shared_bytes(unsigned) { return match_table<Words>::bytes; }

    __device__ four_letters(unsigned shared, unsigned lane, const strip_matrix& matrix, std::uint64_t first_word)
        : table_(shared, lane), rows_(static_cast<const std::uint32_t*>(matrix.rows)) {
        __syncwarp();
        for (unsigned w = 0; w < Words; ++w)
            table_.put(w, matrix.columns[first_word + w], matrix.columns[matrix.column_words + first_word + w]);
        __syncwarp();
        keep_in_registers(rows_);
        rows_ -= lane;
        next_ = rows_[0];
    }

    /// Moves to the hop of step q, and loads the letters of the next one during this one.
    __device__ void begin_hop(std::uint32_t q) {
        letters_ = next_;
        next_ = rows_[q + 1];
    }

    __device__ void match(unsigned row, std::uint32_t (&matches)[Words]) const { table_.match(letters_, row, matches); }

  private:
    match_table<Words> table_;
    const std::uint32_t* rows_;
    std::uint32_t letters_ = 0;
    std::uint32_t next_ = 0;
};

/// Any number of planes, in shared memory, compared one by one. The letters of 16 rows are 16 codes.
template <unsigned Words, class Code>
class coded_letters {
  public:
    static __host__ __device__ unsigned shared_bytes(unsigned planes) { return planes * Words * 32 * 4; }

    __device__ coded_letters(unsigned shared, unsigned lane, const strip_matrix& matrix, std::uint64_t first_word)
        : planes_(matrix.planes), place_(shared / 4 + lane),
          rows_(static_cast<const Code*>(matrix.rows) - std::int64_t{lane} * hop_rows) {
        __syncwarp();
        for (unsigned plane = 0; plane < planes_; ++plane)
            for (unsigned w = 0; w < Words; ++w)
                at(plane, w) = matrix.columns[plane * matrix.column_words + first_word + w];
        __syncwarp();
    }

    __device__ void begin_hop(std::uint32_t q) { hop_ = rows_ + std::uint64_t{q} * hop_rows; }

    __device__ void match(unsigned row, std::uint32_t (&matches)[Words]) const {
        const auto code = static_cast<std::uint32_t>(hop_[row]);
        std::uint32_t differ[Words] = {};
        for (unsigned plane = 0; plane < planes_; ++plane) {
            const std::uint32_t mask = 0U - (code >> plane & 1U);
#pragma unroll
            for (unsigned w = 0; w < Words; ++w)
                differ[w] |= at(plane, w) ^ mask;
        }
#pragma unroll
        for (unsigned w = 0; w < Words; ++w)
            matches[w] = ~differ[w];
    }

  private:
    __device__ std::uint32_t& at(unsigned plane, unsigned word) const {
        extern __shared__ std::uint32_t shared_of_block[];
        return shared_of_block[place_ + (plane * Words + word) * 32];
    }

    unsigned planes_;
    unsigned place_;
    const Code* rows_;
    const Code* hop_ = nullptr;
};

template <unsigned Words>
using narrow_letters = coded_letters<Words, std::uint8_t>;
template <unsigned Words>
using wide_letters = coded_letters<Words, std::uint32_t>;

// Packing, before the kernels.

/// A sequence of codes, from either end.
template <class Code>
struct directed_codes {
    const Code* codes;
    std::uint64_t length;
    bool backwards;

    /// 0 beyond the ends.
    [[nodiscard]] CONCORD_HD std::uint32_t operator[](std::uint64_t position) const {
        return position < length ? codes[backwards ? length - 1 - position : position] : 0;
    }
};

/// Step i computes word i of the planes: bits of the codes of 32 columns.
template <class Code>
struct pack_columns {
    directed_codes<Code> letters;
    std::uint64_t first; ///< column of the first word
    std::uint32_t* planes;
    std::uint64_t words; ///< of a plane
    unsigned plane_count;

    CONCORD_HD void operator()(std::uint64_t index) const {
        for (unsigned plane = 0; plane < plane_count; ++plane) {
            std::uint32_t bits = 0;
            for (unsigned i = 0; i < 32; ++i)
                bits |= (letters[first + index * 32 + i] >> plane & 1U) << i;
            planes[plane * words + index] = bits;
        }
    }
};

/// Step i computes the word of hop i: two bits for each of 16 rows.
template <class Code>
struct pack_hops {
    directed_codes<Code> letters;
    std::uint32_t* hops;

    CONCORD_HD void operator()(std::uint64_t index) const {
        std::uint32_t word = 0;
        for (unsigned row = 0; row < hop_rows; ++row)
            word |= (letters[index * hop_rows + row] & 3U) << (2 * row);
        hops[index] = word;
    }
};

/// Step i copies the code of row i.
template <class Code>
struct copy_rows {
    directed_codes<Code> letters;
    Code* rows;

    CONCORD_HD void operator()(std::uint64_t index) const { rows[index] = static_cast<Code>(letters[index]); }
};

} // namespace concord::pairwise
