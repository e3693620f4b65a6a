#include "used_rates.hpp"

#include "formats/rates_file.hpp"

#include <concord/machine_rates.hpp>

#include <fmt/format.h>
#include <utility>

namespace concord::app {

const used_rates& use_saved_rates() {
    static const used_rates used = [] {
        used_rates made;
        made.file = formats::rates_path();
        formats::saved_rates saved = formats::read_rates(made.file);
        made.why_not = std::move(saved.why_not);
        made.are_measured = saved.rates.has_value();
        if (saved.rates) use_machine_rates(*saved.rates);
        return made;
    }();
    return used;
}

std::string note_of(const used_rates& used) {
    if (used.are_measured) return fmt::format("estimates by the rates of this machine ({})", used.file);
    return fmt::format(
        "estimates by the rates of the reference machine ({}{}{}); 'concord devices --calibrate' measures "
        "this one",
        used.file, used.file.empty() ? "" : ": ", used.why_not);
}

} // namespace concord::app
