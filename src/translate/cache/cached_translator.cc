// A translator with a cache around it, and what the cache's keys are made of.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/log.h"
#include "base/paths.h"
#include "checkpoint/model_folder.h"
#include "models/known_models.h"
#include "translate/cache/phrase_cache.h"
#include "translate/chain.h"
#include "translate/remote/remote_model.h"
#include "translate/shared_model.h"

namespace sotto::translate {
namespace {

using nlohmann::json;
using text::Sentence;
namespace fs = std::filesystem;

// One more whenever sentences are prepared or judged in another way than before.
constexpr int kWay = 5;

json spans_of(const Sentence& sentence) {
  json spans = json::array();
  for (const auto& span : sentence.spans)
    spans.push_back({span.begin, span.end, static_cast<int>(span.kind)});
  return spans;
}

json links_as_json(const std::vector<Link>& links) {
  json list = json::array();
  for (const Link& link : links)
    list.push_back({link.target.begin, link.target.end, link.source.begin, link.source.end});
  return list;
}

// None where one lies outside of its text.
std::optional<std::vector<Link>> read_links(const json& list, const std::string& target,
                                            const std::string& source) {
  std::vector<Link> links;
  size_t done = 0;
  for (const json& one : list) {
    const Link link{{one.at(0), one.at(1)}, {one.at(2), one.at(3)}};
    const bool fits = done <= link.target.begin && link.target.begin < link.target.end &&
                      link.target.end <= target.size() && link.source.begin < link.source.end &&
                      link.source.end <= source.size();
    if (!fits) return std::nullopt;
    links.push_back(link);
    done = link.target.end;
  }
  return links;
}

std::string written(const Translation& t, bool has_links) {
  json out = {
      {"text", t.sentence.text}, {"spans", spans_of(t.sentence)}, {"logprob", t.mean_logprob}};
  for (const Alternative& other : t.alternatives)
    out["others"].push_back({other.text, other.mean_logprob});
  if (has_links) out["links"] = links_as_json(t.links);
  return dumped_sorted(out);
}

// None for anything that written() would not write, as the file is not ours alone; and for what was
// kept without the links that the source wants.
std::optional<Translation> read(const std::string& entry, const Sentence& source,
                                const Language& to) {
  const json in = exact_json(entry);
  try {
    Translation t{source, false, "", in.at("logprob")};
    t.from_cache = true;
    t.sentence.language = to;
    t.sentence.text = in.at("text");
    t.sentence.spans.clear();
    size_t end = 0;
    for (const json& span : in.at("spans")) {
      const size_t begin = span.at(0), after = span.at(1);
      const int kind = span.at(2);
      const auto is_kind = [&](const auto& s) { return static_cast<int>(s.kind) == kind; };
      const auto same = std::find_if(source.spans.begin(), source.spans.end(), is_kind);
      const bool is_name = kind == static_cast<int>(text::SpanKind::name);  // found on the way
      if (begin < end || after <= begin || after > t.sentence.text.size() ||
          (same == source.spans.end() && !is_name))
        return std::nullopt;
      t.sentence.spans.push_back({begin, after, is_name ? text::SpanKind::name : same->kind});
      end = after;
    }
    if (in.contains("others")) {
      for (const json& other : in.at("others"))
        t.alternatives.push_back({other.at(0), other.at(1)});
    }
    if (source.wants_links) {
      auto links = read_links(in.at("links"), t.sentence.text, source.text);
      if (!links) return std::nullopt;
      t.links = *std::move(links);
    }
    return t;
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

// Puts at once what the cache knows; passes on the rest, and keeps its translations.
class CachedFeed final : public Feed {
 public:
  using Find = std::function<std::optional<Translation>(const Sentence&)>;
  using Keep = std::function<void(const Sentence&, const Translation&)>;
  CachedFeed(Feed& feed, Find find, Keep keep)
      : feed_(feed), find_(std::move(find)), keep_(std::move(keep)) {}

  std::vector<Item> take(bool idle) override {
    for (;;) {
      std::vector<Item> items = feed_.take(idle), unknown;
      if (items.empty()) return items;
      for (Item& item : items) {
        if (auto known = find_(item.sentence)) {
          feed_.put(item.name, *std::move(known));
        } else {
          asked_[item.name] = item.sentence;
          unknown.push_back(std::move(item));
        }
      }
      if (!unknown.empty() || !idle) return unknown;
    }
  }
  bool is_wanted(size_t name) override {
    const bool is = feed_.is_wanted(name);
    if (!is) asked_.erase(name);
    return is;
  }
  void put(size_t name, Translation translation) override {
    const auto asked = asked_.extract(name);
    keep_(asked.mapped(), translation);
    feed_.put(name, std::move(translation));
  }

 private:
  Feed& feed_;
  Find find_;
  Keep keep_;
  std::map<size_t, Sentence> asked_;
};

class CachedTranslator final : public Translator {
 public:
  CachedTranslator(std::unique_ptr<Translator> translator, std::unique_ptr<PhraseCache> cache,
                   std::string identity, Language to)
      : translator_(std::move(translator)),
        cache_(std::move(cache)),
        identity_(std::move(identity)),
        to_(std::move(to)) {}

  Result<std::vector<Translation>> translate_batch(std::span<const Sentence> sentences,
                                                   std::stop_token stop) override {
    std::vector<std::optional<Translation>> known;
    std::vector<Sentence> unknown;
    for (const Sentence& sentence : sentences) {
      known.push_back(find(sentence));
      if (known.back())
        translator_->remember(sentence, *known.back());
      else
        unknown.push_back(sentence);
    }
    Result<std::vector<Translation>> made = std::vector<Translation>{};
    if (!unknown.empty()) made = translator_->translate_batch(unknown, stop);
    if (!made) return made;
    std::vector<Translation> all;
    size_t next = 0;
    for (size_t i = 0; i < sentences.size(); ++i) {
      if (known[i]) {
        all.push_back(*std::move(known[i]));
        continue;
      }
      keep(sentences[i], made->at(next));
      all.push_back(std::move(made->at(next++)));
    }
    return all;
  }

  void remember(const Sentence& sentence, const Translation& made) override {
    translator_->remember(sentence, made);
  }

  void translate_feed(Feed& feed) override {
    CachedFeed cached(
        feed, [this](const Sentence& s) { return find(s); },
        [this](const Sentence& s, const Translation& made) { keep(s, made); });
    translator_->translate_feed(cached);
  }

  Result<std::vector<RawTranslation>> translate_raw(std::span<const std::string> lines,
                                                    std::stop_token stop) override {
    return translator_->translate_raw(lines, stop);
  }

 private:
  std::string key(const Sentence& sentence) const {
    return fmt::format("{}\n{}\n{}", identity_, dumped_sorted(spans_of(sentence)), sentence.text);
  }
  std::optional<Translation> find(const Sentence& sentence) {
    const auto entry = cache_->find(key(sentence));
    return entry ? read(*entry, sentence, to_) : std::nullopt;
  }
  void keep(const Sentence& sentence, const Translation& made) {
    if (!made.untranslated) cache_->keep(key(sentence), written(made, sentence.wants_links));
  }

  std::unique_ptr<Translator> translator_;
  std::unique_ptr<PhraseCache> cache_;
  std::string identity_;
  Language to_;
};

// Name, size and time of every file of a folder, in order; links are followed.
// Takes a folder, or a model in one file.
json files_of(const fs::path& folder) {
  std::vector<fs::path> paths;
  std::error_code failed;
  if (fs::is_regular_file(folder, failed)) paths.push_back(folder);
  for (fs::directory_iterator i(folder, failed), end; !failed && i != end; i.increment(failed))
    paths.push_back(i->path());
  std::sort(paths.begin(), paths.end());
  json files = json::array();
  for (const fs::path& path : paths) {
    const auto size = fs::file_size(path, failed);
    if (failed) continue;  // a folder
    const auto time = fs::last_write_time(path, failed).time_since_epoch().count();
    files.push_back({path.filename().string(), size, time});
  }
  return files;
}

template <class T>
json value_of(const std::optional<T>& option) {
  return option ? json(*option) : json();
}

}  // namespace

std::unique_ptr<Translator> with_cache(std::unique_ptr<Translator> translator,
                                       std::unique_ptr<PhraseCache> cache, std::string identity,
                                       Language to) {
  return std::make_unique<CachedTranslator>(std::move(translator), std::move(cache),
                                            std::move(identity), std::move(to));
}

Result<std::unique_ptr<Translator>> load_with_cache(const TranslatorOptions& options) {
  const auto model = SharedModel::load(options);
  if (!model) return model.error();
  return open_with_cache(**model, options);
}

Result<std::unique_ptr<Translator>> open_with_cache(const SharedModel& model,
                                                    const TranslatorOptions& options) {
  auto translator = model.open(options);
  if (!translator || !cache_enabled()) return translator;
  auto identity = identity_of(options);
  if (!identity) return identity.error();
  auto cache = PhraseCache::open(phrase_file());
  if (!cache) {
    log::warn("{}; there is no cache of phrases now", cache.error().message);
    return translator;
  }
  return with_cache(*std::move(translator), *std::move(cache), *std::move(identity), options.to);
}

Result<std::string> files_identity(const std::string& model) {
  if (const auto names = chained(model)) {
    const auto first = files_identity(names->first);
    if (!first) return first;
    const auto second = files_identity(names->second);
    if (!second) return second;
    return fmt::format("{} {}", *first, *second);
  }
  const Result<fs::path> folder = models::find_model(model);
  if (!folder) return folder.error();
  std::error_code failed;
  const fs::path real = fs::canonical(*folder, failed);
  const json out = {(failed ? *folder : real).string(), files_of(*folder)};
  return dumped_sorted(out);
}

Result<std::string> identity_of(const TranslatorOptions& options) {
  if (is_remote(options.model)) return remote_identity(options);
  if (const auto names = chained(options.model)) {
    const Result<Language> between = language_between(*names);
    if (!between) return between.error();
    const auto [one, two] = parts_of_chain(options, *names, *between);
    const Result<std::string> first = identity_of(one);
    if (!first) return first;
    const Result<std::string> second = identity_of(two);
    if (!second) return second;
    return fmt::format("{}\n{}", *first, *second);
  }
  const Result<fs::path> folder = models::find_model(options.model);
  if (!folder) return folder.error();
  std::error_code failed;
  const fs::path real = fs::canonical(*folder, failed);
  const SearchOptions& s = options.search;
  json limits = json::array();
  for (const TokenLimit& limit : s.token_limits)
    limits.push_back({limit.id, limit.most, limit.least});
  json out = {SOTTO_VERSION,
              kWay,
              (failed ? *folder : real).string(),
              files_of(*folder),
              options.from.flores,
              options.to.flores,
              options.weights ? json(quant::name_of(*options.weights)) : json(),
              options.n_best,
              value_of(s.beams),
              value_of(s.length_penalty),
              s.early_stopping ? json(static_cast<int>(*s.early_stopping)) : json(),
              value_of(s.no_repeat_ngram),
              value_of(s.repetition_penalty),
              value_of(s.min_new_tokens),
              value_of(s.max_new_tokens),
              limits,
              !options.draft.empty() && !s.beams};  // then it is greedy
  if (options.backend != nullptr) {
    const auto kept = options.backend->report().kv_cache.value_or(device::Precision::f32);
    if (kept != device::Precision::f32) out.push_back(device::name_of(kept));
  }
  if (options.context > 0) out.push_back(fmt::format("context {}", options.context));
  if (options.shortlist) {
    const auto& file = options.shortlist->frequencies;
    out.push_back(options.shortlist->everything ? "none" : options.shortlist->language.flores);
    if (file)
      out.push_back({file->string(), fs::file_size(*file, failed),
                     fs::last_write_time(*file, failed).time_since_epoch().count()});
  }
  return dumped_sorted(out);
}

}  // namespace sotto::translate
