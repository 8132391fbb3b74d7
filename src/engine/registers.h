// Translations into Japanese in the register that the listener wants.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "base/language.h"
#include "japanese/register.h"
#include "sotto/error.h"
#include "translate/translator.h"

namespace sotto::engine {

// None: polite, where a dictionary is installed that can tell what a sentence ends with.
using WantedRegister = std::optional<japanese::Register>;

// Shares one dictionary, which is opened when the first translator needs it. Used by any thread.
class Registers {
 public:
  using Open = std::function<Result<japanese::RegisterChanger>()>;
  explicit Registers(Open open = japanese::RegisterChanger::open) : open_(std::move(open)) {}

  // The translator, whose sentences and alternatives end as `wanted` says; as it was for other
  // languages than Japanese. What is lost, and so is no Japanese, and raw lines stay. The error:
  // it was asked for by name, and there is no dictionary.
  Result<std::unique_ptr<translate::Translator>> apply(
      std::unique_ptr<translate::Translator> translator, const Language& to, WantedRegister wanted);

 private:
  using Changer = std::shared_ptr<const japanese::RegisterChanger>;
  const Result<Changer>& changer();

  const Open open_;
  std::mutex mutex_;
  std::optional<Result<Changer>> changer_;
};

}  // namespace sotto::engine
