// The table of a long pair on GPUs: strips of columns, one a warp, all at once, each some rows behind the one to its
// left.
//
//   strip    32 lanes, side by side; a lane owns Words words of columns and keeps their state in registers
//   hop      16 rows. In step q lane g works on hop q - g; what leaves its rows to the right, a bit or two each, goes
//   to
//            lane g + 1 for the next step. The last lane's goes to memory, for the strip to the right.
//
//     rows           lane 0   lane 1   lane 2  ...
//     hop q            .        .        x
//     hop q-1          .        x
//     hop q-2          x                            x: done in the same step
//
// Strips are taken in order by whichever warp is free, so the strip that one waits for is always under way.
#pragma once

#include <cuda/atomic>

#include <cstdint>

namespace concord::exec {

inline constexpr unsigned hop_rows = 16;
inline constexpr unsigned hop_margin = 32; ///< hops that may be read before the first and behind the last
inline constexpr unsigned strip_threads = 128;

/// What leaves a strip in a hop: for each signal 16 bits, the first row's highest, and the number of the strip, so that
/// who waits for the word sees in the word itself that it has come. Written and read as one.
template <unsigned Signals>
struct edge_word;
template <>
struct edge_word<1> {
    using type = std::uint32_t;
    static constexpr unsigned tag_bits = 16;
};
template <>
struct edge_word<2> {
    using type = unsigned long long;
    static constexpr unsigned tag_bits = 32;
};

/// A table, or one of two that are filled at the same time. Columns come as 32-bit words. Of several GPUs each has some
/// neighbouring strips; the numbers of strips go on from GPU to GPU.
struct strip_table {
    const std::uint32_t* columns; ///< [plane][column_words], of this GPU's strips
    std::uint64_t column_words;   ///< a multiple of those of a strip
    unsigned planes;
    const void* rows; ///< letters as Letters wants them, from the first hop on; hop_margin hops readable on both sides
    std::uint32_t hops;
    unsigned rows_of_last_hop; ///< 1 to hop_rows
    unsigned first_strip;
    unsigned strips;

    std::uint32_t* state; ///< [state][column_words]: below the last row
    void* edges;          ///< edge words [hop], from strip to strip in place; 0 at first
    void* inbox;          ///< the same, written by the GPU on the left; null where there is none
    void* outbox;         ///< the inbox of the GPU on the right; null where there is none

    std::uint32_t* kept_states; ///< null, or [hops / keep_hops][state][column_words]: behind every keep_hops-th hop
    std::uint32_t keep_hops;
    void* kept_edges; ///< null, or [strips / keep_strips][hop]: what leaves every keep_strips-th strip
    unsigned keep_strips;

    std::uint32_t top[2];  ///< a word of each state above the first row
    std::uint32_t left[2]; ///< what enters from the left border: 0 or all ones
};

struct strip_work {
    strip_table tables[2];
    unsigned table_count;
    unsigned* ticket;              ///< 0 at first
    const unsigned long long* stop; ///< in the host's memory: not 0 when all is to end early
};

/// Letters of two planes: a table in shared memory tells where each of the four letters is, 16 rows' letters are a
/// word.
///
///   shared   [letter][part of the words][lane][word of the part]     so that lanes read different banks
template <unsigned Words>
class four_letters {
  public:
    static constexpr unsigned part = Words < 4 ? Words : 4; ///< words that are read at once
    static constexpr unsigned letter_bytes = Words * 32 * 4;
    static_assert((letter_bytes & (letter_bytes - 1)) == 0, "a letter's bits are put into an address");

    static __host__ __device__ unsigned shared_bytes(unsigned) { return 4 * letter_bytes; }

    /// `shared`: where this warp's part of the shared memory begins, a multiple of its size.
    __device__ four_letters(unsigned shared, unsigned lane, const strip_table& table, std::uint64_t first_word)
        : place_(shared + lane * part * 4), rows_(static_cast<const std::uint32_t*>(table.rows) - lane) {
        const std::uint32_t* const low = table.columns + first_word;
        const std::uint32_t* const high = low + table.column_words;
        __syncwarp();
        for (unsigned w = 0; w < Words; ++w)
            for (unsigned letter = 0; letter < 4; ++letter)
                *at(place_ + letter * letter_bytes + w / part * 32 * part * 4 + w % part * 4) =
                    ((letter & 1U) != 0 ? low[w] : ~low[w]) & ((letter & 2U) != 0 ? high[w] : ~high[w]);
        __syncwarp();
        next_ = rows_[0];
    }

    /// Turns to the hop of step q, and loads the next one's letters while this one is worked on.
    __device__ void begin_hop(std::uint32_t q) {
        letters_ = next_;
        next_ = rows_[q + 1];
    }

