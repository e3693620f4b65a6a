#include "problems/distance/batch/gram_profiles.hpp"

#include "base/bits.hpp"
#include "problems/distance/tuning.hpp"
#include "runtime/machine.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace concord::edit_distance {
namespace {

constexpr std::uint8_t most_counted = 15; ///< of a bin: 16 of them fit a byte, and less is a lower bound, too
constexpr unsigned most_gram_letters = 10;
constexpr unsigned least_bin_bits = 8;
constexpr unsigned most_bin_bits = 14;
constexpr std::size_t bytes_compared_at_once = std::size_t{1} << 18U; ///< of profiles of b: they stay in the cache
constexpr std::size_t sampled_sequences = 24;
constexpr double worth_more_bins = 1.1;    ///< times as many edits apart
constexpr double worth_longer_grams = 0.9; ///< of the edits apart by shorter ones
constexpr std::size_t profiled_at_once = 64;

/// Some of them, evenly.
std::vector<std::uint32_t> some_of(std::size_t count, std::size_t wanted, std::size_t first) {
    std::vector<std::uint32_t> taken;
    wanted = std::min(wanted, count);
    for (std::size_t index = 0; index < wanted; ++index)
        taken.push_back(static_cast<std::uint32_t>((index * count / wanted + first) % count));
    return taken;
}

} // namespace

gram_profiles::gram_profiles(batch_run& run)
    : run_(run), kernels_(join_kernels_for(simd::choose_vectors(run.options().run.vectors))),
      bits_of_letter_(std::max(1U, run.comparer().letters().ordinary())),
      transposes_(run.comparer().traits().has_transpositions()) {}

std::unique_ptr<gram_profiles> gram_profiles::of(batch_run& run, std::span<const std::uint32_t> rows) {
    const sequence_set& b = run.comparer().b();
    if (!run.comparer().traits().has_matrix() || rows.empty() || b.size() == 0) return nullptr;
    std::unique_ptr<gram_profiles> made(new gram_profiles(run));
    made->choose_shape(rows);
    const std::uint64_t bytes_each = made->bins() + most_rows * sizeof(std::uint64_t) * run.workers().threads();
    if (made->shape_.letters == 0 || b.size() * bytes_each > runtime::memory_budget(run.options().run) / 4)
        return nullptr;
    return made;
}

std::size_t gram_profiles::at_once_for(std::size_t bins) noexcept {
    return std::max<std::size_t>(1, bytes_compared_at_once / bins);
}

std::uint64_t gram_profiles::most_changed(std::uint64_t bound) const noexcept {
    return bound * 2 * (shape_.letters + (transposes_ ? 1U : 0U));
}

