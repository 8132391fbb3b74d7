#include "checkpoint/torch_file.h"

#include <fmt/format.h>

#include <cstring>
#include <map>
#include <optional>

#include "base/file.h"
#include "checkpoint/pickle.h"
#include "checkpoint/printable.h"
#include "checkpoint/tensor_table.h"
#include "checkpoint/zip_archive.h"

namespace sotto::checkpoint {
namespace {

using Bytes = std::span<const std::byte>;

// The bytes of a tensor laid out row by row, from its strided view of a storage.
class TorchReader {
 public:
  TorchReader(const ZipArchive& archive, std::string root, std::string_view source, size_t budget)
      : archive_(archive), root_(std::move(root)), source_(source), budget_(budget) {}

  Result<void> add_to(TensorTable& table, const PickledTensor& tensor) {
    const Result<Bytes> storage = storage_of(tensor);
    if (!storage) return storage.error();
    const std::optional<int64_t> elements = elements_of(tensor);
    if (!elements || !fits(tensor, *elements)) {
      return wrong(tensor, fmt::format("is {} at {} with strides {} in a storage of {}",
                                       shape_text(tensor.shape), tensor.offset,
                                       shape_text(tensor.strides), tensor.storage_elements));
    }
    const size_t size = static_cast<size_t>(*elements) * size_of(tensor.dtype);
    StoredTensor stored{tensor.name, tensor.dtype, tensor.shape, {}};
    if (*elements == 0) {
      stored.bytes = {};
    } else if (is_contiguous(tensor)) {
      stored.bytes =
          storage->subspan(static_cast<size_t>(tensor.offset) * size_of(tensor.dtype), size);
    } else {
      if (size > budget_) return wrong(tensor, "takes more memory than the whole file");
      budget_ -= size;
      const auto copy = std::make_shared<std::vector<std::byte>>(size);
      copy_rows(tensor, *storage, copy->data());
      stored.bytes = *copy;
      table.keep(copy);
    }
    table.add(std::move(stored));  // read_state_dict made sure of one tensor a name
    return {};
  }

 private:
  Error wrong(const PickledTensor& tensor, std::string_view what) const {
    return {Errc::bad_format, fmt::format("{}: {} {}", source_, printable(tensor.name), what)};
  }

  // Several tensors may share a storage; it is looked up once.
  Result<Bytes> storage_of(const PickledTensor& tensor) {
    auto it = storages_.find(tensor.storage);
    if (it == storages_.end()) {
      const Result<Bytes> bytes = archive_.stored(root_ + "/data/" + tensor.storage);
      if (!bytes) return bytes.error();
      it = storages_.emplace(tensor.storage, *bytes).first;
    }
    const size_t held = it->second.size() / size_of(tensor.dtype);
    if (static_cast<uint64_t>(tensor.storage_elements) > held) {
      return wrong(tensor,
                   fmt::format("has a storage of {} bytes, expected {} elements of {}",
                               it->second.size(), tensor.storage_elements, name_of(tensor.dtype)));
    }
    return it->second;
  }

  static std::optional<int64_t> elements_of(const PickledTensor& tensor) {
    int64_t elements = 1;
    for (const int64_t size : tensor.shape) {
      if (__builtin_mul_overflow(elements, size, &elements)) return std::nullopt;
    }
    int64_t bytes = 0;
    const auto element_bytes = static_cast<int64_t>(size_of(tensor.dtype));
    if (__builtin_mul_overflow(elements, element_bytes, &bytes)) return std::nullopt;
    return elements;
  }

  // The last element is inside the storage; then all are, as no stride is negative.
  static bool fits(const PickledTensor& tensor, int64_t elements) {
    if (elements == 0) return true;
    int64_t last = tensor.offset;
    for (size_t d = 0; d < tensor.shape.size(); ++d) {
      int64_t step = 0;
      if (__builtin_mul_overflow(tensor.shape[d] - 1, tensor.strides[d], &step)) return false;
      if (__builtin_add_overflow(last, step, &last)) return false;
    }
    return last < tensor.storage_elements;
  }

  static bool is_contiguous(const PickledTensor& tensor) {
    int64_t expected = 1;
    for (size_t d = tensor.shape.size(); d-- > 0;) {
      if (tensor.shape[d] != 1 && tensor.strides[d] != expected) return false;
      expected *= tensor.shape[d];
    }
    return true;
  }

