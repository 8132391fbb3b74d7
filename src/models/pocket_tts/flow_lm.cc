#include "models/pocket_tts/flow_lm.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

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
  m->flow_net = load_flow_net(load, m->store, config.flow_lm.flow, z, m->latent_size);
  if (load.error()) return *load.error();

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
                             int sampler_steps)
    : model_(std::move(model)),
      device_(backend.open()),
      sampler_(model_->flow_net, model_->config.flow.type, sampler_steps, *device_),
      output_(static_cast<size_t>(model_->config.output_dim())) {
  start(nullptr, 0);
}

void FlowLmSession::start(const VoiceState* voice, int positions) {
  state_.start(model_->transformer);
  state_.reserve(positions + (voice != nullptr ? voice->positions : 0));
  latent_.assign(model_->bos_emb, model_->bos_emb + model_->latent_size);
  if (voice == nullptr) return;
  for (size_t i = 0; i < state_.layers.size(); ++i) {
    const nn::KeysValues rows = state_.layers[i].append(voice->positions);
    std::ranges::copy(voice->layers[i].k, rows.k.data);
    std::ranges::copy(voice->layers[i].v, rows.v.data);
  }
  state_.position = voice->positions;
}

void FlowLmSession::run_rows(const Tensor& x, std::string_view side, Trace* trace) {
  if (x.rows > 0) run(model_->transformer, x, state_, *device_, side, trace);
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
  run_rows(x, "voice", trace);
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
  run_rows(x, "text", trace);
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
  device::Device& d = *device_;
  d.arena().reset();
  const Tensor x = m.input_linear(d, {latent_.data(), 1, m.latent_size});
  run_rows(x, "latent", trace);
  Tensor h = m.out_norm(d, x);
  if (m.z_proj) h = (*m.z_proj)(d, h);
  std::ranges::copy(h.all(), output_.begin());
  return m.out_eos(d, h).data[0];
}

std::span<const float> FlowLmSession::sample(std::span<const float> x0) {
  device_->arena().reset();
  std::ranges::copy(x0, latent_.begin());
  const Tensor c{output_.data(), 1, static_cast<int>(output_.size())};
  sampler_(*device_, c, {latent_.data(), 1, model_->latent_size});
  return latent_;
}

void FlowLmSession::take(std::span<const float> latent) {
  std::ranges::copy(latent, latent_.begin());
}

}  // namespace sotto::models::pocket_tts
