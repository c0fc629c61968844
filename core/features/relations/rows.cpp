#include "features/relations/rows.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
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
        if (shape_.has(RelationKind::men)) add_men(seen);
        add_of_king(seen, 0);
        add_of_king(seen.swapped(shape_), negative);
    }

  private:
    void add(std::size_t weight, std::uint32_t sign) {
        numbers_.push_back((first_ + static_cast<std::uint32_t>(weight)) | sign);
    }

    void add_men(const RelationView& seen) {
        for (std::size_t man = 0; man < seen.men.size(); ++man)
            for (int i = 0; i < std::abs(seen.men[man]); ++i)
                add(shape_.man_weight(man), seen.men[man] < 0 ? negative : 0);
    }

    void add_of_king(const RelationView& seen, std::uint32_t sign) {
        if (seen.own_king < 0) return;
        const auto king = static_cast<std::size_t>(seen.own_king);
        if (shape_.has(RelationKind::king_piece))
            for (const std::uint16_t c : seen.conditions)
                if (const std::int64_t weight = shape_.king_piece_weight(king, c); weight >= 0)
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

}  // namespace

CompressedRows relation_weights(const AnyGame& game, const RelationShape& shape,
                                const PackedPositions& positions, std::uint32_t first, int threads,
                                const Interrupt& interrupt) {
    constexpr std::size_t piece_size = 1024;
    game.check(positions);
    require_fits(shape, game.constants().facts);
    if (first + shape.weights() >= negative)
        throw std::invalid_argument("relations: too many weights");
    std::vector<CompressedRows> parts((positions.count + piece_size - 1) / piece_size);
    in_parallel(parts.size(), threads, interrupt, [&](std::size_t piece, const Interrupt& stopped) {
        if (stopped()) throw Interrupted{};
        const std::size_t begin = piece * piece_size;
        const std::size_t count = std::min(piece_size, positions.count - begin);
        const std::vector<std::uint16_t> facts =
            game.seen_facts(positions.part(begin, begin + count));
        CompressedRows rows{{0}, {}};
        RowWriter writer(shape, first, rows.numbers);
        for (std::size_t i = 0; i < count; ++i) {
            writer.add(
                read_relations(shape, FactsView(facts).subspan(i * shape.atoms(), shape.atoms())));
            rows.starts.push_back(rows.numbers.size());
        }
        parts[piece] = std::move(rows);
    });
    return joined(std::move(parts));
}

}  // namespace boardworth
