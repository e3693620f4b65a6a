// Collections as plain arrays, and back. Whoever reads them from a file has checked that they are as they were written;
// here they are only kept from leading out of bounds.
#include "data/letter_code.hpp"
#include "data/packed_sequences.hpp"

#include <algorithm>

namespace concord::data {
namespace {

void require(bool sound, const char* what) {
    if (!sound) throw error(error_code::bad_input, std::string(what) + " of the sequences contradict each other");
}

bool ascends(std::span<const std::uint64_t> numbers) { return std::is_sorted(numbers.begin(), numbers.end()); }

} // namespace

packed_parts packed_sequences::parts() const {
    packed_parts parts;
    parts.kind = alphabet_;
    parts.saw_t = saw_t_;
    parts.saw_u = saw_u_;
    for (unsigned plane = 0; plane < stored_planes_; ++plane)
        parts.planes.push_back(words_[plane].view());
    parts.offsets = offsets_.view();
    parts.names = names_.view();
    parts.name_ends = name_ends_.view();
    for (const ambiguous_run& run : ambiguous_runs_.view())
        parts.ambiguous.insert(
            parts.ambiguous.end(),
            {run.start, run.end, static_cast<std::uint64_t>(static_cast<unsigned char>(run.letter))});
    return parts;
}

packed_sequences::packed_sequences(const packed_parts& parts) : packed_sequences(parts.kind) {
    require(!parts.offsets.empty() && parts.offsets.front() == 0 && ascends(parts.offsets), "offsets");
    require(parts.name_ends.size() + 1 == parts.offsets.size() && ascends(parts.name_ends) &&
                (parts.name_ends.empty() ? 0 : parts.name_ends.back()) == parts.names.size(),
            "names");
    const std::uint64_t letters = parts.offsets.back();
    stored_planes_ = static_cast<unsigned>(parts.planes.size());
    require(alphabet_ == concord::alphabet::utf8 ? stored_planes_ <= planes_ : stored_planes_ == planes_, "planes");
    for (unsigned plane = 0; plane < stored_planes_; ++plane) {
        require(parts.planes[plane].size() == letters / letters_per_word + 2, "planes");
        words_[plane].append(parts.planes[plane].data(), parts.planes[plane].size());
    }
    offsets_ = growing_buffer<std::uint64_t>();
    offsets_.append(parts.offsets.data(), parts.offsets.size());
    names_.append(parts.names.data(), parts.names.size());
    name_ends_.append(parts.name_ends.data(), parts.name_ends.size());
    require(parts.ambiguous.size() % 3 == 0 && (parts.ambiguous.empty() || alphabet_ == concord::alphabet::dna),
            "ambiguous letters");
    std::uint64_t last = 0;
    for (std::size_t at = 0; at < parts.ambiguous.size(); at += 3) {
        const std::uint64_t start = parts.ambiguous[at];
        const std::uint64_t end = parts.ambiguous[at + 1];
        require(last <= start && start < end && end <= letters, "ambiguous letters");
        last = end;
        ambiguous_runs_.push_back({start, end, static_cast<char>(static_cast<unsigned char>(parts.ambiguous[at + 2]))});
        ambiguous_letters_ += end - start;
    }
    for (std::size_t sequence = 0; sequence < size(); ++sequence) {
        shortest_ = sequence == 0 ? length(0) : std::min(shortest_, length(sequence));
        longest_ = std::max(longest_, length(sequence));
    }
    saw_t_ = parts.saw_t;
    saw_u_ = parts.saw_u;
    finish();
}

} // namespace concord::data
