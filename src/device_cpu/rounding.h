// How activations become int8 with a scale of their own: x ~ scale * q, q = rint(x * factor).
#pragma once

namespace sotto::device::cpu {

// What has no greater number counts as zeros: 127 over it might overflow.
inline constexpr float kSmallestMagnitude = 0x1p-100f;

struct Rounding {
  float factor = 0, scale = 0;
};

// Of numbers of which `largest` is the greatest magnitude, which becomes 127.
inline Rounding rounding_of(float largest) {
  if (!(largest > kSmallestMagnitude)) return {};
  return {127.0f / largest, largest / 127.0f};
}

}  // namespace sotto::device::cpu
