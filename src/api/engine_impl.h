// Shared by the handles of the public API.
#pragma once

#include <exception>
#include <memory>
#include <utility>

#include "base/failure.h"
#include "engine/engine.h"
#include "sotto/engine.h"

namespace sotto {

struct Engine::Impl {
  explicit Impl(engine::EngineOptions options) : engine(std::move(options)) {}
  engine::Engine engine;
};

// No exception crosses the public headers: what `work` throws is an error.
template <class Work>
auto without_throwing(const Work& work) noexcept -> decltype(work()) {
  try {
    return work();
  } catch (...) {
    return error_of(std::current_exception());
  }
}

}  // namespace sotto
