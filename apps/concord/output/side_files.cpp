#include "output/side_files.hpp"

#include "options/common_options.hpp"

namespace concord::app {

side_files::side_files(const std::vector<std::string>& paths) {
    for (const std::string& path : paths)
        if (!path.empty()) files_.try_emplace(path, path);
}

void side_files::write(const std::string& path, const std::function<void(const formats::byte_sink&)>& writer) {
    const auto file = files_.find(path);
    if (file == files_.end()) return;
    writer(file->second.sink());
    file->second.finish();
}

formats::byte_sink side_files::sink(const std::string& path) {
    const auto file = files_.find(path);
    return file == files_.end() ? [](std::string_view /*bytes*/) {} : file->second.sink();
}

void side_files::finish() {
    for (auto& [path, file] : files_)
        file.finish();
}

void side_files::commit() {
    for (auto& [path, file] : files_)
        file.commit();
}

void name_all(formats::output_file& answer, bool is_printed, side_files& beside,
              const std::function<void()>& write_answer) {
    if (!is_printed) write_answer();
    stop_if_interrupted();
    beside.commit();
    if (is_printed) write_answer();
    answer.commit();
}

} // namespace concord::app
