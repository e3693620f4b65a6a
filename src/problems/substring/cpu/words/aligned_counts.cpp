#include "problems/substring/cpu/words/aligned_counts.hpp"

#include "base/bits.hpp"

#include <algorithm>
#include <bit>

namespace concord::substring {
namespace {

/// Sets the bits of the first `count` of a row that begin at some bit of another row.
void set_from(const std::vector<std::uint64_t>& row, std::uint64_t count, std::vector<std::uint64_t>& to,
              std::uint64_t bit) {
    const unsigned up = bit % 64;
    std::uint64_t* at = to.data() + bit / 64;
    for (std::uint64_t first = 0; first < count; first += 64, ++at) {
        std::uint64_t bits = row[first / 64];
        if (count - first < 64) bits &= base::low_bits<std::uint64_t>(static_cast<unsigned>(count - first));
        at[0] |= bits << up;
        if (up != 0) at[1] |= bits >> (64 - up);
    }
}

} // namespace

aligned_counts::aligned_counts(const problem& given, const cpu_resources& resources,
                               std::span<const aligned_length> asked, kept what)
    : given_(given), kernels_(aligned_kernels_for(resources.vectors)), asked_(asked.begin(), asked.end()),
      digits_(static_cast<std::size_t>(std::bit_width(given.sequences()))), what_(what) {
    for (const aligned_length& each : asked_)
        longest_ = std::max(longest_, each.letters);
    if (what == kept::all) clear(counts_, asked_.size() * digits_, given.set.letters());
}

double aligned_counts::bytes(const problem& given) {
    return static_cast<double>(most_aligned_lengths) * static_cast<double>(std::bit_width(given.sequences())) *
           static_cast<double>(given.set.letters()) / 8;
}

void aligned_counts::clear(std::vector<row>& rows, std::size_t count, std::uint64_t letters) {
    rows.resize(count);
    for (row& each : rows)
        each.assign(letters / 64 + 2, 0);
}

void aligned_counts::begin(std::uint64_t sequence) {
    first_ = sequence;
    if (what_ == kept::all) return;
    counted_from_ = given_.offset(sequence);
    clear(counts_, asked_.size() * digits_, given_.length(sequence));
}

void aligned_counts::compare(std::uint64_t other, std::span<const std::int32_t> diagonals) {
    const std::uint64_t letters = given_.length(first_);
    const std::uint64_t others = given_.length(other);
    clear(of_pair_, asked_.size(), letters);
    clear(of_other_, asked_.size(), others);
    for (const std::int32_t diagonal : diagonals) {
        const std::uint64_t from = diagonal < 0 ? static_cast<std::uint64_t>(-std::int64_t{diagonal}) : 0;
        const std::uint64_t in_other = diagonal < 0 ? 0 : static_cast<std::uint64_t>(diagonal);
        const std::uint64_t both = std::min(letters - from, others - in_other);
        const std::size_t words = both / 64 + 1;
        const std::size_t padded = words + padding_of_aligned(longest_);
        if (differ_.size() < padded) {
            differ_.resize(padded);
            scratch_.resize(padded * rows_of_aligned(asked_.size()));
            along_.assign(asked_.size(), row(padded));
        }
        for (std::size_t word = 0; word * 64 < both; ++word)
            differ_[word] = given_.letters.differences(given_.offset(first_) + from + word * 64,
                                                       given_.offset(other) + in_other + word * 64);
        std::uint64_t* near[most_aligned_lengths];
        for (std::size_t index = 0; index < asked_.size(); ++index)
            near[index] = along_[index].data();
        kernels_.find(differ_.data(), words, asked_.data(), asked_.size(), scratch_.data(), near);
        compared_words_ += words;
        for (std::size_t index = 0; index < asked_.size(); ++index) {
            if (both < asked_[index].letters) continue;
            const std::uint64_t windows = both - asked_[index].letters + 1;
            set_from(along_[index], windows, of_pair_[index], from);
            set_from(along_[index], windows, of_other_[index], in_other);
        }
    }
    add(of_pair_, first_);
    if (what_ == kept::all) add(of_other_, other);
}

/// Adds the bits of a sequence's rows to its counts.
void aligned_counts::add(const std::vector<row>& rows, std::uint64_t sequence) {
    const std::uint64_t first_bit = given_.offset(sequence) - counted_from_;
    const std::uint64_t letters = given_.length(sequence);
    const unsigned up = first_bit % 64;
    const std::uint64_t words = (letters + up + 63) / 64;
    for (std::size_t index = 0; index < rows.size(); ++index) {
        std::uint64_t before = 0;
        for (std::uint64_t word = 0; word < words; ++word) {
            const std::uint64_t bits = rows[index][word];
            std::uint64_t carry = up == 0 ? bits : bits << up | before >> (64 - up);
            before = bits;
            for (std::size_t digit = index * digits_; carry != 0; ++digit) {
                std::uint64_t& counted = counts_[digit][first_bit / 64 + word];
                const std::uint64_t sum = counted ^ carry;
                carry &= counted;
                counted = sum;
            }
        }
    }
}

std::uint64_t aligned_counts::of(std::size_t question, std::uint64_t position) const {
    const std::uint64_t bit = position - counted_from_;
    std::uint64_t count = 0;
    for (std::size_t digit = 0; digit < digits_; ++digit)
        count |= (counts_[question * digits_ + digit][bit / 64] >> (bit % 64) & 1U) << digit;
    return count;
}

} // namespace concord::substring
