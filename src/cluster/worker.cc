#include "cluster/worker.h"

#include <fmt/format.h>

#include <condition_variable>
#include <thread>

#include "base/log.h"

namespace sotto::cluster {
namespace {

using namespace std::chrono_literals;

constexpr auto kFetch = 1000ms;  // so soon a stop is seen

void pause_for(std::chrono::milliseconds time, const std::stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any never;
  never.wait_for(lock, stop, time, [] { return false; });
}

}  // namespace

Worker::Worker(Connection& connection, TaskRunner& runner, WorkerOptions options)
    : connection_(connection), runner_(runner), options_(std::move(options)) {}

Result<void> Worker::run(const std::stop_token& stop) {
  std::stop_source over;
  const std::stop_callback told(stop, [&over] { over.request_stop(); });
  std::jthread alive;
  alive = std::jthread([this](const std::stop_token& ended) { keep_alive(ended); });
  std::vector<std::jthread> slots;
  for (const Capability& capability : options_.takes) {
    for (int i = 0; i < options_.slots; ++i)
      slots.emplace_back([this, &capability, &over] { work(capability, over); });
  }
  slots.clear();
  if (!stop.stop_requested())
    return Error{Errc::io, "the NATS server has closed the connection for good"};
  return {};
}

// A consumer that breaks is made anew: the server was away, or has lost it.
void Worker::work(const Capability& capability, std::stop_source& over) {
  const std::stop_token stop = over.get_token();
  while (!stop.stop_requested()) {
    const auto consumer = connection_.consume(capability.subject(), options_.ack_wait);
    if (consumer) {
      ++consuming_;
      consume(capability, **consumer, stop);
      --consuming_;
    } else {
      log::warn("{}", consumer.error().message);
    }
    if (connection_.is_closed()) over.request_stop();
    pause_for(200ms, stop);
  }
}

void Worker::consume(const Capability& capability, Consumer& consumer,
                     const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    options_.give_way(stop);
    const auto delivery = consumer.next(kFetch);
    if (!delivery) {
      log::debug("{}", delivery.error().message);
      return;
    }
    if (*delivery == nullptr) continue;
    const Clock::time_point begin = Clock::now();
    const UnderWay place{delivery->get(), begin + options_.longest};
    {
      const std::lock_guard lock(mutex_);
      under_way_.insert(place);
    }
    ++counts_.under_way;
    options_.give_way(stop);
    const Result<void> taken = take(capability, **delivery);
    --counts_.under_way;
    counts_.busy_us += static_cast<uint64_t>(
        std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin).count());
    {
      const std::lock_guard lock(mutex_);
      under_way_.erase(place);
    }
    if (taken) {
      (*delivery)->done();
    } else {  // it stays in the queue
      ++counts_.again;
      log::warn("a job goes back to the queue: {}", taken.error().message);
      (*delivery)->again(1000ms * (*delivery)->count());
    }
  }
}

// The error: it is not done, and somebody shall try again.
Result<void> Worker::take(const Capability& capability, Delivery& delivery) {
  const Result<Task> task = Task::parse(delivery.bytes());
  if (!task) return give_up(nullptr, delivery, task.error().message);
  if (task->wants.subject() != capability.subject() || task->wants.voice != capability.voice ||
      task->wants.model != capability.model)
    return give_up(nullptr, delivery, "the job: asks for something else than its subject says");
  if (delivery.count() > options_.deliveries)
    return give_up(&*task, delivery,
                   fmt::format("the job: was begun {} times, and no worker came to its end",
                               delivery.count() - 1));
  if (!task->job.empty()) {
    const auto job = connection_.get(job_key(task->job));
    if (!job) return job.error();
    if (!*job) return ++counts_.dropped, Result<void>();
  }
  const auto before = connection_.get(result_key(task->id()));
  if (!before) return before.error();
  if (*before) return ++counts_.found, Result<void>();
  return do_task(*task, delivery);
}

Result<void> Worker::do_task(const Task& task, Delivery& delivery) {
  const Result<TaskOutcome> outcome = runner_.run(task);
  if (!outcome) {
    if (delivery.count() < options_.deliveries) return outcome.error();
    return give_up(&task, delivery, outcome.error().message);
  }
  const std::string id = task.id();
  if (!outcome->sound.empty()) {
    const Result<void> stored = connection_.put(sound_key(id), outcome->sound);
    if (!stored) return stored;
  }
  const Result<void> stored = connection_.put(result_key(id), outcome->result.json());
  if (!stored) return stored;
  ++counts_.done;
  return {};
}

// Tells those who wait for it, too.
Result<void> Worker::give_up(const Task* task, Delivery& delivery, const std::string& why) {
  const Result<void> buried = connection_.bury(delivery.subject(), delivery.bytes(), why);
  if (!buried) return buried;
  if (task != nullptr) {
    TaskResult result;
    result.failure = why;
    const Result<void> told = connection_.put(result_key(task->id()), result.json());
    if (!told) return told;
  }
  ++counts_.dead;
  log::error("a job is given up: {}", why);
  return {};
}

void Worker::keep_alive(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    pause_for(options_.ack_wait / 3, stop);
    const std::lock_guard lock(mutex_);
    for (const UnderWay& place : under_way_) {
      if (Clock::now() < place.until) place.delivery->in_progress();
    }
  }
}

}  // namespace sotto::cluster
