#include <concord/run.hpp>

namespace concord {

std::string_view version() noexcept { return CONCORD_VERSION; }

} // namespace concord
