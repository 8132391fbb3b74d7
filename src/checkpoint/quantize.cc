#include "checkpoint/quantize.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "checkpoint/matrix.h"
#include "checkpoint/safetensors_writer.h"

namespace sotto::checkpoint {
namespace {

using quant::Scheme;

constexpr int64_t kMostRows = 1 << 24;

// One matrix under up to four names; the first one is kept.
constexpr std::array<std::string_view, 4> kTied = {
    "model.shared.weight", "model.encoder.embed_tokens.weight", "model.decoder.embed_tokens.weight",
    "lm_head.weight"};

bool same(const StoredTensor& a, const StoredTensor& b) {
  if (a.dtype != b.dtype || a.shape != b.shape || a.bytes.size() != b.bytes.size()) return false;
  return a.bytes.data() == b.bytes.data() ||
         std::memcmp(a.bytes.data(), b.bytes.data(), a.bytes.size()) == 0;
}

// Whether a tensor repeats one that comes before it among the tied names.
bool is_repetition(const Weights& source, const StoredTensor& tensor) {
  const auto at = std::find(kTied.begin(), kTied.end(), tensor.name);
  if (at == kTied.end()) return false;
  return std::any_of(kTied.begin(), at, [&](std::string_view name) {
    const StoredTensor* other = source.find(name);
    return other != nullptr && same(*other, tensor);
  });
}

// Each glob that matched something is struck from `unused`.
bool is_kept(const std::string& name, const std::vector<std::string>& globs,
             std::vector<std::string>& unused) {
  bool kept = false;
  for (const std::string& glob : globs) {
    if (::fnmatch(glob.c_str(), name.c_str(), 0) != 0) continue;
    kept = true;
    std::erase(unused, glob);
  }
  return kept;
}

bool has_form(const StoredTensor& tensor, const Scheme& scheme) {
  switch (scheme.kind) {
    case Scheme::Kind::f32:
      return tensor.dtype == DType::f32;
    case Scheme::Kind::f16:
      return tensor.dtype == DType::f16;
    case Scheme::Kind::bf16:
      return tensor.dtype == DType::bf16;
    default:
      return false;
  }
}

std::vector<EncodedPart> parts_of(const QuantizedTensor& plan) {
  return plan.by_columns ? column_parts(plan.rows, plan.cols)
                         : checkpoint::parts_of(*plan.scheme, plan.rows, plan.cols);
}

QuantizedTensor plan_tensor(const StoredTensor& tensor, const QuantizeOptions& options, bool kept) {
  QuantizedTensor plan;
  plan.name = tensor.name;
  plan.bytes_before = plan.bytes_after = tensor.bytes.size();
  const auto shaped = options.as_matrices.find(tensor.name);
  if (shaped != options.as_matrices.end()) {
    plan.rows = shaped->second.rows;
    plan.cols = shaped->second.cols;
  } else if (is_matrix(tensor)) {
    plan.rows = static_cast<int>(tensor.shape[0]);
    plan.cols = static_cast<int>(tensor.shape[1]);
  } else {
    return plan;
  }
  const bool by_columns = options.decoder_fc2_by_columns && is_decoder_fc2(tensor);
  Scheme scheme = options.embeddings && is_embedding(tensor) ? *options.embeddings : options.scheme;
  if (by_columns) scheme = {Scheme::Kind::int8};
  const auto own = options.scheme_of ? options.scheme_of(tensor.name) : scheme;
  if (own) scheme = *own;
  if (kept) {
    plan.why_kept = "as asked for";
  } else if (!own) {
    plan.why_kept = kStaysInModel;
  } else if (!quant::fits(scheme, plan.cols)) {
    plan.why_kept = fmt::format("{} cannot have {} columns", quant::name_of(scheme), plan.cols);
  } else if (!has_form(tensor, scheme)) {
    plan.scheme = scheme;
    plan.by_columns = by_columns && scheme.kind == Scheme::Kind::int8;
    plan.bytes_after = 0;
    for (const EncodedPart& part : parts_of(plan)) {
      plan.bytes_after += part.row_bytes * static_cast<size_t>(part.shape[0]);
    }
  }
  return plan;
}

// The rows of the shortlist in the form that the embedding gets.
Result<QuantizedTensor> plan_shortlist(const Weights& source, const std::vector<int>& ids,
                                       const std::vector<QuantizedTensor>& plan) {
  const auto embedding = std::find_if(plan.begin(), plan.end(), [&](const QuantizedTensor& t) {
    return std::find(kTied.begin(), kTied.end(), t.name) != kTied.end();
  });
  if (embedding == plan.end() || embedding->rows == 0 || ids.back() >= embedding->rows) {
    return Error{Errc::unsupported,
                 fmt::format("{}: no embedding of a translation network with {} rows or more, "
                             "expected one to take the shortlist from",
                             source.source(), ids.back() + 1)};
  }
  QuantizedTensor rows = *embedding;
  rows.name = kShortlist;
  rows.rows_of = embedding->name;
  rows.rows = static_cast<int>(ids.size());
  rows.bytes_before = 0;
  rows.bytes_after = embedding->bytes_after / static_cast<size_t>(embedding->rows) * ids.size();
  return rows;
}

std::vector<StoredTensor> beside(const QuantizedTensor& plan, const QuantizeOptions& options) {
  if (!plan.scheme || !options.beside) return {};
  return options.beside(plan.name);
}

std::vector<TensorSpec> specs_of(const Weights& source, const std::vector<QuantizedTensor>& plan,
                                 const QuantizeOptions& options) {
  std::vector<TensorSpec> specs;
  for (const QuantizedTensor& t : plan) {
    if (!t.scheme) {
      const StoredTensor& tensor = *source.find(t.rows_of.empty() ? t.name : t.rows_of);
      specs.push_back({t.name, tensor.dtype, tensor.shape});
      if (!t.rows_of.empty()) specs.back().shape[0] = t.rows;
      continue;
    }
    const auto shaped = options.as_matrices.find(t.name);
    for (const EncodedPart& part : parts_of(t)) {
      specs.push_back({name_beside(t.name, part.suffix), part.dtype, part.shape});
      if (part.dtype == DType::i8 && shaped != options.as_matrices.end() &&
          !shaped->second.shape.empty()) {
        specs.back().shape = shaped->second.shape;
      }
    }
    for (const StoredTensor& more : beside(t, options)) {
      specs.push_back({more.name, more.dtype, more.shape});
    }
  }
  sort_for_alignment(specs);
  return specs;
}

std::vector<std::byte> transposed(std::span<const std::byte> m, size_t rows, size_t cols) {
  std::vector<std::byte> result(m.size());
  for (size_t r = 0; r < rows; ++r) {
    for (size_t c = 0; c < cols; ++c) result[c * rows + r] = m[r * cols + c];
  }
  return result;
}

Result<EncodingError> write_shortlist(const Weights& source, const std::vector<int>& ids,
                                      const QuantizedTensor& plan, SafetensorsWriter& writer,
                                      const EncodeOptions& options) {
  const StoredTensor& embedding = *source.find(plan.rows_of);
  if (!plan.scheme) {
    const size_t row = embedding.bytes.size() / static_cast<size_t>(embedding.shape[0]);
    for (size_t i = 0; i < ids.size(); ++i) {
      const auto at = static_cast<size_t>(ids[i]) * row;
      const auto written = writer.write(plan.name, i * row, embedding.bytes.subspan(at, row));
      if (!written) return written.error();
    }
    return EncodingError();
  }
  const std::vector<EncodedPart> parts = parts_of(plan);
  const auto rows = [&](int first, std::span<float> out) {
    for (size_t at = 0; at < out.size(); at += plan.cols, ++first) {
      to_f32(embedding, int64_t{ids[first]} * plan.cols, out.subspan(at, plan.cols));
    }
  };
  const auto sink = [&](size_t part, size_t first, std::span<const std::byte> bytes) {
    return writer.write(name_beside(plan.name, parts[part].suffix), first, bytes);
  };
  const std::string name = fmt::format("{}: {}", source.source(), plan.rows_of);
  return encode_matrix(name, plan.rows, plan.cols, *plan.scheme, rows, sink, options);
}

// `shaped`: the numbers where they are not those of the tensor in its own order; else null.
Result<EncodingError> write_tensor(const Weights& source, const QuantizedTensor& plan,
                                   const AsMatrix* shaped, SafetensorsWriter& writer,
                                   const EncodeOptions& options) {
  const StoredTensor& tensor = *source.find(plan.name);
  if (!plan.scheme) {
    const Result<void> written = writer.write(plan.name, 0, tensor.bytes);
    if (!written) return written.error();
    source.release(tensor.bytes);
    return EncodingError();
  }
  std::vector<std::string> names;
  for (const EncodedPart& part : parts_of(plan)) {
    names.push_back(name_beside(plan.name, part.suffix));
  }
  const std::vector<float> numbers = shaped != nullptr ? shaped->numbers() : std::vector<float>();
  const auto rows = [&](int first, std::span<float> out) {
    if (shaped != nullptr) {
      const auto at = static_cast<size_t>(first) * static_cast<size_t>(plan.cols);
      std::copy_n(numbers.begin() + static_cast<ptrdiff_t>(at), out.size(), out.begin());
      return;
    }
    to_f32(tensor, int64_t{first} * plan.cols, out);
    const size_t width = size_of(tensor.dtype);
    source.release(
        tensor.bytes.subspan(static_cast<size_t>(first) * plan.cols * width, out.size() * width));
  };
  // A matrix by columns is collected first, as every piece of rows has some of each column.
  std::vector<std::byte> collected(plan.by_columns ? size_t(plan.rows) * plan.cols : 0);
  const auto sink = [&](size_t part, size_t first, std::span<const std::byte> bytes) {
    if (!plan.by_columns || part != 0) return writer.write(names[part], first, bytes);
    std::copy(bytes.begin(), bytes.end(), collected.begin() + static_cast<ptrdiff_t>(first));
    return Result<void>();
  };
  const std::string name = fmt::format("{}: {}", source.source(), plan.name);
  Result<EncodingError> error =
      encode_matrix(name, plan.rows, plan.cols, *plan.scheme, rows, sink, options);
  if (!error || !plan.by_columns) return error;
  const auto written =
      writer.write(names[0], 0, transposed(collected, size_t(plan.rows), size_t(plan.cols)));
  if (!written) return written.error();
  return error;
}

}  // namespace

AsMatrix columns_as_rows(const Weights& weights, const StoredTensor& tensor) {
  const auto inputs = static_cast<int>(tensor.shape[0]);
  return {
      .rows = static_cast<int>(tensor.shape[1]), .cols = inputs, .numbers = [=, &weights, &tensor] {
        const std::vector<float> stored = *to_f32(tensor);
        weights.release(tensor.bytes);
        return checkpoint::transposed(stored, inputs);
      }};
}

bool is_matrix(const StoredTensor& tensor) {
  const std::string_view name = tensor.name;
  return name.ends_with(".weight") && name.find("embed_positions") == name.npos &&
         is_float(tensor.dtype) && tensor.shape.size() == 2 && tensor.shape[0] > 0 &&
         tensor.shape[1] > 0 && tensor.shape[0] <= kMostRows && tensor.shape[1] <= kMostRows;
}

bool is_decoder_fc2(const StoredTensor& tensor) {
  return is_matrix(tensor) &&
         ::fnmatch("model.decoder.layers.*.fc2.weight", tensor.name.c_str(), 0) == 0;
}

bool is_embedding(const StoredTensor& tensor) {
  const std::string_view name = tensor.name;
  return is_matrix(tensor) &&
         (name.ends_with("shared.weight") || name.ends_with("embed_tokens.weight") ||
          name.ends_with("lm_head.weight"));
}

Result<std::vector<QuantizedTensor>> plan_quantization(const Weights& source,
                                                       const QuantizeOptions& options) {
  std::vector<QuantizedTensor> plan;
  std::vector<std::string> unused = options.keep;
  for (const std::string& name : source.names()) {
    const StoredTensor& tensor = *source.find(name);
    if (is_quantized(source, tensor)) {
      return Error{Errc::unsupported,
                   fmt::format("{}: {} is quantized already ({}), expected a checkpoint of floats",
                               source.source(), name, name_of(tensor.dtype))};
    }
    const bool kept = is_kept(name, options.keep, unused);
    if (name == kShortlist && !options.shortlist.empty()) continue;  // another one comes
    if (!is_repetition(source, tensor)) plan.push_back(plan_tensor(tensor, options, kept));
  }
  if (!unused.empty()) {
    return Error{Errc::bad_argument, fmt::format("--keep {}: no tensor of {} has such a name",
                                                 unused[0], source.source())};
  }
  if (!options.shortlist.empty()) {
    auto rows = plan_shortlist(source, options.shortlist, plan);
    if (!rows) return rows.error();
    plan.push_back(*std::move(rows));
  }
  return plan;
}

Result<QuantizeResult> quantize_weights(const Weights& source, const std::filesystem::path& path,
                                        const std::map<std::string, std::string>& metadata,
                                        const QuantizeOptions& options) {
  Result<std::vector<QuantizedTensor>> plan = plan_quantization(source, options);
  if (!plan) return plan.error();
  Result<SafetensorsWriter> writer =
      SafetensorsWriter::create(path, specs_of(source, *plan, options), metadata);
  if (!writer) return writer.error();
  QuantizeResult result;
  size_t all = 0, done = 0;
  for (const QuantizedTensor& t : *plan) all += t.bytes_before;
  for (QuantizedTensor& t : *plan) {
    const size_t row_bytes = t.rows > 0 ? t.bytes_before / t.rows : 0;
    EncodeOptions encode;
    encode.pool = options.pool;
    encode.stop = options.stop;
    encode.measure = options.measure;
    encode.progress = [&, at = done](int rows) mutable {
      at += rows * row_bytes;
      if (options.progress) options.progress(at, all);
    };
    const auto shaped = options.as_matrices.find(t.name);
    const AsMatrix* numbers = shaped != options.as_matrices.end() ? &shaped->second : nullptr;
    const Result<EncodingError> error =
        t.rows_of.empty() ? write_tensor(source, t, numbers, *writer, encode)
                          : write_shortlist(source, options.shortlist, t, *writer, encode);
    if (!error) return error.error();
    for (const StoredTensor& more : beside(t, options)) {
      if (const auto r = writer->write(more.name, 0, more.bytes); !r) return r.error();
    }
    t.error = *error;
    done += t.bytes_before;
    if (options.progress) options.progress(done, all);
    if (options.stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
  }
  if (const Result<void> r = writer->finish(); !r) return r.error();
  result.tensors = *std::move(plan);
  result.bytes_before = all;
  result.bytes_after = writer->file_bytes();
  return result;
}

}  // namespace sotto::checkpoint
