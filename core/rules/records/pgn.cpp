// Reads the games of a text, one after the other.
#include "rules/records/pgn.h"

#include <algorithm>
#include <cstddef>

#include "errors.h"
#include "rules/games/chess/chess.h"
#include "rules/games/chess/san.h"
#include "rules/games/square_text.h"
#include "rules/records/pgn_text.h"

namespace boardworth {

using namespace pgn;

namespace {

std::int8_t score_of(std::string_view result) {
    if (result == "1-0") return 1;
    if (result == "0-1") return -1;
    const bool draw = result == "1/2-1/2" || result == "1/2" || result == "\xC2\xBD-\xC2\xBD" ||
                      result == "\xBD-\xBD";
    return draw ? std::int8_t{0} : PgnGames::no_score;
}

bool is_null_move(std::string_view word) {
    return word == "--" || word == "Z0" || word == "0000" || word == "@@@@";
}

// Words that say something about a move, such as += or N (a novelty).
bool is_remark(std::string_view word) {
    return word == "ep" || word == "N" || std::none_of(word.begin(), word.end(), [](char c) {
               return is_letter(c) || is_digit(c);
           });
}

class Reader {
  public:
    Reader(std::string_view text, bool with_positions)
        : text_(text), with_positions_(with_positions), start_(game_.start()) {
        for (auto* offsets : {&games_.move_offsets, &games_.tag_offsets, &games_.note_offsets})
            offsets->push_back(0);
        if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    }

    PgnGames run() {
        while (find_game()) {
            const int line = line_;
            damage_line_ = 0;
            try {
                read_game();
                finish(line);
            } catch (const FormatError& error) {
                games_.problem_lines.push_back(damage_line_ != 0 ? damage_line_ : line_);
                games_.problems.emplace_back(error.what());
                forget();
                skip_game();
            }
        }
        games_.read = text_.size();
        games_.lines_read = line_ - 1;
        return std::move(games_);
    }

