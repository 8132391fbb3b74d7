#include "device_cpu/arena.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <new>

#include "base/memory.h"

namespace sotto::device::cpu {
namespace {

constexpr size_t kLine = 64 / sizeof(float);
constexpr size_t kStep = (size_t{16} << 20) / sizeof(float);  // made usable at once
constexpr size_t kLeast = 4 * kStep;
constexpr size_t kSmall = 2 * kLargePage / sizeof(float);

size_t memory_of_machine() {  // in floats
  const auto pages = static_cast<size_t>(std::max(sysconf(_SC_PHYS_PAGES), 1L));
  return pages * static_cast<size_t>(sysconf(_SC_PAGESIZE)) / sizeof(float);
}

// The part of the address space that one session may reserve where it is limited (ulimit -v): other
// sessions and weights need addresses, too.
size_t share_of_addresses() {  // in floats
  constexpr rlim_t kShare = 8 * sizeof(float);
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return SIZE_MAX;
  return static_cast<size_t>(limit.rlim_cur / kShare);
}

}  // namespace

// Addresses without access cost nothing.
Arena::Arena() : reserved_(std::max(std::min(memory_of_machine(), share_of_addresses()), kLeast)) {
  void* p = MAP_FAILED;
  for (;; reserved_ /= 2) {
    p = mmap(nullptr, reserved_ * sizeof(float), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p != MAP_FAILED) break;
    if (reserved_ <= kLeast) throw std::bad_alloc();
  }
  begin_ = static_cast<float*>(p);
}

Arena::~Arena() { munmap(begin_, reserved_ * sizeof(float)); }

void Arena::make_usable(size_t floats) {
  const size_t wanted = std::min((floats + kStep - 1) / kStep * kStep, reserved_);
  if (floats > wanted) throw std::bad_alloc();
  if (mprotect(begin_, wanted * sizeof(float), PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
  // But not where all of a small network's are: there such a page would be most of it.
  prefer_large_pages(begin_ + kSmall, (wanted - kSmall) * sizeof(float));
  usable_ = wanted;
}

float* Arena::make(size_t floats) {
  if (floats > reserved_) throw std::bad_alloc();  // so that nothing below overflows
  float* made = begin_ + used_;
  const size_t end = used_ + (std::max<size_t>(floats, 1) + kLine - 1) / kLine * kLine;
  if (end > usable_) make_usable(end);
  used_ = end;
  return made;
}

Activations Arena::make(int rows, int cols) {
  if (rows < 0 || cols < 0) throw std::bad_array_new_length();
  return {make(static_cast<size_t>(rows) * static_cast<size_t>(cols)), rows, cols};
}

Arena::Rooms Arena::make_rooms(int workers, size_t each) {
  if (each > reserved_) throw std::bad_alloc();
  return {make(static_cast<size_t>(workers) * each), each};
}

}  // namespace sotto::device::cpu
