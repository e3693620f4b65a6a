// Files of sequences: FASTA and FASTQ, plain, gzip or BGZF, recognized by content; strictly, by several threads. Also
// reads in SAM, BAM and CRAM, where the library was built with htslib.
//
//   concord::sequence_set reads = concord::read_sequences({"reads.fastq.gz"});
//
// Link concord::reading: find_package(concord CONFIG REQUIRED COMPONENTS reading).
#pragma once

#include <concord/run.hpp>
#include <concord/sequences.hpp>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace concord {

/// Whether a file may hold one sequence a line, without titles, instead of FASTA or FASTQ. Then the name of a sequence
/// is the number of its line, from 1, and its letters are any bytes. An empty line is an empty sequence; behind the last
/// line with letters it is none.
enum class line_files : std::uint8_t {
    never,
    by_content, ///< where the first byte behind empty lines is neither '>' nor '@'
    always      ///< whatever it looks like
};

/// How to read. Nothing here but `lines` changes what is read, and `memory` how much.
struct read_options {
    line_files lines = line_files::never;
    unsigned threads = 0; ///< hard bound; 0: the cores that this process may use
    /// Bytes that the collection may take, as packed; 0: no bound. What goes beyond, compressed or not, is an error
    /// (resource) as soon as it is read.
    std::uint64_t memory = 0;
    /// Called now and then with how many bytes of the files (compressed, if they are) were read, and of how many if that is
    /// known; one call at a time, from any thread. May be empty.
    std::function<void(const progress_update&)> on_progress;
    /// Asked now and then, from any thread; once it answers true the reading ends with error_code::cancelled. May be
    /// empty.
    std::function<bool()> cancelled;
};

/// Reads several files, in their order, as one collection; a path `-` is standard input.
///
/// What is accepted: lines that end with LF or CRLF; titles of any bytes but control bytes, whose first word is the
/// name; letters over any number of lines; for FASTQ as many qualities, from '!' to '~', as letters, and '+' alone or
/// followed by the title. All records of a file are of one kind. gzip files of several members, zeros behind them, and
/// BGZF, which must end with its empty block. Of SAM, BAM and CRAM each read is read once, as it came from the
/// sequencer: secondary and supplementary alignments are left out, alignments to the reverse strand turned; in messages
/// about their letters, lines are those of the FASTQ that they are read as. Anything else is an error: no damaged or
/// cut file is ever read to a silent end.
///
/// `sequences_of_files`, where it is given, receives the number of sequences of each file.
///
/// Throws error: usage for no file at all; bad_input for a file that cannot be opened, and for whatever is wrong with
/// its content, a letter that the alphabet cannot hold included, as «FILE: record N, line L: expected X, found Y» or,
/// for damaged compression, «FILE: record N, byte B of the compressed file: expected X, found Y»; resource where the
/// memory cannot hold it; cancelled. Time: linear in the bytes; plain files and BGZF are read by all threads, a gzip
/// stream is inflated by one while others parse. Memory: the set, some MiB a thread, and the longest record.
[[nodiscard]] sequence_set read_sequences(std::span<const std::string> paths, alphabet kind = alphabet::automatic,
                                          const read_options& options = {},
                                          std::vector<std::uint64_t>* sequences_of_files = nullptr);

/// The same for files that are listed in the call.
[[nodiscard]] inline sequence_set read_sequences(std::initializer_list<std::string> paths,
                                                 alphabet kind = alphabet::automatic,
                                                 const read_options& options = {}) {
    return read_sequences(std::span<const std::string>(paths.begin(), paths.size()), kind, options);
}

} // namespace concord
