#include "bench/published_quality.h"

#include <algorithm>

namespace sotto::bench {
namespace {

constexpr std::string_view kMozilla =
    "mozilla/firefox-translations-models, December 2025: flores devtest";
constexpr std::string_view kComet = "COMET-22";

// Firefox's models are those of the architecture that `sotto pull` takes.
constexpr PublishedQuality kPublished[] = {
    {"firefox-en-ja", "en", "ja", kComet, 0.9005, kMozilla},
    {"firefox-en-ja-base", "en", "ja", kComet, 0.8935, kMozilla},
    {"nllb-600m", "en", "ja", kComet, 0.8712, kMozilla},
    {"google-cloud", "en", "ja", kComet, 0.922, kMozilla},
    {"azure", "en", "ja", kComet, 0.918, kMozilla},
    {"firefox-en-es", "en", "es", kComet, 0.8535, kMozilla},
    {"firefox-en-de", "en", "de", kComet, 0.8671, kMozilla},
    {"firefox-en-fr", "en", "fr", kComet, 0.8652, kMozilla},
    {"firefox-en-it", "en", "it", kComet, 0.8658, kMozilla},
    {"firefox-en-pt", "en", "pt", kComet, 0.8889, kMozilla},
    {"firefox-en-ru", "en", "ru", kComet, 0.8744, kMozilla},
    {"firefox-en-zh", "en", "zh", kComet, 0.8631, kMozilla},
    {"firefox-en-ko", "en", "ko", kComet, 0.8709, kMozilla},
    {"firefox-en-hi", "en", "hi", kComet, 0.7905, kMozilla},
    {"opus-mt-en-es", "en", "es", kComet, 0.8499, kMozilla},
    {"opus-mt-en-de", "en", "de", kComet, 0.8470, kMozilla},
    {"opus-mt-en-fr", "en", "fr", kComet, 0.8617, kMozilla},
    {"opus-mt-en-it", "en", "it", kComet, 0.8520, kMozilla},
    {"opus-mt-en-ru", "en", "ru", kComet, 0.8478, kMozilla},
    {"opus-mt-en-zh", "en", "zh", kComet, 0.8244, kMozilla},
    {"opus-mt-en-hi", "en", "hi", kComet, 0.5956, kMozilla},
};

}  // namespace

std::optional<PublishedQuality> published_quality(const std::string& model, const Language& from,
                                                  const Language& to) {
  const auto found = std::ranges::find_if(kPublished, [&](const PublishedQuality& row) {
    return row.model == model && row.from == from.iso && row.to == to.iso;
  });
  if (found == std::end(kPublished)) return std::nullopt;
  return *found;
}

}  // namespace sotto::bench
