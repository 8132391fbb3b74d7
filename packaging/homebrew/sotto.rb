# Not run: no Mac was at hand. Read by `ruby -c` and the Lint rules of rubocop.
#   brew install --HEAD --formula packaging/homebrew/sotto.rb      builds what is committed in this clone
class Sotto < Formula
  desc "Speaks what a coding agent writes, in another language"
  homepage "https://sotto.invalid/"
  license "Apache-2.0"
  head "file://#{File.expand_path("../..", __dir__)}", using: :git, branch: "main"

  depends_on "boost" => :build
  depends_on "cli11" => :build
  depends_on "cmake" => :build
  depends_on "eigen" => :build
  depends_on "ninja" => :build
  depends_on "nlohmann-json" => :build
  depends_on "pkgconf" => :build
  depends_on "xxhash" => :build
  depends_on "cmark-gfm"
  depends_on "cnats"
  depends_on "icu4c"
  depends_on "libpng"
  depends_on "libsndfile"
  depends_on "libsoxr"
  depends_on "libzip"
  depends_on "mecab"
  depends_on "open-jtalk"
  depends_on "openssl"
  depends_on "portaudio"
  depends_on "prometheus-cpp"
  depends_on "pugixml"
  depends_on "sentencepiece"
  depends_on "simdjson"
  depends_on "spdlog"
  depends_on "tomlplusplus"
  depends_on "yaml-cpp"
  depends_on "zstd"

  def install
    system "cmake", "-S", ".", "-B", "build/release", "-G", "Ninja", "-DSOTTO_TESTS=OFF", *std_cmake_args
    system "cmake", "--build", "build/release", "--target", "sotto", "libsotto", "said"
    system "cmake", "--install", "build/release"
  end

  service do
    run [opt_bin/"sotto", "serve", "--to", "ja"]
    keep_alive true
  end

  test do
    assert_match "42", pipe_output("#{bin}/sotto translate --to ja", "All 42 tests pass now.\n", 0)
  end
end
