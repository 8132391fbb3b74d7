// sotto compare: how far two recordings, texts, runs or forms of a network are apart, with limits
// for scripts.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "audio/sound_file.h"
#include "base/file.h"
#include "base/json.h"
#include "base/utf8.h"
#include "bench/bench_compare.h"
#include "bench/compare_logits.h"
#include "bench/thresholds.h"
#include "bench/verbs.h"
#include "measure/sound_quality.h"
#include "measure/statistics.h"
#include "measure/text_quality.h"
#include "terminal/flags.h"
#include "terminal/line_writer.h"

namespace sotto::bench {
namespace {

using Json = nlohmann::ordered_json;
using measure::rounded;
namespace fs = std::filesystem;

constexpr const char* kCompareHelp = R"(Examples:
  sotto compare before.wav after.wav --max-mcd 3 --max-eos-shift 1
  sotto compare --text hypotheses.txt references.txt --tokenizer char --min-chrf 39
  sotto compare --logits narrator-en-ja@f32 ./narrator-q4 --min-top1 0.9
  sotto compare --logits narrator-en-ja narrator-en-ja --kv-cache int8   # of the second
  sotto compare bench-runs/before bench-runs/after      # as sotto bench compare

The second recording is brought to the rate of the first. mcd_db is after alignment
in time; frames of eos_shift_frames have 80 ms. bleu and chrf are those of sacreBLEU.
Exit code: 0, or 1 when a limit is not kept or a file cannot be read.)";

constexpr double kLongestSeconds = 600;  // the alignment takes time with the square of it
constexpr double kFrameMs = 80;          // of Pocket TTS

struct CompareFlags {
  std::string a, b, tokenizer = "13a";
  LogitsCompare logits_of;
  bool text = false, logits = false, json = false;
  std::vector<Threshold> limits = {
      {"--max-mcd", "mcd_db", "Mel-cepstral distortion, dB", true},
      {"--max-log-mel", "log_mel_db", "Distance of the log-mel spectra, dB", true},
      {"--min-correlation", "correlation", "Of the waveforms", false},
      {"--max-eos-shift", "eos_shift_frames", "Frames that the speech ends earlier or later", true},
      {"--max-clipped", "clipped", "Clipped samples of the second recording", true},
      {"--min-chrf", "chrf", "chrF of the texts, 0 to 100", false},
      {"--min-bleu", "bleu", "BLEU of the texts, 0 to 100", false},
      {"--min-exact", "exact_match", "Share of the lines that are equal, 0 to 1", false},
      {"--max-kl", "kl_mean", "Mean Kullback-Leibler divergence of the logits, nats", true},
      {"--min-top1", "top1_agreement", "Share of the steps with the same best token, 0 to 1",
       false}};
};

Json numbers(const measure::SoundFacts& facts, const fs::path& file) {
  std::error_code ignored;
  return {{"samples", facts.samples},
          {"seconds", rounded(facts.seconds)},
          {"file_bytes", fs::file_size(file, ignored)},
          {"below_4khz_db", rounded(facts.low_db)},
          {"above_4khz_db", rounded(facts.high_db)},
          {"clipped", facts.clipped},
          {"silence_before_ms", rounded(facts.silence_before_ms)},
          {"silence_after_ms", rounded(facts.silence_after_ms)}};
}

std::string table_of(const Json& result) {
  std::string text;
  const auto& a = result.at("a");
  const auto& b = result.at("b");
  for (const auto& [key, value] : a.items()) {
    text += fmt::format("{:<20} {:>14} {:>14}\n", key, dumped(value), dumped(b.at(key)));
  }
  return text;
}

std::string list_of(const Json& numbers) {
  std::string text;
  for (const auto& [key, value] : numbers.items()) {
    text += fmt::format("{:<20} {}\n", key,
                        value.is_string() ? value.get<std::string>() : dumped(value));
  }
  return text;
}

Result<audio::Sound> read_all(const std::string& file) {
  auto sound = audio::read_sound(file, kLongestSeconds);
  if (!sound) return sound.error();
  const double seconds = static_cast<double>(sound->samples.size()) / sound->sample_rate_hz;
  if (seconds >= kLongestSeconds) {
    return Error{Errc::unsupported, fmt::format("{}: is longer than the {:.0f} s that are compared "
                                                "at most",
                                                file, kLongestSeconds)};
  }
  return sound;
}

Result<Json> compare_sounds(const CompareFlags& f) {
  const auto a = read_all(f.a);
  if (!a) return a.error();
  auto original = read_all(f.b);
  if (!original) return original.error();
  const measure::SoundFacts facts = measure::facts_of(*original);
  const auto b = measure::resampled(*std::move(original), a->sample_rate_hz);
  if (!b) return b.error();
  const measure::SoundDifference d = measure::difference(*a, *b);
  return Json{{"a", numbers(measure::facts_of(*a), f.a)},
              {"b", numbers(facts, f.b)},
              {"difference",
               {{"mcd_db", rounded(d.mcd_db)},
                {"log_mel_db", rounded(d.log_mel_db)},
                {"correlation", rounded(d.correlation)},
                {"eos_shift_ms", rounded(d.eos_shift_ms)},
                {"eos_shift_frames", rounded(d.eos_shift_ms / kFrameMs)}}}};
}

Result<std::vector<std::string>> read_lines(const std::string& file) {
  const Result<std::string> content = read_file(file);
  if (!content) return content.error();
  size_t replaced = 0;
  const std::string text = to_valid_utf8(*content, replaced);
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

Result<Json> compare_texts(const CompareFlags& f) {
  const auto hypotheses = read_lines(f.a), references = read_lines(f.b);
  if (!hypotheses) return hypotheses.error();
  if (!references) return references.error();
  if (hypotheses->size() != references->size() || hypotheses->empty()) {
    return Error{
        Errc::bad_format,
        fmt::format("{} has {} lines and {} has {}, expected as many in both, at least one", f.a,
                    hypotheses->size(), f.b, references->size())};
  }
  using enum measure::BleuTokenizer;
  const auto tokenizer = f.tokenizer == "char"   ? characters
                         : f.tokenizer == "none" ? none
                                                 : mteval13a;
  const measure::TextQuality q = measure::text_quality(*hypotheses, *references, tokenizer);
  return Json{{"lines", hypotheses->size()},
              {"chrf", rounded(q.chrf)},
              {"bleu", rounded(q.bleu)},
              {"exact_match", rounded(q.exact_match)},
              {"length_ratio", rounded(q.length_ratio)},
              {"chrf_signature", measure::chrf_signature()},
              {"bleu_signature", measure::bleu_signature(tokenizer)}};
}

// The numbers that limits hold for: sizes of shifts, and of single recordings those of the second.
Json limited(const Json& result) {
  if (!result.contains("difference")) return result;
  Json numbers = result.at("difference");
  numbers["eos_shift_frames"] = std::abs(numbers.at("eos_shift_frames").get<double>());
  numbers["clipped"] = result.at("b").at("clipped");
  return numbers;
}

Result<Json> compare_networks(const CompareFlags& f) {
  LogitsCompare what = f.logits_of;
  what.a = f.a;
  what.b = f.b;
  return compare_logits(what);
}

int compare_run_folders(const CompareFlags& f) {
  BenchCompare what;
  what.runs = {f.a, f.b};
  what.json = f.json;
  return compare_runs(what);
}

int compare(const CompareFlags& f) {
  std::error_code ignored;
  if (!f.logits && !f.text && fs::is_directory(f.a, ignored)) return compare_run_folders(f);
  const Result<Json> result = f.logits ? compare_networks(f)
                              : f.text ? compare_texts(f)
                                       : compare_sounds(f);
  if (!result) return fail(result.error());
  std::string text = result->dump() + "\n";
  if (!f.json) {
    const bool sounds = result->contains("difference");
    text = sounds ? table_of(*result) + list_of(result->at("difference")) : list_of(*result);
  }
  if (const int failed = print_result(text); failed != kDone) return failed;
  return count_beyond(limited(*result), f.limits) == 0 ? kDone : kFailed;
}

}  // namespace

Verb add_compare(CLI::App& app) {
  auto flags = std::make_shared<CompareFlags>();
  CLI::App* verb =
      app.add_subcommand("compare", "How far two recordings, texts or networks are apart");
  verb->footer(kCompareHelp);
  verb->add_option("A", flags->a,
                   "A recording or a run's folder; --text: hypotheses; --logits: MODEL[@SCHEME]")
      ->required();
  verb->add_option("B", flags->b,
                   "Another one; --text: references, a line each; --logits: MODEL[@SCHEME]")
      ->required();
  CLI::Option* text = verb->add_flag("--text", flags->text, "The files are texts");
  verb->add_flag("--logits", flags->logits, "Two forms of a translation network, token by token")
      ->excludes(text);
  verb->add_option("--prompts", flags->logits_of.prompts, "For --logits: a text a line")
      ->type_name("FILE");
  terminal::add_kv_cache_flag(*verb, flags->logits_of.kv_cache);  // of B
  verb->add_option("--from", flags->logits_of.from, "For --logits")->capture_default_str();
  verb->add_option("--to", flags->logits_of.to, "For --logits")->capture_default_str();
  verb->add_option("--tokenizer", flags->tokenizer,
                   "Of BLEU; char for languages without spaces, such as Japanese")
      ->check(CLI::IsMember({"13a", "char", "none"}))
      ->capture_default_str();
  verb->add_flag("--json", flags->json, "One line of JSON instead of a table");
  add_thresholds(*verb, flags->limits);
  return {verb, [flags](Session&) { return compare(*flags); }};
}

}  // namespace sotto::bench
