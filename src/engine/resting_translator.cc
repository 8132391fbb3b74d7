#include "engine/resting_translator.h"

#include <utility>

namespace sotto::engine {

Result<std::unique_ptr<RestingTranslator>> RestingTranslator::open(Open open,
                                                                   const std::stop_token& stop) {
  Result<std::unique_ptr<translate::Translator>> translator = open(stop);
  if (!translator) return translator.error();
  return std::unique_ptr<RestingTranslator>(
      new RestingTranslator(std::move(open), *std::move(translator)));
}

Result<std::vector<translate::Translation>> RestingTranslator::translate_batch(
    std::span<const text::Sentence> sentences, std::stop_token stop) {
  const std::lock_guard lock(mutex_);
  if (translator_ == nullptr) {
    Result<std::unique_ptr<translate::Translator>> translator = open_(stop);
    if (!translator) return translator.error();
    translator_ = *std::move(translator);
  }
  return translator_->translate_batch(sentences, std::move(stop));
}

void RestingTranslator::rest() noexcept {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (lock.owns_lock()) translator_.reset();
}

}  // namespace sotto::engine
