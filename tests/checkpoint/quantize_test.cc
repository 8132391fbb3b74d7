// Checkpoints in other schemes, from the golden checkpoint and back.
#include "checkpoint/quantize.h"

#include <algorithm>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/thread_pool.h"
#include "checkpoint/files.h"
#include "checkpoint/matrix.h"
#include "checkpoint/safetensors.h"
#include "checkpoint/tensor_table.h"
#include "checkpoint/weight_files.h"
#include "golden.h"

namespace sotto::checkpoint::quantize_test {
namespace {

using ::testing::HasSubstr;

constexpr const char* kFc1 = "model.encoder.layers.0.fc1.weight";
constexpr const char* kShared = "model.shared.weight";

QuantizeOptions options(const std::string& scheme) {
  QuantizeOptions options;
  options.scheme = *quant::parse_scheme(scheme);
  options.measure = true;
  return options;
}

class QuantizeTest : public ::testing::Test {
 protected:
  std::shared_ptr<const Weights> source(const char* file = "model.safetensors") {
    const auto weights = open_weights(sotto::testing::golden_folder("nllb") / file);
    if (!weights) throw std::runtime_error(weights.error().message);
    return *weights;
  }
  std::string quantize(const Weights& from, const QuantizeOptions& options) {
    const auto done = quantize_weights(from, path(), {{"format", "mlx"}}, options);
    if (!done) return done.error().message;
    result_ = *done;
    return "no error";
  }
  std::filesystem::path path() const { return folder_.path() / "model.safetensors"; }
  std::shared_ptr<const Weights> written() const {
    const auto weights = open_safetensors(path());
    if (!weights) throw std::runtime_error(weights.error().message);
    return *weights;
  }
  const QuantizedTensor& entry(std::string_view name) const {
    for (const QuantizedTensor& t : result_.tensors) {
      if (t.name == name) return t;
    }
    throw std::runtime_error("no entry " + std::string(name));
  }

