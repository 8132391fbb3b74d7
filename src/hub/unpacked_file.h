// A file of a registry on its way to the disk: unpacked, bounded and checked.
#pragma once

#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "hub/digest.h"
#include "hub/receive.h"
#include "hub/registry.h"
#include "hub/unpack.h"

namespace sotto::hub {

class UnpackedFile : public Receiver {
 public:
  // `progress` hears how many bytes are written.
  static Result<std::unique_ptr<UnpackedFile>> create(const std::filesystem::path& path,
                                                      const RegistryFile& file,
                                                      std::function<void(uint64_t)> progress);

  uint64_t bytes() const override { return packed_; }  // before they were unpacked
  Result<void> restart() override;
  Result<void> append(std::span<const char> packed) override;

  // All came: the error says what of length and hash is wrong, or what the disk has against it.
  Result<void> finish();

 private:
  UnpackedFile(const std::filesystem::path& path, const RegistryFile& file,
               std::function<void(uint64_t)> progress);
  Result<void> write(std::span<const char> bytes);
  Error failed(const char* verb) const;

  std::filesystem::path path_;
  RegistryFile wanted_;
  std::function<void(uint64_t)> progress_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  std::unique_ptr<Unpacker> unpacker_;
  std::unique_ptr<Digest> digest_;
  uint64_t packed_ = 0, written_ = 0;
};

}  // namespace sotto::hub
