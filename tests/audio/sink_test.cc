#include "audio/sink.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sndfile.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <thread>
#include <vector>

#include "audio/output.h"
#include "audio/samples.h"

namespace sotto::audio::sink_test {
namespace {

using ::testing::HasSubstr;
using Clock = std::chrono::steady_clock;

class SinkTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = ::testing::TempDir() + "sotto-sink-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string path(const char* name) const { return folder_ / name; }

  std::filesystem::path folder_;
};

std::vector<float> tone(int rate_hz, double seconds) {
  std::vector<float> samples(static_cast<size_t>(rate_hz * seconds));
  for (size_t i = 0; i < samples.size(); ++i) {
    samples[i] = static_cast<float>(
        0.5 * std::sin(2 * std::numbers::pi * 440 * static_cast<double>(i) / rate_hz));
  }
  return samples;
}

struct Sound {
  int rate_hz = 0;
  std::vector<float> samples;
};

Sound read_sound(const std::string& path) {
  SF_INFO info{};
  SNDFILE* file = sf_open(path.c_str(), SFM_READ, &info);
  if (file == nullptr) return {};
  Sound sound{info.samplerate, {}};
  std::vector<float> piece(4096);
  while (const auto count = sf_readf_float(file, piece.data(), 4096)) {
    sound.samples.insert(sound.samples.end(), piece.begin(), piece.begin() + count);
  }
  sf_close(file);
  return sound;
}

double rms(const std::vector<float>& samples) {
  double sum = 0;
  for (const float s : samples) sum += double{s} * s;
  return std::sqrt(sum / static_cast<double>(std::max<size_t>(samples.size(), 1)));
}

std::string open_error(const std::string& target) {
  const auto sink = Sink::open(target, 48000);
  return sink ? "no error" : sink.error().message;
}

TEST_F(SinkTest, LosslessFilesKeepEverySample) {
  for (const char* name : {"a.wav", "b.flac", "C.WAV"}) {
    SCOPED_TRACE(name);
    const auto in = tone(24000, 0.7);
    auto sink = Sink::open(path(name), 24000);
    ASSERT_TRUE(sink) << sink.error().message;
    ASSERT_TRUE((*sink)->write({std::span(in).first(777), 24000}, {}));
    ASSERT_TRUE((*sink)->write({std::span(in).subspan(777), 24000}, {}));
    ASSERT_TRUE((*sink)->finish());
    const Sound sound = read_sound(path(name));
    EXPECT_EQ(sound.rate_hz, 24000);
    ASSERT_EQ(sound.samples.size(), in.size());
    for (size_t i = 0; i < in.size(); ++i) ASSERT_EQ(to_s16(sound.samples[i]), to_s16(in[i])) << i;
  }
}

TEST_F(SinkTest, OpusTakesTheNextRateItHas) {
  for (const char* name : {"a.opus", "a.ogg"}) {
    auto sink = Sink::open(path(name), 22050);
    ASSERT_TRUE(sink) << sink.error().message;
    ASSERT_TRUE((*sink)->write({tone(22050, 1), 22050}, {}));
    ASSERT_TRUE((*sink)->finish());
    const Sound sound = read_sound(path(name));
    EXPECT_EQ(sound.rate_hz, 24000);
    EXPECT_NEAR(static_cast<double>(sound.samples.size()) / sound.rate_hz, 1, 0.01);
    EXPECT_NEAR(rms(sound.samples), 0.5 / std::numbers::sqrt2, 0.05);
  }
}

TEST_F(SinkTest, EveryUtteranceIsWholeWhateverItsRate) {
  auto sink = Sink::open(path("a.wav"), 48000);
  ASSERT_TRUE(sink);
  for (const int rate : {16000, 22050, 22050, 48000}) {
    ASSERT_TRUE((*sink)->write({tone(rate, 0.5), rate}, {}));
    ASSERT_TRUE((*sink)->end_utterance({}));
  }
  ASSERT_TRUE((*sink)->finish());
  EXPECT_NEAR(static_cast<double>(read_sound(path("a.wav")).samples.size()), 4 * 0.5 * 48000, 4);
}

TEST_F(SinkTest, AKilledRunLeavesAPlayableFile) {
  for (const char* name : {"a.wav", "a.flac", "a.ogg"}) {
    SCOPED_TRACE(name);
    auto sink = Sink::open(path(name), 24000);
    ASSERT_TRUE(sink);
    ASSERT_TRUE((*sink)->write({tone(24000, 5), 24000}, {}));
    ASSERT_TRUE((*sink)->end_utterance({}));
    // Now it is killed: a copy of the file is all that is left.
    std::filesystem::copy_file(path(name), path((std::string("left-") + name).c_str()));
    const Sound left = read_sound(path((std::string("left-") + name).c_str()));
    EXPECT_GT(left.samples.size(), 3u * 24000);
    EXPECT_GT(rms(left.samples), 0.3);
  }
}

TEST_F(SinkTest, NamesThatCannotBeWrittenAreNamed) {
  EXPECT_THAT(open_error(path("a.mp3")), HasSubstr("must end in .wav, .flac, .opus or .ogg"));
  EXPECT_THAT(open_error(path("noending")), HasSubstr("must end in"));
  EXPECT_THAT(open_error(path("missing/a.wav")), HasSubstr("No such file"));
  EXPECT_THAT(open_error(path("missing/a.wav")), HasSubstr("missing/a.wav: cannot write"));
  std::filesystem::create_directory(path("folder.wav"));
  EXPECT_THAT(open_error(path("folder.wav")), HasSubstr("Is a directory"));
  ASSERT_EQ(::mkfifo(path("pipe.wav").c_str(), 0600), 0);
  EXPECT_THAT(open_error(path("pipe.wav")), HasSubstr("pipe.wav"));
}

TEST_F(SinkTest, AFullDiskIsAnErrorThatSaysSo) {
  // A limit on the size of files stands for the disk that is full: the write fails the same way.
  ::signal(SIGXFSZ, SIG_IGN);
  struct rlimit old;
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
  for (const char* name : {"a.wav", "a.flac", "a.ogg"}) {
    SCOPED_TRACE(name);
    const struct rlimit small { 10000, old.rlim_max };
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    auto sink = Sink::open(path(name), 48000);
    Result<void> r;
    if (sink) {
      for (int i = 0; r && i < 50; ++i) r = (*sink)->write({tone(48000, 1), 48000}, {});
      if (r) r = (*sink)->finish();
    }
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old), 0);
    ASSERT_TRUE(sink);
    ASSERT_FALSE(r);
    EXPECT_EQ(r.error().code, Errc::io);
    EXPECT_THAT(r.error().message, HasSubstr("File too large"));
  }
}

