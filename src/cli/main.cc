#include "cli/app.h"

int main(int argc, char** argv) { return sotto::cli::run(argc, argv); }
