// A network with a shortlist, as the searches see it: its tokens are numbered by the columns of its
// logits ("slots"), so that they need not know that there is a shortlist.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "models/seq2seq.h"
#include "translate/search/search.h"

namespace sotto::translate {

class SlotSession final : public models::Seq2SeqSession, public models::Rewindable {
 public:
  // `session` has outputs().
  explicit SlotSession(models::Seq2SeqSession& session) : session_(session) {}

  std::optional<int> slot(int id) const;
  int id(int slot) const { return session_.outputs()[static_cast<size_t>(slot)]; }
  void to_ids(Hypothesis& hypothesis) const;

  int vocab_size() const override { return static_cast<int>(session_.outputs().size()); }
  void clear() override { session_.clear(); }
  void add(std::span<const std::vector<int>> sources) override { session_.add(sources); }
  std::span<const float> step(std::span<const int> slots) override;
  void advance(std::span<const int> slots) override { session_.advance(ids_of(slots)); }
  void select(std::span<const int> parents) override { session_.select(parents); }

  int threads() const override { return session_.threads(); }
  void share(int count, int64_t bytes, const device::HostWork& work) override {
    session_.share(count, bytes, work);
  }

  models::Rewindable* rewindable() override {
    return session_.rewindable() != nullptr ? this : nullptr;
  }
  std::span<const float> extend(std::span<const int> slots) override;
  void forget(int tokens) override { session_.rewindable()->forget(tokens); }

 private:
  std::span<const int> ids_of(std::span<const int> slots);

  models::Seq2SeqSession& session_;
  std::vector<int> tokens_;
};

}  // namespace sotto::translate
