// Collections of sequences that are to be compared with each other, one with one.
#pragma once

#include "formats/fastx_reader.hpp"

#include <concord/sequences.hpp>

#include <span>
#include <string>
#include <vector>

namespace concord::formats {

class opened_list;

/// Both have the same alphabet. Where only one was given, `b` is `a`.
struct sequence_lists {
    sequence_set a;
    sequence_set b;
    std::vector<std::string> files;
    std::vector<std::string> hints{}; ///< messages: of lines that are empty
};

/// Reads one file or two, each FASTA or FASTQ or, as `options.lines` allows, one sequence a line. `automatic` is
/// settled by the first 65,536 letters of each file together; for files of lines alone it stands for utf8. Throws
/// error: bad_input, resource, cancelled. Memory: the sets, the buffers and the longest record.
[[nodiscard]] sequence_lists read_lists(std::span<const std::string> paths, alphabet kind, const read_options& options);

/// Whether a file whose alphabet is settled can be read from its beginning again, and holds what many threads can pack.
[[nodiscard]] bool is_for_blocks(const opened_list& opened, const std::string& path, alphabet kind);

/// Reads such a file as a whole by all threads. `guessed`: the alphabet is not one that the user asked for. Throws
/// error: bad_input, resource, cancelled. Memory: the set and the blocks of the threads.
[[nodiscard]] sequence_set read_by_blocks(const opened_list& opened, const std::string& path, alphabet kind,
                                          bool guessed, const read_options& options);

/// The sequences of one file as pairs of neighbours: `a` are the first, third, fifth ... and `b` the second, fourth ...
/// Throws error (bad_input) for an odd number. Memory: the sequences once more.
[[nodiscard]] sequence_lists pair_neighbours(const sequence_lists& one);

/// Reads one file or two for a comparison of many: where they are `zipped`, one file as pairs of neighbours, and of two
/// the first with the first, the second with the second and so on. Throws as above, and error (bad_input) for files of
/// different numbers of sequences.
[[nodiscard]] sequence_lists read_batch(std::span<const std::string> paths, alphabet kind, bool zipped,
                                        const read_options& options);

/// Reads a table of two columns that a tab parts; row i holds a[i] and b[i], named by the number of their line.
/// `automatic` stands for utf8. Throws as above; a row of more or fewer columns is bad input.
[[nodiscard]] sequence_lists read_pair_table(const std::string& path, alphabet kind, const read_options& options);

} // namespace concord::formats
