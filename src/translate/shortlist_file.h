// shortlist.json: the tokens of one language, kept in a model folder.
//   {"language": "jpn_Jpan", "ids": [0, 1, 2, ...]}
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sotto/error.h"
#include "text/tokenizer.h"
#include "translate/translator.h"

namespace sotto::translate {

struct ShortlistFile {
  std::string language;  // FLORES code
  std::vector<int> ids;  // ascending
};

// None when the folder has none. The file is untrusted: the error names it and what is wrong.
Result<std::optional<ShortlistFile>> read_shortlist(const std::filesystem::path& folder);
std::string to_json(const ShortlistFile& shortlist);

// What a translator with these options chooses from: as asked for, or as the model folder has it
// for the target language; none: every token.
Result<std::optional<std::vector<int>>> chosen_outputs(const TranslatorOptions& options,
                                                       const std::filesystem::path& folder,
                                                       const text::Tokenizer& tokenizer);

}  // namespace sotto::translate
