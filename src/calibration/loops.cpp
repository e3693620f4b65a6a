#include "calibration/loops.hpp"

#include "calibration/tuning.hpp"

#include <concord/distance.hpp>
#include <concord/overlap.hpp>
#include <concord/substring.hpp>

#include <atomic>
#include <span>
#include <string>

namespace concord::calibration {
namespace {

/// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
class random_numbers {
  public:
    explicit random_numbers(std::uint64_t seed) : state_(seed) {}
    std::uint64_t operator()() noexcept {
        std::uint64_t mixed = state_ += 0x9E3779B97F4A7C15U;
        mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
        return mixed ^ (mixed >> 31U);
    }

  private:
    std::uint64_t state_;
};

/// What is computed for its time alone is used here, so that no compiler leaves it out.
void use(std::uint64_t value) noexcept {
    static std::atomic<std::uint64_t> used{0};
    used.store(value, std::memory_order_relaxed);
}

} // namespace

sequence_set random_dna(std::uint64_t sequences, std::uint64_t letters, std::string_view shared) {
    constexpr unsigned letters_of_number = 32;
    random_numbers random(sequences + letters);
    sequence_set_builder builder(alphabet::dna);
    std::string text(letters, 'A');
    for (std::uint64_t each = 0; each < sequences; ++each) {
        std::uint64_t bits = 0;
        for (std::uint64_t at = 0; at < letters; ++at, bits >>= 2U) {
            if (at % letters_of_number == 0) bits = random();
            text[at] = "ACGT"[bits & 3U];
        }
        if (each % 3 == 0 && !shared.empty())
            shared.copy(text.data() + random() % (letters - shared.size() + 1), shared.size());
        builder.add("", text);
    }
    return std::move(builder).finish();
}

scanning::scanning(std::uint64_t reads, std::uint64_t letters, std::uint64_t support, std::uint64_t mismatches,
                   std::string_view shared)
    : reads_(random_dna(reads, letters, shared)), support_(support), mismatches_(mismatches) {}

void scanning::run(const run_options& on) const {
    substring_options options;
    options.support = support_;
    options.mismatches = mismatches_;
    options.run = on;
    use(longest_common_substring(reads_, options).found ? 1U : 0U);
}

cells::cells(std::uint64_t rows, std::uint64_t columns, std::uint64_t letters)
    : rows_(random_dna(rows, letters)), columns_(random_dna(columns, letters + 1)) {}

void cells::run(const run_options& on) const {
    batch_options options;
    options.run = on;
    all_distances(rows_, columns_, options,
                  [](std::uint64_t, std::span<const std::uint32_t> distances) { use(distances.back()); });
}

sorting::sorting(std::uint64_t letters) : text_(random_dna(1, letters)) {}

void sorting::run(const run_options& on) const { use(overlap_index::build(text_, on).memory_bytes()); }

memory_access::memory_access() : table_(tuning::words_of_memory) {
    for (std::size_t at = 0; at < table_.size(); ++at)
        table_[at] = static_cast<std::uint32_t>(at);
}

void memory_access::run(std::uint64_t seed) const {
    random_numbers random(seed);
    std::uint64_t sum = 0;
    for (std::uint64_t access = 0; access < tuning::memory_accesses; ++access)
        sum += table_[random() % tuning::words_of_memory];
    use(sum);
}

} // namespace concord::calibration
