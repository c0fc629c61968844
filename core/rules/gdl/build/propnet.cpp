#include "rules/gdl/build/propnet.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "errors.h"
#include "rules/gdl/build/rule_gates.h"

namespace boardworth {

namespace {

constexpr std::uint32_t no_slot = ~0u;

// Gives nodes their slots, stage by stage.
class Layout {
  public:
    Layout(const Gates& gates, const std::vector<AtomLoop>& loops, std::size_t inputs)
        : gates_(gates), loops_(loops), slots_(inputs), levels_(gates.size(), 0) {
        slot_of_.assign(gates.size(), no_slot);
        std::iota(slot_of_.begin(), slot_of_.begin() + static_cast<std::ptrdiff_t>(inputs), 0u);
        for (std::size_t i = 0; i < loops.size(); ++i)
            for (const std::size_t node : loops[i].nodes) loop_of_.emplace(node, i);
        for (std::size_t node = inputs; node < gates.size(); ++node)
            for (const GateLiteral input : gates.inputs(node))
                levels_[node] = std::max(levels_[node], levels_[node_of(input)] + 1);
    }

    // The gates that some literals need and that have no slot yet.
    GateStage stage(const std::vector<GateLiteral>& wanted) {
        GateStage stage;
        const std::vector<std::size_t> nodes = ordered(needed(wanted));
        for (const std::size_t node : nodes) slot_of_[node] = static_cast<std::uint32_t>(slots_++);
        std::vector<std::size_t> run_at;  // by node of `nodes`
        for (const std::size_t node : nodes) {
            if (!gates_.is_input(node)) add_gate(stage, node);
            run_at.push_back(stage.runs.size());
        }
        for (const AtomLoop& loop : loops_) add_loop(stage, nodes, run_at, loop);
        return stage;
    }

    // Lets the next stage have slots of its own for what this one computed.
    void forget_since(std::size_t slots) {
        for (std::uint32_t& slot : slot_of_)
            if (slot != no_slot && slot >= slots) slot = no_slot;
    }

    [[nodiscard]] GateLiteral placed(GateLiteral literal) const {
        return (slot_of_[node_of(literal)] << 1) | (literal & 1);
    }
    [[nodiscard]] std::size_t slots() const { return slots_; }

  private:
    [[nodiscard]] std::vector<std::size_t> needed(const std::vector<GateLiteral>& wanted) const {
        std::vector<bool> seen(gates_.size());
        std::vector<bool> seen_loop(loops_.size());
        std::vector<std::size_t> found;
        const auto want = [&](GateLiteral literal) {
            const std::size_t node = node_of(literal);
            if (slot_of_[node] != no_slot || seen[node]) return;
            seen[node] = true;
            found.push_back(node);
        };
        for (const GateLiteral literal : wanted) want(literal);
        for (std::size_t i = 0; i < found.size(); ++i) {
            for (const GateLiteral input : gates_.inputs(found[i])) want(input);
            const auto loop = loop_of_.find(found[i]);
            if (loop == loop_of_.end() || seen_loop[loop->second]) continue;
            seen_loop[loop->second] = true;
            for (const std::size_t node : loops_[loop->second].nodes) want(literal_of(node));
            for (const GateLiteral definition : loops_[loop->second].definitions) want(definition);
        }
        return found;
    }

    [[nodiscard]] std::uint32_t negative_inputs(std::size_t node) const {
        return static_cast<std::uint32_t>(std::ranges::count_if(gates_.inputs(node), is_negated));
    }

    // Gates of one shape together; but as they came where loops must keep their gates apart.
    [[nodiscard]] std::vector<std::size_t> ordered(std::vector<std::size_t> nodes) const {
        std::ranges::sort(nodes);
        if (loops_.empty())
            std::ranges::sort(nodes, {}, [&](std::size_t node) {
                return std::tuple(levels_[node], gates_.inputs(node).size(), negative_inputs(node),
                                  node);
            });
        return nodes;
    }

    void add_gate(GateStage& stage, std::size_t node) const {
        const auto inputs = gates_.inputs(node);
        const std::uint32_t negative = negative_inputs(node);
        const auto positive = static_cast<std::uint32_t>(inputs.size()) - negative;
        const std::uint32_t output = slot_of_[node];
        const bool same_shape = !stage.runs.empty() && loops_.empty() &&
                                stage.runs.back().positive == positive &&
                                stage.runs.back().negative == negative &&
                                stage.runs.back().first_output + stage.runs.back().gates == output;
        if (same_shape)
            ++stage.runs.back().gates;
        else
            stage.runs.push_back({output, 1, positive, negative});
        for (const bool negation : {false, true})
            for (const GateLiteral input : inputs)
                if (is_negated(input) == negation)
                    stage.operands.push_back(slot_of_[node_of(input)]);
    }

