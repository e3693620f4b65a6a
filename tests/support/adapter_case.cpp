#include "support/adapter_case.hpp"

#include "support/sequence_text.hpp"

#include <algorithm>
#include <random>
#include <sstream>

namespace concord::test {
namespace {

class reads_maker {
  public:
    explicit reads_maker(std::uint64_t seed) : random_(seed) {}

    std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
    bool one_in(std::uint64_t many) { return below(many) == 0; }
    std::string letters(std::uint64_t count, const std::string& of = "ACGT") {
        std::string made;
        for (; count > 0; --count)
            made += of[below(of.size())];
        return made;
    }
    std::string repeated(const std::string& unit, std::uint64_t count) {
        std::string made;
        while (made.size() < count)
            made += unit;
        return made.substr(0, count);
    }
    /// With one error in so many letters.
    std::string with_errors(const std::string& letters, std::uint64_t one_of, bool may_shift) {
        std::string made;
        for (const char letter : letters) {
            if (!one_in(one_of)) {
                made += letter;
                continue;
            }
            const std::uint64_t kind = may_shift ? below(3) : 0;
            if (kind < 2) made += "ACGT"[below(4)];
            if (kind == 1) made += letter;
        }
        return made;
    }

  private:
    std::mt19937_64 random_;
};

std::string reverse_complement(const std::string& letters) {
    std::string made(letters.rbegin(), letters.rend());
    for (char& letter : made)
        letter = "TGCA"[std::string("ACGT").find(letter)];
    return made;
}

template <class Numbers>
void write(std::ostream& to, const Numbers& numbers) {
    for (const auto number : numbers)
        to << ' ' << number;
}

} // namespace

std::string adapter_case::to_paste() const {
    return "CONCORD_SEED=" + std::to_string(seed) + ": " + std::to_string(reads.size()) + " reads";
}

adapter_case make_adapter_case(std::uint64_t seed) {
    reads_maker random(seed);
    adapter_case made;
    made.seed = seed;
    const bool is_long = seed % 4 == 3;
    const bool has_mates = seed % 5 == 1;
    for (std::uint64_t count = 1 + random.below(3); count > 0; --count)
        made.planted.push_back(random.letters(15 + random.below(50)));
    if (random.one_in(3)) made.planted.push_back(random.repeated(random.letters(1 + random.below(6)), 40));
    const std::uint64_t usual = is_long ? 420 + random.below(480) : 20 + random.below(random.one_in(4) ? 380 : 130);
    const std::string genome = random.letters(random.one_in(3) ? 600 : 20'000, random.one_in(4) ? "AAATTTCG" : "ACGT");
    for (std::uint64_t count = is_long ? 60 + random.below(60) : 100 + random.below(500); count > 0; --count) {
        const std::uint64_t size = random.one_in(30)   ? random.below(12)
                                   : random.one_in(10) ? random.below(usual)
                                                       : usual;
        const std::uint64_t insert = random.one_in(2) ? random.below(usual + 1) : 2 * usual;
        std::string inside;
        while (inside.size() < insert)
            inside += genome.substr(random.below(genome.size() - 100), 100 + random.below(400));
        inside.resize(insert);
        const std::string& adapter = made.planted[random.below(made.planted.size())];
        const std::string behind = random.one_in(5) ? random.repeated("A", 400) : random.letters(400);
        std::string read = inside + adapter;
        if (random.one_in(10)) read = adapter + inside;
        if (random.one_in(20)) read += random.letters(6) + made.planted.front();
        read = random.with_errors(read + behind, is_long ? 20 : 60, is_long).substr(0, size);
        if (random.one_in(12) && !read.empty()) read[random.below(read.size())] = 'N';
        if (random.one_in(12)) std::ranges::transform(read, read.begin(), [](char c) { return c | 0x20; });
        made.reads.push_back(read);
        if (has_mates)
            made.mates.push_back(
                random.with_errors(reverse_complement(inside) + made.planted.back() + behind, 60, false)
                    .substr(0, usual));
    }
    made.options.min_reads = 6 + random.below(10);
    made.options.min_share = random.one_in(2) ? 0.001 : 0.05;
    return made;
}

std::string text_of(const adapter_result& result) {
    std::ostringstream text;
    text.precision(17);
    text << result.reads << " reads, threshold " << result.threshold << (result.long_reads ? ", long" : "")
         << ", left out " << result.left_out << '\n';
    for (const found_adapter& each : result.found) {
        text << to_string(each.verdict) << ' ' << each.letters << " '" << each.name << "' " << each.strand << ' '
             << each.reads << ' ' << each.whole << ' ' << each.at_start << ' ' << each.at_end << ' ' << each.cut_left
             << ' ' << each.several << ' ' << each.confirmed << ' ' << each.denied << " '" << each.followed_by << "' "
             << each.gap << ' ' << each.errors_per_letter << ' ' << each.expected << "\n  starts";
        write(text, each.starts);
        text << "\n  errors";
        write(text, each.by_errors);
        text << "\n  columns";
        for (const auto& column : each.columns) {
            write(text, column);
            text << ',';
        }
        text << '\n';
    }
    return text.str();
}

std::string text_of(const paired_adapter_result& result) {
    return text_of(result.first) + text_of(result.second) + std::to_string(result.short_inserts) + " short inserts\n";
}

std::string found_in(const adapter_case& tried, const run_options& options, run_report* run) {
    adapter_options wanted = tried.options;
    wanted.run = options;
    const sequence_set reads = make_set(tried.reads);
    if (tried.mates.empty()) {
        const adapter_result found = find_adapters(reads, wanted);
        if (run != nullptr) *run = found.run;
        return text_of(found);
    }
    const paired_adapter_result found = find_adapters(reads, make_set(tried.mates), wanted);
    if (run != nullptr) *run = found.first.run;
    return text_of(found);
}

} // namespace concord::test
