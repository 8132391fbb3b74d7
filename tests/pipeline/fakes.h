// Parts of a flow whose behaviour a test decides.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "audio/sink.h"
#include "base/log.h"
#include "spdlog/logger.h"
#include "spdlog/sinks/ostream_sink.h"
#include "speech/voice.h"
#include "translate/one_by_one.h"
#include "translate/translator.h"

namespace sotto::pipeline {

// "text" becomes "<text>". Texts that contain "lost" are lost; "break" breaks it.
class FakeTranslator : public translate::OneByOne {
 public:
  explicit FakeTranslator(std::string open = "<", std::string close = ">")
      : open_(std::move(open)), close_(std::move(close)) {}

  Result<translate::Translation> one(const text::Sentence& sentence,
                                     std::stop_token stop) override {
    if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
    if (on_translate) on_translate(sentence.text);
    if (sentence.text.find("break") != std::string::npos) return Error{Errc::internal, "broken"};
    translate::Translation t;
    t.sentence = sentence;
    t.untranslated = sentence.text.find("lost") != std::string::npos;
    if (t.untranslated) t.why = "low score";
    if (!t.untranslated) t.sentence.text = open_ + sentence.text + close_;
    if (!t.untranslated) t.sentence.spans.clear();
    return t;
  }

  std::function<void(const std::string&)> on_translate;

 private:
  std::string open_, close_;
};

// Each text is `ms` milliseconds of the value 0.5, in two chunks.
class FakeVoice : public speech::Voice {
 public:
  static constexpr int kRateHz = 8000;

  explicit FakeVoice(std::string name, double ms = 30) : name_(std::move(name)), ms_(ms) {}

  std::string name() const override { return name_; }
  int sample_rate_hz() const override { return kRateHz; }

  Result<void> speak(const std::string& text, std::stop_token stop,
                     const speech::ChunkHandler& handler) override {
    if (on_speak) on_speak(text);
    if (text.find(breaks_on) != std::string::npos) return Error{Errc::io, name_ + " fell silent"};
    spoken.push_back(text);
    const std::vector<float> half(static_cast<size_t>(ms_ / 2000 * kRateHz), 0.5f);
    for (int i = 0; i < 2; ++i) {
      if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
      if (!handler({half, kRateHz})) return {};
    }
    return {};
  }

  void set_live(bool is_live) override { this->is_live = is_live; }

  bool is_live = false;
  std::string breaks_on = "\x01";  // a text that holds this breaks the voice
  std::function<void(const std::string&)> on_speak;
  std::vector<std::string> spoken;

 private:
  std::string name_;
  double ms_;
};

// Keeps all samples; can be slow, full or without a listener.
class FakeSink : public audio::Sink {
 public:
  Result<void> write(const audio::Chunk& chunk, std::stop_token stop) override {
    while (blocked && !stop.stop_requested()) std::this_thread::sleep_for(kNap);
    if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
    if (fails_after >= 0 && fails_after-- == 0) return failure;
    samples.insert(samples.end(), chunk.samples.begin(), chunk.samples.end());
    return {};
  }
  Result<void> finish() override {
    ++finished;
    return {};
  }
  void silence() noexcept override { ++silenced; }

  std::atomic<bool> blocked = false;
  int fails_after = -1;  // writes
  Error failure{Errc::io, "disk full"};
  std::vector<float> samples;
  int finished = 0;
  std::atomic<int> silenced = 0;

 private:
  static constexpr std::chrono::milliseconds kNap{1};
};

// The log's lines while it lives.
class CapturedLog {
 public:
  CapturedLog() {
    auto sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(stream_);
    auto logger = std::make_shared<spdlog::logger>("test", sink);
    logger->set_pattern("%l: %v");
    before_ = log::exchange(logger);
  }
  ~CapturedLog() { log::exchange(before_); }

  std::string text() const { return stream_.str(); }
  size_t warnings() const {
    size_t n = 0;
    const std::string all = text();
    for (size_t at = all.find("warning:"); at != all.npos; at = all.find("warning:", at + 1)) ++n;
    return n;
  }

 private:
  std::ostringstream stream_;
  std::shared_ptr<spdlog::logger> before_;
};

}  // namespace sotto::pipeline
