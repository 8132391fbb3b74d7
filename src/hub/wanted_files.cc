#include "hub/wanted_files.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace sotto::hub {
namespace {

bool matches(const std::string& path, const char* pattern) {
  return ::fnmatch(pattern, path.c_str(), 0) == 0;
}

bool has(const Repository& repository, const char* pattern) {
  return std::ranges::any_of(repository.files, [&](const RemoteFile& file) {
    return matches(file.path, pattern) && (file.path.find('/') == file.path.npos);
  });
}

// The weights, in the order in which a loader looks for them. A star has no slash: what lies deeper
// is of other frameworks, or checkpoints of a training.
constexpr std::array<std::array<const char*, 2>, 6> kWeights = {{
    {"model.safetensors", "model.safetensors"},
    {"model.safetensors.index.json", "model-*-of-*.safetensors"},
    {"pytorch_model.bin", "pytorch_model.bin"},
    {"*.safetensors", "*.safetensors"},
    {"*.pth", "*.pth"},
    {"*.pt", "*.pt"},
}};

constexpr std::array kOthers = {"*.json",    "*.model",     "*.spm",   "*.txt",      "*.yaml",
                                "README.md", "LICEN[CS]E*", "NOTICE*", "*.tiktoken", "vocab.*"};
constexpr std::array kVoices = {"voices/*.pt", "voices/*.safetensors", "embeddings/*.safetensors"};
constexpr std::array kNeverWanted = {"*.index.json", "training_args.*", "optimizer.*", "*.msgpack"};

template <size_t N>
bool any(const std::string& path, const std::array<const char*, N>& patterns) {
  return std::ranges::any_of(patterns, [&](const char* p) { return matches(path, p); });
}

Error nothing_to_run(const Repository& repository) {
  const auto instead = [&](const char* what) {
    return Error{Errc::unsupported,
                 fmt::format("{}: it has {} files alone, which sotto does not run; take {}, with "
                             "safetensors or a torch file",
                             repository.id, what,
                             repository.base_model.empty() ? "the repository that it was made from"
                                                           : repository.base_model)};
  };
  for (const RemoteFile& file : repository.files) {
    if (file.path.ends_with(".gguf")) return instead("GGUF");
    if (file.path.ends_with(".onnx")) return instead("ONNX");
  }
  return {Errc::unsupported, fmt::format("{}: it has no weights that sotto reads, expected "
                                         "safetensors or a torch file",
                                         repository.id)};
}

}  // namespace

Result<std::vector<RemoteFile>> wanted_files(const Repository& repository,
                                             const std::vector<std::string>& patterns) {
  std::vector<RemoteFile> wanted;
  if (!patterns.empty()) {
    for (const RemoteFile& file : repository.files) {
      const auto match = [&](const std::string& p) { return matches(file.path, p.c_str()); };
      if (std::ranges::any_of(patterns, match)) wanted.push_back(file);
    }
    if (!wanted.empty()) return wanted;
    return Error{Errc::not_found, fmt::format("{}: none of its {} files matches --include",
                                              repository.id, repository.files.size())};
  }
  const auto form = std::ranges::find_if(
      kWeights, [&](const auto& weights) { return has(repository, weights[0]); });
  if (form == kWeights.end()) return nothing_to_run(repository);
  for (const RemoteFile& file : repository.files) {
    const bool inside = file.path.find('/') != file.path.npos;
    const bool weights = !inside && (file.path == (*form)[0] || matches(file.path, (*form)[1]));
    const bool other = !inside && any(file.path, kOthers) && !any(file.path, kNeverWanted);
    if (weights || other || any(file.path, kVoices)) wanted.push_back(file);
  }
  return wanted;
}

}  // namespace sotto::hub
