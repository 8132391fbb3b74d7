#include "models/chatterbox/conditioning.h"

#include <fmt/format.h>

#include <array>

namespace sotto::models::chatterbox {
namespace {

using device::Tensor;

const std::string kPerceiver = "cond_enc.perceiver.";

Perceiver load_perceiver(Loader& load, int d, int heads) {
  const std::string query = kPerceiver + "pre_attention_query", attn = kPerceiver + "attn.";
  const std::vector<int64_t> shape = load.shape_of(query, 3);
  load.require(d % heads == 0,
               fmt::format("{} has {} columns, expected a multiple of {} heads", query, d, heads));
  return {
      .pre_attention_query = load.made_constant(
          load.numbers(query, std::array<int64_t, 3>{1, shape[1], d}), static_cast<int>(shape[1])),
      .norm = load.layer_norm(attn + "norm", d),
      .attn = {.q_proj = load.linear(attn + "to_q", d, d),
               .k_proj = load.linear(attn + "to_k", d, d),
               .v_proj = load.linear(attn + "to_v", d, d),
               .out_proj = load.linear(attn + "proj_out", d, d),
               .heads = heads}};
}

}  // namespace

void Perceiver::block(device::Device& d, const Tensor& a, const Tensor& b, const Tensor& y) const {
  const device::Frame frame(d);
  const Tensor normed_b = norm(d, b);
  const nn::KeysValues kv = {d.make(b.rows, b.cols), d.make(b.rows, b.cols)};
  attn.project_kv(d, normed_b, kv);
  const Tensor q = attn.q_proj(d, norm(d, a));
  d.copy(a, y);
  attn.out_proj.add_to(d, attn.attend(d, q, kv, nn::see_all(a.rows, b.rows)), y);
}

Tensor Perceiver::operator()(device::Device& d, const Tensor& h) const {
  const Tensor& query = pre_attention_query.tensor;
  const Tensor y = d.make(query.rows, query.cols), result = d.make(query.rows, query.cols);
  block(d, query, h, y);
  block(d, y, y, result);
  return result;
}

int ConditionEncoder::rows(int prompt_tokens) const {
  const int heard = perceiver ? perceiver->pre_attention_query.tensor.rows : prompt_tokens;
  return 1 + heard + (emotion_adv_fc.w != nullptr ? 1 : 0);
}

Tensor ConditionEncoder::operator()(device::Device& d, std::span<const float> speaker,
                                    const Tensor& prompt, float exaggeration) const {
  const Tensor cond = d.make(rows(prompt.rows), prompt.cols);
  const device::Frame frame(d);
  d.linear(d.upload(speaker, 1, speaker_cols()), spkr_enc.w, spkr_enc.b, cond.part(0, 1));
  const Tensor heard = perceiver ? (*perceiver)(d, prompt) : prompt;
  d.copy(heard, cond.part(1, heard.rows));
  if (emotion_adv_fc.w != nullptr) {
    const Tensor emotion = d.upload(std::array{exaggeration}, 1, 1);
    d.linear(emotion, emotion_adv_fc.w, {}, cond.part(cond.rows - 1, 1));
  }
  return cond;
}

ConditionEncoder load_condition_encoder(Loader& load, int d, int perceiver_heads) {
  const int speaker = static_cast<int>(load.shape_of("cond_enc.spkr_enc.weight", 2)[1]);
  ConditionEncoder encoder;
  encoder.spkr_enc = load.linear("cond_enc.spkr_enc", d, speaker);
  if (!load.has(kPerceiver + "pre_attention_query")) return encoder;
  encoder.perceiver = load_perceiver(load, d, perceiver_heads);
  encoder.emotion_adv_fc.w = load.matrix("cond_enc.emotion_adv_fc.weight", d, 1);
  return encoder;
}

}  // namespace sotto::models::chatterbox
