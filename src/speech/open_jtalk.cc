// Open JTalk is a program without a library, and it writes its sound when all of a sentence is
// computed: 0.4 s for 30 characters, nine tenths of it in the vocoder (see docs/decisions). So the
// program only reads the text. It is told to write its trace, which holds the phonemes in context,
// and to make sound of one sample a frame at a thousandfold speed, which takes no time. The
// phonemes go to the same HTS engine as a library, and the parameters to a vocoder of our own.
#include "speech/open_jtalk.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <system_error>

#include "base/paths.h"
#include "speech/child.h"
#include "speech/hts_voice.h"
#include "speech/pieces.h"

namespace sotto::speech {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kPatience{20000};
constexpr size_t kMaxTraceBytes = size_t{16} << 20;
constexpr uintmax_t kMaxVoiceBytes = uintmax_t{64} << 20;

// The program reads one line into 1024 bytes, and again after ASCII became full-width. Parameters
// are made without a look at the stop token (0.2 ms of computing a character), so a piece is
// shorter.
constexpr size_t kMaxPieceCost = 600;

// Silence left at the ends of an utterance (the pipeline adds its pause between sentences), and at
// the joints of a text that had to be cut.
constexpr int kEdgeMs = 50, kJointMs = 120;

// The program, started ahead: the next one loads its dictionary while this sentence is spoken.
class Reader {
 public:
  Reader(fs::path dictionary, fs::path voice)
      : argv_{"open_jtalk",  "-x",           dictionary.string(),
              "-m",          voice.string(), "-ot",
              "/dev/stdout", "-p",           "1",
              "-r",          "1000"} {}

  // Starts the next program. That it cannot be started shows when it is needed.
  void prepare() {
    if (spare_) return;
    if (Result<Child> child = Child::start(argv_)) spare_ = *std::move(child);
  }

  // The phonemes of `text`; none when there is nothing to read in it.
  Result<std::vector<std::string>> phonemes(const std::string& text, const std::stop_token& stop) {
    const bool was_ready = spare_.has_value();
    Result<std::vector<std::string>> labels = run(text, stop);
    const bool died = !labels && labels.error().code == Errc::io;
    // A program that waited may have been killed meanwhile, by someone who needed its memory.
    return died && was_ready ? run(text, stop) : labels;
  }

 private:
  Result<std::vector<std::string>> run(const std::string& text, const std::stop_token& stop) {
    if (!spare_) {
      Result<Child> child = Child::start(argv_);
      if (!child) return child.error();
      spare_ = *std::move(child);
    }
    Child child = std::move(*spare_);
    spare_.reset();
    std::string trace;
    const Result<void> r = child.converse(
        text + "\n", stop, kPatience, [&](std::span<const std::byte> bytes) -> Result<bool> {
          trace.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
          if (trace.size() <= kMaxTraceBytes) return true;
          return Error{Errc::bad_format, "open_jtalk: its trace has no end"};
        });
    // How the program ends when a text is nothing but marks; a voice that cannot say anything at
    // all was found out when it was opened.
    constexpr std::string_view kNothingToSay = "waveform cannot be synthesized";
    if (!r && r.error().message.find(kNothingToSay) != std::string::npos) {
      return std::vector<std::string>();
    }
    if (!r) return r.error();
    return read_labels(trace);
  }

  // The part behind "[Output label]" up to the next "[": lines of `START END LABEL`.
  static std::vector<std::string> read_labels(std::string_view trace) {
    constexpr std::string_view kHeading = "[Output label]\n";
    std::vector<std::string> labels;
    const size_t heading = trace.find(kHeading);
    if (heading == std::string_view::npos) return labels;
    trace.remove_prefix(heading + kHeading.size());
    while (!trace.empty() && trace[0] != '[') {
      const std::string_view line = trace.substr(0, trace.find('\n'));
      trace.remove_prefix(std::min(trace.size(), line.size() + 1));
      const size_t space = line.rfind(' ');
      const std::string_view label = space == line.npos ? line : line.substr(space + 1);
      if (!label.empty()) labels.emplace_back(label);
    }
    return labels;
  }

  std::vector<std::string> argv_;
  std::optional<Child> spare_;
};

class OpenJTalk final : public Voice {
 public:
  OpenJTalk(std::string name, Reader reader, std::unique_ptr<HtsVoice> voice, double rate)
      : name_(std::move(name)), reader_(std::move(reader)), voice_(std::move(voice)), rate_(rate) {}

  std::string name() const override { return "open-jtalk:" + name_; }
  int sample_rate_hz() const override { return voice_->sample_rate_hz(); }
  bool set_rate(double rate) override {
    rate_ = rate;
    return true;
  }

