// A file as tasks, and their results as a file again.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/task.h"
#include "serve/subtitles.h"
#include "sotto/error.h"

namespace sotto::cluster {

constexpr size_t kLongestFile = size_t{4} << 20;  // bytes

// Sentences of a text (.md, .markdown, .txt), of what an agent said (.jsonl), or the lines of
// subtitles (.srt, .vtt), in their order.
class Document {
 public:
  // `name`: of the file, whose ending says what it is. The error names it.
  static Result<Document> parse(const std::string& name, std::string_view bytes,
                                const Capability& wants, double rate);

  const std::vector<Task>& tasks() const { return tasks_; }
  // A text has a line a sentence; subtitles are as they were, but for what is said.
  std::string with(std::span<const std::string> texts) const;
  // "notes.ja.txt", "film.ja.srt"; with an ending of sound: "notes.ja.wav".
  std::string output_name(const std::string& sound_ending = "") const;

 private:
  std::vector<Task> tasks_;
  serve::Subtitles subtitles_;
  bool is_subtitles_ = false;
  std::string stem_, ending_, language_;
};

}  // namespace sotto::cluster
