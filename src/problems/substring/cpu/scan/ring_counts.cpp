#include "problems/substring/cpu/scan/ring_counts.hpp"

#include "base/bits.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <utility>

namespace concord::substring {
namespace {

/// Starts, or blocks, that may have the support: [first, end).
struct alive_part {
    std::size_t first;
    std::size_t end;
};

/// A span whose windows, or blocks, are being counted.
struct counted_units {
    std::span<const std::uint8_t> letters;
    std::vector<std::uint64_t> counts; ///< by unit
    std::vector<alive_part> parts;
    std::vector<std::uint32_t> places; ///< of the letters

    /// Keeps units with so much, but not with enough; parts that lie so near to each other are one.
    void keep(std::uint64_t least, std::uint64_t enough, std::size_t gap) {
        std::vector<alive_part> kept;
        for (const alive_part& part : parts)
            for (std::size_t unit = part.first; unit < part.end; ++unit) {
                if (std::max<std::uint64_t>(1, counts[unit]) < least || counts[unit] >= enough) continue;
                if (kept.empty() || unit > kept.back().end + gap)
                    kept.push_back({unit, unit + 1});
                else
                    kept.back().end = unit + 1;
            }
        parts.swap(kept);
    }
};

/// One pass over the targets: of windows, or of aligned ones in blocks.
struct ring_pass {
    const ring_targets& targets;
    wanted_support wanted;
    std::uint64_t window; ///< letters
    std::size_t gap;      ///< units
    const std::function<void()>& check;

    template <class Kernel>
    void count(std::span<counted_units> spans, Kernel kernel) const {
        growth_rows table;
        std::vector<std::uint32_t> ends;
        std::vector<std::uint64_t> near;
        std::uint64_t rest = targets.weight();
        std::size_t positions = 0;
        for (std::size_t target = 0; target < targets.size(); ++target) {
            if (target % tuning::ring_targets_between_checks == 0) {
                check();
                bool is_any = false;
                for (counted_units& span : spans) {
                    span.keep(wanted.least > rest ? wanted.least - rest : 0, wanted.enough, gap);
                    is_any |= !span.parts.empty();
                }
                if (!is_any) return;
            }
            rest -= targets.weight_of(target);
            const ring_shape shape = targets.ring(target, window, table);
            if (std::exchange(positions, targets.positions(target)) != targets.positions(target))
                set_places(spans, positions, ends);
            for (counted_units& span : spans) {
                near.assign(span.counts.size() / 64 + 1, 0);
                for (const alive_part& part : span.parts)
                    kernel(shape, ring_source{span.places.data(), ends.data()}, part.first, part.end, near.data());
                for (std::size_t word = 0; word < near.size(); ++word)
                    for (std::uint64_t bits = near[word]; bits != 0; bits &= bits - 1)
                        span.counts[word * 64 + base::lowest_one(bits)] += targets.weight_of(target);
            }
        }
        for (counted_units& span : spans)
            span.keep(wanted.least, wanted.enough, 0);
    }

