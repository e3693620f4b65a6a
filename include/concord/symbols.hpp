// Views of letters as numbers.
#pragma once

#include <concord/language.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

namespace concord {

/// A view of numbers of 1, 2 or 4 bytes that represent letters: code points of a text in the width in which a program
/// stores it, or tokens. Views of different widths can be compared with each other. Cheap to copy.
class symbol_view {
  public:
    using any =
        std::variant<std::span<const std::uint8_t>, std::span<const std::uint16_t>, std::span<const std::uint32_t>>;

    symbol_view() = default;
    explicit symbol_view(std::span<const std::uint8_t> symbols) : symbols_(symbols) {}
    explicit symbol_view(std::span<const std::uint16_t> symbols) : symbols_(symbols) {}
    explicit symbol_view(std::span<const std::uint32_t> symbols) : symbols_(symbols) {}

    /// Calls `take` with the span in its width. Unlike std::visit it does not throw.
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
