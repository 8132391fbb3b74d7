#include "speech/voice_models.h"

namespace sotto::speech {

std::shared_ptr<VoiceModels::Entry> VoiceModels::entry_of(std::type_index type,
                                                          const std::filesystem::path& file,
                                                          std::optional<quant::Scheme> weights) {
  const std::lock_guard lock(mutex_);
  for (const auto& entry : entries_)
    if (entry->type == type && entry->file == file && entry->weights == weights) return entry;
  entries_.push_back(std::make_shared<Entry>(type, file, weights));
  return entries_.back();
}

Result<VoiceModels::Any> VoiceModels::model_of(Entry& entry,
                                               const std::function<Result<Loaded>()>& load) {
  const std::lock_guard loading(entry.loading);
  {
    const std::lock_guard lock(mutex_);
    if (Any known = entry.model.lock()) return known;
  }
  Result<Loaded> loaded = load();
  if (!loaded) return loaded.error();
  const std::lock_guard lock(mutex_);
  entry.model = loaded->model;
  entry.bytes = loaded->bytes;
  ++loads_;
  return std::move(loaded->model);
}

size_t VoiceModels::loaded() const {
  const std::lock_guard lock(mutex_);
  size_t loaded = 0;
  for (const auto& entry : entries_) loaded += entry->model.expired() ? 0 : 1;
  return loaded;
}

size_t VoiceModels::bytes() const {
  const std::lock_guard lock(mutex_);
  size_t bytes = 0;
  for (const auto& entry : entries_) bytes += entry->model.expired() ? 0 : entry->bytes;
  return bytes;
}

size_t VoiceModels::loads() const {
  const std::lock_guard lock(mutex_);
  return loads_;
}

}  // namespace sotto::speech
