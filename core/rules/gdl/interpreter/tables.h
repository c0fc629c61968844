// Answers to questions that have been asked, so that none is answered twice.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rules/gdl/interpreter/hash_index.h"
#include "rules/gdl/interpreter/terms.h"

namespace boardworth {

// A question with its inputs, and its answers so far.
struct Call {
    std::uint32_t question;
    std::uint32_t key;           // where its inputs begin
    std::uint32_t first = 0;     // answer; 0: there is none
    std::uint32_t last = 0;      // answer
    std::int32_t waiting = -1;   // the last of those that wait for further answers
    std::uint32_t position = 0;  // among calls that are not complete
    bool complete = false;
    bool has_news = false;  // listed as having answers that some have not read
};

// All calls of one lifetime.
class CallTable {
  public:
    static constexpr std::uint32_t none = HashIndex::none;

    [[nodiscard]] std::uint32_t find(std::uint32_t question, std::span<const TermId> inputs) const;
    std::uint32_t add(std::uint32_t question, std::span<const TermId> inputs);
    // False if the call has this answer already.
    bool add_new_answer(std::uint32_t call, std::span<const TermId> outputs);
    void add_answer(std::uint32_t call, std::span<const TermId> outputs);

    [[nodiscard]] Call& operator[](std::uint32_t call) { return calls_[call]; }
    [[nodiscard]] const Call& operator[](std::uint32_t call) const { return calls_[call]; }
    // The answer after another; 0 if that is the last.
    [[nodiscard]] std::uint32_t after(std::uint32_t answer) const {
        return static_cast<std::uint32_t>(answers_[answer]);
    }
    [[nodiscard]] const TermId* outputs(std::uint32_t answer) const {
        return answers_.data() + answer + header;
    }
    void clear();
    [[nodiscard]] std::size_t bytes() const;

  private:
    // The next answer, the call, the number of outputs; then the outputs.
    static constexpr std::uint32_t header = 3;

    [[nodiscard]] std::uint64_t hash_of_answer(std::uint32_t answer) const;

    std::vector<Call> calls_;
    std::vector<std::uint32_t> input_counts_;
    std::vector<TermId> keys_;
    std::vector<std::int32_t> answers_ = {0};
    HashIndex call_index_;
    HashIndex answer_index_;
};

}  // namespace boardworth