/// Counts the q-grams of a sequence; how many there are. What is ambiguous counts as some letter: that makes sequences
/// no less similar.
std::uint32_t gram_profiles::count(const compared_side& side, std::uint64_t sequence, own_rows& own,
                                   std::uint8_t* counts) const {
    load_codes(run_.comparer().letters(), side, sequence, false, own.words, own.codes);
    std::fill_n(counts, bins(), std::uint8_t{0});
    const unsigned key_bits = shape_.letters * bits_of_letter_;
    const auto of_letter = base::low_bits<std::uint64_t>(bits_of_letter_);
    const auto of_key = base::low_bits<std::uint64_t>(key_bits);
    std::uint64_t key = 0;
    std::uint32_t size = 0;
    for (std::size_t at = 0; at < own.codes.size(); ++at) {
        const std::uint64_t letter = number_of_.empty() ? own.codes[at] & of_letter : number_of_[own.codes[at]];
        key = (key << bits_of_letter_ | letter) & of_key;
        if (at + 1 < shape_.letters) continue;
        std::uint8_t& bin =
            counts[key_bits <= shape_.bin_bits ? key : key * 0x9E37'79B9'7F4A'7C15U >> (64 - shape_.bin_bits)];
        if (bin == most_counted) continue;
        ++bin;
        ++size;
    }
    return size;
}

void gram_profiles::load(std::span<const std::uint32_t> rows, own_rows& own) const {
    own.profiles.resize(rows.size() * bins());
    own.sizes.resize(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row)
        own.sizes[row] = count(run_.comparer().letters().a(), rows[row], own, own.profiles.data() + row * bins());
}

/// As few bits a letter as distinguish all but a thousandth of them: of four bases two, whatever bytes they are.
void gram_profiles::number_letters(std::span<const std::uint32_t> sequences) {
    const compared_letters& letters = run_.comparer().letters();
    constexpr unsigned most_planes = 8;
    if (letters.planes() > most_planes) return;
    std::vector<std::uint64_t> counts(std::size_t{1} << letters.planes());
    std::uint64_t all = 0;
    own_rows own;
    for (const std::uint32_t each : sequences) {
        load_codes(letters, letters.b(), each, false, own.words, own.codes);
        for (const std::uint32_t code : own.codes)
            ++counts[code];
        all += own.codes.size();
    }
    std::vector<std::uint8_t> order(counts.size());
    std::iota(order.begin(), order.end(), std::uint8_t{0});
    std::ranges::stable_sort(order, [&](std::uint8_t one, std::uint8_t other) { return counts[one] > counts[other]; });
    std::uint64_t covered = 0;
    unsigned distinct = 0;
    for (; distinct < order.size() && covered + all / 1000 < all; ++distinct)
        covered += counts[order[distinct]];
    bits_of_letter_ = static_cast<unsigned>(std::bit_width(std::max(2U, distinct) - 1));
    number_of_.assign(counts.size(), 0);
    for (unsigned number = 0; number < order.size(); ++number)
        number_of_[order[number]] = static_cast<std::uint8_t>(number & ((1U << bits_of_letter_) - 1));
}

/// That by which half of the sampled pairs are farthest apart; more bins only where they are much farther.
void gram_profiles::choose_shape(std::span<const std::uint32_t> rows) {
    const compared_letters& letters = run_.comparer().letters();
    const std::uint64_t each = letters.b().set->letters() / std::max<std::uint64_t>(1, letters.b().set->size());
    const auto most_bits = std::clamp(static_cast<unsigned>(std::bit_width(8 * each)), least_bin_bits, most_bin_bits);
    const std::vector<std::uint32_t> sampled_b = some_of(letters.b().set->size(), sampled_sequences, 0);
    number_letters(sampled_b);
    std::vector<std::uint32_t> sampled_a = some_of(rows.size(), sampled_sequences, 1);
    for (std::uint32_t& row : sampled_a)
        row = rows[row];
    own_rows own;
    std::vector<std::uint8_t> profile;
    std::vector<std::uint32_t> changed;
    std::vector<std::uint32_t> common(sampled_a.size());
    double apart = 0; // edits, by the best so far
    const unsigned shortest = bits_of_letter_ < 3 ? 3 : 2;
    for (gram_shape shape{.letters = shortest, .bin_bits = 0};
         shape.letters <= most_gram_letters && shape.letters * bits_of_letter_ < 64; ++shape.letters) {
        shape.bin_bits = std::clamp(shape.letters * bits_of_letter_, least_bin_bits, most_bits);
        const gram_shape before = std::exchange(shape_, shape);
        load(sampled_a, own);
        profile.resize(bins());
        changed.clear();
        for (const std::uint32_t b : sampled_b) {
            const std::uint32_t size = count(letters.b(), b, own, profile.data());
            kernels_.common(own.profiles.data(), sampled_a.size(), profile.data(), bins(), 1, common.data());
            for (std::size_t row = 0; row < sampled_a.size(); ++row)
                if (letters.a().set != letters.b().set || sampled_a[row] != b)
                    changed.push_back(own.sizes[row] + size - 2 * common[row]);
        }
        std::ranges::sort(changed);
        const double here =
            changed.empty() ? 0
                            : static_cast<double>(changed[changed.size() / 2]) / static_cast<double>(most_changed(1));
        if (here > apart * (before.bin_bits < shape.bin_bits ? worth_more_bins : 1)) {
            apart = here;
            sampled_ = changed;
        } else {
            shape_ = before;
            if (here < worth_longer_grams * apart) break; // nor are longer ones
        }
    }
}

void gram_profiles::make() {
    const std::uint64_t all = run_.comparer().b().size();
    profiles_.resize(all * bins());
    sizes_.resize(all);
    std::vector<own_rows> own(run_.workers().threads());
    run_.workers().run((all + profiled_at_once - 1) / profiled_at_once, [&](std::size_t task, unsigned worker) {
        const std::uint64_t end = std::min<std::uint64_t>(all, (task + 1) * profiled_at_once);
        for (std::uint64_t b = task * profiled_at_once; b < end; ++b)
            sizes_[b] = count(run_.comparer().letters().b(), b, own[worker], profiles_.data() + b * bins());
    });
}

double gram_profiles::share_within(std::uint64_t bound) const {
    if (sampled_.empty()) return 1;
    const auto near = std::ranges::upper_bound(sampled_, most_changed(std::min<std::uint64_t>(bound, 1U << 24U)), {},
                                               [](std::uint32_t each) { return std::uint64_t{each}; });
    return static_cast<double>(near - sampled_.begin()) / static_cast<double>(sampled_.size());
}

double gram_profiles::nanoseconds_of_pair() const {
    return tuning::cost_of_profile + tuning::cost_of_profile_bin * static_cast<double>(bins());
}

std::string gram_profiles::describe() const {
    return "substrings of " + std::to_string(shape_.letters) + " letters are counted in " + std::to_string(bins()) +
           " bins";
}

} // namespace concord::edit_distance
