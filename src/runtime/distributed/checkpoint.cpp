#include "runtime/distributed/checkpoint.hpp"

#include "base/checksum.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace concord::runtime {
namespace {

using base::checksum_of;

constexpr std::string_view mark = "concord checkpoint 1\n";
constexpr std::chrono::milliseconds between_saves{1000};
constexpr std::size_t long_result = std::size_t{1} << 16U; ///< has a file of its own

[[noreturn]] void fail(const std::filesystem::path& where, int number) {
    throw error(error_code::resource, "checkpoint " + where.string() + ": " + std::system_category().message(number));
}

[[noreturn]] void damaged(const std::filesystem::path& where) {
    throw error(error_code::bad_input, "checkpoint " + where.string() + ": it is damaged or cut off");
}

/// A regular file; links are not followed, as somebody else may have made them.
byte_string read_file(const std::filesystem::path& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0 && errno == ENOENT) damaged(path);
    if (file < 0) fail(path, errno);
    struct stat found {};
    int trouble = ::fstat(file, &found) != 0 ? errno : S_ISREG(found.st_mode) ? 0 : EINVAL;
    byte_string content(trouble == 0 ? static_cast<std::size_t>(found.st_size) : 0);
    for (std::size_t held = 0; held < content.size() && trouble == 0;) {
        const ::ssize_t count = ::read(file, content.data() + held, content.size() - held);
        if (count < 0 && errno != EINTR) trouble = errno;
        if (count == 0) content.resize(held); // it became shorter: the checksum tells
        if (count > 0) held += static_cast<std::size_t>(count);
    }
    ::close(file);
    if (trouble != 0) fail(path, trouble);
    return content;
}

/// What others can put into a folder of theirs is no work of ours. In a folder such as /tmp, a folder of our own is.
void require_trusted(const std::filesystem::path& folder, int descriptor) {
    struct stat found {};
    if (::fstat(descriptor, &found) != 0) fail(folder, errno);
    if (found.st_uid != ::geteuid() && (found.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        throw error(error_code::resource,
                    "checkpoint " + folder.string() +
                        ": the folder belongs to another user, and others may write to it; name a "
                        "folder of your own");
}

/// Ascending numbers as runs: tasks end nearly in order.
void write_runs(byte_writer& to, std::vector<std::uint64_t> numbers) {
    std::sort(numbers.begin(), numbers.end());
    std::vector<std::uint64_t> runs; // first, end
    for (const std::uint64_t number : numbers) {
        if (runs.empty() || runs.back() != number) runs.insert(runs.end(), {number, number});
        ++runs.back();
    }
    to.list(runs);
}

std::vector<std::uint64_t> read_runs(byte_reader& from, const std::filesystem::path& file) {
    const auto runs = from.list<std::uint64_t>();
    if (runs.size() % 2 != 0 || !std::is_sorted(runs.begin(), runs.end())) damaged(file);
    std::vector<std::uint64_t> numbers;
    for (std::size_t at = 0; at < runs.size(); at += 2)
        for (std::uint64_t number = runs[at]; number < runs[at + 1]; ++number)
            numbers.push_back(number);
    return numbers;
}

/// Waits a little for a process that is about to exit: one that was killed while it used a GPU takes a second or two.
bool locks(int descriptor) {
    using namespace std::chrono_literals;
    for (const auto begin = std::chrono::steady_clock::now(); std::chrono::steady_clock::now() - begin < 5s;) {
        if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return true;
        std::this_thread::sleep_for(50ms);
    }
    return false;
}

void require_same(const std::filesystem::path& where, std::span<const call_fact> kept,
                  std::span<const call_fact> asked) {
    for (const call_fact& fact : asked) {
        const auto same =
            std::find_if(kept.begin(), kept.end(), [&](const auto& each) { return each.name == fact.name; });
        const std::string was = same == kept.end() ? "nothing" : same->value;
        if (was != fact.value)
            throw error(error_code::bad_input, "checkpoint " + where.string() + " is of another run: its " + fact.name +
                                                   " is " + was + ", and now it is " + fact.value);
    }
    if (kept.size() != asked.size())
        throw error(error_code::bad_input, "checkpoint " + where.string() + " is of another run: of another command");
}

} // namespace

checkpoint::checkpoint(std::filesystem::path folder, bool resume) : folder_(std::move(folder)), saving_(between_saves) {
    std::error_code trouble;
    std::filesystem::create_directories(folder_, trouble);
    descriptor_ = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor_ < 0) fail(folder_, trouble ? trouble.value() : errno);
    try {
        require_trusted(folder_, descriptor_);
        if (!locks(descriptor_))
            throw error(error_code::resource, "checkpoint " + folder_.string() + ": another process is using it");
        if (!resume && std::filesystem::exists(folder_ / "0.checkpoint"))
            throw error(error_code::usage,
                        "checkpoint " + folder_.string() +
                            ": there is one already; --resume goes on from it, or name another folder");
    } catch (...) {
        ::close(descriptor_);
        throw;
    }
}

checkpoint::~checkpoint() { ::close(descriptor_); }

std::filesystem::path checkpoint::name_of_step(std::uint64_t step) const {
    return std::to_string(calls_ - 1) + "-" + std::to_string(step) + ".step";
}

void checkpoint::begin(std::span<const call_fact> about) {
    const std::filesystem::path file = folder_ / (std::to_string(calls_++) + ".checkpoint");
    finished_.clear();
    in_files_.clear();
    is_under_way_ = false;
    about_.assign(about.begin(), about.end());
    if (std::filesystem::exists(std::filesystem::symlink_status(file))) {
        load(file, about);
    } else {
        save(); // fails now, before the work begins, if the folder is not writable
    }
}

