// This program itself: its file, and the memory it has.
#pragma once

#include <filesystem>

namespace sotto {

// Its file, links followed; empty where the system does not tell.
std::filesystem::path own_program();

// The file that this code is in: libsotto.so's where it is linked into that, else the program's.
std::filesystem::path own_file();

// The path with which exec starts this very program again, also where its file was replaced
// meanwhile.
std::filesystem::path program_to_start();

// Bytes in memory now; 0 where the system does not tell.
double resident_bytes();

}  // namespace sotto
