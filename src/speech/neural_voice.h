// Shared by neural voices, whatever the network: threads, the queue between them, stop and tempo.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "device/tensor.h"
#include "speech/voice.h"

namespace sotto::speech {

// A network that speaks, as two halves that compute at the same time: frames of the text on a
// thread of their own, and the sound of these frames. Where all is computed at once (phonemes to
// samples), that is the first half: its frames are the samples, and sound_of() gives them back.
class SpeechNetwork {
 public:
  virtual ~SpeechNetwork() = default;

  struct Form {
    int sample_rate_hz;
    size_t frame_size;            // values
    size_t frames_ahead;          // that the first half may be before the second
    size_t most_at_once;          // that the second half takes
    std::string source;           // of the weights, for errors
    std::string unit = "frames";  // of the length of speech
    double units_a_second = 0;
    bool in_turns = false;  // one half computes at a time: there is one thread
    // Precision of keys and values where the backend was told none.
    device::Precision kv_cache = device::Precision::f32;
  };
  virtual Form form() const = 0;

  // Speaks at that rate from the next text on. False: it has none of its own, and the tempo of its
  // sound is changed.
  virtual bool take_rate(double /*rate*/) { return false; }

  // Implements Voice::set_live().
  virtual void take_live(bool /*is_live*/) {}

  // Cuts the text into pieces that are said in one go. False: there is nothing to be said.
  virtual Result<bool> begin(const std::string& text, const std::stop_token& stop) = 0;

  // The frames of all pieces, in order: whole ones of one piece to each call of `put`. False, from
  // any call of it: nobody wants more, return soon. On a thread of its own.
  using Put = std::function<bool(std::span<const float> frames, bool begins_piece)>;
  virtual Result<void> make_frames(const Put& put, const std::stop_token& stop) = 0;

  // Replaces `sound` by that of the next frames of a piece, by nothing where it waits for more of
  // them. An error ends the text. On the caller's thread, while frames are made.
  virtual Result<void> sound_of(std::span<const float> frames, bool begins_piece,
                                std::vector<float>& sound) = 0;

  // Implements Voice::takes_phonemes().
  virtual bool takes_phonemes() const { return false; }

  // Implements Voice::words() for the last text, without a change of tempo.
  virtual std::span<const WordTime> words() const { return {}; }

  // For measurements: the next texts are one piece each, `units` long whatever the network says of
  // its end; up to what it can say in one go.
  virtual void force_length(int /*units*/) {}
  // Wall time of the stages of the last text, within the halves, by name ("text_ms").
  virtual std::vector<std::pair<std::string_view, double>> stages() const { return {}; }
};

class NeuralVoice final : public Voice {
 public:
  NeuralVoice(std::string name, std::unique_ptr<SpeechNetwork> network, double rate)
      : name_(std::move(name)), network_(std::move(network)), form_(network_->form()) {
    set_rate(rate);
  }

  SpeechNetwork& network() { return *network_; }

  std::string name() const override { return name_; }
  int sample_rate_hz() const override { return form_.sample_rate_hz; }
  Result<void> speak(const std::string& text, std::stop_token stop,
                     const ChunkHandler& handler) override;
  std::span<const WordTime> words() const override {
    return tempo_ == 1 ? network_->words() : std::span<const WordTime>();
  }
  bool takes_phonemes() const override { return network_->takes_phonemes(); }
  bool set_rate(double rate) override {
    tempo_ = network_->take_rate(rate) ? 1 : rate;
    return true;
  }
  void set_live(bool is_live) override { network_->take_live(is_live); }

 private:
  Result<void> play(class FrameQueue& queue, const std::stop_token& stop,
                    const ChunkHandler& handler);

  const std::string name_;
  const std::unique_ptr<SpeechNetwork> network_;
  const SpeechNetwork::Form form_;
  double tempo_ = 1;
  std::vector<float> frames_, sound_;
};

}  // namespace sotto::speech
