#pragma once

#include <memory>
#include <utility>

#include "api/engine_impl.h"
#include "sotto/voice.h"

namespace sotto {

struct Voice::Impl {
  Impl(std::shared_ptr<Engine::Impl> owner, engine::SpeechOrder order_)
      : engine(std::move(owner)), order(std::move(order_)) {}

  const std::shared_ptr<Engine::Impl> engine;
  const engine::SpeechOrder order;
};

}  // namespace sotto
