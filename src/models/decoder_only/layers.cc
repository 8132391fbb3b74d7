#include "models/decoder_only/layers.h"

#include <algorithm>

namespace sotto::models::decoder_only {

using device::Tensor;

void LayersState::reserve(int positions) {
  for (nn::RollingCache& cache : caches) cache.reserve(positions);
}

void LayersState::rewind(int to) {
  for (nn::RollingCache& cache : caches) cache.rewind(to);
  position = to;
}

namespace {

// Attention of each sequence over its own cache. watched: null, or takes the first one's weights.
void attend(const Tensor& q, std::span<nn::RollingCache> caches, int heads, LayersState& state,
            device::Device& d, device::Rows rows, const WatchedLayer* watched, const Tensor& y) {
  const int each = q.rows / state.count;
  for (int first = 0; const nn::RollingCache& cache : caches) {
    for (int r = 0; r < each; ++r) state.seen[static_cast<size_t>(r)] = cache.seen(r, each);
    const nn::KeysValues all = cache.all();
    const Tensor own_q = q.part(first, each), own_y = y.part(first, each);
    device::Scoring scoring;
    if (first == 0 && watched != nullptr) scoring.weights = watched->weights;
    if (scoring.weights)
      d.attention(own_q, all.k, all.v, state.seen, heads, scoring, own_y);
    else
      d.attention(own_q, all.k, all.v, state.seen, heads, rows, own_y);
    first += each;
  }
}

}  // namespace

void run_layers(std::span<const nn::TransformerLayer> layers, const Tensor& x, const Tensor& angles,
                LayersState& state, device::Device& d, const LayersRun& how) {
  const auto count = static_cast<size_t>(state.count);
  const int each = x.rows / state.count;
  state.seen.resize(static_cast<size_t>(each));
  for (size_t i = 0; i < layers.size(); ++i) {
    const device::Frame frame(d);
    const nn::SelfAttention& attention = layers[i].self_attn;
    const auto caches = std::span(state.caches).subspan(i * count, count);
    const auto room = [&] { return d.make(x.rows, attention.kv_cols()); };
    const nn::KeysValues now = count == 1 ? caches[0].append(each) : nn::KeysValues{room(), room()};
    const bool outputs = how.outputs || i + 1 < layers.size();
    Tensor q;
    if (outputs)
      q = attention.project(d, x, angles, now);
    else
      attention.remember(d, x, angles, now);
    for (size_t s = 0; s < count && count > 1; ++s) {
      const nn::KeysValues own = caches[s].append(each);
      d.copy(now.k.part(static_cast<int>(s) * each, each), own.k);
      d.copy(now.v.part(static_cast<int>(s) * each, each), own.v);
    }
    if (!outputs) break;
    const auto watched = std::ranges::find(how.watched, static_cast<int>(i), &WatchedLayer::layer);
    const Tensor a = d.make(q.rows, q.cols);
    attend(q, caches, attention.heads, state, d, how.rows,
           watched != how.watched.end() ? &*watched : nullptr, a);
    attention.out.add_to(d, a, x);
    layers[i].feed_forward.add_to(d, x);
    if (how.trace != nullptr) how.trace->see(how.side, static_cast<int>(i), "", d.read(x), x.cols);
  }
  state.position += each;
}

}  // namespace sotto::models::decoder_only
