// T3 of Chatterbox by itself: how long its voice, a text of 42 tokens and each of 50 tokens of
// speech take, with the weights in each form, with guidance and without. Weights may be random.
//
//   t3_tokens T3.safetensors [SCHEME...]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "checkpoint/weight_files.h"
#include "device_cpu/backend.h"
#include "models/chatterbox/t3.h"
#include "models/noise.h"

namespace {

using namespace sotto;
namespace chatterbox = models::chatterbox;

constexpr int kText = 42, kTokens = 50, kPrompt = 150;

// Milliseconds since the last call.
class Lap {
 public:
  double operator()() {
    const auto now = std::chrono::steady_clock::now();
    const double lap = std::chrono::duration<double, std::milli>(now - last_).count();
    last_ = now;
    return lap;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// Megabytes of the matrices that a step reads.
double read_by_a_step(const chatterbox::T3& m) {
  size_t bytes = device::bytes_of(m.speech_head.w);
  for (const nn::TransformerLayer& layer : m.tfmr.layers) {
    const nn::SelfAttention& attention = layer.self_attn;
    const nn::GatedFeedForward& feed = layer.feed_forward;
    for (const nn::Linear* each : {&attention.q_proj, &attention.k_proj, &attention.v_proj,
                                   &attention.out.last, &feed.gate, &feed.up, &feed.down.last})
      bytes += device::bytes_of(each->w);
  }
  return static_cast<double>(bytes) / 1e6;
}

void measure(const std::shared_ptr<const chatterbox::T3>& model, const device::Backend& backend,
             bool guided, const std::string& name) {
  chatterbox::T3Session session(model, backend, guided);
  chatterbox::T3Voice voice;
  voice.speaker_emb.resize(static_cast<size_t>(model->cond_enc.speaker_cols()));
  models::SeededNoise(1, 1).fill(voice.speaker_emb);
  const auto any = [](int most, int i) {
    return static_cast<int>(models::even_at(2, static_cast<uint64_t>(i)) * most);
  };
  for (int i = 0; i < kPrompt; ++i) voice.prompt_tokens.push_back(any(model->stop_speech - 1, i));
  std::vector<int> text;
  for (int i = 0; i < kText; ++i) text.push_back(any(model->text_tokens(), i));
  Lap lap;
  session.hear(voice);
  const double heard = lap();
  session.prompt(text, 0.5f);
  const double read = lap();
  std::vector<double> steps;
  for (int i = 0; i < kTokens; ++i) {
    session.step(any(model->stop_speech - 1, i));
    steps.push_back(lap());
  }
  std::ranges::sort(steps);
  const double median = steps[steps.size() / 2];
  const double megabytes = read_by_a_step(*model);
  fmt::print(
      "{:6} {:9} voice {:6.1f} ms, text {:6.1f} ms, a token {:5.1f} ms (least {:.1f}): {:.1f} "
      "GB/s of {:.0f} MB; {:.0f} MB in all\n",
      name, guided ? "guided" : "unguided", heard, read, median, steps.front(), megabytes / median,
      megabytes, static_cast<double>(model->bytes) / 1e6);
}

int fail(const Error& error) {
  fmt::print(stderr, "t3_tokens: {}\n", error.message);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return fail({Errc::bad_argument, "expected a file, and schemes"});
  const auto weights = checkpoint::open_weights(argv[1]);
  if (!weights) return fail(weights.error());
  const auto backend = device::cpu::open_backend(2);
  if (!backend) return fail(backend.error());
  std::vector<std::string> names(argv + 2, argv + argc);
  if (names.empty()) names = {"f32", "f16", "q8", "int8", "q6", "q4"};
  for (const std::string& name : names) {
    const auto scheme = quant::parse_scheme(name);
    if (!scheme) return fail(scheme.error());
    Lap lap;
    const auto model = chatterbox::T3::load(**weights, *scheme, **backend);
    if (!model) return fail(model.error());
    fmt::print("{:6} loaded in {:.1f} s\n", name, lap() / 1000);
    for (const bool guided : {true, false}) measure(*model, **backend, guided, name);
  }
  return 0;
}
