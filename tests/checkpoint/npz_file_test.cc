#include "checkpoint/npz_file.h"

#include <gmock/gmock.h>

#include "checkpoint/files.h"
#include "golden.h"

namespace sotto::checkpoint::npz_file_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// An array as numpy saves it, version 1.0.
std::string npy(const std::string& header, const std::string& data) {
  std::string file = "\x93NUMPY";
  file += '\1';
  file += '\0';
  file += static_cast<char>(header.size() & 0xff);
  file += static_cast<char>(header.size() >> 8);
  return file + header + data;
}

std::string header(const std::string& descr, const std::string& shape,
                   const std::string& order = "False") {
  return "{'descr': " + descr + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }   \n";
}

std::string refusal(const std::string& file) {
  const auto tensor =
      parse_npy(std::as_bytes(std::span(file.data(), file.size())), "v.npz", "voice");
  return tensor ? "taken" : tensor.error().message;
}

TEST(NpzFile, NumpysOwnFilesAreRead) {
  const auto path = test_data("fuzz/npz/two.npz");
  const auto weights = open_npz(path);
  ASSERT_TRUE(weights) << weights.error().message;
  EXPECT_THAT((*weights)->names(), ElementsAre("a", "b"));
  const StoredTensor* a = (*weights)->find("a");
  EXPECT_THAT(a->shape, ElementsAre(2, 1, 3));
  EXPECT_THAT(*to_f32(*a), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_EQ((*weights)->find("b")->dtype, DType::i8);

  const std::string half = sotto::testing::golden_text(test_data("fuzz/npz/half.npy"));
  const auto ones = parse_npy(std::as_bytes(std::span(half.data(), half.size())), "h.npy", "h");
  ASSERT_TRUE(ones) << ones.error().message;
  EXPECT_THAT(*to_f32(*ones), ElementsAre(1, 1, 1, 1));
  const std::string scalar = sotto::testing::golden_text(test_data("fuzz/npz/scalar.npy"));
  const auto one = parse_npy(std::as_bytes(std::span(scalar.data(), scalar.size())), "s.npy", "s");
  ASSERT_TRUE(one) << one.error().message;
  EXPECT_THAT(one->shape, IsEmpty());
  EXPECT_THAT(*to_f32(*one), ElementsAre(1.5f));
}

TEST(NpzFile, WhatIsWrongIsNamed) {
  const std::string four(4, '\0');
  EXPECT_EQ(refusal(npy(header("'<f4'", "(1,)"), four)), "taken");
  EXPECT_THAT(refusal(sotto::testing::golden_text(test_data("fuzz/npz/fortran.npy"))),
              HasSubstr("v.npz: voice is in Fortran's order"));
  EXPECT_THAT(refusal("PK"), HasSubstr("v.npz: voice is no array of numpy"));
  EXPECT_THAT(refusal("\x93NUMPY\x01"), HasSubstr("is no array of numpy"));
  EXPECT_THAT(refusal(npy(header("'<f4'", "(1,)"), four).substr(0, 40)), HasSubstr("is cut short"));
  EXPECT_THAT(refusal(npy(header("'>f4'", "(1,)"), four)), HasSubstr("numpy's type '>f4'"));
  EXPECT_THAT(refusal(npy(header("'|O'", "(1,)"), four)), HasSubstr("numpy's type '|O'"));
  EXPECT_THAT(refusal(npy(header("'<f4'", "(2,)"), four)),
              HasSubstr("has 4 bytes, expected 8 for F32 [2]"));
  EXPECT_THAT(refusal(npy(header("'<f4'", "(-1,)"), four)), HasSubstr("no header of type"));
  EXPECT_THAT(refusal(npy(header("'<f4'", "(9999999999, 9999999999)"), four)),
              HasSubstr("an impossible shape"));
  EXPECT_THAT(refusal(npy("{}", four)), HasSubstr("no header of type"));
  EXPECT_FALSE(open_npz(test_data("fuzz/npz/half.npy")));
}

}  // namespace
}  // namespace sotto::checkpoint::npz_file_test
