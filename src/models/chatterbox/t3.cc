#include "models/chatterbox/t3.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace sotto::models::chatterbox {
namespace {

using device::Tensor;

// Upstream's multilingual network, and the heads that it is watched by (alignment.h).
constexpr int kMultilingualTexts = 2454;
constexpr AttentionHead kAlignedHeads[] = {{12, 15}, {13, 11}, {9, 2}};

Result<void> check_ids(const T3& m, std::string_view source) {
  for (const int id : {m.start_speech, m.stop_speech}) {
    if (id >= 0 && id < m.speech_tokens()) continue;
    return Error{Errc::bad_format,
                 fmt::format("{}: speech_emb.weight has {} rows, expected more than {}, the tokens "
                             "that begin and end speech",
                             source, m.speech_tokens(), std::max(m.start_speech, m.stop_speech))};
  }
  for (const AttentionHead& each : m.aligned_heads) {
    if (each.layer < static_cast<int>(m.tfmr.layers.size()) && each.head < m.tfmr.heads) continue;
    return Error{Errc::bad_format,
                 fmt::format("{}: has {} layers of {} heads, expected head {} of layer {}, which "
                             "the network is watched by",
                             source, m.tfmr.layers.size(), m.tfmr.heads, each.head, each.layer)};
  }
  return {};
}

}  // namespace

Result<std::shared_ptr<const T3>> T3::load(const checkpoint::Weights& weights,
                                           std::optional<quant::Scheme> scheme,
                                           const device::Backend& backend,
                                           const T3Conventions& conventions) {
  const bool turbo = weights.find("tfmr.wpe.weight") != nullptr;
  auto m = std::make_shared<T3>();
  Loader load(weights, scheme, backend), as_stored(weights, std::nullopt, backend);
  m->tfmr = decoder_only::load_stack(load, turbo ? decoder_only::kGpt2 : decoder_only::kLlama,
                                     "tfmr.", conventions.heads);
  const auto rows = [&](const char* name) { return static_cast<int>(load.shape_of(name, 2)[0]); };
  const int d = m->tfmr.final_norm.weight ? m->d() : 1;
  const int texts = rows("text_emb.weight"), tokens = rows("speech_emb.weight");
  m->cond_enc = load_condition_encoder(load, d, conventions.perceiver_heads);
  m->text_emb = as_stored.matrix("text_emb.weight", texts, d);
  m->speech_emb = as_stored.matrix("speech_emb.weight", tokens, d);
  if (!turbo) {
    m->text_pos_emb =
        as_stored.table("text_pos_emb.emb.weight", rows("text_pos_emb.emb.weight"), d);
    m->speech_pos_emb =
        as_stored.table("speech_pos_emb.emb.weight", rows("speech_pos_emb.emb.weight"), d);
  }
  m->speech_head.w = load.matrix("speech_head.weight", tokens, d);
  if (load.has("speech_head.bias")) m->speech_head.b = load.constant("speech_head.bias", tokens);
  for (const Loader* each : {&load, &as_stored})
    if (each->error()) return *each->error();
  m->start_speech = conventions.start_speech;
  m->stop_speech = conventions.stop_speech;
  if (conventions.aligned_heads)
    m->aligned_heads = *conventions.aligned_heads;
  else if (texts == kMultilingualTexts)
    m->aligned_heads.assign(std::begin(kAlignedHeads), std::end(kAlignedHeads));
  if (const Result<void> ids = check_ids(*m, weights.source()); !ids) return ids.error();
  m->bytes = load.bytes() + as_stored.bytes();
  return std::shared_ptr<const T3>(std::move(m));
}

int T3::most_text() const {
  return is_turbo() ? tfmr.positions.tensor.rows / 2 : text_pos_emb.tensor.rows;
}

int T3::most_speech(int voice_rows, int text) const {
  if (is_turbo()) return std::max(0, tfmr.positions.tensor.rows - voice_rows - text - 1);
  return speech_pos_emb.tensor.rows - 1;
}

Result<void> T3::check(const T3Voice& voice) const {
  const auto wrong = [](std::string what) { return Error{Errc::bad_format, std::move(what)}; };
  const auto cols = static_cast<size_t>(cond_enc.speaker_cols());
  if (voice.speaker_emb.size() != cols)
    return wrong(fmt::format("the voice has {} numbers of its speaker, expected {}",
                             voice.speaker_emb.size(), cols));
  const auto most =
      static_cast<size_t>(is_turbo() ? tfmr.positions.tensor.rows / 2 : speech_pos_emb.tensor.rows);
  if (voice.prompt_tokens.empty() || voice.prompt_tokens.size() > most)
    return wrong(fmt::format("the voice has {} speech tokens, expected 1 to {}",
                             voice.prompt_tokens.size(), most));
  for (const int token : voice.prompt_tokens) {
    if (token >= 0 && token < speech_tokens()) continue;
    return wrong(fmt::format("the voice has the speech token {}, expected 0 to {}", token,
                             speech_tokens() - 1));
  }
  return {};
}

T3Session::T3Session(std::shared_ptr<const T3> model, const device::Backend& backend, bool guided,
                     Trace* trace)
    : model_(std::move(model)),
      device_(backend.open()),
      trace_(trace),
      state_(open_state(model_->tfmr, *device_, guided && !model_->is_turbo() ? 2 : 1)) {
  for (const AttentionHead& each : model_->aligned_heads) watched_.push_back({each.layer, {}});
}

