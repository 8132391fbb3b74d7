# sotto_batch_size(OUT MOST files...)
#
# How many of the files go to the compiler together where no unit has more than MOST, and all have
# about as many.
function(sotto_batch_size out most)
  list(LENGTH ARGN files)
  math(EXPR units "(${files} + ${most} - 1) / ${most}")
  math(EXPR size "(${files} + ${units} - 1) / ${units}")
  set(${out} ${size} PARENT_SCOPE)
endfunction()

# sotto_folder(NAME [UNITY] [WITHOUT regex] [DEPENDS folders...] [LIBRARIES libs...]
#              [TESTS_WITH folders...])
#
# One static library a folder of src/, made of every .cc below it. A folder sees the headers of the
# folders it names in DEPENDS (and of theirs) and of no others: each gets an include root of its own
# that holds nothing but a link to itself, so a wrong include does not compile.
#
# While SOTTO_FOLDER_IN_LIBRARY is set, folders are part of libsotto.so: one compilation serves it and
# the programs.
#
# With UNITY the compiler is given up to 32 files at a time: most of what it does for them is done for
# the same few headers (CLI11, Beast, nlohmann). One name means one thing in such a folder.
# -DSOTTO_UNITY=OFF compiles each alone, and each file of tests.
#
# Sources whose names match WITHOUT are not compiled.
function(sotto_folder name)
  cmake_parse_arguments(ARG "UNITY" "WITHOUT" "DEPENDS;LIBRARIES;TESTS_WITH" ${ARGN})
  set(source ${PROJECT_SOURCE_DIR}/src/${name})
  set(root ${PROJECT_BINARY_DIR}/include/${name})
  file(MAKE_DIRECTORY ${root})
  file(CREATE_LINK ${source} ${root}/${name} SYMBOLIC)

  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${source}/*.cc)
  list(FILTER sources EXCLUDE REGEX "/main\\.cc$")
  if(ARG_WITHOUT)
    list(FILTER sources EXCLUDE REGEX "${ARG_WITHOUT}")
  endif()
  list(TRANSFORM ARG_DEPENDS PREPEND sotto_)
  list(TRANSFORM ARG_TESTS_WITH PREPEND sotto_)
  if(sources)
    add_library(sotto_${name} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(sotto_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(sotto_${name} ${scope} ${root})
  target_link_libraries(sotto_${name} ${scope} sotto_options ${ARG_DEPENDS} ${ARG_LIBRARIES})
  if(sources AND SOTTO_FOLDER_IN_LIBRARY)
    set_target_properties(sotto_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON
                                                   CXX_VISIBILITY_PRESET hidden
                                                   VISIBILITY_INLINES_HIDDEN ON)
  endif()
  if(ARG_UNITY AND SOTTO_UNITY)
    sotto_batch_size(batch 32 ${sources})
    set_target_properties(sotto_${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch})
    # It takes a file that it is given with others for a header, where such a field would be a fault.
    target_compile_options(sotto_${name} PRIVATE
                           $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()

  file(GLOB tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${name}/*_test.cc
       ${PROJECT_SOURCE_DIR}/tests/${name}/*/*_test.cc)
  if(tests AND SOTTO_TESTS)
    add_executable(sotto_${name}_tests ${tests})
    target_link_libraries(sotto_${name}_tests PRIVATE sotto_${name} ${ARG_TESTS_WITH} sotto_testing
                          GTest::gmock_main)
    # Most of what the compiler does for tests it does for GoogleTest and nlohmann: they are given to
    # it together, each in a namespace of its own, and compute too little to be optimized. Those of
    # device have kernels of their own, emulated, which would be slow.
    sotto_batch_size(batch 24 ${tests})
    set_target_properties(sotto_${name}_tests PROPERTIES UNITY_BUILD ${SOTTO_UNITY}
                                                         UNITY_BUILD_BATCH_SIZE ${batch})
    if(name STREQUAL "device_cpu")
      target_compile_options(sotto_${name}_tests PRIVATE -O1)
    else()
      target_compile_options(sotto_${name}_tests PRIVATE -O0)
    endif()
    set(environment)
    if(NOT name STREQUAL "models")
      set(environment ENVIRONMENT "XDG_DATA_HOME=${SOTTO_TEST_DATA_HOME}")
    endif()
    # They compute, while most of those in Python wait for a server: scripts/run-tests counts them double.
    gtest_discover_tests(sotto_${name}_tests TEST_PREFIX ${name}/ DISCOVERY_MODE PRE_TEST
                         PROPERTIES TIMEOUT 300 PROCESSORS 2 ${environment})
  endif()

  # With the preset fuzz all code is traced. Beside tests under ASan they are tests: seeds, and a few
  # hundred inputs that nothing guides.
  file(GLOB fuzzers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${name}/*_fuzz.cc)
  if(SOTTO_FUZZ OR (SOTTO_TESTS AND SOTTO_SANITIZE MATCHES "address"))
    foreach(fuzzer ${fuzzers})
      get_filename_component(target ${fuzzer} NAME_WE)
      add_executable(${target} ${fuzzer})
      target_link_libraries(${target} PRIVATE sotto_${name} ${ARG_TESTS_WITH} sotto_testing)
      target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
      target_link_options(${target} PRIVATE -fsanitize=fuzzer)
      if(SOTTO_TESTS)
        string(REGEX REPLACE "_fuzz$" "" seeds ${target})
        file(GLOB seeds CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/data/fuzz/${seeds})
        set(corpus ${PROJECT_BINARY_DIR}/fuzz-corpus/${target})
        file(MAKE_DIRECTORY ${corpus})
        add_test(NAME ${name}/${target}
                 COMMAND ${target} -seed=1 -runs=300 -timeout=60 -rss_limit_mb=4096
                         -artifact_prefix=${corpus}- ${corpus} ${seeds})
        set_tests_properties(${name}/${target} PROPERTIES TIMEOUT 300 PROCESSORS 2)
      endif()
    endforeach()
  endif()
endfunction()

# sotto_loaded(FOLDER LIBRARY [DEFINITION])
#
# The folder is compiled with the headers of a library that it loads where it uses it, and with
# DEFINITION; with neither where they are not there.
function(sotto_loaded folder library)
  if(NOT ${library}_FOUND)
    return()
  endif()
  # On the target, where CMake leaves /usr/include out: named, it would come before the compiler's.
  target_include_directories(sotto_${folder} SYSTEM PRIVATE ${${library}_INCLUDE_DIRS})
  target_compile_definitions(sotto_${folder} PRIVATE ${ARGN})
endfunction()
