// sotto translate: one line in, one line out, same order and count.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/log.h"
#include "base/printable.h"
#include "base/split_list.h"
#include "base/utf8.h"
#include "cli/verbs.h"
#include "engine/translator_order.h"
#include "terminal/flags.h"
#include "terminal/line_reader.h"
#include "terminal/line_writer.h"
#include "terminal/signals.h"
#include "translate/document/lines.h"

namespace sotto::cli {
namespace {

constexpr const char* kTranslateHelp = R"(Examples:
  echo "All tests pass now." | sotto translate --to ja
  sotto translate --from eng_Latn --to fra_Latn --model facebook/nllb-200-distilled-600M in.txt
  sotto translate --to ja --json --beam 4 in.txt
  sotto translate --to ja --raw in.txt      # no splitting, no protection, no guard)";

struct TranslateFlags {
  std::string file = "-", from = "en", to, model = "auto", quant, device = "cpu";
  std::optional<int> beam, no_repeat_ngram, max_new_tokens, context;
  std::optional<float> length_penalty, repetition_penalty;
  std::string shortlist, draft, in_register = "asis";
  int threads = 0, n_best = 1, batch = 1, draft_tokens = 8;
  std::optional<sotto::device::Precision> kv_cache;
  bool json = false, raw = false, no_cache = false;
};

void declare(CLI::App& app, TranslateFlags& f) {
  app.footer(kTranslateHelp);
  app.add_option("FILE", f.file, "Text, a line at a time; - is standard input")
      ->capture_default_str();
  app.add_option("--from", f.from, "Language of the text")->capture_default_str();
  app.add_option("--to", f.to, "Language to translate to, such as ja or jpn_Jpan");
  app.add_option("--model", f.model,
                 "Model name, hub id or folder; auto: the best that is installed")
      ->capture_default_str();
  app.add_option("--beam", f.beam, "Hypotheses to keep; 1 is greedy (default: the model's)")
      ->check(CLI::Range(1, 64));
  app.add_option("--length-penalty", f.length_penalty, "Above 0 longer translations are preferred");
  app.add_option("--no-repeat-ngram", f.no_repeat_ngram, "No N tokens occur twice; 0: off")
      ->check(CLI::Range(0, 100));
  app.add_option("--repetition-penalty", f.repetition_penalty, "Above 1 repeated tokens cost more")
      ->check(CLI::PositiveNumber);
  app.add_option("--max-new-tokens", f.max_new_tokens, "Longest translation of a sentence")
      ->check(CLI::Range(1, 100000));
  add_quant_flag(app, f.quant, "Weights");
  add_kv_cache_flag(app, f.kv_cache);
  add_device_flag(app, f.device);
  app.add_option("--threads", f.threads, "0: one a processor")
      ->check(CLI::Range(0, 256))
      ->capture_default_str();
  app.add_option("--batch", f.batch,
                 "Lines that are read, and then translated at once: faster for a file, later for "
                 "somebody who waits for each line")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  app.add_option("--n-best", f.n_best, "With --json, so many translations; at most --beam")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  add_shortlist_flag(app, f.shortlist);
  add_cache_flag(app, f.no_cache);
  add_register_flag(app, f.in_register, " (default: asis)");
  add_draft_flags(app, f.draft, f.draft_tokens);
  add_context_flag(app, f.context, "0");
  app.add_flag("--json", f.json, "A line of JSON a line: sentences, ids, score, time");
  app.add_flag("--raw", f.raw,
               "The line goes to the network as it is: no splitting, protection or guard");
}

translate::TranslatorOptions translator_options(const TranslateFlags& f) {
  translate::TranslatorOptions options;
  options.model = f.model;
  options.weights = weights_flag(f.quant);
  options.keep_weights = true;
  options.threads = f.threads;
  options.draft = f.draft;
  options.draft_tokens = f.draft_tokens;
  options.n_best = f.n_best;
  options.context = f.context.value_or(0);
  options.search.beams = f.beam;
  options.search.length_penalty = f.length_penalty;
  options.search.no_repeat_ngram = f.no_repeat_ngram;
  options.search.repetition_penalty = f.repetition_penalty;
  options.search.max_new_tokens = f.max_new_tokens;
  return options;
}

// Up to `count` lines, fewer at the end of the input. `replaced` counts what was not UTF-8.
Result<std::vector<std::string>> read_lines(LineReader& reader, int count,
                                            const std::stop_token& stop, size_t& replaced) {
  std::vector<std::string> lines;
  while (static_cast<int>(lines.size()) < count) {
    const Result<std::optional<std::string>> line = reader.next(stop);
    if (!line) return line.error();
    if (!*line) break;
    lines.push_back(to_valid_utf8(**line, replaced));
  }
  return lines;
}

// Lines to lines, until the end, an error or a signal. Gives the exit code.
int translate_lines(pipeline::ByteSource& source, translate::LineTranslator& translator,
                    const TranslateFlags& f, Session& session) {
  const Signals signals(session.stop);
  const std::stop_token stop = session.stop.get_token();
  LineWriter out(STDOUT_FILENO, "standard output");
  LineReader reader(source);
  size_t lines = 0, replaced = 0;
  const auto ended_by = [&](const Error& error) {
    return signals.exit_code() != 0 ? signals.exit_code() : fail(error);
  };
  for (;;) {
    const auto texts = read_lines(reader, f.batch, stop, replaced);
    if (!texts) return ended_by(texts.error());
    if (texts->empty()) break;
    const auto done =
        f.raw ? translator.translate_raw(*texts, stop) : translator.translate(*texts, stop);
    if (!done) return ended_by(done.error());
    for (const translate::TranslatedLine& line : *done) {
      if (const std::string why = line.why_lost(); !why.empty()) {
        log::warn("line {} is not translated in full: {}", lines + 1, why);
      }
      if (!out.write(f.json ? line.json(lines) : line.text, stop)) {
        return out.error() ? fail(*out.error()) : signals.exit_code();
      }
      ++lines;
    }
  }
  if (lines == 0) log::warn("the input is empty, expected lines of text");
  if (replaced > 0) log::warn("{} ill-formed UTF-8 runs were replaced by U+FFFD", replaced);
  return kDone;
}

int translate(const TranslateFlags& f, Session& session) {
  const Result<Language> from = language_flag("--from", f.from);
  if (!from) return fail(from.error());
  const Result<Language> to = language_flag("--to", f.to);
  if (!to) return fail(to.error());
  auto source = pipeline::open_source(f.file);
  if (!source) return fail(source.error());
  if (split_list(f.model).size() > 1)
    return fail({Errc::bad_argument,
                 fmt::format("--model {}: is a list, expected one model; where one breaks, speak "
                             "and serve go on with the next",
                             printable(f.model))});
  const auto names = engine::translator_order(f.model, *from, *to);
  if (!names) return fail(names.error());
  translate::TranslatorOptions options = translator_options(f);
  const auto backend = device_flag(f.device, f.threads, f.kv_cache);
  if (!backend) return fail(backend.error());
  options.backend = *backend;
  if (!names->empty()) options.model = names->front();
  options.from = *from;
  options.to = *to;
  auto shortlist = shortlist_flag(f.shortlist);
  if (!shortlist) return fail(shortlist.error());
  options.shortlist = *std::move(shortlist);
  auto loaded = load_translator(options, f.no_cache || f.raw);
  if (!loaded) return fail(loaded.error());
  engine::Registers registers;
  loaded = registers.apply(*std::move(loaded), *to, register_flag(f.in_register));
  if (!loaded) return fail(loaded.error());
  translate::LineTranslator translator(**loaded, *from, *to);
  return translate_lines(**source, translator, f, session);
}

}  // namespace

Verb add_translate(CLI::App& app) {
  auto flags = std::make_shared<TranslateFlags>();
  CLI::App* verb = app.add_subcommand("translate", "Translate text, line by line");
  declare(*verb, *flags);
  return {verb, [flags](Session& session) { return translate(*flags, session); }};
}

}  // namespace sotto::cli
