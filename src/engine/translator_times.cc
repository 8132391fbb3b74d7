#include "engine/translator_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/environment.h"
#include "base/file.h"
#include "base/json.h"
#include "base/machine.h"
#include "base/paths.h"
#include "base/thread_pool.h"
#include "translate/cache/phrase_cache.h"
#include "translate/feed.h"

namespace sotto::engine {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr size_t kMostTimes = 64, kFewestTimes = 20, kMostSubjects = 64;
constexpr size_t kMostFileBytes = size_t{1} << 20;
constexpr int64_t kWeek = 7 * 24 * 3600;  // seconds
constexpr double kLongestTime = 1e6;      // ms

struct Seen {
  int64_t at = 0;  // seconds since 1970, of the last one
  std::vector<double> ms;
};

fs::path times_file() { return cache_folder() / "translator_times.json"; }

// The file is not ours alone: what is not as keep_times() writes it is left out.
std::map<std::string, Seen> read_times() {
  std::map<std::string, Seen> all;
  const auto content = read_file(times_file(), kMostFileBytes);
  if (!content) return all;
  const json file = parse_json(*content);
  if (!file.is_object()) return all;
  const int64_t now = std::time(nullptr);
  for (const auto& [subject, entry] : file.items()) {
    const json& at = json_member(entry, "at");
    const json& ms = json_member(entry, "ms");
    if (!at.is_number_integer() || !ms.is_array() || ms.size() > kMostTimes) continue;
    Seen seen{at.get<int64_t>(), {}};
    if (seen.at > now || now - seen.at > kWeek) continue;
    for (const json& one : ms)
      if (one.is_number() && one.get<double>() >= 0 && one.get<double>() < kLongestTime)
        seen.ms.push_back(one.get<double>());
    all[subject] = std::move(seen);
  }
  return all;
}

// Hears how long those sentences of a feed took that nobody shared the network with.
class TimedFeed final : public translate::Feed {
 public:
  using Heard = std::function<void(const translate::Translation&, double ms)>;
  TimedFeed(translate::Feed& feed, Heard heard) : feed_(feed), heard_(std::move(heard)) {}

  std::vector<Item> take(bool idle) override {
    std::vector<Item> items = feed_.take(idle);
    // Translators that are no longer wanted have left by now.
    if (idle) under_way_.clear();
    const bool is_alone = under_way_.empty() && items.size() == 1;
    if (!items.empty())
      for (auto& [name, sentence] : under_way_) sentence.is_alone = false;
    for (const Item& item : items) under_way_[item.name] = {Clock::now(), is_alone};
    return items;
  }
  bool is_wanted(size_t name) override { return feed_.is_wanted(name); }
  void put(size_t name, translate::Translation translation) override {
    const auto known = under_way_.extract(name);
    if (!known.empty() && known.mapped().is_alone) {
      const std::chrono::duration<double, std::milli> ms = Clock::now() - known.mapped().begin;
      heard_(translation, ms.count());
    }
    feed_.put(name, std::move(translation));
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct UnderWay {
    Clock::time_point begin;
    bool is_alone;
  };
  translate::Feed& feed_;
  const Heard heard_;
  std::map<size_t, UnderWay> under_way_;
};

class TimedTranslator final : public translate::Translator {
 public:
  TimedTranslator(std::unique_ptr<translate::Translator> translator, std::string subject)
      : translator_(std::move(translator)), subject_(std::move(subject)) {}
  ~TimedTranslator() override { keep_times(subject_, times_); }

  Result<std::vector<translate::Translation>> translate_batch(
      std::span<const text::Sentence> sentences, std::stop_token stop) override {
    const auto begin = std::chrono::steady_clock::now();
    auto made = translator_->translate_batch(sentences, std::move(stop));
    const std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - begin;
    if (made && sentences.size() == 1) note(made->front(), ms.count());
    return made;
  }

