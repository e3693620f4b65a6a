#include <io/printable.hpp>

#include <fmt/format.h>

namespace concord::io {

std::string grouped(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t i = digits.size(); i > 3;)
        digits.insert(i -= 3, 1, ',');
    return digits;
}

std::string counted(std::uint64_t number, std::string_view noun) {
    const bool takes_es = noun.ends_with("ch");
    return fmt::format("{} {}{}", grouped(number), noun, number == 1 ? "" : takes_es ? "es" : "s");
}

std::string escaped(std::string_view letters) {
    std::string shown;
    shown.reserve(letters.size());
    for (const char letter : letters) {
        const auto value = static_cast<unsigned char>(letter);
        if (value < ' ' || value > '~')
            shown += fmt::format("\\x{:02x}", value);
        else if (letter == '\\')
            shown += "\\\\";
        else
            shown.push_back(letter);
    }
    return shown;
}

} // namespace concord::io
