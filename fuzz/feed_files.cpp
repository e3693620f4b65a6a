// Feeds a target with files, where there is no libFuzzer: NAME_files [--mutations N] [--seed S] FILE|FOLDER…
// With mutations, so many copies of the files, changed at random, follow; the same seed gives the same copies anywhere.
// The input that ends the process is written to the file failing-input.
#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" __attribute__((weak)) int LLVMFuzzerInitialize(int* argc, char*** argv);

namespace {

namespace fs = std::filesystem;

/// Of the input that runs now: printed, and written to a file, where it ends the process.
std::string running;
const std::string* running_bytes = nullptr;

void feed(const std::string& bytes, const std::string& name) {
    running = name + "\n";
    running_bytes = &bytes;
    // A copy of just that size, so that a sanitizer sees what reads beyond it.
    const std::vector<std::uint8_t> data(bytes.begin(), bytes.end());
    LLVMFuzzerTestOneInput(data.data(), data.size());
}

std::vector<fs::path> files_of(const std::vector<std::string>& named) {
    std::vector<fs::path> files;
    for (const std::string& name : named) {
        if (!fs::is_directory(name)) {
            files.emplace_back(name);
            continue;
        }
        for (const fs::directory_entry& each : fs::directory_iterator(name))
            if (each.is_regular_file()) files.push_back(each.path());
    }
    std::ranges::sort(files);
    return files;
}

/// Some of what libFuzzer does: bits and bytes, pieces left out, doubled, or taken from another input.
std::string mutated(std::string bytes, const std::vector<std::string>& others, std::mt19937_64& chance) {
    constexpr std::size_t longest = 4096;
    const auto below = [&](std::size_t bound) {
        return static_cast<std::size_t>(chance() % std::max<std::size_t>(bound, 1));
    };
    for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
        const std::size_t at = below(bytes.size() + 1);
        const std::size_t count = std::min(bytes.size() - at, 1 + below(below(4) == 0 ? 64 : 4));
        const std::string& other = others[below(others.size())];
        switch (below(6)) {
        case 0:
            if (at < bytes.size())
                bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ (1U << below(8)));
            break;
        case 1:
            if (at < bytes.size()) bytes[at] = static_cast<char>(below(256));
            break;
        case 2: bytes.erase(at, count); break;
        case 3: bytes.insert(at, bytes.substr(below(bytes.size() + 1), count)); break;
        case 4: bytes.insert(at, 1 + below(3), static_cast<char>(below(256))); break;
        default: bytes.replace(at, count, other.substr(below(other.size() + 1), 1 + below(64)));
        }
    }
    if (bytes.size() > longest) bytes.resize(longest);
    return bytes;
}

extern "C" void name_the_input(int) {
    static_cast<void>(::write(STDERR_FILENO, running.data(), running.size()) == 0);
    // Only calls that are safe in a handler of signals.
    const int file = ::open("failing-input", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file >= 0) static_cast<void>(::write(file, running_bytes->data(), running_bytes->size()) == 0);
    std::_Exit(1);
}

} // namespace

int main(int argc, char** argv) {
    std::signal(SIGABRT, name_the_input);
    std::signal(SIGSEGV, name_the_input);
    if (LLVMFuzzerInitialize != nullptr) LLVMFuzzerInitialize(&argc, &argv);
    std::size_t mutations = 0;
    std::uint64_t seed = 1;
    std::vector<std::string> named;
    for (int at = 1; at < argc; ++at) {
        const std::string_view word = argv[at];
        if (word == "--mutations" && at + 1 < argc)
            mutations = std::strtoull(argv[++at], nullptr, 10);
        else if (word == "--seed" && at + 1 < argc)
            seed = std::strtoull(argv[++at], nullptr, 10);
        else
            named.emplace_back(word);
    }
    std::vector<std::string> inputs;
    for (const fs::path& file : files_of(named)) {
        std::ifstream stream(file, std::ios::binary);
        inputs.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
        feed(inputs.back(), file.string());
    }
    if (inputs.empty()) {
        std::fputs("there is no file to feed\n", stderr);
        return 2;
    }
    std::mt19937_64 chance(seed);
    for (std::size_t number = 0; number < mutations; ++number) {
        const std::string input = mutated(inputs[chance() % inputs.size()], inputs, chance);
        feed(input, "mutation " + std::to_string(number) + " of seed " + std::to_string(seed));
    }
    std::printf("%zu files and %zu mutations of them\n", inputs.size(), mutations);
    return 0;
}
