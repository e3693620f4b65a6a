#include "support/sequence_text.hpp"

#include <cstdlib>

namespace concord::test {

sequence_set make_set(const std::vector<std::string>& sequences, alphabet kind) {
    sequence_set_builder builder(kind);
    for (std::size_t index = 0; index < sequences.size(); ++index)
        builder.add("s" + std::to_string(index), sequences[index]);
    return std::move(builder).finish();
}

std::vector<std::string> random_texts(std::mt19937_64& random, const std::string& letters, std::size_t count,
                                      std::size_t longest) {
    std::vector<std::string> made(count);
    for (std::string& text : made)
        for (std::uint64_t rest = random() % (longest + 1); rest > 0; --rest)
            text += letters[random() % letters.size()];
    return made;
}

std::optional<std::filesystem::path> shared_data(const std::string& name) {
    const char* folder = std::getenv("CONCORD_SHARED_DATA");
    const std::filesystem::path file =
        (folder != nullptr ? std::filesystem::path(folder)
                           : std::filesystem::path(CONCORD_SOURCE_DIR) / "../shared/data") /
        name;
    if (!std::filesystem::exists(file)) return std::nullopt;
    return file;
}

} // namespace concord::test
