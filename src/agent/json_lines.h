// The JSON of a stream: finds out whose it is, and hands over what it says.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "agent/conversation.h"
#include "agent/formats/format.h"

namespace sotto::agent {

class JsonLines {
 public:
  JsonLines(const ReaderOptions& options, Output& output, ReaderStats& stats)
      : conversation_(options.thinking, output), stats_(stats) {}

  // One line or document that is to be read; counts it where it is not understood.
  void read(std::string_view text);
  // The same, parsed, with so many ill-formed runs replaced.
  void read(const nlohmann::json& value, size_t replaced);

  // Whether it is a line of an agent, or an array of such; `sure`: and names its session.
  bool knows(const nlohmann::json& value, bool sure) const;

  // An event that is not understood and is not to be read.
  void pass_over(const nlohmann::json& value);

  void finish() { conversation_.finish(); }
  size_t objects() const { return objects_; }        // that were read or passed over
  size_t understood() const { return understood_; }  // of these
  size_t replaced() const { return replaced_; }      // ill-formed runs in them
  // The types of what was not understood, escaped, at most a few; "" where they have none.
  std::string unknown_types() const;

 private:
  void read_object(const nlohmann::json& line);
  void note_unknown(const nlohmann::json& line);

  Conversation conversation_;
  ReaderStats& stats_;
  const StreamFormat* format_ = nullptr;  // of the last line that was understood
  StreamEvents events_;
  size_t objects_ = 0, understood_ = 0, replaced_ = 0;
  std::vector<std::string> types_;
};

}  // namespace sotto::agent