  private:
    void set_places(std::span<counted_units> spans, std::size_t positions, std::vector<std::uint32_t>& ends) const {
        std::size_t most = 0;
        for (counted_units& span : spans) {
            span.places.clear();
            for (std::size_t index = 0; index < span.letters.size(); ++index)
                span.places.push_back(place_in_ring(positions, span.letters[index], index));
            most = std::max(most, span.letters.size());
        }
        ends.clear();
        for (std::size_t index = 0; index < most; ++index)
            ends.push_back(place_in_ring(positions, targets.row_of_ends(), index));
    }
};

} // namespace

ring_targets::ring_targets(const problem& given, const growth_alphabet& letters) : given_(given), letters_(letters) {}

void ring_targets::add(std::uint64_t sequence, std::uint64_t weight) {
    const std::uint64_t letters = given_.length(sequence);
    const std::uint64_t parts = letters / positions_of_ring_part + (letters % positions_of_ring_part > 0 ? 1 : 0);
    const target added{letters, weight, std::max<std::uint64_t>(1, parts) * positions_of_ring_part, rows_.size()};
    for (std::size_t letter = 0; letter < letters_.ordinary(); ++letter)
        for (std::uint64_t first = 0; first < added.positions; first += 64) {
            const std::uint64_t here = first < letters ? std::min<std::uint64_t>(64, letters - first) : 0;
            rows_.push_back(here == 0 ? 0
                                      : letters_.literal(given_, letter, given_.offset(sequence) + first) &
                                            base::low_bits<std::uint64_t>(static_cast<unsigned>(here)));
        }
    targets_.push_back(added);
    weight_ += weight;
}

ring_shape ring_targets::ring(std::size_t index, std::uint64_t window, growth_rows& table) const {
    const target& of = targets_[index];
    const std::size_t words = of.positions / 64;
    table.resize((row_of_ends() + 1) * 8 * 2 * words);
    std::uint64_t* to = table.data();
    const auto fill = [&](const std::uint64_t* row) {
        for (unsigned bits = 0; bits < 8; ++bits, to += 2 * words) {
            for (std::size_t word = 0; word < words; ++word)
                to[word] = row[word] >> bits | row[word + 1 < words ? word + 1 : 0] << 1 << (63 - bits);
            std::copy_n(to, words, to + words);
        }
    };
    for (std::size_t letter = 0; letter < letters_.ordinary(); ++letter)
        fill(rows_.data() + of.first_word + letter * words);
    std::vector<std::uint64_t> row(words, 0);
    fill(row.data());
    for (std::uint64_t end = window; end <= of.letters; ++end)
        row[(end - 1) / 64] |= std::uint64_t{1} << ((end - 1) % 64);
    fill(row.data());
    return {reinterpret_cast<const std::uint8_t*>(table.data()), of.positions, window, given_.mismatches};
}

void count_in_rings(const ring_targets& targets, const ring_kernels& kernels, std::span<const ring_span> spans,
                    std::uint64_t length, const wanted_support& wanted, const std::function<void()>& check) {
    std::vector<counted_units> counted(spans.size());
    std::size_t most_letters = 0;
    for (std::size_t index = 0; index < spans.size(); ++index) {
        counted[index].letters = spans[index].letters;
        counted[index].counts.assign(spans[index].supports.begin(), spans[index].supports.end());
        counted[index].parts.push_back({0, spans[index].supports.size()});
        most_letters = std::max(most_letters, spans[index].letters.size());
    }
    // A window from start s on holds the blocks from the next one on: of each block, the starts in the 16 letters up to
    // its own first one.
    const std::uint64_t of_window = (length - std::min<std::uint64_t>(length, letters_of_block - 1)) / letters_of_block;
    if (length >= least_window_of_blocks && of_window * letters_of_block > targets.mismatches()) {
        std::vector<counted_units> blocks(spans.size());
        for (std::size_t index = 0; index < spans.size(); ++index) {
            const std::size_t starts = counted[index].counts.size();
            const std::size_t number = (starts + letters_of_block - 2) / letters_of_block + 1;
            counted_units& of = blocks[index];
            of.letters = counted[index].letters;
            of.counts.assign(number, 0);
            for (std::size_t start = 0; start < starts; ++start) {
                std::uint64_t& count = of.counts[(start + letters_of_block - 1) / letters_of_block];
                count = std::max(count, counted[index].counts[start]);
            }
            of.parts.push_back({0, number});
        }
        growth_rows scratch((most_letters / letters_of_block + 1) * 5 * 8);
        const ring_pass pass{targets, {.least = wanted.least}, of_window * letters_of_block, of_window / 2, check};
        pass.count(blocks,
                   [&](const ring_shape& shape, const ring_source& source, std::size_t first, std::size_t end,
                       std::uint64_t* near) { kernels.blocks(shape, source, first, end, scratch.data(), near); });
        for (std::size_t index = 0; index < spans.size(); ++index) {
            const std::size_t starts = counted[index].counts.size();
            counted[index].parts.clear();
            for (const alive_part& part : blocks[index].parts)
                counted[index].parts.push_back({part.first == 0 ? 0 : (part.first - 1) * letters_of_block + 1,
                                                std::min(starts, (part.end - 1) * letters_of_block + 1)});
        }
    }
    ring_pass{targets, wanted, length, length / 5, check}.count(counted, kernels.starts);
    for (std::size_t index = 0; index < spans.size(); ++index)
        std::ranges::copy(counted[index].counts, spans[index].supports.begin());
}

} // namespace concord::substring
