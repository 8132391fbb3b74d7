#include "serve/subtitles.h"

#include <algorithm>

#include "base/utf8.h"

namespace sotto::serve {
namespace {

constexpr std::string_view kArrow = "-->";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_number(std::string_view words) {
  return !words.empty() && std::ranges::all_of(words, is_digit);
}

// "00:00:01,000 --> 00:00:02,000", with settings behind it or without: an arrow may be said, too.
bool is_times(std::string_view line) {
  const size_t arrow = line.find(kArrow);
  if (arrow == line.npos) return false;
  const std::string_view begin = trimmed(line.substr(0, arrow)),
                         end = trimmed(line.substr(arrow + kArrow.size()));
  return begin.find(':') != begin.npos &&
         begin.find_first_not_of("0123456789:., -") == begin.npos && !end.empty() &&
         (is_digit(end.front()) || end.front() == '-');
}

// "{\an8}", "{\i1}": says how it is shown, in players that know SubStation's tags. 0: none is here.
size_t override_tag(std::string_view words) {
  if (!words.starts_with("{\\")) return 0;
  return words.find('}') + 1;
}

// "<00:00:01.500>": when the words behind it are shown. 0: none is here.
size_t time_tag(std::string_view words) {
  if (!words.starts_with('<')) return 0;
  const size_t end = words.find_first_not_of("0123456789:.", 1);
  return end == words.npos || words[end] != '>' || end == 1 ? 0 : end + 1;
}

class SubtitleLines {
 public:
  // Lines end with line feeds, or, where there is none, with carriage returns.
  explicit SubtitleLines(std::string_view file)
      : rest_(file), end_(file.find('\n') == file.npos ? '\r' : '\n') {}

  bool is_over() const { return rest_.empty(); }
  std::string_view peek() const {
    return rest_.substr(0, rest_.find(end_) == rest_.npos ? rest_.npos : rest_.find(end_) + 1);
  }
  std::string_view next() {
    const std::string_view line = peek();
    rest_.remove_prefix(line.size());
    return line;
  }

 private:
  std::string_view rest_;
  char end_;
};

}  // namespace

// Makes them line by line. `around_` is what stands before the next text, `behind_` what stands
// behind the last words of this one, if nothing follows in it.
class Subtitles::Maker {
 public:
  Maker(std::string_view file, std::string_view joint)
      : lines_(file), joint_(joint), is_webvtt_(file.starts_with("WEBVTT")) {}

  Subtitles make() {
    while (!lines_.is_over()) {
      const std::string_view line = lines_.next(), words = trimmed(line);
      if (is_times(words)) {
        end_text();
        around_ += line;
        is_said_ = true;
        is_first_ = true;
        after_blank_ = false;
      } else if (words.empty()) {
        take_blank(line);
      } else if (!is_said_ || is_name(words)) {
        end_text();
        around_ += line;
        is_said_ = false;
      } else {
        say(words);
        behind_ += line.substr(static_cast<size_t>(words.end() - line.begin()));
      }
    }
    end_text();
    made_.around_.push_back(std::move(around_));
    return std::move(made_);
  }

 private:
  // It ends what is said. Players show what stands behind a blank first line, but WebVTT's, for
  // which the cue is over.
  void take_blank(std::string_view line) {
    end_text();
    around_ += line;
    after_blank_ = true;
    is_said_ = is_said_ && is_first_ && !is_webvtt_;
  }

  // The next subtitle's number (or name, where a blank line says that this one is over).
  bool is_name(std::string_view words) const {
    return (is_number(words) || after_blank_) && is_times(trimmed(lines_.peek()));
  }

  // A line of it, in its pieces: words, and tags that stay where they are.
  void say(std::string_view line) {
    is_first_ = false;
    while (!line.empty()) {
      if (const size_t tag = override_tag(line); tag > 0) {
        end_text();
        around_ += line.substr(0, tag);
        line.remove_prefix(tag);
        continue;
      }
      size_t end = line.find("{\\", 1);
      if (end != line.npos && override_tag(line.substr(end)) == 0) end = line.npos;
      say_words(line.substr(0, end));
      line.remove_prefix(std::min(end, line.size()));
    }
  }

  void say_words(std::string_view words) {
    const std::string_view said = trimmed(words);
    if (said.empty()) {
      (text_.empty() ? around_ : behind_) += words;
      return;
    }
    const auto before = static_cast<size_t>(said.begin() - words.begin());
    if (text_.empty()) {
      around_ += behind_;
      around_ += words.substr(0, before);
    } else {
      text_ += joint_;
    }
    append_untimed(said);
    behind_ = words.substr(before + said.size());
  }

  // A translation has its words in another order, so that no time is anybody's.
  void append_untimed(std::string_view words) {
    while (!words.empty()) {
      const size_t tag = time_tag(words);
      if (tag == 0) {
        const size_t end = std::min(words.find('<', 1), words.size());
        text_ += words.substr(0, end);
        words.remove_prefix(end);
        continue;
      }
      words.remove_prefix(tag);
      if (words.starts_with(' ') && (text_.empty() || text_.ends_with(' '))) words.remove_prefix(1);
    }
  }

  void end_text() {
    while (text_.ends_with(' ')) text_.pop_back();
    if (!text_.empty()) {
      made_.around_.push_back(std::move(around_));
      made_.texts_.push_back(std::move(text_));
      around_.clear();
      text_.clear();
    }
    around_ += behind_;
    behind_.clear();
  }

  SubtitleLines lines_;
  const std::string_view joint_;
  const bool is_webvtt_;
  Subtitles made_;
  std::string around_, text_, behind_;
  bool is_said_ = false;   // behind a line of times
  bool is_first_ = false;  // nothing was said behind it yet
  bool after_blank_ = false;
};

Subtitles Subtitles::parse(std::string_view file, std::string_view joint) {
  return Maker(file, joint).make();
}

std::string Subtitles::with(std::span<const std::string> texts) const {
  std::string file;
  for (size_t i = 0; i < around_.size(); ++i) {
    file += around_[i];
    if (i < texts.size()) file += texts[i];
  }
  return file;
}

}  // namespace sotto::serve
