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
    m.conditioner_proj = {load.matrix("flow_lm.conditioner.proj.weight", table.dim, cols), {}};
  }
}

}  // namespace

Result<std::shared_ptr<const FlowLm>> FlowLm::load(const checkpoint::Weights& weights,
                                                   const Config& config,
                                                   std::optional<quant::Scheme> scheme,
                                                   const device::Backend& backend) {
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
  Loader load(weights, std::nullopt, backend);
  load_conditioner(*m, load);
  m->input_linear = {load.matrix("flow_lm.input_linear.weight", d, m->latent_size), {}};
  m->bos_emb = load.numbers("flow_lm.bos_emb", m->latent_size);
  if (config.flow_lm.insert_bos_before_voice) {
    const std::array<int64_t, 3> shape = {1, 1, d};
    m->bos_before_voice = load.constant("flow_lm.bos_before_voice", shape);
  }
  if (weights.find("flow_lm.speaker_proj_weight") != nullptr) {
    m->speaker_proj = {load.matrix("flow_lm.speaker_proj_weight", d, m->voice_dim), {}};
  }
  m->out_norm = load.layer_norm("flow_lm.out_norm", d);
  if (config.flow_lm.z_dim) {
    m->z_proj = {load.matrix("flow_lm.z_proj.weight", *config.flow_lm.z_dim, d), {}};
  }
  const int z = config.flow_lm.output_dim();
  m->out_eos = load.linear("flow_lm.out_eos", 1, z);
  const auto wide = scheme ? std::optional(at_least_8_bits(*scheme)) : std::nullopt;
  Loader load_wide(weights, wide, backend);
  m->flow_net = load_flow_net(load, load_wide, config.flow_lm.flow, z, m->latent_size);
  for (const Loader* each : {&load, &load_wide})
    if (each->error()) return *each->error();

  Loader load_layers(weights, scheme, backend);
  m->transformer = load_transformer(load_layers, "flow_lm.transformer.",
                                    {.layers = t.num_layers,
                                     .d = d,
                                     .attention = t.attn_dim,
                                     .heads = t.num_heads,
                                     .kv_heads = t.num_kv_heads,
                                     .hidden = t.dim_feedforward,
                                     .max_period = t.max_period});
  if (load_layers.error()) return *load_layers.error();
  m->bytes = load.bytes() + load_wide.bytes() + load_layers.bytes();
  return std::shared_ptr<const FlowLm>(std::move(m));
}

FlowLmSession::FlowLmSession(std::shared_ptr<const FlowLm> model, const device::Backend& backend,
                             int sampler_steps, const device::Backend* for_frames)
    : model_(std::move(model)),
      backend_(&backend),
      for_frames_(for_frames),
      device_(backend.open()),
      sampler_(model_->flow_net, model_->config.flow.type, sampler_steps, *device_),
      state_(open_state(model_->transformer, *device_)) {
  start(nullptr, 0);
}

void FlowLmSession::begin(bool for_frames) {
  output_ = {};
  frame_.reset();
  if (for_frames_ != nullptr) device_->take_threads_of(for_frames ? *for_frames_ : *backend_);
}

void FlowLmSession::start(const VoiceState* voice, int positions) {
  begin(false);
  voice_positions_ = voice != nullptr ? voice->positions : 0;
  state_.rewind(0);
  state_.reserve(positions + voice_positions_);
  for (size_t i = 0; voice != nullptr && i < state_.caches.size(); ++i) {
    const nn::KeysValues rows = state_.caches[i].append(voice->positions);
    device_->upload(voice->layers[i].k, rows.k);
    device_->upload(voice->layers[i].v, rows.v);
  }
  restart(positions);
}

void FlowLmSession::restart(int positions) {
  begin(false);
  state_.rewind(voice_positions_);
  state_.reserve(positions);
  latent_ = model_->bos_emb;
  frames_ = 0;
}

void FlowLmSession::hear(std::span<const float> frames, Trace* trace) {
  const FlowLm& m = *model_;
  device::Device& d = *device_;
  begin(false);
  const device::Frame frame(d);
  const int first = m.bos_before_voice ? 1 : 0;
  const int rows = static_cast<int>(frames.size()) / m.voice_dim;
  const Tensor x = d.make(first + rows, m.config.transformer.d_model);
  if (first == 1) d.copy(m.bos_before_voice.tensor, x.part(0, 1));
  if (rows > 0) {
    d.linear(d.upload(frames, rows, m.voice_dim), m.speaker_proj->w, {}, x.part(first, rows));
  }
  if (x.rows > 0) remember(m.transformer, x, state_, d, "voice", trace);
}

void FlowLmSession::prompt(std::span<const int> tokens, Trace* trace) {
  const FlowLm& m = *model_;
  device::Device& d = *device_;
  begin(false);
  const device::Frame frame(d);
  const int padding = m.config.lookup_table.n_bins;
  tokens_.assign(tokens.begin(), tokens.end());
  for (int& token : tokens_) {
    if (token < 0 || token > padding) token = padding;
  }
  if (tokens_.empty()) return;
  Tensor x = d.embed(m.conditioner_embed, tokens_, 1.0f);
  if (m.conditioner_proj) x = (*m.conditioner_proj)(d, x);
  if (trace != nullptr) trace->see("text", -1, "embed", d.read(x), x.cols);
  remember(m.transformer, x, state_, d, "text", trace);
}

VoiceState FlowLmSession::voice() {
  const FlowTransformerConfig& t = model_->config.transformer;
  VoiceState voice{
      .positions = state_.position, .kv_heads = t.num_kv_heads, .head_size = t.head_size()};
  const auto copied = [&](const Tensor& rows) {
    const device::Frame frame(*device_);
    const Tensor floats = device_->make(rows.rows, rows.cols);
    device_->copy(rows, floats);
    const auto numbers = device_->read(floats);
    return std::vector<float>(numbers.begin(), numbers.end());
  };
  for (const nn::RollingCache& cache : state_.caches)
    voice.layers.push_back({.k = copied(cache.all().k), .v = copied(cache.all().v)});
  return voice;
}

float FlowLmSession::step(Trace* trace) {
  const FlowLm& m = *model_;
  device::Device& d = *device_;
  begin(++frames_ > 1);
  frame_.emplace(d);
  const Tensor x = m.input_linear(d, d.upload(latent_, 1, m.latent_size));
  run(m.transformer, x, state_, d, "latent", trace);
  output_ = m.out_norm(d, x);
  if (m.z_proj) output_ = (*m.z_proj)(d, output_);
  return d.read(m.out_eos(d, output_))[0];
}

std::span<const float> FlowLmSession::sample(std::span<const float> x0) {
  device::Device& d = *device_;
  const Tensor x = d.upload(x0, 1, model_->latent_size);
  sampler_(d, output_, x);
  std::ranges::copy(d.read(x), latent_.begin());
  return latent_;
}

void FlowLmSession::take(std::span<const float> latent) {
  std::ranges::copy(latent, latent_.begin());
}

}  // namespace sotto::models::pocket_tts
