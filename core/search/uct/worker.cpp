#include "search/uct/worker.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace boardworth {

namespace {

// Goals are looked at when one lane in so many has ended its game; those that have wait for it.
constexpr std::size_t patience = 16;

}  // namespace

UctWorker::UctWorker(const Network& network, const UctSettings& settings,
                     const StateFunction* function, std::span<const LaneKernel> kernels)
    : network_(network),
      settings_(settings),
      guide_(network, settings, function),
      follower_(network),
      kernels_(kernels),
      widths_(kernels.size()),
      leaf_(state_words(network)),
      joint_move_(network.roles()) {
    if (kernels.empty()) return;
    const std::size_t most = kernels.back().lanes;
    paths_.resize(most);
    last_step_.resize(most);
    points_.resize(most * network.roles());
    given_moves_.resize(most * network.roles());
}

void UctWorker::seed(std::uint64_t seed) {
    random_.seed(seed);
    if (!kernels_.empty()) use_width(0);
}

void UctWorker::run(UctSearch& search, const Interrupt& interrupt) {
    if (kernels_.empty()) return simulate_one_by_one(search, interrupt);
    const auto leave_nothing_in_flight = [&] {
        const std::lock_guard lock(search.mutex);
        playing_.each([&](std::size_t lane) { search.tree.cancel(paths_[lane]); });
        playing_ = given_ = {};
    };
    try {
        simulate_in_lanes(search, interrupt);
    } catch (...) {
        leave_nothing_in_flight();
        throw;
    }
    leave_nothing_in_flight();
}

bool UctWorker::begin(UctSearch& search, Path& path) {
    std::unique_lock lock(search.mutex);
    UctTree& tree = search.tree;
    std::vector<float> points(network_.roles());
    moves_given_ = false;
    while (search.begun < search.limit.nodes && !search.over()) {
        ++search.begun;
        path.clear();
        tree.begin_descent();
        std::uint32_t node = search.root;
        bool fresh = false;
        while (!tree.solved(node)) {
            if (fresh || !tree.enter(node)) {  // or in a circle
                std::ranges::copy(tree.words(node), leaf_.begin());
                return true;
            }
            const std::uint32_t next = tree.descend(node, path, random_);
            if (next != UctTree::none) {
                node = next;
                continue;
            }
            std::ranges::copy(tree.words(node), leaf_.begin());
            tree.last_moves(path, joint_move_);
            moves_given_ = lanes_ != nullptr && tree.rarely_tried(path);
            if (moves_given_) return true;
            node = expand(search, path, lock, fresh);
            if (node == UctTree::none) {
                std::ranges::copy(follower_.state(), leaf_.begin());
                return true;
            }
        }
        for (std::size_t role = 0; role < points.size(); ++role)
            points[role] = static_cast<float>(tree.value(node, role)) / 100;
        tree.back_up(path, points);
        ++search.finished;
    }
    return false;
}

std::uint32_t UctWorker::expand(UctSearch& search, const Path& path,
                                std::unique_lock<std::mutex>& lock, bool& fresh) {
    UctTree& tree = search.tree;
    lock.unlock();
    follower_.go_to(leaf_);
    follower_.play(joint_move_);
    lock.lock();
    std::uint32_t node = tree.find(follower_.state());
    if (node == UctTree::none && tree.full()) return node;
    if (node == UctTree::none) {
        lock.unlock();
        const UctState state = describe();
        lock.lock();
        node = tree.find(follower_.state());  // another thread may have been there by now
        fresh = node == UctTree::none;
        if (fresh) node = tree.insert(state);
    }
    tree.link(path, node);
    return node;
}

