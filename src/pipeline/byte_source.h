// Sources of the stream: standard input, a file, or a text that is there already.
#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <string>

#include "sotto/error.h"

namespace sotto::pipeline {

// Read by one thread.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // Waits for bytes and takes those that are there, at most buffer.size(); 0 is the end.
  // `cancelled` as soon as `stop` is set, also while waiting.
  virtual Result<size_t> read(std::span<char> buffer, const std::stop_token& stop) = 0;

  // Whether somebody writes it while it is read, so that a wait means that its writer pauses: what
  // is complete is said then. Nobody inherits an answer: a live source that forgot to say so would
  // hold its last sentence back. From any thread.
  virtual bool is_live() const = 0;
};

// A file name, or "-" for standard input.
Result<std::unique_ptr<ByteSource>> open_source(const std::string& name);
std::unique_ptr<ByteSource> text_source(std::string text);

}  // namespace sotto::pipeline
