// The one file of the tests that knows where sources and build are: the others compile to the same
// in every clone.
#include "paths.h"

namespace sotto {

std::string test_data(const std::string& path) { return SOTTO_SOURCE_FOLDER "/tests/data/" + path; }

std::string shipped_model(const std::string& name) { return SOTTO_SOURCE_FOLDER "/models/" + name; }

std::string program_file() { return SOTTO_BUILD_FOLDER "/sotto"; }

}  // namespace sotto
