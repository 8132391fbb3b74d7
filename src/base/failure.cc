#include "base/failure.h"

#include <fmt/format.h>

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
      return {Errc::io, fmt::format("a thread cannot be made: {}", error.code().message())};
    return {Errc::internal, error.what()};
  } catch (const std::exception& error) {
    return {Errc::internal, error.what()};
  } catch (...) {
    return {Errc::internal, "an unknown fault"};
  }
}

}  // namespace sotto
