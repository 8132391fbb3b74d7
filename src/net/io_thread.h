// The thread that reads and writes the connections of all channels.
#pragma once

#include <memory>

namespace boost::asio {
class io_context;
}

namespace sotto::net {

// Used by any thread. Its own is made with the first channel. All channels end before it does.
class IoThread {
 public:
  IoThread();
  ~IoThread();
  IoThread(const IoThread&) = delete;
  IoThread& operator=(const IoThread&) = delete;

  // Throws where no thread can be made.
  boost::asio::io_context& context();

 private:
  struct State;
  const std::unique_ptr<State> state_;
};

}  // namespace sotto::net
