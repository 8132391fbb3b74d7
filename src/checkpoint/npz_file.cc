#include "checkpoint/npz_file.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <optional>

#include "base/file.h"
#include "base/utf8.h"
#include "checkpoint/printable.h"
#include "checkpoint/tensor_table.h"
#include "checkpoint/zip_archive.h"

namespace sotto::checkpoint {
namespace {

constexpr size_t kNpyMaxRank = 16;
constexpr std::string_view kNpyMagic = "\x93NUMPY";

struct NpyType {
  std::string_view descr;
  DType dtype;
};

constexpr NpyType kNpyTypes[] = {
    {"<f4", DType::f32}, {"<f2", DType::f16}, {"<f8", DType::f64},     {"|i1", DType::i8},
    {"|u1", DType::u8},  {"<i2", DType::i16}, {"<i4", DType::i32},     {"<u4", DType::u32},
    {"<i8", DType::i64}, {"<u8", DType::u64}, {"|b1", DType::boolean},
};

// The header is a Python literal: {'descr': '<f4', 'fortran_order': False, 'shape': (510, 256), }.
// The value of `key` up to the comma behind it, or of a tuple up to its end.
std::optional<std::string_view> npy_field(std::string_view header, std::string_view key) {
  const std::string quoted = fmt::format("'{}':", key);
  const size_t begin = header.find(quoted);
  if (begin == header.npos) return std::nullopt;
  header.remove_prefix(begin + quoted.size());
  header = trimmed(header);
  const size_t end = header.starts_with('(') ? header.find(')') : header.find_first_of(",}");
  if (end == header.npos) return std::nullopt;
  return trimmed(header.substr(0, end + (header.starts_with('(') ? 1 : 0)));
}

std::optional<std::vector<int64_t>> npy_shape(std::string_view tuple) {
  if (tuple.size() < 2 || tuple.front() != '(' || tuple.back() != ')') return std::nullopt;
  tuple = tuple.substr(1, tuple.size() - 2);
  std::vector<int64_t> shape;
  while (!(tuple = trimmed(tuple)).empty()) {
    int64_t dim = 0;
    const auto [end, error] = std::from_chars(tuple.data(), tuple.data() + tuple.size(), dim);
    if (error != std::errc() || dim < 0 || shape.size() == kNpyMaxRank) return std::nullopt;
    shape.push_back(dim);
    tuple = trimmed(tuple.substr(static_cast<size_t>(end - tuple.data())));
    if (tuple.empty()) break;
    if (tuple.front() != ',') return std::nullopt;
    tuple.remove_prefix(1);
  }
  return shape;
}

Result<std::shared_ptr<TensorTable>> read_npz(std::span<const std::byte> file,
                                              std::string_view source) {
  const Result<ZipArchive> archive = ZipArchive::open(file, source);
  if (!archive) return archive.error();
  auto table = std::make_shared<TensorTable>(std::string(source));
  for (const std::string& entry : archive->names()) {
    constexpr std::string_view kSuffix = ".npy";
    if (!entry.ends_with(kSuffix)) continue;
    const Result<std::span<const std::byte>> bytes = archive->stored(entry);
    if (!bytes) return bytes.error();
    Result<StoredTensor> tensor =
        parse_npy(*bytes, source, entry.substr(0, entry.size() - kSuffix.size()));
    if (!tensor) return tensor.error();
    if (!table->add(*std::move(tensor))) {
      return Error{Errc::bad_format,
                   fmt::format("{}: {} is there twice", source, printable(entry))};
    }
  }
  if (table->names().empty()) {
    return Error{Errc::bad_format, fmt::format("{}: no arrays of numpy inside", source)};
  }
  return table;
}

}  // namespace

Result<StoredTensor> parse_npy(std::span<const std::byte> file, std::string_view source,
                               std::string name) {
  const auto wrong = [&](Errc code, std::string_view what) {
    return Error{code, fmt::format("{}: {} {}", source, printable(name), what)};
  };
  const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  // Magic, two bytes of version, the header's length in two bytes (version 1) or four.
  const size_t length_bytes = text.size() > 6 && text[6] == 1 ? 2 : 4;
  const size_t start = kNpyMagic.size() + 2 + length_bytes;
  if (!text.starts_with(kNpyMagic) || text.size() < start) {
    return wrong(Errc::bad_format, "is no array of numpy");
  }
  uint32_t length = 0;
  std::memcpy(&length, text.data() + start - length_bytes, length_bytes);
  if (length > text.size() - start) return wrong(Errc::bad_format, "is cut short");
  const std::string_view header = text.substr(start, length);
  const auto descr = npy_field(header, "descr"), order = npy_field(header, "fortran_order"),
             tuple = npy_field(header, "shape");
  const auto shape = tuple ? npy_shape(*tuple) : std::nullopt;
  if (!descr || descr->size() < 2 || !order || !shape) {
    return wrong(Errc::bad_format, "has no header of type, order and shape");
  }
  if (*order != "False") return wrong(Errc::unsupported, "is in Fortran's order, expected C's");
  std::optional<DType> dtype;
  for (const NpyType& type : kNpyTypes) {
    if (descr->substr(1, descr->size() - 2) == type.descr) dtype = type.dtype;
  }
  if (!dtype) {
    return wrong(Errc::unsupported,
                 fmt::format("has numpy's type {}, which sotto does not know", printable(*descr)));
  }
  size_t bytes = size_of(*dtype);
  for (const int64_t dim : *shape) {
    if (__builtin_mul_overflow(bytes, static_cast<size_t>(dim), &bytes)) {
      return wrong(Errc::bad_format, "has an impossible shape");
    }
  }
  const std::span<const std::byte> data = file.subspan(start + length);
  if (data.size() != bytes) {
    return wrong(Errc::bad_format, fmt::format("has {} bytes, expected {} for {} {}", data.size(),
                                               bytes, name_of(*dtype), shape_text(*shape)));
  }
  return StoredTensor{std::move(name), *dtype, *shape, data};
}

Result<std::shared_ptr<const Weights>> parse_npz(std::span<const std::byte> file,
                                                 std::string_view source) {
  Result<std::shared_ptr<TensorTable>> table = read_npz(file, source);
  if (!table) return table.error();
  return std::shared_ptr<const Weights>(*std::move(table));
}

Result<std::shared_ptr<const Weights>> open_npz(const std::filesystem::path& path) {
  Result<MappedFile> mapped = MappedFile::open(path);
  if (!mapped) return mapped.error();
  const auto file = std::make_shared<const MappedFile>(*std::move(mapped));
  Result<std::shared_ptr<TensorTable>> table = read_npz(file->bytes(), path.string());
  if (!table) return table.error();
  (*table)->keep(file);
  return std::shared_ptr<const Weights>(*std::move(table));
}

}  // namespace sotto::checkpoint
