// sotto read: how a text will be said, and why, without a sound.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "cli/read_all.h"
#include "cli/verbs.h"
#include "japanese/mecab.h"
#include "phonemes/japanese_text.h"
#include "phonemes/kokoro_text.h"
#include "phonemes/open_jtalk_reader.h"
#include "phonemes/open_jtalk_voices.h"
#include "terminal/flags.h"
#include "terminal/line_writer.h"
#include "text/pieces.h"
#include "text/pronouncer.h"
#include "text/speech_text.h"

namespace sotto::cli {
namespace {

constexpr const char* kReadHelp = R"(Examples:
  sotto read "Run src/auth/login.ts, then kubectl 3 times."
  sotto read "kubectlは3件のPodを見つけました。" --to ja
  sotto read - --to ja --markdown < README.md)";

constexpr size_t kMostRead = size_t{1} << 20;

struct ReadFlags {
  std::string text, to = "en", read;
  bool markdown = false;
};

std::string_view kind_name(text::SpanKind kind) {
  switch (kind) {
    case text::SpanKind::code:
      return "code";
    case text::SpanKind::identifier:
      return "identifier";
    case text::SpanKind::path:
      return "path";
    case text::SpanKind::command:
      return "command";
    case text::SpanKind::version:
      return "version";
    case text::SpanKind::url:
      return "address";
    case text::SpanKind::number:
      return "number";
    case text::SpanKind::name:
      return "name";
    case text::SpanKind::phonemes:
      return "phonemes";
  }
  return "";
}

std::string reading_line(std::string_view name, std::string_view text) {
  return fmt::format("  {:<9}{}\n", name, printable(text));
}

// ’ stands behind a mora whose vowel is silent, which is no kana.
std::string without_devoicing(std::string kana) {
  constexpr std::string_view kMark = "’";
  for (size_t at = 0; (at = kana.find(kMark, at)) != kana.npos;) kana.erase(at, kMark.size());
  return kana;
}

// A part of a sentence that may have a reading of its own: a protected span, or a word between them.
struct Part {
  text::Sentence alone;
  std::string_view rule;  // the kind of the span; empty: a word
};

// Words are runs of ASCII letters and digits: what other scripts have is read by the voice's
// dictionary.
void add_words(const text::Sentence& sentence, size_t begin, size_t end, std::vector<Part>& parts) {
  const auto is_of_word = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  for (size_t at = begin; at < end;) {
    size_t stop = at;
    while (stop < end && is_of_word(sentence.text[stop])) ++stop;
    if (stop > at) {
      text::Sentence word{
          .text = sentence.text.substr(at, stop - at), .spans = {}, .language = sentence.language};
      parts.push_back({std::move(word), ""});
    }
    at = stop > at ? stop : at + 1;
  }
}

std::vector<Part> parts_of(const text::Sentence& sentence) {
  std::vector<Part> parts;
  size_t at = 0;
  for (const text::ProtectedSpan& span : sentence.spans) {
    add_words(sentence, at, span.begin, parts);
    text::Sentence alone{.text = sentence.text.substr(span.begin, span.end - span.begin),
                         .spans = {{0, span.end - span.begin, span.kind}},
                         .language = sentence.language};
    parts.push_back({std::move(alone), kind_name(span.kind)});
    at = span.end;
  }
  add_words(sentence, at, sentence.text.size(), parts);
  return parts;
}

class Reading {
 public:
  static Result<Reading> open(const Language& language, text::Verbatim read) {
    Result<text::Pronouncer> user = text::Pronouncer::of_user(language);
    if (!user) return user.error();
    Reading reading(*std::move(user), text::Pronouncer::built_in(language));
    reading.user_.read_aloud(read);
    reading.built_in_.read_aloud(read);
    reading.open_phonemes(language);
    return reading;
  }

  Result<std::string> of(const text::Sentence& sentence, const std::stop_token& stop) {
    const std::string spoken = user_.spoken(sentence);
    std::string out = fmt::format("{}\n", printable(sentence.text));
    out += reading_line("spoken", spoken);
    for (const Part& part : parts_of(sentence)) out += rule_line(part);
    if (japanese_) {
      const auto kana = kana_of(spoken, stop);
      if (!kana) return kana.error();
      out += reading_line("kana", *kana);
    }
    if (phonemes_) {
      const auto phonemes = phonemes_->phonemes(spoken, stop);
      if (!phonemes) return phonemes.error();
      out += reading_line("phonemes", *phonemes);
    } else {
      out += reading_line("phonemes", "- (" + why_ + ")");
    }
    return out;
  }

