# libsotto.so: the C ABI and the C++ API as one shared library, of the folders that the program is
# made of. A sanitizer belongs into a program, not into a library.
if(SOTTO_SANITIZE OR SOTTO_FUZZ)
  return()
endif()
add_library(libsotto SHARED $<TARGET_OBJECTS:sotto_capi> $<TARGET_OBJECTS:sotto_api>)
set_target_properties(libsotto PROPERTIES
                      OUTPUT_NAME sotto EXPORT_NAME sotto LINKER_LANGUAGE CXX
                      LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}
                      VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
target_link_libraries(libsotto PRIVATE sotto_api)
target_include_directories(libsotto INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                              $<INSTALL_INTERFACE:include>)
if(NOT APPLE)
  set(SOTTO_CXX_NODE SOTTO_CXX_${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/libsotto.map.in ${PROJECT_BINARY_DIR}/libsotto.map @ONLY)
  # Its threads go on when whoever loaded it lets it go: Python does so at its end, before the process's.
  target_link_options(libsotto PRIVATE -Wl,-z,nodelete -Wl,--version-script=${PROJECT_BINARY_DIR}/libsotto.map
                      -Wl,--as-needed -Wl,-z,defs)
  set_target_properties(libsotto PROPERTIES LINK_DEPENDS ${PROJECT_BINARY_DIR}/libsotto.map)
endif()
