#include "base/failure.h"

#include <fmt/format.h>

#include <cerrno>
#include <new>
#include <stdexcept>
#include <system_error>

namespace sotto {

Error error_of(const std::exception_ptr& thrown) {
  if (thrown == nullptr) return {Errc::internal, "an unknown fault"};
  try {
    std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    return {Errc::io, "there is not enough memory for it now, try again later"};
  } catch (const std::length_error&) {  // a container that memory cannot hold
    return {Errc::io, "there is not enough memory for it now, try again later"};
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::resource_unavailable_try_again)
      return {Errc::io,
              fmt::format("no thread or process can be made: {}", error.code().message())};
    if (error.code() == std::errc::too_many_files_open ||
        error.code() == std::errc::too_many_files_open_in_system)
      return {Errc::io, fmt::format("a file cannot be opened: {}", error.code().message())};
    return {Errc::internal, error.what()};
  } catch (const std::exception& error) {
    return {Errc::internal, error.what()};
  } catch (...) {
    return {Errc::internal, "an unknown fault"};
  }
}

void throw_if_exhausted(int error) {
  if (error == ENOMEM) throw std::bad_alloc();
  if (error == EAGAIN || error == EMFILE || error == ENFILE)
    throw std::system_error(error, std::generic_category());
}

}  // namespace sotto
