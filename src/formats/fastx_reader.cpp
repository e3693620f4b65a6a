#include "formats/fastx_reader.hpp"

#include "formats/alignment_source.hpp"
#include "formats/byte_source.hpp"
#include "formats/content.hpp"
#include "formats/fastx_grammar.hpp"
#include "formats/line_reader.hpp"
#include "sequence/set_builder.hpp"
#include "sequence/utf8.hpp"

#include <concord/error.hpp>

#include <memory>
#include <new>
#include <stop_token>
#include <utility>

namespace concord::formats {
namespace {

error damage(const std::string& file, std::uint64_t record, const damaged_stream& failure) {
    return {error_code::bad_input, file + ": " + (record == 0 ? "" : "record " + std::to_string(record) + ", ") +
                                       "byte " + std::to_string(failure.position()) +
                                       " of the compressed file: " + failure.what()};
}

unsigned threads_of(const read_options& options) { return options.threads == 0 ? usable_cores() : options.threads; }

/// Reads in other formats as FASTQ, unless lines are wanted whatever they look like.
std::unique_ptr<peekable_source> open_records(std::unique_ptr<peekable_source> content, const std::string& file,
                                              line_files lines) {
    if (lines == line_files::always || !reads_alignments() || !looks_like_alignments(content->peek())) return content;
    return std::make_unique<peekable_source>(alignments_as_fastq(std::move(content), file));
}

error too_large(const std::string& file, std::uint64_t record) {
    return {error_code::resource, file + ": record " + std::to_string(record) + ": too large for the memory"};
}

} // namespace

struct fastx_reader::state {
    /// `open_raw` makes the source of the bytes as they are, to be left when `stop` is requested.
    template <class OpenRaw>
    state(OpenRaw open_raw, std::string file_name, const read_options& options,
          std::shared_ptr<read_watch> shared_watch, std::stop_source when_left)
        : watch(std::move(shared_watch)), stop(std::move(when_left)), file(std::move(file_name)),
          content(open_records(open_content(open_raw(*watch, stop.get_token()), threads_of(options), stop), file,
                               options.lines)),
          holds_lines(options.lines == line_files::always ||
                      (options.lines == line_files::by_content && !looks_like_records(content->peek()))),
          lines(*content, options.buffer_bytes), grammar(lines, file, options.memory), memory(options.memory) {
        turn_down_other_formats(content->peek(), file, holds_lines);
    }

    state(std::unique_ptr<byte_source> rest, std::string file_name, const read_options& options,
          const fastx_position& position)
        : file(std::move(file_name)), content(std::make_unique<peekable_source>(std::move(rest))),
          holds_lines(position.marker == line_marker), lines(*content, options.buffer_bytes, position.lines),
          grammar(lines, file, options.memory, position.marker, position.records), memory(options.memory),
          line_number(holds_lines ? position.records : 0), is_from_start(false) {}

    /// Calls read(), and says of which file and record its errors are.
    template <class Read>
    auto guarded(const Read& read) {
        try {
            return read();
        } catch (const damaged_stream& failure) {
            throw damage(file, number(), failure);
        } catch (const std::bad_alloc&) {
            throw too_large(file, number());
        }
    }

    template <class OpenRaw>
    static std::unique_ptr<state> make(OpenRaw open_raw, const std::string& name, const read_options& options,
                                       std::shared_ptr<read_watch> watch) {
        const auto file = display_name(name);
        try {
            return std::make_unique<state>(open_raw, file, options, std::move(watch), std::stop_source());
        } catch (const damaged_stream& failure) {
            throw damage(file, 0, failure);
        }
    }

    /// Empty lines are sequences where one with letters comes behind them, or none has letters.
    [[nodiscard]] bool next_line(fastx_record& record) {
        if (empty_lines == 0 && !is_line_read) look_for_letters();
        if (empty_lines > 0) {
            --empty_lines;
            record = {};
        } else if (is_line_read) {
            is_line_read = false;
            has_letters = true;
            record = {};
            record.letters = line;
        } else {
            return false;
        }
        line_name = std::to_string(++line_number);
        record.name = record.title = line_name;
        record.number = record.line = line_number;
        return true;
    }
    void look_for_letters() {
        while (!is_line_read && !lines.at_end() && (empty_lines == 0 || is_from_start)) {
            line.clear();
            for (std::string_view piece; lines.next_piece(piece);) {
                line += piece;
                if (memory > 0 && packed_bytes(0, line.size()) > memory)
                    throw more_than_allowed(file, line_number + empty_lines + 1, memory);
            }
            is_line_read = !line.empty();
            if (!is_line_read) ++empty_lines;
        }
        if (!is_line_read && has_letters && is_from_start) empty_lines = 0;
    }

    /// Holds what all records take together against what is allowed.
    void count(const fastx_record& record) {
        held += packed_bytes(record.name.size(), record.letters.size());
        if (memory > 0 && held > memory) throw more_than_allowed(file, number(), memory);
    }

    /// Of the record that is being read, or was read last.
    [[nodiscard]] std::uint64_t number() const noexcept { return holds_lines ? line_number : grammar.number(); }