void checkpoint::load(const std::filesystem::path& file, std::span<const call_fact> about) {
    const byte_string content = read_file(file);
    std::uint64_t sum = 0;
    if (content.size() < mark.size() + sizeof sum || std::memcmp(content.data(), mark.data(), mark.size()) != 0)
        damaged(file);
    const auto body = std::span(content).first(content.size() - sizeof sum);
    std::memcpy(&sum, content.data() + body.size(), sizeof sum);
    if (checksum_of(body) != sum) damaged(file);

    byte_reader reader(body.subspan(mark.size()));
    std::vector<call_fact> kept;
    for (std::uint64_t rest = reader.number(); rest > 0; --rest) {
        std::string name = reader.text();
        kept.push_back({std::move(name), reader.text()});
    }
    require_same(folder_, kept, about);
    for (std::uint64_t rest = reader.number(); rest > 0; --rest) {
        const std::uint64_t step = reader.number();
        finished_[step] = reader.list<std::byte>();
    }
    for (std::uint64_t rest = reader.number(); rest > 0; --rest) {
        const std::uint64_t step = reader.number();
        in_files_[step] = reader.number();
        const std::filesystem::path of_step = folder_ / name_of_step(step);
        finished_[step] = read_file(of_step);
        if (checksum_of(finished_[step]) != in_files_[step]) damaged(of_step);
    }
    is_under_way_ = reader.number() != 0;
    step_under_way_ = reader.number();
    under_way_.tasks = read_runs(reader, file);
    under_way_.best = reader.number();
    under_way_.sum = reader.list<std::byte>();
}

const byte_string* checkpoint::finished(std::uint64_t step) const {
    const auto found = finished_.find(step);
    return found == finished_.end() ? nullptr : &found->second;
}

const checkpoint::under_way* checkpoint::begun(std::uint64_t step) const {
    return is_under_way_ && step_under_way_ == step ? &under_way_ : nullptr;
}

void checkpoint::finish(std::uint64_t step, byte_string result) {
    finished_[step] = std::move(result);
    is_under_way_ = false;
    under_way_ = {};
    if (is_due()) save();
}

void checkpoint::keep(std::uint64_t step, under_way done) {
    step_under_way_ = step;
    under_way_ = std::move(done);
    is_under_way_ = true;
}

std::unique_ptr<checkpoint_blocks> checkpoint::blocks_of(std::uint64_t step) const {
    byte_writer about;
    for (const call_fact& fact : about_) {
        about.text(fact.name);
        about.text(fact.value);
    }
    const std::filesystem::path name = std::to_string(calls_ - 1) + "-" + std::to_string(step) + ".blocks";
    return std::make_unique<checkpoint_blocks>(folder_ / name, checksum_of(about.take()));
}

void checkpoint::write_all() {
    for (const auto& [step, result] : finished_) {
        if (result.size() < long_result || in_files_.contains(step)) continue;
        write_file(name_of_step(step), result);
        in_files_[step] = checksum_of(result);
    }
    byte_writer writer;
    writer.number(about_.size());
    for (const call_fact& fact : about_) {
        writer.text(fact.name);
        writer.text(fact.value);
    }
    writer.number(finished_.size() - in_files_.size());
    for (const auto& [step, result] : finished_) {
        if (in_files_.contains(step)) continue;
        writer.number(step);
        writer.list(result);
    }
    writer.number(in_files_.size());
    for (const auto& [step, sum] : in_files_) {
        writer.number(step);
        writer.number(sum);
    }
    writer.number(is_under_way_ ? 1 : 0);
    writer.number(step_under_way_);
    write_runs(writer, under_way_.tasks);
    writer.number(under_way_.best);
    writer.list(under_way_.sum);

    const auto marked = std::as_bytes(std::span(mark));
    byte_string content(marked.begin(), marked.end());
    const byte_string body = writer.take();
    content.insert(content.end(), body.begin(), body.end());
    const std::uint64_t sum = checksum_of(content);
    const auto last = std::as_bytes(std::span(&sum, 1));
    content.insert(content.end(), last.begin(), last.end());
    write_file(std::to_string(calls_ - 1) + ".checkpoint", content);
}

void checkpoint::write_file(const std::filesystem::path& name, std::span<const std::byte> content) const {
    const std::string part = name.string() + ".part";
    ::unlinkat(descriptor_, part.c_str(), 0); // what a killed process left, or a link
    const int file = ::openat(descriptor_, part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0) fail(folder_ / name, errno);
    int trouble = 0;
    while (!content.empty() && trouble == 0) {
        const ::ssize_t written = ::write(file, content.data(), content.size());
        if (written < 0 && errno != EINTR) trouble = errno;
        if (written > 0) content = content.subspan(static_cast<std::size_t>(written));
    }
    if (trouble == 0 && ::fsync(file) != 0) trouble = errno;
    if (::close(file) != 0 && trouble == 0) trouble = errno;
    if (trouble == 0 && ::renameat(descriptor_, part.c_str(), descriptor_, name.c_str()) != 0) trouble = errno;
    if (trouble != 0) {
        ::unlinkat(descriptor_, part.c_str(), 0);
        fail(folder_ / name, trouble);
    }
    if (::fsync(descriptor_) != 0) fail(folder_, errno);
}

} // namespace concord::runtime
