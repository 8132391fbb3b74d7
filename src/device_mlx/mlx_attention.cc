#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "device_mlx/mlx_device.h"
#include "device_mlx/mlx_matrix.h"

namespace sotto::device::mlx {
namespace {

// [rows, heads * size] to [heads, rows, size].
mx::array by_heads(const Tensor& x, int heads) {
  return mx::transpose(mx::reshape(value_of(x), {x.rows, heads, x.cols / heads}), {1, 0, 2});
}

// And back: [heads, rows, size] to [rows, heads * size].
mx::array by_rows(const mx::array& x) {
  return mx::reshape(mx::transpose(x, {1, 0, 2}), {x.shape(1), x.shape(0) * x.shape(2)});
}

// Neighbouring heads share theirs.
mx::array for_each_head(const mx::array& shared, int heads) {
  const int sharing = heads / shared.shape(0);
  return sharing == 1 ? shared : mx::repeat(shared, sharing, /*axis=*/0);
}

// The rows that all queries see, if these are the same and one after the other.
std::optional<VisibleKeys> common_rows(std::span<const VisibleKeys> seen) {
  const int count = seen.front().count;
  if (count == 0) return std::nullopt;
  const int first = seen.front().row(0);
  for (const VisibleKeys& each : seen) {
    if (each.count != count) return std::nullopt;
    for (int j = 0; j < count; ++j)
      if (each.row(j) != first + j) return std::nullopt;
  }
  return VisibleKeys{.first = first, .count = count};
}

// A query that sees nothing has weights of zero.
mx::array weights_of(const mx::array& scores, bool all_see) {
  const mx::array weights = mx::softmax(scores, /*axis=*/-1, /*precise=*/true);
  return all_see ? weights : mx::nan_to_num(weights);
}

}  // namespace

const MlxDevice::Sight& MlxDevice::sight_of(std::span<const VisibleKeys> seen, int rows) {
  const auto width = static_cast<size_t>(rows);
  std::vector<float> mask(seen.size() * width, -std::numeric_limits<float>::infinity());
  bool all_see = true;
  for (size_t i = 0; i < seen.size(); ++i) {
    for (int j = 0; j < seen[i].count; ++j)
      mask[i * width + static_cast<size_t>(seen[i].row(j))] = 0;
    all_see = all_see && seen[i].count > 0;
  }
  if (!sight_ || sight_->rows != rows || sight_->numbers != mask) {
    const mx::array there = uploaded(mask, {static_cast<int>(seen.size()), rows});
    sight_ = Sight{std::move(mask), rows, there, all_see};
  }
  return *sight_;
}

void MlxDevice::attention(const Tensor& q, const Tensor& k, const Tensor& v,
                          std::span<const VisibleKeys> seen, int heads, Rows, const Tensor& y) {
  if (q.rows == 0) return;
  const std::optional<VisibleKeys> common = common_rows(seen);
  std::optional<mx::array> mask;
  if (!common) {
    const Sight& sight = sight_of(seen, k.rows);
    if (!sight.all_see) return attention(q, k, v, seen, heads, Scoring{}, y);
    mask = sight.mask;
  }
  const int first = mask ? 0 : common->first, count = mask ? k.rows : common->count;
  const int size = q.cols / heads, shared = k.cols / size;
  const auto one = [&](const Tensor& x, int of) {
    return mx::expand_dims(by_heads(x, of), /*axis=*/0);
  };
  const mx::array out = mx::fast::scaled_dot_product_attention(
      one(q, heads), one(k.part(first, count), shared), one(v.part(first, count), shared),
      1.0f / std::sqrt(static_cast<float>(size)), mask ? "array" : "", mask);
  assign(y, by_rows(mx::squeeze(out, /*axis=*/0)));
}

void MlxDevice::attention(const Tensor& q, const Tensor& k, const Tensor& v,
                          std::span<const VisibleKeys> seen, int heads, const Scoring& scoring,
                          const Tensor& y) {
  if (q.rows == 0) return;
  const int size = q.cols / heads, shared = k.cols / size;
  const float scale =
      scoring.scale != 0 ? scoring.scale : 1.0f / std::sqrt(static_cast<float>(size));
  mx::array scores = mx::matmul(
      by_heads(q, heads), mx::transpose(for_each_head(by_heads(k, shared), heads), {0, 2, 1}));
  if (scoring.bias) {
    mx::array bias = mx::reshape(value_of(scoring.bias), {heads, q.rows, scoring.bias.cols});
    if (scoring.relative) {
      std::vector<int> columns;
      for (int i = 0; i < q.rows; ++i)
        for (int j = 0; j < k.rows; ++j) columns.push_back(q.rows - 1 - i + j);
      const mx::array which =
          mx::broadcast_to(mx::reshape(indices(columns), {1, q.rows, k.rows}), scores.shape());
      bias = mx::take_along_axis(bias, which, /*axis=*/2);
    }
    scores = mx::add(scores, bias);
  }
  const Sight& sight = sight_of(seen, k.rows);
  const mx::array weights =
      weights_of(mx::add(mx::multiply(scores, number(scale)), sight.mask), sight.all_see);
  if (scoring.weights) assign(scoring.weights, weights);
  assign(y, by_rows(mx::matmul(weights, for_each_head(by_heads(v, shared), heads))));
}

void MlxDevice::scores(const Tensor& q, const Tensor& k, int heads, const Tensor& y) {
  const int shared = k.cols / (q.cols / heads);
  assign(y, mx::matmul(by_heads(q, heads),
                       mx::transpose(for_each_head(by_heads(k, shared), heads), {0, 2, 1})));
}

void MlxDevice::rotate(const Tensor& x, const Tensor& angles, Pairs pairs) {
  if (x.rows == 0) return;
  const int half = angles.cols / 2, heads = x.cols / angles.cols;
  const bool adjacent = pairs == Pairs::adjacent;
  const int axis = adjacent ? 3 : 2;  // of the two numbers of a pair
  const mx::Shape shape =
      adjacent ? mx::Shape{x.rows, heads, half, 2} : mx::Shape{x.rows, heads, 2, half};
  const auto parts = mx::split(mx::reshape(value_of(x), shape), 2, axis);
  const auto turns = mx::split(mx::reshape(value_of(angles), {x.rows, 1, half, 2}), 2, /*axis=*/3);
  const mx::Shape one = adjacent ? mx::Shape{x.rows, 1, half, 1} : mx::Shape{x.rows, 1, 1, half};
  const mx::array cosine = mx::reshape(turns[0], one), sine = mx::reshape(turns[1], one);
  const mx::array first =
      mx::subtract(mx::multiply(parts[0], cosine), mx::multiply(parts[1], sine));
  const mx::array second = mx::add(mx::multiply(parts[0], sine), mx::multiply(parts[1], cosine));
  assign(x, mx::concatenate({first, second}, axis));
}

}  // namespace sotto::device::mlx
