#include "base/program.h"

#include <dlfcn.h>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#include <mach/mach.h>
#else
#include <sys/auxv.h>
#include <unistd.h>

#include <fstream>
#endif

namespace sotto {

namespace fs = std::filesystem;

fs::path own_file() {
  Dl_info own{};
  if (::dladdr(reinterpret_cast<const void*>(&own_file), &own) == 0) return own_program();
#ifndef __APPLE__  // where a program is named as it was called, links and all
  Dl_info program{};
  const auto* headers = reinterpret_cast<const void*>(::getauxval(AT_PHDR));
  if (::dladdr(headers, &program) != 0 && program.dli_fbase == own.dli_fbase) return own_program();
#endif
  std::error_code ignored;
  return fs::weakly_canonical(own.dli_fname, ignored);
}

#ifdef __APPLE__

fs::path own_program() {
  char path[4096];
  uint32_t size = sizeof path;
  if (::_NSGetExecutablePath(path, &size) != 0) return {};
  std::error_code ignored;
  return fs::weakly_canonical(path, ignored);
}

fs::path program_to_start() { return own_program(); }

double resident_bytes() {
  mach_task_basic_info info{};
  mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
  const auto result = ::task_info(::mach_task_self(), MACH_TASK_BASIC_INFO,
                                  reinterpret_cast<task_info_t>(&info), &count);
  return result == KERN_SUCCESS ? static_cast<double>(info.resident_size) : 0;
}

#else

fs::path own_program() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored);
}

fs::path program_to_start() { return "/proc/self/exe"; }

double resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  long size = 0, resident = 0;
  statm >> size >> resident;
  return static_cast<double>(resident) * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

#endif

}  // namespace sotto
