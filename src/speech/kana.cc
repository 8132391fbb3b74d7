#include "speech/kana.h"

#include <fmt/format.h>
#include <mecab.h>
#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unistd.h>

#include <fstream>
#include <system_error>
#include <vector>

#include "base/utf8.h"
#include "speech/kana_phonemes.h"
#include "speech/open_jtalk.h"

namespace sotto::speech {
namespace {

namespace fs = std::filesystem;

// Of a feature row: part of speech first, reading eighth, pronunciation ninth (IPADIC's columns;
// naist-jdic has the same and adds accents behind them).
constexpr size_t kPartOfSpeech = 0, kReading = 7, kPronunciation = 8;

std::string_view column(std::string_view row, size_t index) {
  for (; index > 0; --index) {
    const size_t comma = row.find(',');
    if (comma == row.npos) return {};
    row.remove_prefix(comma + 1);
  }
  return row.substr(0, row.find(','));
}

bool has_kanji(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const char32_t c = next_code_point(text, i);
    if (c >= 0x4e00 && c <= 0x9fff) return true;
  }
  return false;
}

std::string put_together(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(status);
  if (U_FAILURE(status)) return std::string(text);
  std::string together;
  icu::StringByteSink<std::string> sink(&together);
  nfc->normalizeUTF8(0, {text.data(), static_cast<int32_t>(text.size())}, sink, nullptr, status);
  return U_FAILURE(status) ? std::string(text) : together;
}

// A folder with a dictionary in it that MeCab will open. Open JTalk installs its dictionary without
// the settings file that MeCab insists on, so that one is put beside links to the rest.
class OpenableFolder {
 public:
  static Result<OpenableFolder> make(const fs::path& dictionary) {
    OpenableFolder folder;
    std::error_code error;
    if (fs::exists(dictionary / "dicrc", error)) {
      folder.path_ = dictionary;
      return folder;
    }
    std::string name = (fs::temp_directory_path(error) / "sotto-mecab-XXXXXX").string();
    if (error || ::mkdtemp(name.data()) == nullptr) {
      return Error{Errc::io, fmt::format("{}: cannot make a temporary folder", name)};
    }
    folder.path_ = name;
    folder.is_ours_ = true;
    for (const char* file : {"sys.dic", "matrix.bin", "char.bin", "unk.dic"}) {
      fs::create_symlink(dictionary / file, folder.path_ / file, error);
      if (error) break;
    }
    std::ofstream(folder.path_ / "dicrc") << "bos-feature = BOS/EOS,*,*,*,*,*,*,*,*\n"
                                             "cost-factor = 700\n"
                                             "config-charset = UTF-8\n";
    return folder;
  }

  OpenableFolder(OpenableFolder&& other) noexcept
      : path_(std::move(other.path_)), is_ours_(std::exchange(other.is_ours_, false)) {}
  ~OpenableFolder() {  // MeCab has mapped the files; it needs their names no more
    std::error_code error;
    if (is_ours_) fs::remove_all(path_, error);
  }

  const fs::path& path() const { return path_; }

 private:
  OpenableFolder() = default;
  fs::path path_;
  bool is_ours_ = false;
};

}  // namespace

struct KanaReader::Analyzer {
  std::unique_ptr<MeCab::Model> model;
  std::unique_ptr<MeCab::Tagger> tagger;
};

KanaReader::KanaReader(std::unique_ptr<Analyzer> analyzer) : analyzer_(std::move(analyzer)) {}
KanaReader::KanaReader(KanaReader&&) noexcept = default;
KanaReader::~KanaReader() = default;

Result<KanaReader> KanaReader::open(const fs::path& dictionary) {
  const Result<OpenableFolder> folder = OpenableFolder::make(dictionary);
  if (!folder) return folder.error();
  // Given as arguments, a path may hold spaces. No settings of the user's own MeCab are read.
  std::string path = folder->path().string();
  std::vector<std::string> arguments{"mecab", "-r", "/dev/null", "-d", path};
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  auto analyzer = std::make_unique<Analyzer>();
  analyzer->model.reset(MeCab::createModel(static_cast<int>(argv.size()), argv.data()));
  if (analyzer->model) analyzer->tagger.reset(analyzer->model->createTagger());
  if (!analyzer->tagger) {
    return Error{Errc::bad_format, fmt::format("{}: MeCab cannot open the dictionary: {}",
                                               dictionary.string(), MeCab::getLastError())};
  }
  const std::string charset = analyzer->model->dictionary_info()->charset;
  if (charset != "UTF-8" && charset != "utf-8" && charset != "utf8" && charset != "UTF8") {
    return Error{Errc::unsupported, fmt::format("{}: the dictionary is in {}, expected UTF-8",
                                                dictionary.string(), charset)};
  }
  return KanaReader(std::move(analyzer));
}

Result<KanaReader> KanaReader::open() {
  if (const fs::path folder = open_jtalk_dictionary(); !folder.empty()) return open(folder);
  for (const char* folder : {"/var/lib/mecab/dic/ipadic-utf8", "/opt/homebrew/lib/mecab/dic/ipadic",
                             "/usr/local/lib/mecab/dic/ipadic"}) {
    std::error_code error;
    if (fs::exists(fs::path(folder) / "sys.dic", error)) return open(fs::path(folder));
  }
  return Error{Errc::not_found,
               "no MeCab dictionary is installed, so Japanese cannot be read aloud; install "
               "open-jtalk-mecab-naist-jdic"};
}

std::string KanaReader::read(std::string_view text) const {
  const std::unique_ptr<MeCab::Lattice> lattice(analyzer_->model->createLattice());
  lattice->set_sentence(text.data(), text.size());
  if (!analyzer_->tagger->parse(lattice.get())) return std::string(text);
  std::string spoken;
  for (const MeCab::Node* node = lattice->bos_node(); node != nullptr; node = node->next) {
    if (node->stat == MECAB_BOS_NODE || node->stat == MECAB_EOS_NODE) continue;
    // rlength counts the spaces before the word as well.
    if (node->rlength > node->length) spoken += ' ';
    const std::string_view feature = node->feature;
    const std::string_view pronounced = column(feature, kPronunciation);
    const bool known = node->stat == MECAB_NOR_NODE && !pronounced.empty() && pronounced != "*";
    spoken += known ? pronounced : std::string_view(node->surface, node->length);
    if (column(feature, kPartOfSpeech) == "助詞") spoken += ' ';
  }
  return spoken;
}

std::string KanaReader::without_kanji(std::string_view given) const {
  const std::string text = put_together(given);
  const std::unique_ptr<MeCab::Lattice> lattice(analyzer_->model->createLattice());
  lattice->set_sentence(text.data(), text.size());
  if (!analyzer_->tagger->parse(lattice.get())) return text;
  std::string read;
  for (const MeCab::Node* node = lattice->bos_node(); node != nullptr; node = node->next) {
    if (node->stat == MECAB_BOS_NODE || node->stat == MECAB_EOS_NODE) continue;
    if (node->rlength > node->length) read += ' ';
    const std::string_view surface(node->surface, node->length);
    const std::string_view reading = column(node->feature, kReading);
    const bool known = node->stat == MECAB_NOR_NODE && !reading.empty() && reading != "*";
    if (!known || !has_kanji(surface)) {
      read += surface;
      continue;
    }
    const std::string hiragana = to_hiragana(reading);
    if (hiragana.starts_with("は") || hiragana.starts_with("へ")) read += ' ';
    read += hiragana;
  }
  return read;
}

}  // namespace sotto::speech
