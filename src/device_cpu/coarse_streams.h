// Covers the rows of x and the panels of w.
#pragma once

#include <algorithm>

#include "device_cpu/coarse_rows.h"

namespace sotto::device::cpu {

// Panels::run<N, M>(x, w, y, panel, apart) multiplies N rows of x and M panels of w, of which each
// comes `apart` behind the one before.
inline constexpr int kMostCoarseRows = 4;  // of x at a time

template <class Panels, int N>
void coarse_streams(const QuantizedRows& x, const CoarseMatrix& w, const Output& y, int begin,
                    int end) {
  constexpr int kTogether = N == 1 ? 4 : N == 2 ? 2 : 1;
  const int apart = (end - begin) / kTogether;
  for (int p = begin; p < begin + apart; ++p) Panels::template run<N, kTogether>(x, w, y, p, apart);
  for (int p = begin + apart * kTogether; p < end; ++p) Panels::template run<N, 1>(x, w, y, p, 1);
}

template <class Panels>
void coarse_all(const QuantizedRows& x, const CoarseMatrix& w, const Output& y, int begin,
                int end) {
  using Streams = decltype(&coarse_streams<Panels, 1>);
  static constexpr Streams kStreamsOf[kMostCoarseRows] = {
      coarse_streams<Panels, 1>, coarse_streams<Panels, 2>, coarse_streams<Panels, 3>,
      coarse_streams<Panels, 4>};
  for (int first = 0, n; first < x.rows; first += n) {
    n = std::min(kMostCoarseRows, x.rows - first);
    Output part = y;
    part.y = {y.y.row(first).data(), n, y.y.cols};
    kStreamsOf[n - 1](x.from(first, n), w, part, begin, end);
  }
}

}  // namespace sotto::device::cpu
