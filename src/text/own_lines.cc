#include "text/own_lines.h"

#include <algorithm>
#include <string>

namespace sotto::text {
namespace {

constexpr size_t kLongKept = 64;  // bytes of a slot that is kept

// The first that fits is taken.
constexpr OwnRow kOwnRows[] = {
    {"The agent stopped: an error", "エラーのため、エージェントが停止しました。"},
    {"The agent stopped: rate limit", "利用制限のため、エージェントが停止しました。"},
    {"The agent stopped: overloaded", "サーバーが混雑しているため、エージェントが停止しました。"},
    {"The agent stopped: authentication failed",
     "認証に失敗したため、エージェントが停止しました。"},
    {"The agent stopped: billing error", "支払いの問題のため、エージェントが停止しました。"},
    {"The agent stopped: invalid request", "要求が正しくないため、エージェントが停止しました。"},
    {"The agent stopped: server error", "サーバーのエラーのため、エージェントが停止しました。"},
    {"The agent stopped: max output tokens", "出力が長すぎるため、エージェントが停止しました。"},
    {"The agent stopped: unknown", "原因不明のエラーのため、エージェントが停止しました。"},
    {"The agent stopped: {t}", "エージェントが停止しました。{0}。"},
    {"The agent asks for permission", "エージェントが許可を求めています。"},
    {"The agent asks for permission: {p}", "エージェントが許可を求めています。{0}。"},
    {"A sub-agent is done", "サブエージェントが完了しました。"},
    {"Sub-agent {s} is done", "サブエージェント{0}が完了しました。"},
    {"{w} waits for work", "{0}は作業を待っています。"},
    {"Task done: {t}", "タスクが完了しました。{0}。"},
    {"Mostly code: {n} lines in {n} block",
     "ほとんどがコードです。{1}個のブロックに{0}行あります。"},
    {"Mostly code: {n} lines in {n} blocks",
     "ほとんどがコードです。{1}個のブロックに{0}行あります。"},
    // Claude Code's and Gemini CLI's notifications.
    {"Claude needs your permission to use {s}", "Claudeが{0}の使用許可を求めています。"},
    {"Claude needs your permission", "Claudeが許可を求めています。"},
    {"Claude is waiting for your input", "Claudeが入力を待っています。"},
    {"Claude Code needs your attention", "Claude Codeがあなたを待っています。"},
    {"Claude Code needs your approval for the plan", "Claude Codeが計画の承認を求めています。"},
};

constexpr OwnRow kPhraseRows[] = {
    {"run a command", "コマンドの実行"},
    {"run {c}", "{0}の実行"},
    {"read something", "読み取り"},
    {"read {c}", "{0}の読み取り"},
    {"edit files", "ファイルの編集"},
    {"edit {c}", "{0}の編集"},
    {"write files", "ファイルの書き込み"},
    {"write {c}", "{0}の書き込み"},
    {"search", "検索"},
    {"search for {c}", "{0}の検索"},
    {"fetch something", "取得"},
    {"fetch {c}", "{0}の取得"},
    {"list something", "一覧の表示"},
    {"list {c}", "{0}の一覧の表示"},
    {"start a sub-agent for: {t}", "サブエージェントの開始、{0}"},
    {"start a sub-agent for {c}", "サブエージェントの開始、{0}"},
    {"use something", "スキルの使用"},
    {"use a tool", "ツールの使用"},
    {"use the tool {c}", "ツール{0}の使用"},
    {"use {c}", "{0}の使用"},
    {"use {s} of {s}", "{1}の{0}の使用"},
};

struct Slot {
  char kind;
  size_t begin, end;
};

bool is_one_span(const Sentence& sentence, size_t begin, size_t end) {
  return std::ranges::any_of(sentence.spans, [&](const ProtectedSpan& span) {
    return span.begin == begin && span.end == end;
  });
}

bool fits(const Slot& slot, const Sentence& sentence) {
  const std::string_view text =
      std::string_view(sentence.text).substr(slot.begin, slot.end - slot.begin);
  if (text.empty() || text.starts_with(' ') || text.ends_with(' ')) return false;
  switch (slot.kind) {
    case 'c':
      return is_one_span(sentence, slot.begin, slot.end);
    case 'n':
      return text.find_first_not_of("0123456789") == text.npos && text.size() <= kLongKept;
    case 'w':
      return text.size() <= kLongKept && text.find_first_of(" .:") == text.npos;
    case 's':
      return text.size() <= kLongKept && text.find_first_of(".:?!") == text.npos;
    default:
      return true;
  }
}

// The slots of the row in those bytes of the sentence; none: it is another line.
std::optional<std::vector<Slot>> slots_of(const OwnRow& row, const Sentence& sentence, size_t begin,
                                          size_t end) {
  std::vector<Slot> slots;
  const std::string_view text = std::string_view(sentence.text).substr(0, end);
  std::string_view rest = row.english;
  size_t at = begin;
  std::optional<Slot> open;
  while (true) {
    const size_t brace = rest.find('{');
    const std::string_view literal = rest.substr(0, brace);
    const bool is_last = brace == rest.npos;
    size_t found = at;
    if (open && is_last) {
      if (text.size() < at + literal.size()) return std::nullopt;
      found = text.size() - literal.size();
    } else if (open) {
      found = text.find(literal, at);
    }
    if (found > text.size() || text.substr(found, literal.size()) != literal) return std::nullopt;
    if (open) {
      open->end = found;
      if (!fits(*open, sentence)) return std::nullopt;
      slots.push_back(*open);
    }
    at = found + literal.size();
    if (is_last) break;
    open = Slot{rest[brace + 1], at, at};
    rest.remove_prefix(brace + 3);
  }
  return at == end ? std::optional(slots) : std::nullopt;
}

void add_row(const OwnRow& row, const std::vector<Slot>& slots, const Sentence& sentence,
             std::vector<OwnPart>& parts);

bool add_phrase(const Sentence& sentence, size_t begin, size_t end, std::vector<OwnPart>& parts) {
  for (const OwnRow& row : kPhraseRows) {
    const auto slots = slots_of(row, sentence, begin, end);
    if (!slots) continue;
    add_row(row, *slots, sentence, parts);
    return true;
  }
  return false;
}

void add_row(const OwnRow& row, const std::vector<Slot>& slots, const Sentence& sentence,
             std::vector<OwnPart>& parts) {
  std::string_view rest = row.japanese;
  for (size_t brace; (brace = rest.find('{')) != rest.npos; rest.remove_prefix(brace + 3)) {
    if (brace > 0) parts.push_back({.text = rest.substr(0, brace)});
    const Slot& slot = slots[static_cast<size_t>(rest[brace + 1] - '0')];
    if (slot.kind == 'p' && add_phrase(sentence, slot.begin, slot.end, parts)) continue;
    const bool is_prose = slot.kind == 't' || slot.kind == 'p';
    parts.push_back({.kind = is_prose ? OwnPart::Kind::translated : OwnPart::Kind::kept,
                     .begin = slot.begin,
                     .end = slot.end});
  }
  if (!rest.empty()) parts.push_back({.text = rest});
}

}  // namespace

std::span<const OwnRow> own_rows() { return kOwnRows; }
std::span<const OwnRow> phrase_rows() { return kPhraseRows; }

std::optional<std::vector<OwnPart>> own_line(const Sentence& sentence, const Language& listener) {
  if (sentence.language.iso != "en" || listener.iso != "ja" || sentence.note) return std::nullopt;
  size_t end = sentence.text.size();
  if (end > 0 && sentence.text[end - 1] == '.') --end;
  std::vector<OwnPart> parts;
  for (const OwnRow& row : kOwnRows) {
    const auto slots = slots_of(row, sentence, 0, end);
    if (!slots) continue;
    add_row(row, *slots, sentence, parts);
    return parts;
  }
  if (!add_phrase(sentence, 0, end, parts)) return std::nullopt;
  parts.push_back({.text = "。"});
  return parts;
}

}  // namespace sotto::text
