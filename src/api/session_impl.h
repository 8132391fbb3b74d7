#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string_view>

#include "api/engine_impl.h"
#include "sotto/session.h"

namespace sotto {

// The error says what of it the engine has not.
Result<engine::SpeechOrder> order_of(const engine::Engine& engine, const SessionOptions& options);

struct Session::Impl {
  Impl(std::shared_ptr<Engine::Impl> owner, SessionEvents wanted);
  ~Impl();

  Result<void> open(const engine::SpeechOrder& order);
  Result<void> push(std::string_view bytes);
  Result<SessionStats> finish();
  void cancel() noexcept { stop.request_stop(); }

  const std::shared_ptr<Engine::Impl> engine;
  const SessionEvents events;
  std::stop_source stop;
  std::unique_ptr<audio::Sink> sink;
  std::unique_ptr<engine::SpeechSession> session;  // ends first
  bool finished = false;
};

}  // namespace sotto
