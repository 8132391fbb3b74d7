// The flow: bytes -> text -> sentences -> translation -> voice -> sink.
//
//   read thread     ByteSource, agent::Reader, text::SpeechText
//     | sentences; a watch thread sees when the stream falls silent
//   translate thread
//     | sentences
//   voice thread
//     | milliseconds of sound
//   play thread     audio::Sink
//
// Each line between two threads is a bounded queue: sentence n+1 is translated while n is spoken,
// order is kept, and a sink that is slow stops the reading in the end. Nothing is dropped silently.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "agent/reader.h"
#include "audio/sink.h"
#include "pipeline/byte_source.h"
#include "pipeline/utterance.h"
#include "speech/voice.h"
#include "text/readings.h"
#include "text/speech_text.h"
#include "translate/translator.h"

namespace sotto::pipeline {

struct PipelineOptions {
  agent::ReaderOptions reader;
  text::SpeechTextOptions speech_text;
  Language listener;                 // the language of what sotto itself says
  double sentence_silence_ms = 200;  // between two sentences
  double block_silence_ms = 450;     // between the last of a block and the first of the next
  // Where a live source gives nothing for so long, what is complete by its punctuation is said.
  std::chrono::milliseconds pause{200};
  size_t queued_sentences = 8;  // in front of the translator, and again of the voice
  size_t queued_audio_ms = 2000;
  size_t most_sentences = 0;  // what comes behind so many is passed over; 0: nothing is
  bool real_time = false;     // the sink plays as time goes by (a sound card, not a file)
};

// Who does the work. All of it outlives the pipeline.
struct PipelineParts {
  ByteSource* source;
  translate::Translator* translator;
  speech::Voice* voice = nullptr;  // null: text only
  audio::Sink* sink = nullptr;     // null: text only
  // A voice of the source language, opened when the first sentence was lost; may be empty.
  std::function<Result<std::unique_ptr<speech::Voice>>()> open_source_voice;
  const text::Readings* readings;         // of the target language
  const text::Readings* source_readings;  // of the source language
};

// What the caller hears of while it runs. Empty functions are not called.
struct PipelineEvents {
  // Before a sentence goes on: waits until it may; the error ends the flow. On the thread that
  // reads, or notices a pause. A sentence that is taken is finished, unless the flow is stopped.
  std::function<Result<void>(const std::stop_token& stop)> admit = {};
  // As soon as it is translated, in order, on the translate thread.
  std::function<void(const Utterance&)> translated;
  // When all of its sound was taken, or when there will be none; in order, on the play thread.
  std::function<void(const Utterance&)> finished;
  // Once, when the voice or the sink is gone: text goes on. `cancelled`: who listened has left. On
  // the voice or the play thread.
  std::function<void(const Error&)> sound_lost;
};

struct PipelineResult {
  agent::ReaderStats reader;
  size_t utterances = 0, lost = 0, unheard = 0;  // of those that were finished
  // `cancelled`; or the first thing that went wrong with the stream, the voice or the sink. All
  // text that was read has been translated and reported nevertheless.
  std::optional<Error> error;
};

// Runs until the stream has ended and everything was said, or `stop` is set: then the sink is
// silenced at once and all threads end. Where memory or threads run out, it ends there and says so
// (`io`).
PipelineResult run_pipeline(const PipelineOptions& options, const PipelineParts& parts,
                            const PipelineEvents& events, const std::stop_token& stop);

}  // namespace sotto::pipeline
