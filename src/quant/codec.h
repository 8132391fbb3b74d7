// Codecs of stored matrices, one a scheme: their tensors in a file, and how floats become them.
// Back is copy_row() of the view. A new scheme is a row of the table in codec.cc, one in scheme.cc,
// and its kernels.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "quant/scheme.h"
#include "quant/stored_matrix.h"

namespace sotto::quant {

enum class Element { f32, f16, bf16, i8, u32 };

// One of the tensors: so many numbers a row of the matrix.
struct Part {
  std::string_view suffix;  // "weight", "scales", "biases"
  Element element;
  int width;
  bool is_vector = false;  // [rows], not [rows, width]
};

// fits(scheme, cols) must hold for all.
struct Codec {
  Scheme::Kind kind;
  std::vector<Part> (*parts)(const Scheme& scheme, int cols);
  // Whole rows, of finite numbers, become those of the parts, which have room for them. False: some
  // number is too large for the scheme.
  bool (*encode)(const Scheme& scheme, std::span<const float> rows, int cols,
                 std::span<std::byte* const> parts);
  // The matrix that lies in parts.
  StoredMatrix (*view)(const Scheme& scheme, int rows, int cols, std::span<std::byte* const> parts);
};

const Codec& codec_of(Scheme::Kind kind);

}  // namespace sotto::quant
