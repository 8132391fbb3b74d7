// How activations become int8 with a scale of their own: x ~ scale * q, q = rint(x * factor).
#pragma once

namespace sotto::device::cpu {

// A row without a greater magnitude counts as zeros: 127 over it might overflow.
inline constexpr float kSmallestMagnitude = 0x1p-100f;

struct Rounding {
  float factor = 0, scale = 0;
};

// Rounding that takes `largest`, the greatest magnitude of some numbers, to 127.
inline Rounding rounding_of(float largest) {
  if (!(largest > kSmallestMagnitude)) return {};
  return {127.0f / largest, largest / 127.0f};
}

}  // namespace sotto::device::cpu
