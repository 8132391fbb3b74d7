# What `cmake --install` puts below a prefix, wherever that is: the program and the library look for
# the models that ship relative to themselves.
if(NOT TARGET libsotto)
  return()
endif()
if(SKBUILD)  # a wheel of Python (python/pyproject.toml), which has no links in it
  set_target_properties(libsotto PROPERTIES VERSION ${PROJECT_VERSION_MAJOR} INSTALL_RPATH "$ORIGIN")
  install(TARGETS libsotto LIBRARY DESTINATION sotto/lib NAMELINK_SKIP)
  set_target_properties(sotto PROPERTIES INSTALL_RPATH "$ORIGIN/../lib")
  install(TARGETS sotto RUNTIME DESTINATION sotto/bin)
  # What is loaded where it is used, by its name: auditwheel sees only what is linked.
  set(SOTTO_WHEEL_LIBRARIES "" CACHE STRING "Libraries to lay beside libsotto in a wheel, as files")
  foreach(library ${SOTTO_WHEEL_LIBRARIES})
    get_filename_component(name ${library} NAME)
    file(REAL_PATH ${library} library)
    install(FILES ${library} RENAME ${name} DESTINATION sotto/lib)
  endforeach()
  set(SOTTO_WHEEL_VOICE "" CACHE PATH "A folder with a voice of Open JTalk's for a wheel")
  if(SOTTO_WHEEL_VOICE)
    install(DIRECTORY ${SOTTO_WHEEL_VOICE} DESTINATION sotto/share/hts-voice)
  endif()
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/models DESTINATION sotto/share/sotto)
  return()
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS sotto)
install(TARGETS libsotto EXPORT sotto
        LIBRARY NAMELINK_COMPONENT development COMPONENT library)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/models DESTINATION ${CMAKE_INSTALL_DATADIR}/sotto)

# For who builds against it.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/sotto DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        COMPONENT development)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/sotto)
install(EXPORT sotto NAMESPACE sotto:: FILE sotto-config.cmake DESTINATION ${package}
        COMPONENT development)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sotto-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sotto-config-version.cmake DESTINATION ${package}
        COMPONENT development)
file(RELATIVE_PATH up ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(${PROJECT_SOURCE_DIR}/packaging/sotto.pc.in ${PROJECT_BINARY_DIR}/sotto.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/sotto.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
        COMPONENT development)

# A unit has the whole path of its program, which `cmake --install --prefix` chooses.
install(CODE "
  set(SOTTO_PROGRAM \${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/sotto)
  configure_file(${PROJECT_SOURCE_DIR}/packaging/sotto.user.service.in
                 ${PROJECT_BINARY_DIR}/sotto.user.service @ONLY)")
install(FILES ${PROJECT_BINARY_DIR}/sotto.user.service RENAME sotto.service
        DESTINATION lib/systemd/user)

# What the program says of its flags, for man and for shells.
set(said ${PROJECT_BINARY_DIR}/said)
foreach(file sotto.1 bash zsh fish)
  list(APPEND said_files ${said}/${file})
endforeach()
add_custom_command(OUTPUT ${said_files}
                   COMMAND ${CMAKE_COMMAND} -E make_directory ${said}
                   COMMAND sotto manual > ${said}/sotto.1
                   COMMAND sotto completion bash > ${said}/bash
                   COMMAND sotto completion zsh > ${said}/zsh
                   COMMAND sotto completion fish > ${said}/fish
                   DEPENDS sotto VERBATIM)
add_custom_target(said ALL DEPENDS ${said_files})
install(FILES ${said}/sotto.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${said}/bash RENAME sotto DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${said}/zsh RENAME _sotto DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${said}/fish RENAME sotto.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