    void add_loop(GateStage& stage, const std::vector<std::size_t>& nodes,
                  const std::vector<std::size_t>& run_at, const AtomLoop& loop) const {
        if (!std::ranges::binary_search(nodes, loop.nodes[0])) return;
        const auto runs_before = [&](std::size_t node) {
            const auto at = std::ranges::lower_bound(nodes, node) - nodes.begin();
            return at == 0 ? 0 : run_at[static_cast<std::size_t>(at) - 1];
        };
        GateLoop placed_loop{runs_before(loop.first_node), runs_before(loop.last_node), {}, {}};
        for (const std::size_t node : loop.nodes) placed_loop.slots.push_back(slot_of_[node]);
        for (const GateLiteral literal : loop.definitions)
            placed_loop.definitions.push_back(placed(literal));
        stage.loops.push_back(std::move(placed_loop));
    }

    const Gates& gates_;
    const std::vector<AtomLoop>& loops_;
    std::size_t slots_;
    std::vector<std::uint32_t> slot_of_;  // by node
    std::vector<std::uint32_t> levels_;
    std::unordered_map<std::size_t, std::size_t> loop_of_;
};

std::int32_t largest_atom(const std::vector<std::int32_t>& atoms) {
    return atoms.empty() ? 0 : std::ranges::max(atoms);
}

void require_no_moves(const Propnet& propnet, const GateStage& stage,
                      const std::vector<GateLiteral>& literals) {
    const auto is_move = [&](std::uint32_t slot) {
        return slot >= propnet.first_move() && slot < propnet.first_move() + propnet.moves();
    };
    const auto is_move_literal = [&](GateLiteral literal) {
        return is_move(static_cast<std::uint32_t>(node_of(literal)));
    };
    if (std::ranges::any_of(stage.operands, is_move) ||
        std::ranges::any_of(literals, is_move_literal))
        throw FormatError("legal, goal or terminal depends on what players do");
}

}  // namespace

Propnet::Propnet(const GroundRules& rules, const GroundNames& names, BuildingWork work)
    : legal(names.does.size()), next(names.fluents.size()), initial(names.initial) {
    role_starts.push_back(0);
    for (const std::size_t count : names.role_moves)
        role_starts.push_back(role_starts.back() + count);

    Gates gates(work);
    RuleGates rule_gates(gates, rules,
                         std::max(largest_atom(names.fluents), largest_atom(names.does)));
    std::vector<GateLiteral> does;
    for (const std::int32_t atom : names.fluents)
        rule_gates.set_input(atom, literal_of(gates.add_input()));
    for (const std::int32_t atom : names.does) {
        does.push_back(literal_of(gates.add_input()));
        rule_gates.set_input(atom, does.back());
    }
    for (std::size_t role = 0; role < roles(); ++role)
        gates.add_choice(std::span(does).subspan(role_starts[role], names.role_moves[role]));

    std::vector<GateLiteral> wanted_view;
    std::vector<GateLiteral> wanted_next;
    std::vector<GateLiteral> wanted_goals;
    for (const std::int32_t atom : names.legals) wanted_view.push_back(rule_gates.literal(atom));
    wanted_view.push_back(rule_gates.literal(names.terminal));
    for (const GroundNames::Goal& goal : names.goals)
        wanted_goals.push_back(rule_gates.literal(goal.atom));
    for (const std::int32_t atom : names.nexts) wanted_next.push_back(rule_gates.literal(atom));

    Layout layout(gates, rule_gates.loops, first_move() + moves());
    const auto place = [&](std::vector<GateLiteral>& literals) {
        for (GateLiteral& literal : literals) literal = layout.placed(literal);
    };
    view = layout.stage(wanted_view);
    place(wanted_view);
    const std::size_t shared = layout.slots();
    goal_view = layout.stage(wanted_goals);
    place(wanted_goals);
    layout.forget_since(shared);
    step = layout.stage(wanted_next);
    place(wanted_next);
    slots = layout.slots();
    require_no_moves(*this, view, wanted_view);
    require_no_moves(*this, goal_view, wanted_goals);

    terminal = wanted_view.back();
    wanted_view.pop_back();
    legal = std::move(wanted_view);
    next = std::move(wanted_next);
    for (std::size_t i = 0; i < names.goals.size(); ++i)
        goals.push_back({names.goals[i].role, names.goals[i].value, wanted_goals[i]});
}

}  // namespace boardworth
