#include "translate/prompts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/language.h"
#include "base/utf8.h"

namespace sotto::translate {

// {from} and {to} stand for the languages' names, {from_code} and {to_code} for their codes.
struct PromptRow {
  std::string_view name;   // for messages
  std::string_view model;  // part of the model's name; "": of any
  std::vector<std::string_view>
      specials;                    // all of which the vocabulary has; the last ends an answer
  std::string_view begin;          // once
  std::string_view before;         // each text
  std::string_view after;          // the last text
  std::string_view after_earlier;  // the others, in front of their answers
  std::string_view end;            // an answer
  std::vector<std::string_view> languages = {};  // codes; none: it does not say
  std::vector<std::string_view> others = {};     // codes of languages that want another frame
};

namespace {

// Sources: the models' cards, tokenizer configurations and test programs; for English to Japanese
// these are their words exactly.
const std::vector<PromptRow>& prompt_rows() {
  static const std::vector<PromptRow> rows = {
      {.name = "CAT-Translate",
       .model = "",
       .specials = {"<|user|>", "<|assistant|>", "</s>"},
       .begin = "",
       .before = "<|user|>Translate the following {from} text into {to}.\n\n ",
       .after = "</s><|assistant|>",
       .after_earlier = "</s><|assistant|>",
       .end = "</s>",
       .languages = {"en", "ja"}},
      {.name = "LFM2",
       .model = "",
       .specials = {"<|startoftext|>", "<|im_start|>", "<|im_end|>"},
       .begin = "<|startoftext|><|im_start|>system\nTranslate to {to}.<|im_end|>\n",
       .before = "<|im_start|>user\n",
       .after = "<|im_end|>\n<|im_start|>assistant\n",
       .after_earlier = "<|im_end|>\n<|im_start|>assistant\n",
       .end = "<|im_end|>\n",
       .languages = {"en", "ja"}},
      {.name = "Hy-MT2",
       .model = "hy-mt2",
       .specials = {"<｜hy_begin▁of▁sentence｜>", "<｜hy_User｜>", "<｜hy_Assistant｜>",
                    "<｜hy_place▁holder▁no▁2｜>"},
       .begin = "<｜hy_begin▁of▁sentence｜>",
       .before = "<｜hy_User｜>Translate the following text into {to}. Note that you should only "
                 "output the translated result without any additional explanation:\n\n",
       .after = "<｜hy_Assistant｜>",
       .after_earlier = "<｜hy_Assistant｜>",
       .end = "<｜hy_place▁holder▁no▁2｜>",
       .others = {"zh"}},
      {.name = "HY-MT1.5",
       .model = "",
       .specials = {"<｜hy_begin▁of▁sentence｜>", "<｜hy_User｜>", "<｜hy_Assistant｜>",
                    "<｜hy_place▁holder▁no▁2｜>"},
       .begin = "<｜hy_begin▁of▁sentence｜>",
       .before = "<｜hy_User｜>Translate the following segment into {to}, without additional "
                 "explanation.\n\n",
       .after = "<｜hy_Assistant｜>",
       .after_earlier = "<｜hy_Assistant｜>",
       .end = "<｜hy_place▁holder▁no▁2｜>",
       .others = {"zh"}},
      {.name = "TranslateGemma",
       .model = "",
       .specials = {"<bos>", "<start_of_turn>", "<end_of_turn>"},
       .begin = "<bos>",
       .before =
           "<start_of_turn>user\nYou are a professional {from} ({from_code}) to {to} ({to_code}) "
           "translator. Your goal is to accurately convey the meaning and nuances of the original "
           "{from} text while adhering to {to} grammar, vocabulary, and cultural "
           "sensitivities.\nProduce only the {to} translation, without any additional explanations "
           "or commentary. Please translate the following {from} text into {to}:\n\n\n",
       .after = "<end_of_turn>\n<start_of_turn>model\n",
       .after_earlier = "<end_of_turn>\n<start_of_turn>model\n",
       .end = "<end_of_turn>\n"},
      // Its template without thinking; the request is ours.
      {.name = "Qwen3",
       .model = "",
       .specials = {"<think>", "</think>", "<|im_start|>", "<|im_end|>"},
       .begin = "",
       .before = "<|im_start|>user\nTranslate the following {from} text into {to}. Answer with the "
                 "translation alone.\n\n",
       .after = "<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n",
       .after_earlier = "<|im_end|>\n<|im_start|>assistant\n",
       .end = "<|im_end|>\n"},
      // Its template; the request is ours.
      {.name = "Llama 3",
       .model = "",
       .specials = {"<|begin_of_text|>", "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"},
       .begin = "<|begin_of_text|>",
       .before = "<|start_header_id|>user<|end_header_id|>\n\nTranslate into {to}:\n",
       .after = "<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n",
       .after_earlier = "<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n",
       .end = "<|eot_id|>"},
  };
  return rows;
}

std::string filled_in(std::string_view text, const Language& from, const Language& to) {
  return fmt::format(fmt::runtime(text), fmt::arg("from", english_name(from)),
                     fmt::arg("to", english_name(to)), fmt::arg("from_code", from.iso),
                     fmt::arg("to_code", to.iso));
}

Result<const PromptRow*> find_prompt_row(const tokenize::ChatTokenizer& tokenizer,
                                         std::string_view model) {
  const std::string name = lower_ascii(model);
  for (const PromptRow& row : prompt_rows()) {
    const bool has_all = std::ranges::all_of(row.specials, [&](std::string_view special) {
      return tokenizer.special(special).has_value();
    });
    if (has_all && name.find(row.model) != name.npos) return &row;
  }
  return Error{Errc::unsupported,
               fmt::format("model {}: its special tokens are of no frame that is known, expected "
                           "those of CAT-Translate, LFM2, HY-MT, TranslateGemma, Qwen3 or Llama 3",
                           model)};
}

bool is_among(const std::vector<std::string_view>& codes, const Language& language) {
  return std::ranges::find(codes, language.iso) != codes.end();
}

}  // namespace

// Ids of what is put together of frames and texts: a special token, or all between two of them.
class Prompt::Writer {
 public:
  explicit Writer(const Prompt& prompt) : prompt_(prompt) {}

