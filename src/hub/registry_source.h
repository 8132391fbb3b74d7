// The place of a registry of Firefox's translation models: a server, or a folder that is a copy of
// one.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "http/retry.h"
#include "hub/receive.h"
#include "sotto/error.h"

namespace sotto::hub {

// The bucket that Mozilla publishes; $SOTTO_FIREFOX_REGISTRY, the first name of what is
// $SOTTO_REGISTRY now, still goes before it.
std::string default_registry();

// Used by one thread. Paths have plain names with slashes between them; files lie below the
// registry's own address, whatever address its document names.
class RegistrySource {
 public:
  // A URL (https, http) or a folder that has db/models.json, or those of another .json document,
  // beside which its files lie. Nothing is asked yet.
  static Result<std::unique_ptr<RegistrySource>> open(const std::string& where);
  virtual ~RegistrySource() = default;

  virtual bool is_remote() const = 0;

  // The address of the document, or of a file of it, as it may be kept and shown: without a user's
  // name.
  std::string address(const std::string& path) const;
  const std::string& document_path() const { return document_; }

  // At most 16 MB. The error io: the registry cannot be reached.
  virtual Result<std::string> document(http::Patience patience, const std::stop_token& stop) = 0;

  // All of the file's bytes, as they are stored.
  virtual Result<void> read(const std::string& path, Receiver& receiver,
                            const std::stop_token& stop) = 0;

 protected:
  RegistrySource(std::string base, std::string document)
      : base_(std::move(base)), document_(std::move(document)) {}

  std::string base_, document_;  // without a slash at the end; behind it
};

}  // namespace sotto::hub
