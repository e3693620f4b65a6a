#include "problems/substring/cpu/words/ball_counts.hpp"

#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/words/ball_kernels.hpp"
#include "problems/substring/cpu/words/hamming_ball.hpp"
#include "problems/substring/seed_plan.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/far_allocator.hpp"
#include "simd/aligned_vector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace concord::substring {
namespace {

ball_table_size size_now{tuning::bytes_of_table_column, tuning::bytes_of_table_column};

/// Which letters of a front choose the slice, the row of a column, and the place in a block.
struct table_shape {
    std::uint64_t outer;
    std::uint64_t column;
    std::uint64_t block;
    std::uint64_t lanes;

    table_shape(const split_word& split, std::uint64_t mismatches, std::size_t bytes_of_count, std::uint64_t memory) {
        lanes = (split.words_of(split.end) + ball_padding - 1) / ball_padding * ball_padding;
        const std::uint64_t bytes = lanes * bytes_of_count * (mismatches + 1);
        const auto fitting = [&](std::uint64_t most_bytes, std::uint64_t most) {
            std::uint64_t letters = 0;
            while (letters < most && split.words_of(letters + 1) * bytes <= most_bytes)
                ++letters;
            return letters;
        };
        block = fitting(size_now.block, split.front);
        column = fitting(size_now.column, split.front - block);
        while (column > 0 && split.words_of(column + block) * bytes > memory / tuning::share_of_ball_rows)
            --column;
        outer = split.front - block - column;
    }
};

std::uint64_t mismatches_of(const problem& given, const split_word& split) {
    return std::min<std::uint64_t>(given.mismatches, split.front + split.end);
}

enum class counted_rows : std::uint8_t { last, all };

/// All words of a set, written for the kernels, and their counts.
template <class Count, counted_rows Rows>
class table_of_balls {
  public:
    table_of_balls(const problem& given, const cpu_resources& resources, const word_set& words)
        : resources_(resources), kernels_(ball_kernels_for<Count>(resources.vectors)), words_(words),
          split_(words.split()), mismatches_(static_cast<unsigned>(mismatches_of(given, split_))),
          shape_(split_, mismatches_, sizeof(Count), resources.memory), fronts_(words.size()), ends_(words.size()),
          of_slice_(split_.words_of(shape_.column + shape_.block)), of_block_(split_.words_of(shape_.block)),
          order_(given, split_.letters, words.length()), rows_(of_slice_ * shape_.lanes * (mismatches_ + 1)) {
        const std::uint64_t fronts = split_.words_of(split_.front);
        resources_.workers.run((fronts + of_slice_ - 1) / of_slice_, [&](std::size_t slice, unsigned) {
            for (std::uint64_t front = slice * of_slice_; front < (slice + 1) * of_slice_; ++front) {
                std::size_t rank = words_.before(front);
                for (std::uint64_t rest = words_.ends(front); rest != 0; rest &= rest - 1, ++rank) {
                    fronts_[rank] = static_cast<std::uint32_t>(front);
                    ends_[rank] = static_cast<std::uint8_t>(base::lowest_one(rest));
                }
            }
        });
        list_near_ends();
    }

    /// take(rank, counts, apart) for each word, but for most that are not counted where one is for two;
    /// counts[e * apart] of row e, or of the last one counts[0].
    template <class Take>
    void count(const Take& take) {
        const auto of_front = [&](std::uint64_t front, const Count* counted, std::size_t apart) {
            for_each_word(words_, front, counted, apart, take);
        };
        const std::uint64_t slices = split_.words_of(shape_.outer);
        for (std::uint64_t slice = 0; slice < slices; ++slice)
            if (order_.may_be_counted(slice, shape_.outer)) count_slice(slice, of_front);
    }
    /// The same, and take_other of other words.
    template <class Take, class TakeOther>
    void count_beside(const Take& take, const numbered_words& others, const TakeOther& take_other) {
        const auto of_front = [&](std::uint64_t front, const Count* counted, std::size_t apart) {
            for_each_word(words_, front, counted, apart, take);
            for_each_word(others, front, counted, apart, take_other);
        };
        const std::uint64_t slices = split_.words_of(shape_.outer);
        for (std::uint64_t slice = 0; slice < slices; ++slice)
            count_slice(slice, of_front);
    }

