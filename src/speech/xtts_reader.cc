#include "speech/xtts_reader.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "base/paths.h"
#include "phonemes/japanese_text.h"
#include "speech/romaji_reader.h"
#include "text/spoken/chinese.h"
#include "text/spoken/cleaning.h"
#include "text/spoken/languages.h"
#include "text/spoken/pinyin.h"

namespace sotto::speech {
namespace {

namespace fs = std::filesystem;

fs::path pinyin_folder() { return data_folder() / "pypinyin"; }

bool has_pinyin() {
  std::error_code ignored;
  return fs::exists(pinyin_folder() / "phrases_dict.json", ignored);
}

Result<XttsReader> chinese_reader() {
  if (!has_pinyin())
    return Error{Errc::not_found,
                 fmt::format("XTTS: Chinese is read with pypinyin's dictionaries, which are not in "
                             "{}; `pip install pypinyin` and link its folder there",
                             pinyin_folder().string())};
  Result<spoken::Pinyin> opened = spoken::Pinyin::open(pinyin_folder());
  if (!opened) return opened.error();
  return XttsReader(
      [pinyin = std::make_shared<const spoken::Pinyin>(*std::move(opened))](std::string_view text) {
        return pinyin->read(spoken::chinese_words(text));
      });
}

Result<XttsReader> japanese_reader() {
  Result<phonemes::JapaneseText> opened_text = phonemes::JapaneseText::open();
  if (!opened_text) return opened_text.error();
  Result<RomajiReader> opened = RomajiReader::open();
  if (!opened) return opened.error();
  return XttsReader(
      [japanese = std::make_shared<const phonemes::JapaneseText>(*std::move(opened_text)),
       reader = std::make_shared<const RomajiReader>(*std::move(opened))](std::string_view text) {
        return reader->read(japanese->spoken(text, phonemes::JapaneseNumbers::kana));
      });
}

}  // namespace

Result<XttsReader> open_xtts_reader(std::string_view language) {
  if (language == "zh") return chinese_reader();
  if (language == "ja") return japanese_reader();
  Result<spoken::Cleaner> opened = spoken::Cleaner::open(language);
  if (!opened) return opened.error();
  return XttsReader([cleaner = std::make_shared<const spoken::Cleaner>(*std::move(opened))](
                        std::string_view text) { return (*cleaner)(text); });
}

bool is_read_by_xtts(std::string_view language) {
  return language == "ja" || (language == "zh" && has_pinyin()) ||
         spoken::spoken_language(language) != nullptr;
}

}  // namespace sotto::speech
