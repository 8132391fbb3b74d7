// Operations number by number. One formula for every processor: free of branches and tables, so
// that a compiler turns the loops into vectors of whatever width is there, and the results are the
// same everywhere.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/device.h"

namespace sotto::device::cpu {

// y[i] = f(x[i]) for n numbers. y may be x. NaN stays NaN.
void activate(Activation f, const float* x, size_t n, float* y);

void mix(float a, float* x, float b, const float* y, size_t n);           // x = a x + b y
void add(float* x, const float* y, size_t n);                             // x += y
void multiply(float* x, const float* y, size_t n);                        // x *= y
void add_scaled(const float* x, const float* scale, size_t n, float* y);  // y += x * scale
// y = x * (plus + scale) + shift
void scale_shift(const float* x, float plus, const float* scale, const float* shift, size_t n,
                 float* y);

// y = x where x > 0, else slope * x. y may be x.
void leaky_relu(float slope, const float* x, size_t n, float* y);
// y = x + sin^2(alpha x) * inverse, where inverse = 1 / alpha. y may be x.
void snake(const float* x, const float* alpha, const float* inverse, size_t n, float* y);
// y = (x - mean) * scale + shift. y may be x.
void normalize(const float* x, const float* mean, const float* scale, const float* shift, size_t n,
               float* y);
// Both, one after the other.
void normalize_snake(const float* x, const float* mean, const float* scale, const float* shift,
                     const float* alpha, const float* inverse, size_t n, float* y);
// y = x / sqrt(mean of x^2 + epsilon) * weight. y may be x.
void rms_norm(const float* x, const float* weight, float epsilon, size_t n, float* y);
// e^x over the sum of all of them; zeros where there is no such sum.
void softmax(float* x, size_t n);
// The least and the greatest number so far; NaNs count as beyond infinity.
void extend_range(const float* x, size_t n, float& low, float& high);
// The same of each column, as integers that are in the order of the floats.
void extend_ranges(const float* x, size_t n, int32_t* low, int32_t* high);
int32_t ordered(float x);
float from_ordered(int32_t key);
// squares += (x - mean)^2
void add_squares(const float* x, const float* mean, size_t n, float* squares);
// squares += factor * (x - mean)^2
void add_squares(const float* x, const float* mean, float factor, size_t n, float* squares);

// One step of an LSTM. gates: [4, n], i, f, g and o; c is
// that of the step before, then of this one.
void lstm_step(const float* gates, size_t n, float* c, float* h);

// Adjacent pairs of x turned by angles, each a cosine and a sine beside each other.
void rotate(float* x, const float* angles, size_t n);
// The same for the pairs x[i] and x[i + n / 2].
void rotate_halves(float* x, const float* angles, size_t n);

}  // namespace sotto::device::cpu
