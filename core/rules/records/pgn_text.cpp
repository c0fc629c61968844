// Finds tags, lines and the commands in comments.
#include "rules/records/pgn_text.h"

#include <algorithm>
#include <charconv>

namespace boardworth::pgn {

namespace {

std::size_t skip_spaces(std::string_view text, std::size_t at) {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
    return at;
}

std::size_t name_end(std::string_view text, std::size_t at) {
    while (at < text.size() && (is_letter(text[at]) || is_digit(text[at]) || text[at] == '_')) ++at;
    return at;
}

bool is_empty_line(std::string_view text, std::size_t at) {
    while (at < text.size() && text[at] != '\n' && is_blank(text[at])) ++at;
    return at == text.size() || text[at] == '\n';
}

std::size_t line_before(std::string_view text, std::size_t at) {
    if (at == 0) return 0;
    const std::size_t end = text.rfind('\n', at - 1);
    if (end == 0 || end == std::string_view::npos) return 0;
    const std::size_t start = text.rfind('\n', end - 1);
    return start == std::string_view::npos ? 0 : start + 1;
}

// Whether the last line before that place that is not empty is a tag; true at the text's beginning.
bool follows_tag(std::string_view text, std::size_t at) {
    while (at > 0) {
        at = line_before(text, at);
        if (!is_empty_line(text, at)) return begins_tag(text, at);
    }
    return true;
}

// The first line that is neither empty nor an escape.
std::size_t first_line(std::string_view text) {
    std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    while (at < text.size() && (is_empty_line(text, at) || text[at] == '%' || text[at] == ';'))
        at = next_line(text, at);
    return at;
}

template <class Begins>
std::size_t last_line(std::string_view text, const Begins& begins) {
    std::size_t at = text.size();
    while (at > 0) {
        const std::size_t end = text.rfind('\n', at - 1);
        if (end == std::string_view::npos) break;
        if (begins(end + 1)) return end + 1;
        at = end;
    }
    return 0;
}

}  // namespace

bool begins_tag(std::string_view text, std::size_t at) {
    if (at >= text.size() || text[at] != '[') return false;
    const std::size_t begin = skip_spaces(text, at + 1), end = name_end(text, begin);
    const std::size_t quote = skip_spaces(text, end);
    return end > begin && quote < text.size() && text[quote] == '"';
}

std::optional<Tag> read_tag(std::string_view text, std::size_t at) {
    Tag tag{};
    tag.name_begin = skip_spaces(text, at + 1);
    tag.name_end = name_end(text, tag.name_begin);
    tag.value_begin = skip_spaces(text, tag.name_end) + 1;
    for (std::size_t i = tag.value_begin; i < text.size() && text[i] != '\n'; ++i) {
        if (text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\')) {
            ++i;
        } else if (text[i] == '"') {
            // Some write quotes without escaping them: the last is before the bracket.
            const std::size_t bracket = skip_spaces(text, i + 1);
            if (bracket >= text.size() || text[bracket] != ']') continue;
            tag.value_end = i;
            tag.end = bracket + 1;
            return tag;
        }
    }
    return std::nullopt;
}

std::size_t next_line(std::string_view text, std::size_t at) {
    const std::size_t end = text.find('\n', at);
    return end == std::string_view::npos ? text.size() : end + 1;
}

bool begins_moves(std::string_view text, std::size_t at) {
    return text.substr(at, 2) == "1." && !is_digit(at + 2 < text.size() ? text[at + 2] : ' ');
}

std::size_t last_game(std::string_view text) {
    const std::size_t tagged = last_line(
        text, [&](std::size_t at) { return begins_tag(text, at) && !follows_tag(text, at); });
    if (tagged != 0 || begins_tag(text, first_line(text))) return tagged;
    return last_line(text, [&](std::size_t at) {
        return begins_moves(text, at) && is_empty_line(text, line_before(text, at)) &&
               !follows_tag(text, at);
    });
}

std::string_view command(std::string_view comment, std::string_view name) {
    for (std::size_t at = comment.find("[%"); at != std::string_view::npos;
         at = comment.find("[%", at + 2)) {
        const std::string_view rest = comment.substr(at + 2);
        if (!rest.starts_with(name) || rest.size() == name.size() || !is_blank(rest[name.size()]))
            continue;
        const std::size_t end = rest.find(']');
        if (end == std::string_view::npos) break;
        const std::string_view argument = rest.substr(name.size(), end - name.size());
        const auto first = argument.find_first_not_of(" \t\r\n");
        return first == std::string_view::npos ? std::string_view{} : argument.substr(first);
    }
    return {};
}

std::optional<double> read_number(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end == text.data()) return std::nullopt;
    if (!(number > -1e9 && number < 1e9)) return std::nullopt;
    return number;
}

std::optional<double> read_time(std::string_view text) {
    double seconds = 0;
    for (int parts = 0; parts < 3; ++parts) {
        const std::size_t colon = std::min(text.find(':'), text.size());
        const auto part = read_number(text.substr(0, colon));
        if (!part || *part < 0) return std::nullopt;
        seconds = 60 * seconds + *part;
        if (colon == text.size()) return seconds;
        text.remove_prefix(colon + 1);
    }
    return std::nullopt;
}

}  // namespace boardworth::pgn
