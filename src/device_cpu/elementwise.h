// Operations number by number. One formula for every processor: free of branches and tables, so
// that a compiler turns the loops into vectors of whatever width is there, and the results are the
// same everywhere.
#pragma once

#include <cstddef>

#include "device/device.h"

namespace sotto::device::cpu {

// y[i] = f(x[i]) for n numbers. y may be x. NaN stays NaN.
void activate(Activation f, const float* x, size_t n, float* y);

void mix(float a, float* x, float b, const float* y, size_t n);           // x = a x + b y
void add(float* x, const float* y, size_t n);                             // x += y
void add_scaled(const float* x, const float* scale, size_t n, float* y);  // y += x * scale
// y = x * (plus + scale) + shift
void scale_shift(const float* x, float plus, const float* scale, const float* shift, size_t n,
                 float* y);

// Adjacent pairs of x turned by angles, each a cosine and a sine beside each other.
void rotate(float* x, const float* angles, size_t n);

}  // namespace sotto::device::cpu
