#include "problems/component/cpu/shape_search.hpp"

#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <span>

namespace concord::component {
namespace {

constexpr int places_bits_of_part = 13; ///< that fit a core's cache
constexpr int most_part_bits = 11;
constexpr std::size_t pairs_at_once = 64;         ///< whose cells are fetched before they are looked at
constexpr std::size_t few_cells = 24;             ///< of a component, compared one by one
constexpr std::size_t rows_a_check = 64;          ///< of cancellation
constexpr std::uint64_t work_a_check = 1U << 16U; ///< of it, and of how much was done

/// Cells of both matrices, by value.
struct value_counts {
    std::vector<std::uint64_t> of_a;
    std::vector<std::uint64_t> of_b;

    explicit value_counts(const coded_matrices& codes) {
        const std::uint32_t greatest =
            std::max(*std::ranges::max_element(codes.rank), *std::ranges::max_element(codes.lowest));
        of_a.resize(greatest + std::size_t{1});
        of_b.resize(greatest + std::size_t{1});
        for (const std::uint32_t value : codes.rank)
            ++of_a[value];
        for (const std::uint32_t value : codes.lowest)
            ++of_b[value];
    }
    /// Values that both hold.
    [[nodiscard]] std::vector<bool> shared() const {
        std::vector<bool> both(of_a.size());
        for (std::size_t value = 0; value < of_a.size(); ++value)
            both[value] = of_a[value] > 0 && of_b[value] > 0;
        return both;
    }
};

/// Words that differ as those of a random function do (the finalizer of splitmix64).
std::uint32_t random_word(std::uint64_t number) {
    std::uint64_t word = (number + 1) * 0x9E3779B97F4A7C15U;
    word = (word ^ (word >> 30U)) * 0xBF58476D1CE4E5B9U;
    word = (word ^ (word >> 27U)) * 0x94D049BB133111EBU;
    return static_cast<std::uint32_t>(word >> 32U);
}

} // namespace

shape_search::shape_search(const problem& given, const search_resources& resources)
    : given_(given), workers_(resources.options) {
    const coded_matrices& codes = given.codes;
    const value_counts counts(codes);
    agreeing_ = agreeing_pairs(codes);
    const std::vector<bool> shared = counts.shared();
    const bool in_bytes = shared.size() + 1 <= std::numeric_limits<std::uint8_t>::max();
    a_ = padded(codes.rows_a, codes.columns_a, codes.rank, shared, static_cast<std::uint32_t>(shared.size()), in_bytes);
    b_ = padded(codes.rows_b, codes.columns_b, codes.lowest, shared, static_cast<std::uint32_t>(shared.size() + 1),
                in_bytes);
    for (const shape_cell& step : neighbours_of_cell(given.connectivity)) {
        neighbours_.in_a.push_back(a_.step(step));
        neighbours_.in_b.push_back(b_.step(step));
    }
    const auto cells = static_cast<int>(std::bit_width(std::max(codes.rank.size(), codes.lowest.size())));
    part_bits_ = static_cast<unsigned>(std::clamp(cells - places_bits_of_part, 0, most_part_bits));
    threads_.resize(workers_.threads());
}

shape_search::side shape_search::padded(std::size_t rows, std::size_t columns, const std::vector<std::uint32_t>& codes,
                                        const std::vector<bool>& shared, std::uint32_t outside, bool in_bytes) {
    side made{rows, columns, columns + 1, {}, {}, {}};
    // A row ends with a cell that agrees with nothing, which is the one in front of the next row as well.
    made.codes.assign((rows + 2) * made.stride + 1, outside);
    made.words.resize(made.codes.size());
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column) {
            const std::uint32_t code = codes[row * columns + column];
            const std::size_t place = made.place(row, column);
            if (shared[code]) made.codes[place] = code;
            made.words[place] = random_word(shared[code] ? code : (std::uint64_t{outside} << 32U) + place);
        }
    if (!in_bytes) return made;
    made.bytes.assign(made.codes.begin(), made.codes.end());
    std::vector<std::uint32_t>().swap(made.codes);
    return made;
}

std::uint64_t shape_search::bytes(const coded_matrices& codes, unsigned threads) noexcept {
    const std::uint64_t of_a = (codes.rows_a + 2) * (codes.columns_a + 1) + 1;
    const std::uint64_t of_b = (codes.rows_b + 2) * (codes.columns_b + 1) + 1;
    return 2 * sizeof(std::uint32_t) * (of_a + of_b) +
           threads * (sizeof(keyed_place) * (of_a + of_b) + (sizeof(cell_pair) + sizeof(std::uint32_t)) * of_b);
}

