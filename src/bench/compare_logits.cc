#include "bench/compare_logits.h"

#include <fmt/format.h>

#include "bench/bench_run.h"
#include "measure/logit_quality.h"
#include "models/kinds.h"
#include "models/seq2seq/model.h"
#include "terminal/flags.h"
#include "tokenize/tokenizer.h"
#include "translate/search/search.h"

namespace sotto::bench {
namespace {

constexpr int kMostTokens = 100;

struct Form {
  std::filesystem::path folder;
  std::shared_ptr<const models::seq2seq::Model> model;
  std::unique_ptr<models::Seq2SeqSession> session;
};

Result<Form> open_form(const std::string& name, int threads,
                       std::optional<device::Precision> kv_cache) {
  const size_t at = name.find('@');
  std::optional<quant::Scheme> scheme;
  if (at != std::string::npos) {
    const Result<quant::Scheme> parsed = quant::parse_scheme(name.substr(at + 1));
    if (!parsed) return parsed.error();
    scheme = *parsed;
  }
  Result<std::filesystem::path> path = models::find_model(name.substr(0, at));
  if (!path) return path.error();
  const auto backend = terminal::device_flag("cpu", threads, kv_cache);
  if (!backend) return backend.error();
  auto model = models::load<models::seq2seq::Model>(*path, {scheme, *backend});
  if (!model) return model.error();
  auto session = (*model)->open_session(nullptr);
  return Form{*std::move(path), *std::move(model), std::move(session)};
}

// A tokenizer that knows both languages, and their ids.
struct Sources {
  tokenize::Tokenizer tokenizer;
  int from, to;
};

Result<Sources> open_sources(const Form& form, const LogitsCompare& what) {
  auto tokenizer = tokenize::Tokenizer::load(form.folder);
  if (!tokenizer) return tokenizer.error();
  const Result<Language> from = language_flag("--from", what.from);
  if (!from) return from.error();
  const Result<Language> to = language_flag("--to", what.to);
  if (!to) return to.error();
  const auto source = tokenizer->language_id(from->flores);
  const auto target = tokenizer->language_id(to->flores);
  if (source && target) return Sources{*std::move(tokenizer), *source, *target};
  return Error{Errc::unsupported, fmt::format("{}: knows not both {} and {}, expected both",
                                              form.folder.string(), from->flores, to->flores)};
}

Result<void> add_prompt(Form& a, Form& b, const std::vector<int>& source, int language,
                        measure::LogitDifference& difference) {
  const translate::SearchOptions greedy = {.beams = 1, .max_new_tokens = kMostTokens};
  const int start = a.model->config().decoder_start;
  const auto found = translate::search(*a.session, {&source, 1}, start, language, greedy, {});
  if (!found) return found.error();
  const std::vector<int>& ids = found->at(0).ids;
  a.session->start({&source, 1}, 1);
  b.session->start({&source, 1}, 1);
  for (size_t i = 0; i + 1 < ids.size(); ++i) {
    const auto logits_a = a.session->step({&ids[i], 1});
    const auto logits_b = b.session->step({&ids[i], 1});
    if (i > 0) difference.add(logits_a, logits_b);  // at 0 the language is forced
  }
  return {};
}

}  // namespace

Result<nlohmann::ordered_json> compare_logits(const LogitsCompare& what) {
  auto a = open_form(what.a, what.threads, device::Precision::f32);
  if (!a) return a.error();
  auto b = open_form(what.b, what.threads, what.kv_cache);
  if (!b) return b.error();
  const int size_a = a->session->vocab_size(), size_b = b->session->vocab_size();
  if (size_a != size_b) {
    return Error{Errc::bad_argument,
                 fmt::format("{} has {} tokens and {} has {}, expected two forms of "
                             "one network",
                             what.a, size_a, what.b, size_b)};
  }
  const auto sources = open_sources(*a, what);
  if (!sources) return sources.error();
  BenchRun bench;
  bench.prompts = what.prompts;
  const auto prompts = prompts_of(bench);
  if (!prompts) return prompts.error();
  measure::LogitDifference difference;
  for (const measure::Prompt& prompt : *prompts) {
    const auto ids = sources->tokenizer.encode(prompt.text, sources->from);
    const auto added = add_prompt(*a, *b, ids, sources->to, difference);
    if (!added) return added.error();
  }
  return nlohmann::ordered_json{{"steps", difference.steps()},
                                {"kl_mean", difference.kl_mean()},
                                {"kl_max", difference.kl_max()},
                                {"top1_agreement", difference.top1_agreement()}};
}

}  // namespace sotto::bench
