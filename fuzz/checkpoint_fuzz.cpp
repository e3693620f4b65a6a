// Any bytes as the files of a checkpoint: what is not sound is bad input, or, for the blocks of rows, left out and
// written again; what was kept is given back. The first byte says which file, and whether its checksums are made right.
#include "base/checksum.hpp"
#include "promise.hpp"
#include "runtime/distributed/checkpoint.hpp"

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace {

using namespace concord;
using fuzz::require;
namespace fs = std::filesystem;

constexpr std::string_view mark = "concord checkpoint 1\n";
constexpr std::string_view mark_of_blocks = "concord blocks 1";
constexpr std::uint64_t call = 0x1122334455667788U;

/// Empty at the start of every input; removed at the end.
class folder {
  public:
    folder() : path_(fs::temp_directory_path() / ("checkpoint_fuzz_" + std::to_string(::getpid()))) { clear(); }
    folder(const folder&) = delete;
    folder& operator=(const folder&) = delete;
    ~folder() { fs::remove_all(path_); }

    void clear() const {
        fs::remove_all(path_);
        fs::create_directories(path_);
    }
    [[nodiscard]] const fs::path& path() const noexcept { return path_; }
    void write(const char* name, std::string_view bytes) const {
        std::ofstream(path_ / name, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }

  private:
    fs::path path_;
};

std::string_view as_text(const std::uint64_t& number) {
    return {reinterpret_cast<const char*>(&number), sizeof number};
}

/// Numbers and lists as a checkpoint has them, few of which are odd, and the right checksum. (A list of a billion
/// finished tasks is sound, and takes its memory.)
std::string file_of_checkpoint(fuzz::choices& from) {
    std::string file(mark);
    for (const std::string_view fact : {"k", "3"}) {
        if (file.size() == mark.size()) file += as_text(1);
        file += as_text(fact.size());
        file += fact;
    }
    while (!from.empty()) {
        const std::uint64_t number = from.byte();
        file += as_text(number == 255 ? 5000 : number % 32);
    }
    file += as_text(base::checksum_of(std::as_bytes(std::span(file))));
    return file;
}

void try_checkpoint(const folder& in, fuzz::choices& from, bool mended) {
    const std::string file = mended ? file_of_checkpoint(from) : std::string(from.rest());
    in.write("0.checkpoint", file);
    in.write("0-1.step", "a long result");
    const std::vector<runtime::call_fact> about = {{"k", "3"}};
    runtime::checkpoint kept(in.path(), true);
    if (!fuzz::is_sound([&] { kept.begin(about); })) return;
    for (std::uint64_t step = 0; step < 4; ++step) {
        const auto* const finished = kept.finished(step);
        require(finished == nullptr || finished->size() <= file.size() + 13, "a result was in the files");
        static_cast<void>(kept.begun(step));
    }
}

/// Any bytes behind the head; or frames whose checksums are right.
std::string file_of_blocks(fuzz::choices& from, bool mended) {
    std::string file = std::string(mark_of_blocks) + std::string(as_text(call));
    if (!mended) return file + std::string(from.rest());
    while (!from.empty()) {
        const std::uint64_t block = from.below(5);
        const std::string content(from.below(20), static_cast<char>(from.byte()));
        const std::uint64_t damage = from.below(8) == 0 ? 1 : 0;
        file += as_text(block);
        file += as_text(content.size());
        file += as_text(base::checksum_of_block(block, std::as_bytes(std::span(content))) ^ damage);
        file += content;
    }
    return file;
}

void try_blocks(const folder& in, fuzz::choices& from, bool mended) {
    in.write("0-1.blocks", file_of_blocks(from, mended));
    const fs::path path = in.path() / "0-1.blocks";
    constexpr std::uint64_t added = 1000;
    const std::string content = "rows of a block";
    std::map<std::uint64_t, runtime::byte_string> held;
    {
        runtime::checkpoint_blocks blocks(path, call);
        for (std::uint64_t block = 0; block < 8; ++block)
            if (blocks.has(block)) held[block] = blocks.read(block);
        blocks.append(added, std::as_bytes(std::span(content)));
    }
    runtime::checkpoint_blocks again(path, call);
    require(again.has(added) && again.read(added).size() == content.size(), "what was added is there");
    for (std::uint64_t block = 0; block < 8; ++block)
        require(again.has(block) == held.contains(block) && (!again.has(block) || again.read(block) == held[block]),
                "what was there is as it was");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const folder in;
    in.clear();
    fuzz::choices from(data, size);
    const std::uint8_t choice = from.byte();
    if (choice % 2 == 0)
        try_checkpoint(in, from, choice % 4 == 0);
    else
        try_blocks(in, from, choice % 4 == 1);
    return 0;
}
