#include "search/paranoid/search.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "errors.h"

namespace boardworth {

namespace {

constexpr std::uint64_t nodes_per_look = 16;

// What moves are ordered by: the table's move, killers, then history, which stays below them.
constexpr std::int32_t table_score = 1 << 30;
constexpr std::int32_t killer_score = 1 << 29;
constexpr std::int32_t max_history = 1 << 28;

int steps_of(double epsilon) {
    const double steps = std::ceil(100.0 / epsilon - 1e-9);
    if (!(epsilon > 0.0) || steps < 2.0 || steps > ParanoidRecord::max_steps)
        throw FormatError("a search: values differ by at least 0.0001 points and at most 50");
    return static_cast<int>(steps);
}

}  // namespace

ParanoidSearch::ParanoidSearch(const Propnet& propnet, const FluentSum& function, double epsilon,
                               ParanoidDriver driver, std::size_t memory)
    : game_(propnet, function),
      top_(steps_of(epsilon)),
      driver_(driver),
      table_(memory),
      history_(propnet.moves()) {}

ParanoidResult ParanoidSearch::search(std::span<const std::uint8_t> packed, std::size_t role,
                                      const Limit& limit, const Interrupt& interrupt) {
    Clock clock(limit, interrupt, nodes_per_look);
    clock_ = &clock;
    deeper_will_do_ = limit.depth == Limit().depth;
    table_.new_search(true);
    std::ranges::fill(history_, 0);
    plies_.clear();
    game_.begin(packed, role);
    ParanoidResult result;
    result.move = game_.first_move();
    deepen(result, limit);
    result.nodes = clock.nodes();
    game_.begin(packed, role);
    result.line = line(result);
    result.seconds = clock.seconds();
    return result;
}

void ParanoidSearch::deepen(ParanoidResult& result, const Limit& limit) {
    int value = 0;
    int value_before = 0;
    const int deepest = std::min(limit.depth, ParanoidRecord::max_depth);
    while (result.depth < deepest && !result.exact) {
        root_ = {};
        try {
            // With as many decisions of either side, values are more alike.
            const Found found = iterate(result.depth + 1, result.depth > 1 ? value_before : value);
            value_before = std::exchange(value, found.value);
            result.exact = !found.horizon;
            ++result.depth;
        } catch (const LimitReached&) {
            // A move that is better, a ply deeper, than what was thought best is taken anyway.
            if (root_.value >= value && root_.value >= 0) result.move = root_.move;
            break;
        }
        // Where every move loses, what seemed best until now is as good as any.
        if (root_.value >= 0) result.move = root_.move;
    }
    result.value = value * 100.0 / top_;
}

ParanoidSearch::Found ParanoidSearch::iterate(int depth, int guess) {
    // No value lies beyond 0 and 100: what is not between them is one of them.
    if (driver_ == ParanoidDriver::alphabeta) return node(depth, 0, 0, top_);
    return narrow(depth, guess);
}

// The value by windows without a step inside: each search says on which side of it the value lies.
ParanoidSearch::Found ParanoidSearch::narrow(int depth, int guess) {
    Found least{0, false};
    Found most{top_, false};
    const bool from_guess = driver_ == ParanoidDriver::mtdf && depth > 1;
    int step = 1;
    int bound = from_guess ? std::clamp(guess, 1, top_) : (top_ + 1) / 2;
    while (least.value < most.value) {
        const Found found = node(depth, 0, bound - 1, bound);
        const bool high = found.value >= bound;
        (high ? least : most) = found;
        const int middle = least.value + (most.value - least.value + 1) / 2;
        bound = !from_guess ? middle
                : high      ? std::min(least.value + step, middle)
                            : std::max(most.value - step + 1, middle);
        bound = std::clamp(bound, least.value + 1, std::max(most.value, least.value + 1));
        step = std::min(2 * step, top_);
    }
    return {least.value, least.horizon || most.horizon};
}

ParanoidSearch::Found ParanoidSearch::ended() {
    return {static_cast<int>(std::lround(std::clamp(game_.goal(), 0, 100) * (top_ / 100.0))),
            false};
}

// Only an end of the game is worth 0 or 100.
ParanoidSearch::Found ParanoidSearch::evaluated() const {
    const double steps = static_cast<double>(game_.sum()) * (top_ / (100.0 * TwoSides::one_point));
    return {static_cast<int>(std::lround(std::clamp(steps, 1.0, top_ - 1.0))), true};
}

// At a given depth a proof may come from less, an evaluation must come from just that depth.
bool ParanoidSearch::good_enough(const ParanoidRecord& record, int depth) const {
    const int its_depth = static_cast<int>(record.depth);
    if (its_depth > depth) return deeper_will_do_;
    return its_depth == depth || record.horizon == 0;
}

ParanoidSearch::Found ParanoidSearch::node(int depth, std::size_t ply, int low, int high) {
    clock_->count_node();
    const bool between_turns = !game_.mid_turn();
    if (between_turns) {
        if (game_.terminal()) return ended();
        if (depth == 0) return evaluated();
    }
    const std::uint64_t key = game_.key();
    std::uint32_t table_move = ParanoidRecord::no_move;
    if (const auto known = table_.find(key)) {
        table_move = known->move;
        if (ply > 0 && good_enough(*known, depth) && known->decides(low, high))
            return {static_cast<int>(known->value), known->horizon != 0};
    }
    const std::size_t turns = game_.turns();
    if (between_turns) {
        const TwoSides::Next next = game_.open_turn();
        if (game_.terminal() || next != TwoSides::Next::decision) {
            // A game that cannot go on brings nothing.
            const Found found = game_.terminal()                ? ended()
                                : next == TwoSides::Next::stuck ? Found{0, false}
                                                                : evaluated();
            game_.return_to(turns);
            return found;
        }
    }
    const auto [found, best] = decide(depth, ply, low, high, table_move);
    game_.return_to(turns);
    const Bound bound = bound_of(found.value, low, high);
    table_.store(key, {found.value, depth, bound, found.horizon, best});
    return found;
}

// The same for both sides: each looks at values and windows from its own.
ParanoidSearch::Decided ParanoidSearch::decide(int depth, std::size_t ply, int low, int high,
                                               std::uint32_t table_move) {
    if (plies_.size() == ply) plies_.emplace_back();
    Ply& own = plies_[ply];
    const std::size_t role = game_.chooser();
    const bool ours = game_.ours();
    const int sign = ours ? 1 : -1;
    const int beta = ours ? high : -low;
    int alpha = ours ? low : -high;
    const int depth_after = std::max(depth - game_.plies(), 0);
    own.moves.clear();
    game_.add_moves(own.moves);
    order(own, table_move);
    int best = -top_ - 1;
    std::size_t best_move = 0;
    bool horizon = false;
    bool improved = false;
    for (std::size_t i = 0; i < own.moves.size(); ++i) {
        const auto best_left = std::ranges::max_element(own.scores.begin() + i, own.scores.end());
        const auto chosen = static_cast<std::size_t>(best_left - own.scores.begin());
        std::swap(own.scores[i], own.scores[chosen]);
        std::swap(own.moves[i], own.moves[chosen]);
        game_.decide(own.moves[i]);
        const Found found = node(depth_after, ply + 1, ours ? alpha : low, ours ? high : -alpha);
        game_.take_back();
        horizon = horizon || found.horizon;
        if (sign * found.value <= best) continue;
        best = sign * found.value;
        best_move = i;
        if (best <= alpha) continue;
        alpha = best;
        improved = true;
        if (ply == 0 && ours) root_ = {own.moves[i], best};
        if (best < beta) continue;
        horizon = found.horizon;
        reward(own, i, depth);
        break;
    }
    // Where nothing was good enough, the move that once was is still the one to try first.
    const std::uint32_t number = game_.number_of(role, own.moves[best_move]);
    const bool keep = !improved && table_move != ParanoidRecord::no_move;
    return {{sign * best, horizon}, keep ? table_move : number};
}

void ParanoidSearch::order(Ply& own, std::uint32_t table_move) const {
    const std::size_t role = game_.chooser();
    own.scores.clear();
    for (const std::uint32_t move : own.moves) {
        const std::uint32_t number = game_.number_of(role, move);
        own.scores.push_back(number == table_move       ? table_score
                             : number == own.killers[0] ? killer_score + 1
                             : number == own.killers[1] ? killer_score
                                                        : history_[number]);
    }
}

// The move that has cut off is better than those before it.
void ParanoidSearch::reward(Ply& own, std::size_t cutting, int depth) {
    const std::size_t role = game_.chooser();
    for (std::size_t i = 0; i <= cutting; ++i) {
        std::int32_t& history = history_[game_.number_of(role, own.moves[i])];
        const std::int32_t change = i == cutting ? depth * depth : -depth * depth;
        history = std::clamp(history + change, -max_history, max_history);
    }
    const std::uint32_t number = game_.number_of(role, own.moves[cutting]);
    if (number != own.killers[0]) own.killers = {number, own.killers[0]};
}

// Ends where a whole turn is not known; the first turn is made up if need be.
std::vector<std::vector<std::uint32_t>> ParanoidSearch::line(const ParanoidResult& result) {
    std::vector<std::uint32_t> moves;
    for (int decisions = 0; decisions <= result.depth;) {
        if (!game_.mid_turn() &&
            (game_.open_turn() != TwoSides::Next::decision || game_.terminal()))
            break;
        moves.clear();
        game_.add_moves(moves);
        const std::size_t role = game_.chooser();
        const bool first_turn = game_.turns() == 0;
        if (first_turn && game_.ours()) {
            game_.decide(result.move);
            ++decisions;
            continue;
        }
        const auto known = table_.find(game_.key());
        const auto found = std::ranges::find_if(moves, [&](std::uint32_t move) {
            return known && game_.number_of(role, move) == known->move;
        });
        if (found == moves.end() && !first_turn) break;
        decisions += game_.plies();
        game_.decide(found == moves.end() ? moves[0] : *found);
    }
    std::vector<std::vector<std::uint32_t>> joint_moves;
    for (std::size_t turn = 0; turn < game_.turns(); ++turn) {
        const auto joint_move = game_.joint_move(turn);
        joint_moves.emplace_back(joint_move.begin(), joint_move.end());
    }
    return joint_moves;
}

}  // namespace boardworth