// A pipe with both ends, the reading one closed early if told.
struct Pipe {
  Pipe() {
    ::signal(SIGPIPE, SIG_IGN);
    EXPECT_EQ(::pipe(ends), 0);
  }
  ~Pipe() {
    close_reader();
    ::close(ends[1]);
  }
  void close_reader() {
    if (ends[0] >= 0) ::close(ends[0]);
    ends[0] = -1;
  }
  int ends[2];
};

TEST(StreamSink, WritesLittleEndianSamples) {
  Pipe pipe;
  const auto sink = make_sink(open_stream(pipe.ends[1], "pipe", 48000));
  const float samples[] = {0.5f, -1.0f, 1.0f / 32768};
  ASSERT_TRUE(sink->write({samples, 48000}, {}));
  ASSERT_TRUE(sink->finish());
  unsigned char bytes[7];
  ASSERT_EQ(::read(pipe.ends[0], bytes, sizeof bytes), 6);
  EXPECT_EQ(std::vector<int>(bytes, bytes + 6), (std::vector<int>{0, 0x40, 0, 0x80, 1, 0}));
}

TEST(StreamSink, AReaderThatLeavesCancels) {
  Pipe pipe;
  const auto sink = make_sink(open_stream(pipe.ends[1], "standard output", 48000));
  pipe.close_reader();
  const auto r = sink->write({tone(48000, 0.1), 48000}, {});
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().code, Errc::cancelled);
  EXPECT_THAT(r.error().message, HasSubstr("standard output"));
}

