#include "search/uct/uct.h"

#include <utility>

#include "parallel.h"

namespace boardworth {

Uct::Uct(std::unique_ptr<StateMachine> machine, UctSettings settings, const StateFunction* function)
    : settings_(std::move(settings)), tree_(*machine, settings_) {
    if (machine->propnet() != nullptr && settings_.lanes > 0 && !settings_.biased())
        for (const LaneKernel& kernel : lane_kernels())
            if (kernels_.empty() || kernels_.back().lanes < settings_.lanes)
                kernels_.push_back(kernel);
    workers_.reserve(static_cast<std::size_t>(settings_.threads));
    for (int i = 1; i < settings_.threads; ++i)
        workers_.emplace_back(machine->another(), settings_, function, kernels_);
    workers_.emplace_back(std::move(machine), settings_, function, kernels_);
}

UctResult Uct::search(std::span<const std::uint64_t> state, bool keep, const Limit& limit,
                      const Interrupt& interrupt) {
    const std::uint64_t seed = settings_.seed * 0x9E3779B97F4A7C15 ^ state_key(state);
    for (std::size_t worker = 0; worker < workers_.size(); ++worker)
        workers_[worker].seed(seed + worker);
    UctSearch search{.tree = tree_, .limit = limit, .root = root_of(state, keep)};
    if (workers_.size() == 1)
        workers_[0].run(search, interrupt);
    else
        in_parallel(workers_.size(), settings_.threads, interrupt,
                    [&](std::size_t worker, const Interrupt& stopped) {
                        workers_[worker].run(search, stopped);
                    });
    return result(search);
}

std::uint32_t Uct::root_of(std::span<const std::uint64_t> state, bool keep) {
    const std::uint32_t known = keep ? tree_.find(state) : UctTree::none;
    if (known != UctTree::none) return tree_.keep_reachable(known);
    tree_.clear();
    return tree_.insert(workers_[0].describe(state));
}

UctResult Uct::result(const UctSearch& search) const {
    UctResult result;
    const auto known = [](std::uint8_t value) {
        return value == UctTree::unknown ? std::nullopt : std::optional<int>(value);
    };
    for (std::size_t role = 0; role < machine().roles(); ++role) {
        result.values.push_back(known(tree_.value(search.root, role)));
        std::vector<UctResult::Move>& moves = result.moves.emplace_back();
        for (const UctArm& arm : tree_.arms(search.root, role)) {
            const double mean = arm.visits > 0 ? 100 * arm.points / arm.visits : 0;
            const std::uint32_t prior = arm.visits - std::min(arm.visits, settings_.prior_visits);
            moves.push_back({arm.move, prior, mean, known(arm.proven)});
        }
    }
    result.simulations = search.finished;
    result.nodes = tree_.size();
    result.seconds = search.seconds();
    return result;
}

}  // namespace boardworth
