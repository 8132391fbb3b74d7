// What a search needs of an encoder-decoder network, so that greedy and beam search are written
// once.
#pragma once

#include <span>
#include <vector>

namespace sotto::models {

// What checking another network's proposal needs on top, of a session with one hypothesis.
class Rewindable {
 public:
  virtual ~Rewindable() = default;

  // As step() for each of the tokens in turn, in one pass: logits of the token that follows each,
  // row by row; the numbers are those that step() would give. Valid until the next call.
  virtual std::span<const float> extend(std::span<const int> tokens) = 0;

  // The last `tokens` tokens were never appended.
  virtual void forget(int tokens) = 0;
};

// One caller's state of one network: encoder output, caches. Used by one thread.
class Seq2SeqSession {
 public:
  virtual ~Seq2SeqSession() = default;

  virtual int vocab_size() const = 0;  // tokens that it may be given

  // The tokens that the columns of the logits stand for, ascending; empty: every token.
  virtual std::span<const int> outputs() const { return {}; }

  // Encodes a batch of sources (ids, language and </s> included; lengths may differ: shorter ones
  // are padded and masked inside) and prepares sources.size() * beams hypotheses with empty
  // caches; hypothesis h belongs to source h / beams.
  virtual void start(std::span<const std::vector<int>> sources, int beams) = 0;

  // Appends tokens[h] to hypothesis h; returns the next token's logits, [hypotheses, outputs] row
  // by row. They stay valid until the next call.
  virtual std::span<const float> step(std::span<const int> tokens) = 0;

  // Hypothesis h goes on from the caches of hypothesis parents[h] (of the same source).
  virtual void reorder(std::span<const int> parents) = 0;

  // This session, when it can; else null.
  virtual Rewindable* rewindable() { return nullptr; }
};

}  // namespace sotto::models
