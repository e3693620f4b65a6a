#include "simulate/simulate.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <optional>

namespace concord::simulate {
namespace {

constexpr char unknown_quality = '#'; // Phred 2, what the sequencer writes for N

/// Letters and qualities of one read; the buffers are used again for the next.
class read_maker {
  public:
    explicit read_maker(const read_options& options)
        : options_(options), with_adapter_(options.adapter_share), substitution_(options.substitutions),
          changed_(options.substitutions + options.unknown), random_(options.seed) {}

    void make() {
        const std::uint64_t length = options_.shortest == options_.longest
                                         ? options_.shortest
                                         : random_.between(options_.shortest, options_.longest);
        letters.resize(length);
        for (char& letter : letters)
            letter = random_.base();
        adapter.reset();
        if (random_.chance(with_adapter_)) {
            adapter = draw_adapter_start(options_.start, length, random_);
            const std::size_t held = std::min<std::size_t>(options_.adapter.size(), length - *adapter);
            letters.replace(*adapter, held, options_.adapter, 0, held);
        }
        if (options_.qualities) draw_qualities();
        err();
    }

    std::string letters;
    std::string qualities;
    std::optional<std::uint64_t> adapter; ///< where it starts

  private:
    /// Illumina's bins: F (37), : (25) and , (11), the lower ones more often towards the end of the read.
    void draw_qualities() {
        const std::uint64_t length = letters.size();
        qualities.resize(length);
        std::uint64_t bits = 0;
        for (std::uint64_t i = 0; i < length; ++i) {
            bits = i % 8 == 0 ? random_.bits() : bits >> 8;
            const std::uint64_t drop = 6 + 40 * i / length; // of 256
            const std::uint64_t draw = bits & 255;
            qualities[i] = draw >= drop ? 'F' : draw >= drop / 4 ? ':' : ',';
        }
    }

    /// Substitutions, of low quality, and unknown letters. Nearly every letter is settled by the upper 16 bits of its
    /// draw, so four letters share 64 bits, and the lower 48 are drawn only where they matter.
    void err() {
        const std::uint64_t settled = changed_.threshold() >> 48;
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < letters.size(); ++i) {
            bits = i % 4 == 0 ? random_.bits() : bits >> 16;
            const std::uint64_t upper = bits & 0xffff;
            if (upper > settled) continue;
            const std::uint64_t draw = upper << 48 | random_.bits() >> 16;
            if (draw >= changed_.threshold()) continue;
            const bool substituted = draw < substitution_.threshold();
            letters[i] = substituted ? random_.other_base(letters[i]) : 'N';
            if (options_.qualities) qualities[i] = substituted ? ',' : unknown_quality;
        }
    }

    const read_options& options_;
    probability with_adapter_, substitution_, changed_;
    random_source random_;
};

/// Edits of a molecule as it is read: letters that are inserted, deleted or replaced, and the strand.
class pore {
  public:
    explicit pore(const read_options& options)
        : insertion_(options.insertions), deletion_(options.deletions), substitution_(options.substitutions),
          other_strand_(0.5), random_(options.seed ^ seed_of_edits) {}

    /// Whether it was read from the other strand.
    bool read(std::string& letters, std::string& qualities) {
        edited_.clear();
        for (const char letter : letters) {
            if (random_.chance(insertion_)) edited_ += random_.base();
            if (random_.chance(deletion_)) continue;
            edited_ += letter != 'N' && random_.chance(substitution_) ? random_.other_base(letter) : letter;
        }
        const bool is_reverse = random_.chance(other_strand_);
        if (is_reverse) {
            std::ranges::reverse(edited_);
            for (char& letter : edited_)
                letter = complement_of(letter);
        }
        letters = edited_;
        if (!qualities.empty()) qualities.assign(letters.size(), typical_quality);
        return is_reverse;
    }

  private:
    static constexpr std::uint64_t seed_of_edits = 0x9E3779B97F4A7C15U;
    static constexpr char typical_quality = '0'; // Phred 15

    static char complement_of(char letter) {
        constexpr std::string_view letters = "ACGT";
        const std::size_t at = letters.find(letter);
        return at == std::string_view::npos ? letter : letters[3 - at];
    }

    probability insertion_, deletion_, substitution_, other_strand_;
    random_source random_;
    std::string edited_;
};

void check(const read_options& options) {
    const auto wrong = [](const char* what) { throw error(error_code::usage, what); };
    if (options.shortest < 1 || options.shortest > options.longest) wrong("lengths of reads must be 1 or more");
    if (options.substitutions + options.unknown > 1)
        wrong("substitutions and unknown letters are more than all letters");
    if (options.errors == error_model::illumina && (options.insertions > 0 || options.deletions > 0))
        wrong("insertions and deletions are errors of the model nanopore");
}

} // namespace

void reads(const read_options& options, const byte_sink& sink) {
    check(options);
    record_writer writer(sink);
    read_options of_molecules = options;
    std::optional<pore> edits;
    if (options.errors == error_model::nanopore) {
        of_molecules.substitutions = 0;
        edits.emplace(options);
    }
    read_maker read(of_molecules);
    for (std::uint64_t number = 1; number <= options.number; ++number) {
        read.make();
        writer << (options.qualities ? '@' : '>') << number;
        if (read.adapter) writer << " adapter=" << *read.adapter;
        if (edits && edits->read(read.letters, read.qualities)) writer << " strand=-";
        writer << '\n' << read.letters << '\n';
        if (options.qualities) writer << "+\n" << read.qualities << '\n';
        writer.end_record();
    }
    writer.flush();
}

namespace {

constexpr std::uint64_t measured_length = 51;

/// Reads, of 5,000, whose adapter starts at 0, 1, 2 …
constexpr std::array<std::uint16_t, 47> measured = {1,  0,   0,  0,  0,  0,  0,  0,  0,  0,  0,   0,  0,  0,   1,  1,
                                                    1,  7,   7,  9,  15, 15, 32, 31, 50, 60, 53,  78, 69, 85,  68, 79,
                                                    88, 101, 84, 94, 82, 95, 98, 93, 73, 96, 110, 96, 88, 100, 101};

constexpr auto cumulative = [] {
    std::array<std::uint32_t, measured.size()> sums{};
    std::uint32_t sum = 0;
    for (std::size_t start = 0; start < measured.size(); ++start)
        sums[start] = sum += measured[start];
    return sums;
}();

} // namespace

std::uint64_t draw_adapter_start(adapter_start where, std::uint64_t length, random_source& random) {
    if (where == adapter_start::uniform) return random.below(length);
    const std::uint64_t drawn = random.below(cumulative.back());
    const auto above = std::upper_bound(cumulative.begin(), cumulative.end(), drawn);
    const auto start = static_cast<std::uint64_t>(std::distance(cumulative.begin(), above));
    // Position `start` of 51 covers this range of a read of another length.
    const std::uint64_t low = start * length / measured_length;
    const std::uint64_t high = (start + 1) * length / measured_length;
    return high > low + 1 ? random.between(low, high - 1) : low;
}

} // namespace concord::simulate
