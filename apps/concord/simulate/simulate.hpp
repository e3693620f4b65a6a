// Everything that can be simulated, and the writer of its records.
#pragma once

#include "simulate/random_source.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace concord::simulate {

/// Takes the next bytes of the output; throws to end the simulation.
using byte_sink = std::function<void(std::string_view)>;

/// Collects short records into large blocks.
class record_writer {
  public:
    explicit record_writer(const byte_sink& sink) : sink_(sink) { buffer_.reserve(block + block / 4); }

    record_writer& operator<<(std::string_view text) {
        buffer_.append(text);
        return *this;
    }
    record_writer& operator<<(char letter) {
        buffer_.push_back(letter);
        return *this;
    }
    record_writer& operator<<(std::uint64_t number) { return *this << std::string_view(std::to_string(number)); }

    /// Letters of a FASTA record in lines of `width`.
    void wrapped(std::string_view letters, std::size_t width) {
        for (; letters.size() > width; letters.remove_prefix(width))
            *this << letters.substr(0, width) << '\n';
        *this << letters << '\n';
    }

    /// Between records: writes what has been collected, once that is a block.
    void end_record() {
        if (buffer_.size() >= block) flush();
    }
    void flush() {
        if (!buffer_.empty()) sink_(buffer_);
        buffer_.clear();
    }

  private:
    static constexpr std::size_t block = std::size_t{1} << 18;

    const byte_sink& sink_;
    std::string buffer_;
};

/// - soil: as in 5,000 soil reads of 51 letters (short inserts, read through), stretched to the length of the read
/// - uniform: anywhere
enum class adapter_start : std::uint8_t { soil, uniform };

/// - illumina: letters are read wrongly or not at all
/// - nanopore: letters are also inserted and deleted, and every other read or so is of the other strand
enum class error_model : std::uint8_t { illumina, nanopore };

/// Draws a start in a read of `length` letters; length >= 1.
[[nodiscard]] std::uint64_t draw_adapter_start(adapter_start where, std::uint64_t length, random_source& random);

/// Illumina TruSeq, as it is read through.
inline constexpr std::string_view truseq_adapter = "AGATCGGAAGAGCACACGTCTGAACTCCAGTCACATCACGATCTCGTATGCCGTCTTCTGCTTG";

struct read_options {
    std::uint64_t number = 5000;
    std::uint64_t shortest = 51; ///< letters; lengths are uniform from shortest to longest
    std::uint64_t longest = 51;
    std::string adapter{truseq_adapter}; ///< what of it reaches beyond the read is cut off
    double adapter_share = 0.41; ///< of all reads; then 26% hold its first 13 letters: so it is in 5,000 soil reads
    adapter_start start = adapter_start::soil;
    double substitutions = 0.005; ///< a letter
    double unknown = 0.0001;      ///< a letter: N
    error_model errors = error_model::illumina;
    double insertions = 0; ///< a letter, with nanopore: one letter more before it
    double deletions = 0;  ///< a letter, with nanopore
    bool qualities = true; ///< FASTQ; else FASTA
    std::uint64_t seed = 1;
};

/// Writes reads named 1, 2, 3 …; the header of one with an adapter says `adapter=START` (0-based; with nanopore, of the
/// molecule: before edits, and on its own strand), that of one of the other strand `strand=-`. With nanopore lengths
/// are those of the molecules. The same options give the same bytes on every machine. Time O(letters), memory constant.
void reads(const read_options& options, const byte_sink& sink);

struct mutation_rates {
    double substitutions = 0; ///< a letter
    double indels = 0; ///< a letter: half of them insertions, half deletions, of 1 to 10 letters, short ones oftener
};

/// Letters [start, end), 0-based.
struct range {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
};

struct descendant {
    std::string letters;
    range island; ///< where the letters that were spared ended up
};

/// A sequence of independent, equally frequent bases.
[[nodiscard]] std::string random_sequence(std::uint64_t length, random_source& random);

