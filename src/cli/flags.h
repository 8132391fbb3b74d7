// Values of flags that more than one verb takes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "quant/scheme.h"
#include "sotto/error.h"
#include "text/language.h"

namespace CLI {
class App;
}

namespace sotto::cli {

// The error names the flag.
Result<text::Language> language_flag(const std::string& flag, const std::string& code);

// "a, b" is {"a", "b"}; empty names are left out.
std::vector<std::string> split_list(const std::string& list);

// A --quant flag: checked while flags are parsed, none where it is not given.
void add_quant_flag(CLI::App& app, std::string& name, const std::string& whose);
std::optional<quant::Scheme> weights_flag(const std::string& name);

}  // namespace sotto::cli