/// Calls visit(keys of a row, place of the first) for all places where the shape lies within the matrix.
template <class Visit>
void shape_search::for_each_row(const side& of, const polyomino& shape, per_thread& own, Visit visit) const {
    std::int64_t before = 0;
    std::int64_t behind = 0;
    for (const shape_cell& cell : shape) {
        before = std::max(before, -cell.column);
        behind = std::max(behind, cell.column);
    }
    const auto height = static_cast<std::size_t>(shape.back().row + 1);
    if (of.rows < height || of.columns <= static_cast<std::size_t>(before + behind)) return;
    own.keys.resize(of.columns - static_cast<std::size_t>(before + behind));
    std::uint32_t* const keys = own.keys.data();
    const std::size_t count = own.keys.size();
    for (std::size_t row = 0; row + height <= of.rows; ++row) {
        if (row % rows_a_check == 0) workers_.check_cancelled();
        const std::size_t first = of.place(row, static_cast<std::size_t>(before));
        const std::uint32_t* const words = of.words.data() + first;
        std::copy_n(words, count, keys);
        for (std::size_t cell = 1; cell < shape.size(); ++cell) {
            const std::uint32_t* const from = words + of.step(shape[cell]);
            const auto left = static_cast<unsigned>(cell * 7 % 32); // so that the order of the cells counts
            for (std::size_t at = 0; at < count; ++at)
                keys[at] += from[at] << left | from[at] >> (32 - left);
        }
        visit(std::span<const std::uint32_t>(keys, count), static_cast<std::uint32_t>(first));
    }
}

void shape_search::divide(const side& of, const polyomino& shape, per_thread& own, divided_places& to) const {
    const unsigned shift = 32 - part_bits_;
    to.first.assign((std::size_t{1} << part_bits_) + 2, 0);
    for_each_row(of, shape, own, [&](std::span<const std::uint32_t> keys, std::uint32_t) {
        for (const std::uint64_t key : keys)
            ++to.first[(key >> shift) + 2];
    });
    for (std::size_t part = 2; part < to.first.size(); ++part)
        to.first[part] += to.first[part - 1];
    to.places.resize(to.first.back());
    for_each_row(of, shape, own, [&](std::span<const std::uint32_t> keys, std::uint32_t place) {
        for (const std::uint32_t key : keys)
            to.places[to.first[(std::uint64_t{key} >> shift) + 1]++] = {key, place++};
    });
}

/// Calls visit(pair) for the lowest cells of all places of A and of B with the same key. Ends where it returns false.
template <class Visit>
void shape_search::for_each_equal(const polyomino& shape, per_thread& own, Visit visit) const {
    divide(a_, shape, own, own.of_a);
    divide(b_, shape, own, own.of_b);
    for (std::size_t part = 0; part >> part_bits_ == 0; ++part) {
        const auto places_of = [&](const divided_places& of) {
            return std::span(of.places).subspan(of.first[part], of.first[part + 1] - of.first[part]);
        };
        const std::span<const keyed_place> of_a = places_of(own.of_a);
        const std::span<const keyed_place> of_b = places_of(own.of_b);
        if (of_a.empty() || of_b.empty()) continue;
        const unsigned bits = std::min(static_cast<unsigned>(std::bit_width(of_a.size())) + 1, 32 - part_bits_);
        const auto bucket_of = [&](std::uint32_t key) -> std::size_t { return key << part_bits_ >> (32 - bits); };
        own.first.assign((std::size_t{1} << bits) + 2, 0);
        for (const keyed_place& each : of_a)
            ++own.first[bucket_of(each.key) + 2];
        for (std::size_t bucket = 2; bucket < own.first.size(); ++bucket)
            own.first[bucket] += own.first[bucket - 1];
        own.bucketed.resize(of_a.size());
        for (const keyed_place& each : of_a)
            own.bucketed[own.first[bucket_of(each.key) + 1]++] = each;
        for (const keyed_place& each : of_b) {
            const std::size_t bucket = bucket_of(each.key);
            for (std::size_t at = own.first[bucket]; at < own.first[bucket + 1]; ++at)
                if (own.bucketed[at].key == each.key && !visit(cell_pair{own.bucketed[at].place, each.place})) return;
        }
    }
}

/// Pairs of places that hold the same, as far as they are no more than `most`.
double shape_search::equal_places(const polyomino& shape, double most) {
    double pairs = 0;
    for_each_equal(shape, threads_.front(), [&](cell_pair) { return ++pairs <= most; });
    return pairs;
}

