// Loads an index: the file is mapped into memory. Every byte is read once for the checksums, so damage is reported here
// and never surfaces later.
#include "problems/overlap/index_file.hpp"
#include "problems/overlap/tables.hpp"
#include "runtime/distributed/broadcast_input.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

namespace concord {
namespace {

using overlap::section;

constexpr std::size_t telling_mark = 4; ///< bytes of the mark that no text file begins with

bool is_ordinary(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

int open_to_read(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        const error_code code = errno == ENOENT || errno == ENOTDIR ? error_code::bad_input : error_code::resource;
        throw error(code, "cannot open '" + path + "': " + std::strerror(errno));
    }
    return descriptor;
}

class mapped_file {
  public:
    explicit mapped_file(const std::string& path) {
        const int descriptor = open_to_read(path);
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

    std::shared_ptr<const overlap::index_tables> read() {
        read_head();
        check_sections();
        auto tables = std::make_shared<overlap::index_tables>();
        tables->set = read_set();
        tables->given = head_.version == overlap::both_strands_version ? forward_half(tables->set) : tables->set;
        const sequence_set& set = tables->set;
        tables->text = {
            values<std::uint64_t>(section::letters, overlap::words_of_letters(letters(), head_.letter_bits)).data(),
            values<std::uint64_t>(section::cuts, overlap::words_of_cuts(letters())).data(),
            sequence::packed(set).ambiguous_plane(), letters(), head_.letter_bits};
        const std::uint64_t with_letters = head_.table[static_cast<std::size_t>(section::with_letters)].bytes / 8;
        require(with_letters <= set.size(), "a map of at most " + std::to_string(set.size()) + " sequences",
                "one of " + std::to_string(with_letters));
        tables->map = {values<overlap::begin_bits>(section::begins, overlap::words_of_begins(letters())),
                       values<std::uint64_t>(section::with_letters, with_letters)};
        if (head_.position_bits == 64)
            read_arrays<std::uint64_t>(*tables);
        else
            read_arrays<std::uint32_t>(*tables);
        tables->bytes = file_->bytes().size();
        tables->mapped = true;
        tables->owner = file_;
        runtime::thread_pool workers(run_);
        if (const auto found = overlap::find_contradiction(*tables, workers)) fail(found->expected, found->found);
        return tables;
    }

  private:
    [[noreturn]] void fail(const std::string& expected, const std::string& found) const {
        throw error(error_code::bad_input, path_ + ": not a sound index: expected " + expected + ", found " + found);
    }
    void require(bool sound, const std::string& expected, const std::string& found) const {
        if (!sound) fail(expected, found);
    }
    [[nodiscard]] std::uint64_t letters() const noexcept { return head_.text_letters; }

    void read_head() {
        const auto bytes = file_->bytes();
        const bool has_mark = bytes.size() >= head_.mark.size() &&
                              std::memcmp(bytes.data(), overlap::index_mark.data(), overlap::index_mark.size()) == 0;
        require(has_mark, "the mark of an index of concord overlap in the first 8 bytes", "other bytes");
        require(bytes.size() >= sizeof head_, "a head of " + std::to_string(sizeof head_) + " bytes",
                "the end of the file after " + std::to_string(bytes.size()));
        std::memcpy(&head_, bytes.data(), sizeof head_);
        require(head_.order == overlap::byte_order, "this machine's byte order", "another, or a damaged head");
        require(head_.version == overlap::index_version || head_.version == overlap::both_strands_version,
                "version " + std::to_string(overlap::index_version) + " or " +
                    std::to_string(overlap::both_strands_version),
                "version " + std::to_string(head_.version));
        require(head_.checksum == overlap::checksum_of(head_), "the checksum of its head", "damage");
        require(bytes.size() == head_.file_bytes, std::to_string(head_.file_bytes) + " bytes",
                std::to_string(bytes.size()));
        require(head_.position_bits == 32 || head_.position_bits == 64, "positions of 32 or 64 bits",
                std::to_string(head_.position_bits));
        require(head_.letter_bits >= 1 && head_.letter_bits <= 32, "letters of 1 to 32 bits",
                std::to_string(head_.letter_bits));
        require(head_.planes <= sequence::most_code_point_planes,
                "at most " + std::to_string(sequence::most_code_point_planes) + " planes of letters",
                std::to_string(head_.planes));
        require(letters() < std::uint64_t{1} << 56U, "fewer than 2^56 letters", std::to_string(letters()));
        const bool known = head_.alphabet == static_cast<std::uint32_t>(alphabet::dna) ||
                           head_.alphabet == static_cast<std::uint32_t>(alphabet::protein) ||
                           head_.alphabet == static_cast<std::uint32_t>(alphabet::bytes) ||
                           head_.alphabet == static_cast<std::uint32_t>(alphabet::utf8);
        require(known, "a known alphabet", "number " + std::to_string(head_.alphabet));
    }

    void check_sections() {
        std::uint64_t next = sizeof head_;
        for (std::size_t at = 0; at < overlap::sections; ++at) {
            const overlap::section_entry& entry = head_.table[at];
            require(entry.offset == next && entry.bytes <= head_.file_bytes - next &&
                        overlap::padded(entry.bytes) <= head_.file_bytes - next,
                    "section " + std::to_string(at) + " of at most " + std::to_string(head_.file_bytes - next) +
                        " bytes from byte " + std::to_string(next) + " on",
                    std::to_string(entry.bytes) + " from " + std::to_string(entry.offset) + " on");
            next += overlap::padded(entry.bytes);
        }
        require(next == head_.file_bytes,
                "sections of " + std::to_string(head_.file_bytes) + " bytes, the head included", std::to_string(next));
        constexpr std::uint64_t part = std::uint64_t{1} << 26U;
        if (head_.file_bytes <= part) run_.threads = 1; // starting more would take longer
        runtime::thread_pool workers(run_);
        workers.run(overlap::sections, [&](std::size_t at, unsigned) {
            const overlap::section_entry& entry = head_.table[at];
            overlap::checksum sum;
            const auto bytes = file_->bytes().subspan(entry.offset, overlap::padded(entry.bytes));
            for (std::uint64_t from = 0; from < bytes.size(); from += part)
                sum.add(bytes.subspan(from, std::min<std::uint64_t>(part, bytes.size() - from)));
            require(sum.value() == entry.checksum,
                    "the checksum of section " + std::to_string(at) + ", from byte " + std::to_string(entry.offset) +
                        " on",
                    "damage");
        });
    }

    /// A section of so many values.
    template <class Value>
    [[nodiscard]] std::span<const Value> values(section which, std::uint64_t count) const {
        const overlap::section_entry& entry = head_.table[static_cast<std::size_t>(which)];
        require(entry.bytes / sizeof(Value) == count && entry.bytes % sizeof(Value) == 0,
                std::to_string(count * sizeof(Value)) + " bytes of section " +
                    std::to_string(static_cast<unsigned>(which)),
                std::to_string(entry.bytes));
        // Written from arrays of the same type, at an offset that is aligned for all of them.
        return {reinterpret_cast<const Value*>(file_->bytes().data() + entry.offset), count};
    }
    template <class Value>
    [[nodiscard]] std::span<const Value> all_values(section which) const {
        return values<Value>(which, head_.table[static_cast<std::size_t>(which)].bytes / sizeof(Value));
    }

    [[nodiscard]] sequence_set read_set() const {
        sequence::packed_parts parts;
        parts.kind = static_cast<alphabet>(head_.alphabet);
        parts.saw_t = head_.saw_t != 0;
        parts.saw_u = head_.saw_u != 0;
        const std::uint64_t words = letters() / sequence::letters_per_word + 2;
        const auto planes = values<std::uint64_t>(section::planes, words * head_.planes);
        for (unsigned plane = 0; plane < head_.planes; ++plane)
            parts.planes.push_back(planes.subspan(plane * words, words));
        parts.offsets = all_values<std::uint64_t>(section::offsets);
        parts.names = all_values<char>(section::names);
        parts.name_ends = all_values<std::uint64_t>(section::name_ends);
        const auto ambiguous = all_values<std::uint64_t>(section::ambiguous);
        parts.ambiguous.assign(ambiguous.begin(), ambiguous.end());
        try {
            auto packed = std::make_shared<const sequence::packed_sequences>(parts);
            require(packed->letters() == letters(), "sequences of " + std::to_string(letters()) + " letters together",
                    std::to_string(packed->letters()));
            return sequence::make_set(std::move(packed));
        } catch (const error& trouble) {
            if (trouble.code() != error_code::bad_input || std::string(trouble.what()).starts_with(path_)) throw;
            fail("sequences that fit each other", trouble.what());
        }
    }

    /// The first half of the sequences, whose reverse complements the second half must be.
    [[nodiscard]] sequence_set forward_half(const sequence_set& both) const {
        require(both.alphabet() == alphabet::dna && both.size() % 2 == 0, "both strands of dna",
                std::to_string(both.size()) + " sequences of " + std::string(to_string(both.alphabet())));
        sequence_set_builder half(alphabet::dna);
        for (std::size_t sequence = 0; sequence < both.size() / 2; ++sequence)
            half.add(both.name(sequence), both.text(sequence, 0, both.length(sequence)));
        const sequence_set given = std::move(half).finish();
        const sequence_set expected = overlap::with_reverse_complements(given);
        require(runtime::digest_of(expected) == runtime::digest_of(both), "reverse complements behind the sequences",
                "others");
        return given;
    }

    template <class Position>
    void read_arrays(overlap::index_tables& tables) const {
        require(letters() < std::numeric_limits<Position>::max(),
                "positions of 64 bits for " + std::to_string(letters()) + " letters",
                std::to_string(head_.position_bits));
        const auto prefixes = values<Position>(section::prefixes, letters());
        const auto table = values<Position>(section::minima, overlap::range_minima<Position>::table_size(letters()));
        tables.hold(overlap::arrays<Position>{values<Position>(section::suffixes, letters()),
                                              values<Position>(section::ranks, letters()),
                                              prefixes,
                                              table,
                                              {prefixes, table}});
    }

    const std::string& path_;
    std::shared_ptr<mapped_file> file_;
    run_options run_;
    overlap::index_head head_{};
};

} // namespace

bool overlap_index::is_index_file(const std::string& path) {
    if (!is_ordinary(path)) return false; // the first bytes of a pipe can be read only once
    std::array<char, telling_mark> first{};
    const int file = open_to_read(path); // no stream: where memory or a descriptor is missing, that would say "no"
    std::size_t had = 0;
    while (had < first.size()) {
        const ::ssize_t got = ::read(file, first.data() + had, first.size() - had);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        had += static_cast<std::size_t>(got);
    }
    ::close(file);
    return std::equal(first.begin(), first.end(), overlap::index_mark.begin());
}

overlap_index overlap_index::load(const std::string& path) { return overlap_index(index_reader(path).read()); }

} // namespace concord
