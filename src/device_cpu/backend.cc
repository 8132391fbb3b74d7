#include "device_cpu/backend.h"

#include "base/large_pages.h"
#include "base/thread_pool.h"
#include "device/checked.h"
#include "device_cpu/cpu_device.h"

namespace sotto::device::cpu {
namespace {

class CpuBackend final : public Backend {
 public:
  CpuBackend(const Instructions& may_use, std::shared_ptr<Workers> workers,
             std::optional<Precision> kv_cache = {})
      : may_use_(may_use),
        kernels_(choose_kernels(may_use.features)),
        workers_(std::move(workers)),
        kv_cache_(kv_cache) {}

  std::unique_ptr<Device> open() const override {
    return std::make_unique<CpuDevice>(kernels_, workers_, kv_cache_);
  }
  std::shared_ptr<const Backend> with_at_most(int threads) const override {
    return std::make_shared<CpuBackend>(may_use_, std::make_shared<Workers>(*workers_, threads),
                                        kv_cache_);
  }
  std::shared_ptr<const Backend> with_kv_cache(Precision precision) const override {
    return std::make_shared<CpuBackend>(may_use_, workers_, precision);
  }

  using Backend::prepare;
  Weight prepare(const quant::StoredMatrix& matrix, std::shared_ptr<const void> owner,
                 const Use& use) const override {
    const auto* affine = std::get_if<quant::AffineView>(&matrix);
    if (affine != nullptr) {
      const bool chooses = use.chooses && halves_bytes(*affine);
      return use.is_transient && gains_by_panels(*affine)
                 ? prepared_in_panels(*affine, chooses, pages_)
                 : prepared(*affine, std::move(owner), chooses, pages_);
    }
    const auto* rows8 = std::get_if<quant::Sym8View>(&matrix);
    if (rows8 == nullptr) return prepared(matrix, std::move(owner), use.rows);
    Use best = use;
    const bool is_dynamic = use.activations == ActivationQuant::dynamic_per_tensor ||
                            use.activations == ActivationQuant::dynamic_per_token;
    if (is_dynamic && !multiplies_bytes(*rows8)) best.activations = ActivationQuant::floats;
    if (use.activations == ActivationQuant::by_scheme && use.rows == Rows::prefill &&
        gains_by_panels(*rows8))
      best.activations = ActivationQuant::dynamic_per_token;
    best.chooses = use.chooses && halves_bytes(*rows8);
    if (use.activations == ActivationQuant::known && use.parameters.is_symmetric() &&
        gains_by_bounds(*rows8)) {
      if (Weight bounded = prepared_in_bounds(*rows8, best, pages_)) return bounded;
    }
    const Isa panels = cpu::best(matmul_int8_panels_variants(), may_use_.features).isa;
    return prepared(*rows8, std::move(owner), best, columns_beside(panels), pages_);
  }
  Constant prepare(std::span<const float> numbers, int rows) const override {
    return prepared(numbers, rows);
  }
  Weight select(const Weight& w, std::span<const int> rows) const override {
    return gathered(*w, rows);
  }
  std::vector<float> floats_of(const Weight& w) const override {
    const auto cols = static_cast<size_t>(w->cols);
    std::vector<float> all(static_cast<size_t>(w->rows) * cols);
    for (int r = 0; r < w->rows; ++r)
      copy_row(form_of(*w), r, std::span(all).subspan(static_cast<size_t>(r) * cols, cols));
    return all;
  }

  BackendReport report() const override {
    return {
        .name = "cpu",
        .features = cpu_features(),
        .chosen = std::string(name_of(may_use_.isa)),
        .threads = workers_->threads(),
        .kv_cache = kv_cache_,
        .kernels = report_kernels(may_use_.features),
    };
  }

  const std::shared_ptr<Workers>& workers() const { return workers_; }

 private:
  // Bytes are multiplied four times as fast as floats where there is an instruction for four of
  // them at once; without, no faster than floats in tiles (docs/decisions/024).
  bool multiplies_bytes(const quant::Sym8View& matrix) const {
    constexpr Features kDots = kAvxVnni | kAvx512Vnni | kAmxInt8 | kDotProd;
    return matrix.cols <= quant::most_columns(quant::QuantParams::kBytes) &&
           (may_use_.features & kDots) != 0;
  }

  // True where panels have a kernel of the same instructions as rows: both give the same bits.
  bool gains_by_panels(const quant::AffineView& matrix) const {
    const Isa panels = best(matmul_affine_panels_variants(), may_use_.features).isa;
    return AffinePanels::fits(matrix) &&
           panels == best(matmul_q4_variants(), may_use_.features).isa;
  }

  // True where panels of bytes have a kernel of the same instructions as rows, or of better ones.
  bool gains_by_panels(const quant::Sym8View& matrix) const {
    return matrix.cols <= quant::most_columns(quant::QuantParams::kBytes) &&
           best(matmul_int8_panels_variants(), may_use_.features).isa != Isa::portable;
  }

  // True where bytes are multiplied with saturation and no better: both of the same instructions.
  bool gains_by_bounds(const quant::Sym8View& matrix) const {
    const Isa bounded = best(matmul_bounded_variants(), may_use_.features).isa;
    return matrix.cols <= quant::most_columns(quant::QuantParams::kBytes) &&
           bounded != Isa::portable &&
           bounded == best(matmul_int8_variants(), may_use_.features).isa;
  }

  // No faster where the portable kernel would meet bytes that vectors multiply.
  bool halves_bytes(const quant::Sym8View& matrix) const {
    return matrix.cols <= kMostCoarseCols &&
           (!is_portable(matmul_coarse_variants()) || is_portable(matmul_int8_variants()));
  }
  bool halves_bytes(const quant::AffineView& matrix) const {
    return matrix.bits > 4 && matrix.cols <= kMostCoarseCols &&
           (!is_portable(matmul_coarse_variants()) || is_portable(matmul_q8_variants()));
  }
  bool is_portable(const auto& variants) const {
    return best(variants, may_use_.features).isa == Isa::portable;
  }

  Instructions may_use_;
  Kernels kernels_;
  std::shared_ptr<Workers> workers_;
  std::optional<Precision> kv_cache_;
  mutable LargePages pages_;  // of weights that are copied
};

}  // namespace

std::shared_ptr<Workers> workers_of(const Backend& backend) {
  return dynamic_cast<const CpuBackend&>(backend).workers();
}

Result<std::shared_ptr<const Backend>> open_backend(int threads, std::string_view isa,
                                                    int64_t least_bytes) {
  const Result<Instructions> chosen = choose_instructions(isa);
  if (!chosen) return chosen.error();
  if (threads <= 0) threads = default_threads();
  return checked_if_asked(std::make_shared<CpuBackend>(
      *chosen,
      std::make_shared<Workers>(threads, least_bytes > 0 ? least_bytes : Workers::kLeastBytes)));
}

Result<std::shared_ptr<const Backend>> backend_of(const std::shared_ptr<const Backend>& shared,
                                                  int threads) {
  if (shared != nullptr) return shared;
  return open_backend(threads);
}

}  // namespace sotto::device::cpu