 private:
  struct Japanese {
    phonemes::JapaneseText text;
    phonemes::OpenJTalkReader open_jtalk;
  };

  Reading(text::Pronouncer user, text::Pronouncer built_in)
      : user_(std::move(user)), built_in_(std::move(built_in)) {}

  // A line of the result says what is not installed: the spoken form needs none of it.
  void open_phonemes(const Language& language) {
    why_ = fmt::format("no reader of {} here", language.iso);
    for (const char letter : std::string_view("abefhijp")) {
      const auto* kokoro = phonemes::kokoro_language_of(std::string_view(&letter, 1));
      if (kokoro == nullptr || kokoro->iso != language.iso) continue;
      auto opened = phonemes::KokoroText::open(*kokoro, {});
      if (!opened) {
        why_ = opened.error().message;
        return;
      }
      phonemes_.emplace(*std::move(opened));
      break;
    }
    if (language.iso != std::string_view("ja") || !phonemes_) return;
    auto text = phonemes::JapaneseText::open();
    if (!text) return;
    japanese_.emplace(
        Japanese{*std::move(text),
                 phonemes::OpenJTalkReader(japanese::open_jtalk_dictionary(),
                                           phonemes::open_jtalk_voices().begin()->second)});
  }

  // The spoken form of a part, and its rule: nothing where it is said as it stands.
  std::string rule_line(const Part& part) const {
    const std::string said = user_.spoken(part.alone);
    if (said == part.alone.text) return "";
    const bool is_users = said != built_in_.spoken(part.alone);
    const std::string rule = is_users            ? "your readings.toml"
                             : part.rule.empty() ? "built-in reading"
                                                 : fmt::format("rule for a {}", part.rule);
    return reading_line("", fmt::format("{} -> {} ({})", part.alone.text, said, rule));
  }

  Result<std::string> kana_of(const std::string& spoken, const std::stop_token& stop) {
    std::string kana;
    const std::string text =
        japanese_->text.spoken(text::one_line(spoken), phonemes::JapaneseNumbers::digits);
    for (const std::string& piece : text::pieces(text, phonemes::kJTalkMaxCost)) {
      const auto reading = japanese_->open_jtalk.read(piece, stop);
      if (!reading) return reading.error();
      for (const phonemes::JTalkWord& word : reading->words) {
        if (word.morae > 0 && !kana.empty()) kana += ' ';
        kana += without_devoicing(word.pronunciation);
      }
    }
    return kana;
  }

  text::Pronouncer user_, built_in_;
  std::optional<phonemes::KokoroText> phonemes_;
  std::optional<Japanese> japanese_;
  std::string why_;  // there are no phonemes
};

int read(const ReadFlags& f, Session& session) {
  const Result<Language> language = language_flag("--to", f.to);
  if (!language) return fail(language.error());
  const Result<text::Verbatim> aloud = read_flag(f.read, *language);
  if (!aloud) return fail(aloud.error());
  Result<std::string> text = f.text == "-" ? read_all(f.text, kMostRead, "a text to be read")
                                           : Result<std::string>(f.text);
  if (!text) return fail(text.error());
  Result<Reading> reading = Reading::open(*language, *aloud);
  if (!reading) return fail(reading.error());
  std::vector<text::Sentence> sentences;
  text::SpeechText speech(
      {.language = *language, .markdown = f.markdown, .read = *aloud},
      [&](text::Sentence sentence) { sentences.push_back(std::move(sentence)); });
  speech.push(*text);
  speech.end_block();
  std::string out;
  for (const text::Sentence& sentence : sentences) {
    const auto lines = reading->of(sentence, session.stop.get_token());
    if (!lines) return fail(lines.error());
    out += *lines;
  }
  return print_result(out);
}

}  // namespace

Verb add_read(CLI::App& app) {
  auto flags = std::make_shared<ReadFlags>();
  CLI::App* verb = app.add_subcommand("read", "Show how a text will be said, and why");
  verb->footer(kReadHelp);
  verb->add_option("TEXT", flags->text, "The text, which is not translated; - is standard input")
      ->required();
  verb->add_option("--to,--language", flags->to, "Language of the voice that would say it")
      ->capture_default_str();
  verb->add_flag("--markdown", flags->markdown, "Leave out code, tables and markup, as speak does");
  add_read_flag(*verb, flags->read, "");
  return {verb, [flags](Session& session) { return read(*flags, session); }};
}

}  // namespace sotto::cli
