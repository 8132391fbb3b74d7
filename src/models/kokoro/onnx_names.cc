#include "models/kokoro/onnx_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace sotto::models::kokoro {
namespace {

// These two parts were exported apart from each other.
std::string_view part_of(std::string_view name) {
  return name.starts_with("decoder.") ? "decoder" : "encoder";
}

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](unsigned char c) { return std::isdigit(c) != 0; });
}

// The exporter's own forward runs these, and not the predictor's: its name is not in their scope.
bool is_run_outside_predictor(std::string_view name) {
  constexpr std::string_view kPredictor = "predictor.";
  if (!name.starts_with(kPredictor)) return false;
  name.remove_prefix(kPredictor.size());
  const std::string_view first = name.substr(0, name.find('.'));
  return first == "F0" || first == "N" || first == "F0_proj" || first == "N_proj" ||
         first == "shared";
}

// A sequence repeats its own name in that of its members: cnn.0/cnn.0.1, asr_res/asr_res.0. Other
// lists of layers do not: resblocks.0/convs1.2.
bool is_sequence(std::string_view list) { return list == "asr_res" || list.starts_with("cnn."); }

}  // namespace

std::string onnx_initializer(std::string_view tensor) {
  return fmt::format("{}.{}", part_of(tensor), tensor);
}

std::string onnx_scope(std::string_view module) {
  std::string scope = fmt::format("/{}", part_of(module));
  std::string_view rest = module;
  if (is_run_outside_predictor(module)) rest.remove_prefix(rest.find('.') + 1);
  std::string last;  // the name behind the last slash
  while (!rest.empty()) {
    const std::string_view piece = rest.substr(0, rest.find('.'));
    rest.remove_prefix(std::min(rest.size(), piece.size() + 1));
    if (!is_number(piece)) {
      last = piece;
      scope += "/" + last;
    } else if (is_sequence(last)) {
      last += fmt::format(".{}", piece);
      scope += "/" + last;
    } else {
      last += fmt::format(".{}", piece);
      scope += fmt::format(".{}", piece);
    }
  }
  return scope;
}

}  // namespace sotto::models::kokoro
