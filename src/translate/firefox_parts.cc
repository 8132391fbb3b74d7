// A folder of Firefox's translation models as a translator needs it.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json_fields.h"
#include "checkpoint/marian_file.h"
#include "device_cpu/backend.h"
#include "models/bergamot/model.h"
#include "models/kinds.h"
#include "tokenize/piece_tokenizer.h"
#include "translate/kinds.h"

namespace sotto::translate {
namespace {

namespace bergamot = models::bergamot;

namespace fs = std::filesystem;

// Firefox's limit, beyond which it cuts: nothing longer was seen in training.
constexpr int kLongestFirefoxSource = 127;

// A file in folders that `sotto pull` made.
constexpr const char* kDirectionFile = "direction.json";

// Reads that file, or the name of the model's file ("model.enja.intgemm.alphas.bin").
Result<Directions> firefox_directions(const fs::path& folder) {
  Directions directions;
  std::string from, to;
  std::error_code ignored;
  if (const fs::path file = folder / kDirectionFile; fs::exists(file, ignored)) {
    const Result<nlohmann::json> json = read_json_object(file);
    if (!json) return json.error();
    const Result<std::string> f = get_string(*json, file.string(), "from");
    if (!f) return f.error();
    const Result<std::string> t = get_string(*json, file.string(), "to");
    if (!t) return t.error();
    from = *f;
    to = *t;
  } else if (const auto model = checkpoint::find_marian_file(folder)) {
    const std::string name = model->filename().string();
    const size_t dot = name.find('.'), end = name.find('.', dot + 1);
    const std::string pair = end != name.npos ? name.substr(dot + 1, end - dot - 1) : "";
    if (pair.size() != 4) return directions;
    from = pair.substr(0, 2);
    to = pair.substr(2);
  }
  directions.from = languages_of({from});
  directions.to = languages_of({to});
  if (directions.from.empty() || directions.to.empty()) return Directions();
  return directions;
}

// One of the names that vocabularies have: "vocab.enja.spm", "vocab.spm".
Result<fs::path> vocabulary_file(const fs::path& folder, std::string_view begin) {
  std::vector<fs::path> found;
  std::error_code failure;
  for (fs::directory_iterator it(folder, failure), end; !failure && it != end;
       it.increment(failure)) {
    const std::string name = it->path().filename().string();
    if (name.starts_with(fmt::format("{}.", begin)) && name.ends_with(".spm"))
      found.push_back(it->path());
  }
  if (found.empty())
    return Error{Errc::not_found, fmt::format("{}: has no {}.*.spm", folder.string(), begin)};
  return *std::ranges::min_element(found);
}

Result<std::shared_ptr<const tokenize::PieceTokenizer>> load_vocabulary(const fs::path& folder,
                                                                        std::string_view begin,
                                                                        int size) {
  const Result<fs::path> file = vocabulary_file(folder, begin);
  if (!file) return file.error();
  Result<tokenize::PieceTokenizer> tokenizer = tokenize::PieceTokenizer::load(*file);
  if (!tokenizer) return tokenizer.error();
  if (tokenizer->size() != size)
    return Error{Errc::bad_format, fmt::format("{}: has {} pieces, the network {} (dim-vocabs)",
                                               file->string(), tokenizer->size(), size)};
  return std::make_shared<const tokenize::PieceTokenizer>(*std::move(tokenizer));
}

class FirefoxCodec final : public Codec {
 public:
  FirefoxCodec(std::shared_ptr<const tokenize::PieceTokenizer> source,
               std::shared_ptr<const tokenize::PieceTokenizer> target)
      : source_(std::move(source)), target_(std::move(target)) {}

