// A bidirectional layer of long short-term memory (Hochreiter and Schmidhuber 1997), as
// torch.nn.LSTM has it:
//   gates = W_ih x + b_ih + b_hh + W_hh h,   in the order i, f, g, o
// for all steps the input's part at once; the recurrence is the device's.
#pragma once

#include "nn/linear.h"

namespace sotto::nn {

struct BiLstm {
  struct Direction {
    Linear input;           // W_ih, and the sum of both biases
    device::Weight hidden;  // W_hh, [4 * hidden, hidden]
  };
  Direction forward, backward;

  // [steps, 2 * hidden]
  device::Tensor operator()(device::Device& d, const device::Tensor& x) const {
    return run(d, x, forward.input.b.tensor, backward.input.b.tensor);
  }

  // With biases of the caller's, [1, 4 * hidden] each.
  device::Tensor run(device::Device& d, const device::Tensor& x, const device::Tensor& forward_bias,
                     const device::Tensor& backward_bias) const {
    const int gates = rows_of(forward.hidden);
    const device::Tensor y = d.make(x.rows, 2 * cols_of(forward.hidden));
    const device::Frame frame(d);
    const device::Tensor to = d.make(x.rows, gates), fro = d.make(x.rows, gates);
    const device::Product products[] = {
        {.w = forward.input.w.get(), .bias = forward_bias, .y = to},
        {.w = backward.input.w.get(), .bias = backward_bias, .y = fro}};
    d.linears(x, products);
    const device::Recurrence directions[] = {
        {.gates = to, .w = forward.hidden.get()},
        {.gates = fro, .w = backward.hidden.get(), .backward = true}};
    d.lstm(directions, y);
    return y;
  }
};

}  // namespace sotto::nn
