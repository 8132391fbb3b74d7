#include "serve/voices.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace sotto::serve {

bool is_voice_name(const std::string& name) {
  constexpr size_t kLongest = 64;
  const auto is_word = [](std::string_view word) {
    const auto may_stand = [](unsigned char c) {
      return std::isalnum(c) || c == '-' || c == '_' || c == '.' || c == '+' || c == ' ';
    };
    return !word.empty() && std::isalnum(static_cast<unsigned char>(word[0])) &&
           std::ranges::all_of(word, may_stand);
  };
  const size_t colon = name.find(':');
  return name.size() <= kLongest && is_word(name.substr(0, colon)) &&
         (colon == name.npos || is_word(name.substr(colon + 1)));
}

class Voices::Lease final : public speech::Voice {
 public:
  Lease(Voices& pool, std::string key, std::unique_ptr<speech::Voice> voice)
      : pool_(pool), key_(std::move(key)), voice_(std::move(voice)) {}
  ~Lease() override {
    if (!broken_) pool_.take_back(std::move(key_), std::move(voice_));
  }

  std::string name() const override { return voice_->name(); }
  int sample_rate_hz() const override { return voice_->sample_rate_hz(); }
  Result<void> speak(const std::string& text, std::stop_token stop,
                     const speech::ChunkHandler& handler) override {
    Result<void> said = voice_->speak(text, std::move(stop), handler);
    if (!said && said.error().code != Errc::cancelled) broken_ = true;
    return said;
  }

 private:
  Voices& pool_;
  std::string key_;
  std::unique_ptr<speech::Voice> voice_;
  bool broken_ = false;
};

Result<std::unique_ptr<speech::Voice>> Voices::open(const std::string& name,
                                                    const text::Language& language, double rate) {
  if (!is_voice_name(name)) {
    return Error{Errc::bad_argument,
                 "voice: is no name of a voice, expected one that GET /v1/audio/voices lists"};
  }
  std::string key = fmt::format("{}\n{}\n{}", name, language.flores, rate);
  std::unique_ptr<speech::Voice> voice;
  {
    const std::lock_guard lock(mutex_);
    const auto known = std::ranges::find(idle_, key, &Idle::key);
    if (known != idle_.end()) {
      voice = std::move(known->voice);
      idle_.erase(known);
    }
  }
  if (voice == nullptr) {
    auto opened = speech::open_voice(name, language, rate, pocket_);
    if (!opened) return opened.error();
    voice = *std::move(opened);
  }
  return std::unique_ptr<speech::Voice>(new Lease(*this, std::move(key), std::move(voice)));
}

void Voices::take_back(std::string key, std::unique_ptr<speech::Voice> voice) {
  std::list<Idle> dropped;  // destroyed behind the lock: a voice may have a process to end
  const std::lock_guard lock(mutex_);
  idle_.push_front({std::move(key), std::move(voice)});
  while (idle_.size() > most_idle_) dropped.splice(dropped.end(), idle_, std::prev(idle_.end()));
}

std::vector<speech::VoiceInfo> Voices::usable() {
  std::vector<speech::VoiceInfo> list = speech::list_voices();
  std::erase_if(list, [](const speech::VoiceInfo& voice) { return !voice.usable; });
  return list;
}

}  // namespace sotto::serve
