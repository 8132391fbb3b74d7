#include "sotto/translator.h"

#include "api/translator_impl.h"

namespace sotto {

Translator::Translator(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Translator::Translator(Translator&&) noexcept = default;
Translator& Translator::operator=(Translator&&) noexcept = default;
Translator::~Translator() = default;

Result<std::vector<Translation>> Translator::translate(std::span<const std::string> texts,
                                                       std::stop_token stop) {
  return without_throwing([&]() -> Result<std::vector<Translation>> {
    translate::LineTranslator lines(*impl_->translator, impl_->from, impl_->to);
    auto done = lines.translate(texts, stop);
    if (!done) return done.error();
    std::vector<Translation> translations;
    for (translate::TranslatedLine& line : *done) {
      std::string why = line.why_lost();
      translations.push_back({std::move(line.text), !why.empty(), std::move(why)});
    }
    return translations;
  });
}

Result<Translation> Translator::translate(const std::string& text, std::stop_token stop) {
  Result<std::vector<Translation>> one = translate(std::span(&text, 1), std::move(stop));
  if (!one) return one.error();
  return std::move(one->front());
}

}  // namespace sotto
