#include "engine/voices.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/log.h"
#include "base/memory.h"

namespace sotto::engine {
namespace {

using speech::SingleVoice;

// "pocket-tts:/voices/anna.wav" is called "pocket-tts:anna": a path is nobody's business. None: the
// entry names no file.
std::optional<std::string> name_of_file(const std::string& entry) {
  const speech::VoiceKind* kind = speech::kind_of(entry);
  if (kind == nullptr || !kind->takes_files || entry == kind->name) return std::nullopt;
  const std::filesystem::path file = entry.substr(kind->name.size() + 1);
  std::error_code failed;
  if (!std::filesystem::is_regular_file(file, failed)) return std::nullopt;
  return fmt::format("{}:{}", kind->name, file.stem().string());
}

bool speaks(const SingleVoice& voice, const Language& language) {
  return voice.languages.empty() ||
         std::ranges::find(voice.languages, language.iso) != voice.languages.end();
}

std::vector<std::string> model_languages(const speech::VoiceKind& kind, const std::string& model) {
  return kind.model_languages != nullptr ? kind.model_languages(model) : std::vector<std::string>();
}

// True of the voices that the entry means: itself, or all of its kind.
bool means(const std::string& entry, const SingleVoice& voice) {
  return voice.name == entry || voice.name.starts_with(entry + ":");
}

}  // namespace

Result<void> check_served(const VoicesOptions& options) {
  if (options.elsewhere) return {};  // they may come later
  const std::vector<SingleVoice> all = speech::list_single_voices(options.voice);
  for (const std::string& entry : options.served) {
    if (name_of_file(entry)) continue;
    if (std::ranges::any_of(all, [&](const auto& voice) { return means(entry, voice); })) continue;
    return Error{
        Errc::not_found,
        fmt::format("voices: \"{}\" is neither a voice that can be used here nor a file", entry)};
  }
  return {};
}

std::vector<SingleVoice> Voices::all() const {
  return options_.elsewhere ? options_.elsewhere->voices()
                            : speech::list_single_voices(options_.voice);
}

std::vector<SingleVoice> Voices::served() const {
  std::vector<SingleVoice> all = this->all();
  if (options_.served.empty()) {  // what sends texts away is for who lists it
    std::erase_if(all, [](const auto& v) { return speech::kind_of(v.name)->leaves_machine; });
    return all;
  }
  std::vector<SingleVoice> served;
  for (const std::string& entry : options_.served) {
    if (const auto name = name_of_file(entry))
      served.push_back({*name, model_languages(*speech::kind_of(entry), options_.voice.model)});
    for (const SingleVoice& voice : all)
      if (means(entry, voice)) served.push_back(voice);
  }
  return served;
}

Result<VoiceChoice> Voices::choose(const std::string& name) const {
  if (name == "auto") return VoiceChoice();
  if (options_.elsewhere && all().empty())
    return Error{Errc::cancelled, "no voice is there now, try again later"};
  for (const std::string& entry : options_.served)
    if (name_of_file(entry) == name) return VoiceChoice(name, entry, true);
  const std::vector<SingleVoice> voices = served();
  if (std::ranges::find(voices, name, &SingleVoice::name) != voices.end())
    return VoiceChoice(name, name, false);
  constexpr size_t kShown = 64;
  return Error{Errc::not_found,
               fmt::format("voice: \"{}\" is not offered, expected one that {} has",
                           name.substr(0, kShown), options_.shown_by)};
}

std::optional<Language> Voices::language_of(const VoiceChoice& choice) const {
  for (const SingleVoice& voice : served()) {
    if (voice.name != choice.name_ || voice.languages.size() != 1) continue;
    if (const auto language = find_language(voice.languages[0])) return *language;
  }
  return std::nullopt;
}

Language Voices::language_for(const VoiceChoice& choice,
                              const std::vector<Language>& likely) const {
  const std::vector<SingleVoice> voices = served();
  const auto found = std::ranges::find(voices, choice.name_, &SingleVoice::name);
  if (found == voices.end()) return likely.front();
  for (const Language& language : likely)
    if (speaks(*found, language)) return language;
  const bool has_english = std::ranges::find(found->languages, "en") != found->languages.end();
  const auto own = find_language(has_english ? "en" : found->languages.front());
  return own ? *own : likely.front();
}

bool Voices::may_speak(const VoiceChoice& choice, const Language& language) const {
  const std::vector<SingleVoice> voices = served();
  const auto found = std::ranges::find(voices, choice.name_, &SingleVoice::name);
  return found == voices.end() || speaks(*found, language);
}

class Voices::Lease final : public speech::Voice {
 public:
  Lease(Voices& pool, std::string name, std::string key, double rate,
        std::unique_ptr<speech::Voice> voice)
      : pool_(pool),
        name_(std::move(name)),
        key_(std::move(key)),
        rate_(rate),
        voice_(std::move(voice)) {}
  ~Lease() override {
    if (broken_) return;
    voice_->set_live(false);
    pool_.take_back(std::move(key_), rate_, std::move(voice_));
  }

