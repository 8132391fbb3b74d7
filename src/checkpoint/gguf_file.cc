#include "checkpoint/gguf_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <unordered_set>

#include "base/bounded.h"
#include "checkpoint/printable.h"

namespace sotto::checkpoint {
namespace {

namespace fs = std::filesystem;

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view kGgufMagic = "GGUF", kGgufExtension = ".gguf";
constexpr uint32_t kGgufOldest = 2, kGgufNewest = 3;
constexpr uint64_t kGgufLongestName = 1 << 16;  // of the format, for keys; tensors have 64
constexpr auto kGgufLastType = static_cast<uint32_t>(GgufType::f64);
constexpr uint32_t kGgufMostDimensions = 4;
constexpr int64_t kGgufMostNumbers = int64_t{1} << 40;  // of a tensor
constexpr int64_t kGgufMostAlignment = 1 << 20;
constexpr int64_t kGgufMostParts = 1000;  // each takes a mapping

struct GgufTensorType {
  uint32_t id;
  DType dtype;
};
constexpr GgufTensorType kGgufTensorTypes[] = {
    {0, DType::f32},   {1, DType::f16},   {2, DType::q4_0},  {3, DType::q4_1},
    {6, DType::q5_0},  {7, DType::q5_1},  {8, DType::q8_0},  {12, DType::q4_k},
    {13, DType::q5_k}, {14, DType::q6_k}, {30, DType::bf16},
};

// Reads one file from its beginning to its end.
class GgufReader {
 public:
  GgufReader(std::span<const std::byte> file, std::string_view source)
      : all_(file), rest_(file), source_(source) {}

  Result<GgufFile> read() {
    const auto magic = take(kGgufMagic.size());
    if (!magic || std::memcmp(magic->data(), kGgufMagic.data(), magic->size()) != 0)
      return error("does not begin with \"GGUF\", expected a GGUF file");
    const auto version = number<uint32_t>();
    if (!version) return cut_off();
    if (*version < kGgufOldest || *version > kGgufNewest)
      return Error{Errc::unsupported, fmt::format("{}: is of version {}, expected {} or {}",
                                                  source_, *version, kGgufOldest, kGgufNewest)};
    const auto tensors = number<uint64_t>(), values = number<uint64_t>();
    if (!tensors || !values) return cut_off();
    if (const Result<void> r = read_values(*values); !r) return r.error();
    if (const Result<void> r = read_tensors(*tensors); !r) return r.error();
    if (const Result<void> r = place_tensors(); !r) return r.error();
    return std::move(out_);
  }

 private:
  template <class... Args>
  Error error(fmt::format_string<Args...> text, Args&&... args) const {
    return {Errc::bad_format,
            fmt::format("{}: {}", source_, fmt::format(text, std::forward<Args>(args)...))};
  }
  Error cut_off() const { return error("ends after {} bytes, in the middle of it", all_.size()); }

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
  std::optional<std::string_view> text() {
    const auto size = number<uint64_t>();
    const auto bytes = size ? take(*size) : std::nullopt;
    if (!bytes) return std::nullopt;
    return std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  }

  Result<void> read_values(uint64_t count) {
    constexpr uint64_t kLeast = sizeof(uint64_t) + sizeof(uint32_t) + 1;
    if (count > rest_.size() / kLeast)
      return error("names {} keys in {} bytes", count, all_.size());
    for (uint64_t i = 0; i < count; ++i) {
      const auto key = text();
      const auto type = number<uint32_t>();
      if (!key || !type) return cut_off();
      if (key->empty() || key->size() > kGgufLongestName)
        return error("has a key of {} bytes, expected 1 to {}", key->size(), kGgufLongestName);
      const auto value = read_value(*key, *type);
      if (!value) return value.error();
      if (!out_.metadata.add(*key, *value)) return error("{} is there twice", printable(*key));
    }
    return {};
  }

  Result<GgufMetadata::Value> read_value(std::string_view key, uint32_t number_of_type) {
    if (number_of_type > kGgufLastType)
      return error("{} is of type {}, expected 0 to 12", printable(key), number_of_type);
    const auto type = static_cast<GgufType>(number_of_type);
    if (type == GgufType::text) {
      const auto value = text();
      if (!value) return cut_off();
      return GgufMetadata::Value(*value);
    }
    if (type == GgufType::array) return read_array(key);
    const auto bytes = take(bytes_of(type));
    if (!bytes) return cut_off();
    const auto value = GgufMetadata::scalar(type, bytes->data());
    if (!value) return error("{} is above {}", printable(key), INT64_MAX);
    return *value;
  }

