// Weight norm (Salimans and Kingma 2016), folded: w = g v / |v|, where |v| is over all axes but the
// first, which has as many indices as g. A transposed convolution has its inputs there.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "checkpoint/weights.h"
#include "sotto/error.h"

namespace sotto::models {

std::vector<float> fold_weight_norm(std::span<const float> g, std::span<const float> v);

// The name of a tensor in a plain checkpoint; empty: it is left out.
using PlainName = std::function<std::string(const std::string& stored)>;

// Every pair "x.weight_g" and "x.weight_v", or "x.parametrizations.weight.original0" and 1, as one
// "x.weight". What is not folded are views of `stored`.
Result<std::shared_ptr<const checkpoint::Weights>> fold_weight_norms(
    std::shared_ptr<const checkpoint::Weights> stored, const PlainName& plain_name);

}  // namespace sotto::models
