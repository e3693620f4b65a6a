// A part whose result is rows, millions of them perhaps: behind the line of JSON that opens every part (with
// "rows":true in its body) stand blocks of rows as bytes, in the order of their numbers.
//
//   {"schema":"concord.part/1",…}\n | number, size, checksum, bytes | … | 2^64 - 1, blocks, checksum
#pragma once

#include "formats/byte_source.hpp"
#include "output/part_file.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace concord::app {

class rows_part_writer {
  public:
    /// Writes the opening line of the part.
    rows_part_writer(json body, formats::byte_sink sink);
    void add(std::uint64_t number, std::span<const std::byte> content);
    /// After the last one.
    void end();

  private:
    void frame(std::uint64_t number, std::uint64_t size, std::uint64_t checksum);

    formats::byte_sink sink_;
    std::uint64_t blocks_ = 0;
};

/// The bytes of a part, compressed or not. Throws error (bad_input), naming the file.
class part_bytes {
  public:
    explicit part_bytes(const std::string& file);
    part_bytes(const part_bytes&) = delete;
    part_bytes& operator=(const part_bytes&) = delete;
    ~part_bytes();

    /// Up to the next end of a line, which is left out, or to the end.
    [[nodiscard]] std::string line();
    /// Fewer than asked for only at the end.
    [[nodiscard]] std::size_t read(std::span<std::byte> into);

  private:
    [[nodiscard]] bool refill();

    std::string file_;
    formats::read_watch watch_;
    std::stop_source stop_;
    std::unique_ptr<formats::byte_source> source_;
    std::vector<char> buffer_;
    std::size_t at_ = 0;
    std::size_t held_ = 0;
};

struct block_of_rows {
    std::uint64_t number = 0;
    std::vector<std::byte> content;
};

class rows_part_reader {
  public:
    explicit rows_part_reader(const std::string& file);
    /// The next one, or nothing after the last. Throws error (bad_input) where the part is damaged or cut off.
    [[nodiscard]] std::optional<block_of_rows> next();

  private:
    [[noreturn]] void damaged() const;

    std::string file_;
    part_bytes bytes_;
    std::uint64_t blocks_ = 0;
};

/// Blocks of all parts of a run, by their number: block n is part n mod parts.
class merged_rows {
  public:
    /// Looks at every byte first, so that no answer is begun that could not be finished. Throws error (bad_input).
    explicit merged_rows(const std::vector<part>& parts);
    /// In ascending order from 0 on.
    [[nodiscard]] std::vector<std::byte> block(std::uint64_t number);
    /// The next one, where it is not known how many there are. Throws error (bad_input) where one is missing before.
    [[nodiscard]] std::optional<std::vector<std::byte>> next();
    /// After the last one. Throws error (bad_input) where there are more.
    void end();

  private:
    std::vector<std::string> files_;
    std::vector<std::unique_ptr<rows_part_reader>> parts_;
    std::uint64_t next_ = 0;
};

/// The part that a shard writes, from the blocks of rows that it finds; on other ranks than the first, nothing.
class row_part {
  public:
    /// `arguments` are what the merge needs to go on. All must outlive it, and the calls of the sharing.
    row_part(std::string command, task_sharing& sharing, json input, json arguments, formats::output_file* out);

    /// After the call that found the rows. Nothing else writes to the file.
    void finish();

  private:
    rows_part_writer& writer();

    std::string command_;
    task_sharing& sharing_;
    json input_;
    json arguments_;
    formats::output_file* out_;
    std::optional<rows_part_writer> writer_; ///< once the facts of the call are known
};

/// Lets a call take its blocks of rows from parts. All must outlive it.
void take_rows_from(merged_rows& rows, task_sharing& sharing);

/// Throws error (bad_input) unless the parts state the same value of this fact of the call.
void require_fact(const std::vector<part>& parts, const std::string& name, const std::string& value,
                  const std::string& what);

} // namespace concord::app