  Writer& frame(std::string_view text) {
    while (!text.empty()) {
      const auto [at, special] = next_special(text);
      stretch_ += text.substr(0, at);
      text.remove_prefix(at + special.size());
      if (special.empty()) break;
      end_stretch();
      ids_.push_back(*prompt_.tokenizer_->special(special));
    }
    return *this;
  }
  Writer& text(std::string_view text) {
    stretch_ += text;
    return *this;
  }
  std::vector<int> ids() {
    end_stretch();
    return std::move(ids_);
  }

 private:
  // Finds the next name of a special token and its place; an empty one at the end.
  std::pair<size_t, std::string_view> next_special(std::string_view text) const {
    std::pair<size_t, std::string_view> next = {text.size(), {}};
    for (const std::string_view special : prompt_.row_.specials)
      if (const size_t at = text.find(special); at < next.first) next = {at, special};
    return next;
  }
  void end_stretch() {
    if (stretch_.empty()) return;
    const std::vector<int> ids = prompt_.tokenizer_->encode(stretch_);
    ids_.insert(ids_.end(), ids.begin(), ids.end());
    stretch_.clear();
  }

  const Prompt& prompt_;
  std::string stretch_;
  std::vector<int> ids_;
};

Prompt::Prompt(const PromptRow& row, std::shared_ptr<const tokenize::ChatTokenizer> tokenizer,
               const Language& from, const Language& to)
    : row_(row),
      tokenizer_(std::move(tokenizer)),
      begin_(filled_in(row.begin, from, to)),
      before_(filled_in(row.before, from, to)),
      end_(*tokenizer_->special(row.specials.back())) {
  // The ids that texts of all kinds of beginnings and ends have in common.
  prefix_ = suffix_ = ids("a");
  for (const std::string_view text : {" a", "\n", "0", ".", "あ", "漢", "A.\n", "x ", "`"}) {
    const std::vector<int> other = ids(text);
    const auto begin = std::ranges::mismatch(prefix_, other).in1;
    prefix_.erase(begin, prefix_.end());
    const auto end = std::mismatch(suffix_.rbegin(), suffix_.rend(), other.rbegin(), other.rend());
    suffix_.erase(suffix_.begin(), end.first.base());
  }
}

Result<Prompt> Prompt::find(std::shared_ptr<const tokenize::ChatTokenizer> tokenizer,
                            std::string_view model, const Language& from, const Language& to) {
  const auto row = find_prompt_row(*tokenizer, model);
  if (!row) return row.error();
  for (const Language* language : {&from, &to}) {
    const PromptRow& r = **row;
    if ((r.languages.empty() || is_among(r.languages, *language)) && !is_among(r.others, *language))
      continue;
    return Error{Errc::unsupported, fmt::format("model {}: the frame of {} is not for {}", model,
                                                r.name, english_name(*language))};
  }
  return Prompt(**row, std::move(tokenizer), from, to);
}

std::vector<int> Prompt::tokens_of_frames(const tokenize::ChatTokenizer& tokenizer) {
  std::vector<int> ids;
  for (const PromptRow& row : prompt_rows())
    for (const std::string_view special : row.specials)
      if (const auto id = tokenizer.special(special)) ids.push_back(*id);
  return ids;
}

std::vector<int> Prompt::ids(std::string_view text, std::span<const PromptTurn> before) const {
  Writer writer(*this);
  writer.frame(begin_);
  for (const PromptTurn& turn : before)
    writer.frame(before_)
        .text(turn.text)
        .frame(row_.after_earlier)
        .text(turn.answer)
        .frame(row_.end);
  return writer.frame(before_).text(text).frame(row_.after).ids();
}

Result<Directions> directions_of_prompt(const tokenize::ChatTokenizer& tokenizer,
                                        std::string_view model) {
  const auto row = find_prompt_row(tokenizer, model);
  if (!row) return row.error();
  Directions directions;
  for (const std::string_view code : (*row)->languages)
    directions.from.push_back(languages_of({std::string(code)}).front());
  directions.to = directions.from;
  return directions;
}

}  // namespace sotto::translate
