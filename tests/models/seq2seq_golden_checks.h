// The golden procedure of encoder-decoder networks: outputs of a model against the reference's
// (transformers, float32). Every dimension and case comes from the golden files.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <functional>

#include "models/golden_compare.h"
#include "models/seq2seq_golden.h"

namespace sotto::models::testing {

// A network's goldens, and how many units (golden_compare.h) a number may err by.
struct Seq2SeqGoldenChecks {
  const Seq2SeqGoldens& goldens;
  double units;

  using Model = std::shared_ptr<const seq2seq::Model>;
  using Json = nlohmann::json;

  // The reference has no outputs for a source that is longer than it takes.
  std::vector<Json> cases_with(const char* part) const {
    std::vector<Json> some;
    for (const Json& c : goldens.cases.at("cases"))
      if (c.contains(part)) some.push_back(c);
    EXPECT_FALSE(some.empty()) << part;
    return some;
  }

  void encoder_outputs(const Model& model) const {
    seq2seq::Session session(model);
    const auto d = static_cast<size_t>(model->config().d_model);
    Worst worst("encoder outputs");
    for (const Json& c : cases_with("encoder")) {
      SCOPED_TRACE(c.at("id").get<std::string>());
      const Json& expected = c.at("encoder");
      const std::vector<float> out = encode(session, c.at("src_ids"));
      ASSERT_EQ(out.size(), expected.at("shape").at(0).get<size_t>() * d);
      const std::vector<float> first = row(out, d, 0), last = row(out, d, out.size() / d - 1);
      EXPECT_LE(worst.add(first_error(first, expected.at("first8")), unit_of(out)), units);
      EXPECT_LE(worst.add(first_error(last, expected.at("last_row_first8")), unit_of(out)), units);
      expect_norm(out, expected.at("l2norm"), units);
      if (expected.contains("tensor")) {
        const double error = largest_error(out, goldens.tensors.f32(expected.at("tensor")));
        EXPECT_LE(worst.add(error, unit_of(out)), units);
      }
    }
  }

  void teacher_forced_logits(const Model& model) const {
    seq2seq::Session session(model);
    const auto vocab = static_cast<size_t>(session.vocab_size());
    Worst worst("logits");
    for (const Json& c : cases_with("teacher_forced")) {
      SCOPED_TRACE(c.at("id").get<std::string>());
      const Json& expected = c.at("teacher_forced");
      encode(session, c.at("src_ids"));
      const std::vector<float> logits = decode(session, expected.at("decoder_input_ids"));
      const size_t steps = logits.size() / vocab;
      ASSERT_EQ(logits.size(), expected.at("logits_shape").at(0).get<size_t>() * vocab);
      expect_norm(logits, expected.at("logits_l2norm"), units);
      if (expected.contains("tensor")) {
        const double error = largest_error(logits, goldens.tensors.f32(expected.at("tensor")));
        EXPECT_LE(worst.add(error, unit_of(logits)), units);
      }
      const double tolerance = 2 * units * unit_of(logits);  // of a difference of two logits
      for (size_t i = 0; i < steps; ++i) {
        const std::vector<float> at = row(logits, vocab, i);
        const auto argmax = expected.at("argmax").at(i).get<size_t>();
        EXPECT_LE(*std::max_element(at.begin(), at.end()) - at[argmax], tolerance);
        EXPECT_NEAR(log_softmax(at, expected.at("labels").at(i)),
                    expected.at("label_logprobs").at(i).get<double>(), tolerance);
      }
      const double error =
          first_error(row(logits, vocab, steps - 1), expected.at("last_row_first8"));
      EXPECT_LE(worst.add(error, unit_of(logits)), units);
    }
  }

  // `count`: how many traces the reference has.
  void every_layer_of_the_traced_case(const Model& model, int count) const {
    LayerRecorder recorder;
    seq2seq::Session session(model, &recorder);
    const Json& c = goldens.find(goldens.cases.at("meta").at("trace_case"));
    encode(session, c.at("src_ids"));
    decode(session, c.at("teacher_forced").at("decoder_input_ids"));
    Worst worst("layers");
    int compared = 0;
    for (const auto& [name, entry] : goldens.tensors.header().items()) {
      constexpr std::string_view kPrefix = "trace.";
      if (!name.starts_with(kPrefix)) continue;
      const std::vector<float> expected = goldens.tensors.f32(name);
      const double error = largest_error(recorder.seen[name.substr(kPrefix.size())], expected);
      EXPECT_LE(worst.add(error, unit_of(expected)), units) << name;
      ++compared;
    }
    EXPECT_EQ(compared, count);
  }

  void rows_of_a_batch_are_those_of_single_sources(const Model& model) const {
    seq2seq::Session session(model), single(model);
    const auto d = static_cast<size_t>(model->config().d_model);
    for (const Json& batch : goldens.cases.at("batches")) {
      const std::vector<Ids> sources = batch.at("input_ids");  // padded, as the reference has them
      session.start(sources, 1);
      const auto output = session.encoder_output();
      const std::vector<float> all(output.begin(), output.end());
      size_t at = 0;
      const Ids start(sources.size(), model->config().decoder_start);
      const auto step = session.step(start);
      const std::vector<float> logits(step.begin(), step.end());
      const auto vocab = static_cast<size_t>(session.vocab_size());
      for (size_t s = 0; s < sources.size(); ++s) {
        const std::string id = batch.at("cases").at(s);
        const std::vector<float> out = encode(single, goldens.find(id).at("src_ids"));
        ASSERT_LE(at + out.size(), all.size());
        EXPECT_EQ(out, std::vector<float>(all.begin() + static_cast<int64_t>(at),
                                          all.begin() + static_cast<int64_t>(at + out.size())))
            << id;
        EXPECT_EQ(decode(single, {start[s]}), row(logits, vocab, s)) << id;
        at += out.size();
      }
      EXPECT_EQ(at, all.size());
      EXPECT_EQ(at % d, 0u);
    }
  }

  // `position`: the numbers of one position, d of them.
  void positions(const std::function<std::vector<float>(int position, int d)>& position) const {
    const Json rows = goldens.cases.at("meta").at("position_rows");
    const std::vector<float> expected = goldens.tensors.f32("positions.rows");
    const size_t d = expected.size() / rows.size();
    double worst = 0;
    for (size_t i = 0; i < rows.size(); ++i)
      worst = std::max(
          worst, largest_error(position(rows.at(i), static_cast<int>(d)), row(expected, d, i)));
    // Two implementations of sine: measured one rounding of a number near 1, allowed two.
    EXPECT_LE(worst, 2 * 0x1p-24);
  }

  // The same checkpoint in PyTorch's format gives the same bits as in safetensors.
  void pytorch_file_gives_the_same_bits(
      const std::function<Model(const std::filesystem::path&)>& load) const {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() /
        (goldens.folder.filename().string() + "-sotto-golden-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    for (const char* file : {"config.json", "pytorch_model.bin"}) {
      std::filesystem::copy_file(goldens.folder / file, folder / file,
                                 std::filesystem::copy_options::overwrite_existing);
    }
    seq2seq::Session torch(load(folder)), safetensors(load(goldens.folder));
    std::filesystem::remove_all(folder);
    for (const Json& c : cases_with("teacher_forced")) {
      EXPECT_EQ(encode(torch, c.at("src_ids")), encode(safetensors, c.at("src_ids"))) << c.at("id");
      const Ids tokens = c.at("teacher_forced").at("decoder_input_ids");
      EXPECT_EQ(decode(torch, tokens), decode(safetensors, tokens)) << c.at("id");
    }
  }
};

}  // namespace sotto::models::testing
