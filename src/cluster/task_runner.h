// The work for a task: translation, and sound.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "cluster/task.h"
#include "engine/engine.h"
#include "engine/flow.h"

namespace sotto::cluster {

struct TaskOutcome {
  TaskResult result;
  std::string sound;  // mono s16le, result.sample_rate_hz
};

// Used by any thread: sentences of all of them share the translator's steps.
class TaskRunner {
 public:
  // The engine outlives it. `give_way` waits, between pieces of sound, while somebody goes before.
  explicit TaskRunner(
      engine::Engine& engine, std::function<void()> give_way = [] {})
      : engine_(engine), give_way_(std::move(give_way)) {}

  // Whether it can do such tasks: opens all that they need.
  Result<void> check(const Capability& capability);

  // The error: a translator or a voice is broken, or a server does not answer. It may go well
  // elsewhere, or later.
  Result<TaskOutcome> run(const Task& task);

 private:
  using Flow = std::shared_ptr<const engine::Flow>;
  Result<Flow> flow_of(const Capability& capability);
  Result<std::unique_ptr<translate::Translator>> translator_of(const Task& task);
  Result<void> say(const Task& task, const text::Sentence& sentence, TaskOutcome& outcome);

  engine::Engine& engine_;
  const std::function<void()> give_way_;
  std::mutex mutex_;
  std::map<std::string, Flow> flows_;
};

}  // namespace sotto::cluster
