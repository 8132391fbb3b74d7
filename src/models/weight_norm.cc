#include "models/weight_norm.h"

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <map>
#include <string_view>

#include "checkpoint/printable.h"
#include "checkpoint/tensor_table.h"

namespace sotto::models {
namespace {

using checkpoint::printable;
using checkpoint::StoredTensor;
using checkpoint::TensorTable;

// The two halves of a weight with weight norm; `weight` is the name of the whole.
struct Halves {
  const StoredTensor* g = nullptr;
  const StoredTensor* v = nullptr;
};

struct Spelling {
  std::string_view suffix;
  const StoredTensor* Halves::*half;
};

constexpr Spelling kSpellings[] = {
    {".weight_g", &Halves::g},
    {".weight_v", &Halves::v},
    {".parametrizations.weight.original0", &Halves::g},
    {".parametrizations.weight.original1", &Halves::v},
};

Result<StoredTensor> fold(const std::string& weight, const Halves& halves, TensorTable& table) {
  const auto wrong = [&](std::string_view what) {
    return Error{Errc::bad_format,
                 fmt::format("{}: {} {}", table.source(), printable(weight), what)};
  };
  if (halves.g == nullptr || halves.v == nullptr) {
    return wrong(halves.g == nullptr ? "has a weight_v, but no weight_g beside it"
                                     : "has a weight_g, but no weight_v beside it");
  }
  const StoredTensor &g = *halves.g, &v = *halves.v;
  if (v.shape.empty() || g.elements() != v.shape[0] || v.elements() == 0) {
    return wrong(
        fmt::format("has a weight_g of {} and a weight_v of {}, expected one number for "
                    "each index of the first axis",
                    checkpoint::shape_text(g.shape), checkpoint::shape_text(v.shape)));
  }
  if (!checkpoint::is_float(g.dtype) || !checkpoint::is_float(v.dtype)) {
    return wrong("has a weight_g and weight_v that are no floats");
  }
  const auto folded = std::make_shared<const std::vector<float>>(
      fold_weight_norm(*checkpoint::to_f32(g), *checkpoint::to_f32(v)));
  for (const StoredTensor* half : {&g, &v}) table.release(half->bytes);  // they are copied
  table.keep(folded);
  return StoredTensor{weight, checkpoint::DType::f32, v.shape, std::as_bytes(std::span(*folded))};
}

}  // namespace

std::vector<float> fold_weight_norm(std::span<const float> g, std::span<const float> v) {
  assert(!g.empty() && v.size() % g.size() == 0);
  const size_t row = v.size() / g.size();
  std::vector<float> w(v.size());
  for (size_t r = 0; r < g.size(); ++r) {
    double squares = 0;
    for (const float x : v.subspan(r * row, row)) squares += double{x} * x;
    const double factor = squares > 0 ? g[r] / std::sqrt(squares) : 0;  // of zeros, zeros
    for (size_t i = r * row; i < (r + 1) * row; ++i) w[i] = static_cast<float>(factor * v[i]);
  }
  return w;
}

Result<std::shared_ptr<const checkpoint::Weights>> fold_weight_norms(
    std::shared_ptr<const checkpoint::Weights> stored, const PlainName& plain_name) {
  auto table = std::make_shared<TensorTable>(std::string(stored->source()));
  table->keep(stored);
  std::map<std::string, Halves> halves;
  const auto twice = [&](std::string_view name) {
    return Error{Errc::bad_format,
                 fmt::format("{}: {} is there twice", stored->source(), printable(name))};
  };
  for (const std::string& stored_name : stored->names()) {
    const StoredTensor* tensor = stored->find(stored_name);
    const std::string name = plain_name(stored_name);
    if (name.empty()) continue;
    bool is_half = false;
    for (const Spelling& spelling : kSpellings) {
      if (!name.ends_with(spelling.suffix)) continue;
      is_half = true;
      const std::string module = name.substr(0, name.size() - spelling.suffix.size());
      const StoredTensor*& half = halves[module + ".weight"].*spelling.half;
      if (half != nullptr) return twice(name);
      half = tensor;
    }
    if (is_half) continue;
    StoredTensor renamed = *tensor;
    renamed.name = name;
    if (!table->add(std::move(renamed))) return twice(name);
  }
  for (const auto& [weight, pair] : halves) {
    Result<StoredTensor> folded = fold(weight, pair, *table);
    if (!folded) return folded.error();
    if (!table->add(*std::move(folded))) return twice(weight);
  }
  return std::shared_ptr<const checkpoint::Weights>(std::move(table));
}

}  // namespace sotto::models
