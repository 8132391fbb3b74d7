#include "cluster/document.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/printable.h"
#include "base/utf8.h"
#include "pipeline/sentence_reader.h"

namespace sotto::cluster {
namespace {

constexpr std::string_view kMark = "\xef\xbb\xbf";

struct FileKindRow {
  const char* ending;
  bool is_subtitles;
  agent::Format format;
};

constexpr FileKindRow kFileKinds[] = {{".md", false, agent::Format::plain},
                                      {".markdown", false, agent::Format::plain},
                                      {".txt", false, agent::Format::plain},
                                      {".jsonl", false, agent::Format::stream_json},
                                      {".srt", true, {}},
                                      {".vtt", true, {}}};

Result<std::vector<text::Sentence>> sentences_of(std::string_view bytes, agent::Format format,
                                                 const Language& language) {
  std::vector<text::Sentence> sentences;
  pipeline::SentenceReader reader({.format = format}, {.language = language},
                                  [&](std::unique_ptr<pipeline::Utterance> utterance) {
                                    if (!utterance->source.note)
                                      sentences.push_back(std::move(utterance->source));
                                  });
  reader.push(bytes);
  if (const Result<void> read = reader.finish(); !read) return read.error();
  return sentences;
}

}  // namespace

Result<Document> Document::parse(const std::string& name, std::string_view bytes,
                                 const Capability& wants, double rate) {
  const std::filesystem::path path(name);
  const std::string shown = printable(name);
  const std::string ending = lower_ascii(path.extension().string());
  const auto* kind = std::ranges::find(
      kFileKinds, ending, [](const FileKindRow& row) { return std::string(row.ending); });
  if (kind == std::end(kFileKinds))
    return Error{
        Errc::unsupported,
        fmt::format("{}: is of a kind that is not translated, expected a name that ends in "
                    ".md, .txt, .jsonl, .srt or .vtt",
                    shown)};
  if (bytes.size() > kLongestFile)
    return Error{Errc::bad_argument, fmt::format("{}: has {} bytes, expected at most {}", shown,
                                                 bytes.size(), kLongestFile)};
  size_t replaced = 0;
  to_valid_utf8(bytes, replaced);
  if (replaced > 0) return Error{Errc::bad_format, fmt::format("{}: is not UTF-8", shown)};
  Document document;
  document.stem_ = printable(path.stem().string());  // a name may be somebody else's
  document.ending_ = kind->is_subtitles ? ending : ".txt";
  document.language_ = short_code(wants.to);
  document.is_subtitles_ = kind->is_subtitles;
  std::vector<text::Sentence> sentences;
  TaskKind task_kind = TaskKind::sentence;
  if (kind->is_subtitles) {
    task_kind = bytes.find('<') == bytes.npos ? TaskKind::line : TaskKind::markup;
    const bool has_spaces = !is_written_without_spaces(wants.from);
    if (bytes.starts_with(kMark)) bytes.remove_prefix(kMark.size());
    document.subtitles_ = serve::Subtitles::parse(bytes, has_spaces ? " " : "");
    for (const std::string& text : document.subtitles_.texts())
      sentences.push_back({text, {}, wants.from});
  } else {
    Result<std::vector<text::Sentence>> read = sentences_of(bytes, kind->format, wants.from);
    if (!read) return Error{read.error().code, fmt::format("{}: {}", shown, read.error().message)};
    sentences = *std::move(read);
  }
  if (sentences.empty())
    return Error{Errc::bad_format,
                 fmt::format("{}: has nothing to say, expected sentences{}", shown,
                             kind->is_subtitles ? " behind lines of -->" : "")};
  for (text::Sentence& sentence : sentences) {
    if (sentence.text.size() > kLongestText)
      return Error{Errc::bad_format,
                   fmt::format("{}: has a sentence of {} bytes, expected at most {}", shown,
                               sentence.text.size(), kLongestText)};
    document.tasks_.push_back({.kind = task_kind,
                               .wants = wants,
                               .rate = rate,
                               .sentence = std::move(sentence),
                               .job = ""});
  }
  return document;
}

std::string Document::with(std::span<const std::string> texts) const {
  if (is_subtitles_) return subtitles_.with(texts);
  std::string file;
  for (const std::string& text : texts) file += text + "\n";
  return file;
}

std::string Document::output_name(const std::string& sound_ending) const {
  return fmt::format("{}.{}{}", stem_, language_, sound_ending.empty() ? ending_ : sound_ending);
}

}  // namespace sotto::cluster