  Result<GgufMetadata::Value> read_array(std::string_view key) {
    const auto inner = number<uint32_t>();
    const auto count = number<uint64_t>();
    if (!inner || !count) return cut_off();
    const auto type = static_cast<GgufType>(*inner);
    const bool is_text = type == GgufType::text;
    if (*inner > kGgufLastType || type == GgufType::array)
      return error("{} is an array of type {}, expected numbers or texts", printable(key), *inner);
    const size_t least = is_text ? sizeof(uint64_t) : bytes_of(type);
    if (*count > rest_.size() / least)
      return error("{} has {} values of which {} bytes are there", printable(key), *count,
                   rest_.size());
    const std::span<const std::byte> from = rest_;
    if (!is_text) {
      take(*count * least);
    } else {
      for (uint64_t i = 0; i < *count; ++i)
        if (!text()) return cut_off();
    }
    return GgufMetadata::Value(GgufArray{type, *count, from.first(from.size() - rest_.size())});
  }

  Result<void> read_tensors(uint64_t count) {
    constexpr uint64_t kLeast = 3 * sizeof(uint64_t) + 2 * sizeof(uint32_t);
    if (count > rest_.size() / kLeast)
      return error("names {} tensors in {} bytes", count, all_.size());
    for (uint64_t i = 0; i < count; ++i)
      if (const Result<void> r = read_tensor(); !r) return r.error();
    return {};
  }

  Result<void> read_tensor() {
    const auto name = text();
    const auto dimensions = number<uint32_t>();
    if (!name || !dimensions) return cut_off();
    if (name->empty() || name->size() > kGgufLongestName)
      return error("has a tensor with a name of {} bytes", name->size());
    if (*dimensions < 1 || *dimensions > kGgufMostDimensions)
      return error("{} has {} dimensions, expected 1 to {}", printable(*name), *dimensions,
                   kGgufMostDimensions);
    StoredTensor tensor{std::string(*name), DType::f32, {}, {}};
    for (uint32_t i = 0; i < *dimensions; ++i) {
      const auto size = number<uint64_t>();
      if (!size) return cut_off();
      if (*size < 1 || *size > static_cast<uint64_t>(kGgufMostNumbers))
        return error("{} has a dimension of {}", printable(*name), *size);
      tensor.shape.insert(tensor.shape.begin(), static_cast<int64_t>(*size));
    }
    const auto type = number<uint32_t>();
    const auto offset = number<uint64_t>();
    if (!type || !offset) return cut_off();
    const auto* row = std::ranges::find(kGgufTensorTypes, *type, &GgufTensorType::id);
    if (row == std::end(kGgufTensorTypes))
      return Error{Errc::unsupported,
                   fmt::format("{}: {} is of type {}, expected F32, F16, BF16, Q8_0, Q4_0, Q4_1, "
                               "Q5_0, Q5_1, Q4_K, Q5_K or Q6_K",
                               source_, printable(*name), *type)};
    tensor.dtype = row->dtype;
    offsets_.push_back(*offset);
    out_.tensors.push_back(std::move(tensor));
    return {};
  }

  Result<void> place_tensors() {
    const auto set = out_.metadata.integer("general.alignment");
    const int64_t alignment = set.value_or(32);
    if (alignment < 1 || alignment > kGgufMostAlignment ||
        !std::has_single_bit(static_cast<uint64_t>(alignment)))
      return error("general.alignment is {}, expected a power of two up to {}", alignment,
                   kGgufMostAlignment);
    const uint64_t step = static_cast<uint64_t>(alignment), at = all_.size() - rest_.size();
    if (!take((step - at % step) % step) && !out_.tensors.empty()) return cut_off();
    std::unordered_set<std::string_view> names;
    for (size_t i = 0; i < out_.tensors.size(); ++i) {
      StoredTensor& tensor = out_.tensors[i];
      if (!names.insert(tensor.name).second)
        return error("{} is there twice", printable(tensor.name));
      if (const Result<void> r = place(tensor, offsets_[i], step); !r) return r.error();
    }
    return check_overlaps();
  }

