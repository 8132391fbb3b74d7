#include "models/xtts/weights.h"

#include <algorithm>
#include <string>

#include "checkpoint/safetensors.h"
#include "checkpoint/torch_file.h"
#include "models/weight_norm.h"

namespace sotto::models::xtts {
namespace {

using Stored = Result<std::shared_ptr<const checkpoint::Weights>>;

constexpr std::string_view kParts[] = {"gpt.", "hifigan_decoder.", "mel_stats"};
// The embedding that GPT-2 has and XTTS does not use, and copies that upstream makes to generate.
constexpr std::string_view kUnused[] = {"gpt.gpt.wte.", "gpt.gpt_inference."};
constexpr std::string_view kUnusedEnds[] = {".attn.bias", ".attn.masked_bias",
                                            ".num_batches_tracked"};

std::string plain_name(const std::string& stored) {
  std::string_view name = stored;
  for (const std::string_view around : {"model.", "xtts."})
    if (name.starts_with(around)) name.remove_prefix(around.size());
  const auto begins = [&](std::string_view part) { return name.starts_with(part); };
  const auto ends = [&](std::string_view part) { return name.ends_with(part); };
  if (std::ranges::none_of(kParts, begins) || std::ranges::any_of(kUnused, begins) ||
      std::ranges::any_of(kUnusedEnds, ends))
    return {};
  return std::string(name);
}

Stored plain(Stored stored) {
  if (!stored) return stored;
  return fold_weight_norms(*std::move(stored), plain_name);
}

}  // namespace

Stored open_checkpoint(const std::filesystem::path& file) {
  if (file.extension() == ".safetensors") return plain(checkpoint::open_safetensors(file));
  return plain(checkpoint::open_torch_file(file, checkpoint::Objects::inert));
}

Stored parse_checkpoint(std::span<const std::byte> bytes, std::string_view file) {
  return plain(checkpoint::parse_torch_file(bytes, file, checkpoint::Objects::inert));
}

}  // namespace sotto::models::xtts
