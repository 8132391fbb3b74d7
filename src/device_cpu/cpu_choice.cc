// The greatest logit of each row. Few rows are bound by the memory that the weights come from: they
// meet the coarse copy of half the bytes, which says of each logit between which numbers it lies,
// and the true weights of those alone that may be the greatest. Many rows are bound by arithmetic.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "device_cpu/cpu_device.h"
#include "device_cpu/surveys.h"

namespace sotto::device::cpu {
namespace {

constexpr int kFewRows = 4;
// Groups of columns have scales of their own in the exact product, and one scale in the coarse one:
// what x differs by meets w. Up to this part of |x| it is noise of rounding, which meets w as the
// losses meet x.
constexpr float kMostApart = 1.0f / 16;
// The loss e of a row lies in any direction but its own (decision 045), so that it meets
// activations as a random one of `cols` dimensions does: in |e| |x| / sqrt(cols) as the standard
// deviation of a normal distribution, whose tail beyond this is 6e-16.
constexpr float kDeviations = 8;
// More candidates than this part of all: it is faster to multiply all of them in their order.
constexpr int kManyCandidates = 8;
// 2^16 logits so far below the greatest add less than 2^-20 to the sum.
constexpr float kNothing = 25;

constexpr float kForbidden = -std::numeric_limits<float>::infinity();

}  // namespace

class CpuDevice::Choosing {
 public:
  Choosing(CpuDevice& d, const Tensor& x, const Weight& w, const Constant& bias)
      : d_(d), matrix_(cpu_matrix(*w)), bias_(floats(bias.tensor).data) {
    outputs_ = w->rows;
    stretches_ = (outputs_ + kStretch - 1) / kStretch;
    logits_ = d.arena_.make(x.rows, outputs_);
    sums_ = d.arena_.make(x.rows, stretches_);
    most_ = d.arena_.make(x.rows, stretches_);
    greatest_ = d.arena_.make(x.rows, stretches_);
    lengths_ = d.arena_.make(1, x.rows);
    candidates_ = reinterpret_cast<int*>(d.arena_.make(1, outputs_).data);
    is_near_ = matrix_.coarse() != nullptr && x.rows <= kFewRows && round(floats(x));
    if (is_near_)
      multiply_nearly();
    else
      d.linear(x, w, bias, tensor_of(logits_));
  }

  void choose(Banned banned, std::span<Choice> chosen) {
    banned_ = banned;
    keep_banned();
    survey_all();
    for (size_t i = 0; i < chosen.size(); ++i) {
      const int row = static_cast<int>(i);
      chosen[i].id = is_near_ ? greatest_of_candidates(row) : greatest_of(row);
      chosen[i].logit = logits_.row(row)[static_cast<size_t>(chosen[i].id)];
    }
    sum_all(chosen);
  }

 private:
  Coarseness coarseness(int row) const {
    if (!is_near_) return {};
    const float length = lengths_.data[row], deviation = std::sqrt(static_cast<float>(near_.cols));
    return {matrix_.coarse()->view().losses, length * std::min(1.0f, kDeviations / deviation),
            length / deviation};
  }

  // Rounds x for both products. False: too far apart.
  bool round(const Activations& x) {
    near_ = d_.quantized(x, x.cols, Order::natural, false, matrix_.factor);
    const int group = group_of(matrix_.form);
    xq_ = group == 0 ? near_ : d_.quantized(x, group, order_of(matrix_.form), false, 0);
    for (int i = 0; i < x.rows; ++i) {
      const QuantizedRows row = near_.from(i, 1);
      int64_t squares = 0;
      for (int c = 0; c < x.cols; ++c) squares += row.q[c] * row.q[c];
      const float length = std::sqrt(static_cast<float>(squares)) * std::fabs(*row.scale);
      const float apart = group == 0 ? 0 : distance(row, xq_.from(i, 1));
      if (!(apart <= length * kMostApart)) return false;
      // |w| apart <= kLeastLoss loss apart.
      lengths_.data[i] = (length + CoarseMatrix::kLeastLoss * apart) * (1 + 0x1p-20f);
    }
    return true;
  }

  // |a - b|, rows that stand for the same numbers.
  static float distance(const QuantizedRows& a, const QuantizedRows& b) {
    double squares = 0;
    for (int c = 0; c < a.cols; ++c) {
      const float of_a = *a.scale * static_cast<float>(a.q[a.place(c)]);
      const float of_b = b.scale[c / b.group] * static_cast<float>(b.q[b.place(c)]);
      squares += std::pow(double{of_a} - double{of_b}, 2);
    }
    return static_cast<float>(std::sqrt(squares)) * (1 + 0x1p-20f);
  }

