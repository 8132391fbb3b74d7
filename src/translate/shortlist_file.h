// shortlist.json: the tokens of one language, kept in a model folder.
//   {"language": "jpn_Jpan", "ids": [0, 1, 2, ...]}
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "models/seq2seq/model.h"
#include "sotto/error.h"
#include "tokenize/tokenizer.h"
#include "translate/translator.h"

namespace sotto::translate {

inline constexpr const char* kShortlistFile = "shortlist.json";

struct ShortlistFile {
  std::string language;  // FLORES code
  std::vector<int> ids;  // ascending
};

// None when the folder has none. The file is untrusted: the error names it and what is wrong.
Result<std::optional<ShortlistFile>> read_shortlist(const std::filesystem::path& folder);
std::string to_json(const ShortlistFile& shortlist);

// The output rows that a translator with these options chooses from: as asked for, or as the model
// folder has it for the target language.
struct ChosenOutputs {
  std::vector<int> ids;    // none: every token
  bool of_folder = false;  // its shortlist.json has them
};
Result<ChosenOutputs> chosen_outputs(const TranslatorOptions& options,
                                     const std::filesystem::path& folder,
                                     const tokenize::Tokenizer& tokenizer);

// The rows of these tokens: those that the network has stored for them, else a copy. Null: all.
Result<std::shared_ptr<const models::OutputRows>> output_rows(const models::seq2seq::Model& model,
                                                              ChosenOutputs chosen);

}  // namespace sotto::translate
