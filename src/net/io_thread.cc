#include "net/io_thread.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <mutex>
#include <thread>

#include "base/failure.h"
#include "base/log.h"

namespace sotto::net {

struct IoThread::State {
  boost::asio::io_context io{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work{io.get_executor()};
  std::mutex mutex;
  std::thread thread;

  void run() noexcept {
    for (;;) {
      try {
        io.run();
        return;
      } catch (...) {  // memory ran out: the end of the channel that it was for
        log::warn("a connection was lost: {}", error_of(std::current_exception()).message);
      }
    }
  }
};

IoThread::IoThread() : state_(std::make_unique<State>()) {}

IoThread::~IoThread() {
  state_->io.stop();
  if (state_->thread.joinable()) state_->thread.join();
}

boost::asio::io_context& IoThread::context() {
  const std::lock_guard lock(state_->mutex);
  if (!state_->thread.joinable())
    state_->thread = std::thread([state = state_.get()] { state->run(); });
  return state_->io;
}

}  // namespace sotto::net
