// The tensors of a model, and which of them its networks have taken: upstream's reader refuses a
// file with tensors that it does not know, since such a file is of another model than its yaml
// says.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "checkpoint/weights.h"
#include "sotto/error.h"

namespace sotto::models::pocket_tts {

// Passes everything on, and remembers the names that were asked for. Any thread may read.
class StrictWeights final : public checkpoint::Weights {
 public:
  explicit StrictWeights(std::shared_ptr<const checkpoint::Weights> weights)
      : weights_(std::move(weights)) {}

  std::vector<std::string> names() const override { return weights_->names(); }
  const checkpoint::StoredTensor* find(std::string_view name) const override;
  std::string_view source() const override { return weights_->source(); }
  void release(std::span<const std::byte> bytes) const override { weights_->release(bytes); }

  // An error that names a tensor that nothing asked for. Those that begin with one of `later` may
  // be asked for another time.
  Result<void> expect_all_taken(std::span<const std::string_view> later) const;

 private:
  std::shared_ptr<const checkpoint::Weights> weights_;
  mutable std::mutex mutex_;
  mutable std::set<std::string, std::less<>> taken_;
};

}  // namespace sotto::models::pocket_tts