  Result<void> speak(const std::string& text, std::stop_token stop,
                     const ChunkHandler& handler) override {
    const std::vector<std::string> parts = pieces(one_line(text), kMaxPieceCost);
    const int edge_ms = parts.size() > 1 ? kJointMs : kEdgeMs;
    // The spare program is renewed when the first sound is out, not while it is waited for.
    const ChunkHandler renewing = [&](const audio::Chunk& chunk) {
      const bool listened = handler(chunk);
      reader_.prepare();
      return listened;
    };
    for (const std::string& part : parts) {
      if (stop.stop_requested()) return Error{Errc::cancelled, "the voice was stopped"};
      Result<std::vector<std::string>> labels = reader_.phonemes(part, stop);
      if (!labels) return labels.error();
      if (Result<void> r = voice_->speak(*labels, rate_, edge_ms, stop, renewing); !r) return r;
    }
    reader_.prepare();
    return {};
  }

 private:
  std::string name_;
  Reader reader_;
  std::unique_ptr<HtsVoice> voice_;
  double rate_;
};

Result<void> check_file(const fs::path& file) {
  std::error_code error;
  const uintmax_t size = fs::file_size(file, error);
  if (error) {
    return Error{Errc::not_found,
                 fmt::format("{}: cannot read the voice: {}", file.string(), error.message())};
  }
  constexpr std::string_view kMagic = "[GLOBAL]";
  std::array<char, kMagic.size()> head{};
  std::ifstream(file, std::ios::binary).read(head.data(), head.size());
  if (size > kMaxVoiceBytes || std::string_view(head.data(), head.size()) != kMagic) {
    return Error{Errc::bad_format,
                 fmt::format("{}: is not an HTS voice, expected a file that begins with {}",
                             file.string(), kMagic)};
  }
  return {};
}

void add_voices(const fs::path& folder, std::map<std::string, fs::path>& voices) {
  std::error_code error;
  fs::recursive_directory_iterator files(folder, error), end;
  for (; !error && files != end; files.increment(error)) {
    if (files.depth() > 3) files.disable_recursion_pending();
    const fs::path& file = files->path();
    if (file.extension() != ".htsvoice") continue;
    std::string name = file.stem().string();
    if (constexpr std::string_view kNormal = "_normal"; name.ends_with(kNormal)) {
      name.resize(name.size() - kNormal.size());
    }
    voices.emplace(std::move(name), file);
  }
}

}  // namespace

fs::path open_jtalk_dictionary() {
  for (const char* folder :
       {"/var/lib/mecab/dic/open-jtalk/naist-jdic", "/usr/local/share/open-jtalk/dic",
        "/opt/homebrew/opt/open-jtalk/dic", "/usr/local/opt/open-jtalk/dic"}) {
    std::error_code error;
    if (fs::is_regular_file(fs::path(folder) / "sys.dic", error)) return folder;
  }
  return {};
}

std::map<std::string, fs::path> open_jtalk_voices() {
  std::map<std::string, fs::path> voices;
  if (const char* folder = std::getenv("SOTTO_VOICES_DIR"); folder != nullptr && *folder != 0) {
    add_voices(folder, voices);
  }
  add_voices(data_folder() / "voices", voices);
  for (const char* folder : {"/usr/share/hts-voice", "/usr/local/share/hts-voice",
                             "/opt/homebrew/opt/open-jtalk/voice"}) {
    add_voices(folder, voices);
  }
  return voices;
}

Result<std::unique_ptr<Voice>> open_open_jtalk(const std::string& voice, const fs::path& file,
                                               double rate) {
  if (Result<void> r = check_file(file); !r) return r.error();
  Reader reader(open_jtalk_dictionary(), file);
  // The file comes from outside and the engine's reader trusts it: so the program, which may die,
  // tries it first. It is the same reader.
  const auto tried = reader.phonemes("あ", {});
  if (!tried) {
    if (tried.error().code == Errc::not_found) return tried.error();
    return Error{Errc::bad_format, fmt::format("{}: Open JTalk cannot use this voice ({})",
                                               file.string(), tried.error().message)};
  }
  if (tried->empty()) {
    return Error{Errc::bad_format,
                 fmt::format("{}: Open JTalk says nothing with this voice", file.string())};
  }
  reader.prepare();
  Result<std::unique_ptr<HtsVoice>> loaded = HtsVoice::load(file);
  if (!loaded) return loaded.error();
  return std::unique_ptr<Voice>(
      std::make_unique<OpenJTalk>(voice, std::move(reader), *std::move(loaded), rate));
}

}  // namespace sotto::speech
