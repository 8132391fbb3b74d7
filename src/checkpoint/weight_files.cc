#include "checkpoint/weight_files.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "base/json_fields.h"
#include "checkpoint/printable.h"
#include "checkpoint/safetensors.h"
#include "checkpoint/tensor_table.h"
#include "checkpoint/torch_file.h"

namespace sotto::checkpoint {
namespace {

constexpr size_t kMaxShards = 1000;  // each takes a mapping

Result<std::shared_ptr<const Weights>> open_one(const std::filesystem::path& path) {
  if (path.extension() == ".safetensors") return open_safetensors(path);
  return open_torch_file(path);
}

// The index says which shard holds each tensor: {"weight_map": {tensor: file, ...}}.
Result<std::shared_ptr<const Weights>> open_shards(const std::filesystem::path& path) {
  const Result<nlohmann::json> index = read_json_object(path);
  if (!index) return index.error();
  const auto error = [&](const std::string& text) {
    return Error{Errc::bad_format, fmt::format("{}: {}", path.string(), text)};
  };
  const auto map = index->find("weight_map");
  if (map == index->end() || !map->is_object()) return error("there is no weight_map object");

  auto table = std::make_shared<TensorTable>(path.string());
  std::map<std::string, std::shared_ptr<const Weights>> shards;
  for (const auto& [name, value] : map->items()) {
    const std::string* file = value.get_ptr<const std::string*>();
    // A name of a file in this folder: an index must not reach for other files of the machine.
    if (file == nullptr || file->empty() || std::filesystem::path(*file).filename() != *file ||
        *file == "." || *file == ".." || file->find('\0') != std::string::npos) {
      return error(fmt::format("the shard of {} is no plain file name", printable(name)));
    }
    std::shared_ptr<const Weights>& shard = shards[*file];
    if (shards.size() > kMaxShards) return error(fmt::format("more than {} shards", kMaxShards));
    if (shard == nullptr) {
      auto opened = open_one(path.parent_path() / *file);
      if (!opened) return opened.error();
      shard = *std::move(opened);
      table->keep(shard);
    }
    const StoredTensor* tensor = shard->find(name);
    if (tensor == nullptr) {
      return error(
          fmt::format("{} is not in {}, where it should be", printable(name), printable(*file)));
    }
    table->add(*tensor);
  }
  return std::shared_ptr<const Weights>(std::move(table));
}

}  // namespace

Result<std::shared_ptr<const Weights>> open_weights(const std::filesystem::path& path) {
  if (path.filename().string().ends_with(".index.json")) return open_shards(path);
  return open_one(path);
}

}  // namespace sotto::checkpoint
