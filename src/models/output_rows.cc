#include "models/output_rows.h"

#include <fmt/format.h>

namespace sotto::models {
namespace {

Result<void> check(const std::vector<int>& ids, int vocabulary) {
  int last = -1;
  for (const int id : ids) {
    if (id <= last || id >= vocabulary) {
      return Error{Errc::bad_argument,
                   fmt::format("the shortlist has token {} behind {}, expected ascending ids below "
                               "{}",
                               id, last, vocabulary)};
    }
    last = id;
  }
  if (ids.empty()) return Error{Errc::bad_argument, "the shortlist is empty"};
  return {};
}

}  // namespace

Result<std::shared_ptr<const OutputRows>> OutputRows::stored(const nn::Linear& stored,
                                                             int vocabulary, std::vector<int> ids) {
  if (const Result<void> r = check(ids, vocabulary); !r) return r.error();
  if (const int rows = device::rows_of(stored.w); static_cast<size_t>(rows) != ids.size()) {
    return Error{Errc::bad_format,
                 fmt::format("the network's shortlist has {} rows, but shortlist.json {} ids", rows,
                             ids.size())};
  }
  return std::shared_ptr<const OutputRows>(new OutputRows(stored, std::move(ids)));
}

Result<std::shared_ptr<const OutputRows>> OutputRows::gather(const device::Backend& backend,
                                                             const device::Weight& output,
                                                             std::vector<int> ids) {
  if (const Result<void> r = check(ids, device::rows_of(output)); !r) return r.error();
  nn::Linear rows{backend.select(output, ids), {}};
  return std::shared_ptr<const OutputRows>(new OutputRows(std::move(rows), std::move(ids)));
}

}  // namespace sotto::models
