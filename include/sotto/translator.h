// Texts of one language in another.
#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "sotto/error.h"
#include "sotto/export.h"

namespace sotto {

struct Translation {
  std::string text;           // in the target language; what was lost stays in its own
  bool untranslated = false;  // some of it could not be translated
  std::string why;            // then: "repeats itself", "low score", ...
};

// Made by Engine::translator, which it may outlive. Moved, not copied. Any thread may use it, and
// several at once: their sentences share the steps of the network.
class Translator {
 public:
  SOTTO_API Translator(Translator&&) noexcept;
  SOTTO_API Translator& operator=(Translator&&) noexcept;
  SOTTO_API ~Translator();

  // Each a text of any number of sentences, UTF-8; as many translations, in their order. Blocks
  // until all are done. The errors: `cancelled` as soon as `stop` is set; `io` where memory ran
  // out.
  SOTTO_API Result<std::vector<Translation>> translate(std::span<const std::string> texts,
                                                       std::stop_token stop = {});
  SOTTO_API Result<Translation> translate(const std::string& text, std::stop_token stop = {});

  struct Impl;  // the library's own

 private:
  friend class Engine;
  explicit Translator(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace sotto
