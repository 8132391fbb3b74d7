// Two models, one behind the other: a pair of languages that has no model of its own goes by a
// third language, mostly English.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "translate/directions.h"
#include "translate/shared_model.h"

namespace sotto::translate {

using ChainNames = std::pair<std::string, std::string>;

// The names in "firefox-de-en+firefox-en-ja"; none where it is one model.
std::optional<ChainNames> chained(const std::string& model);

// The one that the first translates into and the second from. The error: there is no such.
Result<Language> language_between(const ChainNames& names);
Result<Directions> directions_of_chain(const ChainNames& names);

// The options of each. What a search is told holds for both.
std::pair<TranslatorOptions, TranslatorOptions> parts_of_chain(const TranslatorOptions& options,
                                                               const ChainNames& names,
                                                               const Language& between);

// Loads two models as SharedModel::load does one.
Result<std::shared_ptr<const SharedModel>> load_chain(const TranslatorOptions& options,
                                                      const ChainNames& names);

}  // namespace sotto::translate
