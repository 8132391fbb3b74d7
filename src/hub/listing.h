// The hub's answers about a repository.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "hub/endpoint.h"
#include "hub/repository.h"
#include "sotto/error.h"

namespace sotto::hub {

// Any bytes. The error, with the address that they came from: they are no JSON, or nested too deep.
Result<nlohmann::json> parse_answer(std::string_view bytes, const std::string& address);

// Commit and card into a repository that has its id. The error: the commit has an odd name.
Result<void> read_card(const nlohmann::json& answer, Repository& repository);

// A page of the list of files into a repository, behind the files of those before. The error: it is
// no list, or they are too many or too large.
Result<void> add_files(const nlohmann::json& answer, Repository& repository);

// The page behind one that came with this header "Link", as a path behind the endpoint; empty: that
// was the last one.
std::string next_page(const std::string& link, const Endpoint& endpoint);

}  // namespace sotto::hub
