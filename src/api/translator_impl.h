#pragma once

#include <memory>
#include <utility>

#include "api/engine_impl.h"
#include "sotto/translator.h"
#include "translate/document/lines.h"

namespace sotto {

struct Translator::Impl {
  Impl(std::shared_ptr<Engine::Impl> owner, std::unique_ptr<translate::Translator> translator_,
       const Language& from_, const Language& to_)
      : engine(std::move(owner)), translator(std::move(translator_)), from(from_), to(to_) {}

  const std::shared_ptr<Engine::Impl> engine;  // ends behind what it has made
  const std::unique_ptr<translate::Translator> translator;
  const Language from, to;
};

}  // namespace sotto
