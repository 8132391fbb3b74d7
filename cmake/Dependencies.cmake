# The libraries that sotto stands on. `scripts/deps` installs them.
find_package(PkgConfig REQUIRED)
find_package(ICU REQUIRED COMPONENTS uc i18n)
find_package(simdjson REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(spdlog REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(yaml-cpp REQUIRED)  # the configuration of Pocket TTS
if(NOT TARGET yaml-cpp::yaml-cpp)  # its name since 0.8
  add_library(yaml-cpp::yaml-cpp ALIAS yaml-cpp)
endif()
find_package(pugixml REQUIRED)  # SSML
if(NOT TARGET pugixml::pugixml)  # its name since 1.11
  add_library(pugixml::pugixml ALIAS pugixml)
endif()
find_package(Eigen3 REQUIRED NO_MODULE)  # spectra
pkg_check_modules(sentencepiece REQUIRED IMPORTED_TARGET sentencepiece)
pkg_check_modules(cmark-gfm REQUIRED IMPORTED_TARGET libcmark-gfm)
pkg_check_modules(libzip REQUIRED IMPORTED_TARGET libzip)
pkg_check_modules(soxr REQUIRED IMPORTED_TARGET soxr)
find_library(CMARK_GFM_EXTENSIONS cmark-gfm-extensions REQUIRED)

if(SOTTO_MLX)
  find_package(MLX REQUIRED CONFIG HINTS ${PROJECT_SOURCE_DIR}/build/mlx-package/mlx)
endif()

if(SOTTO_NETWORKS_ONLY)
  return()
endif()
find_package(CLI11 REQUIRED)
find_package(OpenSSL REQUIRED)  # its digests
find_package(ZLIB REQUIRED)     # what registries pack
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)
find_package(SQLite3 REQUIRED)  # the cache of phrases
pkg_check_modules(sndfile REQUIRED IMPORTED_TARGET sndfile)
pkg_check_modules(png REQUIRED IMPORTED_TARGET libpng)  # pictures of sound
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)  # which prompt, which model
find_package(Boost 1.74 REQUIRED)  # Beast: HTTP and WebSocket
find_package(prometheus-cpp CONFIG REQUIRED COMPONENTS core)

# Of these the headers alone: they are loaded where they are used (sotto_loaded, base/shared_library.h).
# Where a header that is not required is missing, sotto is built without it.
function(sotto_find_header library header)
  find_path(${library}_INCLUDE_DIRS ${header} ${ARGN})
  if(${library}_INCLUDE_DIRS)
    set(${library}_FOUND TRUE PARENT_SCOPE)
  endif()
endfunction()
find_package(CURL REQUIRED)                               # what is fetched from the hub
pkg_check_modules(portaudio REQUIRED portaudio-2.0)       # the sound card
sotto_find_header(mecab mecab.h REQUIRED)                 # words of Japanese
sotto_find_header(hts_engine HTS_engine.h)                # Open JTalk's voices
sotto_find_header(cld2 cld2/public/compact_lang_det.h)    # tells languages
sotto_find_header(sonic sonic.h)                          # changes tempo, keeps pitch
pkg_check_modules(vo-aacenc vo-aacenc)                    # AAC
pkg_check_modules(avahi-client avahi-client)              # announces on the network
pkg_check_modules(libpulse libpulse)                      # who records
pkg_check_modules(libsystemd libsystemd)                  # which players play
option(SOTTO_CLUSTER "Jobs for many machines, over NATS" ON)
if(SOTTO_CLUSTER)
  sotto_find_header(nats nats/nats.h)
endif()
if(NOT nats_FOUND)
  message(STATUS "libnats-dev is not there, or not wanted: sotto work, submit and jobs will say so")
endif()
