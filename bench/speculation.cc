// What guessing brings a language model: greedy translations of each line without it, by look-up,
// with a smaller network, and with both. The ids must be the same.
//
//   speculation [--threads N] [--quant SCHEME] [--draft FOLDER]
//       [--draft-quant SCHEME] FOLDER < LINES
//
// Of each way: passes and tokens behind the first of each line, tokens a pass, how many of the
// proposed ones were right, and milliseconds a token, of the wall and of all threads.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "base/language.h"
#include "checkpoint/model_folder.h"
#include "device_cpu/backend.h"
#include "models/causal_lm/model.h"
#include "tokenize/chat_tokenizer.h"
#include "translate/prompts.h"
#include "translate/search/speculation.h"

namespace {

using namespace sotto;
using models::causal_lm::Model;

double now_ms() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(now).count();
}
double processor_ms() { return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Wanted {
  int threads = 2;
  std::string quant, draft, draft_quant, model;
};

int fail(const Error& error) {
  fmt::print(stderr, "speculation: {}\n", error.message);
  return 1;
}

Result<std::shared_ptr<const Model>> load(const std::string& path, const std::string& quant,
                                          std::shared_ptr<const device::Backend> backend) {
  std::optional<quant::Scheme> scheme;
  if (!quant.empty()) {
    const auto parsed = quant::parse_scheme(quant);
    if (!parsed) return parsed.error();
    scheme = *parsed;
  }
  const auto folder = checkpoint::open_model_folder(path);
  if (!folder) return folder.error();
  return Model::load(*folder, scheme, std::move(backend));
}

// One way to search all lines.
class Run {
 public:
  Run(models::Seq2SeqSession& session, const translate::Prompt& prompt,
      const translate::SearchOptions& options)
      : session_(session), prompt_(prompt), options_(options) {}

  Result<std::vector<std::vector<int>>> all(const std::vector<std::string>& lines,
                                            translate::Speculation* speculation) {
    std::vector<std::vector<int>> found;
    const double begin = now_ms(), cpu = processor_ms();
    tokens = 0;
    for (const std::string& line : lines) {
      std::vector<int> ids = prompt_.ids(line);
      const int start = ids.back();
      ids.pop_back();
      const auto pools = translate::search_all(
          session_, {&ids, 1}, start, translate::kNoForcedFirst, options_, {}, speculation);
      if (!pools) return pools.error();
      found.push_back(pools->front().front().ids);
      tokens += static_cast<int>(found.back().size()) - 1;
    }
    wall_ms = now_ms() - begin;
    cpu_ms = processor_ms() - cpu;
    return found;
  }

  double wall_ms = 0, cpu_ms = 0;
  int tokens = 0;

 private:
  models::Seq2SeqSession& session_;
  const translate::Prompt& prompt_;
  const translate::SearchOptions options_;
};

Result<void> measure(const Wanted& wanted, const std::vector<std::string>& lines) {
  const auto backend = device::cpu::open_backend(wanted.threads);
  if (!backend) return backend.error();
  const auto tokenizer = tokenize::ChatTokenizer::load(wanted.model);
  if (!tokenizer) return tokenizer.error();
  const auto prompt =
      translate::Prompt::find(*tokenizer, wanted.model, *find_language("en"), *find_language("ja"));
  if (!prompt) return prompt.error();
  const auto model = load(wanted.model, wanted.quant, *backend);
  if (!model) return model.error();
  std::shared_ptr<const Model> small;
  if (!wanted.draft.empty()) {
    auto draft = load(wanted.draft, wanted.draft_quant, *backend);
    if (!draft) return draft.error();
    small = *std::move(draft);
  }
  const auto session = (*model)->open_session(nullptr, prompt->prefix());
  translate::SearchOptions options{.max_new_tokens = 80};
  options.eos = prompt->end_of_answer();
  Run run(*session, *prompt, options);
  const auto plain = run.all(lines, nullptr);
  if (!plain) return plain.error();
  const auto again = run.all(lines, nullptr);  // what a first run pays for, is paid
  if (!again) return again.error();
  fmt::print("{} lines, {} tokens; without: {:.3f} ms a token ({:.3f} of all threads)\n",
             lines.size(), run.tokens, run.wall_ms / run.tokens, run.cpu_ms / run.tokens);
  const auto way = [&](const char* name, translate::Speculation::Options how,
                       bool asks) -> Result<void> {
    translate::Speculation speculation(
        how, asks ? small->open_session(nullptr, prompt->prefix()) : nullptr);
    const auto found = run.all(lines, &speculation);
    if (!found) return found.error();
    if (*found != *plain)
      return Error{Errc::internal, fmt::format("{}: other ids, expected the same", name)};
    const translate::DraftReport& r = speculation.report();
    fmt::print(
        "{:18} {:.2f} tokens a pass; {} of {} proposed right ({} of {} looked up); {:.3f} ms a "
        "token ({:.3f})\n",
        name, static_cast<double>(r.tokens) / std::max(1, r.passes), r.taken, r.proposed,
        r.found_right, r.looked_up, run.wall_ms / run.tokens, run.cpu_ms / run.tokens);
    return {};
  };
  for (const bool asks : {false, true}) {
    if (asks && small == nullptr) continue;
    for (const bool looks_up : {true, false}) {
      if (!asks && !looks_up) continue;
      const std::string name = fmt::format("{}{}", looks_up ? "look-up" : "", asks ? "+draft" : "");
      for (const int most : {0, 2, 4, 8}) {
        const auto done =
            way(fmt::format("{} {}", name, most ? std::to_string(most) : "adapts").c_str(),
                {.most = most > 0 ? most : 8, .adapts = most == 0, .looks_up = looks_up}, asks);
        if (!done) return done;
      }
    }
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  Wanted wanted;
  const std::vector<std::string> words(argv + 1, argv + argc);
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with("--") && i + 1 == words.size())
      return fail({Errc::bad_argument, words[i] + ": has no value, expected one"});
    if (words[i] == "--threads")
      wanted.threads = std::max(1, std::atoi(words[++i].c_str()));
    else if (words[i] == "--quant")
      wanted.quant = words[++i];
    else if (words[i] == "--draft-quant")
      wanted.draft_quant = words[++i];
    else if (words[i] == "--draft")
      wanted.draft = words[++i];
    else
      wanted.model = words[i];
  }
  std::vector<std::string> lines;
  for (std::string line; std::getline(std::cin, line);)
    if (!line.empty()) lines.push_back(line);
  if (wanted.model.empty() || lines.empty())
    return fail({Errc::bad_argument, "expected a folder, and lines of English to read"});
  const Result<void> done = measure(wanted, lines);
  return done ? 0 : fail(done.error());
}
