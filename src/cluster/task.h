// A sentence on its way to a worker, and what comes back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/language.h"
#include "sotto/error.h"
#include "text/sentence.h"

namespace sotto::cluster {

enum class TaskKind {
  sentence,  // of a text that was split
  line,      // of subtitles: any number of sentences
  markup     // the same with tags in it, as HTML has them
};

// The skills of a worker, and the ones that a task asks for. A message's subject says them:
// sotto.jobs.FROM.TO.MODEL.VOICE, so that a task goes to those alone who can.
struct Capability {
  Language from, to;
  std::string model = "auto";  // as the worker's owner calls it; auto: whatever the worker has
  std::string voice = "none";  // none: text alone

  std::string subject() const;
};

struct Task {
  TaskKind kind = TaskKind::sentence;
  Capability wants;
  double rate = 1;          // of the voice
  text::Sentence sentence;  // of a line: its text alone
  std::string job;          // whose it is; empty: nobody's, it is done in any case

  // The same for the same sentence and options, whoever asks: 32 hexadecimal digits.
  std::string id() const;
  std::string json() const;
  // The error says what is wrong and has nothing of the text in it.
  static Result<Task> parse(std::string_view json);
};

constexpr size_t kLongestText = size_t{64} << 10;  // bytes of a task's

struct TaskResult {
  std::string failure;       // why there is nothing; empty: there is
  std::string text;          // the translation, or the source where it could not be translated
  std::string untranslated;  // why that is so; empty: it is translated
  int sample_rate_hz = 0;    // of its sound, mono s16le under sound_key(); 0: none

  std::string json() const;
  static Result<TaskResult> parse(std::string_view json);
};

// 20 hexadecimal digits.
bool is_job_id(std::string_view id);

// The place where they are kept.
std::string result_key(const std::string& task_id);
std::string sound_key(const std::string& task_id);
std::string job_key(const std::string& job);   // its description
std::string file_key(const std::string& job);  // the file that was submitted

}  // namespace sotto::cluster
