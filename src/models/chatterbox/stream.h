// Sound of a sentence whose tokens still come. Rows of the encoder and of the flow attend to all
// others, so a spectrum changes with each token that joins it, the less the further back it lies:
// with each push the whole sentence so far is computed anew, with the same noise, and only what
// lies behind the sound that was given away counts. The convolution of the encoder that looks three
// tokens ahead keeps the last ones back until they are over.
//
// The vocoder hears `kBefore` frames again that were given away, more than its convolutions reach
// back, and goes on with the phases and the F0 that its source had there: of one and the same
// spectrum its sound is that of the whole. `kOverlap` frames are made twice, without and with what
// follows them, and cross-faded.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "models/chatterbox/s3gen.h"

namespace sotto::models::chatterbox {

class SpeechStream {
 public:
  static constexpr int kBefore = 16, kOverlap = 8;  // frames
  static constexpr size_t kTokensAhead = 3;  // pre_lookahead_len, as the encoder's conv1 has it

  // The session must outlive it.
  SpeechStream(S3GenSession& session, const S3GenSession::Options& options)
      : session_(session),
        options_(options),
        past_{.turns = session.model().hift().source.start(), .f0 = {}} {}

  // More tokens; the sound that can be heard now, perhaps none. `last`: no more will come, and all
  // that is left is heard. What is pushed at once is what S3GenSession::speak() says.
  Result<std::vector<float>> push(std::span<const int> tokens, bool last,
                                  const std::stop_token& stop = {});
  // The spectrum of the sound so far, and frames behind it, [frames, mel].
  std::span<const float> spectrum() const { return mel_; }

 private:
  Result<std::vector<float>> heard(int frames, bool last, const std::stop_token& stop);

  S3GenSession& session_;
  const S3GenSession::Options options_;
  std::vector<int> tokens_;
  std::vector<float> mel_;  // of which the first given_ frames were heard and stay as they are
  int given_ = 0;
  S3GenSession::Past past_;     // from frame max(0, given_ - kBefore) on
  std::vector<float> overlap_;  // sound behind what was given, made without what follows it
};

}  // namespace sotto::models::chatterbox
