// A program that speaks for us: started without a shell, fed by pipe, killed when told to stop.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"

namespace sotto {

class Child {
 public:
  // Starts argv[0], found in $PATH, with nothing open but its three pipes. It may wait for its
  // input as long as it likes: started ahead of its use, it has loaded its data by then.
  static Result<Child> start(const std::vector<std::string>& argv);
  Child(Child&& other) noexcept;
  Child& operator=(Child&& other) noexcept;
  ~Child();  // kills it if it still runs, and reaps it

  // Takes what the program writes, as it comes. False: that was enough, the program may die.
  using Reader = std::function<Result<bool>(std::span<const std::byte>)>;

  // Feeds `input`, closes the pipe and reads to the end of the output, or until the program has ended
  // and nothing more comes: what it leaves in the background may hold its pipes. `cancelled` within 20 ms of
  // `stop` (a quarter of a second where patience is longer than a minute); an error when the program fails (with its own last words), writes nothing and ends not
  // for `patience`, or when `reader` returns one. Call once.
  Result<void> converse(std::string_view input, const std::stop_token& stop,
                        std::chrono::milliseconds patience, const Reader& reader);

 private:
  Child() = default;
  void close_pipes();
  void feed(std::string_view& input);
  bool has_ended() const;
  Result<void> check_end();
  Error failed(const std::string& how) const;

  std::string name_;
  pid_t pid_ = -1;
  int in_ = -1, out_ = -1, err_ = -1;
  std::string complaints_;  // the end of its standard error
};

// Runs a program to its end and returns its output; an error when that is longer than `max_bytes`.
Result<std::string> run_program(const std::vector<std::string>& argv, std::string_view input,
                                const std::stop_token& stop, size_t max_bytes);

// Whether $PATH has a program of this name.
bool has_program(const std::string& name);

}  // namespace sotto
