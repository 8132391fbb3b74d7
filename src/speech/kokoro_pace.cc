#include "speech/kokoro_pace.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "base/log.h"

namespace sotto::speech {
namespace {

// More than is expected, as no two clauses take the same.
constexpr double kMargin = 1.15;
// The largest share of real time that speech may take: beyond it nothing is left for other
// programs.
constexpr double kMostNeeded = 0.6;
// The rest of a clause takes that many times as long as its inputs, before one was measured: 4 to 6
// on processors with VNNI and with AVX2.
constexpr double kUsualMultiple = 5;
// Clauses below that length are not measured: most of their time is what every clause costs.
constexpr double kLeastTold = 1.0;  // seconds

// The median of the figures; none where there are no figures.
std::optional<double> middle_of(std::vector<double> figures) {
  if (figures.empty()) return std::nullopt;
  const auto middle = figures.begin() + static_cast<std::ptrdiff_t>(figures.size() / 2);
  std::ranges::nth_element(figures, middle);
  return *middle;
}

}  // namespace

float opening_share(double factor, double inputs) {
  if (!(factor > 0) || !(inputs >= 0) || factor + inputs > kMostNeeded) return 0;
  return static_cast<float>(kMargin * factor);
}

float KokoroPace::share(double sound, double inputs) {
  if (!(sound > 0)) return 0;
  std::vector<double> factors, multiples;
  {
    const std::lock_guard lock(mutex_);
    for (size_t i = 0; i < std::min(count_, kRemembered); ++i) {
      factors.push_back(last_[i].factor);
      multiples.push_back(last_[i].multiple);
    }
  }
  const double factor = factors.empty() ? 0 : std::ranges::max(factors);
  const double now = middle_of(multiples).value_or(kUsualMultiple) * inputs / sound;
  const float share = opening_share(std::max(factor, now), inputs / sound);
  log::debug(
      "kokoro: of {:.2f} s {:.0f} % come first, as {:.3f} of real time was needed, now {:.3f}",
      sound, 100 * share, factor, now);
  return share;
}

bool KokoroPace::is_heard(double opening, double rest) {
  const bool lasts = rest <= opening;
  log::debug("kokoro: {} with {:.2f} s, as the whole will take {:.2f} s",
             lasts ? "begins" : "does not begin", opening, rest);
  return lasts;
}

void KokoroPace::made(double sound, double inputs, double rest) {
  log::debug("kokoro: {:.2f} s took {:.3f} and {:.3f} s", sound, inputs, rest);
  if (!(sound >= kLeastTold) || !(inputs > 0)) return;
  const std::lock_guard lock(mutex_);
  last_[count_++ % kRemembered] = {rest / sound, rest / inputs};
}

std::shared_ptr<KokoroPace> kokoro_pace(const std::string& subject) {
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<KokoroPace>> paces;
  const std::lock_guard lock(mutex);
  std::shared_ptr<KokoroPace>& pace = paces[subject];
  if (pace == nullptr) pace = std::make_shared<KokoroPace>();
  return pace;
}

}  // namespace sotto::speech
