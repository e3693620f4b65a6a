// Letters as numbers, where they lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

namespace concord {

/// Numbers that stand for letters, not owned, of 1, 2 or 4 bytes each: code points of a text in the form in which a
/// program holds it, tokens. Views of different widths can be compared with each other. Cheap to copy.
class symbol_view {
  public:
    using any =
        std::variant<std::span<const std::uint8_t>, std::span<const std::uint16_t>, std::span<const std::uint32_t>>;

    symbol_view() = default;
    explicit symbol_view(std::span<const std::uint8_t> symbols) : symbols_(symbols) {}
    explicit symbol_view(std::span<const std::uint16_t> symbols) : symbols_(symbols) {}
    explicit symbol_view(std::span<const std::uint32_t> symbols) : symbols_(symbols) {}

    /// Calls `take` with the span of whatever width it has. Without the exception that std::visit may throw.
    template <class Take>
    decltype(auto) visit(Take&& take) const {
        if (const auto* bytes = std::get_if<0>(&symbols_)) return take(*bytes);
        if (const auto* pairs = std::get_if<1>(&symbols_)) return take(*pairs);
        return take(*std::get_if<2>(&symbols_));
    }

    [[nodiscard]] std::size_t size() const noexcept {
        return visit([](auto symbols) { return symbols.size(); });
    }

  private:
    any symbols_;
};

} // namespace concord
