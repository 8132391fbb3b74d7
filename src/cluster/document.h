// A file as tasks, and their results as a file again.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/epub.h"
#include "cluster/html_texts.h"
#include "cluster/task.h"
#include "serve/subtitles.h"
#include "sotto/error.h"

namespace sotto::cluster {

constexpr size_t kLongestFile = size_t{4} << 20;  // bytes, but of books: kLongestBook

// Sentences of a text (.md, .markdown, .txt), of what an agent said (.jsonl), the lines of subtitles
// (.srt, .vtt), or the paragraphs of a page (.html, .htm) or a book (.epub), in their order.
class Document {
 public:
  // `name`: of the file, whose ending says what it is. The error names it.
  static Result<Document> parse(const std::string& name, std::string_view bytes,
                                const Capability& wants, double rate);

  // The most bytes that a file of that name may have.
  static size_t longest(const std::string& name);

  const std::vector<Task>& tasks() const { return tasks_; }
  const std::vector<size_t>& headings() const { return headings_; }  // of a Markdown text: tasks
  // A text has a line a sentence; all else is as it was, but for what is said. The error: a book
  // cannot be packed.
  Result<std::string> with(std::span<const std::string> texts) const;
  // "notes.ja.txt", "film.ja.srt"; with an ending of sound: "notes.ja.wav".
  std::string output_name(const std::string& sound_ending = "") const;

 private:
  enum class Content { prose, subtitles, page, book };
  struct Kind;
  Result<void> read(std::string_view bytes, const Kind& kind, const Capability& wants);
  void add(TaskKind kind, text::Sentence sentence);

  std::vector<Task> tasks_;
  std::vector<size_t> headings_;
  Content content_ = Content::prose;
  std::string mark_;  // of the order of bytes, at the file's beginning
  serve::Subtitles subtitles_;
  HtmlTexts page_;
  Epub book_;
  std::string stem_, ending_, language_;
};

}  // namespace sotto::cluster