/// The size of the component of a pair of cells if that is its lowest one and the shape what is found first from there;
/// else 0.
template <class Code>
std::uint64_t shape_search::grow(const Code* a, const Code* b, const cell_pair from, const shape_steps& shape,
                                 per_thread& own) const {
    const std::size_t count = neighbours_.in_a.size();
    for (std::size_t step = 0; step < count / 2; ++step) // those before it
        if (a[from.in_a + neighbours_.in_a[step]] == b[from.in_b + neighbours_.in_b[step]]) return 0;
    for (std::size_t cell = 0; cell < shape.in_a.size(); ++cell) // keys may be equal by chance
        if (a[from.in_a + shape.in_a[cell]] != b[from.in_b + shape.in_b[cell]]) return 0;
    std::vector<cell_pair>& found = own.found;
    found.assign(1, from);
    bool is_marked = false; // what was found, in own.seen
    const auto is_new = [&](std::uint32_t in_b) {
        if (is_marked) return own.seen[in_b] != own.searches;
        return std::ranges::find(found, in_b, &cell_pair::in_b) == found.end();
    };
    for (std::size_t at = 0; at < found.size(); ++at) {
        const cell_pair cell = found[at];
        ++own.work;
        for (std::size_t step = 0; step < count; ++step) {
            const auto in_a = static_cast<std::uint32_t>(cell.in_a + neighbours_.in_a[step]);
            const auto in_b = static_cast<std::uint32_t>(cell.in_b + neighbours_.in_b[step]);
            if (a[in_a] != b[in_b] || !is_new(in_b)) continue;
            if (in_b < from.in_b) return 0;
            if (found.size() < shape.in_b.size() &&
                std::ranges::find(shape.in_b, static_cast<std::int64_t>(in_b) - from.in_b) == shape.in_b.end())
                return 0;
            found.push_back({in_a, in_b});
            if (is_marked) {
                own.seen[in_b] = own.searches;
            } else if (found.size() > few_cells) {
                if (++own.searches == 0) { // all numbers were used
                    std::ranges::fill(own.seen, 0);
                    own.searches = 1;
                }
                for (const cell_pair& each : found)
                    own.seen[each.in_b] = own.searches;
                is_marked = true;
            }
        }
    }
    return found.size();
}

template <class Code>
void shape_search::join(const Code* a, const Code* b, const polyomino& shape, per_thread& own,
                        const std::function<void(const candidate&)>& take) {
    shape_steps steps;
    for (const shape_cell& cell : shape) {
        steps.in_a.push_back(a_.step(cell));
        steps.in_b.push_back(b_.step(cell));
    }
    own.equal.clear();
    const auto grow_all = [&] {
        for (const cell_pair& each : own.equal)
            if (const std::uint64_t size = grow(a, b, each, steps, own); size > 0) take(found_component(each, size));
        own.work += own.equal.size();
        own.equal.clear();
        return own.work < work_a_check || go_on(own);
    };
    for_each_equal(shape, own, [&](cell_pair each) {
        for (const std::int64_t step : {neighbours_.in_a.front(), std::int64_t{0}, neighbours_.in_a.back()})
            __builtin_prefetch(a + each.in_a + step);
        for (const std::int64_t step : {neighbours_.in_b.front(), std::int64_t{0}, neighbours_.in_b.back()})
            __builtin_prefetch(b + each.in_b + step);
        own.equal.push_back(each);
        return own.equal.size() < pairs_at_once || grow_all();
    });
    if (!is_too_much_) static_cast<void>(grow_all() && go_on(own));
}

/// Adds up what was done; false: it is too much.
bool shape_search::go_on(per_thread& own) {
    const std::uint64_t work = work_.fetch_add(own.work, std::memory_order_relaxed) + own.work;
    own.work = 0;
    if (static_cast<double>(work) > most_work_) is_too_much_ = true;
    workers_.check_cancelled();
    return !is_too_much_;
}

candidate shape_search::found_component(cell_pair lowest, std::uint64_t size) const {
    const matrix_cell of_a = a_.cell(lowest.in_a);
    const matrix_cell of_b = b_.cell(lowest.in_b);
    const std::uint64_t row = of_a.row + given_.codes.rows_b - 1 - of_b.row;
    const std::uint64_t column = of_a.column + given_.codes.columns_b - 1 - of_b.column;
    return {size, row * given_.shifts.columns() + column, of_b};
}

bool shape_search::for_each(unsigned cells, const std::function<void(const candidate&, unsigned)>& take) {
    const std::vector<polyomino> shapes = fixed_polyominoes(cells, given_.connectivity);
    work_ = 0;
    is_too_much_ = false;
    workers_.run(shapes.size(), {"joining", "shapes", shapes.size()},
                 [&](std::size_t index, unsigned worker) -> std::uint64_t {
                     per_thread& own = threads_[worker];
                     own.seen.resize(b_.words.size());
                     const auto take_here = [&](const candidate& each) { take(each, worker); };
                     if (is_too_much_) return 1;
                     if (a_.codes.empty())
                         join(a_.bytes.data(), b_.bytes.data(), shapes[index], own, take_here);
                     else
                         join(a_.codes.data(), b_.codes.data(), shapes[index], own, take_here);
                     return 1;
                 });
    return !is_too_much_;
}

} // namespace concord::component
