#include "features/compressed_rows.h"

#include <cstddef>

namespace boardworth {

CompressedRows joined(std::vector<CompressedRows>&& parts) {
    CompressedRows all{{0}, {}};
    std::size_t size = 0;
    for (const CompressedRows& part : parts) size += part.numbers.size();
    all.numbers.reserve(size);
    for (CompressedRows& part : parts) {
        const std::uint64_t first = all.starts.back();
        for (std::size_t i = 1; i < part.starts.size(); ++i)
            all.starts.push_back(first + part.starts[i]);
        all.numbers.insert(all.numbers.end(), part.numbers.begin(), part.numbers.end());
        part = {};
    }
    return all;
}

}  // namespace boardworth
