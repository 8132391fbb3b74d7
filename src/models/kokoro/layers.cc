#include "models/kokoro/layers.h"

#include <fmt/format.h>

#include <array>

namespace sotto::models::kokoro {
namespace {

// Columns [first, first + count) of [rows, cols].
template <class T>
std::vector<T> columns_of(std::span<const T> w, int cols, int first, int count) {
  std::vector<T> part;
  const auto width = static_cast<size_t>(cols), begin = static_cast<size_t>(first);
  for (size_t at = begin; at + static_cast<size_t>(count) <= w.size(); at += width) {
    const auto row = w.subspan(at, static_cast<size_t>(count));
    part.insert(part.end(), row.begin(), row.end());
  }
  return part;
}

// One direction, with the inputs behind the first `in` apart.
struct LoadedDirection {
  nn::BiLstm::Direction direction;
  nn::Linear style;
};

LoadedDirection load_direction(Loader& load, const std::string& name, const std::string& end,
                               int hidden, int in, int style) {
  const int gates = 4 * hidden;
  const std::array<int64_t, 2> shape = {gates, in + style};
  const std::string input = fmt::format("{}.weight_ih_l0{}", name, end);
  const auto columns = [&](int first, int count) {
    return load.arranged(input, shape, gates, count,
                         [&](auto w) { return columns_of(w, in + style, first, count); });
  };
  std::vector<float> bias = load.numbers(fmt::format("{}.bias_ih_l0{}", name, end), gates);
  const std::vector<float> state = load.numbers(fmt::format("{}.bias_hh_l0{}", name, end), gates);
  LoadedDirection loaded;
  loaded.direction.hidden =
      load.rows_of_tensor(fmt::format("{}.weight_hh_l0{}", name, end), gates, hidden);
  if (load.error()) return loaded;
  for (size_t i = 0; i < bias.size(); ++i) bias[i] += state[i];
  loaded.direction.input.w = columns(0, in);
  (style == 0 ? loaded.direction.input.b : loaded.style.b) = load.made_constant(bias);
  if (style != 0) loaded.style.w = columns(in, style);
  return loaded;
}

}  // namespace

device::ActivationQuant activations_of(const Loader& load) {
  return load.scheme() && load.scheme()->kind == quant::Scheme::Kind::int8
             ? device::ActivationQuant::dynamic_per_tensor
             : device::ActivationQuant::floats;
}

nn::Linear load_linear(Loader& load, const std::string& name, int out, int in) {
  return {load.rows_of_tensor(name + ".weight", out, in), load.constant(name + ".bias", out)};
}

nn::BiLstm load_lstm(Loader& load, const std::string& name, int out, int in) {
  return {.forward = load_direction(load, name, "", out / 2, in, 0).direction,
          .backward = load_direction(load, name, "_reverse", out / 2, in, 0).direction};
}

StyledLstm load_styled_lstm(Loader& load, const std::string& name, int out, int in, int style) {
  LoadedDirection forward = load_direction(load, name, "", out / 2, in, style);
  LoadedDirection backward = load_direction(load, name, "_reverse", out / 2, in, style);
  return {
      .lstm = {.forward = std::move(forward.direction), .backward = std::move(backward.direction)},
      .forward_style = std::move(forward.style),
      .backward_style = std::move(backward.style)};
}

}  // namespace sotto::models::kokoro
