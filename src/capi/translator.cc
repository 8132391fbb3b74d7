// sotto.h: translators.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "capi/call.h"
#include "capi/handles.h"

using namespace sotto::capi;

sotto_status sotto_translator_open(sotto_engine* engine, const char* from, const char* to,
                                   const char* model, sotto_translator** translator) {
  return call([&]() -> sotto::Result<void> {
    if (auto checked = check_given(
            {{engine, "engine"}, {from, "from"}, {to, "to"}, {translator, "translator"}});
        !checked)
      return checked;
    const auto source = sotto::find_language(from);
    if (!source) return source.error();
    const auto target = sotto::find_language(to);
    if (!target) return target.error();
    return give(engine->engine.translator(*source, *target, model == nullptr ? "" : model),
                translator);
  });
}

void sotto_translator_free(sotto_translator* translator) { delete translator; }

sotto_status sotto_translate(sotto_translator* translator, const char* const* texts, size_t count,
                             sotto_stop* stop, sotto_translations** translations) {
  return call([&]() -> sotto::Result<void> {
    if (auto checked = check_given({{translator, "translator"}, {translations, "translations"}});
        !checked)
      return checked;
    if (auto checked = count == 0 ? sotto::Result<void>() : check_given({{texts, "texts"}});
        !checked)
      return checked;
    std::vector<std::string> all;
    for (size_t i = 0; i < count; ++i) {
      if (texts[i] == nullptr)
        return check_given({{texts[i], fmt::format("texts[{}]", i).c_str()}});
      all.emplace_back(texts[i]);
    }
    return give(translator->translator.translate(all, token_of(stop)), translations);
  });
}

void sotto_translations_free(sotto_translations* translations) { delete translations; }

size_t sotto_translations_count(const sotto_translations* translations) {
  return translations == nullptr ? 0 : translations->all.size();
}

const char* sotto_translations_text(const sotto_translations* translations, size_t index) {
  if (index >= sotto_translations_count(translations)) return nullptr;
  return translations->all[index].text.c_str();
}

const char* sotto_translations_why(const sotto_translations* translations, size_t index) {
  if (index >= sotto_translations_count(translations)) return nullptr;
  const sotto::Translation& translation = translations->all[index];
  return translation.untranslated ? translation.why.c_str() : nullptr;
}