    std::shared_ptr<read_watch> watch;
    std::stop_source stop;
    std::string file;
    std::unique_ptr<peekable_source> content;
    bool holds_lines;
    line_reader lines;
    fastx_grammar grammar;
    std::uint64_t memory;   ///< that may be used; 0: no bound
    std::uint64_t held = 0; ///< by the records that were read, at least
    std::string line;       ///< the current one of a file of lines
    std::string line_name;
    std::uint64_t line_number = 0;
    std::uint64_t empty_lines = 0; ///< that were read, and are passed on before the current line
    bool is_line_read = false;     ///< the current line has letters, and is not passed on
    bool has_letters = false;      ///< lines that were passed on
    bool is_from_start = true;     ///< else lines are not read ahead, as another reader goes on behind this one
};

fastx_reader::fastx_reader(std::unique_ptr<state> made) : state_(std::move(made)) {}
fastx_reader::fastx_reader(fastx_reader&&) noexcept = default;
fastx_reader& fastx_reader::operator=(fastx_reader&&) noexcept = default;
fastx_reader::~fastx_reader() = default;

fastx_reader::fastx_reader(const std::string& path, const read_options& options)
    : fastx_reader(open(path, options,
                        std::make_shared<read_watch>(options.on_progress, options.cancelled, file_bytes(path)))) {}

fastx_reader::fastx_reader(std::string_view bytes, const std::string& name, const read_options& options) {
    state_ = state::make([bytes](read_watch&, const std::stop_token&) { return open_memory(bytes); }, name, options,
                         std::make_shared<read_watch>(options.on_progress, options.cancelled, bytes.size()));
}

fastx_reader::fastx_reader(std::unique_ptr<byte_source> rest, const std::string& name, const read_options& options,
                           const fastx_position& position)
    : state_(std::make_unique<state>(std::move(rest), display_name(name), options, position)) {}

fastx_reader fastx_reader::open(const std::string& path, const read_options& options,
                                std::shared_ptr<read_watch> watch) {
    const auto open_raw = [&path](read_watch& w, const std::stop_token& stop) { return open_file(path, w, stop); };
    return fastx_reader(state::make(open_raw, path, options, std::move(watch)));
}

bool fastx_reader::next(fastx_record& record) {
    return state_->guarded([&] {
        const bool is_there = state_->holds_lines ? state_->next_line(record) : state_->grammar.next(record);
        if (is_there) state_->count(record);
        return is_there;
    });
}

void fastx_reader::rest_of_record(fastx_record& record) {
    state_->guarded([&] { state_->grammar.rest_of_record(record); });
}

void fastx_reader::cut_records(std::uint64_t most_letters) noexcept { state_->grammar.cut_records(most_letters); }

void fastx_reader::forget_records() noexcept { state_->held = 0; }

bool fastx_reader::is_cut() const noexcept { return !state_->holds_lines && state_->grammar.is_cut(); }

fastx_position fastx_reader::position() const noexcept {
    return {state_->number(), state_->lines.line() - 1, state_->holds_lines ? line_marker : state_->grammar.marker()};
}

std::string_view fastx_reader::unread() const noexcept { return state_->lines.unread(); }

letter_place fastx_reader::place_of(std::uint64_t letter) const {
    return state_->holds_lines ? letter_place{state_->line_number, letter + 1} : state_->grammar.place_of(letter);
}

bool fastx_reader::holds_lines() const noexcept { return state_->holds_lines; }

const std::string& fastx_reader::name() const noexcept { return state_->file; }

std::string expected_letter(alphabet kind) {
    switch (kind) {
    case alphabet::automatic: return "a letter of the alphabet of the letters before";
    case alphabet::utf8: return "UTF-8 (--alphabet bytes takes any byte)";
    default: return "a letter of the alphabet " + std::string(to_string(kind));
    }
}

std::uint64_t byte_of(const letter_error& failure, std::string_view letters, alphabet kind) {
    return kind == alphabet::utf8 ? sequence::sound_utf8_bytes(letters) : failure.position();
}

error more_than_allowed(const std::string& file, std::uint64_t record, std::uint64_t memory) {
    return {error_code::resource, file + ": record " + std::to_string(record) + ": the sequences take more than the " +
                                      std::to_string(memory) + " bytes of memory allowed"};
}

error wrong_letter(const fastx_reader& reader, const fastx_record& record, alphabet kind, const letter_error& failure) {
    const std::uint64_t byte = byte_of(failure, record.letters, kind);
    const letter_place place = reader.place_of(byte);
    std::string message = reader.name() + ": ";
    if (!reader.holds_lines()) message += "record " + std::to_string(record.number) + ", ";
    message += "line " + std::to_string(place.line) + ": expected " + expected_letter(kind) + ", found ";
    message += byte < record.letters.size() ? named_byte(record.letters[byte]) : "another";
    message += " in column " + std::to_string(place.column);
    if (kind == alphabet::automatic) message += std::string(" (") + failure.what() + ")";
    return {error_code::bad_input, message};
}

void add_record(sequence::set_builder& builder, const fastx_reader& reader, const fastx_record& record, alphabet kind,
                bool is_rest) {
    try {
        if (is_rest) {
            builder.packed()->extend_last(record.letters);
        } else {
            builder.add(record.name, record.letters);
        }
    } catch (const letter_error& failure) {
        throw wrong_letter(reader, record, kind, failure);
    } catch (const std::bad_alloc&) {
        throw error(error_code::resource, reader.name() + ": record " + std::to_string(record.number) +
                                              ": the sequences are too large for the memory");
    }
}

} // namespace concord::formats
