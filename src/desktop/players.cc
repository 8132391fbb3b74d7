#include "desktop/players.h"

#include <utility>

#ifdef SOTTO_SYSTEMD
#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/log.h"
#include "base/printable.h"
#include "desktop/player_bus.h"
#include "desktop/volume_record.h"
#endif

namespace sotto::desktop {

#ifdef SOTTO_SYSTEMD

namespace {

constexpr std::chrono::milliseconds kGoesOnAfter{1500};
// Speech is understood over music of this part of its volume.
constexpr double kLoweredTo = 0.25;
constexpr double kSameVolume = 0.01;  // players round theirs, many to a hundredth
constexpr int kLooksAtVolume = 6;     // before a player counts as one that does not obey
constexpr std::chrono::milliseconds kBetweenLooks{50};

bool is_same_volume(double a, double b) { return std::abs(a - b) <= kSameVolume; }

}  // namespace

struct Players::State {
  explicit State(PlayersOptions o) : options(std::move(o)) {
    if (!options.lower) return;
    record.emplace(options.record);
    lowered = record->read();
  }

  const PlayersOptions options;
  std::mutex mutex;
  std::condition_variable_any changed;
  bool is_speaking = false;
  // The worker's:
  std::optional<VolumeRecord> record;
  std::vector<std::string> paused;     // by us
  std::vector<LoweredPlayer> lowered;  // by us, or by who had the record before
  std::jthread worker;

  void work(const std::stop_token& stop) {
    as_before();
    for (std::unique_lock lock(mutex); !stop.stop_requested();) {
      changed.wait(lock, stop, [&] { return is_speaking; });
      if (stop.stop_requested()) break;
      lock.unlock();
      make_room();
      lock.lock();
      while (is_speaking && !stop.stop_requested()) {
        changed.wait(lock, stop, [&] { return !is_speaking; });
        // The next message may be near: then they stay as they are.
        changed.wait_for(lock, stop, kGoesOnAfter, [&] { return is_speaking; });
      }
      lock.unlock();
      as_before();
      lock.lock();
    }
  }

  void make_room() {
    give_volumes_back();  // of players that have come since
    const PlayerBus bus;
    for (const std::string& player : bus.players()) {
      if (!bus.is(player, "Playing") || (options.lower && lower(bus, player))) continue;
      bus.tell(player, "Pause");  // one that answers late has paused, too: as_before() looks
      paused.push_back(player);
    }
  }

  // False: it is as loud as before, and has to be paused.
  bool lower(const PlayerBus& bus, const std::string& player) {
    const std::optional<double> before = bus.volume(player);
    if (!before || record->is_lost() || lowered.size() == VolumeRecord::kMostLowered) return false;
    if (*before <= kSameVolume) return true;  // nobody hears it
    const double wanted = kLoweredTo * *before;
    lowered.push_back({player, *before, wanted});
    if (record->write(lowered) && bus.set_volume(player, wanted)) {
      for (int i = 0; i < kLooksAtVolume; ++i) {
        if (i > 0) std::this_thread::sleep_for(kBetweenLooks);
        const double now = bus.volume(player).value_or(*before);
        if (is_same_volume(now, *before)) continue;
        lowered.back().now = now;
        record->write(lowered);
        return true;
      }
    }
    // It may still obey: then it is given back as well.
    return false;
  }

  void as_before() {
    give_volumes_back();
    if (paused.empty()) return;
    const PlayerBus bus;
    for (const std::string& player : paused)
      if (bus.is(player, "Paused")) bus.tell(player, "Play");
    paused.clear();
  }

  // A player that is not there may have kept its volume, and stays in the record.
  void give_volumes_back() {
    if (lowered.empty()) return;
    const PlayerBus bus;
    std::erase_if(lowered, [&](const LoweredPlayer& player) {
      const std::optional<double> now = bus.volume(player.name);
      if (!now) return false;
      if (!is_same_volume(*now, player.now)) return true;  // somebody has set it since
      return bus.set_volume(player.name, player.before);
    });
    record->write(lowered);
  }
};

Result<std::unique_ptr<Players>> Players::open(PlayersOptions options) {
  if (const Result<void> loaded = PlayerBus::load(); !loaded) return loaded.error();
  auto state = std::make_unique<State>(std::move(options));
  State& s = *state;
  s.worker = std::jthread([&s](const std::stop_token& stop) { s.work(stop); });
  return std::unique_ptr<Players>(new Players(std::move(state)));
}

void Players::speaking(bool on) {
  const std::lock_guard lock(state_->mutex);
  if (std::exchange(state_->is_speaking, on) != on) state_->changed.notify_all();
}

#else

struct Players::State {};

Result<std::unique_ptr<Players>> Players::open(PlayersOptions) {
  return Error{Errc::unsupported, "sotto was built without libsystemd"};
}

void Players::speaking(bool) {}

#endif

Players::Players(std::unique_ptr<State> state) : state_(std::move(state)) {}
Players::~Players() = default;

}  // namespace sotto::desktop
