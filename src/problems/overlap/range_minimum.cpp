// Range minimum queries over any integers: masks within blocks of 32 elements, a sparse table over the blocks.
//
//   values   5 3 4 3 7 2      mask of the fifth (7): 3, 3 and 7 are what the minimum of a range that ends there can be:
//   mask of 7: 0 1 0 1 1      each is at most what comes after it. The lowest bit at or behind the begin of the range
//   is
//                             the leftmost minimum.
#include "base/bits.hpp"
#include "runtime/thread_pool.hpp"

#include <concord/error.hpp>
#include <concord/range_minimum.hpp>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

namespace concord {
namespace {

constexpr std::uint64_t elements_of_block = 32; // bits of a mask

template <class Value>
class minima_of {
  public:
    explicit minima_of(std::span<const Value> values) : values_(values.begin(), values.end()), masks_(values.size()) {
        for (std::uint64_t at = 0; at < values_.size(); ++at) {
            std::uint32_t mask = at % elements_of_block == 0 ? 0 : masks_[at - 1];
            while (mask != 0 && values_[at / elements_of_block * elements_of_block + highest_one(mask)] > values_[at])
                mask ^= std::uint32_t{1} << highest_one(mask);
            masks_[at] = mask | std::uint32_t{1} << (at % elements_of_block);
        }
        const std::uint64_t blocks = (values_.size() + elements_of_block - 1) / elements_of_block;
        if (blocks < 2) return;
        levels_.emplace_back(blocks);
        for (std::uint64_t each = 0; each < blocks; ++each)
            levels_[0][each] = static_cast<std::uint32_t>(each);
        for (std::uint64_t width = 1; 2 * width <= blocks; width *= 2) {
            const std::vector<std::uint32_t>& last = levels_.back();
            std::vector<std::uint32_t> next(blocks - 2 * width + 1);
            for (std::uint64_t each = 0; each < next.size(); ++each)
                next[each] = lesser_block(last[each], last[each + width]);
            levels_.push_back(std::move(next));
        }
    }

    [[nodiscard]] std::uint64_t argmin(std::uint64_t first, std::uint64_t last) const {
        const std::uint64_t first_block = first / elements_of_block;
        const std::uint64_t last_block = (last - 1) / elements_of_block;
        if (first_block == last_block) return within(first, last - 1);
        std::uint64_t best = within(first, (first_block + 1) * elements_of_block - 1);
        if (last_block - first_block > 1) {
            const std::uint64_t between = last_block - first_block - 1;
            const auto level = 63 - base::leading_zeros(between);
            const std::uint64_t width = std::uint64_t{1} << level;
            best = lesser(best, minimum_of_block(
                                    lesser_block(levels_[level][first_block + 1], levels_[level][last_block - width])));
        }
        return lesser(best, within(last_block * elements_of_block, last - 1));
    }

    [[nodiscard]] std::uint64_t size() const noexcept { return values_.size(); }
    [[nodiscard]] std::uint64_t bytes() const noexcept {
        std::uint64_t sum = values_.size() * sizeof(Value) + masks_.size() * sizeof(std::uint32_t);
        for (const std::vector<std::uint32_t>& level : levels_)
            sum += level.size() * sizeof(std::uint32_t);
        return sum;
    }

  private:
    [[nodiscard]] static unsigned highest_one(std::uint32_t mask) {
        return 63 - base::leading_zeros(std::uint64_t{mask});
    }

