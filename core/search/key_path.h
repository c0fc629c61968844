// The keys of the positions on the way to the one that is searched, for games in which a position
// that occurs several times ends the game.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace boardworth {

class KeyPath {
  public:
    // `history` are the keys of the positions before the root, from the last irreversible move on.
    KeyPath(std::span<const std::uint64_t> history, std::uint64_t root, std::size_t plies)
        : keys_(history.begin(), history.end()), root_(history.size()), begins_(plies, 0) {
        keys_.resize(root_ + plies);
        keys_[root_] = root;
    }

    // Enters a ply from the one before it.
    void enter(std::size_t ply, std::uint64_t key, bool irreversible) {
        keys_[root_ + ply] = key;
        begins_[ply] = irreversible ? root_ + ply : begins_[ply - 1];
    }

    // How often the position of a ply has occurred, itself included.
    [[nodiscard]] int occurrences(std::size_t ply) const {
        return occurrences(ply, keys_[root_ + ply]);
    }
    // How often a position has occurred up to a ply, that one included.
    [[nodiscard]] int occurrences(std::size_t ply, std::uint64_t key) const {
        const auto begin = keys_.begin();
        return static_cast<int>(std::count(begin + static_cast<std::ptrdiff_t>(begins_[ply]),
                                           begin + static_cast<std::ptrdiff_t>(root_ + ply + 1),
                                           key));
    }

  private:
    std::vector<std::uint64_t> keys_;
    std::size_t root_;                 // where the root's key is
    std::vector<std::size_t> begins_;  // by ply: the first key that can recur
};

}  // namespace boardworth
