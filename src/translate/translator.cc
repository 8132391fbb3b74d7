#include "translate/translator.h"

namespace sotto::translate {

Result<std::vector<Translation>> Translator::translate_batch(
    std::span<const text::Sentence> sentences, std::stop_token stop) {
  std::vector<Translation> translations;
  for (const text::Sentence& sentence : sentences) {
    Result<Translation> translation = translate(sentence, stop);
    if (!translation) return translation.error();
    translations.push_back(*std::move(translation));
  }
  return translations;
}

void Translator::translate_feed(Feed& feed) {
  for (auto items = feed.take(/*idle=*/true); !items.empty(); items = feed.take(/*idle=*/true)) {
    for (const Feed::Item& item : items) {
      if (!feed.is_wanted(item.name)) continue;
      Result<Translation> translation = translate(item.sentence, {});
      feed.put(item.name, translation
                              ? *std::move(translation)
                              : Translation{item.sentence, true, translation.error().message});
    }
  }
}

Result<std::vector<RawTranslation>> Translator::translate_raw(std::span<const std::string>,
                                                              std::stop_token) {
  return Error{Errc::unsupported, "this translator has no network to give raw lines to"};
}

}  // namespace sotto::translate
