#include "translate/shortlist_file.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/json.h"
#include "models/output_rows.h"
#include "models/seq2seq/network.h"
#include "tokenize/shortlist.h"

namespace sotto::translate {
namespace {

constexpr size_t kLargest = size_t{64} << 20;

}  // namespace

Result<std::optional<ShortlistFile>> read_shortlist(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / kShortlistFile;
  const Result<std::string> content = read_file(path, kLargest);
  if (!content) {
    if (content.error().code == Errc::not_found) return std::optional<ShortlistFile>();
    return content.error();
  }
  const auto bad = [&](const char* what) {
    return Error{Errc::bad_format, fmt::format("{}: {}", path.string(), what)};
  };
  const auto json = exact_json(*content);
  if (!json.is_object() || !json.contains("language") || !json.contains("ids") ||
      !json["language"].is_string() || !json["ids"].is_array())
    return bad("expected an object with a language and a list of ids");
  ShortlistFile shortlist{json["language"], {}};
  for (const auto& id : json["ids"]) {
    const bool fits = id.is_number_integer() && id >= 0 && id <= INT32_MAX;
    if (!fits || (!shortlist.ids.empty() && id <= shortlist.ids.back()))
      return bad("expected ids that ascend, each a number from 0 on");
    shortlist.ids.push_back(id);
  }
  return std::optional(std::move(shortlist));
}

std::string to_json(const ShortlistFile& shortlist) {
  return dumped({{"ids", shortlist.ids}, {"language", shortlist.language}});
}

Result<ChosenOutputs> chosen_outputs(const TranslatorOptions& options,
                                     const std::filesystem::path& folder,
                                     const tokenize::Tokenizer& tokenizer) {
  if (!options.shortlist) {
    auto stored = read_shortlist(folder);
    if (!stored) return stored.error();
    if (!*stored || (*stored)->language != options.to.flores) return ChosenOutputs();
    return ChosenOutputs{std::move((*stored)->ids), true};
  }
  const ShortlistChoice& choice = *options.shortlist;
  if (choice.everything) return ChosenOutputs();
  if (choice.language != options.to) {
    return Error{Errc::bad_argument, fmt::format("the shortlist is for {}, but the translation is "
                                                 "into {}",
                                                 choice.language.flores, options.to.flores)};
  }
  auto ids = tokenize::shortlist(tokenizer, choice.language, {.frequencies = choice.frequencies});
  if (!ids) return ids.error();
  return ChosenOutputs{*std::move(ids), false};
}

Result<std::shared_ptr<const models::OutputRows>> output_rows(const models::seq2seq::Model& model,
                                                              ChosenOutputs chosen) {
  if (chosen.ids.empty()) return std::shared_ptr<const models::OutputRows>();
  const models::seq2seq::Network& network = model.network();
  if (chosen.of_folder && device::rows_of(network.shortlist.w) > 0) {
    return models::OutputRows::stored(network.shortlist, model.config().vocab_size,
                                      std::move(chosen.ids));
  }
  return models::OutputRows::gather(model.backend(), network.shared.w, std::move(chosen.ids));
}

}  // namespace sotto::translate
