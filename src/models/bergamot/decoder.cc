// Decoder: simpler simple recurrent units instead of attention to its own past.
//   h = sqrt(d) E[token] + P, at the beginning P alone
//   c = SSRU(h);   h = LN1(h + relu(c))
//   h = LN2(h + CrossAttn(h, encoded));   h = LN3(h + fc2 relu(fc1 h))
//   logits = E h + b
#include "models/bergamot/layers.h"

namespace sotto::models::bergamot {
namespace {

using device::Tensor;

// Embeddings of the tokens; zeros at the beginning, where there is none.
Tensor embedded(const Network& m, const SsruRows& rows, device::Device& d) {
  const Tensor h = d.embed(m.target, rows.tokens, m.embedding_scale);
  for (size_t i = 0; i < rows.position.size(); ++i)
    if (rows.position[i] == 0) d.fill(h.part(static_cast<int>(i), 1), 0);
  return h;
}

// h = LN(h + relu(c))
Tensor recur(const SsruDecoderLayer& l, int layer, const Tensor& h, Cells& cells,
             device::Device& d) {
  const Tensor update = d.make(h.rows, h.cols), forget = d.make(h.rows, h.cols);
  const device::Product products[] = {l.cell.update.into(update), l.cell.forget.into(forget)};
  d.linears(h, products);
  d.activate(device::Activation::sigmoid, forget, forget);
  const Tensor c = cells.next(layer, forget, update);
  d.activate(device::Activation::relu, c, update);
  d.add(h, update);
  l.cell_norm.in_place(d, h);
  return c;
}

}  // namespace

Tensor decode(const Network& m, const SsruRows& rows, const SsruContext& context, Cells& cells,
              device::Device& d) {
  const auto see = [&](int layer, std::string_view part, const Tensor& x) {
    if (context.trace != nullptr) context.trace->see("decoder", layer, part, d.read(x), x.cols);
  };
  const Tensor h = embedded(m, rows, d);
  d.add_rows(h, context.positions, rows.position);
  see(-1, "embed", h);
  for (size_t i = 0; i < m.decoder.size(); ++i) {
    const SsruDecoderLayer& l = m.decoder[i];
    const int layer = static_cast<int>(i);
    const device::Frame frame(d);
    const Tensor c = recur(l, layer, h, cells, d);
    see(layer, "cell", c);
    see(layer, "after_cell_norm", h);
    const Tensor q = l.encoder_attn.q_proj(d, h), a = d.make(h.rows, h.cols);
    const nn::KeysValues& kv = context.encoded[i];
    const bool aligns = context.weights && i + 1 == m.decoder.size();
    device::Scoring scoring;
    scoring.weights = context.weights;
    if (aligns)
      d.attention(q, kv.k, kv.v, rows.source, l.encoder_attn.heads, scoring, a);
    else
      d.attention(q, kv.k, kv.v, rows.source, l.encoder_attn.heads, device::Rows::decode, a);
    l.encoder_attn.out_proj.add_to(d, a, h);
    l.encoder_attn_norm.in_place(d, h);
    see(layer, "after_encoder_attn_norm", h);
    l.fc.add_to(d, h, h);
    l.final_norm.in_place(d, h);
    see(layer, "", h);
  }
  return h;
}

}  // namespace sotto::models::bergamot
