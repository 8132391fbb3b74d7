# Not run: no nixpkgs was at hand. Read by `nix-instantiate --parse`; names of packages are unchecked.
#   nix-build packaging/nix
{ pkgs ? import <nixpkgs> { } }:

let
  # Loaded where they are used, by their names: the program's run path has to have them.
  loaded = with pkgs; [ avahi cld2 cnats curl mecab portaudio sonic vo-aacenc ];
in
pkgs.stdenv.mkDerivation {
  pname = "sotto";
  version = "0.1.0";
  src = pkgs.lib.cleanSource ../..;

  nativeBuildInputs = with pkgs; [ cmake ninja pkg-config ];
  buildInputs = loaded ++ (with pkgs; [
    boost
    cli11
    cmark-gfm
    eigen
    fmt
    icu
    libpng
    libsndfile
    libzip
    nlohmann_json
    openssl
    prometheus-cpp
    pugixml
    sentencepiece
    simdjson
    soxr
    spdlog
    sqlite
    tomlplusplus
    xxHash
    yaml-cpp
    zlib
    zstd
  ]);

  cmakeFlags = [ "-DSOTTO_TESTS=OFF" "-DCMAKE_INSTALL_RPATH=${pkgs.lib.makeLibraryPath loaded}" ];

  meta = {
    description = "Speaks what a coding agent writes, in another language";
    license = pkgs.lib.licenses.asl20;
    platforms = [ "x86_64-linux" ];
    mainProgram = "sotto";
  };
}