  // Columns of the weight that share a scale; 0: all of a row.
  static int group_of(const Form& w) {
    if (const auto* rows = std::get_if<quant::AffineView>(&w)) return rows->group;
    if (const auto* panels = std::get_if<AffinePanelMatrix>(&w)) return panels->group;
    return 0;
  }
  static Order order_of(const Form& w) {
    const auto* rows = std::get_if<quant::AffineView>(&w);
    return rows != nullptr ? order_for(rows->bits) : Order::natural;
  }

  void multiply_nearly() {
    const CoarseMatrix coarse = matrix_.coarse()->view();
    const Output y{logits_, bias_, Epilogue::none};
    const auto bytes = static_cast<int64_t>(matrix_.coarse_bytes);
    d_.workers_->parallel_for(coarse.panels(), bytes, [&](int, int begin, int end) {
      d_.kernels_.matmul_coarse(near_, coarse, y, begin, end);
    });
  }

  // Banned ids count in the sum alone, where they may be more than all the rest.
  void keep_banned() {
    size_t count = 0;
    for (const std::span<const int> ids : banned_) count += ids.size();
    kept_ = d_.arena_.make(count);
    float* kept = kept_;
    for (size_t i = 0; i < banned_.size(); ++i) {
      const int row = static_cast<int>(i);
      if (is_near_)
        for (const int id : banned_[i]) multiply_exactly(row, id);
      for (const int id : banned_[i])
        *kept++ = std::exchange(logits_.row(row)[static_cast<size_t>(id)], kForbidden);
    }
  }

  // work(row, stretch, the first logit of it, how many there are)
  template <class Work>
  void by_stretches(int64_t cost, const Work& work) {
    const auto bytes = static_cast<int64_t>(logits_.size() * sizeof(float));
    d_.workers_->parallel_for(
        logits_.rows * stretches_, bytes * cost, [&](int, int begin, int end) {
          for (int task = begin; task < end; ++task) {
            const int first = task % stretches_ * kStretch;
            work(task / stretches_, task % stretches_, first, std::min(kStretch, outputs_ - first));
          }
        });
  }

  void survey_all() {
    by_stretches(1, [&](int row, int stretch, int first, int n) {
      const Survey found = survey(logits_.row(row).data() + first, coarseness(row).from(first), n);
      const auto s = static_cast<size_t>(stretch);
      greatest_.row(row)[s] = found.greatest;
      most_.row(row)[s] = found.most;
      sums_.row(row)[s] = found.has_nan ? std::numeric_limits<float>::quiet_NaN() : 0;
    });
  }

  // The first of those that are the greatest, as they are now.
  int greatest_of(int row) const {
    const auto surveys = greatest_.row(row);
    const auto best = std::ranges::max_element(surveys);
    const auto logits = logits_.row(row);
    const auto from = static_cast<size_t>(best - surveys.begin()) * kStretch;
    for (size_t id = from; id < std::min<size_t>(from + kStretch, logits.size()); ++id)
      if (logits[id] == *best) return static_cast<int>(id);
    return 0;  // none is a number
  }

  void multiply_exactly(int row, int id) const {
    if (const auto* panels = std::get_if<AffinePanelMatrix>(&matrix_.form))
      return multiply_row(*panels, row, id);
    multiply_exactly(row, id, id + 1);
  }

  void multiply_exactly(int row, int begin, int end) const {
    if (const auto* bounded = std::get_if<BoundedPanelMatrix>(&matrix_.form)) {
      for (int id = begin; id < end; ++id) multiply_row(*bounded, row, id);
      return;
    }
    const QuantizedRows x = xq_.from(row, 1);
    const Output y{{logits_.row(row).data(), 1, outputs_}, bias_, Epilogue::none};
    if (const auto* groups = std::get_if<quant::AffineView>(&matrix_.form)) {
      const bool is_q8 = groups->bits == 8;
      (is_q8 ? d_.kernels_.matmul_q8 : d_.kernels_.matmul_q6)(x, *groups, y, begin, end);
    } else if (const auto* panels = std::get_if<AffinePanelMatrix>(&matrix_.form)) {
      d_.kernels_.matmul_affine_panels(x, *panels, y, begin, end);  // those that begin there
    } else {
      d_.kernels_.matmul_int8(x, std::get<quant::Sym8View>(matrix_.form), y, begin, end);
    }
  }

  // A panel by itself, of which one number is kept.
  void multiply_row(const AffinePanelMatrix& w, int row, int id) const {
    constexpr int kRows = AffinePanelMatrix::kRows;
    const int panel = id / kRows, first = panel * kRows;
    AffinePanelMatrix one = w;
    one.rows = std::min(kRows, w.rows - first);
    one.q = w.panel(panel);
    one.scales = w.scales.from(w.group_at(panel, 0));
    one.biases = w.biases.from(w.group_at(panel, 0));
    float y[kRows];
    const float* bias = bias_ != nullptr ? bias_ + first : nullptr;
    d_.kernels_.matmul_affine_panels(xq_.from(row, 1), one,
                                     {{y, 1, one.rows}, bias, Epilogue::none}, 0, one.rows);
    logits_.row(row)[static_cast<size_t>(id)] = y[id - first];
  }

