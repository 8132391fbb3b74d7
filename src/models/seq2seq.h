// The interface of an encoder-decoder network for searches, so that greedy and beam search are
// written once.
#pragma once

#include <span>
#include <vector>

#include "device/choice.h"
#include "device/device.h"

namespace sotto::models {

// A session with one hypothesis that can check another network's proposal.
class Rewindable {
 public:
  virtual ~Rewindable() = default;

  // Calls step() for each of the tokens in turn, in effect, in one pass. Returns the logits of the
  // token that follows each, row by row, with the bits that step() would give. Valid until the next
  // call.
  virtual std::span<const float> extend(std::span<const int> tokens) = 0;

  // The last `tokens` tokens were never appended.
  virtual void forget(int tokens) = 0;
};

// A session for greedy search, which need not give all logits.
class Choosing {
 public:
  virtual ~Choosing() = default;

  // A step() that returns of each hypothesis only the most likely token that is not banned, where
  // banned[h] are those of hypothesis h: Device::choose(). Valid until the next call.
  virtual std::span<const device::Choice> choose(std::span<const int> tokens,
                                                 device::Banned banned) = 0;

  // An extend() that returns what choose() gives of each row, of a session that is Rewindable.
  // banned[i] are those behind tokens[i].
  virtual std::span<const device::Choice> choose_each(std::span<const int>, device::Banned) {
    return {};
  }
};

// A text and its translation that a search may take words from.
struct Example {
  std::vector<int> source;  // as Seq2SeqSession::add() takes it
  std::vector<int> target;  // what follows the start token: forced ids and </s> included
};

using Examples = std::vector<Example>;

// A session whose searches can take words from examples.
class Borrower {
 public:
  virtual ~Borrower() = default;

  // Seq2SeqSession::add(), where the hypothesis of sources[i], and all that come of it, has
  // examples[i].
  virtual void add(std::span<const std::vector<int>> sources,
                   std::span<const Examples> examples) = 0;
};

// Finds the tokens of a source that each token of a translation comes from. Used by one thread.
class Aligner {
 public:
  virtual ~Aligner() = default;

  // [target, source], row by row: how much of each source token is in each of the target's; rows
  // add up to 1. `target`: the new tokens of a hypothesis, </s> included where it has it.
  virtual std::vector<float> align(std::span<const int> source, std::span<const int> target) = 0;
};

// One caller's state of one network: encoder output, caches. Used by one thread.
class Seq2SeqSession {
 public:
  virtual ~Seq2SeqSession() = default;

  virtual int vocab_size() const = 0;  // tokens that it may be given

  // The tokens that the columns of the logits stand for, ascending; empty: every token.
  virtual std::span<const int> outputs() const { return {}; }

  // Forgets all hypotheses.
  virtual void clear() = 0;

  // Encodes a batch of sources (ids, language and </s> included; lengths may differ), and appends a
  // hypothesis with an empty past for each of them to those that there are.
  virtual void add(std::span<const std::vector<int>> sources) = 0;

  // Appends tokens[h] to hypothesis h; returns the next token's logits, [hypotheses, outputs] row
  // by row. Pasts may differ in length. They stay valid until the next call.
  virtual std::span<const float> step(std::span<const int> tokens) = 0;

  // A step() whose logits nobody wants.
  virtual void advance(std::span<const int> tokens) { step(tokens); }

  // From now on hypothesis h is what hypothesis parents[h] was. There may be fewer of them than
  // before, or more.
  virtual void select(std::span<const int> parents) = 0;

  // These sources alone, with `beams` equal hypotheses for each, one after the other.
  void start(std::span<const std::vector<int>> sources, int beams) {
    clear();
    add(sources);
    equal_.clear();
    for (size_t s = 0; s < sources.size(); ++s)
      equal_.insert(equal_.end(), static_cast<size_t>(beams), static_cast<int>(s));
    if (beams > 1) select(equal_);
  }

  // Who searches has the threads that the network computes with, between two steps: as those of
  // device::Device.
  virtual int threads() const { return 1; }
  virtual void share(int count, int64_t bytes, const device::HostWork& work) {
    static_cast<void>(bytes);
    for (int piece = 0; piece < count; ++piece) work(0, piece);
  }

  // This session, when it can; else null.
  virtual Rewindable* rewindable() { return nullptr; }
  virtual Choosing* choosing() { return nullptr; }
  virtual Borrower* borrower() { return nullptr; }

 private:
  std::vector<int> equal_;  // scratch of start()
};

}  // namespace sotto::models
