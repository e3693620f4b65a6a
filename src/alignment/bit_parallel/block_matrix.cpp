#include "alignment/bit_parallel/block_matrix.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>

namespace concord::pairwise {
namespace {

constexpr std::size_t row_words = most_tile_rows / 64;

constexpr std::size_t tiles_for(std::uint64_t letters, std::size_t of_tile) {
    return static_cast<std::size_t>((letters + of_tile - 1) / of_tile);
}

/// Bits as the highest bit of each element.
void unpack(const std::uint64_t* bits, std::uint64_t* signals) {
    for (std::size_t word = 0; word < row_words; ++word)
        for (unsigned i = 0; i < 64; ++i)
            signals[word * 64 + i] = bits[word] >> i << 63U;
}

using tile_group = std::vector<std::unique_ptr<tile_letters>>;

tile_group make_group(const std::shared_ptr<const letter_source>& source, std::size_t rows) {
    const auto columns = std::make_shared<column_letters>(source);
    tile_group made(rows);
    for (std::unique_ptr<tile_letters>& row : made)
        row = std::make_unique<tile_letters>(source, columns);
    return made;
}

} // namespace

kept_edges::kept_edges(const table_law& law, const tile_range& kept, std::size_t distance)
    : range_(kept), every_(distance), state_size_(law.states * kept.columns() * tile_words),
      signal_size_(law.signals * kept.rows() * row_words), states_(tiles_for(kept.rows(), distance) * state_size_),
      signals_(tiles_for(kept.columns(), distance) * signal_size_) {}

tile_range kept_edges::block_up_to(std::size_t tile_row, std::size_t tile_column) const {
    return {tile_row - (tile_row - range_.first_row) % every_, tile_row + 1,
            tile_column - (tile_column - range_.first_column) % every_, tile_column + 1};
}

void kept_edges::fetch(const tile_range& block, std::uint64_t* states, std::uint64_t* signals) {
    const std::size_t state_words = block.columns() * tile_words;
    for (std::size_t i = 0; i * state_stride() < state_size_; ++i)
        std::copy_n(above(block.first_row) + i * state_stride() +
                        (block.first_column - range_.first_column) * tile_words,
                    state_words, states + i * state_words);
    const std::size_t signal_words = block.rows() * row_words;
    for (std::size_t i = 0; i * signal_stride() < signal_size_; ++i)
        std::copy_n(left_of(block.first_column) + i * signal_stride() +
                        (block.first_row - range_.first_row) * row_words,
                    signal_words, signals + i * signal_words);
}

std::uint64_t kept_edges::bytes(const table_law& law, const tile_range& range, std::size_t every) noexcept {
    return 8 * (tiles_for(range.rows(), every) * law.states * range.columns() * tile_words +
                tiles_for(range.columns(), every) * law.signals * range.rows() * row_words);
}

/// Rows of tiles that one thread takes from column to column together. The table of the letters of a tile's columns is
/// made once for all of them; letters that are compared plane by plane need none, and threads enough to do.
std::size_t rows_together(std::size_t rows, unsigned planes, unsigned threads) {
    constexpr std::size_t most = 8;
    return planes > 0 ? 1 : std::clamp<std::size_t>(rows / (std::size_t{4} * threads), 1, most);
}

/// How far the group of rows above is. Groups are handed to threads in order, so whoever is waited for has begun.
class table::group_watch {
  public:
    explicit group_watch(std::size_t groups) : done_(groups) {}

    void wait_for(std::size_t group, std::size_t column, const runtime::thread_pool& workers) {
        if (group == 0) return;
        const auto& above = done_[group - 1];
        for (unsigned turn = 0; above.load(std::memory_order_acquire) <= column; ++turn) {
            if (failed_.load(std::memory_order_relaxed)) throw error(error_code::cancelled, "another thread failed");
            if (turn % 1024 == 1023) workers.check_cancelled();
            std::this_thread::yield();
        }
    }
    void finished(std::size_t group, std::size_t column) { done_[group].store(column + 1, std::memory_order_release); }
    void fail() { failed_.store(true, std::memory_order_relaxed); }

  private:
    std::vector<std::atomic<std::size_t>> done_;
    std::atomic<bool> failed_{false};
};

/// One tile with all its rows, for following a path through it.
struct table::trace_scratch {
    trace_scratch(const table_law& law, const std::shared_ptr<const letter_source>& source)
        : letters(source, std::make_shared<column_letters>(source)), history(history_words(law.states)) {}

