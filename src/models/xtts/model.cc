#include "models/xtts/model.h"

#include <fmt/format.h>

#include "models/xtts/weights.h"

namespace sotto::models::xtts {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

Result<void> check_sizes(const Model& m, const ModelFiles& files) {
  const auto wrong = [&](std::string what) {
    return Error{Errc::bad_format, fmt::format("{}: {}", files.weights.string(), what)};
  };
  if (m.tokens.size() > m.gpt->text_tokens())
    return wrong(
        fmt::format("gpt.text_embedding.weight has {} rows, expected at least {}, the "
                    "tokens of {}",
                    m.gpt->text_tokens(), m.tokens.size(), files.vocabulary.string()));
  if (m.gpt->d() != m.hifigan->in())
    return wrong(fmt::format("the vocoder reads rows of {} numbers, expected {}, as the GPT has",
                             m.hifigan->in(), m.gpt->d()));
  if (m.hifigan->hop() != m.config.hop)
    return wrong(
        fmt::format("the vocoder makes {} samples of a row, expected {}, the "
                    "output_hop_length of {}",
                    m.hifigan->hop(), m.config.hop, files.config.string()));
  return {};
}

}  // namespace

bool is_model_folder(const fs::path& folder) {
  return static_cast<bool>(read_config(folder / "config.json"));
}

Result<ModelFiles> find_model_files(const fs::path& folder) {
  ModelFiles files{.config = folder / "config.json",
                   .weights = folder / "model.pth",
                   .vocabulary = folder / "vocab.json",
                   .speakers = folder / "speakers_xtts.pth"};
  if (!is_file(files.weights)) files.weights = folder / "model.safetensors";
  for (const fs::path& each : {files.config, files.weights, files.vocabulary}) {
    if (is_file(each)) continue;
    return Error{Errc::not_found,
                 fmt::format("{}: has no {}, expected config.json, model.pth and vocab.json, as "
                             "XTTS comes with them",
                             folder.string(),
                             each == files.weights ? "model.pth" : each.filename().string())};
  }
  return files;
}

Result<std::shared_ptr<const Model>> Model::load(const ModelFiles& files,
                                                 std::optional<quant::Scheme> scheme,
                                                 std::shared_ptr<const device::Backend> backend) {
  Result<Config> config = read_config(files.config);
  if (!config) return config.error();
  Result<TextTokens> tokens = TextTokens::load(files.vocabulary);
  if (!tokens) return tokens.error();
  const auto weights = open_checkpoint(files.weights);
  if (!weights) return weights.error();
  auto gpt = Gpt::load(**weights, *config, scheme, *backend);
  if (!gpt) return gpt.error();
  auto hifigan = HifiGan::load(**weights, scheme, *backend);
  if (!hifigan) return hifigan.error();
  auto model =
      std::make_shared<const Model>(Model{*std::move(config), *std::move(tokens), *std::move(gpt),
                                          *std::move(hifigan), std::move(backend)});
  if (const Result<void> fits = check_sizes(*model, files); !fits) return fits.error();
  return model;
}

Result<void> Model::check(const Voice& voice) const {
  const auto d = static_cast<size_t>(gpt->d()),
             speaker = static_cast<size_t>(hifigan->speaker_cols());
  if (voice.latents.size() > kMostLatents * d)
    return Error{Errc::bad_format,
                 fmt::format("the voice has {} rows for the GPT, expected at most {}",
                             voice.latents.size() / d, kMostLatents)};
  if (!voice.latents.empty() && voice.latents.size() % d == 0 && voice.speaker.size() == speaker)
    return {};
  return Error{Errc::bad_format,
               fmt::format("the voice has {} numbers for the GPT and {} for the vocoder, expected "
                           "rows of {}, and {}",
                           voice.latents.size(), voice.speaker.size(), d, speaker)};
}

}  // namespace sotto::models::xtts
