#include "problems/overlap/prefixes.hpp"

#include "problems/overlap/tuning.hpp"

#include <algorithm>

namespace concord::overlap {
namespace {

template <class Position>
class prefix_walk {
  public:
    prefix_walk(const text_view& text, std::span<const Position> suffixes, std::span<const Position> ranks,
                Position* prefixes)
        : text_(text), suffixes_(suffixes.data()), ranks_(ranks.data()), prefixes_(prefixes) {}

    void walk(std::uint64_t first, std::uint64_t last) const {
        std::uint64_t shared = 0;
        for (std::uint64_t position = first; position < last; ++position) {
            ask_for(position, last, shared);
            const std::uint64_t rank = ranks_[position];
            if (rank == 0) {
                shared = 0;
            } else {
                shared = common_prefix(text_, position, suffixes_[rank - 1], shared);
                prefixes_[rank] = static_cast<Position>(shared);
            }
            if (shared > 0) --shared;
        }
    }

  private:
    void ask_for(std::uint64_t position, std::uint64_t last, std::uint64_t shared) const {
        if (position + tuning::far_ahead >= last) return;
        const std::uint64_t far = ranks_[position + tuning::far_ahead];
        __builtin_prefetch(&suffixes_[far == 0 ? 0 : far - 1]);
        __builtin_prefetch(&prefixes_[far], 1);
        const std::uint64_t near = ranks_[position + tuning::near_ahead];
        const std::uint64_t other = std::min(suffixes_[near == 0 ? 0 : near - 1] + shared, text_.size);
        __builtin_prefetch(text_.letters + other * text_.bits / bits_per_word);
        __builtin_prefetch(text_.cuts + other / bits_per_word);
    }

    const text_view& text_;
    const Position* suffixes_;
    const Position* ranks_;
    Position* prefixes_;
};

} // namespace

template <class Position>
exec::far_array<Position> prefixes_of(const text_view& text, std::span<const Position> suffixes,
                                      std::span<const Position> ranks, exec::workers& workers) {
    exec::far_array<Position> prefixes(suffixes.size());
    const prefix_walk<Position> walk(text, suffixes, ranks, prefixes.data());
    // Few and large parts: each begins by comparing from the first letter on.
    const std::uint64_t parts = std::clamp<std::uint64_t>(
        text.size / tuning::places_per_task, 1, workers.threads() == 1 ? 16 : 8 * std::uint64_t{workers.threads()});
    workers.run(parts, {"comparing neighbours", "suffixes", text.size}, [&](std::size_t part, unsigned) {
        const std::uint64_t first = text.size / parts * part;
        const std::uint64_t last = part + 1 == parts ? text.size : text.size / parts * (part + 1);
        walk.walk(first, last);
        return last - first;
    });
    return prefixes;
}

template exec::far_array<std::uint32_t> prefixes_of<std::uint32_t>(const text_view&, std::span<const std::uint32_t>,
                                                                   std::span<const std::uint32_t>, exec::workers&);
template exec::far_array<std::uint64_t> prefixes_of<std::uint64_t>(const text_view&, std::span<const std::uint64_t>,
                                                                   std::span<const std::uint64_t>, exec::workers&);

} // namespace concord::overlap
