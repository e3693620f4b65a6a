// An index from a file, which stays where it is: its pages are mapped. Every byte is read once, for the checksums; so
// what is damaged is told here, and never met later.
#include "problems/overlap/index_file.hpp"
#include "problems/overlap/tables.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

namespace concord {
namespace {

using overlap::section;

class mapped_file {
  public:
    explicit mapped_file(const std::string& path) {
        const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (descriptor < 0) {
            const error_code code = errno == ENOENT || errno == ENOTDIR ? error_code::bad_input : error_code::resource;
            throw error(code, "cannot open '" + path + "': " + std::strerror(errno));
        }
        struct stat status {};
        if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
            size_ = static_cast<std::size_t>(status.st_size);
            memory_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
        }
        ::close(descriptor);
        if (!S_ISREG(status.st_mode)) throw error(error_code::bad_input, "'" + path + "' is no ordinary file");
        if (memory_ == MAP_FAILED) throw error(error_code::resource, "cannot map '" + path + "' into memory");
    }
    mapped_file(const mapped_file&) = delete;
    mapped_file& operator=(const mapped_file&) = delete;
    ~mapped_file() {
        if (memory_ != nullptr && memory_ != MAP_FAILED) ::munmap(memory_, size_);
    }

    [[nodiscard]] std::span<const std::byte> bytes() const noexcept {
        return {static_cast<const std::byte*>(memory_), size_};
    }

  private:
    void* memory_ = nullptr;
    std::size_t size_ = 0;
};

class index_reader {
  public:
    explicit index_reader(const std::string& path) : path_(path), file_(std::make_shared<mapped_file>(path)) {}

    std::shared_ptr<const overlap_index::tables> read() {
        read_head();
        check_sections();
        auto tables = std::make_shared<overlap_index::tables>();
        tables->set = read_set();
        const sequence_set& set = tables->set;
        tables->text = {
            values<std::uint64_t>(section::letters, overlap::words_of_letters(letters(), head_.letter_bits)).data(),
            values<std::uint64_t>(section::cuts, overlap::words_of_cuts(letters())).data(),
            set.packed().ambiguous_plane(), letters(), head_.letter_bits};
        const std::uint64_t with_letters = head_.table[static_cast<std::size_t>(section::with_letters)].bytes / 8;
        require(with_letters <= set.size(), "its map of sequences is too long");
        tables->map = {values<overlap::begin_bits>(section::begins, overlap::words_of_begins(letters())),
                       values<std::uint64_t>(section::with_letters, with_letters)};
        if (head_.position_bits == 64)
            read_arrays<std::uint64_t>(*tables);
        else
            read_arrays<std::uint32_t>(*tables);
        tables->bytes = file_->bytes().size();
        tables->owner = file_;
        return tables;
    }

  private:
    void require(bool sound, const std::string& what) const {
        if (!sound) throw error(error_code::bad_input, "'" + path_ + "' is no sound index: " + what);
    }
    [[nodiscard]] std::uint64_t letters() const noexcept { return head_.text_letters; }

    void read_head() {
        const auto bytes = file_->bytes();
        const bool has_mark = bytes.size() >= head_.mark.size() &&
                              std::memcmp(bytes.data(), overlap::index_mark.data(), overlap::index_mark.size()) == 0;
        require(has_mark, "it does not begin as an index of concord overlap does");
        require(bytes.size() >= sizeof head_, "it is cut off within its head");
        std::memcpy(&head_, bytes.data(), sizeof head_);
        require(head_.order == overlap::byte_order, "its byte order is not this machine's, or its head is damaged");
        require(head_.version == overlap::index_version, "its version is " + std::to_string(head_.version) +
                                                             ", and this program knows version " +
                                                             std::to_string(overlap::index_version));
        require(head_.checksum == overlap::checksum_of(head_), "its head is damaged");
        require(bytes.size() >= head_.file_bytes, "it is cut off: " + std::to_string(head_.file_bytes) +
                                                      " bytes were written, and " + std::to_string(bytes.size()) +
                                                      " are there");
        require(bytes.size() == head_.file_bytes, "something was written behind its end");
        require(head_.position_bits == 32 || head_.position_bits == 64, "its positions have an unknown width");
        require(head_.letter_bits >= 1 && head_.letter_bits <= 32 && head_.planes <= data::most_code_point_planes,
                "its letters have an unknown width");
        require(letters() < std::uint64_t{1} << 56U, "its number of letters cannot be");
        const bool known = head_.alphabet == static_cast<std::uint32_t>(alphabet::dna) ||
                           head_.alphabet == static_cast<std::uint32_t>(alphabet::protein) ||
                           head_.alphabet == static_cast<std::uint32_t>(alphabet::bytes) ||
                           head_.alphabet == static_cast<std::uint32_t>(alphabet::utf8);
        require(known, "its alphabet is unknown");
    }

