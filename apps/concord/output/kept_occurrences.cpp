#include "output/kept_occurrences.hpp"

namespace concord::app {
namespace {

void put(std::string& to, std::uint64_t number) { put_number(to, number); }

void put(std::string& to, std::string_view text) {
    put_number(to, text.size());
    to += text;
}

std::string_view take_text(std::string_view& from) {
    const std::size_t size = take_number(from);
    const std::string_view text = from.substr(0, size);
    from.remove_prefix(size);
    return text;
}

} // namespace

void kept_occurrences::add(const pattern_occurrence& one, std::string_view name) {
    std::string& to = lists_[2 * one.pattern + (one.is_reverse ? 1 : 0)].last;
    const std::size_t before = to.size();
    put(to, one.sequence);
    put(to, name);
    put(to, one.end);
    put(to, one.end - one.start);
    put(to, one.edits);
    put(to, cigar(one.alignment));
    bytes_ += to.size() - before;
    ++count_;
    if (bytes_ > most_bytes_) move_to_file();
}

void kept_occurrences::move_to_file() {
    for (list& each : lists_) {
        if (each.last.empty()) continue;
        each.before.push_back({.begin = file_.size(), .size = each.last.size()});
        file_.append(each.last);
        std::string().swap(each.last); // an assignment would keep its memory
    }
    bytes_ = 0;
}

void kept_occurrences::for_each(const std::function<void(const row&)>& take) const {
    std::string part;
    for (std::size_t number = 0; number < lists_.size(); ++number) {
        const auto pass_on = [&](std::string_view left) {
            while (!left.empty()) {
                row one{};
                one.pattern = number / 2;
                one.is_reverse = number % 2 == 1;
                one.sequence = take_number(left);
                one.name = take_text(left);
                one.end = take_number(left);
                one.start = one.end - take_number(left);
                one.edits = take_number(left);
                one.cigar = take_text(left);
                take(one);
            }
        };
        for (const file_part& each : lists_[number].before) {
            file_.read(each.begin, each.size, part);
            pass_on(part);
        }
        pass_on(lists_[number].last);
    }
}

} // namespace concord::app
