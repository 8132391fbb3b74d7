// Quality of translators, as others published it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/language.h"

namespace sotto::bench {

struct PublishedQuality {
  std::string_view model, from, to;  // a name as in `sotto models`, and ISO codes
  std::string_view metric;
  double value;
  std::string_view source;
};

// None: nobody published one that we know of.
std::optional<PublishedQuality> published_quality(const std::string& model, const Language& from,
                                                  const Language& to);

}  // namespace sotto::bench