UctState UctWorker::describe() {
    UctState state;
    state.words.assign(follower_.state().begin(), follower_.state().end());
    Follower& rules = follower_.rules();
    const std::size_t roles = network_.roles();
    state.over = rules.terminal();
    state.values.resize(roles);
    if (state.over) {
        const auto goals = rules.goals();
        for (std::size_t role = 0; role < roles; ++role)
            state.values[role] =
                static_cast<std::uint8_t>(std::clamp(goals[role].value_or(0), 0, 100));
        return state;
    }
    state.moves.resize(roles);
    for (std::size_t role = 0; role < roles; ++role) {
        state.moves[role] = rules.legal_moves(role);
        if (state.moves[role].empty()) {  // faulty rules: nobody gets anything
            state.over = true;
            return state;
        }
    }
    order_moves(state);
    return state;
}

void UctWorker::order_moves(UctState& state) {
    for (std::vector<std::uint32_t>& moves : state.moves)
        for (std::size_t i = moves.size(); i > 1; --i)
            std::swap(moves[i - 1], moves[random_below(random_, i)]);
    if (!guide_.given() || (!settings_.order_moves && settings_.prior_visits == 0)) return;
    std::vector<UctGuide::Points> points;
    for (std::size_t role = 0; role < state.moves.size(); ++role)
        points.push_back(guide_.move_points(follower_, role, state.moves, random_));
    if (settings_.order_moves)
        for (std::size_t role = 0; role < state.moves.size(); ++role) {
            std::vector<std::size_t> order(state.moves[role].size());
            for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
            std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
                return points[role][a] > points[role][b];
            });
            std::vector<std::uint32_t> moves;
            UctGuide::Points sorted;
            for (const std::size_t i : order) {
                moves.push_back(state.moves[role][i]);
                sorted.push_back(points[role][i]);
            }
            state.moves[role] = std::move(moves);
            points[role] = std::move(sorted);
        }
    if (settings_.prior_visits > 0) state.priors = std::move(points);
}

void UctWorker::simulate_one_by_one(UctSearch& search, const Interrupt& interrupt) {
    Path path;
    std::vector<float> points(network_.roles());
    while (begin(search, path)) {
        if (interrupt()) {
            const std::lock_guard lock(search.mutex);
            search.tree.cancel(path);
            throw Interrupted{};
        }
        roll_out(points);
        const std::lock_guard lock(search.mutex);
        search.tree.back_up(path, points);
        ++search.finished;
    }
}

void UctWorker::roll_out(std::span<float> points) {
    follower_.go_to(leaf_);
    Follower& rules = follower_.rules();
    std::vector<std::vector<std::uint32_t>> moves(network_.roles());
    for (std::uint64_t left = draw_length();; --left) {
        if (rules.terminal()) return goal_points(rules, points);
        for (std::size_t role = 0; role < moves.size(); ++role)
            moves[role] = rules.legal_moves(role);
        const bool stuck = std::ranges::any_of(moves, [](const auto& own) { return own.empty(); });
        if (left == 0 && guide_.given() && !stuck) return guide_.judge(follower_.state(), points);
        if (left == 0 || stuck) {
            std::ranges::fill(points, 0.0F);
            return;
        }
        for (std::size_t role = 0; role < moves.size(); ++role)
            joint_move_[role] = settings_.biased()
                                    ? guide_.draw_move(follower_, role, moves, random_)
                                    : moves[role][random_below(random_, moves[role].size())];
        follower_.play(joint_move_);
    }
}

std::uint64_t UctWorker::draw_length() {
    if (!guide_.given() || settings_.cut <= 0) return settings_.most_moves;
    if (settings_.cut >= 1) return 0;
    const double steps = std::log1p(-random_share(random_)) / std::log1p(-settings_.cut);
    return static_cast<std::uint64_t>(std::min(steps, static_cast<double>(settings_.most_moves)));
}

