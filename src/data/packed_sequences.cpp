#include "data/packed_sequences.hpp"

#include "data/letter_code.hpp"

#include <algorithm>
#include <cctype>

namespace concord::data {

packed_sequences::packed_sequences(concord::alphabet kind) : alphabet_(kind), planes_(code_for(kind).planes) {
    offsets_.push_back(0);
}

void packed_sequences::add(std::string_view name, std::string_view letters) {
    const letter_code& table = code_for(alphabet_);
    const bool nucleotides = alphabet_ == concord::alphabet::dna;
    std::uint64_t position = offsets_[size()];
    const std::uint64_t first = position;
    const std::size_t words = (position + letters.size() + letters_per_word - 1) / letters_per_word;
    for (unsigned plane = 0; plane < planes_; ++plane)
        words_[plane].resize(words);

    for (const char given : letters) {
        std::uint8_t code = table.code_of[static_cast<unsigned char>(given)];
        if (code >= ambiguous_code && alphabet_ != concord::alphabet::bytes) {
            if (code == invalid_code) {
                const std::string kind(to_string(alphabet_));
                throw letter_error(shown(given) + " is not a letter of the " + kind + " alphabet", position - first);
            }
            add_ambiguous(position, given);
            code = 3;
        } else if (nucleotides && code == 3) {
            ((given == 'U' || given == 'u') ? saw_u_ : saw_t_) = true;
        }
        const unsigned bit = position % letters_per_word;
        for (unsigned plane = 0; plane < planes_; ++plane)
            words_[plane][position / letters_per_word] |= static_cast<std::uint64_t>((code >> plane) & 1U) << bit;
        ++position;
    }
    shortest_ = size() == 0 ? letters.size() : std::min<std::uint64_t>(shortest_, letters.size());
    longest_ = std::max<std::uint64_t>(longest_, letters.size());
    offsets_.push_back(position);
    names_.append(name.data(), name.size());
    name_ends_.push_back(names_.size());
}

void packed_sequences::add_ambiguous(std::uint64_t position, char given) {
    const char letter = static_cast<char>(std::toupper(static_cast<unsigned char>(given)));
    ++ambiguous_letters_;
    if (ambiguous_runs_.size() > 0) {
        ambiguous_run& last = ambiguous_runs_[ambiguous_runs_.size() - 1];
        if (last.end == position && last.letter == letter) {
            ++last.end;
            return;
        }
    }
    ambiguous_runs_.push_back({position, position + 1, letter});
}

void packed_sequences::finish() {
    const std::size_t words = letters() / letters_per_word + 2; // whoever reads 64 letters at the end reads padding
    for (unsigned plane = 0; plane < planes_; ++plane)
        words_[plane].resize(words);
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

std::string_view packed_sequences::name(std::size_t sequence) const {
    const std::uint64_t start = sequence == 0 ? 0 : name_ends_[sequence - 1];
    return {names_.data() + start, name_ends_[sequence] - start};
}

std::string packed_sequences::text(std::uint64_t first, std::uint64_t last) const {
    const letter_code& table = code_for(alphabet_);
    const auto runs = ambiguous_runs_.view();
    auto run = std::partition_point(runs.begin(), runs.end(), [&](const ambiguous_run& r) { return r.end <= first; });
    std::string text;
    text.reserve(last - first);
    for (std::uint64_t position = first; position < last; ++position) {
        while (run != runs.end() && run->end <= position)
            ++run;
        if (run != runs.end() && run->start <= position) {
            text.push_back(run->letter);
            continue;
        }
        unsigned code = 0;
        for (unsigned plane = 0; plane < planes_; ++plane)
            code |= static_cast<unsigned>(bits_from(words_[plane].data(), position) & 1U) << plane;
        const bool uracil = alphabet_ == concord::alphabet::dna && code == 3 && saw_u_ && !saw_t_;
        text.push_back(uracil ? 'U' : table.letter_of[code]);
    }
    return text;
}

std::uint64_t packed_sequences::memory_bytes() const noexcept {
    std::uint64_t bytes = ambiguous_words_.bytes() + ambiguous_runs_.bytes() + offsets_.bytes() + name_memory_bytes();
    for (const auto& words_of_plane : words_)
        bytes += words_of_plane.bytes();
    return bytes;
}

} // namespace concord::data
