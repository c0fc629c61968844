// Where games begin: even ones, and those in which gote gives up pieces and moves first.
#pragma once

#include <array>
#include <string_view>

namespace boardworth::shogi {

struct Handicap {
    std::string_view name;
    std::string_view camp;  // gote's first two ranks, as in SFEN
};

inline constexpr std::string_view even_start =
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
inline constexpr std::string_view below_the_camp =
    "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";

inline constexpr std::array<Handicap, 15> handicaps{{
    {"lance", "lnsgkgsn1/1r5b1"},
    {"right-lance", "1nsgkgsnl/1r5b1"},
    {"bishop", "lnsgkgsnl/1r7"},
    {"rook", "lnsgkgsnl/7b1"},
    {"rook-lance", "lnsgkgsn1/7b1"},
    {"2-piece", "lnsgkgsnl/9"},
    {"3-piece", "lnsgkgsn1/9"},
    {"4-piece", "1nsgkgsn1/9"},
    {"5-piece", "2sgkgsn1/9"},
    {"left-5-piece", "1nsgkgs2/9"},
    {"6-piece", "2sgkgs2/9"},
    {"left-7-piece", "2sgkg3/9"},
    {"right-7-piece", "3gkgs2/9"},
    {"8-piece", "3gkg3/9"},
    {"10-piece", "4k4/9"},
}};

}  // namespace boardworth::shogi
