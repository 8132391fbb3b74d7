#include "translate/translator.h"

namespace sotto::translate {

Result<Translation> Translator::translate(const text::Sentence& sentence, std::stop_token stop) {
  Result<std::vector<Translation>> one = translate_batch({&sentence, 1}, std::move(stop));
  if (!one) return one.error();
  return std::move(one->front());
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
