// The texts of a Python list where they lie.
#pragma once

#include "letters.hpp"
#include "running.hpp"

#include <concord/symbols.hpp>
#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

namespace concord::python {

/// Views of all elements of a list, which no other thread may change meanwhile. Elements that are no texts are
/// converted.
class held_texts {
  public:
    held_texts(nb::handle list, element_numbers& numbers) {
        const auto size = static_cast<std::size_t>(PyList_GET_SIZE(list.ptr()));
        views_.resize(size);
        for (std::size_t i = 0; i < size; ++i) {
            const nb::handle one = PyList_GET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i));
            if (PyUnicode_Check(one.ptr())) {
                views_[i] = text_view(one);
                longest_ = std::max(longest_, static_cast<std::size_t>(PyUnicode_GET_LENGTH(one.ptr())));
            } else if (PyBytes_CheckExact(one.ptr())) {
                views_[i] = bytes_view(one);
                longest_ = std::max(longest_, views_[i].size());
            } else if (is_missing(one)) {
                missing_.resize(size);
                missing_[i] = 1;
            } else {
                views_[i] = made_.emplace_back(one, numbers).view();
                longest_ = std::max(longest_, views_[i].size());
            }
            let_others_run(i);
        }
    }

    /// Texts that are held elsewhere, of which none is missing.
    explicit held_texts(std::vector<symbol_view> views) : views_(std::move(views)) {
        for (const symbol_view& one : views_)
            longest_ = std::max(longest_, one.size());
    }

    /// Puts make(text), a view that outlives this, in the place of each text; none gets longer.
    template <class Make>
    void replace(const Make& make) {
        for (std::size_t i = 0; i < size(); ++i)
            if (!is_missing_at(i)) views_[i] = make(views_[i]);
    }

    [[nodiscard]] std::size_t size() const noexcept { return views_.size(); }
    [[nodiscard]] const symbol_view& operator[](std::size_t index) const { return views_[index]; }
    [[nodiscard]] bool is_missing_at(std::size_t index) const { return has_missing() && missing_[index] != 0; }
    [[nodiscard]] std::size_t longest() const noexcept { return longest_; } ///< letters
    [[nodiscard]] bool has_missing() const noexcept { return !missing_.empty(); }

  private:
    std::vector<symbol_view> views_;
    std::vector<char> missing_; ///< empty where none is
    std::size_t longest_ = 0;
    std::deque<letters> made_;
};

} // namespace concord::python
