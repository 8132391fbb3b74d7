#include "measure/picture.h"

#include <png.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/base64.h"

namespace sotto::measure {
namespace {

constexpr float kRangeDb = 80;
constexpr size_t kMostColumns = 600;

using Colour = std::array<uint8_t, 3>;

// From dark blue through magenta and orange to pale yellow: brighter is louder, for the
// colour-blind and in grey as well.
Colour colour_of(float share) {
  constexpr Colour kStops[] = {
      {8, 8, 40}, {80, 18, 123}, {182, 54, 121}, {251, 136, 97}, {252, 253, 191}};
  const float place = std::clamp(share, 0.0F, 1.0F) * (std::size(kStops) - 1);
  const size_t i = std::min(static_cast<size_t>(place), std::size(kStops) - 2);
  const float part = place - static_cast<float>(i);
  Colour mixed;
  for (size_t c = 0; c < 3; ++c) {
    mixed[c] = static_cast<uint8_t>(static_cast<float>(kStops[i][c]) * (1 - part) +
                                    static_cast<float>(kStops[i + 1][c]) * part);
  }
  return mixed;
}

}  // namespace

std::string data_uri(std::string_view type, std::string_view bytes) {
  return "data:" + std::string(type) + ";base64," + base64(bytes);
}

std::string png_of(const Frames& mel) {
  const size_t step = std::max<size_t>(1, (mel.count + kMostColumns - 1) / kMostColumns);
  const size_t columns = (mel.count + step - 1) / step;
  const float loudest = mel.values.empty() ? 0 : *std::ranges::max_element(mel.values);
  std::string pixels;
  pixels.reserve(columns * mel.width * 3);
  for (size_t line = 0; line < mel.width; ++line) {
    for (size_t column = 0; column < columns; ++column) {
      const float db = mel.row(column * step)[mel.width - 1 - line];
      const Colour colour = colour_of((db - loudest + kRangeDb) / kRangeDb);
      pixels.append(colour.begin(), colour.end());
    }
  }
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(columns);
  image.height = static_cast<png_uint_32>(mel.width);
  image.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string file(size, '\0');
  if (png_image_write_to_memory(&image, file.data(), &size, 0, pixels.data(), 0, nullptr) == 0) {
    return "";
  }
  file.resize(size);
  return file;
}

}  // namespace sotto::measure
