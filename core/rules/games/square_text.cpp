// Text from outside as messages show it.
#include "rules/games/square_text.h"

#include <algorithm>

namespace boardworth {

namespace {

// How many bytes the character has that a text begins with, in UTF-8; 0 if it cannot be shown.
std::size_t shown_bytes(std::string_view text) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return first >= ' ' && first <= '~' ? 1 : 0;
    const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < size) return 0;
    for (std::size_t at = 1; at < size; ++at)
        if ((byte(at) & 0xC0) != 0x80) return 0;
    // Neither control characters nor what UTF-8 excludes: long forms, halves of pairs, the rest.
    const bool high = byte(1) >= 0xA0, higher = byte(1) >= 0x90;
    const bool wrong = (first == 0xC2 && !high) || (first == 0xE0 && !high) ||
                       (first == 0xED && high) || (first == 0xF0 && !higher) ||
                       (first == 0xF4 && higher);
    return wrong ? 0 : size;
}

}  // namespace

std::string_view first_character(std::string_view text) {
    return text.substr(0, text.empty() ? 0 : std::max<std::size_t>(shown_bytes(text), 1));
}

std::string quoted(std::string_view text) {
    std::string shown = "'";
    while (!text.empty()) {
        const std::string_view character = first_character(text);
        if (shown_bytes(text) > 0)
            shown += character;
        else
            shown += '?';
        text.remove_prefix(character.size());
    }
    return shown + "'";
}

}  // namespace boardworth