  private:
    template <class Take>
    static void for_each_word(const numbered_words& words, std::uint64_t front, const Count* counted, std::size_t apart,
                              const Take& take) {
        std::size_t rank = words.before(front);
        for (std::uint64_t rest = words.ends(front); rest != 0; rest &= rest - 1, ++rank)
            take(rank, counted + base::lowest_one(rest), apart);
    }

    void list_near_ends() {
        const std::uint64_t ends = split_.words_of(split_.end);
        of_mismatches_ = ends * shape_.lanes;
        near_ends_.assign(of_mismatches_ * (split_.end + 1), 0);
        for (std::uint64_t end = 0; end < ends; ++end)
            for (std::uint64_t other = 0; other < ends; ++other)
                for (std::uint64_t differ = split_.mismatches(end, other); differ <= split_.end; ++differ)
                    near_ends_[differ * of_mismatches_ + end * shape_.lanes + other] =
                        std::numeric_limits<Count>::max();
    }

    template <class TakeFront>
    void count_slice(std::uint64_t slice, const TakeFront& take_front) {
        const std::uint64_t slices = split_.words_of(shape_.outer);
        const std::uint64_t of_row = of_slice_ * shape_.lanes;
        const std::uint64_t of_block = of_block_ * shape_.lanes;
        const auto positions_of_block = static_cast<unsigned>(shape_.block);
        const auto positions_of_column = static_cast<unsigned>(shape_.column);
        // Rows that are not asked for are no longer spread once they cannot reach the last one.
        const auto after = [&](unsigned positions) { return Rows == counted_rows::last ? positions : mismatches_; };
        std::vector<unsigned> distances(slices);
        for (std::uint64_t other = 0; other < slices; ++other)
            distances[other] = static_cast<unsigned>(split_.mismatches(slice, other));
        const std::uint64_t blocks = of_slice_ / of_block_;
        resources_.workers.run(blocks, {"counting", "parts", 0}, [&](std::size_t block, unsigned) -> std::uint64_t {
            Count* const rows = rows_.data() + block * of_block;
            const ball_table<Count> table{rows, of_row, mismatches_, shape_.lanes};
            for (unsigned row = 0; row <= mismatches_; ++row)
                std::fill_n(rows + row * of_row, of_block, Count{0});
            for (std::uint64_t other = 0; other < slices; ++other) {
                if (distances[other] > mismatches_) continue;
                const std::uint64_t first_front = other * of_slice_ + block * of_block_;
                const std::uint32_t first = words_.before(first_front);
                kernels_.add(table,
                             {fronts_.data() + first, ends_.data() + first, words_.holders().data() + first,
                              words_.before(first_front + of_block_) - first, static_cast<std::uint32_t>(first_front),
                              distances[other], static_cast<unsigned>(split_.end), near_ends_.data(), of_mismatches_});
            }
            kernels_.spread(table, {split_.letters, positions_of_block, 1, after(positions_of_column)});
            return 0;
        });

        std::vector<simd::aligned_vector<Count>> columns(resources_.workers.threads());
        resources_.workers.run(
            of_block_, {"counting", "parts", 0}, [&](std::size_t at, unsigned worker) -> std::uint64_t {
                simd::aligned_vector<Count>& column = columns[worker];
                const std::uint64_t of_column = blocks * shape_.lanes;
                const unsigned lowest =
                    mismatches_ > after(positions_of_column) ? mismatches_ - positions_of_column : 0;
                column.resize(of_column * (mismatches_ + 1));
                for (unsigned row = lowest; row <= mismatches_; ++row)
                    for (std::uint64_t block = 0; block < blocks; ++block)
                        std::copy_n(rows_.data() + row * of_row + block * of_block + at * shape_.lanes, shape_.lanes,
                                    column.data() + row * of_column + block * shape_.lanes);
                kernels_.spread({column.data(), of_column, mismatches_, shape_.lanes},
                                {split_.letters, positions_of_column, 1, after(0)});
                for (std::uint64_t block = 0; block < blocks; ++block) {
                    const std::uint64_t front = slice * of_slice_ + block * of_block_ + at;
                    const Count* const counted = column.data() + block * shape_.lanes +
                                                 (Rows == counted_rows::last ? mismatches_ * of_column : 0);
                    take_front(front, counted, of_column);
                }
                return 0;
            });
    }