    __device__ void match(unsigned row, std::uint32_t (&matches)[Words]) const {
        constexpr unsigned bits = Words == 1 ? 7 : Words == 2 ? 8 : Words == 4 ? 9 : Words == 8 ? 10 : 11;
        static_assert(1U << bits == letter_bytes);
        const unsigned moved = 2 * row > bits ? letters_ >> (2 * row - bits) : letters_ << (bits - 2 * row);
        const unsigned from = (moved & (3U << bits)) | place_;
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
    static __device__ std::uint32_t* at(unsigned byte) {
        extern __shared__ std::uint32_t shared_of_block[];
        return reinterpret_cast<std::uint32_t*>(reinterpret_cast<char*>(shared_of_block) + byte);
    }

    unsigned place_;
    const std::uint32_t* rows_;
    std::uint32_t letters_ = 0;
    std::uint32_t next_ = 0;
};

/// Any number of planes, in shared memory, compared one by one. 16 rows' letters are 16 codes.
template <unsigned Words, class Code>
class coded_letters {
  public:
    static __host__ __device__ unsigned shared_bytes(unsigned planes) { return planes * Words * 32 * 4; }

    __device__ coded_letters(unsigned shared, unsigned lane, const strip_table& table, std::uint64_t first_word)
        : planes_(table.planes), place_(shared / 4 + lane),
          rows_(static_cast<const Code*>(table.rows) - std::int64_t{lane} * hop_rows) {
        __syncwarp();
        for (unsigned plane = 0; plane < planes_; ++plane)
            for (unsigned w = 0; w < Words; ++w)
                at(plane, w) = table.columns[plane * table.column_words + first_word + w];
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

/// One strip by one warp.
template <class Law, class Letters, unsigned Words>
class strip_of_columns {
  public:
    __device__ strip_of_columns(const strip_table& table, unsigned strip, unsigned shared)
        : table_(table), lane_(threadIdx.x % 32), hops_(table.hops), tag_(strip & tag_mask),
          first_word_((std::uint64_t{strip - table.first_strip} * 32 + lane_) * Words),
          in_(strip == 0 ? nullptr : leaving_edge(table, strip - 1)), out_(leaving_edge(table, strip)),
          letters_(shared, lane_, table, first_word_) {
#pragma unroll
        for (unsigned i = 0; i < Law::states; ++i)
#pragma unroll
            for (unsigned w = 0; w < Words; ++w)
                state_[i][w] = table.top[i];
    }

    /// Ends early, with whatever there is, when `stop` says so.
    __device__ void run(const volatile unsigned long long* stop) {
        std::uint32_t leaving[Law::signals] = {};
        word coming = border();
        if (in_ != nullptr && lane_ == 0) coming = look(0);
        const std::uint32_t steps = hops_ + 31;
        for (std::uint32_t q = 0; q < steps; ++q) {
            std::uint32_t entering[Law::signals];
#pragma unroll
            for (unsigned i = 0; i < Law::signals; ++i)
                entering[i] = __shfl_up_sync(all_lanes, leaving[i], 1);
            if (q % hops_between_looks == 0 && must_stop(stop)) return;
            if (lane_ == 0) {
                if (in_ != nullptr && q < hops_) {
                    for (unsigned turn = 1; static_cast<unsigned>(coming >> (16 * Law::signals)) != tag_; ++turn) {
                        if (turn % turns_between_looks == 0 && *stop != 0) break;
                        __nanosleep(20);
                        coming = look(q);
                    }
                }
#pragma unroll
                for (unsigned i = 0; i < Law::signals; ++i)
                    entering[i] = static_cast<std::uint32_t>(coming >> (16 * i));
                if (in_ != nullptr && q + 1 < hops_) coming = look(q + 1); // there when it is needed, mostly
            }
#pragma unroll
            for (unsigned i = 0; i < Law::signals; ++i)
                entering[i] <<= 16U;
            letters_.begin_hop(q);
            const std::uint32_t hop = q - lane_; // before the first: beyond the last
            if (hop < hops_) work_on(hop, entering, leaving);
            if (lane_ == 31 && hop < hops_) hand_on(hop, leaving);
        }
        save(table_.state);
    }

  private:
    static constexpr unsigned all_lanes = 0xFFFFFFFFU;
    static constexpr unsigned hops_between_looks = 1024;
    static constexpr unsigned turns_between_looks = 4096;
    using edge = edge_word<Law::signals>;
    using word = typename edge::type;
    using shared_word = ::cuda::atomic_ref<word, ::cuda::thread_scope_system>;
    static constexpr unsigned tag_mask = edge::tag_bits == 32 ? ~0U : (1U << (edge::tag_bits % 32)) - 1;

    __device__ bool must_stop(const volatile unsigned long long* stop) const {
        return __shfl_sync(all_lanes, lane_ == 0 ? *stop : 0, 0) != 0;
    }

    /// Where what leaves a strip is written.
    static __device__ word* leaving_edge(const strip_table& table, unsigned strip) {
        if (strip + 1 == table.first_strip) return static_cast<word*>(table.inbox);
        const unsigned here = strip - table.first_strip;
        if (here + 1 == table.strips && table.outbox != nullptr) return static_cast<word*>(table.outbox);
        if (table.kept_edges != nullptr && (here + 1) % table.keep_strips == 0)
            return static_cast<word*>(table.kept_edges) +
                   ((here + 1) / table.keep_strips - 1) * std::uint64_t{table.hops};
        return static_cast<word*>(table.edges);
    }

    /// What enters at the left border of the whole table.
    __device__ word border() const {
        word all = 0;
#pragma unroll
        for (unsigned i = 0; i < Law::signals; ++i)
            all |= static_cast<word>(table_.left[i] & 0xFFFFU) << (16 * i);
        return all;
    }

    __device__ word look(std::uint32_t hop) const {
        return shared_word(const_cast<word&>(in_[hop])).load(::cuda::memory_order_relaxed);
    }

    __device__ void hand_on(std::uint32_t hop, const std::uint32_t (&leaving)[Law::signals]) const {
        word all = static_cast<word>(tag_ + 1) << (16 * Law::signals);
#pragma unroll
        for (unsigned i = 0; i < Law::signals; ++i)
            all |= static_cast<word>(leaving[i] & 0xFFFFU) << (16 * i);
        shared_word(out_[hop]).store(all, ::cuda::memory_order_relaxed);
    }

    __device__ void work_on(std::uint32_t hop, std::uint32_t (&entering)[Law::signals],
                            std::uint32_t (&leaving)[Law::signals]) {
        if (hop + 1 < hops_ || table_.rows_of_last_hop == hop_rows) {
            std::uint32_t matches[2][Words]; // read two rows ahead
            letters_.match(0, matches[0]);
            letters_.match(1, matches[1]);
#pragma unroll
            for (unsigned row = 0; row < hop_rows; ++row) {
                std::uint32_t now[Words];
#pragma unroll
                for (unsigned w = 0; w < Words; ++w)
                    now[w] = matches[row % 2][w];
                if (row + 2 < hop_rows) letters_.match(row + 2, matches[row % 2]);
                Law::template step<Words>(now, state_, entering, leaving);
            }
        } else {
#pragma unroll 1
            for (unsigned row = 0; row < table_.rows_of_last_hop; ++row) {
                std::uint32_t matches[Words];
                letters_.match(row, matches);
                Law::template step<Words>(matches, state_, entering, leaving);
            }
#pragma unroll
            for (unsigned i = 0; i < Law::signals; ++i)
                leaving[i] <<= hop_rows - table_.rows_of_last_hop;
        }
        if (table_.kept_states != nullptr && (hop + 1) % table_.keep_hops == 0)
            save(table_.kept_states + ((hop + 1) / table_.keep_hops - 1) * Law::states * table_.column_words);
    }

    __device__ void save(std::uint32_t* to) const {
#pragma unroll
        for (unsigned i = 0; i < Law::states; ++i)
#pragma unroll
            for (unsigned w = 0; w < Words; ++w)
                to[i * table_.column_words + first_word_ + w] = state_[i][w];
    }

    const strip_table& table_;
    unsigned lane_;
    std::uint32_t hops_;
    unsigned tag_; ///< of what comes in; 0 is never looked for
    std::uint64_t first_word_;
    const word* in_;
    word* out_;
    Letters letters_;
    std::uint32_t state_[Law::states][Words];
};

/// Warps take strip after strip; those of two tables in turn.
template <class Law, class Letters, unsigned Words>
__global__ void __launch_bounds__(strip_threads) fill_strips(const __grid_constant__ strip_work work) {
    const unsigned shared = threadIdx.x / 32 * Letters::shared_bytes(work.tables[0].planes);
    const unsigned strips = work.tables[0].strips * work.table_count;
    for (;;) {
        unsigned ticket = threadIdx.x % 32 == 0 ? atomicAdd(work.ticket, 1U) : 0;
        ticket = __shfl_sync(0xFFFFFFFFU, ticket, 0);
        if (ticket >= strips) return;
        strip_of_columns<Law, Letters, Words>(work.tables[ticket % work.table_count],
                                              work.tables[0].first_strip + ticket / work.table_count, shared)
            .run(work.stop);
    }
}

} // namespace concord::exec
