// Convolutions whose channels lie in groups, each of which sees itself alone (Krizhevsky et al.
// 2012, section 3.5). All channels in one group are PaddedConv1d, a group a channel is what
// Device::depthwise is for.
#pragma once

#include <span>
#include <vector>

#include "nn/padded_conv.h"

namespace sotto::nn {

// With g the group of output o:
//   y[t][o] = b[o] + sum over i in g and k of  w[o][i][k] x[stride t + dilation k - padding][i]
struct GroupConv1d {
  std::vector<PaddedConv1d> groups;  // of one shape; their channels lie beside each other

  int in() const { return static_cast<int>(groups.size()) * groups.front().in; }
  int out() const { return static_cast<int>(groups.size()) * groups.front().out(); }
  device::Tensor operator()(device::Device& d, const device::Tensor& x) const;
};

// What torch stores: weights [out, in / groups, kernel], and a bias [out] or none.
// in: channels of a group.
std::vector<PaddedConv1d> group_convs(const device::Backend& backend, std::span<const float> stored,
                                      std::span<const float> bias, int groups, int in,
                                      const device::Taps& taps, int padding);

}  // namespace sotto::nn
