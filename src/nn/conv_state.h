// What the convolutions of this folder do with their states.
#pragma once

#include <algorithm>

#include "nn/conv1d.h"

namespace sotto::nn {

inline ConvState new_conv_state(int context, int channels) {
  return {.previous =
              std::vector<float>(static_cast<size_t>(context) * static_cast<size_t>(channels))};
}

inline ConvWindow open_window(device::Device& d, const ConvState& state, int context, int rows,
                              int channels) {
  const device::Tensor all = d.make(context + rows, channels);
  std::ranges::copy(state.previous, all.data);
  return {all, {all.data + state.previous.size(), rows, channels}};
}

// The state's rows become the last ones of the window.
inline void keep_context(const ConvWindow& x, ConvState& state) {
  const size_t size = state.previous.size();
  std::copy_n(x.all.data + (x.all.size() - size), size, state.previous.data());
  state.started = state.started || x.now.rows > 0;
}

}  // namespace sotto::nn
