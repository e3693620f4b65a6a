// Collections as plain arrays, and back; and parts that were packed elsewhere. A reader of files has checked that they
// are as they were written; here they are only kept from leading out of bounds.
#include "sequence/letter_code.hpp"
#include "sequence/packed_sequences.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <string>

namespace concord::sequence {
namespace {

void require(bool sound, const char* what) {
    if (!sound) throw error(error_code::bad_input, std::string(what) + " of the sequences contradict each other");
}

bool ascends(std::span<const std::uint64_t> numbers) { return std::is_sorted(numbers.begin(), numbers.end()); }

/// Before memory is taken for what it says: each array is as long as that.
packed_shape checked_shape(const packed_parts& parts) {
    const packed_shape shape = parts.shape();
    for (const auto& plane : parts.planes)
        require(plane.size() == shape.letters / letters_per_word + 2, "planes");
    require(parts.offsets.size() == shape.sequences + 1, "names");
    require(parts.ambiguous.size() == 3 * shape.ambiguous_runs, "ambiguous letters");
    return shape;
}

std::vector<std::span<const std::byte>> arrays_of(const packed_parts& parts) {
    std::vector<std::span<const std::byte>> arrays;
    parts.for_each_array([&](std::span<const std::byte> array) { arrays.push_back(array); });
    return arrays;
}

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

packed_shape packed_parts::shape() const {
    return {kind,
            saw_t,
            saw_u,
            planes.size(),
            offsets.empty() ? 0 : offsets.back(),
            name_ends.size(),
            names.size(),
            ambiguous.size() / 3};
}

void packed_parts::for_each_array(const std::function<void(std::span<const std::byte>)>& visit) const {
    for (const auto& plane : planes)
        visit(std::as_bytes(plane));
    visit(std::as_bytes(offsets));
    visit(std::as_bytes(names));
    visit(std::as_bytes(name_ends));
    visit(std::as_bytes(std::span(ambiguous)));
}

packed_sequences::packed_sequences(const packed_parts& parts)
    : packed_sequences(checked_shape(parts), [arrays = arrays_of(parts), next = std::size_t{0}](auto to) mutable {
          const std::span<const std::byte> from = arrays[next++];
          std::copy(from.begin(), from.end(), to.begin());
      }) {}

packed_sequences::packed_sequences(const packed_shape& shape, const array_filler& fill) : packed_sequences(shape.kind) {
    require(alphabet_ == concord::alphabet::utf8 ? shape.planes <= planes_ : shape.planes == planes_, "planes");
    require(shape.ambiguous_runs == 0 || alphabet_ == concord::alphabet::dna, "ambiguous letters");
    const auto take = [&](auto& array, std::uint64_t size) {
        array.resize_for_overwrite(size);
        fill(std::as_writable_bytes(std::span(array.data(), size)));
    };
    stored_planes_ = static_cast<unsigned>(shape.planes);
    for (unsigned plane = 0; plane < stored_planes_; ++plane)
        take(words_[plane], shape.letters / letters_per_word + 2);
    take(offsets_, shape.sequences + 1);
    take(names_, shape.name_bytes);
    take(name_ends_, shape.sequences);
    growing_buffer<std::uint64_t> ambiguous;
    take(ambiguous, 3 * shape.ambiguous_runs);
    saw_t_ = shape.saw_t;
    saw_u_ = shape.saw_u;

    require(offsets_[0] == 0 && ascends(offsets_.view()) && offsets_[size()] == shape.letters, "offsets");
    require(ascends(name_ends_.view()) && (size() == 0 ? 0 : name_ends_[size() - 1]) == shape.name_bytes, "names");
    std::uint64_t last = 0;
    for (std::size_t at = 0; at < ambiguous.size(); at += 3) {
        const std::uint64_t start = ambiguous[at];
        const std::uint64_t end = ambiguous[at + 1];
        require(last <= start && start < end && end <= shape.letters, "ambiguous letters");
        last = end;
        ambiguous_runs_.push_back({start, end, static_cast<char>(static_cast<unsigned char>(ambiguous[at + 2]))});
        ambiguous_letters_ += end - start;
    }
    finish();
}

void packed_sequences::expect(double times) noexcept {
    const auto expect_more = [times](auto& array) {
        array.expect(static_cast<std::size_t>(static_cast<double>(array.size()) * times));
    };
    for (unsigned plane = 0; plane < stored_planes_; ++plane)
        expect_more(words_[plane]);
    expect_more(offsets_);
    expect_more(names_);
    expect_more(name_ends_);
}

void packed_sequences::expect_sequences(std::size_t sequences) noexcept {
    expected_ = sequences;
    offsets_.expect(sequences + 1);
    name_ends_.expect(sequences);
}

void packed_sequences::append(const packed_block& block) {
    if (alphabet_ == concord::alphabet::utf8) pack_all_staged();
    const std::uint64_t first = letters();
    append_planes(block);
    for (const ambiguous_run& run : block.ambiguous_runs.view())
        add_ambiguous({first + run.start, first + run.end, run.letter});
    saw_t_ |= block.saw_t;
    saw_u_ |= block.saw_u;

    const std::size_t sequences = size();
    const std::size_t added = block.starts.size();
    offsets_[sequences] = first + (added == 0 ? block.letters : block.starts[0]);
    offsets_.resize_for_overwrite(sequences + added + 1);
    for (std::size_t i = 1; i < added; ++i)
        offsets_[sequences + i] = first + block.starts[i];
    offsets_[sequences + added] = first + block.letters;
    append_names(block);
    if (alphabet_ == concord::alphabet::utf8) stage_last_word();
}

void packed_sequences::append_planes(const packed_block& block) {
    const std::uint64_t first = letters();
    const std::size_t words = (first + block.letters) / letters_per_word + 1;
    const std::uint64_t word = first / letters_per_word;
    const unsigned shift = first % letters_per_word;
    const unsigned given = alphabet_ == concord::alphabet::utf8 ? block.planes_in_use : stored_planes_;
    stored_planes_ = std::max(stored_planes_, given);
    for (unsigned plane = 0; plane < stored_planes_; ++plane) {
        words_[plane].resize(word + 1); // zeros, if they are new
        if (plane >= given) {
            words_[plane].resize(words);
            continue;
        }
        const std::uint64_t* const from = block.planes[plane].data();
        words_[plane].resize_for_overwrite(words);
        std::uint64_t* const to = words_[plane].data() + word;
        if (shift == 0) {
            std::copy_n(from, words - word, to);
            continue;
        }
        to[0] |= from[0] << shift;
        for (std::size_t next = 1; next < words - word; ++next)
            to[next] = from[next - 1] >> (letters_per_word - shift) | from[next] << shift;
    }
}

void packed_sequences::append_names(const packed_block& block) {
    const std::size_t added = block.starts.size();
    if (block.first_number != 0) return append_numbers(block.first_number, added);
    const std::size_t sequences = name_ends_.size();
    const std::uint64_t name_bytes = names_.size();
    names_.append(block.names.data(), block.names.size());
    name_ends_.resize_for_overwrite(sequences + added);
    for (std::size_t i = 0; i < added; ++i)
        name_ends_[sequences + i] = name_bytes + block.name_ends[i];
}

void packed_sequences::append_numbers(std::uint64_t first, std::size_t count) {
    constexpr std::size_t most_digits = 20;
    std::array<char, 2 * most_digits> number{}; // the digits end in its middle, and are counted up where they stand
    std::size_t begin = most_digits;
    for (std::uint64_t rest = first; rest > 0; rest /= 10)
        number[--begin] = static_cast<char>('0' + rest % 10);
    const std::size_t sequences = name_ends_.size();
    std::size_t end = names_.size();
    names_.resize_for_overwrite(end + count * std::to_string(first + count).size() + most_digits);
    name_ends_.resize_for_overwrite(sequences + count);
    for (std::size_t i = 0; i < count; ++i) {
        std::memcpy(names_.data() + end, number.data() + begin, most_digits); // what is too much is overwritten
        end += most_digits - begin;
        name_ends_[sequences + i] = end;
        std::size_t at = most_digits - 1;
        for (; number[at] == '9'; --at)
            number[at] = '0';
        if (at < begin) number[begin = at] = '0';
        ++number[at];
    }
    names_.resize_for_overwrite(end);
}

void packed_sequences::stage_last_word() {
    packed_words_ = letters() / letters_per_word;
    std::array<std::uint32_t, letters_per_word> rest{};
    for (unsigned plane = 0; plane < stored_planes_; ++plane) {
        const std::uint64_t last = words_[plane][packed_words_];
        for (std::size_t at = 0; at < letters_per_word; ++at)
            rest[at] |= static_cast<std::uint32_t>(last >> at & 1U) << plane;
        words_[plane].resize_for_overwrite(packed_words_);
    }
    staged_.add(std::span<const std::uint32_t>(rest).first(letters() % letters_per_word));
}

void packed_sequences::extend_last(std::string_view more) {
    add_bytes(more);
    offsets_[size() - 1] = letters();
    offsets_.resize(size());
}

} // namespace concord::sequence
