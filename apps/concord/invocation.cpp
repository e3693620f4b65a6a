#include "invocation.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace concord::app {
namespace {

std::string& remembered() {
    static std::string line;
    return line;
}

std::string quoted(std::string_view word) {
    const auto is_plain = [](char letter) {
        return (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'Z') ||
               (letter >= 'a' && letter <= 'z') ||
               std::string_view("_-+=./,:@%").find(letter) != std::string_view::npos;
    };
    if (!word.empty() && std::ranges::all_of(word, is_plain)) return std::string(word);
    std::string out = "'";
    for (const char letter : word) {
        if (letter == '\'')
            out += "'\\''";
        else
            out.push_back(letter);
    }
    return out + "'";
}

} // namespace

void remember_invocation(int argc, char** argv) {
    std::string& line = remembered();
    line.clear();
    for (int i = 0; i < argc; ++i) {
        if (i > 0) line.push_back(' ');
        line += i == 0 ? std::filesystem::path(argv[0]).filename().string() : quoted(argv[i]);
    }
}

const std::string& invocation() { return remembered(); }

} // namespace concord::app
