// Which translators are tried, one after the other, where their owner names them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/language.h"
#include "engine/translator_times.h"
#include "sotto/error.h"

namespace sotto::engine {

// The translators to try for a direction, in order. Each name of the list is tried; "auto" is every
// installed model that says it translates that way, the best first: known models in the order of
// known_models.h, then the one that ships with sotto, then others. Models that only lie in the
// hub's cache have to be named, and so do translators of others' servers. With a pace, those that
// were seen to be slower come last (translator_times.h). The error: "auto" finds none, with what to
// fetch.
Result<std::vector<std::string>> translator_order(const std::string& names, const Language& from,
                                                  const Language& to,
                                                  const std::optional<Pace>& pace = {});

// The same for whatever direction a client asks for.
std::vector<std::string> served_translators(const std::string& names,
                                            const std::optional<Pace>& pace = {});

// A sentence that says how to get a better translator than that one; empty: not known.
std::string better_translator(const std::string& name, const Language& from, const Language& to);

}  // namespace sotto::engine
