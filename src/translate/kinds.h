// The networks that translate, a row each: what a translator needs around one, as a tokenizer.
#pragma once

#include <memory>
#include <string_view>

#include "translate/directions.h"
#include "translate/generation_config.h"
#include "translate/shared_model.h"

namespace sotto::translate {

struct NetworkKind {
  std::string_view model_type;  // of config.json
  // The direction of the options, if they have one, is checked before any weights are read, as far
  // as the folder names its languages. What it does not name is believed.
  Result<std::shared_ptr<const SharedModel>> (*load)(const checkpoint::ModelFolder& folder,
                                                     const TranslatorOptions& options,
                                                     GenerationConfig generation);
  Result<Directions> (*directions)(const checkpoint::ModelFolder& folder);
  bool has_shortlists;  // of output rows
};

// By the type that the folder says. Where there is no such: the first, whose loader says so.
const NetworkKind& kind_of(const checkpoint::ModelFolder& folder);

Result<std::shared_ptr<const SharedModel>> load_nllb(const checkpoint::ModelFolder& folder,
                                                     const TranslatorOptions& options,
                                                     GenerationConfig generation);
Result<Directions> directions_of_nllb(const checkpoint::ModelFolder& folder);

Result<std::shared_ptr<const SharedModel>> load_marian(const checkpoint::ModelFolder& folder,
                                                       const TranslatorOptions& options,
                                                       GenerationConfig generation);
Result<Directions> directions_of_marian(const checkpoint::ModelFolder& folder);

Result<std::shared_ptr<const SharedModel>> load_firefox(const checkpoint::ModelFolder& folder,
                                                        const TranslatorOptions& options,
                                                        GenerationConfig generation);
Result<Directions> directions_of_firefox(const checkpoint::ModelFolder& folder);

Result<std::shared_ptr<const SharedModel>> load_language_model(
    const checkpoint::ModelFolder& folder, const TranslatorOptions& options,
    GenerationConfig generation);
Result<Directions> directions_of_language_model(const checkpoint::ModelFolder& folder);

}  // namespace sotto::translate