  // A row of panels, as it would lie by itself.
  void multiply_row(const BoundedPanelMatrix& w, int row, int id) const {
    int8_t integers[kMostCoarseCols];
    copy_integers(w, id, std::span(integers, static_cast<size_t>(w.cols)));
    const quant::Sym8View one{1, w.cols, integers, w.panels.scales + id};
    const Activations y{logits_.row(row).data() + id, 1, 1};
    const float* bias = bias_ != nullptr ? bias_ + id : nullptr;
    d_.kernels_.matmul_int8(xq_.from(row, 1), one, {y, bias, Epilogue::none}, 0, 1);
  }

  int greatest_of_candidates(int row) {
    const auto logits = logits_.row(row);
    const int near = greatest_of(row);
    if (logits[static_cast<size_t>(near)] == kForbidden) return near;  // all are
    multiply_exactly(row, near);
    const float least = logits[static_cast<size_t>(near)];
    const int count = find_candidates(row, least);
    if (count > outputs_ / kManyCandidates) return greatest_of_all(row);
    const auto bytes = int64_t{count} * matrix_.cols * 4;  // they lie apart
    d_.workers_->parallel_for(count, bytes, [&](int, int begin, int end) {
      for (int k = begin; k < end; ++k)
        if (candidates_[k] != near) multiply_exactly(row, candidates_[k]);
    });
    int best = near;
    for (int k = 0; k < count; ++k) {
      const float logit = logits[static_cast<size_t>(candidates_[k])];
      const float greatest = logits[static_cast<size_t>(best)];
      if (logit > greatest || (logit == greatest && candidates_[k] < best)) best = candidates_[k];
    }
    return best;
  }

  // Finds the ids that may reach `least`. Its own rounding, and theirs beside it, is 2^-24 of it.
  int find_candidates(int row, float least) {
    least -= std::fabs(least) * 0x1p-22f;
    const Coarseness coarse = coarseness(row);
    const auto most = most_.row(row);
    int count = 0;
    for (int s = 0; s < stretches_; ++s) {
      if (!(most[static_cast<size_t>(s)] >= least)) continue;
      const int first = s * kStretch;
      count += find_at_least(least, logits_.row(row).data() + first, coarse.from(first),
                             std::min(kStretch, outputs_ - first), first, candidates_ + count);
    }
    return count;
  }

  int greatest_of_all(int row) {
    d_.workers_->parallel_for(outputs_, static_cast<int64_t>(matrix_.bytes),
                              [&](int, int begin, int end) { multiply_exactly(row, begin, end); });
    const auto logits = logits_.row(row);
    for (const int id : banned_[static_cast<size_t>(row)])
      logits[static_cast<size_t>(id)] = kForbidden;
    for (int s = 0; s < stretches_; ++s) {
      const int first = s * kStretch;
      const Survey found = survey(logits.data() + first, {}, std::min(kStretch, outputs_ - first));
      greatest_.row(row)[static_cast<size_t>(s)] = found.greatest;
      most_.row(row)[static_cast<size_t>(s)] = found.most;
    }
    return greatest_of(row);
  }

  void sum_all(std::span<Choice> chosen) {
    by_stretches(8, [&](int row, int stretch, int first, int n) {
      const auto s = static_cast<size_t>(stretch);
      const float top = chosen[static_cast<size_t>(row)].logit;
      if (std::isnan(sums_.row(row)[s]) || most_.row(row)[s] < top - kNothing) return;
      sums_.row(row)[s] = sum_of_exponentials(logits_.row(row).data() + first, top, n);
    });
    const float* kept = kept_;
    for (size_t i = 0; i < chosen.size(); ++i) {
      double sum = 0;
      for (const float part : sums_.row(static_cast<int>(i))) sum += part;
      for (size_t k = 0; k < banned_[i].size(); ++k)
        sum += std::exp(double{*kept++} - chosen[i].logit);
      chosen[i].log_sum = chosen[i].logit + static_cast<float>(std::log(sum));
    }
  }

  CpuDevice& d_;
  const CpuMatrix& matrix_;
  const float* bias_;
  int outputs_, stretches_;
  bool is_near_;
  Activations logits_;                  // [rows, outputs]
  Activations sums_, most_, greatest_;  // [rows, stretches]
  Activations lengths_;                 // of the rows of x, as they are rounded
  int* candidates_;                     // room for all outputs
  QuantizedRows near_, xq_;             // for the coarse product and for the exact one
  Banned banned_;
  float* kept_ = nullptr;  // the logits of all that are banned
};

void CpuDevice::choose(const Tensor& x, const Weight& w, const Constant& bias, Banned banned,
                       std::span<Choice> chosen) {
  if (x.rows == 0) return;
  const Frame frame(*this);
  Choosing(*this, x, w, bias).choose(banned, chosen);
}

}  // namespace sotto::device::cpu
