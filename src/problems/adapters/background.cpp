#include "problems/adapters/background.hpp"

#include <algorithm>
#include <cmath>

namespace concord::adapters {

background::background(const std::vector<std::uint32_t>& counts) {
    // The first four letters of all words are all tetranucleotides of the reads, but for the last eight letters.
    std::array<double, 256> tetramers{};
    constexpr std::uint32_t words_each = word_count / 256;
    for (std::uint32_t tetramer = 0; tetramer < 256; ++tetramer)
        for (std::uint32_t rest = 0; rest < words_each; ++rest)
            tetramers[tetramer] += counts[tetramer * words_each + rest];
    for (std::uint32_t trimer = 0; trimer < 64; ++trimer) {
        double sum = 0;
        for (std::uint32_t letter = 0; letter < 4; ++letter)
            sum += tetramers[trimer * 4 + letter];
        words_ += sum;
        first_[trimer] = sum;
        // One occurrence more of each, so that nothing is impossible.
        for (std::uint32_t letter = 0; letter < 4; ++letter)
            following_[trimer * 4 + letter] = (tetramers[trimer * 4 + letter] + 1) / (sum + 4);
    }
    for (double& each : first_)
        each = (each + 1) / (words_ + 64);
}

double background::expected_reads(std::uint32_t word) const noexcept {
    constexpr unsigned letters = threshold::word_letters;
    double probability = first_[word >> 2 * (letters - 3)];
    for (unsigned end = 4; end <= letters; ++end)
        probability *= following_[word >> 2 * (letters - end) & 255U];
    return probability * words_;
}

double background::expected_words(std::uint32_t word, std::uint64_t reads) const noexcept {
    const double mean = expected_reads(word);
    const auto seen = static_cast<double>(reads);
    if (seen <= mean) return word_count;
    return std::exp(std::log(static_cast<double>(word_count)) + seen - mean - seen * std::log(seen / mean));
}

} // namespace concord::adapters
