#include "cli/heard_once.h"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "base/paths.h"
#include "base/program.h"
#include "cli/start_server.h"

namespace sotto::cli {
namespace {

// Is there from the first time that something was broken until all is well again.
std::filesystem::path mark() { return cache_folder() / "broken"; }

}  // namespace

void say_once(const std::string& sentence) {
  std::error_code failed;
  std::filesystem::create_directories(cache_folder(), failed);
  const int file = ::open(mark().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return;
  ::close(file);
  if (::fork() != 0) return;
  ::setsid();
  close_standard_streams();
  ::execl(program_to_start().c_str(), "sotto", "say", sentence.c_str(), "--language", "en",
          "--voice", "auto", static_cast<char*>(nullptr));
  ::_exit(127);
}

void all_is_well() {
  std::error_code failed;
  std::filesystem::remove(mark(), failed);
}

}  // namespace sotto::cli
