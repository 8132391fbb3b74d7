#include "base/mapped_fault.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <string>

namespace sotto {
namespace {

// Read by a signal handler: nothing that is locked or allocated. A place is taken by who sets
// `is_taken`; the name is whole before `begin` says so.
struct Mapping {
  static constexpr size_t kMostName = 256;
  std::atomic<uintptr_t> begin = 0, size = 0;
  std::atomic<bool> is_taken = false;
  std::array<char, kMostName> name = {};
};

std::array<Mapping, 256> mappings;

uintptr_t address(const void* p) { return reinterpret_cast<uintptr_t>(p); }

const Mapping* mapping_at(uintptr_t at) {
  for (const Mapping& m : mappings) {
    const uintptr_t begin = m.begin.load(std::memory_order_acquire);
    if (begin != 0 && at >= begin && at - begin < m.size.load(std::memory_order_relaxed)) return &m;
  }
  return nullptr;
}

void say(const char* text) {
  const ssize_t ignored = write(STDERR_FILENO, text, std::strlen(text));
  static_cast<void>(ignored);
}

void on_fault(int signal, siginfo_t* info, void*) {
  const Mapping* mapping = mapping_at(address(info->si_addr));
  if (mapping == nullptr) {  // again, with what the system does
    ::signal(signal, SIG_DFL);
    raise(signal);
    return;
  }
  say("sotto: ");
  say(mapping->name.data());
  say(": became shorter while it was in use, expected a file that is replaced, not overwritten\n");
  _exit(1);
}

}  // namespace

void say_which_file_was_shortened() {
  struct sigaction action = {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, nullptr);
}

void note_mapping(std::span<const std::byte> bytes, const std::filesystem::path& path) {
  for (Mapping& m : mappings) {
    if (m.is_taken.exchange(true)) continue;
    std::string name = path.string().substr(0, Mapping::kMostName - 1);
    std::ranges::replace_if(
        name, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }, '?');
    std::ranges::copy(name, m.name.begin());
    m.name[name.size()] = '\0';
    m.size.store(bytes.size(), std::memory_order_relaxed);
    m.begin.store(address(bytes.data()), std::memory_order_release);
    return;
  }
}

void forget_mapping(std::span<const std::byte> bytes) {
  for (Mapping& m : mappings) {
    if (m.begin.load(std::memory_order_relaxed) != address(bytes.data())) continue;
    m.begin.store(0, std::memory_order_relaxed);
    m.is_taken.store(false, std::memory_order_release);
    return;
  }
}

}  // namespace sotto