/// A copy of `ancestor` with changes everywhere but in `island`, which is passed on whole. Time and memory O(letters).
[[nodiscard]] descendant mutate(std::string_view ancestor, const mutation_rates& rates, range island,
                                random_source& random);

struct pair_options {
    std::uint64_t number = 1000;
    std::uint64_t shortest = 1000; ///< letters of the first of a pair, uniform from shortest to longest
    std::uint64_t longest = 1000;
    double divergence = 0.05; ///< edits a letter
    double indel_share = 0.1; ///< of the edits; the others are substitutions
    std::uint64_t seed = 1;
};

/// Writes FASTA records 1a, 1b, 2a, 2b …; b descends from a.
/// The same options give the same bytes on every machine. Time O(letters), memory O(one pair).
void pairs(const pair_options& options, const byte_sink& sink);

struct genome_options {
    std::uint64_t number = 20;
    std::uint64_t length = 16500; ///< letters of the ancestor
    mutation_rates rates{0.05, 0.0005};
    std::uint64_t island = 0; ///< letters in the middle of the ancestor that never change; 0: none
    bool ancestor = false;    ///< write the ancestor too, as the first record
    std::uint64_t seed = 1;
};

/// Writes FASTA records genome1, genome2 …, with `island=START-END` (0-based, half open) in the header where there is
/// one. The same options give the same bytes on every machine. Time O(letters), memory O(one genome).
void genomes(const genome_options& options, const byte_sink& sink);

inline constexpr std::string_view amino_acids = "ACDEFGHIKLMNPQRSTVWY";

/// One of several ends of words.
struct word_end {
    std::string letters;
    std::uint64_t weight = 1; ///< how frequent it is beside the others
};

struct word_options {
    std::uint64_t number = 1000;
    std::uint64_t shortest = 5; ///< letters between the ends, uniform from shortest to longest
    std::uint64_t longest = 10;
    std::string letters{amino_acids}; ///< that stand between the ends, equally frequent
    // As CDR3s of T cell receptors: the end of a V gene, letters in between, the begin of a J gene.
    std::vector<word_end> prefixes = {{"CASS", 1}};
    std::vector<word_end> suffixes = {{"NTEAFF", 1}, {"NYGYTF", 1}, {"NQPQHF", 1}, {"DTQYF", 1},   {"YEQYF", 1},
                                      {"NEQFF", 1},  {"TGELFF", 1}, {"SPLHF", 1},  {"GANVLTF", 1}, {"QETQYF", 1}};
    double near_share = 0;   ///< of the words but the first: copies of an earlier one, with edits
    std::uint64_t edits = 1; ///< of such a copy: uniform from 1 to so many
    bool fasta = false;      ///< else a word a line
    std::uint64_t seed = 1;
};

/// Writes words between ends that many of them share; as FASTA they are named 1, 2, 3 …, and the header of a near copy
/// says `near=WORD edits=N`: N letters of that word were substituted, inserted or deleted, so the distance is N or
/// less. The same options give the same bytes on every machine. Time O(letters), memory constant, or O(letters) with
/// copies.
void words(const word_options& options, const byte_sink& sink);

struct matrix_options {
    std::uint64_t rows = 200; ///< of both matrices
    std::uint64_t columns = 200;
    std::uint64_t letters = 20; ///< distinct letters, A, B, C …: 2 to 26
    std::uint64_t blob = 400;   ///< cells
    std::uint64_t seed = 1;
};

/// What was planted: a cell (r, c) of the blob in the second matrix is cell (r + rows, c + columns) of the first.
struct planted_blob {
    std::uint64_t size = 0;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
};

/// Writes one line of letters a row. The blob is 4-connected; by chance, neighbours of it may agree too.
/// The same options give the same bytes on every machine. Time and memory O(cells).
planted_blob matrices(const matrix_options& options, const byte_sink& first, const byte_sink& second);

} // namespace concord::simulate
