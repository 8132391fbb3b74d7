// The operations of a Device, once: devices and what stands around them (zones.cc, checked.cc,
// tests/models/checking_backend.h) declare theirs by this list. device.h says what each computes.
#pragma once

// OP(name, (parameters), (arguments), result, conditions...)
//
// result: the tensor whose shape stands for the size of a call.
// conditions: what must hold before a call, in terms of the Checker `c` (checked.cc). Where it does
// not, what happens is undefined. Each tensor that is named in them must be there: made in a frame
// that has not ended, or of a cache or of prepared numbers.
// clang-format off
#define SOTTO_OPERATIONS(OP)                                                                       \
  OP(linears, (const Tensor& x, std::span<const Product> products), (x, products), x,              \
     c.products(x, products))                                                                      \
  OP(choose, (const Tensor& x, const Weight& w, const Constant& bias, Banned banned,               \
              std::span<Choice> chosen),                                                           \
     (x, w, bias, banned, chosen), x,                                                              \
     c.weight(w.get(), rows_of(w), x.cols), c.optional(bias.tensor, 1, rows_of(w)),                \
     c.that(count(banned) == x.rows && count(chosen) == x.rows))                                   \
  OP(feed_forward, (const Tensor& x, const Product& up, Activation f, const Product& down),        \
     (x, up, f, down), x,                                                                          \
     c.weight(up.w, rows_of(up), x.cols), c.optional(up.bias, 1, rows_of(up)), c.that(!up.y),      \
     c.weight(down.w, rows_of(down), rows_of(up)), c.optional(down.bias, 1, rows_of(down)),        \
     c.shape(down.y, x.rows, rows_of(down)), c.there(x), c.apart_or_same(x, down.y))               \
  OP(convolve, (const Tensor& x, const Taps& taps, const Product& product),                        \
     (x, taps, product), product.y,                                                                \
     c.windows(x.rows, taps, product.y.rows),                                                      \
     c.product(x, product.y.rows, taps.kernel * x.cols, product))                                  \
  OP(convolve, (const Tensor& x, const InstanceNorm& norm, int padding, const Taps& taps,          \
                const Product& product),                                                           \
     (x, norm, padding, taps, product), product.y,                                                 \
     c.norm(x, norm), c.windows(x.rows + 2 * padding, taps, product.y.rows),                       \
     c.product(x, product.y.rows, taps.kernel * x.cols, product))                                  \
  OP(convolve, (const Tensor& x, const LeakyRelu& before, int padding, const Taps& taps,           \
                const Product& product),                                                           \
     (x, before, padding, taps, product), product.y,                                               \
     c.windows(x.rows + 2 * padding, taps, product.y.rows),                                        \
     c.product(x, product.y.rows, taps.kernel * x.cols, product))                                  \
  OP(depthwise, (const Tensor& x, const Constant& w, const Taps& taps, const Tensor& y),           \
     (x, w, taps, y), y,                                                                           \
     c.windows(x.rows, taps, y.rows), c.shape(w.tensor, taps.kernel, x.cols),                      \
     c.shape(x, x.rows, y.cols), c.apart(x, y))                                                    \
  OP(depthwise_transposed, (const Tensor& x, const Constant& w, int stride, const Tensor& y),      \
     (x, w, stride, y), y,                                                                         \
     c.shape(w.tensor, w.tensor.rows, x.cols), c.shape(x, x.rows, y.cols),                         \
     c.that(y.rows <= stride * (x.rows + 1 - (w.tensor.rows + stride - 1) / stride)),              \
     c.apart(x, y))                                                                                \
  OP(embed, (const Weight& table, std::span<const int> rows, float scale, const Tensor& y),        \
     (table, rows, scale, y), y,                                                                   \
     c.weight(table.get(), rows_of(table), y.cols), c.there(y),                                    \
     c.indices(rows, y.rows, rows_of(table)))                                                      \
  OP(gather, (const Tensor& x, std::span<const int> rows, const Tensor& y), (x, rows, y), y,       \
     c.shape(x, x.rows, y.cols), c.indices(rows, y.rows, x.rows), c.apart(x, y))                   \
  OP(concatenate, (std::span<const Tensor> parts, const Tensor& y), (parts, y), y,                 \
     c.beside(parts, y))                                                                           \
  OP(slice, (const Tensor& x, int first_col, const Tensor& y), (x, first_col, y), y,               \
     c.shape(x, y.rows, x.cols), c.that(first_col >= 0 && first_col + y.cols <= x.cols),           \
     c.apart(x, y))                                                                                \
  OP(add_rows, (const Tensor& x, const Tensor& table, std::span<const int> rows),                  \
     (x, table, rows), x,                                                                          \
     c.shape(table, table.rows, x.cols), c.indices(rows, x.rows, table.rows), c.apart(table, x))   \
  OP(copy, (const Tensor& x, const Tensor& y), (x, y), y,                                          \
     c.shape(y, x.rows, x.cols), c.apart_or_same(x, y))                                            \
  OP(fill, (const Tensor& x, float value), (x, value), x, c.there(x))                              \
  OP(activate, (Activation f, const Tensor& x, const Tensor& y), (f, x, y), y, c.alike(x, y))      \
  OP(mix, (float a, const Tensor& x, float b, const Tensor& y), (a, x, b, y), x, c.alike(y, x))    \
  OP(leaky_relu, (float slope, const Tensor& x, const Tensor& y), (slope, x, y), y,                \
     c.alike(x, y))                                                                                \
  OP(snake, (const Tensor& x, const Tensor& alpha, const Tensor& y), (x, alpha, y), y,             \
     c.alike(x, y), c.shape(alpha, 1, x.cols))                                                     \
  OP(add, (const Tensor& x, const Tensor& y), (x, y), x, c.broadcast(y, x))                        \
  OP(multiply, (const Tensor& x, const Tensor& y), (x, y), x, c.broadcast(y, x))                   \
  OP(add_scaled, (const Tensor& x, const Tensor& scale, const Tensor& y), (x, scale, y), y,        \
     c.alike(x, y), c.broadcast(scale, y))                                                         \
  OP(scale_shift, (const Tensor& x, float plus, const Tensor& scale, const Tensor& shift,          \
                   const Tensor& y),                                                               \
     (x, plus, scale, shift, y), y,                                                                \
     c.alike(x, y), c.broadcast(scale, y), c.broadcast(shift, y))                                  \
  OP(layer_norm, (const Tensor& x, const Constant& weight, const Constant& bias, float epsilon,    \
                  const Tensor& y),                                                                \
     (x, weight, bias, epsilon, y), y,                                                             \
     c.alike(x, y), c.shape(weight.tensor, 1, x.cols), c.shape(bias.tensor, 1, x.cols))            \
  OP(rms_norm, (const Tensor& x, const Constant& weight, float epsilon, const Tensor& y),          \
     (x, weight, epsilon, y), y,                                                                   \
     c.alike(x, y), c.shape(weight.tensor, 1, x.cols))                                             \
  OP(group_norm, (const Tensor& x, int groups, const Constant& weight, const Constant& bias,       \
                  float epsilon, const Tensor& y),                                                 \
     (x, groups, weight, bias, epsilon, y), y,                                                     \
     c.alike(x, y), c.that(groups > 0 && x.cols % groups == 0),                                    \
     c.shape(weight.tensor, 1, x.cols), c.shape(bias.tensor, 1, x.cols))                           \
  OP(instance_norm, (const Tensor& x, const InstanceNorm& norm, const Tensor& y), (x, norm, y), y, \
     c.alike(x, y), c.norm(x, norm))                                                               \
  OP(lstm, (std::span<const Recurrence> directions, const Tensor& y), (directions, y), y,          \
     c.recurrences(directions, y))                                                                 \
  OP(rotate, (const Tensor& x, const Tensor& angles, Pairs pairs), (x, angles, pairs), x,          \
     c.shape(angles, x.rows, angles.cols), c.apart(angles, x),                                     \
     c.that(angles.cols > 0 && angles.cols % 2 == 0 && x.cols % angles.cols == 0))                 \
  OP(attention, (const Tensor& q, const Tensor& k, const Tensor& v,                                \
                 std::span<const VisibleKeys> seen, int heads, Rows rows, const Tensor& y),        \
     (q, k, v, seen, heads, rows, y), q,                                                           \
     c.heads(q, k, v, heads), c.visible(seen, q, k), c.shape(y, q.rows, q.cols), c.apart(q, y))    \
  OP(attention, (const Tensor& q, const Tensor& k, const Tensor& v,                                \
                 std::span<const VisibleKeys> seen, int heads, const Scoring& scoring,             \
                 const Tensor& y),                                                                 \
     (q, k, v, seen, heads, scoring, y), q,                                                        \
     c.heads(q, k, v, heads), c.visible(seen, q, k), c.shape(y, q.rows, q.cols), c.apart(q, y),    \
     c.optional(scoring.bias, heads * q.rows,                                                      \
                scoring.relative ? q.rows + k.rows - 1 : k.rows),                                  \
     c.optional(scoring.weights, heads * q.rows, k.rows))                                          \
  OP(scores, (const Tensor& q, const Tensor& k, int heads, const Tensor& y), (q, k, heads, y), q,  \
     c.heads(q, k, k, heads), c.shape(y, heads * q.rows, k.rows), c.apart(q, y))
// clang-format on

#define SOTTO_OVERRIDE(name, parameters, ...) void name parameters override;
