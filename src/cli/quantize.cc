// sotto quantize: a model folder with smaller weights out of a model folder.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/json.h"
#include "base/log.h"
#include "base/thread_pool.h"
#include "cli/verbs.h"
#include "models/kinds.h"
#include "terminal/flags.h"
#include "terminal/line_writer.h"
#include "terminal/progress.h"
#include "terminal/signals.h"
#include "terminal/static_scheme.h"
#include "tokenize/shortlist.h"
#include "translate/kinds.h"
#include "translate/shortlist_file.h"

namespace sotto::cli {
namespace {

namespace fs = std::filesystem;
using checkpoint::QuantizedTensor;
using checkpoint::QuantizeResult;
using quant::Scheme;

constexpr const char* kQuantizeHelp = R"(Schemes (docs/quantization.md says which to take):
  q8, q6, q4     8, 6 or 4 bits, a scale and a bias for every group of columns (MLX's layout)
  int8           8 bits, a scale for every row: the fastest to compute with
  int8-static    of a voice: int8, and Mimi's convolutions in int8, too, for activations in 12 bits
                 whose ranges are measured while the model speaks (int8-static:8: in 8 bits);
                 also q8-static, q4-static, ...; of XTTS: the vocoder's convolutions in int8, too,
                 for activations in 8 bits whose ranges are those of each call
  f16, bf16, f32 floats
A matrix whose columns the group does not divide stays as it is; so do biases, norms and positions,
and of a voice (docs/pocket_tts.md, chatterbox.md, xtts.md) all but the Transformers and the flow net.

Examples:
  sotto quantize facebook/nllb-200-distilled-600M nllb-600m-int8 --scheme int8
  sotto quantize nllb-600m nllb-600m-q4 --scheme q4 --group 32 --int8-embeddings
  sotto quantize english.yaml pocket-tts-english --scheme int8
  sotto quantize english.yaml pocket-tts-english --scheme int8-static --calibrate lines.txt
  sotto quantize xtts xtts-q4 --scheme q4-static
  sotto quantize nllb-600m out --scheme q4 --keep 'model.decoder.*.fc2.weight' --report -
  sotto translate --model ./nllb-600m-int8 --to ja < in.txt)";

struct QuantizeFlags {
  std::string source, target, scheme, report, shortlist, calibrate;
  std::string fc2 = "rows";
  std::vector<std::string> keep;
  std::optional<int> group;
  int threads = 0;
  bool int8_embeddings = false, force = false;
};

void declare(CLI::App& app, QuantizeFlags& f) {
  app.footer(kQuantizeHelp);
  app.add_option("SRC", f.source,
                 "Model name, hub id, folder or a voice's yaml, with weights stored as floats");
  app.add_option("DST", f.target, "The folder to make");
  app.add_option("--scheme", f.scheme,
                 "q8, q6, q4 (or q4:32: with its group), int8, int8-static, f16, bf16, f32");
  app.add_option(
         "--calibrate", f.calibrate,
         "What the voice says while it is measured for int8-static, a text a line (default: "
         "eight sentences of English)")
      ->type_name("FILE");
  app.add_option("--group", f.group, "Columns that share a scale in q8, q6 and q4 (default: 64)")
      ->check(CLI::IsMember({32, 64, 128}));
  app.add_option("--keep", f.keep,
                 "Tensors whose names match this pattern stay as they are; may be given again")
      ->type_name("GLOB");
  app.add_flag(
      "--int8-embeddings", f.int8_embeddings,
      "The embedding, which is also the output matrix, becomes q8 (8 bits, affine, the same "
      "group; 64 with a float scheme), whatever the scheme; q8 and int8 are 8 bits anyway");
  app.add_option("--fc2", f.fc2,
                 "columns: the matrices behind the decoder's ReLU become int8 by columns, whatever "
                 "the scheme, so that a step skips those that meet zeros, exactly (MLX does not "
                 "read that)")
      ->check(CLI::IsMember({"rows", "columns"}))
      ->capture_default_str();
  app.add_option("--shortlist", f.shortlist,
                 "The tokens of this language are stored beside the others, and chosen from where "
                 "that is the target language (faster; approximate); FILE as in translate")
      ->type_name("LANG[:FILE]");
  app.add_option("--report", f.report,
                 "The error of every matrix: a table, to a file or - (standard output); a file "
                 "that ends in .jsonl gets a line of JSON a matrix")
      ->type_name("FILE");
  app.add_option("--threads", f.threads, "0: one a processor")
      ->check(CLI::Range(0, 256))
      ->capture_default_str();
  app.add_flag("--force", f.force, "Replace a model that is at DST");
}

Result<Scheme> scheme_of(const QuantizeFlags& f) {
  if (f.scheme.empty()) {
    return Error{Errc::bad_argument, "--scheme is missing, expected a scheme such as q8 or int8"};
  }
  const auto with_static = static_scheme(f.scheme);
  const std::string name = with_static ? with_static->rest : f.scheme;
  Result<Scheme> scheme = quant::parse_scheme(name);
  if (!scheme) {
    return Error{Errc::bad_argument, fmt::format("--scheme: {}", scheme.error().message)};
  }
  if (!f.group) return scheme;
  if (!scheme->is_affine() || name.find(':') != std::string::npos) {
    return Error{Errc::bad_argument,
                 fmt::format("--group {}: {}", *f.group,
                             scheme->is_affine() ? "the scheme names its group already"
                                                 : "only q8, q6 and q4 have groups")};
  }
  scheme->group = *f.group;
  return scheme;
}

// Ids to the weights, and shortlist.json beside them.
Result<void> add_shortlist(const QuantizeFlags& f, const checkpoint::ModelFolder& folder,
                           checkpoint::QuantizeFolderOptions& options) {
  const auto choice = shortlist_flag(f.shortlist);
  if (!choice) return choice.error();
  if (!*choice || (*choice)->everything) return {};
  if (!translate::kind_of(folder).has_shortlists)
    return Error{Errc::unsupported, "--shortlist is for NLLB networks, this one is Marian's"};
  const Result<tokenize::Tokenizer> tokenizer = tokenize::Tokenizer::load(folder.path);
  if (!tokenizer) return tokenizer.error();
  const std::string language = (*choice)->language.flores;
  if (!tokenizer->language_id(language)) {
    return Error{Errc::bad_argument,
                 fmt::format("--shortlist {}: the model does not know that language", language)};
  }
  auto ids =
      tokenize::shortlist(*tokenizer, (*choice)->language, {.frequencies = (*choice)->frequencies});
  if (!ids) return ids.error();
  options.more_files[translate::kShortlistFile] = translate::to_json({language, *ids});
  options.weights.shortlist = *std::move(ids);
  return {};
}

// Adds options that are for translation models alone.
Result<void> add_translation_options(const QuantizeFlags& f, const checkpoint::ModelFolder& folder,
                                     checkpoint::QuantizeFolderOptions& options) {
  options.weights.decoder_fc2_by_columns = f.fc2 == "columns";
  if (options.weights.decoder_fc2_by_columns && !checkpoint::has_relu(folder)) {
    return Error{Errc::bad_argument,
                 fmt::format("--fc2 columns: the activation_function of {} is not relu, and no "
                             "other one gives zeros",
                             folder.path.string())};
  }
  return add_shortlist(f, folder, options);
}

// A hub id or a name as it was given; of a path the folder's own name.
std::string source_name(const std::string& given, const fs::path& path) {
  std::error_code error;
  if (!fs::exists(given, error)) return given;
  const fs::path whole = fs::canonical(path, error);
  return (error ? path : whole).filename().string();
}

struct Source {
  fs::path path;
  const models::Kind* kind;
  std::optional<checkpoint::ModelFolder> folder = {};  // of a translation model
};

// A model's folder, or the yaml of a voice.
Result<Source> open_source(const std::string& given) {
  std::error_code ignored;
  const Result<fs::path> path =
      fs::is_regular_file(given, ignored) ? Result<fs::path>(given) : models::find_model(given);
  if (!path) return path.error();
  const auto kind = models::known_kind(*path);
  if (kind && (*kind)->speaks()) return Source{*path, *kind};
  auto folder = checkpoint::open_model_folder(*path);
  if (!folder) return folder.error();
  if (folder->gguf)
    return Error{Errc::unsupported,
                 fmt::format("{}: is a GGUF file, which has its scheme; expected a folder in the "
                             "hub's layout",
                             folder->path.string())};
  if (!kind) return kind.error();
  return Source{*path, *kind, *std::move(folder)};
}

std::string form_of(const QuantizedTensor& t) {
  if (t.scheme) return quant::name_of(*t.scheme) + (t.by_columns ? " by columns" : "");
  return t.why_kept.empty() ? "has that form" : "kept: " + t.why_kept;
}

double weight_rms(const QuantizedTensor& t) {
  return std::sqrt(t.error.squares / (static_cast<double>(t.rows) * t.cols));
}

std::string json_report(const QuantizeResult& result) {
  std::string text;
  for (const QuantizedTensor& t : result.tensors) {
    if (t.rows == 0) continue;
    nlohmann::ordered_json line = {{"tensor", t.name},
                                   {"rows", t.rows},
                                   {"cols", t.cols},
                                   {"form", form_of(t)},
                                   {"bytes_before", t.bytes_before},
                                   {"bytes_after", t.bytes_after}};
    if (t.scheme) {
      line["relative_rms_error"] = t.error.relative_rms();
      line["max_error"] = t.error.largest;
      line["weight_rms"] = weight_rms(t);
    }
    text += dumped(line) + "\n";
  }
  return text;
}

std::string table(const QuantizeResult& result) {
  size_t width = 6;
  for (const QuantizedTensor& t : result.tensors) {
    if (t.rows > 0) width = std::max(width, t.name.size());
  }
  std::string text = fmt::format("{:<{}}  {:>7} {:>6}  {:>10}  {:>10}  {}\n", "matrix", width,
                                 "rows", "cols", "error rms", "max error", "form");
  for (const QuantizedTensor& t : result.tensors) {
    if (t.rows == 0) continue;
    const std::string error = t.scheme ? fmt::format("{:>8.4f} %  {:>10.3g}",
                                                     100 * t.error.relative_rms(), t.error.largest)
                                       : fmt::format("{:>10}  {:>10}", "-", "-");
    text += fmt::format("{:<{}}  {:>7} {:>6}  {}  {}\n", t.name, width, t.rows, t.cols, error,
                        form_of(t));
  }
  return text;
}

std::string summary(const std::string& target, const QuantizeResult& result, double seconds) {
  size_t matrices = 0, changed = 0;
  checkpoint::EncodingError sum;
  for (const QuantizedTensor& t : result.tensors) {
    matrices += t.rows > 0 ? 1 : 0;
    changed += t.scheme ? 1 : 0;
    sum.squares += t.error.squares;
    sum.error_squares += t.error.error_squares;
  }
  struct rusage usage = {};
  ::getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
  const double peak_mb = static_cast<double>(usage.ru_maxrss) / 1e6;
#else
  const double peak_mb = static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
#endif
  return fmt::format(
      "{}: {:.1f} MB -> {:.1f} MB, {} of {} matrices converted, error {:.3f} % rms, "
      "{:.1f} s, peak memory {:.0f} MB\n",
      target, result.bytes_before / 1e6, result.bytes_after / 1e6, changed, matrices,
      100 * sum.relative_rms(), seconds, peak_mb);
}

Result<void> write_report(const std::string& report, const QuantizeResult& result) {
  if (report.empty() || report == "-") return {};
  return write_file(report, report.ends_with(".jsonl") ? json_report(result) : table(result));
}

// The bar comes after it: this is not counted in bytes.
void say_progress(size_t done, size_t all) {
  std::fputs(fmt::format("text {} of {} is measured\n", done, all).c_str(), stderr);
}

// The error: a flag is not for networks of that kind.
Result<void> check_flags(const QuantizeFlags& f, const models::Kind& kind) {
  const auto wrong = [](std::string what) { return Error{Errc::bad_argument, std::move(what)}; };
  const bool is_static = static_scheme(f.scheme).has_value();
  if (kind.speaks() && f.int8_embeddings)
    return wrong("--int8-embeddings: is for translation models, not for a voice");
  if (is_static && kind.statics == models::Statics::none)
    return wrong(fmt::format("--scheme {}: is for a voice of Pocket TTS or XTTS", f.scheme));
  if (!f.calibrate.empty() && !(is_static && kind.statics == models::Statics::measured))
    return wrong(
        "--calibrate: is for --scheme int8-static and its like alone, of a voice of Pocket TTS");
  if (kind.speaks() && !(f.fc2 == "rows" && f.shortlist.empty()))
    return wrong("--fc2 and --shortlist are for translation models, not for a voice");
  return {};
}

int quantize(const QuantizeFlags& f, Session& session) {
  if (f.source.empty() || f.target.empty()) {
    return fail_usage("SRC or DST is missing, expected the model and the folder to make");
  }
  const Result<Scheme> scheme = scheme_of(f);
  if (!scheme) return fail(scheme.error());
  Result<Source> source = open_source(f.source);
  if (!source) return fail(source.error());
  if (const auto usage = check_flags(f, *source->kind); !usage) return fail(usage.error());
  models::QuantizationOptions options;
  if (source->folder) options.opened = &*source->folder;
  if (const auto with_static = static_scheme(f.scheme)) {
    auto made = static_convolutions(*with_static, f.calibrate, f.threads);
    if (!made) return fail(made.error());
    options.convolutions = *std::move(made);
    if (!session.quiet) options.convolutions->said = say_progress;
  }
  const Signals signals(session.stop);
  ThreadPool pool(f.threads > 0 ? f.threads : default_threads());
  Progress progress(fmt::format("{} to {}", f.source, quant::name_of(*scheme)), session.quiet);
  checkpoint::QuantizeFolderOptions& folder = options.folder;
  folder.weights.scheme = *scheme;
  folder.weights.keep = f.keep;
  if (f.int8_embeddings && scheme->kind != Scheme::Kind::int8)
    folder.weights.embeddings = Scheme{Scheme::Kind::q8, scheme->group};
  if (source->folder) {
    const auto added = add_translation_options(f, *source->folder, folder);
    if (!added) return fail(added.error());
  }
  folder.weights.measure = true;
  folder.weights.pool = &pool;
  folder.weights.stop = session.stop.get_token();
  folder.weights.progress = [&](size_t done, size_t all) { progress.show(done, all); };
  folder.source_name = source_name(f.source, source->path);
  folder.force = f.force;
  const Result<QuantizeResult> result =
      models::quantize(*source->kind, source->path, f.target, options);
  if (!result) return signals.exit_code() != 0 ? signals.exit_code() : fail(result.error());
  if (const Result<void> r = write_report(f.report, *result); !r) return fail(r.error());
  const std::string text = summary(f.target, *result, progress.seconds());
  return print_result(f.report == "-" ? table(*result) + text : text);
}

}  // namespace

Verb add_quantize(CLI::App& app) {
  auto flags = std::make_shared<QuantizeFlags>();
  CLI::App* verb = app.add_subcommand("quantize", "Make a model folder with smaller weights");
  declare(*verb, *flags);
  return {verb, [flags](Session& session) { return quantize(*flags, session); }};
}

}  // namespace sotto::cli
