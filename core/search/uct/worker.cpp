#include "search/uct/worker.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "random.h"
#include "rules/gdl/step/propnet_machine.h"

namespace boardworth {

namespace {

// Goals are evaluated when one lane in this many has ended its game; lanes that have ended wait.
constexpr std::size_t patience = 16;

}  // namespace

UctWorker::UctWorker(std::unique_ptr<StateMachine> machine, const UctSettings& settings,
                     const StateFunction* function, std::span<const LaneKernel> kernels)
    : settings_(settings),
      guide_(settings, function),
      machine_(std::move(machine)),
      roles_(machine_->roles()),
      kernels_(kernels),
      widths_(kernels.size()),
      leaf_(state_words(*machine_)),
      joint_move_(roles_) {
    if (kernels.empty()) return;
    const std::size_t most = kernels.back().lanes;
    paths_.resize(most);
    last_step_.resize(most);
    points_.resize(most * roles_);
    given_moves_.resize(most * roles_);
}

// A propnet's rollout that is followed takes so long that a node costs little beside it.
bool UctWorker::plays_given_moves() const {
    return lanes_ != nullptr || machine_->propnet() == nullptr;
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
    std::vector<float> points(roles_);
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
            moves_given_ = plays_given_moves() && tree.rarely_tried(path);
            if (moves_given_) return true;
            node = expand(search, path, lock, fresh);
            if (node == UctTree::none) {
                std::ranges::copy(machine_->state(), leaf_.begin());
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
    machine_->go_to(leaf_);
    machine_->play(joint_move_);
    lock.lock();
    std::uint32_t node = tree.find(machine_->state());
    if (node == UctTree::none && tree.full()) return node;
    if (node == UctTree::none) {
        lock.unlock();
        const UctState state = describe();
        lock.lock();
        node = tree.find(machine_->state());  // another thread may have been there by now
        fresh = node == UctTree::none;
        if (fresh) node = tree.insert(state);
    }
    tree.link(path, node);
    return node;
}

UctState UctWorker::describe(std::span<const std::uint64_t> state) {
    machine_->go_to(state);
    return describe();
}

UctState UctWorker::describe() {
    UctState state;
    state.words.assign(machine_->state().begin(), machine_->state().end());
    state.over = machine_->terminal();
    for (std::size_t role = 0; role < roles_ && !state.over; ++role) {
        state.moves.push_back(machine_->legal_moves(role));
        state.over = state.moves.back().empty();  // by faulty rules
    }
    if (state.over) {
        std::vector<float> points(roles_);
        machine_->points(points);
        for (const float point : points) state.values.push_back(static_cast<std::uint8_t>(point));
    } else {
        order_moves(state);
    }
    return state;
}

void UctWorker::order_moves(UctState& state) {
    for (std::vector<std::uint32_t>& moves : state.moves)
        for (std::size_t i = moves.size(); i > 1; --i)
            std::swap(moves[i - 1], moves[random_below(random_, i)]);
    if (!guide_.given() || (!settings_.order_moves && settings_.prior_visits == 0)) return;
    std::vector<UctGuide::Points> points;
    for (std::size_t role = 0; role < state.moves.size(); ++role)
        points.push_back(guide_.move_points(*machine_, role, state.moves, random_));
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
    std::vector<float> points(roles_);
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
    machine_->go_to(leaf_);
    if (moves_given_) machine_->play(joint_move_);
    const std::uint64_t length = draw_length();
    const bool ended =
        settings_.biased() ? roll_out_guided(length) : machine_->roll_out(length, random_);
    if (ended)
        final_points(*machine_, points);
    else if (guide_.given())
        guide_.evaluate(machine_->state(), points);
    else
        std::ranges::fill(points, machine_->unfinished_points() / 100);
}

bool UctWorker::roll_out_guided(std::uint64_t max_moves) {
    std::vector<std::vector<std::uint32_t>> moves(roles_);
    for (std::uint64_t left = max_moves; !machine_->terminal(); --left) {
        for (std::size_t role = 0; role < roles_; ++role) {
            moves[role] = machine_->legal_moves(role);
            if (moves[role].empty()) return true;  // by faulty rules
        }
        if (left == 0) return false;
        for (std::size_t role = 0; role < roles_; ++role)
            joint_move_[role] = guide_.draw_move(*machine_, role, moves, random_);
        machine_->play(joint_move_);
    }
    return true;
}

std::uint64_t UctWorker::draw_length() {
    if (!guide_.given() || settings_.cut <= 0) return settings_.max_moves;
    if (settings_.cut >= 1) return 0;
    const double steps = std::log1p(-random_share(random_)) / std::log1p(-settings_.cut);
    return static_cast<std::uint64_t>(std::min(steps, static_cast<double>(settings_.max_moves)));
}

void UctWorker::simulate_in_lanes(UctSearch& search, const Interrupt& interrupt) {
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
            lanes_->make(lane, std::span(given_moves_).subspan(lane * roles_, roles_));
        });
        given_ = {};
        lanes_->step();
        lanes_->advance(waiting, {}, lanes_->propnet().initial);
        ++step_;
    }
}

void UctWorker::use_width(std::size_t width) {
    width_ = width;
    if (!widths_[width])
        widths_[width] = std::make_unique<LaneStates>(*machine_->propnet(), kernels_[width], 0);
    lanes_ = widths_[width].get();
    lanes_->seed(random_());
    lanes_->set_all(lanes_->propnet().initial);  // what lanes draw depends on their neighbours
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
            std::ranges::copy(joint_move_, given_moves_.begin() + lane * roles_);
        }
        playing_.add(lane);
        ++playing;
    }
}

void UctWorker::end_lanes(UctSearch& search, const LaneStates::View& view) {
    std::ranges::fill(points_, 0.0F);
    if (view.terminal.count() > 0)
        lanes_->each_goal(view.terminal, [&](const Propnet::Goal& goal, const LaneMask& of) {
            const float points = static_cast<float>(goal_points(goal.value)) / 100;
            of.each([&](std::size_t lane) { points_[lane * roles_ + goal.role] = points; });
        });
    end(search, view.terminal | view.stuck);
}

void UctWorker::cut_lanes(UctSearch& search, const LaneMask& going_on) {
    LaneMask cut;
    going_on.each([&](std::size_t lane) {
        if (last_step_[lane] > step_) return;
        cut.add(lane);
        const auto points = std::span(points_).subspan(lane * roles_, roles_);
        std::ranges::fill(points, machine_->unfinished_points() / 100);
        if (!guide_.given()) return;
        lanes_->get(lane, leaf_);
        guide_.evaluate(leaf_, points);
    });
    end(search, cut);
}

void UctWorker::end(UctSearch& search, const LaneMask& lanes) {
    const std::lock_guard lock(search.mutex);
    lanes.each([&](std::size_t lane) {
        search.tree.back_up(paths_[lane], std::span(points_).subspan(lane * roles_, roles_));
        ++search.finished;
        playing_.remove(lane);
    });
}

}  // namespace boardworth