// Row r of x: row first + step * r of the table.
void T3Session::add_positions(const device::Constant& table, int first, int step, const Tensor& x) {
  if (!table) return;
  rows_.resize(static_cast<size_t>(x.rows));
  for (int r = 0; r < x.rows; ++r) rows_[static_cast<size_t>(r)] = first + step * r;
  device_->add_rows(x, table.tensor, rows_);
}

void T3Session::hear(const T3Voice& voice) {
  const T3& m = *model_;
  device::Device& d = *device_;
  const device::Frame frame(d);
  state_.rewind(0);
  const Tensor prompt = d.embed(m.speech_emb, voice.prompt_tokens, 1.0f);
  add_positions(m.speech_pos_emb, 0, 1, prompt);
  const Tensor cond = m.cond_enc(d, voice.speaker_emb, prompt, voice.exaggeration);
  if (trace_ != nullptr) trace_->see("cond", -1, "", d.read(cond), cond.cols);
  const Tensor x = d.make(sequences() * cond.rows, cond.cols);
  for (int s = 0; s < sequences(); ++s) d.copy(cond, x.part(s * cond.rows, cond.rows));
  run(m.tfmr, x, state_, d);
  voice_rows_ = cond.rows;
}

// Text and starts of each sequence; the second one has no tokens of the text.
Tensor T3Session::embedded_text(std::span<const int> text) {
  const T3& m = *model_;
  device::Device& d = *device_;
  const int size = static_cast<int>(text.size()), each = size + starts();
  const Tensor x = d.make(sequences() * each, m.d());
  for (int s = 0; s < sequences(); ++s) {
    const Tensor own = x.part(s * each, size), start = x.part(s * each + size, starts());
    if (s == 0)
      d.embed(m.text_emb, text, 1.0f, own);
    else
      d.fill(own, 0);
    add_positions(m.text_pos_emb, 0, 1, own);
    rows_.assign(static_cast<size_t>(starts()), m.start_speech);
    d.embed(m.speech_emb, rows_, 1.0f, start);
    add_positions(m.speech_pos_emb, 0, 0, start);
  }
  if (trace_ != nullptr) trace_->see("text", -1, "embed", d.read(x), x.cols);
  return x;
}

std::span<const float> T3Session::prompt(std::span<const int> text, float weight) {
  device::Device& d = *device_;
  const device::Frame frame(d);
  state_.rewind(voice_rows_);
  weight_ = weight;
  steps_ = 0;
  text_size_ = static_cast<int>(text.size());
  const Tensor x = embedded_text(text);
  run(model_->tfmr, x, state_, d, watched_, trace_);
  return logits_of(x, starts());
}

std::span<const float> T3Session::step(int token) {
  const T3& m = *model_;
  device::Device& d = *device_;
  const device::Frame frame(d);
  rows_.assign(static_cast<size_t>(sequences()), token);
  const Tensor x = d.embed(m.speech_emb, rows_, 1.0f);
  add_positions(m.speech_pos_emb, ++steps_, 0, x);
  if (trace_ != nullptr) trace_->see("speech", -1, "embed", d.read(x), x.cols);
  run(m.tfmr, x, state_, d, watched_);
  return logits_of(x, 1);
}

// Logits of the last row of each sequence. last_rows: those whose attention is asked for.
std::span<const float> T3Session::logits_of(const Tensor& x, int last_rows) {
  const T3& m = *model_;
  device::Device& d = *device_;
  const int each = x.rows / sequences();
  rows_.resize(static_cast<size_t>(sequences()));
  for (int s = 0; s < sequences(); ++s) rows_[static_cast<size_t>(s)] = (s + 1) * each - 1;
  const Tensor last = each == 1 ? x : d.gather(x, rows_);
  const Tensor y = m.speech_head(d, m.tfmr.final_norm(d, last));
  const std::span<const float> rows = d.read(y);
  if (trace_ != nullptr) trace_->see("", -1, "logits", rows, y.cols);
  const auto size = static_cast<size_t>(y.cols);
  logits_.assign(rows.begin(), rows.begin() + y.cols);
  for (size_t i = 0; i < size && sequences() == 2; ++i)
    logits_[i] += weight_ * (rows[i] - rows[size + i]);
  read_attention(last_rows);
  return logits_;
}

void T3Session::read_attention(int last_rows) {
  attention_.clear();
  if (watched_.empty()) return;
  const auto size = static_cast<size_t>(text_size_);
  attention_.assign(static_cast<size_t>(last_rows) * size, 0);
  for (size_t i = 0; i < watched_.size(); ++i) {
    const Tensor& weights = watched_[i].weights;
    const int each = weights.rows / model_->tfmr.heads;
    const int first = (model_->aligned_heads[i].head + 1) * each - last_rows;
    const std::span<const float> rows = device_->read(weights.part(first, last_rows));
    for (size_t r = 0; r < static_cast<size_t>(last_rows); ++r) {
      const size_t at = r * static_cast<size_t>(weights.cols) + static_cast<size_t>(voice_rows_);
      for (size_t c = 0; c < size; ++c)
        attention_[r * size + c] += rows[at + c] / static_cast<float>(watched_.size());
    }
  }
}

}  // namespace sotto::models::chatterbox
