#include "models/pocket_tts/quantized.h"

namespace sotto::models::pocket_tts {

using quant::Scheme;

Scheme at_least_8_bits(Scheme scheme) {
  if (scheme.is_affine()) scheme.kind = Scheme::Kind::q8;
  return scheme;
}

std::optional<Scheme> scheme_of_tensor(std::string_view name, Scheme scheme) {
  constexpr std::string_view kNet = "flow_lm.flow_net.";
  const auto has_norm = [&] { return name.find("norm") != name.npos; };
  if (!name.ends_with(".weight")) return std::nullopt;
  if (name.starts_with("flow_lm.transformer.layers.") && !has_norm()) return scheme;
  if (name.starts_with("mimi.decoder_transformer.") && !has_norm()) return at_least_8_bits(scheme);
  if (!name.starts_with(kNet)) return std::nullopt;
  name.remove_prefix(kNet.size());
  const bool wide = name.starts_with("cond_embed.") || name.find("mlp.") != name.npos ||
                    name.find("adaLN_modulation.") != name.npos;
  if (!wide || name.starts_with("time_embed.")) return std::nullopt;
  return at_least_8_bits(scheme);
}

}  // namespace sotto::models::pocket_tts
