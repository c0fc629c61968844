#include "features/relations/rows.h"

#include <algorithm>
#include <cstddef>
#include <stdexcept>

#include "features/relations/view.h"
#include "parallel.h"

namespace boardworth {

namespace {

// Adds up the numbers of one position.
class RowWriter {
  public:
    RowWriter(const RelationShape& shape, std::uint32_t first, std::vector<std::uint32_t>& numbers)
        : shape_(shape), first_(first), numbers_(numbers) {}

    void add(const RelationView& seen) {
        add_of_king(seen, 0);
        add_of_king(seen.swapped(shape_), negative);
    }

  private:
    void add(std::size_t weight, std::uint32_t sign) {
        numbers_.push_back((first_ + static_cast<std::uint32_t>(weight)) | sign);
    }

    void add_of_king(const RelationView& seen, std::uint32_t sign) {
        if (seen.own_king < 0) return;
        const auto king = static_cast<std::size_t>(seen.own_king);
        if (shape_.has(RelationKind::piece_square))
            for (const std::uint16_t c : seen.conditions)
                if (c < shape_.own_conditions()) add(shape_.piece_square_weight(c), sign);
        if (shape_.has(RelationKind::king_piece))
            for (const std::uint16_t c : seen.conditions)
                if (const std::int64_t weight = shape_.king_piece_weight(king, c); weight >= 0)
                    add(static_cast<std::size_t>(weight), sign);
        if (shape_.has(RelationKind::piece_piece))
            for (std::size_t i = 0; i < seen.conditions.size(); ++i)
                for (std::size_t j = 0; j < i; ++j)
                    if (const std::int64_t weight =
                            shape_.piece_piece_weight(seen.conditions[j], seen.conditions[i]);
                        weight >= 0)
                        add(static_cast<std::size_t>(weight), sign);
        if (shape_.has(RelationKind::king_king_piece) && seen.opponent_king >= 0)
            for (const std::uint16_t c : seen.conditions)
                if (c < shape_.own_conditions())
                    add(shape_.king_king_piece_weight(
                            king, static_cast<std::size_t>(seen.opponent_king), c),
                        sign);
        if (shape_.has(RelationKind::king_piece_piece))
            for (std::size_t i = 0; i < seen.conditions.size(); ++i)
                for (std::size_t j = 0; j < i; ++j)
                    add(shape_.king_piece_piece_weight(king, seen.conditions[j],
                                                       seen.conditions[i]),
                        sign);
    }

    const RelationShape& shape_;
    std::uint32_t first_;
    std::vector<std::uint32_t>& numbers_;
};

constexpr std::size_t piece_size = 1024;

std::size_t piece_count(const PackedPositions& positions) {
    return (positions.count + piece_size - 1) / piece_size;
}

// Calls visit(row, what its mover sees) for the positions of a piece.
template <class Visit>
void visit_piece(const AnyGame& game, const RelationShape& shape, const PackedPositions& positions,
                 std::size_t piece, const Visit& visit) {
    const std::size_t first = piece * piece_size;
    const std::size_t last = std::min(first + piece_size, positions.count);
    const std::vector<std::uint16_t> facts = game.seen_facts(positions.part(first, last));
    for (std::size_t row = first; row < last; ++row)
        visit(row, read_relations(shape, FactsView(facts).subspan((row - first) * shape.atoms(),
                                                                  shape.atoms())));
}

}  // namespace

CompressedRows relation_weights(const AnyGame& game, const RelationShape& shape,
                                const PackedPositions& positions, std::uint32_t first, int threads,
                                const Interrupt& interrupt) {
    game.check(positions);
    require_fits(shape, game.constants().facts);
    if (first + shape.weights() >= negative)
        throw std::invalid_argument("relations: too many weights");
    std::vector<CompressedRows> parts(piece_count(positions));
    in_parallel(parts.size(), threads, interrupt, [&](std::size_t piece, const Interrupt& stopped) {
        if (stopped()) throw Interrupted{};
        CompressedRows rows{{0}, {}};
        RowWriter writer(shape, first, rows.numbers);
        visit_piece(game, shape, positions, piece, [&](std::size_t, const RelationView& seen) {
            writer.add(seen);
            rows.starts.push_back(rows.numbers.size());
        });
        parts[piece] = std::move(rows);
    });
    return joined(std::move(parts));
}

std::vector<std::int16_t> piece_differences(const AnyGame& game, const RelationShape& shape,
                                            const PackedPositions& positions, int threads) {
    game.check(positions);
    require_fits(shape, game.constants().facts);
    std::vector<std::int16_t> pieces(positions.count * shape.pieces());
    in_parallel(piece_count(positions), threads, [&](std::size_t piece) {
        visit_piece(game, shape, positions, piece, [&](std::size_t row, const RelationView& seen) {
            std::ranges::transform(
                seen.pieces, pieces.begin() + static_cast<std::ptrdiff_t>(row * shape.pieces()),
                [](int count) { return static_cast<std::int16_t>(count); });
        });
    });
    return pieces;
}

}  // namespace boardworth