    /// Of two indices the one of the lesser value; of equal ones the first.
    [[nodiscard]] std::uint64_t lesser(std::uint64_t a, std::uint64_t b) const {
        return values_[b] < values_[a] ? b : a;
    }
    /// Of a range within a block; `last` is in it.
    [[nodiscard]] std::uint64_t within(std::uint64_t first, std::uint64_t last) const {
        const std::uint32_t candidates = masks_[last] >> (first % elements_of_block) << (first % elements_of_block);
        return first / elements_of_block * elements_of_block + base::lowest_one(std::uint64_t{candidates});
    }
    [[nodiscard]] std::uint64_t minimum_of_block(std::uint64_t of) const {
        return within(of * elements_of_block,
                      std::min<std::uint64_t>(values_.size(), (of + 1) * elements_of_block) - 1);
    }
    [[nodiscard]] std::uint32_t lesser_block(std::uint32_t a, std::uint32_t b) const {
        return values_[minimum_of_block(b)] < values_[minimum_of_block(a)] ? b : a;
    }

    std::vector<Value> values_;
    std::vector<std::uint32_t> masks_;               ///< of each element
    std::vector<std::vector<std::uint32_t>> levels_; ///< of 2^level blocks from each on, the one with the minimum
};

[[noreturn]] void refuse_range(std::uint64_t first, std::uint64_t last, std::uint64_t size) {
    throw error(error_code::usage, "a range of the " + std::to_string(size) + " elements was expected, found [" +
                                       std::to_string(first) + ", " + std::to_string(last) + ")");
}

} // namespace

struct range_minimum::tables {
    std::variant<minima_of<std::int8_t>, minima_of<std::uint8_t>, minima_of<std::int16_t>, minima_of<std::uint16_t>,
                 minima_of<std::int32_t>, minima_of<std::uint32_t>, minima_of<std::int64_t>, minima_of<std::uint64_t>>
        of;
};

#define CONCORD_RANGE_MINIMUM(type)                                                                                    \
    range_minimum::range_minimum(std::span<const type> values)                                                         \
        : tables_(std::make_shared<const tables>(tables{minima_of<type>(values)})) {}
CONCORD_RANGE_MINIMUM(std::int8_t)
CONCORD_RANGE_MINIMUM(std::uint8_t)
CONCORD_RANGE_MINIMUM(std::int16_t)
CONCORD_RANGE_MINIMUM(std::uint16_t)
CONCORD_RANGE_MINIMUM(std::int32_t)
CONCORD_RANGE_MINIMUM(std::uint32_t)
CONCORD_RANGE_MINIMUM(std::int64_t)
CONCORD_RANGE_MINIMUM(std::uint64_t)
#undef CONCORD_RANGE_MINIMUM

std::uint64_t range_minimum::argmin(std::uint64_t first, std::uint64_t last) const {
    if (first >= last || last > size()) refuse_range(first, last, size());
    return std::visit([&](const auto& minima) { return minima.argmin(first, last); }, tables_->of);
}

void range_minimum::argmin(std::span<const std::uint64_t> first, std::span<const std::uint64_t> last,
                           std::span<std::uint64_t> found, const run_options& run) const {
    if (first.size() != last.size() || first.size() != found.size())
        throw error(error_code::usage, "there are " + std::to_string(first.size()) + " and " +
                                           std::to_string(last.size()) + " ends of ranges, and room for " +
                                           std::to_string(found.size()) + " answers");
    runtime::thread_pool workers(run);
    constexpr std::size_t per_task = std::size_t{1} << 16U;
    workers.run((first.size() + per_task - 1) / per_task, [&](std::size_t task, unsigned) {
        std::visit(
            [&](const auto& minima) {
                for (std::size_t at = task * per_task; at < std::min(first.size(), (task + 1) * per_task); ++at) {
                    if (first[at] >= last[at] || last[at] > minima.size())
                        refuse_range(first[at], last[at], minima.size());
                    found[at] = minima.argmin(first[at], last[at]);
                }
            },
            tables_->of);
    });
}

std::uint64_t range_minimum::size() const noexcept {
    return std::visit([](const auto& minima) { return minima.size(); }, tables_->of);
}

std::uint64_t range_minimum::memory_bytes() const noexcept {
    return std::visit([](const auto& minima) { return minima.bytes(); }, tables_->of);
}

} // namespace concord