  Result<void> place(StoredTensor& tensor, uint64_t offset, uint64_t alignment) const {
    const auto blocks = blocks_of(tensor.dtype);
    const int64_t values = blocks ? quant::layout_of(*blocks).values : 1;
    const int64_t bytes =
        blocks ? quant::layout_of(*blocks).bytes : static_cast<int64_t>(size_of(tensor.dtype));
    const int64_t numbers = bounded_product(tensor.shape, kGgufMostNumbers);
    if (tensor.shape.back() % values != 0)
      return error("{} is {} {}, expected rows of whole blocks of {}", printable(tensor.name),
                   name_of(tensor.dtype), shape_text(tensor.shape), values);
    if (offset % alignment != 0)
      return error("{} begins at byte {} of the data, expected a multiple of {}",
                   printable(tensor.name), offset, alignment);
    const auto size = static_cast<uint64_t>(numbers / values * bytes);  // at most 2^42
    if (numbers > kGgufMostNumbers || offset > rest_.size() || size > rest_.size() - offset)
      return error("{} is {} {} from byte {} of the data, of which there are {}: truncated",
                   printable(tensor.name), name_of(tensor.dtype), shape_text(tensor.shape), offset,
                   rest_.size());
    tensor.bytes = rest_.subspan(offset, size);
    return {};
  }

  // So that no file can ask for more memory than it has bytes.
  Result<void> check_overlaps() const {
    std::vector<const StoredTensor*> sorted;
    for (const StoredTensor& tensor : out_.tensors) sorted.push_back(&tensor);
    std::ranges::sort(sorted, {}, [](const StoredTensor* t) { return t->bytes.data(); });
    for (size_t i = 1; i < sorted.size(); ++i)
      if (sorted[i - 1]->bytes.data() + sorted[i - 1]->bytes.size() > sorted[i]->bytes.data())
        return error("{} and {} share bytes", printable(sorted[i - 1]->name),
                     printable(sorted[i]->name));
    return {};
  }

  const std::span<const std::byte> all_;
  std::span<const std::byte> rest_;
  const std::string_view source_;
  std::vector<uint64_t> offsets_;  // of the tensors
  GgufFile out_;
};

Result<GgufFile> map_gguf(const fs::path& path) {
  Result<MappedFile> mapped = MappedFile::open(path);
  if (!mapped) return mapped.error();
  const auto file = std::make_shared<const MappedFile>(*std::move(mapped));
  Result<GgufFile> read = parse_gguf(file->bytes(), path.string());
  if (read) read->files.push_back(file);
  return read;
}

// "name-00002-of-00003.gguf" is "name", where that is the file's name.
std::optional<std::string> gguf_split_name(const fs::path& path, int64_t number, int64_t count) {
  const std::string name = path.filename().string();
  const std::string end = fmt::format("-{:05}-of-{:05}{}", number + 1, count, kGgufExtension);
  if (!name.ends_with(end)) return std::nullopt;
  return name.substr(0, name.size() - end.size());
}

// All parts, of which this is one.
Result<GgufFile> open_gguf_parts(const fs::path& path, int64_t number, int64_t count) {
  const auto bad = [&](const fs::path& file, std::string_view what) {
    return Error{Errc::bad_format, fmt::format("{}: {}", file.string(), what)};
  };
  const auto name = count <= kGgufMostParts ? gguf_split_name(path, number, count) : std::nullopt;
  if (!name)
    return bad(path, fmt::format("says that it is part {} of {}, expected a name that ends in "
                                 "-{:05}-of-{:05}.gguf",
                                 number + 1, count, number + 1, count));
  GgufFile whole;
  std::unordered_set<std::string> names;
  for (int64_t i = 0; i < count; ++i) {
    const fs::path file =
        path.parent_path() / fmt::format("{}-{:05}-of-{:05}.gguf", *name, i + 1, count);
    Result<GgufFile> part = map_gguf(file);
    if (!part) return part.error();
    if (part->metadata.integer("split.no") != i || part->metadata.integer("split.count") != count)
      return bad(file, fmt::format("does not say that it is part {} of {}", i + 1, count));
    for (StoredTensor& tensor : part->tensors) {
      if (!names.insert(tensor.name).second)
        return bad(file, fmt::format("{} is in another part, too", printable(tensor.name)));
      whole.tensors.push_back(std::move(tensor));
    }
    if (i == 0) whole.metadata = std::move(part->metadata);
    whole.files.push_back(part->files.front());
  }
  return whole;
}

}  // namespace

Result<GgufFile> parse_gguf(std::span<const std::byte> file, std::string_view source) {
  return GgufReader(file, source).read();
}

Result<GgufFile> open_gguf(const fs::path& path) {
  Result<GgufFile> file = map_gguf(path);
  if (!file) return file;
  const int64_t count = file->metadata.integer("split.count").value_or(1);
  if (count <= 1) return file;
  return open_gguf_parts(path, file->metadata.integer("split.no").value_or(0), count);
}

bool is_gguf(const fs::path& path) { return path.extension() == kGgufExtension; }

}  // namespace sotto::checkpoint
