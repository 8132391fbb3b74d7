// Networks whose files have something wrong in them: each is refused in one sentence, or loads and
// computes a step. The first byte says which network it is, the others what is wrong (mutations.h).
// $SOTTO_FUZZ_ONLY: the network of that name alone.
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>

#include "base/json_fields.h"
#include "checkpoint/model_folder.h"
#include "checkpoint/torch_file.h"
#include "checkpoint/weight_files.h"
#include "device_cpu/backend.h"
#include "fuzz_only.h"
#include "golden.h"
#include "models/bergamot/model.h"
#include "models/causal_lm/model.h"
#include "models/chatterbox/conditionals.h"
#include "models/chatterbox/recording.h"
#include "models/chatterbox/s3gen.h"
#include "models/chatterbox/t3.h"
#include "models/kokoro/model.h"
#include "models/kokoro/model_files.h"
#include "models/kokoro/session.h"
#include "models/marian/architecture.h"
#include "models/mutations.h"
#include "models/nllb/architecture.h"
#include "models/pocket_tts/flow_lm.h"
#include "models/pocket_tts/mimi.h"
#include "models/seq2seq/model.h"
#include "models/xtts/listener.h"
#include "models/xtts/model.h"
#include "models/xtts/sound.h"
#include "models/xtts/weights.h"

