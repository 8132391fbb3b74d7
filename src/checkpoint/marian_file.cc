#include "checkpoint/marian_file.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <vector>

#include "base/aligned_bytes.h"
#include "base/bounded.h"
#include "base/file.h"
#include "base/utf8.h"
#include "checkpoint/printable.h"
#include "checkpoint/tensor_table.h"

namespace sotto::checkpoint {
namespace {

static_assert(std::endian::native == std::endian::little);

namespace fs = std::filesystem;

constexpr std::string_view kMarianConfig = "special:model.yml";
constexpr uint64_t kMarianVersion = 1;
constexpr size_t kMarianMostConfig = 1 << 16;  // bytes; published ones have 1,338
constexpr uint64_t kMarianMostRank = 4;
constexpr int64_t kMarianMostNumbers = int64_t{1} << 31;  // of a tensor

enum MarianType : uint64_t { kMarianInt8 = 0x101, kMarianF32 = 0x404, kMarianIntgemm8 = 0x4101 };

struct MarianItem {
  std::string_view name;
  uint64_t type, rank, length;  // of the data, in bytes
  std::vector<int64_t> shape;
  std::span<const std::byte> data;

  int64_t elements() const { return bounded_product(shape, kMarianMostNumbers); }
};

// `X_W` and `X_W?`: stored as [in, out], or by rows of outputs where they are quantized.
bool is_marian_matrix(std::string_view name) {
  const size_t underscore = name.rfind('_');
  if (underscore == name.npos) return false;
  const std::string_view end = name.substr(underscore + 1);
  return end.starts_with('W') && end.size() <= 2;
}
bool is_marian_embedding(std::string_view name) { return name.ends_with("Wemb"); }

// Reads one file from its beginning to its end.
class MarianReader {
 public:
  MarianReader(std::span<const std::byte> file, std::string_view source)
      : rest_(file), size_(file.size()), source_(source) {}

  Result<MarianFile> read() {
    if (const Result<void> r = read_items(); !r) return r.error();
    auto table = std::make_shared<TensorTable>(std::string(source_));
    MarianFile out;
    for (const MarianItem& item : items_) {
      const Result<void> added =
          item.name == kMarianConfig ? read_config(item, out.config) : add(item, *table);
      if (!added) return added.error();
    }
    if (out.config.is_null()) return error("has no {}", kMarianConfig);
    out.weights = std::move(table);
    return out;
  }

 private:
  template <class... Args>
  Error error(fmt::format_string<Args...> text, Args&&... args) const {
    return {Errc::bad_format,
            fmt::format("{}: {}", source_, fmt::format(text, std::forward<Args>(args)...))};
  }

  Error wrong(const MarianItem& item, std::string_view found, std::string_view expected) const {
    return error("{} {}, expected {}", printable(item.name), found, expected);
  }

  std::optional<std::span<const std::byte>> take(uint64_t bytes) {
    if (bytes > rest_.size()) return std::nullopt;
    const auto taken = rest_.first(bytes);
    rest_ = rest_.subspan(bytes);
    return taken;
  }
  template <class T>
  std::optional<T> number() {
    const auto bytes = take(sizeof(T));
    if (!bytes) return std::nullopt;
    T value;
    std::memcpy(&value, bytes->data(), sizeof value);
    return value;
  }

  Error cut_off() const { return error("ends after {} bytes, in the middle of it", size_); }

  Result<void> read_items() {
    const auto version = number<uint64_t>(), count = number<uint64_t>();
    if (!version || !count) return error("{} bytes, too short for a Marian binary file", size_);
    if (*version != kMarianVersion)
      return error("is of version {}, expected {}: a Marian binary file", *version, kMarianVersion);
    constexpr uint64_t kHeader = 4 * sizeof(uint64_t);
    if (*count > rest_.size() / kHeader)
      return error("names {} tensors in {} bytes", *count, size_);
    std::vector<uint64_t> name_lengths;
    for (uint64_t i = 0; i < *count; ++i) {
      name_lengths.push_back(*number<uint64_t>());
      MarianItem item;
      item.type = *number<uint64_t>();
      item.rank = *number<uint64_t>();
      item.length = *number<uint64_t>();
      items_.push_back(item);
    }
    for (size_t i = 0; i < items_.size(); ++i)
      if (const Result<void> r = read_name(items_[i], name_lengths[i]); !r) return r;
    for (MarianItem& item : items_)
      if (const Result<void> r = read_shape(item); !r) return r;
    const auto padding = number<uint64_t>();
    if (!padding || !take(*padding)) return cut_off();
    for (MarianItem& item : items_) {
      const auto data = take(item.length);
      if (!data)
        return wrong(item,
                     fmt::format("has {} bytes of which {} are there", item.length, rest_.size()),
                     "a whole file");
      item.data = *data;
    }
    return {};
  }

