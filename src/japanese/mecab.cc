#include "japanese/mecab.h"

#include <fmt/format.h>
#include <mecab.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/failure.h"
#include "base/shared_library.h"

namespace sotto::japanese {
namespace {

namespace fs = std::filesystem;

// By its interface in C: the one in C++ has no names that could be looked up.
struct MecabLibrary {
  static constexpr OptionalLibrary kLibrary{"libmecab", 2, "libmecab2"};
  explicit MecabLibrary(SharedLibrary& library) {
    library.find("mecab_model_new", new_model);
    library.find("mecab_model_destroy", destroy_model);
    library.find("mecab_model_dictionary_info", dictionary_of);
    library.find("mecab_model_new_tagger", new_tagger);
    library.find("mecab_destroy", destroy_tagger);
    library.find("mecab_model_new_lattice", new_lattice);
    library.find("mecab_lattice_destroy", destroy_lattice);
    library.find("mecab_lattice_set_sentence2", set_sentence);
    library.find("mecab_parse_lattice", parse);
    library.find("mecab_lattice_get_bos_node", first_node);
    library.find("mecab_strerror", text_of);
  }

  decltype(&::mecab_model_new) new_model;
  decltype(&::mecab_model_destroy) destroy_model;
  decltype(&::mecab_model_dictionary_info) dictionary_of;
  decltype(&::mecab_model_new_tagger) new_tagger;
  decltype(&::mecab_destroy) destroy_tagger;
  decltype(&::mecab_model_new_lattice) new_lattice;
  decltype(&::mecab_lattice_destroy) destroy_lattice;
  decltype(&::mecab_lattice_set_sentence2) set_sentence;
  decltype(&::mecab_parse_lattice) parse;
  decltype(&::mecab_lattice_get_bos_node) first_node;
  decltype(&::mecab_strerror) text_of;
};

// The first column of a feature, quotes and all.
std::string_view first_column(std::string_view feature) {
  const bool quoted = feature.starts_with('"');
  const size_t end = quoted ? feature.find('"', 1) : 0;
  return feature.substr(0, feature.find(',', end == feature.npos ? 0 : end));
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

fs::path open_jtalk_dictionary() {
  for (const char* folder :
       {"/var/lib/mecab/dic/open-jtalk/naist-jdic", "/usr/local/share/open-jtalk/dic",
        "/opt/homebrew/opt/open-jtalk/dic", "/usr/local/opt/open-jtalk/dic"}) {
    std::error_code error;
    if (fs::is_regular_file(fs::path(folder) / "sys.dic", error)) return folder;
  }
  return {};
}

std::string_view column(std::string_view feature, size_t index) {
  for (; index > 0; --index) {
    const size_t size = first_column(feature).size();
    if (size == feature.size()) return {};
    feature.remove_prefix(size + 1);
  }
  std::string_view found = first_column(feature);
  if (found.size() >= 2 && found.starts_with('"') && found.ends_with('"'))
    found = found.substr(1, found.size() - 2);
  return found == "*" ? std::string_view() : found;
}

size_t columns_of(std::string_view feature) {
  size_t count = 1;
  for (size_t size = first_column(feature).size(); size < feature.size();
       size = first_column(feature).size()) {
    feature.remove_prefix(size + 1);
    ++count;
  }
  return count;
}

struct Mecab::Analyzer {
  const MecabLibrary& mecab;
  std::unique_ptr<mecab_model_t, decltype(mecab.destroy_model)> model;
  std::unique_ptr<mecab_t, decltype(mecab.destroy_tagger)> tagger;

  Analyzer(const MecabLibrary& library, std::vector<char*> argv)
      : mecab(library),
        model(mecab.new_model(static_cast<int>(argv.size()), argv.data()), mecab.destroy_model),
        tagger(model ? mecab.new_tagger(model.get()) : nullptr, mecab.destroy_tagger) {}
};

Mecab::Mecab(std::unique_ptr<Analyzer> analyzer) : analyzer_(std::move(analyzer)) {}
Mecab::Mecab(Mecab&&) noexcept = default;
Mecab::~Mecab() = default;

std::string Mecab::missing() {
  return load_library<MecabLibrary>() == nullptr ? MecabLibrary::kLibrary.missing() : "";
}

Result<Mecab> Mecab::open(const fs::path& dictionary) {
  const MecabLibrary* mecab = load_library<MecabLibrary>();
  if (mecab == nullptr) return Error{Errc::not_found, "Japanese cannot be read: " + missing()};
  const Result<OpenableFolder> folder = OpenableFolder::make(dictionary);
  if (!folder) return folder.error();
  // Given as arguments, a path may hold spaces. No settings of the user's own MeCab are read.
  std::string path = folder->path().string();
  std::vector<std::string> arguments{"mecab", "-r", "/dev/null", "-d", path};
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  errno = 0;
  auto analyzer = std::make_unique<Analyzer>(*mecab, std::move(argv));
  if (!analyzer->tagger) {
    throw_if_exhausted(errno);  // MeCab says that a file is missing
    return Error{Errc::bad_format, fmt::format("{}: MeCab cannot open the dictionary: {}",
                                               dictionary.string(), mecab->text_of(nullptr))};
  }
  const std::string charset = mecab->dictionary_of(analyzer->model.get())->charset;
  if (charset != "UTF-8" && charset != "utf-8" && charset != "utf8" && charset != "UTF8") {
    return Error{Errc::unsupported, fmt::format("{}: the dictionary is in {}, expected UTF-8",
                                                dictionary.string(), charset)};
  }
  return Mecab(std::move(analyzer));
}

Result<Mecab> Mecab::open() {
  if (const fs::path folder = open_jtalk_dictionary(); !folder.empty()) return open(folder);
  for (const char* folder : {"/var/lib/mecab/dic/ipadic-utf8", "/opt/homebrew/lib/mecab/dic/ipadic",
                             "/usr/local/lib/mecab/dic/ipadic"}) {
    std::error_code error;
    if (fs::exists(fs::path(folder) / "sys.dic", error)) return open(fs::path(folder));
  }
  return Error{Errc::not_found,
               "no MeCab dictionary is installed, so Japanese cannot be read; install "
               "open-jtalk-mecab-naist-jdic"};
}

bool Mecab::for_each(std::string_view text, const std::function<void(const Word&)>& see) const {
  const MecabLibrary& mecab = analyzer_->mecab;
  const std::unique_ptr<mecab_lattice_t, decltype(mecab.destroy_lattice)> lattice(
      mecab.new_lattice(analyzer_->model.get()), mecab.destroy_lattice);
  mecab.set_sentence(lattice.get(), text.data(), text.size());
  if (mecab.parse(analyzer_->tagger.get(), lattice.get()) == 0) return false;
  for (const mecab_node_t* node = mecab.first_node(lattice.get()); node != nullptr;
       node = node->next) {
    if (node->stat == MECAB_BOS_NODE || node->stat == MECAB_EOS_NODE) continue;
    see({.surface = {node->surface, node->length},
         .spaced = node->rlength > node->length,  // which counts the spaces before the word as well
         .known = node->stat == MECAB_NOR_NODE,
         .feature = node->feature});
  }
  return true;
}

}  // namespace sotto::japanese
