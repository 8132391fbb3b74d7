#include "speech/pocket_models.h"

#include "models/pocket_tts/model.h"

namespace sotto::speech {

std::shared_ptr<PocketModels::Entry> PocketModels::entry_of(const std::filesystem::path& yaml,
                                                            std::optional<quant::Scheme> weights) {
  const std::lock_guard lock(mutex_);
  for (const auto& entry : entries_)
    if (entry->yaml == yaml && entry->weights == weights) return entry;
  entries_.push_back(std::make_shared<Entry>(yaml, weights));
  return entries_.back();
}

Result<PocketModels::Model> PocketModels::load(const std::filesystem::path& yaml,
                                               std::optional<quant::Scheme> weights,
                                               const device::Backend& backend) {
  const std::shared_ptr<Entry> entry = entry_of(yaml, weights);
  const std::lock_guard loading(entry->loading);
  {
    const std::lock_guard lock(mutex_);
    if (auto known = entry->model.lock()) return known;
  }
  auto model = models::pocket_tts::Model::load(yaml, weights, backend);
  if (!model) return model.error();
  const std::lock_guard lock(mutex_);
  entry->model = *model;
  ++loads_;
  return *std::move(model);
}

size_t PocketModels::loaded() const {
  const std::lock_guard lock(mutex_);
  size_t loaded = 0;
  for (const auto& entry : entries_) loaded += entry->model.expired() ? 0 : 1;
  return loaded;
}

size_t PocketModels::bytes() const {
  const std::lock_guard lock(mutex_);
  size_t bytes = 0;
  for (const auto& entry : entries_)
    if (const auto model = entry->model.lock()) bytes += model->weight_bytes();
  return bytes;
}

size_t PocketModels::loads() const {
  const std::lock_guard lock(mutex_);
  return loads_;
}

}  // namespace sotto::speech
