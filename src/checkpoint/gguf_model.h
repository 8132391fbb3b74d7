// A language model of a GGUF file as a folder of the hub would hold it.
#pragma once

#include <filesystem>

#include "checkpoint/model_folder.h"
#include "sotto/error.h"

namespace sotto::checkpoint {

// llama, qwen3, gemma3, lfm2 and hunyuan-dense; others are refused by name. The tensors have the
// hub's names (`model.layers.0.self_attn.q_proj.weight`, ...) and the numbers of the file, which
// ModelFolder::gguf says; `rope_freqs.weight` and what no name is known for keep theirs. `config`
// and `generation_config` have the hub's keys as far as the file says them; the numbers in them are
// the file's, and not checked. `path` is that of the file.
Result<ModelFolder> open_gguf_model(const std::filesystem::path& file);

}  // namespace sotto::checkpoint