    tile_letters letters;
    std::vector<std::uint64_t> above;
    std::vector<std::uint64_t> history;
};

table::~table() = default;

table::table(const sequence::coded_pair& pair, const table_law& law, const tile_kernel& kernel,
             runtime::thread_pool& workers)
    : pair_(pair), law_(law), kernel_(kernel), workers_(workers),
      letters_(std::make_shared<const letter_source>(pair, kernel.strip_words / units)) {}

tile_range table::all() const noexcept {
    return {0, tiles_for(pair_.b.length, most_tile_rows), 0, tiles_for(pair_.a.length, tile_columns)};
}

std::size_t table::sparseness() const noexcept {
    constexpr std::uint64_t floor = std::uint64_t{8} << 20U;
    const std::uint64_t budget = floor + 8 * (pair_.a.length + pair_.b.length);
    std::size_t every = 1;
    while (kept_edges::bytes(law_, all(), every) > budget)
        every *= 2;
    return every;
}

std::vector<std::uint64_t> table::fill(kept_edges* keep) {
    std::vector<std::uint64_t> states(law_.states * state_stride());
    for (unsigned state = 0; state < law_.states; ++state)
        std::fill_n(states.begin() + static_cast<std::ptrdiff_t>(state * state_stride()), state_stride(),
                    law_.top[state]);
    fill(all(), states.data(), state_stride(), nullptr, 0, keep);
    return states;
}

void table::fill(const tile_range& range, std::uint64_t* states, std::size_t state_stride, const std::uint64_t* left,
                 std::size_t left_stride, kept_edges* keep) {
    if (range.columns() == 0) return;
    const std::size_t together = rows_together(range.rows(), letters_->planes, workers_.threads());
    const std::size_t groups = (range.rows() + together - 1) / together;
    group_watch watch(groups);
    const auto begin_row = [&](std::size_t index, tile_letters& letters) {
        const std::uint64_t first = std::uint64_t{range.first_row + index} * most_tile_rows;
        letters.begin_rows(first, std::min<std::uint64_t>(most_tile_rows, pair_.b.length - first));
        for (unsigned signal = 0; signal < law_.signals; ++signal) {
            std::uint64_t* const entering = letters.signals(signal);
            if (left == nullptr) {
                std::fill_n(entering, most_tile_rows, law_.left[signal]);
            } else {
                unpack(left + signal * left_stride + index * row_words, entering);
            }
        }
    };
    const auto fill_tile = [&](std::size_t index, std::size_t j, tile_letters& letters) {
        const std::size_t tile_row = range.first_row + index;
        const std::size_t tile_column = range.first_column + j;
        std::uint64_t* const state = states + j * tile_words;
        if (keep != nullptr && keep->keeps_row(tile_row))
            for (unsigned i = 0; i < law_.states; ++i)
                std::copy_n(state + i * state_stride, tile_words,
                            keep->above(tile_row) + i * keep->state_stride() + j * tile_words);
        if (keep != nullptr && keep->keeps_column(tile_column))
            for (unsigned i = 0; i < law_.signals; ++i)
                kernel_.pack(letters.signals(i),
                             keep->left_of(tile_column) + i * keep->signal_stride() + index * row_words);
        tile filled = letters.tile_at(tile_column);
        filled.state = state;
        filled.state_stride = state_stride;
        kernel_.run(filled);
    };
    const auto fill_group = [&](std::size_t group, tile_group& letters) {
        const std::size_t first = group * together;
        const std::size_t rows = std::min(together, range.rows() - first);
        for (std::size_t row = 0; row < rows; ++row)
            begin_row(first + row, *letters[row]);
        for (std::size_t j = 0; j < range.columns(); ++j) {
            watch.wait_for(group, j, workers_);
            for (std::size_t row = 0; row < rows; ++row)
                fill_tile(first + row, j, *letters[row]);
            watch.finished(group, j);
            if (j % 64 == 63) workers_.check_cancelled();
        }
        return std::uint64_t{rows};
    };
    std::vector<tile_group> scratch(workers_.threads());
    workers_.run(groups, {"comparing", "rows of tiles", range.rows()}, [&](std::size_t group, unsigned worker) {
        try {
            if (scratch[worker].empty()) scratch[worker] = make_group(letters_, together);
            return fill_group(group, scratch[worker]);
        } catch (...) {
            watch.fail();
            throw;
        }
    });
}

alignment table::trace(edge_source& edges, follow_path follow) {
    path_builder path;
    path_end at{pair_.a.length, pair_.b.length};
    while (at.columns > 0 && at.rows > 0)
        follow_through(edges, follow, at, path);
    path.step('I', at.columns);
    path.step('D', at.rows);
    return std::move(path).take();
}

void table::follow_through(edge_source& edges, follow_path follow, path_end& at, path_builder& path) {
    if (!traced_) traced_ = std::make_unique<trace_scratch>(law_, letters_);
    const tile_range block = edges.block_up_to((at.rows - 1) / most_tile_rows, (at.columns - 1) / tile_columns);
    const std::uint64_t first_row = std::uint64_t{block.first_row} * most_tile_rows;
    const std::uint64_t first_column = std::uint64_t{block.first_column} * tile_columns;
    const std::size_t state_stride = block.columns() * tile_words;
    const std::size_t signal_stride = block.rows() * row_words;
    std::vector<std::uint64_t> states(law_.states * state_stride);
    std::vector<std::uint64_t> signals(law_.signals * signal_stride);
    edges.fetch(block, states.data(), signals.data());
    if (block.rows() > 1 || block.columns() > 1) { // filled once more, with all edges kept
        kept_edges inner(law_, block, 1);
        fill(block, states.data(), state_stride, signals.data(), signal_stride, &inner);
        while (at.rows > first_row && at.columns > first_column)
            follow_through(inner, follow, at, path);
        return;
    }
    traced_->letters.begin_rows(first_row, at.rows - first_row); // those below the path's end are of no interest
    for (unsigned i = 0; i < law_.signals; ++i)
        unpack(signals.data() + i * signal_stride, traced_->letters.signals(i));
    traced_->above = states;
    tile filled = traced_->letters.tile_at(block.first_column);
    filled.state = states.data();
    filled.state_stride = state_stride;
    filled.history = traced_->history.data();
    kernel_.run(filled);
    follow(pair_, {first_row, first_column, law_.states, kernel_, traced_->history.data(), traced_->above.data()}, at,
           path);
}

} // namespace concord::pairwise
