#include "cluster/roster.h"

#include <algorithm>

#include "base/log.h"
#include "cluster/digest.h"

namespace sotto::cluster {
namespace {

constexpr size_t kMostWorkers = 10000, kMostOffers = 1000;

}  // namespace

Roster::Roster(Wire& wire, std::chrono::milliseconds silence) : wire_(wire), silence_(silence) {}

Result<void> Roster::begin() {
  Result<std::string> answers = wire_.own_subject();
  if (!answers) return answers.error();
  answers_ = *std::move(answers);
  auto offered = wire_.listen(answers_, "", [this](const WireMessage& m) { hear_offer(m); });
  if (!offered) return offered.error();
  auto signs = wire_.listen(kSigns, "", [this](const WireMessage& m) { hear(m); });
  if (!signs) return signs.error();
  offered_ = *std::move(offered);
  signs_ = *std::move(signs);
  return wire_.tell(kCall, "");
}

// A message that is no sign is nobody's.
void Roster::hear(const WireMessage& message) {
  const Result<LiveSign> sign = LiveSign::parse(message.bytes);
  if (!sign) return log::debug("{}", sign.error().message);
  bool asks = false;
  {
    const std::lock_guard lock(mutex_);
    auto known = std::ranges::find(known_, sign->worker, &Known::worker);
    if (sign->leaves) {
      if (known != known_.end()) known_.erase(known);
    } else {
      if (known == known_.end()) {
        const auto gone = [now = Clock::now(), this](const Known& one) {
          return now - one.seen > silence_;
        };
        std::erase_if(known_, gone);
        if (known_.size() >= kMostWorkers) return;
        known = known_.insert(known_.end(), {sign->worker, sign->offer, {}});
      }
      known->offer = sign->offer;
      known->seen = Clock::now();
      asks = !offers_.contains(sign->offer);
    }
  }
  changed_.notify_all();
  if (!asks) return;
  if (const auto asked = wire_.tell(std::string(kOffers) + "." + sign->worker, "", answers_);
      !asked)
    log::debug("{}", asked.error().message);
}

void Roster::hear_offer(const WireMessage& message) {
  if (message.nobody_there) return;
  Result<LiveOffer> offer = LiveOffer::parse(message.bytes);
  if (!offer) return log::warn("{}", offer.error().message);
  {
    const std::lock_guard lock(mutex_);
    if (offers_.size() >= kMostOffers) {  // of workers that were changed and started again
      std::erase_if(offers_, [this](const auto& row) {
        return std::ranges::find(known_, row.first, &Known::offer) == known_.end();
      });
    }
    offers_[digest(message.bytes).substr(0, 16)] = *std::move(offer);
  }
  changed_.notify_all();
}

std::vector<const LiveOffer*> Roster::offers() const {
  std::vector<const LiveOffer*> offers;
  for (const Known& one : known_) {
    if (Clock::now() - one.seen > silence_) continue;
    const auto offer = offers_.find(one.offer);
    if (offer != offers_.end()) offers.push_back(&offer->second);
  }
  return offers;
}

size_t Roster::workers() const {
  const std::lock_guard lock(mutex_);
  return offers().size();
}

// Workers of a fleet have the same offer, mostly: it is looked at once.
std::vector<LiveOffer::Model> Roster::models() const {
  const std::lock_guard lock(mutex_);
  std::vector<LiveOffer::Model> models;
  std::vector<const LiveOffer*> seen;
  for (const LiveOffer* offer : offers()) {
    if (std::ranges::find(seen, offer) != seen.end()) continue;
    seen.push_back(offer);
    for (const LiveOffer::Model& model : offer->models)
      if (std::ranges::find(models, model.name, &LiveOffer::Model::name) == models.end())
        models.push_back(model);
  }
  return models;
}

std::vector<speech::SingleVoice> Roster::voices() const {
  const std::lock_guard lock(mutex_);
  std::vector<speech::SingleVoice> voices;
  std::vector<const LiveOffer*> seen;
  for (const LiveOffer* offer : offers()) {
    if (std::ranges::find(seen, offer) != seen.end()) continue;
    seen.push_back(offer);
    for (const speech::SingleVoice& voice : offer->voices)
      if (std::ranges::find(voices, voice.name, &speech::SingleVoice::name) == voices.end())
        voices.push_back(voice);
  }
  return voices;
}

bool Roster::wait_for_one(std::chrono::milliseconds time, const std::stop_token& stop) const {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, stop, time, [this] { return !offers().empty(); });
}

}  // namespace sotto::cluster
