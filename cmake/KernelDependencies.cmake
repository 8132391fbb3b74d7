# What base, quant and device need, without any compiled library: for another processor than this
# one, Debian's packages have the headers and GoogleTest's sources, but no binaries.
add_library(sotto_header_only INTERFACE)
set(headers ${PROJECT_BINARY_DIR}/include/header_only)
file(MAKE_DIRECTORY ${headers})
foreach(library spdlog fmt simde)  # links, so that nothing else of /usr/include is seen
  file(CREATE_LINK /usr/include/${library} ${headers}/${library} SYMBOLIC)
endforeach()
target_include_directories(sotto_header_only SYSTEM INTERFACE ${headers})
target_compile_definitions(sotto_header_only INTERFACE SPDLOG_HEADER_ONLY SPDLOG_FMT_EXTERNAL
                           FMT_HEADER_ONLY)
add_library(spdlog::spdlog ALIAS sotto_header_only)
if(SOTTO_TESTS)
  set(CMAKE_COMPILE_WARNING_AS_ERROR OFF)  # not our code
  add_subdirectory(/usr/src/googletest googletest EXCLUDE_FROM_ALL)
  unset(CMAKE_COMPILE_WARNING_AS_ERROR)    # the preset's value again
endif()
