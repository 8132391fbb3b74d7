#include "models/pocket_tts/mimi.h"

#include <algorithm>

#include "models/pocket_tts/mimi_network.h"

namespace sotto::models::pocket_tts {

MimiDecoder::MimiDecoder(std::unique_ptr<const MimiDecoderNetwork> network)
    : network_(std::move(network)) {}
MimiDecoder::~MimiDecoder() = default;

Result<std::shared_ptr<const MimiDecoder>> MimiDecoder::load(const checkpoint::Weights& weights,
                                                             const MimiConfig& config,
                                                             std::optional<quant::Scheme> scheme,
                                                             const device::Backend& backend) {
  auto network = load_mimi_decoder(weights, config, scheme, backend);
  if (!network) return network.error();
  return std::shared_ptr<const MimiDecoder>(new MimiDecoder(*std::move(network)));
}

int MimiDecoder::sample_rate_hz() const { return network_->sample_rate_hz; }
int MimiDecoder::samples_per_frame() const { return network_->samples_per_frame; }
int MimiDecoder::latent_size() const { return network_->latent_size; }
size_t MimiDecoder::weight_bytes() const { return network_->bytes; }
std::vector<NamedConv> MimiDecoder::convolutions() const { return network_->seanet.convolutions(); }

struct MimiDecoding::State {
  std::optional<MimiDecoderNetwork::State> network;
  std::vector<float> samples;
};

MimiDecoding::MimiDecoding(std::shared_ptr<const MimiDecoder> decoder,
                           const device::Backend& backend)
    : decoder_(std::move(decoder)), device_(backend.open()), state_(std::make_unique<State>()) {
  restart();
}
MimiDecoding::~MimiDecoding() = default;

void MimiDecoding::restart() { state_->network.emplace(decoder_->network_->start(*device_)); }

std::span<const float> MimiDecoding::decode(std::span<const float> latents, Trace* trace) {
  const MimiDecoderNetwork& net = *decoder_->network_;
  const auto latent_size = static_cast<size_t>(net.latent_size);
  const size_t frames = latents.size() / latent_size;
  state_->samples.resize(frames * static_cast<size_t>(net.samples_per_frame));
  float* out = state_->samples.data();
  for (size_t done = 0; done < frames;) {
    const size_t count = std::min<size_t>(kMimiFramesAtOnce, frames - done);
    const device::Frame frame(*device_);
    const device::Tensor x =
        device_->upload(latents.subspan(done * latent_size, count * latent_size),
                        static_cast<int>(count), net.latent_size);
    const device::Tensor y = net(*device_, x, *state_->network, trace);
    out = std::ranges::copy(device_->read(y), out).out;
    done += count;
  }
  return state_->samples;
}

MimiEncoder::MimiEncoder(std::unique_ptr<const MimiEncoderNetwork> network)
    : network_(std::move(network)) {}
MimiEncoder::~MimiEncoder() = default;

Result<std::shared_ptr<const MimiEncoder>> MimiEncoder::load(const checkpoint::Weights& weights,
                                                             const MimiConfig& config,
                                                             std::optional<quant::Scheme> scheme,
                                                             const device::Backend& backend) {
  auto network = load_mimi_encoder(weights, config, scheme, backend);
  if (!network) return network.error();
  return std::shared_ptr<const MimiEncoder>(new MimiEncoder(*std::move(network)));
}

int MimiEncoder::latent_size() const { return network_->latent_size; }

std::vector<float> MimiEncoder::encode(std::span<const float> samples,
                                       const device::Backend& backend, Trace* trace) const {
  const auto frame = static_cast<size_t>(network_->samples_per_frame);
  const size_t frames = (samples.size() + frame - 1) / frame;
  std::vector<float> latents;
  latents.reserve(frames * static_cast<size_t>(network_->latent_size));
  const std::unique_ptr<device::Device> device = backend.open();
  MimiEncoderNetwork::State state = network_->start(*device);
  for (size_t done = 0; done < frames;) {
    const size_t count = std::min<size_t>(kMimiFramesAtOnce, frames - done);
    const device::Frame scope(*device);
    const auto now = samples.subspan(done * frame);
    std::vector<float> whole(now.begin(),
                             now.begin() + int64_t(std::min(now.size(), count * frame)));
    whole.resize(count * frame);  // filled up with silence
    const device::Tensor x = device->upload(whole, static_cast<int>(whole.size()), 1);
    const auto y = device->read((*network_)(*device, x, state, trace));
    latents.insert(latents.end(), y.begin(), y.end());
    done += count;
  }
  return latents;
}

}  // namespace sotto::models::pocket_tts
