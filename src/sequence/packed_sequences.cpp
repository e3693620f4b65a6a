#include "sequence/packed_sequences.hpp"

#include "sequence/letter_code.hpp"
#include "sequence/transposed.hpp"
#include "sequence/utf8.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cstring>

namespace concord::sequence {

packed_sequences::packed_sequences(concord::alphabet kind)
    : alphabet_(kind), planes_(kind == concord::alphabet::utf8 ? most_code_point_planes : code_for(kind).planes),
      stored_planes_(kind == concord::alphabet::utf8 ? 0 : planes_) {
    offsets_.push_back(0);
}

void packed_sequences::add(std::string_view name, std::string_view letters) {
    if (alphabet_ == concord::alphabet::utf8) {
        add_code_points(letters);
    } else {
        add_bytes(letters);
    }
    added(name);
}

namespace {

/// Byte i of what comes out has the bits i of eight bytes.
std::uint64_t eight_letters(const std::uint8_t* letters) {
    static_assert(std::endian::native == std::endian::little, "the first letter is in the lowest byte");
    std::uint64_t bits = 0;
    std::memcpy(&bits, letters, sizeof bits);
    return transposed(bits);
}

} // namespace

void packed_sequences::put_eight(std::uint64_t position, std::uint64_t bits) {
    const std::uint64_t word = position / letters_per_word;
    const unsigned shift = position % letters_per_word;
    for (unsigned plane = 0; plane < std::min(stored_planes_, 8U); ++plane) {
        const std::uint64_t here = bits >> 8 * plane & 0xFFU;
        words_[plane][word] |= here << shift;
        if (shift <= letters_per_word - 8) continue;
        // There may be no next word where fewer than eight letters are left.
        if (const std::uint64_t rest = here >> (letters_per_word - shift); rest != 0) words_[plane][word + 1] |= rest;
    }
}

void packed_sequences::add(std::string_view name, symbol_view code_points) {
    code_points.visit([&](auto letters) {
        if constexpr (sizeof(letters[0]) == 4) {
            const auto wrong = std::ranges::find_if(
                letters, [](std::uint32_t letter) { return letter >> most_code_point_planes != 0; });
            if (wrong != letters.end())
                throw letter_error(std::to_string(*wrong) + " is no code point: expected less than 2,097,152",
                                   static_cast<std::uint64_t>(wrong - letters.begin()));
        }
        stage(letters);
    });
    added(name);
}

void packed_sequences::add_narrow(std::span<const std::span<const std::uint8_t>> sequences) {
    const std::size_t before = size();
    std::uint64_t end = letters();
    offsets_.resize_for_overwrite(before + 1 + sequences.size());
    name_ends_.resize_for_overwrite(before + sequences.size());
    std::fill_n(name_ends_.data() + before, sequences.size(), names_.size());
    for (std::size_t at = 0; at < sequences.size(); ++at)
        offsets_[before + 1 + at] = end += sequences[at].size();
    const std::uint64_t added = end - offsets_[before];
    if (added < staged_letters::enough) {
        staged_.add_all(sequences, added);
        if (staged_.size() >= staged_letters::enough) pack_staged();
        return;
    }
    for (const std::span<const std::uint8_t> each : sequences)
        stage_letters(each);
}

void packed_sequences::added(std::string_view name) {
    names_.append(name.data(), name.size());
    name_ends_.push_back(names_.size());
}

void packed_sequences::make_room(std::uint64_t letters) {
    const std::size_t words = (this->letters() + letters + letters_per_word - 1) / letters_per_word;
    if (stored_planes_ == 0 || words_[stored_planes_ - 1].size() >= words) return; // the last plane is the newest
    for (unsigned plane = 0; plane < stored_planes_; ++plane)
        words_[plane].resize(words);
}

template <std::size_t Count>
bool packed_sequences::put_plain_bytes(std::uint64_t position, const char* letters, std::size_t count) {
    const letter_code& table = code_for(alphabet_);
    const std::size_t here = Count > 0 ? Count : count;
    std::array<std::uint8_t, 8> codes{}; // 0 behind the last letter
    for (std::size_t at = 0; at < here; ++at)
        codes[at] = table.code_of[static_cast<unsigned char>(letters[at])];
    std::uint64_t all = 0;
    std::memcpy(&all, codes.data(), sizeof all);
    constexpr std::uint64_t lowest = 0x0101'0101'0101'0101; // bit of each letter
    if (alphabet_ != concord::alphabet::bytes && (all & lowest << 7U) != 0) return false;
    if (alphabet_ == concord::alphabet::dna) {
        std::uint64_t given = 0;
        std::memcpy(&given, letters, here);
        const std::uint64_t t_or_u = all & all >> 1U & lowest; // code 3; of the two U is the odd character
        saw_u_ = saw_u_ || (t_or_u & given) != 0;
        saw_t_ = saw_t_ || (t_or_u & ~given) != 0;
    }
    put_eight(position, eight_letters(codes.data()));
    return true;
}

void packed_sequences::add_bytes(std::string_view letters) {
    const std::uint64_t first = this->letters();
    make_room(letters.size());
    for (std::size_t next = 0; next < letters.size(); next += 8) {
        const std::size_t end = std::min(next + 8, letters.size());
        const bool is_put = end == next + 8 ? put_plain_bytes<8>(first + next, letters.data() + next, 8)
                                            : put_plain_bytes<0>(first + next, letters.data() + next, end - next);
        if (is_put) continue;
        for (std::size_t at = next; at < end; ++at) // one of them is no plain letter
            put_byte(first + at, letters[at], at);
    }
    offsets_.push_back(first + letters.size());
}

void packed_sequences::put_byte(std::uint64_t position, char given, std::uint64_t place) {
    std::uint8_t code = code_for(alphabet_).code_of[static_cast<unsigned char>(given)];
    if (code >= ambiguous_code && alphabet_ != concord::alphabet::bytes) {
        if (code == invalid_code) {
            const std::string kind(to_string(alphabet_));
            throw letter_error(shown(given) + " is not a letter of the " + kind + " alphabet", place);
        }
        add_ambiguous({position, position + 1, static_cast<char>(std::toupper(static_cast<unsigned char>(given)))});
        code = 3;
    } else if (alphabet_ == concord::alphabet::dna && code == 3) {
        ((given == 'U' || given == 'u') ? saw_u_ : saw_t_) = true;
    }
    const unsigned bit = position % letters_per_word;
    for (unsigned plane = 0; plane < stored_planes_; ++plane)
        words_[plane][position / letters_per_word] |= static_cast<std::uint64_t>((code >> plane) & 1U) << bit;
}

void packed_sequences::add_code_points(std::string_view letters) {
    std::uint8_t bits = 0;
    for (const char letter : letters)
        bits |= static_cast<std::uint8_t>(letter);
    if (bits < 0x80) { // ASCII
        const auto* const bytes = reinterpret_cast<const std::uint8_t*>(letters.data());
        return stage(std::span(bytes, letters.size()));
    }
    std::vector<std::uint32_t> code_points;
    code_points.reserve(letters.size());
    for (std::string_view rest = letters; !rest.empty();) {
        const utf8_letter letter = first_utf8_letter(rest);
        if (letter.bytes == 0) throw letter_error(shown(rest.front()) + " is not UTF-8 here", code_points.size());
        code_points.push_back(letter.code_point);
        rest.remove_prefix(letter.bytes);
    }
    stage(std::span<const std::uint32_t>(code_points));
}

template <class Letter>
void packed_sequences::stage(std::span<const Letter> letters) {
    offsets_.push_back(this->letters() + letters.size());
    stage_letters(letters);
}

template <class Letter>
void packed_sequences::stage_letters(std::span<const Letter> letters) {
    while (staged_.size() + letters.size() >= staged_letters::enough) {
        const auto here = letters.first(std::min(letters.size(), staged_letters::enough));
        staged_.add(here);
        letters = letters.subspan(here.size());
        pack_staged();
    }
    staged_.add(letters);
}

void packed_sequences::pack_staged() {
    const std::size_t count = staged_.size() / letters_per_word;
    if (count == 0) return;
    const std::size_t before = packed_words_;
    packed_words_ += count;
    const double each = static_cast<double>(letters()) / static_cast<double>(std::max<std::size_t>(1, size()));
    const double all = static_cast<double>(expected_) * each * 1.02;
    const std::size_t expected_words = static_cast<std::size_t>(all) / letters_per_word + 2;
    staged_.take(count * letters_per_word, [&](std::size_t group, std::span<const std::uint8_t> letters) {
        const auto first = static_cast<unsigned>(8 * group);
        std::uint8_t bits = 0;
        for (const std::uint8_t letter : letters)
            bits |= letter;
        if (bits != 0) stored_planes_ = std::max(stored_planes_, first + static_cast<unsigned>(std::bit_width(bits)));
        const unsigned planes = std::min(stored_planes_ - std::min(stored_planes_, first), 8U);
        for (unsigned plane = 0; plane < planes; ++plane) {
            if (words_[first + plane].size() == 0) words_[first + plane].expect(expected_words);
            words_[first + plane].resize(before); // zeros, if it is new
            words_[first + plane].resize_for_overwrite(packed_words_);
        }
        for (std::size_t word = 0; word < count; ++word) {
            const std::array<std::uint64_t, 8> made = planes_of_bytes(letters.data() + word * letters_per_word);
            for (unsigned plane = 0; plane < planes; ++plane)
                words_[first + plane][before + word] = made[plane];
        }
    });
}

void packed_sequences::pack_all_staged() {
    staged_.fill_word();
    pack_staged();
    staged_.clear();
}

void packed_sequences::add_ambiguous(const ambiguous_run& next) {
    ambiguous_letters_ += next.end - next.start;
    if (ambiguous_runs_.size() > 0) {
        ambiguous_run& last = ambiguous_runs_[ambiguous_runs_.size() - 1];
        if (last.end == next.start && last.letter == next.letter) {
            last.end = next.end;
            return;
        }
    }
    ambiguous_runs_.push_back(next);
}

void packed_sequences::drop_last_empty(std::size_t count) {
    offsets_.resize(offsets_.size() - count);
    name_ends_.resize(name_ends_.size() - count);
    names_.resize(size() == 0 ? 0 : name_ends_[size() - 1]);
}

void packed_sequences::finish() {
    pack_all_staged();
    const std::size_t words = letters() / letters_per_word + 2; // a read of 64 letters at the end reads padding
    for (unsigned plane = 0; plane < stored_planes_; ++plane)
        words_[plane].resize(words);
    if (stored_planes_ < planes_) zeros_.resize(words);
    std::uint64_t shortest = size() == 0 ? 0 : length(0);
    std::uint64_t longest = 0;
    for (std::size_t sequence = 0; sequence < size(); ++sequence) {
        shortest = std::min(shortest, length(sequence));
        longest = std::max(longest, length(sequence));
    }
    shortest_ = shortest;
    longest_ = longest;
    if (has_ambiguous()) {
        ambiguous_words_.resize(words);
        for (const ambiguous_run& run : ambiguous_runs_.view())
            for (std::uint64_t position = run.start; position < run.end; ++position)
                ambiguous_words_[position / letters_per_word] |= std::uint64_t{1} << (position % letters_per_word);
    }
    for (auto& words_of_plane : words_)
        words_of_plane.shrink_to_fit();
    ambiguous_runs_.shrink_to_fit();
    offsets_.shrink_to_fit();
    names_.shrink_to_fit();
    name_ends_.shrink_to_fit();
}

std::uint64_t packed_sequences::next_ambiguous(std::uint64_t position) const noexcept {
    const auto runs = ambiguous_runs_.view();
    const auto run =
        std::partition_point(runs.begin(), runs.end(), [&](const ambiguous_run& r) { return r.end <= position; });
    return run == runs.end() ? letters() : std::max(run->start, position);
}

std::string_view packed_sequences::name(std::size_t sequence) const {
    const std::uint64_t start = sequence == 0 ? 0 : name_ends_[sequence - 1];
    return {names_.data() + start, name_ends_[sequence] - start};
}

std::uint32_t packed_sequences::code_at(std::uint64_t position) const noexcept {
    std::uint32_t code = 0;
    for (unsigned plane = 0; plane < stored_planes_; ++plane)
        code |= static_cast<std::uint32_t>(bits_from(words_[plane].data(), position) & 1U) << plane;
    return code;
}

std::string packed_sequences::text(std::uint64_t first, std::uint64_t last) const {
    if (alphabet_ != concord::alphabet::utf8) return text_of_bytes(first, last);
    std::string text;
    text.reserve(last - first);
    for (std::uint64_t position = first; position < last; ++position)
        append_utf8(text, code_at(position));
    return text;
}

std::string packed_sequences::text_of_bytes(std::uint64_t first, std::uint64_t last) const {
    const std::array<char, 256>& letter_of = code_for(alphabet_).letter_of;
    std::string text(last - first, '\0');
    std::array<std::uint64_t, most_planes> bits{};
    for (std::uint64_t begin = first; begin < last; begin += letters_per_word) {
        for (unsigned plane = 0; plane < stored_planes_; ++plane)
            bits[plane] = bits_from(words_[plane].data(), begin);
        const std::uint64_t end = std::min<std::uint64_t>(begin + letters_per_word, last);
        for (std::uint64_t position = begin; position < end; position += 8) {
            std::array<std::uint8_t, 8> of_planes{};
            for (unsigned plane = 0; plane < stored_planes_; ++plane)
                of_planes[plane] = static_cast<std::uint8_t>(bits[plane] >> (position - begin));
            const std::uint64_t codes =
                eight_letters(of_planes.data()); // rows and columns change places: byte i, letter i
            for (std::uint64_t at = 0; at < std::min<std::uint64_t>(8, end - position); ++at)
                text[position - first + at] = letter_of[codes >> 8 * at & 0xFF];
        }
    }
    if (alphabet_ == concord::alphabet::dna && saw_u_ && !saw_t_) std::ranges::replace(text, 'T', 'U');
    const auto runs = ambiguous_runs_.view();
    auto run = std::partition_point(runs.begin(), runs.end(), [&](const ambiguous_run& r) { return r.end <= first; });
    for (; run != runs.end() && run->start < last; ++run) {
        const std::uint64_t start = std::max(run->start, first);
        text.replace(start - first, std::min(run->end, last) - start, std::min(run->end, last) - start, run->letter);
    }
    return text;
}

std::uint64_t packed_sequences::memory_bytes() const noexcept {
    std::uint64_t bytes =
        zeros_.bytes() + ambiguous_words_.bytes() + ambiguous_runs_.bytes() + offsets_.bytes() + name_memory_bytes();
    for (const auto& words_of_plane : words_)
        bytes += words_of_plane.bytes();
    return bytes;
}

} // namespace concord::sequence