  private:
    [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
    [[nodiscard]] bool line_begins() const { return at_ == 0 || text_[at_ - 1] == '\n'; }
    [[nodiscard]] int ply() const {
        return static_cast<int>(games_.moves.size()) - static_cast<int>(games_.move_offsets.back());
    }

    void skip_line() {
        at_ = next_line(text_, at_);
        if (text_[at_ - 1] == '\n') ++line_;
    }

    // Goes to what is not blank, and tells whether an empty line was before it.
    bool skip_blanks() {
        int line_ends = line_begins() ? 1 : 0;
        for (; !at_end() && is_blank(text_[at_]); ++at_)
            if (text_[at_] == '\n') {
                ++line_;
                ++line_ends;
            }
        return line_ends > 1;
    }

    // Whether there is another game; lines after % and comments between games are passed over.
    bool find_game() {
        for (skip_blanks(); !at_end(); skip_blanks()) {
            if (text_[at_] != '%' && text_[at_] != ';') break;
            skip_line();
        }
        in_tags_ = true;
        return !at_end();
    }

    void read_game() {
        position_ = start_;
        start_number_ = -1;
        result_ = PgnGames::no_score;
        while (begins_tag(text_, at_)) {
            const auto tag = read_tag(text_, at_);
            if (!tag) throw FormatError("this tag is not closed by \"]");
            take_tag(*tag);
            at_ = tag->end;
            skip_blanks();
            while (!at_end() && line_begins() && text_[at_] == '%') {
                skip_line();
                skip_blanks();
            }
        }
        in_tags_ = false;
        if (with_positions_) keep_position();
        while (!at_end() && read_element()) {
        }
        // What follows a result is said about it.
        while (!at_end() && text_[at_] == '{') {
            take_comment(pass_comment());
            skip_blanks();
        }
    }

    void take_tag(const Tag& tag) {
        for (const std::size_t place :
             {tag.name_begin, tag.name_end, tag.value_begin, tag.value_end})
            games_.tag_places.push_back(static_cast<std::int64_t>(place));
        const auto name = text_.substr(tag.name_begin, tag.name_end - tag.name_begin);
        const auto value = text_.substr(tag.value_begin, tag.value_end - tag.value_begin);
        if (name == "Result") {
            result_ = score_of(value);
        } else if (name == "FEN") {
            position_ = game_.parse(value);
            start_number_ =
                static_cast<std::int32_t>(games_.start_positions.size() / Chess::packed_size);
            const auto packed = game_.pack(position_);
            games_.start_positions.insert(games_.start_positions.end(), packed.begin(),
                                          packed.end());
        } else if (name == "Variant") {
            check_variant(value);
        }
    }

    static void check_variant(std::string_view value) {
        std::string plain;
        for (const char c : value)
            if (is_letter(c) || is_digit(c)) plain += static_cast<char>(c | 0x20);
        for (const std::string_view known :
             {"", "chess", "standard", "normal", "fromposition", "chess960", "fischerandom",
              "fischerrandom", "freestyle"})
            if (plain == known) return;
        throw FormatError("a game of " + quoted(value) + ", not of chess");
    }

    // One word, comment or variation of the moves; false at the end of the game.
    bool read_element() {
        const bool empty_line = skip_blanks();
        if (at_end()) return false;
        if (line_begins()) {
            if (begins_tag(text_, at_)) return false;
            if (empty_line && ply() > 0 && begins_moves(text_, at_)) return false;
            if (text_[at_] == '%') {
                skip_line();
                return true;
            }
        }
        switch (text_[at_]) {
            case '{':
                take_comment(pass_comment());
                return true;
            case ';':
                take_comment(pass_line_comment());
                return true;
            case '(':
                skip_variation();
                return true;
            case '$':
                take_glyph_number();
                return true;
            case '!':
            case '?':
                take_glyph();
                return true;
            case '.':
                ++at_;
                return true;
            case '*':
                ++at_;
                return end_moves();
            default:
                return take_word();
        }
    }

    bool end_moves() {
        skip_blanks();
        return false;
    }

    struct Place {
        std::size_t begin, end;
    };

    // A comment in braces; it is not closed where a game begins. What is read of it then is not
    // read again, or it would take too long where many are not closed.
    Place pass_comment() {
        const int line = line_;
        const std::size_t begin = ++at_;
        for (; !at_end(); ++at_) {
            if (text_[at_] == '}') return {begin, at_++};
            if (text_[at_] != '\n') continue;
            if (begins_tag(text_, at_ + 1)) break;
            ++line_;
        }
        damage_line_ = line;
        throw FormatError("this comment is not closed by }");
    }

    Place pass_line_comment() {
        const std::size_t begin = ++at_;
        at_ = std::min(text_.find('\n', at_), text_.size());
        return {begin, at_};
    }

    void note(NoteKind kind, double number, Place place = {0, 0}) {
        games_.note_plies.push_back(ply());
        games_.note_kinds.push_back(static_cast<std::uint8_t>(kind));
        games_.note_numbers.push_back(number);
        games_.note_places.push_back(static_cast<std::int64_t>(place.begin));
        games_.note_places.push_back(static_cast<std::int64_t>(place.end));
    }

    void take_comment(Place place) {
        const std::string_view comment = text_.substr(place.begin, place.end - place.begin);
        note(NoteKind::comment, 0, place);
        if (comment.find("[%") == std::string_view::npos) return;
        if (const auto clock = read_time(command(comment, "clk"))) note(NoteKind::clock, *clock);
        if (const auto spent = read_time(command(comment, "emt"))) note(NoteKind::seconds, *spent);
        const std::string_view value = command(comment, "eval");
        if (value.starts_with('#')) {
            if (const auto moves = read_number(value.substr(1))) note(NoteKind::mate, *moves);
        } else if (const auto pawns = read_number(value)) {
            note(NoteKind::value, *pawns);
        }
    }

    void skip_variation() {
        const int line = line_;
        int depth = 0;
        while (!at_end()) {
            const char c = text_[at_];
            if (c == '{') {
                pass_comment();
            } else if (c == ';') {
                pass_line_comment();
            } else {
                if (c == '\n') {
                    if (begins_tag(text_, at_ + 1)) break;
                    ++line_;
                }
                if (c == '(') ++depth;
                if (c == ')') --depth;
                ++at_;
                if (depth == 0) return;
            }
        }
        damage_line_ = line;
        throw FormatError("this variation is not closed by )");
    }

    void take_glyph_number() {
        int number = 0;
        for (++at_; !at_end() && is_digit(text_[at_]); ++at_)
            number = std::min(1000, 10 * number + text_[at_] - '0');
        note(NoteKind::glyph, number);
    }

    void take_glyph() {
        const std::size_t begin = at_;
        while (!at_end() && (text_[at_] == '!' || text_[at_] == '?')) ++at_;
        constexpr std::array<std::string_view, 6> glyphs{"!", "?", "!!", "??", "!?", "?!"};
        const auto found =
            std::find(glyphs.begin(), glyphs.end(), text_.substr(begin, at_ - begin));
        if (found != glyphs.end()) note(NoteKind::glyph, double(found - glyphs.begin() + 1));
    }

    // A move, a number, a result or a remark; false at the end of the game.
    bool take_word() {
        const std::size_t begin = at_;
        while (!at_end() && is_word(text_[at_])) ++at_;
        const std::string_view word = text_.substr(begin, at_ - begin);
        if (word.empty())
            throw FormatError("unexpected character " + quoted(first_character(text_.substr(at_))));
        if (is_null_move(word))
            throw FormatError("a null move, " + quoted(word) + ", is no move of a game");
        if (std::all_of(word.begin(), word.end(), is_digit)) return true;
        if (const auto score = score_of(word); score != PgnGames::no_score) {
            if (result_ == PgnGames::no_score) result_ = score;
            return end_moves();
        }
        if (word == "e" && text_.substr(at_, 3) == ".p.") {
            at_ += 3;
            return true;
        }
        if (!is_remark(word)) take_move(word);
        return true;
    }

    void take_move(std::string_view word) {
        auto step = chess::find_step(position_, word);
        if (!step) {
            const auto move = game_.parse_move(position_, word);  // which says what is wrong
            throw FormatError("move " + std::to_string(ply() + 1) + " (" +
                              game_.move_text(position_, move) + ") is illegal in " +
                              game_.text(position_));
        }
        position_ = step->after;
        games_.moves.push_back(step->move);
        if (with_positions_) keep_position();
    }

    void keep_position() {
        const auto packed = game_.pack(position_);
        games_.positions.insert(games_.positions.end(), packed.begin(), packed.end());
    }

    // A mate or stalemate on the board overrules what is written.
    void finish(int line) {
        const auto tags = static_cast<std::int64_t>(games_.tag_places.size() / 4);
        if (ply() == 0 && tags == games_.tag_offsets.back()) return forget();
        const bool stuck = chess::count_moves(position_) == 0;
        const int mated = position_.mover == chess::white ? -1 : 1;
        games_.lines.push_back(line);
        games_.scores.push_back(
            !stuck ? result_ : static_cast<std::int8_t>(game_.in_check(position_) ? mated : 0));
        games_.starts.push_back(start_number_);
        games_.move_offsets.push_back(static_cast<std::int64_t>(games_.moves.size()));
        games_.tag_offsets.push_back(tags);
        games_.note_offsets.push_back(static_cast<std::int64_t>(games_.note_kinds.size()));
    }

    // Takes back what was kept of a damaged game.
    void forget() {
        const auto moves = static_cast<std::size_t>(games_.move_offsets.back());
        const auto notes = static_cast<std::size_t>(games_.note_offsets.back());
        games_.moves.resize(moves);
        if (with_positions_)
            games_.positions.resize((moves + games_.lines.size()) * Chess::packed_size);
        games_.tag_places.resize(static_cast<std::size_t>(4 * games_.tag_offsets.back()));
        games_.note_plies.resize(notes);
        games_.note_kinds.resize(notes);
        games_.note_numbers.resize(notes);
        games_.note_places.resize(2 * notes);
    }

    // Goes on to the next game: to a tag after the moves, or to first moves after an empty line.
    void skip_game() {
        while (!at_end()) {
            skip_line();
            const bool empty_line = skip_blanks();
            if (!line_begins()) continue;
            const bool tag = begins_tag(text_, at_);
            if (!in_tags_ && (tag || (empty_line && !at_end() && begins_moves(text_, at_)))) return;
            in_tags_ = in_tags_ && tag;
        }
    }

    const Chess game_{};
    std::string_view text_;
    bool with_positions_;
    Chess::Position start_;
    std::size_t at_ = 0;
    int line_ = 1;
    int damage_line_ = 0;  // where damage begins, if not where it is noticed

    // Of the game that is being read.
    bool in_tags_ = true;
    Chess::Position position_{};
    std::int32_t start_number_ = -1;
    std::int8_t result_ = PgnGames::no_score;
    PgnGames games_;
};

}  // namespace

PgnGames read_pgn(std::string_view text, bool complete, bool with_positions) {
    return Reader(complete ? text : text.substr(0, last_game(text)), with_positions).run();
}

}  // namespace boardworth
