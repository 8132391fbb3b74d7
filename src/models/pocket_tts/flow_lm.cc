#include "models/pocket_tts/flow_lm.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "models/pocket_tts/quantized.h"

namespace sotto::models::pocket_tts {
namespace {

using device::Tensor;

// The lookup table and what is done to its rows.
void load_conditioner(FlowLm& m, Loader& load) {
  const LookupTableConfig& table = m.config.lookup_table;
  const int cols = table.rank.value_or(table.dim);
  m.conditioner_embed = load.matrix("flow_lm.conditioner.embed.weight", table.n_bins + 1, cols);
  if (table.rank) {
    m.conditioner_proj = {load.matrix("flow_lm.conditioner.proj.weight", table.dim, cols)};
  }
}

Tensor copy_rows(device::Device& d, std::span<const float> rows, int cols) {
  const Tensor x = d.make(static_cast<int>(rows.size()) / cols, cols);
  std::ranges::copy(rows, x.data);
  return x;
}

}  // namespace

Result<std::shared_ptr<const FlowLm>> FlowLm::load(const checkpoint::Weights& weights,
                                                   const Config& config,
                                                   std::optional<quant::Scheme> scheme) {
  const FlowTransformerConfig& t = config.flow_lm.transformer;
  const int d = t.d_model;
  if (config.flow_lm.lookup_table.dim != d) {
    return Error{Errc::bad_format,
                 fmt::format("{}: the lookup table has {} columns, expected d_model, {}",
                             config.file.string(), config.flow_lm.lookup_table.dim, d)};
  }
  auto m = std::make_shared<FlowLm>();
  m->config = config.flow_lm;
  m->latent_size = config.mimi.quantizer_dimension;
  m->voice_dim = config.mimi.voice_dim();
  Loader load(weights, std::nullopt, m->store);
  load_conditioner(*m, load);
  m->input_linear = {load.matrix("flow_lm.input_linear.weight", d, m->latent_size)};
  m->bos_emb = load.vector("flow_lm.bos_emb", m->latent_size);
  if (config.flow_lm.insert_bos_before_voice) {
    const std::array<int64_t, 3> shape = {1, 1, d};
    m->bos_before_voice = load.vector("flow_lm.bos_before_voice", shape);
  }
  if (weights.find("flow_lm.speaker_proj_weight") != nullptr) {
    m->speaker_proj = {load.matrix("flow_lm.speaker_proj_weight", d, m->voice_dim)};
  }
  m->out_norm = load.layer_norm("flow_lm.out_norm", d);
  if (config.flow_lm.z_dim) {
    m->z_proj = {load.matrix("flow_lm.z_proj.weight", *config.flow_lm.z_dim, d)};
  }
  const int z = config.flow_lm.output_dim();
  m->out_eos = load.linear("flow_lm.out_eos", 1, z);
  const auto wide = scheme ? std::optional(at_least_8_bits(*scheme)) : std::nullopt;
  Loader load_wide(weights, wide, m->store);
  m->flow_net = load_flow_net(load, load_wide, m->store, config.flow_lm.flow, z, m->latent_size);
  for (const Loader* each : {&load, &load_wide})
    if (each->error()) return *each->error();

  Loader load_layers(weights, scheme, m->store);
  m->transformer = load_transformer(load_layers, "flow_lm.transformer.",
                                    {.layers = t.num_layers,
                                     .d = d,
                                     .attention = t.attn_dim,
                                     .heads = t.num_heads,
                                     .kv_heads = t.num_kv_heads,
                                     .hidden = t.dim_feedforward,
                                     .max_period = t.max_period});
  if (load_layers.error()) return *load_layers.error();
  return std::shared_ptr<const FlowLm>(std::move(m));
}

FlowLmSession::FlowLmSession(std::shared_ptr<const FlowLm> model, const device::Backend& backend,
                             int sampler_steps, const device::Backend* for_frames)
    : model_(std::move(model)),
      device_(backend.open()),
      other_device_(for_frames != nullptr ? for_frames->open() : nullptr),
      frame_device_(other_device_ ? other_device_.get() : device_.get()),
      sampler_(model_->flow_net, model_->config.flow.type, sampler_steps, *device_),
      output_(static_cast<size_t>(model_->config.output_dim())) {
  start(nullptr, 0);
}

void FlowLmSession::start(const VoiceState* voice, int positions) {
  voice_positions_ = voice != nullptr ? voice->positions : 0;
  state_.start(model_->transformer);
  state_.reserve(positions + voice_positions_);
  for (size_t i = 0; voice != nullptr && i < state_.layers.size(); ++i) {
    const nn::KeysValues rows = state_.layers[i].append(voice->positions);
    std::ranges::copy(voice->layers[i].k, rows.k.data);
    std::ranges::copy(voice->layers[i].v, rows.v.data);
  }
  restart(positions);
}

void FlowLmSession::restart(int positions) {
  state_.rewind(voice_positions_);
  state_.reserve(positions);
  latent_.assign(model_->bos_emb, model_->bos_emb + model_->latent_size);
  frames_ = 0;
}

void FlowLmSession::hear(std::span<const float> frames, Trace* trace) {
  const FlowLm& m = *model_;
  device::Device& d = *device_;
  d.arena().reset();
  const int first = m.bos_before_voice != nullptr ? 1 : 0;
  const Tensor voice = copy_rows(d, frames, m.voice_dim);
  const Tensor x = d.make(first + voice.rows, m.config.transformer.d_model);
  if (first == 1) std::copy_n(m.bos_before_voice, x.cols, x.data);
  const Tensor behind{x.data + static_cast<size_t>(first) * static_cast<size_t>(x.cols), voice.rows,
                      x.cols};
  if (voice.rows > 0) d.linear(voice, m.speaker_proj->w, nullptr, behind);
  if (x.rows > 0) remember(m.transformer, x, state_, d, "voice", trace);
}

void FlowLmSession::prompt(std::span<const int> tokens, Trace* trace) {
  const FlowLm& m = *model_;
  device::Device& d = *device_;
  d.arena().reset();
  const int padding = m.config.lookup_table.n_bins;
  tokens_.assign(tokens.begin(), tokens.end());
  for (int& token : tokens_) {
    if (token < 0 || token > padding) token = padding;
  }
  if (tokens_.empty()) return;
  Tensor x = d.embed(m.conditioner_embed, tokens_, 1.0f);
  if (m.conditioner_proj) x = (*m.conditioner_proj)(d, x);
  if (trace != nullptr) trace->see("text", -1, "embed", x);
  remember(m.transformer, x, state_, d, "text", trace);
}

VoiceState FlowLmSession::voice() const {
  const FlowTransformerConfig& t = model_->config.transformer;
  VoiceState voice{
      .positions = state_.position, .kv_heads = t.num_kv_heads, .head_size = t.head_size()};
  for (nn::RollingCache cache : state_.layers) {
    const nn::KeysValues all = cache.all();
    voice.layers.push_back({.k = {all.k.all().begin(), all.k.all().end()},
                            .v = {all.v.all().begin(), all.v.all().end()}});
  }
  return voice;
}

float FlowLmSession::step(Trace* trace) {
  const FlowLm& m = *model_;
  ++frames_;
  device::Device& d = frame_device();
  d.arena().reset();
  const Tensor x = m.input_linear(d, {latent_.data(), 1, m.latent_size});
  run(m.transformer, x, state_, d, "latent", trace);
  Tensor h = m.out_norm(d, x);
  if (m.z_proj) h = (*m.z_proj)(d, h);
  std::ranges::copy(h.all(), output_.begin());
  return m.out_eos(d, h).data[0];
}

std::span<const float> FlowLmSession::sample(std::span<const float> x0) {
  device::Device& d = frame_device();
  d.arena().reset();
  std::ranges::copy(x0, latent_.begin());
  const Tensor c{output_.data(), 1, static_cast<int>(output_.size())};
  sampler_(d, c, {latent_.data(), 1, model_->latent_size});
  return latent_;
}

void FlowLmSession::take(std::span<const float> latent) {
  std::ranges::copy(latent, latent_.begin());
}

}  // namespace sotto::models::pocket_tts