  void translate_feed(translate::Feed& feed) override {
    TimedFeed timed(feed, [this](const translate::Translation& made, double ms) {
      note(made, ms);
      if (times_.size() < kFewestTimes) return;  // a server's end may be months away
      keep_times(subject_, times_);
      times_.clear();
    });
    translator_->translate_feed(timed);
  }
  void remember(const text::Sentence& sentence, const translate::Translation& made) override {
    translator_->remember(sentence, made);
  }
  Result<std::vector<translate::RawTranslation>> translate_raw(std::span<const std::string> lines,
                                                               std::stop_token stop) override {
    return translator_->translate_raw(lines, std::move(stop));
  }

  size_t step_bytes() const override { return translator_->step_bytes(); }

 private:
  void note(const translate::Translation& made, double ms) {
    if (made.from_cache || made.new_tokens == 0) return;
    if (is_warm_) times_.push_back(ms);
    is_warm_ = true;
    if (times_.size() > kMostTimes) times_.erase(times_.begin());
  }

  const std::unique_ptr<translate::Translator> translator_;
  const std::string subject_;
  std::vector<double> times_;
  bool is_warm_ = false;  // the first sentence pays for the model's pages
};

}  // namespace

std::string times_subject(const std::string& model, const Pace& pace) {
  const auto files = translate::files_identity(model);
  if (!files) return "";
  const int threads = pace.threads > 0 ? pace.threads : default_threads();
  return fmt::format("{} {} {} {} {} {}", processor_name(), variable("SOTTO_CPU").value_or("best"),
                     threads, pace.device, pace.weights ? quant::name_of(*pace.weights) : "stored",
                     *files);
}

std::optional<double> seen_p95_ms(const std::string& subject) {
  if (!cache_enabled() || subject.empty()) return std::nullopt;
  const auto all = read_times();
  const auto seen = all.find(subject);
  if (seen == all.end() || seen->second.ms.size() < kFewestTimes) return std::nullopt;
  std::vector<double> ms = seen->second.ms;
  std::ranges::sort(ms);
  const auto rank = static_cast<size_t>(std::ceil(0.95 * static_cast<double>(ms.size())));
  return ms[rank - 1];
}

void keep_times(const std::string& subject, std::span<const double> milliseconds) {
  if (!cache_enabled() || subject.empty() || milliseconds.empty()) return;
  static std::mutex writing;
  const std::lock_guard lock(writing);
  auto all = read_times();
  Seen& seen = all[subject];
  seen.at = std::time(nullptr);
  seen.ms.insert(seen.ms.end(), milliseconds.begin(), milliseconds.end());
  if (seen.ms.size() > kMostTimes)
    seen.ms.erase(seen.ms.begin(), seen.ms.end() - static_cast<ptrdiff_t>(kMostTimes));
  while (all.size() > kMostSubjects) {
    all.erase(std::ranges::min_element(all, {}, [](const auto& one) { return one.second.at; }));
  }
  json file = json::object();
  for (const auto& [name, times] : all) {
    json ms = json::array();
    for (const double one : times.ms) ms.push_back(std::round(one * 100) / 100);
    file[name] = {{"at", times.at}, {"ms", std::move(ms)}};
  }
  std::error_code ignored;
  fs::create_directories(cache_folder(), ignored);
  (void)write_file(times_file(), dumped_sorted(file),
                   fs::perms::owner_read | fs::perms::owner_write);
}

std::unique_ptr<translate::Translator> with_times(std::unique_ptr<translate::Translator> translator,
                                                  std::string subject) {
  return std::make_unique<TimedTranslator>(std::move(translator), std::move(subject));
}

std::vector<std::string> by_pace(std::vector<std::string> models, const Pace& pace) {
  std::vector<std::string> in_time;
  std::vector<std::pair<double, std::string>> late;
  if (models.size() < 2) return models;
  for (std::string& model : models) {
    const auto p95 = seen_p95_ms(times_subject(model, pace));
    if (p95 && *p95 > pace.latency_ms) {
      late.emplace_back(*p95, std::move(model));
    } else {
      in_time.push_back(std::move(model));
    }
  }
  std::ranges::stable_sort(late, {}, &std::pair<double, std::string>::first);
  for (auto& [ms, model] : late) in_time.push_back(std::move(model));
  return in_time;
}

}  // namespace sotto::engine
