// Where tests find what they read and run.
#pragma once

#include <string>

namespace sotto {

std::string test_data(const std::string& path);      // `path` below tests/data
std::string shipped_model(const std::string& name);  // a folder of models/
std::string program_file();                          // the built sotto

}  // namespace sotto