    const cpu_resources& resources_;
    const ball_kernels<Count>& kernels_;
    const word_set& words_;
    split_word split_;
    unsigned mismatches_;
    table_shape shape_;
    base::unset_vector<std::uint32_t> fronts_; ///< by rank
    base::unset_vector<std::uint8_t> ends_;
    std::uint64_t of_slice_; ///< fronts
    std::uint64_t of_block_;
    word_order order_;
    base::unset_vector<Count, runtime::far_allocator<Count>> rows_; ///< of a slice
    simd::aligned_vector<Count> near_ends_;
    std::uint64_t of_mismatches_ = 0;
};

/// Whether counts are expected to stay well within 16 bits.
bool are_narrow(const problem& given, const split_word& split) {
    const auto letters = static_cast<double>(split.letters);
    const std::uint64_t length = split.front + split.end;
    const double expected = static_cast<double>(given.set.letters()) *
                            count_neighbours(letters, length, given.mismatches) /
                            std::pow(letters, static_cast<double>(length));
    return std::max(expected, static_cast<double>(given.support)) < std::numeric_limits<std::uint16_t>::max() / 2.0;
}

} // namespace

const ball_table_size& current_ball_table_size() noexcept { return size_now; }

scoped_ball_table_size::scoped_ball_table_size(const ball_table_size& size) : before_(std::exchange(size_now, size)) {}
scoped_ball_table_size::~scoped_ball_table_size() { size_now = before_; }

base::unset_vector<std::uint32_t> ball_counts(const problem& given, const cpu_resources& resources,
                                              const word_set& words) {
    base::unset_vector<std::uint32_t> counts(words.size());
    if (word_order::is_paired(given, words.split().letters, words.length())) std::ranges::fill(counts, 0);
    const auto take = [&](std::size_t rank, const auto* counted, std::size_t) { counts[rank] = *counted; };
    if (are_narrow(given, words.split())) {
        table_of_balls<std::uint16_t, counted_rows::last>(given, resources, words).count(take);
        if (std::ranges::find(counts, std::numeric_limits<std::uint16_t>::max()) == counts.end()) return counts;
    }
    table_of_balls<std::uint32_t, counted_rows::last>(given, resources, words).count(take);
    return counts;
}

ball_counts_beside count_balls_beside(const problem& given, const cpu_resources& resources, const word_set& words,
                                      const numbered_words& others) {
    const std::uint64_t mismatches = mismatches_of(given, words.split());
    const std::uint64_t fewer =
        given.mismatches; // rows of others; with as many mismatches as letters all words are near
    ball_counts_beside found{base::unset_vector<std::uint32_t>(words.size()),
                             base::unset_vector<std::uint32_t>(others.size() * fewer)};
    const auto take = [&](std::size_t rank, const auto* counted, std::size_t apart) {
        found.counts[rank] = counted[mismatches * apart];
    };
    const auto take_other = [&](std::size_t rank, const auto* counted, std::size_t apart) {
        for (std::uint64_t within = 0; within < fewer; ++within)
            found.of_others[rank * fewer + within] = counted[std::min(within, mismatches) * apart];
    };
    if (are_narrow(given, words.split())) {
        table_of_balls<std::uint16_t, counted_rows::all>(given, resources, words)
            .count_beside(take, others, take_other);
        constexpr std::uint32_t most = std::numeric_limits<std::uint16_t>::max();
        if (std::ranges::find(found.counts, most) == found.counts.end() &&
            std::ranges::find(found.of_others, most) == found.of_others.end())
            return found;
    }
    table_of_balls<std::uint32_t, counted_rows::all>(given, resources, words).count_beside(take, others, take_other);
    return found;
}

