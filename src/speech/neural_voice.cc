#include "speech/neural_voice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <functional>
#include <thread>
#include <utility>

#include "speech/frame_queue.h"
#include "speech/tempo_chunks.h"

namespace sotto::speech {
namespace {

// Called at the end of a scope, also where it is left by an exception.
class AtEnd {
 public:
  explicit AtEnd(std::function<void()> call) : call_(std::move(call)) {}
  ~AtEnd() { call_(); }
  AtEnd(const AtEnd&) = delete;
  AtEnd& operator=(const AtEnd&) = delete;

 private:
  const std::function<void()> call_;
};

}  // namespace

Result<void> NeuralVoice::speak(const std::string& text, std::stop_token stop,
                                const ChunkHandler& handler) {
  const Result<bool> begun = network_->begin(text, stop);
  if (!begun) return begun.error();
  if (!*begun) return {};  // an utterance of nothing but marks is silent
  FrameQueue queue(form_.frames_ahead, form_.frame_size, form_.in_turns);
  std::stop_source ended;  // set when this call returns
  const std::stop_callback stopped(stop, [&] { ended.request_stop(); });
  Result<void> made, played;
  std::exception_ptr thrown;  // by the maker: memory ran out
  {
    std::jthread maker([&] {
      try {
        const std::stop_token token = ended.get_token();
        made = network_->make_frames([&](std::span<const float> frames,
                                         bool begins) { return queue.put(frames, begins, token); },
                                     token);
      } catch (...) {
        thrown = std::current_exception();
      }
      queue.end();
    });
    const AtEnd maker_ends([&] { ended.request_stop(); });
    played = with_tempo(tempo_, handler, [&](const ChunkHandler& paced) {
      return play(queue, ended.get_token(), paced);
    });
  }
  if (thrown) std::rethrow_exception(thrown);
  if (stop.stop_requested()) return Error{Errc::cancelled, "the voice was stopped"};
  return played ? made : played;
}

// The caller's thread: frames become sound.
Result<void> NeuralVoice::play(FrameQueue& queue, const std::stop_token& stop,
                               const ChunkHandler& handler) {
  bool begins_piece = false;
  while (queue.take(form_.most_at_once, frames_, begins_piece, stop)) {
    const auto made = network_->sound_of(frames_, begins_piece, sound_);
    queue.release();
    if (!made) return made;
    if (sound_.empty()) continue;  // it waits for more
    if (!std::ranges::all_of(sound_, [](float x) { return std::isfinite(x); }))
      return Error{Errc::bad_format,
                   fmt::format("{}: makes sound that is no finite numbers", form_.source)};
    for (float& x : sound_) x = std::clamp(x, -1.0f, 1.0f);
    if (!handler({sound_, form_.sample_rate_hz}))
      return Error{Errc::cancelled, "the voice was stopped"};
  }
  return {};
}

}  // namespace sotto::speech
