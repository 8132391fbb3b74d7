// A network whose logits a test decides.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <utility>
#include <vector>

#include "models/seq2seq.h"

namespace sotto::translate::testing {

using Ids = std::vector<int>;

// A network that is a function from the sequence so far (and the source) to logits.
class Table : public models::Seq2SeqSession {
 public:
  using Function = std::function<std::vector<float>(const Ids& source, const Ids& sequence)>;
  Table(int vocab, Function next) : vocab_(vocab), next_(std::move(next)) {}

  int vocab_size() const override { return vocab_; }
  void clear() override { hypotheses_.clear(); }
  void add(std::span<const Ids> sources) override {
    for (const Ids& source : sources) hypotheses_.push_back({source, {}});
  }
  std::span<const float> step(std::span<const int> tokens) override {
    ++steps;
    EXPECT_EQ(tokens.size(), hypotheses_.size());
    logits_.clear();
    for (size_t h = 0; h < hypotheses_.size(); ++h) {
      auto& [source, sequence] = hypotheses_[h];
      sequence.push_back(tokens[h]);
      const auto row = next_(source, sequence);
      logits_.insert(logits_.end(), row.begin(), row.end());
    }
    rows += static_cast<int>(tokens.size());
    return logits_;
  }
  void select(std::span<const int> parents) override {
    const auto old = hypotheses_;
    hypotheses_.clear();
    for (const int parent : parents) hypotheses_.push_back(old.at(parent));
  }

  int steps = 0, rows = 0;

 private:
  int vocab_;
  Function next_;
  std::vector<std::pair<Ids, Ids>> hypotheses_;  // sources and what was said
  std::vector<float> logits_;
};

// One that chooses by itself, where it is asked to.
class ChoosingTable final : public Table, public models::Choosing {
 public:
  using Table::Table;

  models::Choosing* choosing() override { return this; }
  std::span<const device::Choice> choose(std::span<const int> tokens,
                                         device::Banned banned) override {
    ++choices;
    const auto logits = step(tokens);
    const auto vocab = static_cast<size_t>(vocab_size());
    chosen_.clear();
    for (size_t h = 0; h < tokens.size(); ++h)
      chosen_.push_back(device::chosen_of(logits.subspan(h * vocab, vocab), banned[h]));
    return chosen_;
  }

  int choices = 0;

 private:
  std::vector<device::Choice> chosen_;
};

}  // namespace sotto::translate::testing
