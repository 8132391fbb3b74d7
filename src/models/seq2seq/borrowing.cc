#include "models/seq2seq/borrowing.h"

namespace sotto::models::seq2seq {
namespace {

constexpr const char* kProjection = "borrowing.projection.weight";

}  // namespace

std::unique_ptr<const Borrowing> load_borrowing(Loader& load, int d_model) {
  if (!load.has(kProjection)) return nullptr;
  const int width = static_cast<int>(load.shape_of(kProjection, 2)[0]);
  auto borrowing = std::make_unique<Borrowing>();
  borrowing->projection.w = load.matrix(kProjection, width, d_model);
  const std::vector<float> weights = load.numbers("borrowing.weights", 4);
  if (load.error()) return nullptr;
  borrowing->own = weights[0];
  borrowing->constant = weights[1];
  borrowing->entropy = weights[2];
  borrowing->worth = weights[3];
  return borrowing;
}

}  // namespace sotto::models::seq2seq