  std::string name() const override { return name_; }
  int sample_rate_hz() const override { return voice_->sample_rate_hz(); }
  bool set_rate(double rate) override {
    if (!voice_->set_rate(rate)) return false;
    rate_ = rate;
    return true;
  }
  void set_live(bool is_live) override { voice_->set_live(is_live); }
  std::span<const speech::WordTime> words() const override { return voice_->words(); }
  bool takes_phonemes() const override { return voice_->takes_phonemes(); }
  Result<void> speak(const std::string& text, std::stop_token stop,
                     const speech::ChunkHandler& handler) override {
    broken_ = true;  // until it is known to be well: it may throw
    Result<void> said = voice_->speak(text, std::move(stop), handler);
    broken_ = !said && said.error().code != Errc::cancelled;
    if (!broken_) return said;
    return Error{Errc::internal, said.error().message};
  }

 private:
  Voices& pool_;
  std::string name_, key_;
  double rate_;
  std::unique_ptr<speech::Voice> voice_;
  bool broken_ = false;
};

// A voice that does not speak the language is the client's error; a broken one is the server's.
Error Voices::fault(const VoiceChoice& choice, const Language& language, const Error& error) const {
  if (error.code == Errc::bad_argument || error.code == Errc::unsupported) return error;
  const bool by_language = choice.opens_.find(':') == std::string::npos;
  if (error.code == Errc::not_found && by_language) {
    log::warn("{}", error.message);
    return {Errc::not_found, fmt::format("voice: {} does not speak {} ({}) here", choice.name_,
                                         language.iso, language.flores)};
  }
  return {Errc::internal, fmt::format("voice {}: {}", choice.name_, error.message)};
}

Result<std::unique_ptr<speech::Voice>> Voices::open(const VoiceChoice& choice,
                                                    const Language& language, double rate) {
  if (choice.opens_ == "auto" && !options_.served.empty()) return open_first(language, rate);
  if (options_.elsewhere) return options_.elsewhere->open(choice.opens_, language, rate);
  std::string key = fmt::format("{}\n{}\n{}", choice.opens_, choice.may_be_file_, language.flores);
  std::unique_ptr<speech::Voice> voice;
  {
    const std::lock_guard lock(mutex_);
    const auto known = std::ranges::find_if(idle_, [&](const Idle& idle) {
      return idle.key == key && (idle.rate == rate || idle.voice->set_rate(rate));
    });
    if (known != idle_.end()) {
      voice = std::move(known->voice);
      idle_.erase(known);
    }
  }
  if (voice == nullptr) {
    speech::VoiceOptions options = options_.voice;
    options.voice_may_be_file = choice.may_be_file_;
    options.models = &models_;
    auto opened = speech::open_voice(choice.opens_, language, rate, options);
    if (!opened) return fault(choice, language, opened.error());
    voice = *std::move(opened);
    options_.opened();
  }
  // A voice out of a file would say its path.
  std::string shown = choice.name_ == choice.opens_ ? voice->name() : choice.name_;
  return std::unique_ptr<speech::Voice>(
      new Lease(*this, std::move(shown), std::move(key), rate, std::move(voice)));
}

// The first of those that are served.
Result<std::unique_ptr<speech::Voice>> Voices::open_first(const Language& language, double rate) {
  std::optional<Error> first;
  for (const SingleVoice& voice : served()) {
    if (!speaks(voice, language)) continue;
    const Result<VoiceChoice> choice = choose(voice.name);
    auto opened = choice ? open(*choice, language, rate) : choice.error();
    if (opened) return opened;
    if (!first) first = opened.error();
  }
  if (first) return *first;
  return Error{Errc::not_found, fmt::format("no voice that is offered speaks {} ({})", language.iso,
                                            language.flores)};
}

void Voices::take_back(std::string key, double rate, std::unique_ptr<speech::Voice> voice) {
  std::list<Idle> dropped;  // destroyed behind the lock: a voice may have a process to end
  const std::lock_guard lock(mutex_);
  idle_.push_front({std::move(key), rate, std::move(voice), Clock::now()});
  while (idle_.size() > options_.most_idle)
    dropped.splice(dropped.end(), idle_, std::prev(idle_.end()));
}

bool Voices::let_go_of_one(Clock::time_point before) {
  std::list<Idle> dropped;  // destroyed behind the lock
  const std::lock_guard lock(mutex_);
  const auto last = std::find_if(idle_.rbegin(), idle_.rend(), [](const Idle& idle) {
    return speech::kind_of(idle.voice->name())->has_models;
  });
  if (last == idle_.rend() || last->used >= before) return false;
  log::info("let go of the voice {}", last->voice->name());
  dropped.splice(dropped.end(), idle_, std::prev(last.base()));
  return true;
}

void Voices::let_go(size_t bytes, Clock::time_point before) {
  const size_t all = weight_bytes();
  while (weight_bytes() + bytes > all && let_go_of_one(before)) {
  }
  if (weight_bytes() < all) give_back_freed_memory();
}

}  // namespace sotto::engine
