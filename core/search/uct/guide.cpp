#include "search/uct/guide.h"

#include <algorithm>
#include <cmath>

#include "random.h"

namespace boardworth {

namespace {

// Replies of other roles that are drawn for a move where these have a choice, too.
constexpr std::size_t replies_drawn = 4;

}  // namespace

void UctGuide::evaluate(std::span<const std::uint64_t> state, std::span<float> points) const {
    function_->values(state, points);
    for (float& point : points) point /= 100;
}

UctGuide::Points UctGuide::move_points(StateMachine& machine, std::size_t role,
                                       std::span<const std::vector<std::uint32_t>> moves,
                                       std::mt19937_64& random) const {
    std::size_t replies = 1;
    for (std::size_t other = 0; other < moves.size(); ++other)
        if (other != role && moves[other].size() > 1) replies = replies_drawn;
    Points found;
    Points points(moves.size());
    std::vector<std::uint32_t> joint_move(moves.size());
    for (const std::uint32_t move : moves[role]) {
        float sum = 0;
        for (std::size_t i = 0; i < replies; ++i) {
            for (std::size_t other = 0; other < moves.size(); ++other)
                joint_move[other] = moves[other][random_below(random, moves[other].size())];
            joint_move[role] = move;
            machine.play(joint_move);
            if (machine.terminal())
                final_points(machine, points);
            else
                evaluate(machine.state(), points);
            sum += points[role];
            machine.undo();
        }
        found.push_back(sum / static_cast<float>(replies));
    }
    return found;
}

std::uint32_t UctGuide::draw_move(StateMachine& machine, std::size_t role,
                                  std::span<const std::vector<std::uint32_t>> moves,
                                  std::mt19937_64& random) const {
    const std::vector<std::uint32_t>& own = moves[role];
    if (own.size() == 1) return own[0];
    const bool greedy = random_share(random) < settings_.greed;
    if (!greedy && settings_.temperature <= 0) return own[random_below(random, own.size())];
    const Points points = move_points(machine, role, moves, random);
    const float best = *std::ranges::max_element(points);
    std::vector<double> weights;  // of equally good moves, the same
    for (const float point : points)
        weights.push_back(greedy ? point == best
                                 : std::exp((point - best) / settings_.temperature));
    double left = random_share(random);
    double sum = 0;
    for (const double weight : weights) sum += weight;
    left *= sum;
    std::size_t chosen = 0;
    while (chosen + 1 < own.size() && left >= weights[chosen]) left -= weights[chosen++];
    return own[chosen];
}

}  // namespace boardworth
