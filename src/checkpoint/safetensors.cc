#include "checkpoint/safetensors.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "base/file.h"
#include "checkpoint/printable.h"
#include "checkpoint/tensor_table.h"

namespace sotto::checkpoint {
namespace {

namespace dom = simdjson::dom;

// A header entry takes about 100 bytes, so this is more than 100000 tensors.
constexpr uint64_t kMaxHeaderBytes = uint64_t{16} << 20;
constexpr std::string_view kMetadata = "__metadata__";

// Places of the parts of one file, and its name for messages.
struct File {
  std::string_view source;
  std::span<const std::byte> data;

  template <class... Args>
  Error error(fmt::format_string<Args...> text, Args&&... args) const {
    return {Errc::bad_format,
            fmt::format("{}: {}", source, fmt::format(text, std::forward<Args>(args)...))};
  }
};

Result<std::string_view> find_header(std::span<const std::byte> bytes, const File& file) {
  uint64_t size = 0;
  if (bytes.size() < sizeof size) {
    return file.error("{} bytes, too short for a safetensors file", bytes.size());
  }
  std::memcpy(&size, bytes.data(), sizeof size);
  const char* text = reinterpret_cast<const char*>(bytes.data());
  const std::string_view whole(text, bytes.size());
  if (whole.starts_with("version https://git-lfs")) {
    return file.error("a Git LFS pointer, expected the file that it points to");
  }
  if (size > bytes.size() - sizeof size) {
    return file.error("header of {} bytes in a file of {}: truncated, or not a safetensors file",
                      size, bytes.size());
  }
  if (size > kMaxHeaderBytes) {
    return file.error("header of {} bytes, expected at most {}", size, kMaxHeaderBytes);
  }
  const std::string_view header = whole.substr(sizeof size, size);
  if (!header.starts_with('{')) {
    return file.error("the header is no JSON object: not a safetensors file");
  }
  return header;
}

struct ByteRange {
  uint64_t begin, end;
};

Result<ByteRange> read_offsets(const dom::object& entry, std::string_view name, const File& file) {
  dom::array offsets;
  uint64_t begin = 0, end = 0;
  if (entry["data_offsets"].get(offsets) || offsets.size() != 2 || offsets.at(0).get(begin) ||
      offsets.at(1).get(end) || begin > end) {
    return file.error("{} has no valid data_offsets, expected [begin, end]", printable(name));
  }
  if (end > file.data.size()) {
    return file.error("{} ends at byte {} of {}: truncated", printable(name), end,
                      file.data.size());
  }
  return ByteRange{begin, end};
}

Result<StoredTensor> read_entry(std::string_view name, const dom::element& value,
                                const File& file) {
  dom::object entry;
  std::string_view dtype_name;
  dom::array shape;
  if (value.get(entry) || entry["dtype"].get(dtype_name) || entry["shape"].get(shape)) {
    return file.error("{} has no dtype and shape", printable(name));
  }
  const std::optional<DType> dtype = dtype_named(dtype_name);
  if (!dtype) {
    return Error{Errc::unsupported,
                 fmt::format("{}: {} has dtype {}, which sotto does not know", file.source,
                             printable(name), printable(dtype_name))};
  }
  const Result<ByteRange> range = read_offsets(entry, name, file);
  if (!range) return range.error();
  StoredTensor tensor{std::string(name), *dtype, {}, {}};
  uint64_t bytes = size_of(*dtype);
  for (const dom::element dim : shape) {
    int64_t size = 0;
    if (dim.get(size) || size < 0 ||
        __builtin_mul_overflow(bytes, static_cast<uint64_t>(size), &bytes)) {
      return file.error("{} has an impossible shape", printable(name));
    }
    tensor.shape.push_back(size);
  }
  if (bytes != range->end - range->begin) {
    return file.error("{} has {} bytes, expected {} for {} {}", printable(name),
                      range->end - range->begin, bytes, dtype_name, shape_text(tensor.shape));
  }
  tensor.bytes = file.data.subspan(range->begin, bytes);
  return tensor;
}

// The format asks for data without holes or overlaps, so that a file has one meaning.
Result<void> check_layout(const std::vector<StoredTensor>& tensors, const File& file) {
  std::vector<const StoredTensor*> sorted;
  for (const StoredTensor& t : tensors) sorted.push_back(&t);
  std::sort(sorted.begin(), sorted.end(), [](const StoredTensor* a, const StoredTensor* b) {
    return std::pair(a->bytes.data(), a->bytes.size()) <
           std::pair(b->bytes.data(), b->bytes.size());
  });
  const std::byte* end = file.data.data();
  for (const StoredTensor* t : sorted) {
    if (t->bytes.data() != end) {
      return file.error("{} begins at byte {} of the data, expected {}", printable(t->name),
                        t->bytes.data() - file.data.data(), end - file.data.data());
    }
    end += t->bytes.size();
  }
  const auto used = static_cast<size_t>(end - file.data.data());
  if (used != file.data.size()) {
    return file.error("the tensors take {} bytes of data, but the file has {}", used,
                      file.data.size());
  }
  return {};
}

}  // namespace

Result<std::vector<StoredTensor>> parse_safetensors(std::span<const std::byte> bytes,
                                                    std::string_view source) {
  File file{source, {}};
  const Result<std::string_view> header = find_header(bytes, file);
  if (!header) return header.error();
  file.data = bytes.subspan(sizeof(uint64_t) + header->size());

  dom::parser parser;
  const simdjson::padded_string json(*header);
  dom::object object;
  if (const auto failure = parser.parse(json).get(object)) {
    return file.error("the header is not valid JSON ({})", simdjson::error_message(failure));
  }
  std::vector<StoredTensor> tensors;
  std::unordered_set<std::string_view> seen;
  for (const auto& [name, value] : object) {
    if (!seen.insert(name).second) return file.error("{} is there twice", printable(name));
    if (name == kMetadata) {
      if (!value.is_object()) return file.error("__metadata__ is no object");
      continue;
    }
    Result<StoredTensor> tensor = read_entry(name, value, file);
    if (!tensor) return tensor.error();
    tensors.push_back(*std::move(tensor));
  }
  if (const Result<void> layout = check_layout(tensors, file); !layout) return layout.error();
  return tensors;
}

Result<std::shared_ptr<const Weights>> open_safetensors(const std::filesystem::path& path) {
  Result<MappedFile> mapped = MappedFile::open(path);
  if (!mapped) return mapped.error();
  const auto file = std::make_shared<const MappedFile>(*std::move(mapped));
  Result<std::vector<StoredTensor>> tensors = parse_safetensors(file->bytes(), path.string());
  if (!tensors) return tensors.error();
  auto table = std::make_shared<TensorTable>(path.string());
  for (StoredTensor& tensor : *tensors) table->add(std::move(tensor));
  table->keep(file);
  return std::shared_ptr<const Weights>(std::move(table));
}

Result<std::map<std::string, std::string>> safetensors_metadata(const std::filesystem::path& path) {
  const Result<MappedFile> mapped = MappedFile::open(path);
  if (!mapped) return mapped.error();
  const std::string source = path.string();
  const File file{source, {}};
  const Result<std::string_view> header = find_header(mapped->bytes(), file);
  if (!header) return header.error();
  dom::parser parser;
  const simdjson::padded_string json(*header);
  dom::object object, entries;
  if (parser.parse(json).get(object)) return file.error("the header is not valid JSON");
  std::map<std::string, std::string> metadata;
  if (object[kMetadata].get(entries)) return metadata;
  for (const auto& [key, value] : entries) {
    if (std::string_view text; !value.get(text)) metadata.emplace(key, text);
  }
  return metadata;
}

}  // namespace sotto::checkpoint