base::unset_vector<bounds_of_word> ball_bounds(const problem& given, const cpu_resources& resources,
                                               const word_set& words, unsigned mismatches) {
    base::unset_vector<bounds_of_word> bounds(words.size());
    const std::size_t most = std::min(mismatches, words.length());
    const auto take = [&](std::size_t rank, const auto* counted, std::size_t apart) {
        bounds_of_word word = 0;
        for (unsigned within = 0; within <= most_mismatches_of_piece; ++within)
            word |= bounds_of_word{within <= mismatches
                                       ? part_of_support(counted[std::min<std::size_t>(within, most) * apart],
                                                         given.support)
                                       : all_of_support}
                    << 8 * within;
        bounds[rank] = word;
    };
    problem fewer = given;
    fewer.mismatches = mismatches;
    if (are_narrow(fewer, words.split())) // counts that stay at their greatest value are above the support
        table_of_balls<std::uint16_t, counted_rows::all>(fewer, resources, words).count(take);
    else
        table_of_balls<std::uint32_t, counted_rows::all>(fewer, resources, words).count(take);
    return bounds;
}

double cost_of_counted_set(const problem& given, const growth_alphabet& letters, unsigned length, std::uint64_t memory,
                           std::optional<double> windows) {
    if (length > ball_shape::most_letters_of_word) return impossible;
    const split_word split = split_word::of(letters.ordinary(), length);
    const auto all = static_cast<double>(given.set.letters());
    const double words = std::min(windows.value_or(all), most_words(given, split));
    if (split.fronts() > tuning::most_fronts_of_counting ||
        word_set::bytes(given, letters, length) + bytes_of_ball_counts(given, split, words, memory) >
            static_cast<double>(memory) / 2)
        return impossible;
    return all * tuning::cost_of_read_letter + windows.value_or(all) * tuning::cost_of_word_in_set +
           split.fronts() * tuning::cost_of_front_in_set + cost_of_ball_counts(given, split, words, memory);
}

double cost_of_ball_counts(const problem& given, const split_word& split, double words, std::uint64_t memory) {
    const std::size_t bytes = are_narrow(given, split) ? sizeof(std::uint16_t) : sizeof(std::uint32_t);
    const std::uint64_t mismatches = mismatches_of(given, split);
    const table_shape shape(split, mismatches, bytes, memory);
    const double vectors = static_cast<double>(shape.lanes * bytes) * 8 / tuning::lanes_bits; // of an entry
    const double rows = static_cast<double>(mismatches) + 1;
    const double spread =
        split.fronts() * vectors *
        (static_cast<double>(split.front) * rows * tuning::cost_of_ball_row + rows * tuning::cost_of_ball_copy);
    const double blocks = split.fronts() / static_cast<double>(split.words_of(shape.block));
    const word_order order(given, split.letters, static_cast<unsigned>(split.front + split.end));
    double added = 0;
    for (std::uint64_t apart = 0; apart <= std::min(mismatches, shape.outer); ++apart) { // letters of the slices
        const double slices =
            count_neighbours(static_cast<double>(split.letters), shape.outer, apart) -
            (apart > 0 ? count_neighbours(static_cast<double>(split.letters), shape.outer, apart - 1) : 0);
        added += slices * (blocks * tuning::cost_of_ball_block +
                           words * (tuning::cost_of_ball_word +
                                    (rows - 1 - static_cast<double>(apart)) * vectors * tuning::cost_of_ball_addition));
    }
    return order.share_of_counted(shape.outer) * (spread + added);
}

double bytes_of_ball_counts(const problem& given, const split_word& split, double words, std::uint64_t memory) {
    const std::uint64_t mismatches = mismatches_of(given, split);
    const auto bytes_of_rows = [&](std::size_t bytes_of_count) { // narrow counts may have room for a larger slice
        const table_shape shape(split, mismatches, bytes_of_count, memory);
        return static_cast<double>(split.words_of(shape.column + shape.block) * shape.lanes * (mismatches + 1) *
                                   bytes_of_count);
    };
    return std::max(bytes_of_rows(sizeof(std::uint16_t)), bytes_of_rows(sizeof(std::uint32_t))) +
           words * (2 * sizeof(std::uint32_t) + 1);
}

} // namespace concord::substring