  // Counts through the indices like an odometer, the last one fastest.
  static void copy_rows(const PickledTensor& tensor, Bytes storage, std::byte* out) {
    const size_t width = size_of(tensor.dtype);
    std::vector<int64_t> index(tensor.shape.size(), 0);
    int64_t at = tensor.offset;
    for (;;) {
      std::memcpy(out, storage.data() + static_cast<size_t>(at) * width, width);
      out += width;
      size_t d = index.size();
      for (; d-- > 0;) {
        if (tensor.shape[d] == 1) continue;  // its stride can be any number
        at += tensor.strides[d];
        if (++index[d] < tensor.shape[d]) break;
        at -= tensor.strides[d] * tensor.shape[d];
        index[d] = 0;
      }
      if (d == SIZE_MAX) return;
    }
  }

  const ZipArchive& archive_;
  std::string root_;
  std::string_view source_;
  size_t budget_;  // bytes that may still be copied
  std::map<std::string, Bytes> storages_;
};

Result<void> check_kind(Bytes file, std::string_view source) {
  const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  if (text.starts_with("PK\x03\x04")) return {};
  if (text.starts_with("version https://git-lfs")) {
    return Error{Errc::bad_format, fmt::format("{}: a Git LFS pointer, expected the file that it "
                                               "points to",
                                               source)};
  }
  // The old format begins with this number, pickled with protocol 2.
  if (text.starts_with("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19")) {
    return Error{
        Errc::unsupported,
        fmt::format("{}: the format of torch before 1.6, which sotto does not read; load and "
                    "save it with a newer torch",
                    source)};
  }
  return Error{Errc::bad_format, fmt::format("{}: not a torch file (no zip archive)", source)};
}

// torch puts everything below one folder, whose name is up to the writer.
Result<std::string> find_root(const ZipArchive& archive, std::string_view source) {
  constexpr std::string_view kPickle = "/data.pkl";
  for (const std::string& name : archive.names()) {
    if (name.ends_with(kPickle) && name.find('/') == name.size() - kPickle.size()) {
      return name.substr(0, name.size() - kPickle.size());
    }
  }
  return Error{Errc::bad_format, fmt::format("{}: not a torch file (no data.pkl inside)", source)};
}

Result<std::shared_ptr<TensorTable>> read_table(Bytes file, std::string_view source,
                                                Objects objects) {
  if (const Result<void> kind = check_kind(file, source); !kind) return kind.error();
  const Result<ZipArchive> archive = ZipArchive::open(file, source);
  if (!archive) return archive.error();
  const Result<std::string> root = find_root(*archive, source);
  if (!root) return root.error();
  const Result<Bytes> byte_order = archive->stored(*root + "/byteorder");  // since torch 2.1
  if (byte_order && byte_order->size() >= 3 && std::memcmp(byte_order->data(), "big", 3) == 0) {
    return Error{Errc::unsupported,
                 fmt::format("{}: big-endian tensors, expected little-endian", source)};
  }
  const Result<Bytes> pickle = archive->stored(*root + "/data.pkl");
  if (!pickle) return pickle.error();
  const Result<std::vector<PickledTensor>> tensors = read_state_dict(*pickle, source, objects);
  if (!tensors) return tensors.error();
  auto table = std::make_shared<TensorTable>(std::string(source));
  TorchReader reader(*archive, *root, source, file.size());
  for (const PickledTensor& tensor : *tensors) {
    if (const Result<void> added = reader.add_to(*table, tensor); !added) return added.error();
  }
  return table;
}

}  // namespace

Result<std::shared_ptr<const Weights>> parse_torch_file(Bytes file, std::string_view source,
                                                        Objects objects) {
  Result<std::shared_ptr<TensorTable>> table = read_table(file, source, objects);
  if (!table) return table.error();
  return std::shared_ptr<const Weights>(*std::move(table));
}

Result<std::shared_ptr<const Weights>> open_torch_file(const std::filesystem::path& path,
                                                       Objects objects) {
  Result<MappedFile> mapped = MappedFile::open(path);
  if (!mapped) return mapped.error();
  const auto file = std::make_shared<const MappedFile>(*std::move(mapped));
  Result<std::shared_ptr<TensorTable>> table = read_table(file->bytes(), path.string(), objects);
  if (!table) return table.error();
  (*table)->keep(file);
  return std::shared_ptr<const Weights>(*std::move(table));
}

}  // namespace sotto::checkpoint