  TemporaryFolder folder_;
  QuantizeResult result_;
};

// What was written, read as it lies, is what read_matrix makes of the floats, byte for byte.
TEST_F(QuantizeTest, EverySchemeIsWrittenAsItIsRead) {
  const auto from = source();
  for (const char* name : {"f32", "f16", "bf16", "q8", "q6", "q4", "q4:32", "q8:32", "int8"}) {
    SCOPED_TRACE(name);
    const QuantizeOptions how = options(name);
    ASSERT_EQ(quantize(*from, how), "no error");
    const auto to = written();
    int matrices = 0;
    for (const std::string& tensor : from->names()) {
      const StoredTensor& old = *from->find(tensor);
      if (!is_matrix(old)) {
        const StoredTensor& kept = *to->find(tensor);
        EXPECT_EQ(kept.dtype, old.dtype);
        EXPECT_TRUE(std::equal(kept.bytes.begin(), kept.bytes.end(), old.bytes.begin()));
        continue;
      }
      ++matrices;
      const int rows = static_cast<int>(old.shape[0]), cols = static_cast<int>(old.shape[1]);
      const auto stored = read_matrix(*to, tensor, rows, cols);
      const auto made = read_matrix(*from, tensor, rows, cols, {.scheme = how.scheme});
      ASSERT_TRUE(stored) << stored.error().message;
      EXPECT_TRUE(stored->made.empty()) << "not in the mapping";
      EXPECT_EQ(quant::scheme_of(stored->weight), how.scheme);
      const auto parts = parts_of(how.scheme, rows, cols);
      for (size_t i = 0; i < made->made.size(); ++i) {
        const StoredTensor& part = *to->find(name_beside(tensor, parts[i].suffix));
        EXPECT_EQ(part.dtype, parts[i].dtype);
        EXPECT_EQ(part.shape, parts[i].shape);
        EXPECT_TRUE(std::equal(part.bytes.begin(), part.bytes.end(), made->made[i].all().begin(),
                               made->made[i].all().end()));
        const size_t even = part.bytes.size() % 64 == 0 ? 64 : size_of(part.dtype);
        EXPECT_EQ(reinterpret_cast<uintptr_t>(part.bytes.data()) % even, 0u) << part.name;
      }
    }
    EXPECT_GT(matrices, 20);
    EXPECT_EQ(result_.bytes_after, std::filesystem::file_size(path()));
    EXPECT_EQ(safetensors_metadata(path())->at("format"), "mlx");
  }
}

// Whatever the scheme of the rest: the numbers of int8 rows, turned over.
TEST_F(QuantizeTest, FcTwoOfTheDecoderMayLieByColumns) {
  const auto from = source();
  for (const char* scheme : {"int8", "q4"}) {
    SCOPED_TRACE(scheme);
    QuantizeOptions how = options(scheme);
    how.decoder_fc2_by_columns = true;
    ASSERT_EQ(quantize(*from, how), "no error");
    const auto to = written();
    int by_columns = 0;
    for (const std::string& tensor : from->names()) {
      const StoredTensor& old = *from->find(tensor);
      if (!is_matrix(old)) continue;
      EXPECT_EQ(is_decoder_fc2(old),
                tensor.find("decoder.layers.") != tensor.npos && tensor.ends_with(".fc2.weight"));
      EXPECT_EQ(entry(tensor).by_columns, is_decoder_fc2(old));
      if (!is_decoder_fc2(old)) continue;
      ++by_columns;
      const int rows = static_cast<int>(old.shape[0]), cols = static_cast<int>(old.shape[1]);
      const auto stored = read_matrix(*to, tensor, rows, cols);
      ASSERT_TRUE(stored) << stored.error().message;
      EXPECT_TRUE(stored->made.empty()) << "not in the mapping";
      const auto made = read_matrix(*from, tensor, rows, cols, {.scheme = options("int8").scheme});
      const auto& columns = std::get<quant::Sym8Columns>(stored->weight);
      const auto& by_rows = std::get<quant::Sym8View>(made->weight);
      for (int r = 0; r < rows; ++r) {
        ASSERT_EQ(columns.scales[r], by_rows.scales[r]);
        for (int c = 0; c < cols; ++c) {
          ASSERT_EQ(columns.q[c * rows + r], by_rows.q[r * cols + c]) << r << ", " << c;
        }
      }
      EXPECT_EQ(entry(tensor).bytes_after, static_cast<size_t>(rows) * cols + 4 * rows);
      EXPECT_GT(entry(tensor).error.squares, 0);
    }
    EXPECT_EQ(by_columns, 2);
    EXPECT_THAT(quantize(*to, options("q8")), HasSubstr("is quantized already"));
  }
}

// In the form of the embedding, and with its numbers.
TEST_F(QuantizeTest, AShortlistHasRowsOfTheEmbedding) {
  const auto from = source();
  const StoredTensor& shared = *from->find(kShared);
  const int rows = static_cast<int>(shared.shape[0]), cols = static_cast<int>(shared.shape[1]);
  for (const char* scheme : {"q8", "q4:32", "int8", "f16", "f32"}) {
    SCOPED_TRACE(scheme);
    QuantizeOptions how = options(scheme);
    for (int id = 1; id < rows; id += 3) how.shortlist.push_back(id);
    const int count = static_cast<int>(how.shortlist.size());
    ASSERT_EQ(quantize(*from, how), "no error");
    const auto floats = [&](std::string_view name, int n) {
      const auto to = written();
      EXPECT_EQ(quant::scheme_of(read_matrix(*to, name, n, cols)->weight), how.scheme);
      const auto matrix = read_matrix(*to, name, n, cols, {.scheme = quant::Scheme{}});
      const float* f = std::get<quant::F32Matrix>(matrix->weight).data;
      return std::vector<float>(f, f + static_cast<size_t>(n) * cols);
    };
    const std::vector<float> all = floats(kShared, rows), some = floats(kShortlist, count);
    for (int i = 0; i < count; ++i) {
      for (int c = 0; c < cols; ++c) {
        ASSERT_EQ(some[size_t(i) * cols + c], all[size_t(how.shortlist[i]) * cols + c]);
      }
    }
    EXPECT_EQ(entry(kShortlist).rows, count);
  }
  QuantizeOptions beyond = options("q8");
  beyond.shortlist = {1, rows};
  EXPECT_THAT(quantize(*from, beyond), HasSubstr(fmt::format("with {} rows or more", rows + 1)));
}

TEST_F(QuantizeTest, ErrorsAreThoseOfTheDecodedWeights) {
  const auto from = source();
  for (const char* name : {"q8", "q4", "int8", "bf16"}) {
    ASSERT_EQ(quantize(*from, options(name)), "no error");
    const StoredTensor& old = *from->find(kFc1);
    const int rows = static_cast<int>(old.shape[0]), cols = static_cast<int>(old.shape[1]);
    const std::vector<float> w = *to_f32(old);
    const auto decoded = read_matrix(*written(), kFc1, rows, cols, {.scheme = quant::Scheme{}});
    const float* f = std::get<quant::F32Matrix>(decoded->weight).data;
    double squares = 0, errors = 0, largest = 0;
    for (size_t i = 0; i < w.size(); ++i) {
      const double e = double{f[i]} - double{w[i]};
      squares += double{w[i]} * w[i];
      errors += e * e;
      largest = std::max(largest, std::fabs(e));
    }
    EXPECT_NEAR(entry(kFc1).error.relative_rms(), std::sqrt(errors / squares), 1e-9) << name;
    EXPECT_EQ(entry(kFc1).error.largest, largest) << name;
    EXPECT_GT(errors, 0);
  }
}

TEST_F(QuantizeTest, ThreadsDoNotChangeAByte) {
  const auto from = source();
  ASSERT_EQ(quantize(*from, options("q6")), "no error");
  const std::string one = sotto::testing::golden_text(path());
  const double error = entry(kShared).error.error_squares;
  ThreadPool pool(3);
  QuantizeOptions how = options("q6");
  how.pool = &pool;
  ASSERT_EQ(quantize(*from, how), "no error");
  EXPECT_EQ(sotto::testing::golden_text(path()), one);
  EXPECT_EQ(entry(kShared).error.error_squares, error);
}

TEST_F(QuantizeTest, TorchFilesGiveTheSameBytes) {
  ASSERT_EQ(quantize(*source("model.safetensors"), options("q4")), "no error");
  const std::string one = sotto::testing::golden_text(path());
  ASSERT_EQ(quantize(*source("pytorch_model.bin"), options("q4")), "no error");
  EXPECT_EQ(sotto::testing::golden_text(path()), one);
  EXPECT_NE(written()->find(kShared), nullptr);
  EXPECT_EQ(written()->find("lm_head.weight"), nullptr) << "a repetition of the embedding";
}

TEST_F(QuantizeTest, KeptTensorsStayAsTheyAre) {
  const auto from = source();
  QuantizeOptions how = options("q8");
  how.keep = {"*.encoder.layers.0.*", kShared};
  ASSERT_EQ(quantize(*from, how), "no error");
  EXPECT_EQ(written()->find(kFc1)->dtype, DType::f32);
  EXPECT_EQ(written()->find(kShared)->dtype, DType::f32);
  EXPECT_EQ(written()->find("model.encoder.layers.1.fc1.weight")->dtype, DType::u32);
  EXPECT_EQ(entry(kFc1).why_kept, "as asked for");
  EXPECT_EQ(entry(kFc1).scheme, std::nullopt);
  how.keep = {"*.fc1.weight", "*.fc3.*"};
  EXPECT_THAT(quantize(*from, how), HasSubstr("--keep *.fc3.*: no tensor of"));
}

TEST_F(QuantizeTest, EmbeddingsMayHaveASchemeOfTheirOwn) {
  const auto from = source();
  for (const char* name : {"q4:32", "f16"}) {
    QuantizeOptions how = options(name);
    how.embeddings = quant::Scheme{quant::Scheme::Kind::q8, how.scheme.group};
    ASSERT_EQ(quantize(*from, how), "no error");
    EXPECT_EQ(entry(kShared).scheme, how.embeddings);
    EXPECT_EQ(entry(kFc1).scheme, how.scheme);
  }
}

TEST_F(QuantizeTest, QuantizedSourcesAreRefused) {
  for (const char* name : {"q8", "int8"}) {
    ASSERT_EQ(quantize(*source(), options(name)), "no error");
    const auto from = written();
    QuantizeOptions how = options("q4");
    const auto done = quantize_weights(*from, folder_.path() / "again.safetensors", {}, how);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, Errc::unsupported);
    EXPECT_THAT(done.error().message, HasSubstr("is quantized already"));
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "again.safetensors"));
  }
}

