#include "problems/substring/variants/split_halves.hpp"

#include "runtime/parts.hpp"

#include <numeric>

namespace concord::substring {
namespace {

/// Some letters on one side of a place, the next one first; where there are no more, any may be read.
class place_reader {
  public:
    place_reader(const piece_collection& of, const split_shape& shape)
        : of_(of), mask_{first_of_letters(shape.known(before_place)) - 1,
                         first_of_letters(shape.known(behind_place)) - 1},
          first_{2 * (shape.known(before_place) - 1), 2 * (shape.known(behind_place) - 1)} {}

    /// visit(letters before, letters behind) for all places of a piece.
    template <class Visit>
    void for_each_place(const piece& in, Visit visit) const {
        const std::span<const letter> text = of_.letters(in.first, in.length);
        const auto number_at = [&](std::uint64_t at) {
            return at < text.size() && text[at] < plain_nucleotides ? std::uint32_t{text[at]} : 0U;
        };
        std::uint32_t left = 0;
        std::uint32_t right = 0;
        for (std::uint64_t at = 0; 2 * at <= first_[behind_place]; ++at)
            right = right << 2U | number_at(at);
        for (std::uint64_t place = 0; place <= text.size(); ++place) {
            visit(left, right);
            left = left >> 2U | number_at(place) << first_[before_place];
            right = (right << 2U & mask_[behind_place]) | number_at(place + first_[behind_place] / 2 + 1);
        }
    }

  private:
    const piece_collection& of_;
    std::array<std::uint32_t, both_halves> mask_;
    std::array<unsigned, both_halves> first_; ///< bits behind the next letter
};

/// Calls visit(place, letters on this side, letters on the other side) for the places of all pieces: a place is the
/// piece.
template <class Visit>
void for_each_place(const piece_collection& of, const split_shape& shape, std::size_t side, Visit visit) {
    const place_reader reader(of, shape);
    for (const piece& each : of.pieces())
        reader.for_each_place(each, [&](std::uint32_t left, std::uint32_t right) {
            side == before_place ? visit(each, left, right) : visit(each, right, left);
        });
}

} // namespace

places_of_sides order_places(const piece_collection& of, const split_shape& shape, runtime::thread_pool& workers) {
    std::uint64_t all = 0;
    for (const piece& each : of.pieces())
        all += each.length + 1;
    places_of_sides places;
    workers.run(both_halves, [&](std::size_t side, unsigned) { // a thread for each
        ordered_places& to = places[side];
        to.first.assign(std::size_t{first_of_letters(shape.known(static_cast<which_half>(side)))} + 1, 0);
        to.others = runtime::far_array<std::uint32_t>(all);
        for_each_place(of, shape, side, [&](const piece&, std::uint32_t here, std::uint32_t) { ++to.first[here + 1]; });
        std::partial_sum(to.first.begin(), to.first.end(), to.first.begin());
        std::vector<std::uint32_t> next(to.first.begin(), to.first.end() - 1);
        for_each_place(of, shape, side,
                       [&](const piece&, std::uint32_t here, std::uint32_t other) { to.others[next[here]++] = other; });
    });
    return places;
}

void add_sequences(const piece_collection& of, const split_shape& shape, runtime::thread_pool& workers,
                   places_of_sides& places) {
    workers.run(both_halves, [&](std::size_t side, unsigned) {
        ordered_places& to = places[side];
        to.sequences = runtime::far_array<std::uint32_t>(to.others.size());
        std::vector<std::uint32_t> next(to.first.begin(), to.first.end() - 1);
        for_each_place(of, shape, side, [&](const piece& in, std::uint32_t here, std::uint32_t) {
            to.sequences[next[here]++] = static_cast<std::uint32_t>(in.sequence);
        });
    });
}

split_windows::split_windows(const piece_collection& of, const split_shape& shape,
                             std::span<const std::uint64_t> starts, runtime::thread_pool& workers)
    : places(starts.size(), 0) {
    for (std::vector<numbered_word>& each : half)
        each.resize(starts.size());
    runtime::for_parts(workers, starts.size(), least_of_part, [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t index = first; index < last; ++index) {
            const auto window = of.letters(starts[index], shape.letters[before_place] + shape.letters[behind_place]);
            numbered_word backward = 1;
            numbered_word forward = 1;
            for (std::size_t at = shape.letters[before_place]; at-- > 0;)
                backward = backward << 2U | window[at];
            for (std::size_t at = shape.letters[before_place]; at < window.size(); ++at)
                forward = forward << 2U | window[at];
            half[before_place][index] = backward;
            half[behind_place][index] = forward;
        }
    });
    for (const which_half by : {before_place, behind_place})
        in_order[by] = ordered(ordered({}, other_of(by), shape), by, shape);
}

std::vector<std::uint32_t> split_windows::ordered(std::span<const std::uint32_t> kept, which_half by,
                                                  const split_shape& shape) const {
    const std::vector<numbered_word>& keys = half[by];
    const numbered_word least = first_of_letters(shape.letters[by]);
    std::vector<std::uint32_t> next(std::size_t{least} + 1, 0);
    for (const numbered_word key : keys)
        ++next[key - least + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::vector<std::uint32_t> made(keys.size());
    for (std::uint32_t at = 0; at < keys.size(); ++at) {
        const std::uint32_t index = kept.empty() ? at : kept[at];
        made[next[keys[index] - least]++] = index;
    }
    return made;
}

} // namespace concord::substring