  Result<void> read_name(MarianItem& item, uint64_t length) {
    const auto bytes = take(length);
    if (!bytes) return cut_off();
    const std::string_view name(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    const size_t end = name.find('\0');
    if (name.empty() || end != name.size() - 1)
      return error("the name {} does not end where its length says", printable(name));
    item.name = name.substr(0, end);
    return {};
  }

  Result<void> read_shape(MarianItem& item) {
    if (item.rank < 1 || item.rank > kMarianMostRank)
      return wrong(item, fmt::format("has {} dimensions", item.rank), "1 to 4");
    for (uint64_t i = 0; i < item.rank; ++i) {
      const auto dim = number<int32_t>();
      if (!dim) return cut_off();
      if (*dim < 1) return wrong(item, fmt::format("has a dimension of {}", *dim), "1 or more");
      item.shape.push_back(*dim);
    }
    return {};
  }

  Result<void> read_config(const MarianItem& item, nlohmann::json& config) const {
    if (item.type != kMarianInt8) return wrong_type(item);
    const size_t size = std::min(item.data.size(), static_cast<size_t>(item.elements()));
    if (size > kMarianMostConfig)
      return wrong(item, fmt::format("has {} bytes", size),
                   fmt::format("at most {}", kMarianMostConfig));
    std::string text(reinterpret_cast<const char*>(item.data.data()), size);
    text.resize(std::min(text.size(), text.find('\0')));
    size_t replaced = 0;
    text = to_valid_utf8(text, replaced);
    try {
      const YAML::Node root = YAML::Load(text);
      if (!root.IsMap()) return wrong(item, "is no map", "one of keys and values");
      config = nlohmann::json::object();
      for (const auto& entry : root) {
        if (!entry.first.IsScalar()) return wrong(item, "has a key that is no text", "names");
        config[entry.first.Scalar()] = value_of(entry.second);
      }
    } catch (const YAML::Exception& e) {
      return error("{}: {}", kMarianConfig, printable(e.what()));
    }
    return {};
  }

  // Deeper lists and maps have no meaning here: null, which no key may be.
  static nlohmann::json value_of(const YAML::Node& node, bool in_list = false) {
    if (node.IsSequence() && !in_list) {
      nlohmann::json list = nlohmann::json::array();
      for (const auto& each : node) list.push_back(value_of(each, true));
      return list;
    }
    if (!node.IsScalar()) return nullptr;
    const std::string& text = node.Scalar();
    if (node.Tag() == "!") return text;  // quoted
    if (text == "true" || text == "false") return text == "true";
    int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [at, failure] = std::from_chars(text.data(), end, number);
    if (failure == std::errc() && at == end) return number;
    return text;
  }

  Error wrong_type(const MarianItem& item) const {
    return {Errc::unsupported,
            fmt::format("{}: {} is of type {:#x}, expected float32 (0x404) or intgemm8 (0x4101)",
                        source_, printable(item.name), item.type)};
  }

  Result<void> add(const MarianItem& item, TensorTable& table) const {
    if (item.type == kMarianF32) return add_floats(item, table);
    if (item.type == kMarianIntgemm8) return add_integers(item, table);
    return wrong_type(item);
  }

  Result<void> add(TensorTable& table, std::string name, DType dtype, std::vector<int64_t> shape,
                   std::span<const std::byte> bytes) const {
    if (table.add({name, dtype, std::move(shape), bytes})) return {};
    return error("{} is there twice", printable(name));
  }

  // Copies into memory of the table's.
  template <class T>
  static std::span<const std::byte> kept(TensorTable& table, std::span<const T> numbers) {
    const auto copy = std::make_shared<const AlignedBytes>(numbers.size_bytes());
    std::memcpy(copy->data(), numbers.data(), numbers.size_bytes());
    table.keep(std::shared_ptr<const void>(copy));
    return copy->all();
  }

  Result<void> check_size(const MarianItem& item, size_t element, size_t behind) const {
    const int64_t count = item.elements();
    if (count <= kMarianMostNumbers &&
        static_cast<uint64_t>(count) * element + behind <= item.data.size())
      return {};
    return wrong(item, fmt::format("is {} in {} bytes", shape_text(item.shape), item.data.size()),
                 "room for all of them");
  }

  Result<void> add_floats(const MarianItem& item, TensorTable& table) const {
    if (const Result<void> r = check_size(item, sizeof(float), 0); !r) return r;
    const auto count = static_cast<size_t>(item.elements());
    const auto bytes = item.data.first(count * sizeof(float));
    std::vector<float> numbers(count);
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
    if (!std::ranges::all_of(numbers, [](float x) { return std::isfinite(x); }))
      return wrong(item, "has a number that is not finite", "finite ones");
    const std::string name(item.name);
    if (is_marian_embedding(item.name))
      return add(table, name + ".weight", DType::f32, item.shape, bytes);
    if (!is_marian_matrix(item.name)) return add(table, name, DType::f32, item.shape, bytes);
    if (item.rank != 2) return wrong(item, "is " + shape_text(item.shape), "a matrix");
    const auto in = static_cast<size_t>(item.shape[0]), out = static_cast<size_t>(item.shape[1]);
    std::vector<float> rows(count);
    for (size_t i = 0; i < in; ++i)
      for (size_t o = 0; o < out; ++o) rows[o * in + i] = numbers[i * out + o];
    return add(table, name + ".weight", DType::f32, {item.shape[1], item.shape[0]},
               kept(table, std::span<const float>(rows)));
  }

  // The integers, and behind them how many of them are one.
  Result<void> add_integers(const MarianItem& item, TensorTable& table) const {
    if (const Result<void> r = check_size(item, 1, sizeof(float)); !r) return r;
    const auto count = static_cast<size_t>(item.elements());
    float multiplier = 0;
    std::memcpy(&multiplier, item.data.data() + count, sizeof multiplier);
    const float scale = 1.0f / multiplier;
    if (!std::isfinite(multiplier) || !(multiplier > 0) || !std::isfinite(scale) || !(scale > 0))
      return wrong(item, fmt::format("has the multiplier {}", multiplier), "a positive number");
    const std::string name(item.name);
    const auto bytes = item.data.first(count);
    if (count == 1) {  // the multiplier of activations, which has the name of an embedding
      const auto q = static_cast<int8_t>(bytes.front());
      const float value = static_cast<float>(q) * scale;
      return add(table, name, DType::f32, item.shape, kept(table, std::span(&value, 1)));
    }
    const bool transposed = is_marian_matrix(item.name);
    if (item.rank != 2 || !(transposed || is_marian_embedding(item.name)))
      return wrong(item, "is intgemm8 " + shape_text(item.shape), "a matrix or an embedding");
    const int64_t rows = item.shape[transposed ? 1 : 0], cols = item.shape[transposed ? 0 : 1];
    const std::vector<float> scales(static_cast<size_t>(rows), scale);
    if (const Result<void> r = add(table, name + ".weight", DType::i8, {rows, cols}, bytes); !r)
      return r;
    return add(table, name + ".scales", DType::f32, {rows},
               kept(table, std::span<const float>(scales)));
  }

  std::span<const std::byte> rest_;
  const size_t size_;
  const std::string_view source_;
  std::vector<MarianItem> items_;
};

}  // namespace

Result<MarianFile> parse_marian_file(std::span<const std::byte> file, std::string_view source) {
  return MarianReader(file, source).read();
}

Result<MarianFile> open_marian_file(const fs::path& path) {
  Result<MappedFile> mapped = MappedFile::open(path);
  if (!mapped) return mapped.error();
  const auto file = std::make_shared<const MappedFile>(*std::move(mapped));
  Result<MarianFile> read = parse_marian_file(file->bytes(), path.string());
  if (!read) return read.error();
  const auto table = std::make_shared<TensorTable>(path.string());
  for (const std::string& name : read->weights->names()) table->add(*read->weights->find(name));
  table->keep(read->weights);
  table->keep(file);
  read->weights = table;
  return read;
}

Result<fs::path> find_marian_file(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code failure;
  for (fs::directory_iterator it(folder, failure), end; !failure && it != end;
       it.increment(failure)) {
    const std::string name = it->path().filename().string();
    if (name.starts_with("model.") && name.ends_with(".bin")) found.push_back(it->path());
  }
  if (found.empty()) {
    return Error{Errc::not_found,
                 fmt::format("{}: has no model.*.bin, expected one of Marian's", folder.string())};
  }
  const auto is_float = [](const fs::path& path) {
    return path.filename().string().find("intgemm") == std::string::npos;
  };
  std::ranges::sort(found, {}, [&](const fs::path& p) { return std::pair(is_float(p), p); });
  return found.front();
}

}  // namespace sotto::checkpoint
