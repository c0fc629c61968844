#include "search/uct/tree.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "random.h"

namespace boardworth {

namespace {

constexpr std::size_t first_places = 1 << 10;

}  // namespace

UctTree::UctTree(const StateMachine& machine, const UctSettings& settings)
    : settings_(settings), roles_(machine.roles()), word_count_(state_words(machine)) {
    for (std::size_t role = 0; role < roles_; ++role)
        max_points_.push_back(static_cast<std::uint8_t>(machine.max_points(role)));
    clear();
}

void UctTree::clear() {
    nodes_.clear();
    words_.clear();
    starts_.clear();
    values_.clear();
    arms_.clear();
    joint_children_.clear();
    places_.assign(first_places, {});
}

// The vectors may take twice the room of what is in them.
bool UctTree::full() const {
    const std::size_t bytes =
        nodes_.size() * (sizeof(Node) + 8 * word_count_ + 4 * (roles_ + 1) + roles_) +
        arms_.size() * sizeof(UctArm) + sizeof(Place) * places_.size() +
        128 * joint_children_.size();
    return 2 * bytes >= settings_.memory || arms_.size() > none / 2;
}

std::uint32_t UctTree::find(std::span<const std::uint64_t> state) const {
    const std::uint64_t key = state_key(state);
    for (std::size_t place = key;; ++place) {
        const auto [node, tag] = places_[place & (places_.size() - 1)];
        if (node == none) return none;
        if (tag == key >> 32 && std::ranges::equal(words(node), state)) return node;
    }
}

void UctTree::remember(std::uint32_t node) {
    std::size_t place = nodes_[node].key;
    while (places_[place & (places_.size() - 1)].node != none) ++place;
    places_[place & (places_.size() - 1)] = {node,
                                             static_cast<std::uint32_t>(nodes_[node].key >> 32)};
}

std::uint32_t UctTree::insert(const UctState& state) {
    const auto node = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(
        {.key = state_key(state.words), .chooser = 0, .known = state.over, .solved = state.over});
    words_.insert(words_.end(), state.words.begin(), state.words.end());
    std::size_t choosers = 0;
    for (std::size_t role = 0; role < roles_; ++role) {
        starts_.push_back(static_cast<std::uint32_t>(arms_.size()));
        values_.push_back(state.over ? state.values[role] : unknown);
        if (state.over) continue;
        const auto& moves = state.moves[role];
        for (std::size_t i = 0; i < moves.size(); ++i) {
            arms_.push_back({.move = moves[i], .child = none, .proven = unknown});
            if (state.priors.empty()) continue;
            arms_.back().visits = settings_.prior_visits;
            arms_.back().points =
                settings_.prior_visits * static_cast<double>(state.priors[role][i]);
        }
        if (moves.size() > 1) {
            ++choosers;
            nodes_[node].chooser = static_cast<std::uint16_t>(role);
        }
    }
    starts_.push_back(static_cast<std::uint32_t>(arms_.size()));
    nodes_[node].first_arm = starts_[node * (roles_ + 1) + nodes_[node].chooser];
    nodes_[node].last_arm = starts_[node * (roles_ + 1) + nodes_[node].chooser + 1];
    if (choosers > 1) nodes_[node].chooser = several;
    if (2 * nodes_.size() > places_.size()) {
        places_.assign(2 * places_.size(), {});
        for (std::uint32_t n = 0; n < node; ++n) remember(n);
    }
    remember(node);
    return node;
}

bool UctTree::decided(std::uint32_t node) const {
    return solved(node) ||
           (nodes_[node].chooser != several && value(node, nodes_[node].chooser) != unknown);
}

std::uint32_t UctTree::select(const Node& node, std::size_t role, std::uint32_t first,
                              std::uint32_t last, std::mt19937_64& random) const {
    if (last - first == 1) return first;
    if (!settings_.chance.empty() && settings_.chance[role] != 0)
        return first + random_below(random, last - first);
    const auto tries =
        static_cast<float>(node.visits + node.in_flight + settings_.prior_visits * (last - first));
    const float spread =
        static_cast<float>(settings_.exploration) * std::sqrt(std::log(std::max(tries, 1.0F)));
    std::uint32_t best = first;
    float most = -1;
    for (std::uint32_t i = first; i < last; ++i) {
        const float found = upper_bound(arms_[i], spread);
        if (found <= most) continue;
        most = found;
        best = i;
    }
    return best;
}

float UctTree::upper_bound(const UctArm& arm, float spread) const {
    const std::uint32_t tries = arm.visits + arm.in_flight;
    if (arm.proven != unknown) return static_cast<float>(arm.proven) / 100;
    if (tries == 0) return static_cast<float>(settings_.first_play);
    const auto points = static_cast<float>(arm.points);
    const float root = 1 / std::sqrt(static_cast<float>(tries));
    if (settings_.virtual_loss == 1) return root * (points * root + spread);
    const float seen = static_cast<float>(arm.visits) + static_cast<float>(settings_.virtual_loss) *
                                                            static_cast<float>(arm.in_flight);
    return (seen > 0 ? points / seen : 0.5F) + spread * root;
}

std::uint32_t UctTree::descend(std::uint32_t number, std::vector<Step>& path,
                               std::mt19937_64& random) {
    Node& node = nodes_[number];
    ++node.in_flight;
    if (node.chooser == several) {
        const std::size_t before = path.size();
        const std::uint32_t* start = starts_.data() + number * (roles_ + 1);
        for (std::uint32_t role = 0; role < roles_; ++role) {
            if (start[role + 1] - start[role] == 1) continue;
            path.push_back(
                {number, select(node, role, start[role], start[role + 1], random), role});
            ++arms_[path.back().arm].in_flight;
        }
        return child(number, std::span(path).subspan(before));
    }
    path.push_back(
        {number, select(node, node.chooser, node.first_arm, node.last_arm, random), node.chooser});
    UctArm& arm = arms_[path.back().arm];
    ++arm.in_flight;
    if (settings_.proofs && arm.child != none && nodes_[arm.child].known && arm.proven == unknown) {
        learn(path.back(), arm.child);
        prove(number);
    }
    return arm.child;
}

bool UctTree::rarely_tried(const std::vector<Step>& path) const {
    const UctArm& arm = arms_[path.back().arm];
    const std::uint32_t tries = arm.visits - settings_.prior_visits + arm.in_flight;
    return nodes_[path.back().node].chooser != several && tries <= settings_.expand_after;
}

void UctTree::last_moves(const std::vector<Step>& path, std::span<std::uint32_t> joint_move) const {
    const std::uint32_t node = path.back().node;
    for (std::size_t role = 0; role < roles_; ++role) joint_move[role] = arms(node, role)[0].move;
    for (std::size_t i = path.size(); i-- > 0 && path[i].node == node;)
        joint_move[path[i].role] = arms_[path[i].arm].move;
}

std::uint32_t& UctTree::child(std::uint32_t node, std::span<const Step> steps) {
    if (steps.size() == 1) return arms_[steps[0].arm].child;
    std::uint64_t number = 0;
    for (const Step& step : steps) {
        const std::uint32_t* start = starts_.data() + node * (roles_ + 1) + step.role;
        number = number * (start[1] - start[0]) + (step.arm - start[0]);
    }
    return joint_children_[node].try_emplace(number, none).first->second;
}

void UctTree::link(const std::vector<Step>& path, std::uint32_t next) {
    std::size_t first = path.size() - 1;
    while (first > 0 && path[first - 1].node == path.back().node) --first;
    child(path.back().node, std::span(path).subspan(first)) = next;
}

void UctTree::back_up(const std::vector<Step>& path, std::span<const float> points) {
    for (std::size_t i = path.size(); i-- > 0;) {
        UctArm& arm = arms_[path[i].arm];
        --arm.in_flight;
        ++arm.visits;
        arm.points += points[path[i].role];
        if (i > 0 && path[i - 1].node == path[i].node) continue;
        Node& node = nodes_[path[i].node];
        --node.in_flight;
        ++node.visits;
    }
    if (!settings_.proofs) return;
    for (std::size_t i = path.size(); i-- > 0;) {
        const Step& step = path[i];
        const std::uint32_t next = arms_[step.arm].child;
        if (nodes_[step.node].chooser == several || next == none || !nodes_[next].known) return;
        learn(step, next);
        if (!prove(step.node)) return;
    }
}

void UctTree::cancel(const std::vector<Step>& path) {
    for (std::size_t i = 0; i < path.size(); ++i) {
        --arms_[path[i].arm].in_flight;
        if (i == 0 || path[i - 1].node != path[i].node) --nodes_[path[i].node].in_flight;
    }
}

void UctTree::learn(Step step, std::uint32_t child) {
    arms_[step.arm].proven = value(child, step.role);
}

// Where one role chooses: by a move that gets it all that can be got, or by all of its moves (the
// solver of Winands, Bjornsson and Saito 2008, for any goals). The others get what that move gives
// them: of two roles, the winner leaves nothing to the other; of more, if all that is as good
// agrees.
bool UctTree::prove(std::uint32_t node) {
    const std::uint16_t role = nodes_[node].chooser;
    if (nodes_[node].solved || role == several) return false;
    if (!settings_.chance.empty() && settings_.chance[role] != 0 && arms(node, role).size() > 1)
        return false;
    int best = -1;
    std::uint32_t best_child = none;
    bool complete = true;
    for (const UctArm& arm : arms(node, role)) {
        if (arm.proven == unknown) {
            complete = false;
        } else if (arm.proven > best) {
            best = arm.proven;
            best_child = arm.child;
        }
    }
    if (best < 0 || (best < max_points_[role] && !complete)) return false;
    const bool before = value(node, role) != unknown;
    std::uint8_t* values = values_.data() + node * roles_;
    bool solved = true;
    for (std::size_t other = 0; other < roles_; ++other) {
        std::uint8_t found = value(best_child, other);
        if (roles_ > 2 && other != role)
            for (const UctArm& arm : arms(node, role))
                if (arm.proven == unknown ||
                    (arm.proven == best && value(arm.child, other) != found))
                    found = unknown;
        values[other] = other == role ? static_cast<std::uint8_t>(best) : found;
        solved = solved && values[other] != unknown;
    }
    nodes_[node].known = true;
    nodes_[node].solved = solved;
    return solved || !before;
}

std::vector<std::uint32_t> UctTree::reachable(std::uint32_t root) const {
    std::vector<bool> known(nodes_.size());
    std::vector<std::uint32_t> found{root};
    known[root] = true;
    const auto add = [&](std::uint32_t node) {
        if (node == none || known[node]) return;
        known[node] = true;
        found.push_back(node);
    };
    for (std::size_t i = 0; i < found.size(); ++i) {
        const std::uint32_t* start = starts_.data() + found[i] * (roles_ + 1);
        for (std::uint32_t arm = start[0]; arm < start[roles_]; ++arm) add(arms_[arm].child);
        if (const auto joint = joint_children_.find(found[i]); joint != joint_children_.end())
            for (const auto& [number, next] : joint->second) add(next);
    }
    return found;
}

std::uint32_t UctTree::keep_reachable(std::uint32_t root) {
    std::vector<std::uint32_t> kept = reachable(root);
    std::ranges::sort(kept);
    std::vector<std::uint32_t> renamed(nodes_.size(), none);
    for (std::uint32_t i = 0; i < kept.size(); ++i) renamed[kept[i]] = i;
    const auto name = [&](std::uint32_t node) { return node == none ? none : renamed[node]; };
    // Nodes and their arms stand in the same order, so that each finds its new place free.
    std::uint32_t arms = 0;
    for (std::uint32_t i = 0; i < kept.size(); ++i) {
        const std::uint32_t from = kept[i];
        nodes_[i] = nodes_[from];
        const std::uint32_t moved = starts_[from * (roles_ + 1)] - arms;
        nodes_[i].first_arm -= moved;
        nodes_[i].last_arm -= moved;
        std::copy_n(words_.begin() + from * word_count_, word_count_,
                    words_.begin() + i * word_count_);
        std::copy_n(values_.begin() + from * roles_, roles_, values_.begin() + i * roles_);
        const std::uint32_t first = starts_[from * (roles_ + 1)];
        const std::uint32_t last = starts_[from * (roles_ + 1) + roles_];
        for (std::size_t role = 0; role <= roles_; ++role)
            starts_[i * (roles_ + 1) + role] = starts_[from * (roles_ + 1) + role] - first + arms;
        for (std::uint32_t arm = first; arm < last; ++arm, ++arms) {
            arms_[arms] = arms_[arm];
            arms_[arms].child = name(arms_[arms].child);
        }
    }
    nodes_.resize(kept.size());
    words_.resize(kept.size() * word_count_);
    values_.resize(kept.size() * roles_);
    starts_.resize(kept.size() * (roles_ + 1));
    arms_.resize(arms);
    decltype(joint_children_) joint;
    for (auto& [node, children] : joint_children_) {
        if (renamed[node] == none) continue;
        for (auto& [number, next] : children) next = name(next);
        joint.emplace(renamed[node], std::move(children));
    }
    joint_children_ = std::move(joint);
    std::ranges::fill(places_, Place{});
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) remember(node);
    return renamed[root];
}

}  // namespace boardworth