namespace sotto::models {
namespace {

namespace fs = std::filesystem;
using checkpoint::Weights;
using nlohmann::json;
using testing::MutatedWeights;

constexpr int kMostMutations = 4;

fs::path data(const char* name) { return test_data(name); }

template <class T>
T value(Result<T> result) {  // of the files as they are
  if (!result) throw std::runtime_error(result.error().message);
  return *std::move(result);
}

// Whether there is something to go on with.
template <class T>
bool good(const Result<T>& result) {
  if (!result && result.error().message.empty()) std::abort();
  return static_cast<bool>(result);
}

const std::shared_ptr<const device::Backend>& backend() {
  static const auto opened = value(device::cpu::open_backend(1));
  return opened;
}

std::optional<quant::Scheme> some_scheme(FuzzedDataProvider& from) {
  using Kind = quant::Scheme::Kind;
  constexpr auto kKinds = std::to_array<Kind>({Kind::f32, Kind::q8, Kind::q4, Kind::int8});
  if (from.ConsumeBool()) return std::nullopt;
  return quant::Scheme{from.PickValueInArray(kKinds)};
}

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

json mutated(json config, FuzzedDataProvider& from) {
  for (int i = from.ConsumeIntegralInRange(0, kMostMutations); i > 0; --i)
    testing::mutate(config, from);
  return config;
}

void translate(const seq2seq::Architecture& architecture, const char* name,
               FuzzedDataProvider& from) {
  checkpoint::ModelFolder folder = value(checkpoint::open_model_folder(data(name)));
  folder.config = mutated(folder.config, from);
  if (!folder.config.is_object()) return;  // none is read
  folder.weights = MutatedWeights(folder.weights, from).done(kMostMutations);
  const auto model = seq2seq::Model::load(architecture, folder, some_scheme(from), backend());
  if (!good(model)) return;
  const auto session = (*model)->open_session();
  const std::vector<std::vector<int>> sources = {{5, 6, 7, 2}, {9, 2}};
  session->start(sources, 2);
  session->step(std::vector<int>(4, 2));
  session->step(std::vector<int>(4, 3));
}

void nllb_step(FuzzedDataProvider& from) { translate(nllb::kM2m100, "nllb", from); }
void marian_step(FuzzedDataProvider& from) { translate(marian::kMarian, "marian", from); }

void firefox_step(FuzzedDataProvider& from) {
  const char* set = from.ConsumeBool() ? "bergamot/joint" : "bergamot/split";
  checkpoint::ModelFolder folder = value(checkpoint::open_model_folder(data(set)));
  folder.config = mutated(folder.config, from);
  if (!folder.config.is_object()) return;  // none is read
  folder.weights = MutatedWeights(folder.weights, from).done(kMostMutations);
  const auto model = bergamot::Model::load(folder, some_scheme(from), backend());
  if (!good(model)) return;
  const auto session = (*model)->open_session();
  const std::vector<std::vector<int>> sources = {{5, 6, 7, 0}, {9, 0}};
  session->start(sources, 2);
  session->step(std::vector<int>(4, 0));
  session->step(std::vector<int>(4, 3));
  (*model)->open_aligner()->align(sources.front(), std::vector<int>{3, 4, 0});
}

void language_model_step(FuzzedDataProvider& from) {
  constexpr auto kNames = std::to_array<const char*>(
      {"llama", "llama_tied", "qwen3", "hunyuan_v1_dense", "gemma3_text", "lfm2"});
  const fs::path path = data("decoder_lm") / from.PickValueInArray(kNames);
  checkpoint::ModelFolder folder = value(checkpoint::open_model_folder(path));
  folder.gguf = from.ConsumeBool();
  folder.config = mutated(folder.config, from);
  if (!folder.config.is_object()) return;  // none is read
  folder.weights = MutatedWeights(folder.weights, from).done(kMostMutations);
  const auto model = causal_lm::Model::load(folder, some_scheme(from), backend());
  if (!good(model)) return;
  const auto session = (*model)->open_session(nullptr, {5, 6});
  const std::vector<std::vector<int>> sources = {{5, 6, 7, 2}, {9, 2}};
  session->start(sources, 2);
  session->step(std::vector<int>(4, 2));
  session->step(std::vector<int>(4, 3));
}

void kokoro_step(FuzzedDataProvider& from) {
  static const auto stored = value(kokoro::open_model_files(data("kokoro")));
  static const json config = json::parse(text_of(data("kokoro/config.json")));
  static const fs::path file =
      fs::temp_directory_path() / ("sotto-fuzz-" + std::to_string(getpid()) + ".json");
  kokoro::ModelFiles files = stored;
  std::ofstream(file) << mutated(config, from).dump();
  auto read = kokoro::read_config(file);
  if (!good(read)) return;
  files.config = *std::move(read);
  files.weights = MutatedWeights(stored.weights, from).done(kMostMutations);
  const std::vector<float> style(2 * static_cast<size_t>(files.config.style_dim), 0.1f);
  const auto model = kokoro::Model::load(std::move(files), some_scheme(from), backend());
  if (!good(model)) return;
  kokoro::Session session(*model);
  good(session.speak({.ids = {43, 44, 45}, .style = style, .speed = kokoro::kFastest}));
}

// Of a yaml: a number of it.
std::string mutated_yaml(std::string text, FuzzedDataProvider& from) {
  for (int i = from.ConsumeIntegralInRange(0, kMostMutations); i > 0; --i) {
    const size_t at =
        text.find_first_of("0123456789", from.ConsumeIntegralInRange<size_t>(0, text.size() - 1));
    if (at == std::string::npos) continue;
    const size_t end = text.find_first_not_of("0123456789.", at);
    text.replace(at, (end == std::string::npos ? text.size() : end) - at,
                 std::to_string(testing::odd_size(from)));
  }
  return text;
}

void pocket_step(FuzzedDataProvider& from) {
  const char* name = from.ConsumeBool() ? "lsd" : "pointwise_gqa";
  const fs::path yaml = data("pocket_tts/models") / (std::string(name) + ".yaml");
  const auto config = pocket_tts::parse_config(mutated_yaml(text_of(yaml), from), yaml);
  if (!good(config)) return;
  const auto stored = value(
      checkpoint::open_weights(data("pocket_tts/models") / (std::string(name) + ".safetensors")));
  const auto weights = MutatedWeights(stored, from).done(kMostMutations);
  const auto scheme = some_scheme(from);
  const auto flow = pocket_tts::FlowLm::load(*weights, *config, scheme, *backend());
  if (good(flow)) {
    pocket_tts::FlowLmSession session(*flow, *backend());
    session.start(nullptr, 8);
    session.prompt(std::vector<int>{5, 6});
    session.step();
    session.sample(std::vector<float>(static_cast<size_t>((*flow)->latent_size), 0.5f));
  }
  const auto mimi = pocket_tts::MimiDecoder::load(*weights, config->mimi, scheme, *backend());
  if (good(mimi)) {
    pocket_tts::MimiDecoding decoding(*mimi, *backend());
    decoding.decode(std::vector<float>(2 * static_cast<size_t>((*mimi)->latent_size()), 0.5f));
  }
  const auto encoder = pocket_tts::MimiEncoder::load(*weights, config->mimi, scheme, *backend());
  if (good(encoder)) (*encoder)->encode(std::vector<float>(2000, 0.1f), *backend());
}

void chatterbox_speaks(const chatterbox::Conditionals& voice, FuzzedDataProvider& from) {
  const auto stored = value(checkpoint::open_weights(data("chatterbox/model/s3gen.safetensors")));
  const auto weights = MutatedWeights(stored, from).done(kMostMutations);
  const auto model = chatterbox::S3Gen::load(weights, some_scheme(from), backend());
  if (!good(model)) return;
  const auto session = chatterbox::S3GenSession::open(*model, voice.gen);
  if (good(session)) good((*session)->speak(std::vector<int>{1, 2, 3}, {.steps = 1}));
}

void chatterbox_chooses(const chatterbox::Conditionals& voice, FuzzedDataProvider& from) {
  constexpr auto kFiles = std::to_array<const char*>({"t3_cfg", "t3_mtl23ls_v2", "t3_turbo_v1"});
  const auto stored = value(checkpoint::open_weights(
      data("chatterbox/model") / (std::string(from.PickValueInArray(kFiles)) + ".safetensors")));
  const auto weights = MutatedWeights(stored, from).done(kMostMutations);
  const auto model = chatterbox::T3::load(
      *weights, some_scheme(from), *backend(),
      {.heads = from.ConsumeBool() ? 0 : 4, .start_speech = 1, .stop_speech = 2});
  if (!good(model) || !good((*model)->check(voice.t3)) || (*model)->most_text() < 3) return;
  chatterbox::T3Session session(*model, *backend(), true);
  session.hear(voice.t3);
  session.prompt(std::vector<int>{0, 1, 0}, 0.5f);
  session.step(1);
}

void chatterbox_hears(FuzzedDataProvider& from) {
  const auto s3gen = value(checkpoint::open_weights(data("chatterbox/model/s3gen.safetensors")));
  const auto ve = value(checkpoint::open_weights(data("chatterbox/model/ve.safetensors")));
  const auto mutated_s3gen = MutatedWeights(s3gen, from).done(kMostMutations);
  const auto mutated_ve = MutatedWeights(ve, from).done(kMostMutations);
  const auto listener = chatterbox::Listener::load(*mutated_s3gen, *mutated_ve, backend());
  if (!good(listener)) return;
  std::vector<float> sound(18000);
  for (size_t i = 0; i < sound.size(); ++i) sound[i] = static_cast<float>(i * i % 97) / 97 - 0.5f;
  good((*listener)->hear(sound, 10));
}

void chatterbox_step(FuzzedDataProvider& from) {
  static const auto voice = value(chatterbox::read_conditionals(data("chatterbox/model/conds.pt")));
  switch (from.ConsumeIntegralInRange(0, 2)) {
    case 0:
      return chatterbox_speaks(voice, from);
    case 1:
      return chatterbox_chooses(voice, from);
    default:
      return chatterbox_hears(from);
  }
}

void xtts_step(FuzzedDataProvider& from) {
  static const json stored_config = value(read_json_object(data("xtts/config.json")));
  static const auto stored = value(xtts::open_checkpoint(data("xtts/model.pth")));
  const auto config = xtts::parse_config(mutated(stored_config, from).dump(), "config.json");
  if (!good(config)) return;
  const auto weights = MutatedWeights(stored, from).done(kMostMutations);
  const auto scheme = some_scheme(from);
  const auto gpt = xtts::Gpt::load(*weights, *config, scheme, *backend());
  if (good(gpt) && (*gpt)->max_text >= 3 && (*gpt)->max_codes >= 2) {
    xtts::GptSession session(*gpt, *backend());
    session.hear(std::vector<float>(3 * static_cast<size_t>((*gpt)->d()), 0.1f));
    session.prompt(std::vector<int>{0, 1, 0});
    session.step(1);
  }
  const auto hifigan = xtts::HifiGan::load(*weights, scheme, *backend());
  if (good(hifigan) && (*hifigan)->hop() == config->hop) {
    const std::vector<float> speaker(static_cast<size_t>((*hifigan)->speaker_cols()), 0.1f);
    xtts::SoundSession session(*hifigan, *backend(), *config, speaker);
    std::vector<float> sound;
    session.begin();
    session.speak(std::vector<float>(2 * static_cast<size_t>((*hifigan)->in()), 0.1f), true, sound);
  }
  const auto listener = xtts::Listener::load(*weights, *config, backend());
  if (!good(listener)) return;
  const std::vector<std::vector<float>> recordings = {std::vector<float>(9000, 0.1f)};
  good((*listener)->hear(recordings));
}

struct Network {
  std::string_view name;
  void (*step)(FuzzedDataProvider&);
};
constexpr auto kNetworks = std::to_array<Network>({{"nllb", nllb_step},
                                                   {"marian", marian_step},
                                                   {"firefox", firefox_step},
                                                   {"kokoro", kokoro_step},
                                                   {"pocket_tts", pocket_step},
                                                   {"chatterbox", chatterbox_step},
                                                   {"xtts", xtts_step},
                                                   {"language_model", language_model_step}});

}  // namespace
}  // namespace sotto::models

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sotto::models;
  static const std::vector<Network> networks = sotto::testing::only_chosen(kNetworks);
  FuzzedDataProvider from(data, size);
  networks[from.ConsumeIntegral<uint8_t>() % networks.size()].step(from);
  return 0;
}
