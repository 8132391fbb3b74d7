// A checkpoint's tensors, some of them others.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "checkpoint/tensor_table.h"
#include "checkpoint/weights.h"

namespace sotto::models::testing {

class ChangedWeights {
 public:
  explicit ChangedWeights(std::shared_ptr<const checkpoint::Weights> stored)
      : stored_(std::move(stored)) {}

  // A tensor of that name and shape, of small numbers that are not all the same, in place of one,
  // or of the two that weight norm makes of it.
  ChangedWeights& set(const std::string& name, const std::vector<int64_t>& shape) {
    size_t count = 1;
    for (const int64_t n : shape) count *= static_cast<size_t>(n);
    std::vector<float> numbers(count);
    for (size_t i = 0; i < count; ++i) numbers[i] = static_cast<float>(i % 7) / 100;
    return set(name, shape, std::move(numbers));
  }
  ChangedWeights& set(const std::string& name, const std::vector<int64_t>& shape,
                      std::vector<float> numbers) {
    const auto kept = std::make_shared<const std::vector<float>>(std::move(numbers));
    changed_->keep(std::shared_ptr<const void>(kept));
    changed_->add(
        {name, checkpoint::DType::f32, shape, std::as_bytes(std::span<const float>(*kept))});
    return *this;
  }

  std::shared_ptr<const checkpoint::Weights> done() const {
    changed_->keep(stored_);
    for (const std::string& name : stored_->names()) {
      const size_t norm = name.find("parametrizations.weight.");
      if (norm == name.npos || changed_->find(name.substr(0, norm) + "weight") == nullptr)
        changed_->add(*stored_->find(name));  // of a changed one the first stays
    }
    return changed_;
  }

 private:
  std::shared_ptr<const checkpoint::Weights> stored_;
  std::shared_ptr<checkpoint::TensorTable> changed_ =
      std::make_shared<checkpoint::TensorTable>(std::string(stored_->source()));
};

}  // namespace sotto::models::testing
