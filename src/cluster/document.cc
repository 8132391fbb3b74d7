#include "cluster/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/printable.h"
#include "base/utf8.h"
#include "cluster/chapters.h"
#include "pipeline/sentence_reader.h"

namespace sotto::cluster {
namespace {

constexpr std::string_view kMark = "\xef\xbb\xbf";

// "<i>", "</i>", but not "<3": whether a subtitle is read as markup.
bool has_tags(std::string_view text, bool has_entities) {
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    const char next = text[i + 1];
    if (text[i] == '<' &&
        (next == '/' || (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z')))
      return true;
  }
  return has_entities && text.find('&') != text.npos;
}

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

struct Document::Kind {
  const char* ending;
  Content content;
  agent::Format format;  // of prose

  static const Kind* find(const std::string& ending);
};

const Document::Kind* Document::Kind::find(const std::string& ending) {
  static constexpr Kind kKinds[] = {{".md", Content::prose, agent::Format::plain},
                                    {".markdown", Content::prose, agent::Format::plain},
                                    {".txt", Content::prose, agent::Format::plain},
                                    {".jsonl", Content::prose, agent::Format::stream_json},
                                    {".srt", Content::subtitles, {}},
                                    {".vtt", Content::subtitles, {}},
                                    {".html", Content::page, {}},
                                    {".htm", Content::page, {}},
                                    {".epub", Content::book, {}}};
  const auto* kind =
      std::ranges::find_if(kKinds, [&](const Kind& row) { return ending == row.ending; });
  return kind == std::end(kKinds) ? nullptr : kind;
}

Result<Document> Document::parse(const std::string& name, std::string_view bytes,
                                 const Capability& wants, double rate) {
  const std::filesystem::path path(name);
  const std::string shown = printable(name);
  const std::string ending = lower_ascii(path.extension().string());
  const Kind* kind = Kind::find(ending);
  if (kind == nullptr)
    return Error{
        Errc::unsupported,
        fmt::format("{}: is of a kind that is not translated, expected a name that ends in "
                    ".md, .txt, .jsonl, .srt, .vtt, .html or .epub",
                    shown)};
  if (bytes.size() > longest(name))
    return Error{Errc::bad_argument, fmt::format("{}: has {} bytes, expected at most {}", shown,
                                                 bytes.size(), longest(name))};
  size_t replaced = 0;
  if (kind->content != Content::book) to_valid_utf8(bytes, replaced);
  if (replaced > 0) return Error{Errc::bad_format, fmt::format("{}: is not UTF-8", shown)};
  Document document;
  document.stem_ = printable(path.stem().string());  // a name may be somebody else's
  document.content_ = kind->content;
  document.ending_ = kind->content == Content::prose ? ".txt" : ending;
  document.language_ = short_code(wants.to);
  if (const Result<void> read = document.read(bytes, *kind, wants); !read)
    return Error{read.error().code, fmt::format("{}: {}", shown, read.error().message)};
  for (Task& task : document.tasks_) {
    if (task.sentence.text.size() > kLongestText)
      return Error{Errc::bad_format,
                   fmt::format("{}: has a sentence of {} bytes, expected at most {}", shown,
                               task.sentence.text.size(), kLongestText)};
    task.wants = wants;
    task.rate = rate;
  }
  return document;
}

size_t Document::longest(const std::string& name) {
  const Kind* kind = Kind::find(lower_ascii(std::filesystem::path(name).extension().string()));
  return kind != nullptr && kind->content == Content::book ? kLongestBook : kLongestFile;
}

void Document::add(TaskKind kind, text::Sentence sentence) {
  tasks_.push_back({.kind = kind, .wants = {}, .sentence = std::move(sentence), .job = ""});
}

// The error does not name the file.
Result<void> Document::read(std::string_view bytes, const Kind& kind, const Capability& wants) {
  const bool may_have_mark = kind.content == Content::subtitles || kind.content == Content::page;
  if (may_have_mark && bytes.starts_with(kMark)) {
    mark_ = kMark;
    bytes.remove_prefix(kMark.size());
  }
  const char* expected = "";
  if (kind.content == Content::prose) {
    Result<std::vector<text::Sentence>> sentences = sentences_of(bytes, kind.format, wants.from);
    if (!sentences) return sentences.error();
    for (text::Sentence& sentence : *sentences) add(TaskKind::sentence, std::move(sentence));
    if (kind.format == agent::Format::plain) headings_ = headings_of(bytes, tasks_);
  } else if (kind.content == Content::subtitles) {
    expected = " behind lines of -->";
    subtitles_ = serve::Subtitles::parse(bytes, is_written_without_spaces(wants.from) ? "" : " ");
    for (const std::string& text : subtitles_.texts())
      add(has_tags(text, /*has_entities=*/ending_ == ".vtt") ? TaskKind::markup : TaskKind::line,
          {text, {}, wants.from});
  } else if (kind.content == Content::book) {
    Result<Epub> book = Epub::parse(bytes);
    if (!book) return book.error();
    book_ = *std::move(book);
    for (const std::string& text : book_.texts()) add(TaskKind::markup, {text, {}, wants.from});
  } else {
    page_ = HtmlTexts::parse(bytes);
    for (const std::string& text : page_.texts()) add(TaskKind::markup, {text, {}, wants.from});
  }
  if (!tasks_.empty()) return {};
  return Error{Errc::bad_format, fmt::format("has nothing to say, expected sentences{}", expected)};
}

Result<std::string> Document::with(std::span<const std::string> texts) const {
  if (content_ == Content::subtitles) return mark_ + subtitles_.with(texts);
  if (content_ == Content::page) return mark_ + page_.with(texts);
  if (content_ == Content::book) return book_.with(texts, language_);
  std::string file;
  for (const std::string& text : texts) file += text + "\n";
  return file;
}

std::string Document::output_name(const std::string& sound_ending) const {
  return fmt::format("{}.{}{}", stem_, language_, sound_ending.empty() ? ending_ : sound_ending);
}

}  // namespace sotto::cluster