    void check_sections() const {
        std::uint64_t next = sizeof head_;
        for (std::size_t at = 0; at < overlap::sections; ++at) {
            const overlap::section_entry& entry = head_.table[at];
            require(entry.offset == next && entry.bytes <= head_.file_bytes - next &&
                        overlap::padded(entry.bytes) <= head_.file_bytes - next,
                    "section " + std::to_string(at) + " is not where it should be");
            next += overlap::padded(entry.bytes);
        }
        require(next == head_.file_bytes, "its sections do not fill it");
        constexpr std::uint64_t part = std::uint64_t{1} << 26U;
        run_options run;
        if (head_.file_bytes <= part) run.threads = 1; // to start others would take longer
        exec::workers workers(run);
        workers.run(overlap::sections, [&](std::size_t at, unsigned) {
            const overlap::section_entry& entry = head_.table[at];
            overlap::checksum sum;
            const auto bytes = file_->bytes().subspan(entry.offset, overlap::padded(entry.bytes));
            for (std::uint64_t from = 0; from < bytes.size(); from += part)
                sum.add(bytes.subspan(from, std::min<std::uint64_t>(part, bytes.size() - from)));
            require(sum.value() == entry.checksum, "section " + std::to_string(at) + ", from byte " +
                                                       std::to_string(entry.offset) + " on, is damaged");
        });
    }

    /// A section of so many values.
    template <class Value>
    [[nodiscard]] std::span<const Value> values(section which, std::uint64_t count) const {
        const overlap::section_entry& entry = head_.table[static_cast<std::size_t>(which)];
        require(entry.bytes / sizeof(Value) == count && entry.bytes % sizeof(Value) == 0,
                "section " + std::to_string(static_cast<unsigned>(which)) + " has not the length it should have");
        // Written from arrays of the same type, to a place that is aligned for all of them.
        return {reinterpret_cast<const Value*>(file_->bytes().data() + entry.offset), count};
    }
    template <class Value>
    [[nodiscard]] std::span<const Value> all_values(section which) const {
        return values<Value>(which, head_.table[static_cast<std::size_t>(which)].bytes / sizeof(Value));
    }

    [[nodiscard]] sequence_set read_set() const {
        data::packed_parts parts;
        parts.kind = static_cast<alphabet>(head_.alphabet);
        parts.saw_t = head_.saw_t != 0;
        parts.saw_u = head_.saw_u != 0;
        const std::uint64_t words = letters() / data::letters_per_word + 2;
        const auto planes = values<std::uint64_t>(section::planes, words * head_.planes);
        for (unsigned plane = 0; plane < head_.planes; ++plane)
            parts.planes.push_back(planes.subspan(plane * words, words));
        parts.offsets = all_values<std::uint64_t>(section::offsets);
        parts.names = all_values<char>(section::names);
        parts.name_ends = all_values<std::uint64_t>(section::name_ends);
        const auto ambiguous = all_values<std::uint64_t>(section::ambiguous);
        parts.ambiguous.assign(ambiguous.begin(), ambiguous.end());
        try {
            auto packed = std::make_shared<const data::packed_sequences>(parts);
            require(packed->letters() == letters(), "its sequences have not the letters of its text");
            return sequence_set(std::move(packed));
        } catch (const error& trouble) {
            if (trouble.code() != error_code::bad_input) throw;
            throw error(error_code::bad_input, "'" + path_ + "' is no sound index: " + trouble.what());
        }
    }

    template <class Position>
    void read_arrays(overlap_index::tables& tables) const {
        require(letters() < std::numeric_limits<Position>::max(), "its positions are too narrow");
        const auto prefixes = values<Position>(section::prefixes, letters());
        const auto table = values<Position>(section::minima, overlap::range_minima<Position>::table_size(letters()));
        tables.arrays = overlap::arrays<Position>{values<Position>(section::suffixes, letters()),
                                                  values<Position>(section::ranks, letters()),
                                                  prefixes,
                                                  table,
                                                  {prefixes, table}};
    }

    const std::string& path_;
    std::shared_ptr<mapped_file> file_;
    overlap::index_head head_{};
};

} // namespace

overlap_index overlap_index::load(const std::string& path) { return overlap_index(index_reader(path).read()); }

} // namespace concord
