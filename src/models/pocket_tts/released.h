// The models that Kyutai has released, a folder a language of one repository: their configuration
// is in the package pocket-tts (4.0.1, whose numbers these are) and not beside the weights.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sotto::models::pocket_tts {

// The yaml for "english", "french", ..., whose weights are those of `commit` in the repository
// `id`. None: it is no released language.
std::optional<std::string> released_yaml(std::string_view language, std::string_view id,
                                         std::string_view commit);

}  // namespace sotto::models::pocket_tts
