// Candidates for one task, in the order in which they are tried.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/log.h"
#include "pipeline/fallback.h"

namespace sotto::pipeline {

// Each is opened when its turn comes. Used by one thread at a time.
template <class T>
class Chain {
 public:
  // One that may recover is asked again so long after it broke; `does` says what it then does
  // again.
  Chain(std::vector<Candidate<T>> candidates, std::chrono::milliseconds recovery, const char* does)
      : recovery_(recovery), does_(does) {
    for (Candidate<T>& candidate : candidates)
      places_.push_back({.candidate = std::move(candidate)});
  }

  // Opens the first that can be opened. The error is the first candidate's.
  Result<void> open_first() {
    std::optional<Error> first;
    for (Place& place : places_) {
      const std::optional<Error> error = open(place);
      if (error && !first) first = error;
      if (error) continue;
      if (first) log::warn("{}; going on with {}", first->message, place.candidate.name);
      return {};
    }
    return first.value_or(Error{Errc::not_found, "nothing was configured"});
  }

  // The one whose turn it is; null: none is left.
  T* current() const {
    for (const Place& place : places_)
      if (place.state == State::ready) return place.opened.get();
    return nullptr;
  }

  // Gives them to `use`, one after the other, until it says that this is done. Who fails is out,
  // with one warning, or is left alone for a while. False: it is not done, and none is left. The
  // error is the last one's; of `cancelled` alone it is nobody's fault.
  template <class Use>
  Result<bool> run(const Use& use) {
    std::string broken;
    std::optional<Error> last;
    for (Place& place : places_) {
      if (!is_due(place) || open(place)) continue;
      if (!broken.empty()) log::warn("{}; going on with {}", broken, place.candidate.name);
      broken.clear();
      Result<bool> done = use(*place.opened, place.candidate);
      if (!done && done.error().code == Errc::cancelled) return done;
      if (done) {
        last.reset();
        is_well(place);
        if (*done) return done;
        continue;
      }
      last = done.error();
      if (place.state == State::ready)
        broken = place.candidate.name + " broke (" + last->message + ")";
      leave(place);
    }
    if (!broken.empty()) log::warn("{}; there is no other to go on with", broken);
    return last ? Result<bool>(*last) : Result<bool>(false);
  }

 private:
  using Clock = std::chrono::steady_clock;
  enum class State { unopened, ready, away, out };
  struct Place {
    Candidate<T> candidate;
    std::unique_ptr<T> opened = nullptr;
    State state = State::unopened;
    Clock::time_point again_at = {};  // of one that is away
  };

  static bool is_due(const Place& place) {
    if (place.state == State::away) return Clock::now() >= place.again_at;
    return place.state != State::out;
  }

  static std::optional<Error> open(Place& place) {
    if (place.state == State::out) return Error{Errc::not_found, "it is out"};
    if (place.opened != nullptr) return std::nullopt;
    Result<std::unique_ptr<T>> opened = place.candidate.open();
    place.state = opened ? State::ready : State::out;
    if (!opened) return opened.error();
    place.opened = *std::move(opened);
    return std::nullopt;
  }

  void is_well(Place& place) {
    if (place.state == State::away) log::warn("{} {} again", place.candidate.name, does_);
    place.state = State::ready;
  }

  void leave(Place& place) {
    place.state = place.candidate.may_recover ? State::away : State::out;
    place.again_at = Clock::now() + recovery_;
    if (place.state == State::out) place.opened.reset();
  }

  std::vector<Place> places_;
  const std::chrono::milliseconds recovery_;
  const char* const does_;
};

}  // namespace sotto::pipeline