void UctWorker::simulate_in_lanes(UctSearch& search, const Interrupt& interrupt) {
    const std::size_t roles = network_.roles();
    while (true) {
        if (interrupt()) throw Interrupted{};
        fill_lanes(search);
        const std::size_t playing = playing_.count();
        if (playing == 0) return;
        LaneStates::View view = lanes_->look_and_choose();
        view.terminal &= playing_;
        view.stuck = (view.stuck & playing_) - view.terminal;
        const LaneMask waiting = view.terminal | view.stuck;
        cut_lanes(search, playing_ - waiting);
        if (waiting.count() * patience >= playing || waiting.count() == playing_.count())
            end_lanes(search, view);
        {
            const std::lock_guard lock(search.mutex);
            if (search.over()) return;
        }
        given_.each([&](std::size_t lane) {
            lanes_->make(lane, std::span(given_moves_).subspan(lane * roles, roles));
        });
        given_ = {};
        lanes_->step();
        lanes_->advance(waiting, {}, network_.initial);
        ++step_;
    }
}

void UctWorker::use_width(std::size_t width) {
    width_ = width;
    if (!widths_[width])
        widths_[width] = std::make_unique<LaneStates>(network_, kernels_[width], 0);
    lanes_ = widths_[width].get();
    lanes_->seed(random_());
    lanes_->set_all(network_.initial);  // what lanes draw depends on their neighbours
}

void UctWorker::widen() {
    const LaneStates& narrow = *lanes_;
    use_width(width_ + 1);
    playing_.each([&](std::size_t lane) {
        narrow.get(lane, leaf_);
        lanes_->set(lane, leaf_);
    });
}

void UctWorker::fill_lanes(UctSearch& search) {
    std::size_t most = std::min(settings_.lanes, kernels_.back().lanes);
    {
        const std::lock_guard lock(search.mutex);
        const double share = 1 + settings_.in_flight_share * search.tree.visits(search.root);
        if (share < static_cast<double>(most)) most = static_cast<std::size_t>(share);
    }
    if (most > lanes_->lanes()) widen();
    std::size_t playing = playing_.count();
    for (std::size_t lane = 0; lane < lanes_->lanes() && playing < most; ++lane) {
        if (playing_.has(lane)) continue;
        if (!begin(search, paths_[lane])) return;
        lanes_->set(lane, leaf_);
        last_step_[lane] = step_ + draw_length() + (moves_given_ ? 1 : 0);
        if (moves_given_) {
            given_.add(lane);
            std::ranges::copy(joint_move_, given_moves_.begin() + lane * network_.roles());
        }
        playing_.add(lane);
        ++playing;
    }
}

void UctWorker::end_lanes(UctSearch& search, const LaneStates::View& view) {
    const std::size_t roles = network_.roles();
    std::ranges::fill(points_, 0.0F);
    if (view.terminal.count() > 0)
        lanes_->each_goal(view.terminal, [&](const Network::Goal& goal, const LaneMask& of) {
            const float points = static_cast<float>(std::clamp(goal.value, 0, 100)) / 100;
            of.each([&](std::size_t lane) { points_[lane * roles + goal.role] = points; });
        });
    end(search, view.terminal | view.stuck);
}

void UctWorker::cut_lanes(UctSearch& search, const LaneMask& going_on) {
    const std::size_t roles = network_.roles();
    LaneMask cut;
    going_on.each([&](std::size_t lane) {
        if (last_step_[lane] > step_) return;
        cut.add(lane);
        const auto points = std::span(points_).subspan(lane * roles, roles);
        std::ranges::fill(points, 0.0F);
        if (!guide_.given()) return;
        lanes_->get(lane, leaf_);
        guide_.judge(leaf_, points);
    });
    end(search, cut);
}

void UctWorker::end(UctSearch& search, const LaneMask& lanes) {
    const std::size_t roles = network_.roles();
    const std::lock_guard lock(search.mutex);
    lanes.each([&](std::size_t lane) {
        search.tree.back_up(paths_[lane], std::span(points_).subspan(lane * roles, roles));
        ++search.finished;
        playing_.remove(lane);
    });
}

}  // namespace boardworth
