// What a search needs of an encoder-decoder network, so that greedy and beam search are written
// once.
#pragma once

#include <span>
#include <vector>

namespace sotto::models {

// One caller's state of one network: encoder output, caches. Used by one thread.
class Seq2SeqSession {
 public:
  virtual ~Seq2SeqSession() = default;

  virtual int vocab_size() const = 0;

  // Encodes a batch of sources (ids, language and </s> included; lengths may differ: shorter ones
  // are padded and masked inside) and prepares sources.size() * beams hypotheses with empty
  // caches; hypothesis h belongs to source h / beams.
  virtual void start(std::span<const std::vector<int>> sources, int beams) = 0;

  // Appends tokens[h] to hypothesis h; returns the next token's logits, [hypotheses, vocab] row by
  // row. They stay valid until the next call.
  virtual std::span<const float> step(std::span<const int> tokens) = 0;

  // Hypothesis h goes on from the caches of hypothesis parents[h] (of the same source).
  virtual void reorder(std::span<const int> parents) = 0;
};

}  // namespace sotto::models
