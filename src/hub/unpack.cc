#include "hub/unpack.h"

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace sotto::hub {

class Unpacker::Format {
 public:
  virtual ~Format() = default;
  // The error's message: what is wrong with the bytes, without a name.
  virtual Result<void> add(std::span<const char> packed, const Sink& sink) = 0;
  virtual bool is_at_end() const = 0;
};

namespace {

constexpr size_t kPieceBytes = size_t{256} << 10;
constexpr size_t kHeadBytes = 4;
constexpr std::string_view kGzipHead = "\x1f\x8b", kZstdHead = "\x28\xb5\x2f\xfd";

Error damaged(std::string_view format, const char* why) {
  return {Errc::bad_format,
          fmt::format("is damaged {}{}{}", format, why == nullptr ? "" : ": ", why ? why : "")};
}

class Plain : public Unpacker::Format {
 public:
  Result<void> add(std::span<const char> packed, const Unpacker::Sink& sink) override {
    for (; !packed.empty(); packed = packed.subspan(std::min(packed.size(), kPieceBytes))) {
      if (auto r = sink(packed.first(std::min(packed.size(), kPieceBytes))); !r) return r;
    }
    return {};
  }
  bool is_at_end() const override { return true; }
};

// One member or several, one behind the other.
class Gzip : public Unpacker::Format {
 public:
  Gzip() : is_ready_(::inflateInit2(&stream_, kGzipWindow) == Z_OK), out_(kPieceBytes) {}
  ~Gzip() override { ::inflateEnd(&stream_); }

  Result<void> add(std::span<const char> packed, const Unpacker::Sink& sink) override {
    if (!is_ready_) return Error{Errc::io, "cannot be unpacked: zlib has no memory"};
    for (; !packed.empty(); packed = packed.subspan(std::min(packed.size(), kPieceBytes))) {
      if (auto r = add_piece(packed.first(std::min(packed.size(), kPieceBytes)), sink); !r)
        return r;
    }
    return {};
  }
  bool is_at_end() const override { return ended_; }

 private:
  static constexpr int kGzipWindow = 15 + 16;  // the largest window; gzip's header alone

  Result<void> add_piece(std::span<const char> packed, const Unpacker::Sink& sink) {
    // zlib does not write to it.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream_.avail_in = static_cast<uInt>(packed.size());
    do {
      if (ended_) ::inflateReset(&stream_);
      stream_.next_out = reinterpret_cast<Bytef*>(out_.data());
      stream_.avail_out = static_cast<uInt>(out_.size());
      const int code = ::inflate(&stream_, Z_NO_FLUSH);
      if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
        return damaged("gzip", stream_.msg);
      ended_ = code == Z_STREAM_END;
      const size_t made = out_.size() - stream_.avail_out;
      if (auto r = sink({out_.data(), made}); !r) return r;
    } while (stream_.avail_in > 0 || (stream_.avail_out == 0 && !ended_));
    return {};
  }

  z_stream stream_{};
  bool is_ready_, ended_ = false;
  std::vector<char> out_;
};

// One frame or several.
class Zstd : public Unpacker::Format {
 public:
  Zstd() : stream_(::ZSTD_createDCtx(), ::ZSTD_freeDCtx), out_(kPieceBytes) {}

  Result<void> add(std::span<const char> packed, const Unpacker::Sink& sink) override {
    if (!stream_) return Error{Errc::io, "cannot be unpacked: zstd has no memory"};
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    bool is_full = false;
    while (in.pos < in.size || (is_full && !ended_)) {
      ZSTD_outBuffer out{out_.data(), out_.size(), 0};
      const size_t left = ::ZSTD_decompressStream(stream_.get(), &out, &in);
      if (::ZSTD_isError(left) != 0) return damaged("zstd", ::ZSTD_getErrorName(left));
      ended_ = left == 0;
      is_full = out.pos == out.size;
      if (auto r = sink({out_.data(), out.pos}); !r) return r;
    }
    return {};
  }
  bool is_at_end() const override { return ended_; }

 private:
  std::unique_ptr<ZSTD_DCtx, size_t (*)(ZSTD_DCtx*)> stream_;
  bool ended_ = false;
  std::vector<char> out_;
};

std::unique_ptr<Unpacker::Format> format_of(std::string_view head) {
  if (head.starts_with(kGzipHead)) return std::make_unique<Gzip>();
  if (head.starts_with(kZstdHead)) return std::make_unique<Zstd>();
  return std::make_unique<Plain>();
}

}  // namespace

Unpacker::Unpacker(std::string name, Sink sink) : name_(std::move(name)), sink_(std::move(sink)) {}

Unpacker::~Unpacker() = default;

Result<void> Unpacker::add(std::span<const char> packed) {
  if (!format_) {
    const size_t missing = std::min(kHeadBytes - head_.size(), packed.size());
    head_.append(packed.data(), missing);
    packed = packed.subspan(missing);
    if (head_.size() < kHeadBytes) return {};
    format_ = format_of(head_);
    if (auto r = add_to_format(head_); !r) return r;
  }
  return add_to_format(packed);
}

Result<void> Unpacker::finish() {
  if (!format_) {
    format_ = format_of(head_);
    if (auto r = add_to_format(head_); !r) return r;
  }
  if (format_->is_at_end()) return {};
  return Error{Errc::bad_format, fmt::format("{}: what came of it ends in the middle", name_)};
}

Result<void> Unpacker::add_to_format(std::span<const char> packed) {
  Result<void> sunk;  // the sink's error has its own name
  const auto sink = [&](std::span<const char> bytes) {
    return sunk = bytes.empty() ? Result<void>() : sink_(bytes);
  };
  const auto added = format_->add(packed, sink);
  if (added || !sunk) return added;
  return Error{added.error().code, fmt::format("{}: {}", name_, added.error().message)};
}

}  // namespace sotto::hub
