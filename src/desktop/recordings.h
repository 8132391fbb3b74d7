// Finds who records, in what `pw-dump --monitor` tells of PipeWire's objects.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace sotto::desktop {

// pw-dump writes one array of JSON after the other: all objects first, then those that have changed,
// with what has changed of them. Used by one thread.
class Recordings {
 public:
  // Whether somebody records from a microphone, as far as what came says: a stream that runs and is
  // linked to a source. Filters, which hand a source on, and meters do not count, nor does what records
  // a sink.
  bool is_any() const;

  // False: that is no such output, and nothing more can be made of it.
  bool push(std::string_view bytes);

 private:
  struct Node {
    bool is_source = false, is_recorder = false, runs = false;
  };
  struct Link {
    int64_t from = -1, to = -1;
  };
  bool take(const nlohmann::json& objects);
  void take_object(const nlohmann::json& object);

  std::map<int64_t, Node> nodes_;
  std::map<int64_t, Link> links_;
  std::string array_;  // that has begun
  int depth_ = 0;
  bool in_string_ = false, escaped_ = false;
};

}  // namespace sotto::desktop