  int eos() const override { return bergamot::Config::kEos; }
  int forced_first() const override { return kNoForcedFirst; }
  std::vector<int> encode(std::string_view text) const override {
    std::vector<int> ids = source_->encode(text);
    ids.push_back(bergamot::Config::kEos);
    return ids;
  }
  std::vector<int> encode_raw(std::string_view line) const override { return encode(line); }
  std::span<const int> words(std::span<const int> source) const override {
    return source.first(source.size() - 1);
  }
  std::string decode(std::span<const int> ids) const override { return target_->decode(ids); }
  // Its symbols mean something else, and no text.
  std::optional<int> piece_id(std::string_view) const override { return std::nullopt; }
  std::vector<ByteRange> ranges_of(std::string_view text) const override {
    return source_->ranges_of(text);
  }
  std::vector<ByteRange> decoded_ranges(std::span<const int> ids) const override {
    return target_->decoded_ranges(ids);
  }

 private:
  std::shared_ptr<const tokenize::PieceTokenizer> source_, target_;
};

Result<void> check_firefox_direction(const fs::path& folder, const TranslatorOptions& options) {
  if ((options.shortlist && !options.shortlist->everything) || !options.draft.empty())
    return Error{Errc::unsupported,
                 fmt::format("{}: shortlists and drafts are for NLLB networks, this one is "
                             "Firefox's",
                             folder.string())};
  const Result<Directions> directions = firefox_directions(folder);
  if (!directions) return directions.error();
  if (directions->from.empty() || directions->has(options.from, options.to)) return {};
  return Error{Errc::unsupported,
               fmt::format("model {} translates from {} to {} only, not from {} to {}",
                           options.model, directions->from.front().flores,
                           directions->to.front().flores, options.from.flores, options.to.flores)};
}

class FirefoxModel final : public NetworkModel {
 public:
  FirefoxModel(fs::path folder, std::shared_ptr<const bergamot::Model> model,
               std::shared_ptr<const tokenize::PieceTokenizer> source,
               std::shared_ptr<const tokenize::PieceTokenizer> target, GenerationConfig generation)
      : NetworkModel(std::move(generation)),
        folder_(std::move(folder)),
        model_(std::move(model)),
        source_(std::move(source)),
        target_(std::move(target)) {}

  size_t weight_bytes() const override { return model_->weight_bytes(); }

 private:
  Result<NetworkParts> parts(const TranslatorOptions& options,
                             GenerationConfig generation) const override {
    if (const Result<void> fits = check_firefox_direction(folder_, options); !fits)
      return fits.error();
    generation.search.eos = bergamot::Config::kEos;
    generation.search.forbidden.push_back(bergamot::Config::kUnk);
    NetworkParts parts{model_->open_session(), std::make_unique<FirefoxCodec>(source_, target_),
                       bergamot::Config::kEos, kLongestFirefoxSource, std::move(generation)};
    parts.aligner = model_->open_aligner();
    parts.step_bytes = model_->network().step_bytes;
    return parts;
  }

  fs::path folder_;
  std::shared_ptr<const bergamot::Model> model_;
  std::shared_ptr<const tokenize::PieceTokenizer> source_, target_;
};

}  // namespace

Result<std::shared_ptr<const SharedModel>> load_firefox(const checkpoint::ModelFolder& folder,
                                                        const TranslatorOptions& options,
                                                        GenerationConfig generation) {
  if (has_direction(options)) {
    const Result<void> fits = check_firefox_direction(folder.path, options);
    if (!fits) return fits.error();
  }
  const auto backend = device::cpu::backend_of(options.backend, options.threads);
  if (!backend) return backend.error();
  const auto model = models::load<bergamot::Model>(
      models::kind_named("firefox"), folder.path,
      {.weights = options.weights, .backend = *backend, .folder = &folder});
  if (!model) return model.error();
  const bergamot::Config& config = (*model)->config();
  const bool joint = config.joint;
  auto source = load_vocabulary(folder.path, joint ? "vocab" : "srcvocab", config.source_vocab);
  if (!source) return source.error();
  auto target = joint ? source : load_vocabulary(folder.path, "trgvocab", config.target_vocab);
  if (!target) return target.error();
  return std::shared_ptr<const SharedModel>(
      std::make_shared<FirefoxModel>(folder.path, *model, *source, *target, std::move(generation)));
}

Result<Directions> directions_of_firefox(const checkpoint::ModelFolder& folder) {
  return firefox_directions(folder.path);
}

}  // namespace sotto::translate