// Names and shapes as Marian checkpoints have them.
TEST_F(QuantizeTest, PositionsBiasesAndOddMatricesStayFloats) {
  std::vector<float> zeros(2 * 96);
  TensorTable table("marian.bin");
  const auto add = [&](const char* name, std::vector<int64_t> shape) {
    size_t count = 1;
    for (const int64_t size : shape) count *= static_cast<size_t>(size);
    table.add({name, DType::f32, std::move(shape), std::as_bytes(std::span(zeros).first(count))});
  };
  add("final_logits_bias", {1, 96});
  add("model.encoder.embed_positions.weight", {2, 64});
  add("model.encoder.layers.0.fc1.weight", {2, 64});
  add("model.encoder.layers.0.fc2.weight", {2, 96});
  add("model.encoder.layers.0.final_layer_norm.weight", {64});
  ASSERT_EQ(quantize(table, options("q8")), "no error");
  int changed = 0;
  for (const QuantizedTensor& t : result_.tensors) changed += t.scheme ? 1 : 0;
  EXPECT_EQ(changed, 1);
  EXPECT_TRUE(entry("model.encoder.layers.0.fc1.weight").scheme);
  EXPECT_EQ(entry("model.encoder.layers.0.fc2.weight").why_kept, "q8 cannot have 96 columns");
  EXPECT_EQ(entry("model.encoder.layers.0.fc1.weight").error.relative_rms(), 0);
}

TEST_F(QuantizeTest, StopsBetweenPieces) {
  QuantizeOptions how = options("q8");
  std::stop_source stop;
  how.stop = stop.get_token();
  how.progress = [&](size_t done, size_t all) {
    EXPECT_LE(done, all);
    stop.request_stop();
  };
  const auto done = quantize_weights(*source(), path(), {}, how);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Errc::cancelled);
}

}  // namespace
}  // namespace sotto::checkpoint::quantize_test
