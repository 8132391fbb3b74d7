#include "hub/unpack.h"

#include <gmock/gmock.h>

#include <array>

#include "hub/packed.h"

namespace sotto::hub::unpack_test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// What comes out, or the error's message.
std::string unpacked(std::string_view packed, size_t piece) {
  std::string out;
  Unpacker unpacker("file", [&](std::span<const char> bytes) {
    out.append(bytes.data(), bytes.size());
    return Result<void>();
  });
  for (size_t i = 0; i < packed.size(); i += piece) {
    const std::string_view part = packed.substr(i, piece);
    if (const auto added = unpacker.add(part); !added) return added.error().message;
  }
  const auto finished = unpacker.finish();
  return finished ? out : finished.error().message;
}

std::string text_of(size_t bytes) {
  std::string text;
  for (size_t i = 0; text.size() < bytes; ++i) text += std::to_string(i * i) + " ";
  text.resize(bytes);
  return text;
}

TEST(Unpacker, PiecesOfAnySizeGiveTheSame) {
  for (const size_t bytes : {size_t{0}, size_t{1}, size_t{3}, size_t{4}, size_t{5}, size_t{1000},
                             size_t{256} << 10, size_t{1'000'003}}) {
    const std::string text = text_of(bytes);
    const std::array<std::string, 5> forms = {text, gzip(text), zstd(text), gzip(text) + gzip(text),
                                              zstd(text) + zstd(text)};
    for (size_t form = 0; form < forms.size(); ++form) {
      const std::string expected = form < 3 ? text : text + text;
      for (const size_t piece : {size_t{1}, size_t{7}, size_t{4096}, forms[form].size() + 1}) {
        if (piece == 1 && bytes > 100'000) continue;
        EXPECT_TRUE(unpacked(forms[form], piece) == expected)
            << bytes << " bytes, form " << form << ", pieces of " << piece;
      }
    }
  }
}

TEST(Unpacker, WhatEndsInTheMiddleIsAnError) {
  const std::string text = text_of(3000);
  for (const std::string& whole : {gzip(text), zstd(text)}) {
    for (size_t bytes = 4; bytes < whole.size(); bytes += bytes < 40 ? 1 : 97) {
      EXPECT_EQ(unpacked(whole.substr(0, bytes), 64), "file: what came of it ends in the middle");
    }
    EXPECT_THAT(unpacked(whole + "more", 64), StartsWith("file: is damaged "));
  }
}

TEST(Unpacker, AWrongByteIsAnError) {
  const std::string text = text_of(3000);
  std::string packed = gzip(text);
  packed[packed.size() - 6] = static_cast<char>(packed[packed.size() - 6] ^ 1);  // its checksum
  EXPECT_EQ(unpacked(packed, 64), "file: is damaged gzip: incorrect data check");
}

// A megabyte of zeros in a thousandth of it: the sink ends it after the first piece.
TEST(Unpacker, TheSinkEndsIt) {
  for (const std::string& bomb :
       {gzip(std::string(50'000'000, '\0')), zstd(std::string(50'000'000, '\0'))}) {
    size_t came = 0;
    Unpacker unpacker("file", [&](std::span<const char> bytes) {
      came += bytes.size();
      return Result<void>(Error{Errc::bad_format, "enough"});
    });
    const auto added = unpacker.add(bomb);
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().message, "enough");
    EXPECT_LE(came, size_t{256} << 10);
  }
}

// zstd may say that it looks back 2 GB, for which its reader would keep 2 GB.
TEST(Unpacker, AWideWindowIsRefused) {
  const std::string frame("\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00", 9);
  EXPECT_THAT(unpacked(frame, 64), HasSubstr("requires too much memory"));
}

}  // namespace
}  // namespace sotto::hub::unpack_test