TEST(StreamSink, AFullPipeStillObeysStop) {
  Pipe pipe;
  const auto sink = make_sink(open_stream(pipe.ends[1], "pipe", 48000));
  std::stop_source source;
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    source.request_stop();
  });
  const auto begin = Clock::now();
  const auto r = sink->write({tone(48000, 10), 48000}, source.get_token());
  const auto took = Clock::now() - begin;
  stopper.join();
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().code, Errc::cancelled);
  EXPECT_LT(took, std::chrono::milliseconds(150));
}

TEST(StreamSink, AFullDeviceIsAnError) {
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  if (full < 0) GTEST_SKIP() << "no /dev/full here";
  const auto sink = make_sink(open_stream(full, "standard output", 48000));
  const auto r = sink->write({tone(48000, 0.1), 48000}, {});
  ::close(full);
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().code, Errc::io);
  EXPECT_THAT(r.error().message, HasSubstr("standard output: cannot write: No space left"));
}

TEST(DeviceSink, WithoutASoundCardOneSentenceSaysSo) {
  ::testing::internal::CaptureStderr();
  const auto sink = Sink::open("device", 48000);
  const std::string noise = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(noise, "");
  if (sink) GTEST_SKIP() << "this machine has a sound device";
  EXPECT_EQ(sink.error().code, Errc::unsupported);
  EXPECT_THAT(sink.error().message, HasSubstr("no sound device can be opened ("));
}

TEST(Sinks, ARateThatIsNoneIsRefused) {
  EXPECT_FALSE(Sink::open("-", 0));
  Pipe pipe;
  const auto sink = make_sink(open_stream(pipe.ends[1], "pipe", 48000));
  const float sample = 0;
  EXPECT_FALSE(sink->write({{&sample, 1}, 0}, {}));
}

// An output that drops, as the sound card does.
class DroppingOutput final : public Output {
 public:
  explicit DroppingOutput(std::vector<float>& heard) : heard_(heard) {}
  int sample_rate_hz() const override { return 48000; }
  Result<void> put(std::span<const float> samples, std::stop_token) override {
    heard_.insert(heard_.end(), samples.begin(), samples.end());
    return {};
  }
  Result<void> close() override { return {}; }
  bool drop() noexcept override {
    heard_.clear();
    return true;
  }

 private:
  std::vector<float>& heard_;
};

TEST(Sinks, SilenceAlsoDropsWhatTheResamplerHolds) {
  std::vector<float> heard;
  const auto sink = make_sink(std::make_unique<DroppingOutput>(heard));
  ASSERT_TRUE(sink->write({tone(24000, 0.2), 24000}, {}));
  sink->silence();
  ASSERT_TRUE(sink->end_utterance({}));
  EXPECT_EQ(heard.size(), 0u);
  ASSERT_TRUE(sink->write({tone(24000, 0.2), 24000}, {}));
  ASSERT_TRUE(sink->finish());
  EXPECT_EQ(heard.size(), 9600u);
}

TEST(DeviceTest, WithoutAlsasConfigurationThereIsNone) {
  ::setenv("ALSA_CONFIG_PATH", "/dev/null", 1);  // PortAudio asserts that it has something in it
  const auto sink = Sink::open("device", 48000);
  ::unsetenv("ALSA_CONFIG_PATH");
  ASSERT_FALSE(sink);
  EXPECT_THAT(sink.error().message, HasSubstr("no sound device can be opened ("));
}

}  // namespace
}  // namespace sotto::audio::sink_test
