// Lists that may hold millions, made short enough for a page.
#include "report/page.hpp"

#include "sequence/utf8.hpp"

#include <algorithm>

namespace concord::app::report {
namespace {

struct bounds {
    std::size_t elements;
    std::size_t letters; ///< of a string, in bytes
};

/// Cuts what is too long anywhere in `value`; `path` is the JSON pointer of it, `cut` gets what was.
void shorten(json& value, const bounds& most, const std::string& path, json& cut) {
    if (value.is_string()) {
        auto& text = value.get_ref<std::string&>();
        if (text.size() <= most.letters) return;
        cut.push_back({{"at", path}, {"bytes", text.size()}, {"kept", most.letters}});
        text.resize(most.letters);
        text.resize(sequence::sound_utf8_bytes(text));
    } else if (value.is_array()) {
        if (value.size() > most.elements) {
            cut.push_back({{"at", path}, {"elements", value.size()}, {"kept", most.elements}});
            value.erase(value.begin() + static_cast<std::ptrdiff_t>(most.elements), value.end());
        }
        for (std::size_t i = 0; i < value.size(); ++i)
            shorten(value[i], most, path + "/" + std::to_string(i), cut);
    } else if (value.is_object()) {
        for (const auto& item : value.items())
            shorten(item.value(), most, path + "/" + item.key(), cut);
    }
}

} // namespace

std::string bounded_json(std::string_view whole, std::size_t bytes) {
    if (whole.size() <= bytes) return std::string(whole);
    const json parsed = json::parse(whole);
    for (bounds most{1000, 20'000};; most = {most.elements / 2, most.letters / 2}) {
        json shorter = parsed;
        json cut = parsed.contains("cut") ? parsed["cut"] : json::array();
        shorten(shorter, most, "", cut);
        if (cut.size() > 20) { // the longest lists say enough
            const std::size_t all = cut.size();
            cut.erase(cut.begin() + 20, cut.end());
            cut.push_back({{"more", all - 20}});
        }
        shorter["cut"] = cut;
        if (std::string text = dumped(shorter); text.size() <= bytes || most.letters < 16) return text;
    }
}

} // namespace concord::app::report
