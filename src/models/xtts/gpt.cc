#include "models/xtts/gpt.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace sotto::models::xtts {

using device::Tensor;

Result<std::shared_ptr<const Gpt>> Gpt::load(const checkpoint::Weights& weights,
                                             const Config& config,
                                             std::optional<quant::Scheme> scheme,
                                             const device::Backend& backend) {
  auto m = std::make_shared<Gpt>();
  Loader load(weights, scheme, backend), as_stored(weights, std::nullopt, backend);
  m->gpt = decoder_only::load_stack(load, decoder_only::kGpt2Unplaced, "gpt.gpt.", config.heads);
  const int d = m->gpt.final_norm.weight ? m->d() : 1;
  const auto rows = [&](const char* name) { return static_cast<int>(load.shape_of(name, 2)[0]); };
  const auto table = [&](const char* name) { return as_stored.table(name, rows(name), d); };
  const auto embedding = [&](const char* name) { return as_stored.matrix(name, rows(name), d); };
  m->final_norm = as_stored.layer_norm("gpt.final_norm", d);
  m->text_embedding = embedding("gpt.text_embedding.weight");
  m->mel_embedding = embedding("gpt.mel_embedding.weight");
  m->text_pos_embedding = table("gpt.text_pos_embedding.emb.weight");
  m->mel_pos_embedding = table("gpt.mel_pos_embedding.emb.weight");
  m->mel_head = as_stored.linear("gpt.mel_head", rows("gpt.mel_embedding.weight"), d);
  for (const Loader* each : {&load, &as_stored})
    if (each->error()) return *each->error();
  m->start_audio = config.start_audio_token;
  m->stop_audio = config.stop_audio_token;
  if (std::max(m->start_audio, m->stop_audio) >= m->codes())
    return Error{
        Errc::bad_format,
        fmt::format("{}: gpt.mel_embedding.weight has {} rows, expected more than {}, the "
                    "tokens that begin and end the sound in config.json",
                    weights.source(), m->codes(), std::max(m->start_audio, m->stop_audio))};
  // Upstream's limits, and what there are positions for: the start has one, too.
  m->max_text = std::min(config.max_text_tokens + 1, m->text_pos_embedding.tensor.rows);
  m->max_codes = std::min(config.max_audio_tokens - 3, m->mel_pos_embedding.tensor.rows);
  m->bytes = load.bytes() + as_stored.bytes();
  return std::shared_ptr<const Gpt>(std::move(m));
}

GptSession::GptSession(std::shared_ptr<const Gpt> model, const device::Backend& backend,
                       Trace* trace)
    : model_(std::move(model)),
      device_(backend.open()),
      trace_(trace),
      state_(open_state(model_->gpt, *device_, 1)) {}

// Row r of x: row first + r of the table is added.
void GptSession::place(const device::Constant& table, int first, const Tensor& x) {
  rows_.resize(static_cast<size_t>(x.rows));
  std::iota(rows_.begin(), rows_.end(), first);
  device_->add_rows(x, table.tensor, rows_);
}

void GptSession::hear(std::span<const float> latents) {
  const int d = model_->d();
  const device::Frame frame(*device_);
  state_.rewind(0);
  const Tensor x = device_->upload(latents, static_cast<int>(latents.size()) / d, d);
  run(model_->gpt, x, state_, *device_);
  voice_rows_ = x.rows;
}

std::span<const float> GptSession::prompt(std::span<const int> text) {
  const Gpt& m = *model_;
  device::Device& d = *device_;
  const device::Frame frame(d);
  state_.rewind(voice_rows_);
  codes_ = 0;
  const int count = static_cast<int>(text.size());
  prefix_ = voice_rows_ + count;
  const Tensor x = d.make(count + 1, m.d());
  const Tensor words = x.part(0, count), start = x.part(count, 1);
  d.embed(m.text_embedding, text, 1.0f, words);
  place(m.text_pos_embedding, 0, words);
  d.embed(m.mel_embedding, std::array{m.start_audio}, 1.0f, start);
  place(m.mel_pos_embedding, 0, start);
  if (trace_ != nullptr) trace_->see("text", -1, "embed", d.read(words), words.cols);
  run(m.gpt, x, state_, d, {}, trace_);
  return logits_of(x.part(count, 1));
}

std::span<const float> GptSession::step(int code) {
  const Gpt& m = *model_;
  device::Device& d = *device_;
  const device::Frame frame(d);
  const Tensor x = d.embed(m.mel_embedding, std::array{code}, 1.0f);
  place(m.mel_pos_embedding, ++codes_, x);
  run(m.gpt, x, state_, d);
  return logits_of(x);
}

// The logits of one row.
std::span<const float> GptSession::logits_of(const Tensor& x) {
  const Gpt& m = *model_;
  const Tensor h = m.final_norm(*device_, m.gpt.final_norm(*device_, x));
  const Tensor y = m.mel_head(*device_, h);
  const std::span<const float> logits = device_->read(y), state = device_->read(h);
  logits_.assign(logits.begin(), logits.end());
  state_numbers_.assign(state.begin(), state.end());
  return logits_;
}

}  // namespace sotto::models::xtts
