// Every scheme beside float32: how far the logits move, and that a quantized folder computes what
// quantizing at load does.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/temporary_folder.h"
#include "checkpoint/quantize_folder.h"
#include "models/nllb_golden.h"
#include "models/seq2seq/network.h"

namespace sotto::models::nllb::testing::nllb_schemes_test {
namespace {

struct Case {
  const char* scheme;
  double most;  // rms of the error, of the rms of the logits
};

// Twice what was measured (it is printed below) with AVX2. In a random network nothing is
// redundant, so a trained one loses less. Only fc2 has the 128 columns that a group of 128 needs.
constexpr Case kCases[] = {{"f16", 0.0008},  {"bf16", 0.0063},  {"q8", 0.03},
                           {"q8:32", 0.026}, {"q8:128", 0.013}, {"q6", 0.08},
                           {"q4", 0.32},     {"q4:32", 0.29},   {"int8", 0.031}};

std::vector<float> all_logits(const std::shared_ptr<const Model>& model) {
  Session session(model);
  std::vector<float> all;
  for (const auto& c : goldens().cases.at("cases")) {
    encode(session, c.at("src_ids"));
    const auto logits = decode(session, c.at("teacher_forced").at("decoder_input_ids"));
    all.insert(all.end(), logits.begin(), logits.end());
  }
  return all;
}

int same_best(const std::vector<float>& a, const std::vector<float>& b, int vocab) {
  int same = 0;
  for (auto x = a.begin(), y = b.begin(); x != a.end(); x += vocab, y += vocab) {
    same += std::max_element(x, x + vocab) - x == std::max_element(y, y + vocab) - y ? 1 : 0;
  }
  return same;
}

class NllbSchemesTest : public ::testing::TestWithParam<Case> {};

TEST_P(NllbSchemesTest, LogitsStayCloseAndFoldersEqualWhatIsMadeAtLoad) {
  const quant::Scheme scheme = *quant::parse_scheme(GetParam().scheme);
  static const std::vector<float> exact = all_logits(load(goldens().folder, kF32));
  const auto model = load(goldens().folder, scheme);
  const std::vector<float> logits = all_logits(model);
  ASSERT_EQ(logits.size(), exact.size());
  double errors = 0, squares = 0;
  for (size_t i = 0; i < exact.size(); ++i) {
    const double e = double{logits[i]} - double{exact[i]};
    errors += e * e;
    squares += double{exact[i]} * exact[i];
  }
  const int vocab = model->config().vocab_size;
  const double relative = std::sqrt(errors / squares);
  // tools/quantization_table.py reads this line.
  std::printf("scheme %s relative_error %.5f best_token %d of %zu\n", GetParam().scheme, relative,
              same_best(logits, exact, vocab), exact.size() / vocab);
  EXPECT_LT(relative, GetParam().most);
  EXPECT_GT(relative, 0);

  const sotto::testing::TemporaryFolder folder;
  checkpoint::QuantizeFolderOptions options;
  options.weights.scheme = scheme;
  const auto source = checkpoint::open_model_folder(goldens().folder);
  ASSERT_TRUE(checkpoint::quantize_folder(checkpoint::translator_plan(*source, options),
                                          folder / "out", options));
  const auto stored = load(folder / "out", kAsStored);
  EXPECT_EQ(all_logits(stored), logits);
  // What is made at load may lie in panels of rows, the last of them filled up.
  EXPECT_LE(stored->weight_bytes(), model->weight_bytes());
  EXPECT_GE(stored->weight_bytes() * 1.01, model->weight_bytes());
  const auto quantized = checkpoint::open_model_folder(folder / "out");
  const Config& c = stored->config();
  for (int i = 0; i < c.encoder_layers; ++i) {
    const std::string name = "model.encoder.layers." + std::to_string(i) + ".fc1.weight";
    const auto m = checkpoint::read_matrix(*quantized->weights, name, c.encoder_ffn, c.d_model);
    ASSERT_TRUE(m);
    EXPECT_TRUE(m->made.empty()) << name << " is a view of the file";
  }
}

INSTANTIATE_TEST_SUITE_P(Nllb, NllbSchemesTest, ::testing::ValuesIn(kCases), [](const auto& info) {
  std::string name = info.param.scheme;
  std::replace(name.begin(), name.end(), ':', '_');
  return name;
});

// int8 by columns is int8 by rows, to the bit; and beside other schemes it is no worse.
TEST(NllbColumns, HaveTheLogitsOfRows) {
  const sotto::testing::TemporaryFolder folder;
  const auto source = checkpoint::open_model_folder(goldens().folder);
  const auto logits = [&](const char* scheme, bool by_columns) {
    checkpoint::QuantizeFolderOptions options;
    options.weights.scheme = *quant::parse_scheme(scheme);
    options.weights.decoder_fc2_by_columns = by_columns;
    options.force = true;
    EXPECT_TRUE(checkpoint::quantize_folder(checkpoint::translator_plan(*source, options),
                                            folder / "out", options));
    const auto model = load(folder / "out", kAsStored);
    for (const DecoderLayer& l : model->network().decoder) {
      EXPECT_EQ(l.fc.fc2.w->skips_zeros, by_columns);
    }
    return all_logits(model);
  };
  EXPECT_EQ(logits("int8", true), logits("int8", false));
  const std::vector<float> exact = all_logits(load(goldens().folder, kF32));
  const auto error = [&](const std::vector<float>& some) {
    double sum = 0;
    for (size_t i = 0; i < exact.size(); ++i) sum += std::pow(double{some[i]} - exact[i], 2);
    return sum;
  };
  EXPECT_LT(error(logits("q4", true)), error(logits("q4", false)));
}

// The network outlives the folder that it was loaded from: its mapping goes with it.
TEST(NllbMapping, LivesAsLongAsTheNetwork) {
  const sotto::testing::TemporaryFolder folder;
  std::shared_ptr<const Model> model;
  {
    checkpoint::QuantizeFolderOptions options;
    options.weights.scheme = kQ8;
    const auto source = checkpoint::open_model_folder(goldens().folder);
    ASSERT_TRUE(checkpoint::quantize_folder(checkpoint::translator_plan(*source, options),
                                            folder / "out", options));
    model = load(folder / "out", kAsStored);
    std::filesystem::remove_all(folder / "out");  // the pages stay while they are mapped
  }
  EXPECT_EQ(all_logits(model), all_logits(load(goldens().folder, kQ8)));
}

}  // namespace
}  // namespace sotto::models::nllb::testing::nllb_schemes_test
