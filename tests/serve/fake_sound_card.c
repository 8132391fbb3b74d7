// A sound card for tests, found in PortAudio's stead (libportaudio.so.2): takes 10 ms of sound every 10 ms, as a
// real one does, and notes when it was given sound that is not silence. Each note is two doubles in
// the file that SOTTO_FAKE_CARD names: seconds of CLOCK_MONOTONIC, and the loudest sample.
#include <fcntl.h>
#include <math.h>
#include <portaudio.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { kMostFrames = 4800 };
static const long kPeriodNs = 10000000;

static PaStreamCallback* fill;
static void* fill_data;
static double rate_hz;
static int notes = -1;
static volatile int running;
static pthread_t thread;

static void* play(void* unused) {
  static float samples[kMostFrames];
  const unsigned long frames = (unsigned long)(rate_hz / 100);
  struct timespec next;
  clock_gettime(CLOCK_MONOTONIC, &next);
  while (running) {
    fill(NULL, samples, frames, NULL, 0, fill_data);
    double note[2] = {(double)next.tv_sec + 1e-9 * (double)next.tv_nsec, 0};
    for (unsigned long i = 0; i < frames; ++i) note[1] = fmax(note[1], fabsf(samples[i]));
    if (note[1] > 0 && write(notes, note, sizeof note) < 0) abort();
    next.tv_nsec += kPeriodNs;
    if (next.tv_nsec >= 1000000000) {
      next.tv_nsec -= 1000000000;
      ++next.tv_sec;
    }
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
  }
  return unused;
}

PaError Pa_Initialize(void) {
  notes = open(getenv("SOTTO_FAKE_CARD"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  return notes < 0 ? paUnanticipatedHostError : paNoError;
}
PaError Pa_Terminate(void) { return close(notes) == 0 ? paNoError : paInternalError; }
const char* Pa_GetErrorText(PaError error) { return error == paNoError ? "none" : "fake"; }
PaDeviceIndex Pa_GetDefaultOutputDevice(void) { return 0; }
const PaDeviceInfo* Pa_GetDeviceInfo(PaDeviceIndex device) {
  static const PaDeviceInfo info = {.structVersion = 2,
                                    .name = "fake",
                                    .maxOutputChannels = 1,
                                    .defaultLowOutputLatency = 0.01,
                                    .defaultSampleRate = 48000};
  return device == 0 ? &info : NULL;
}
PaError Pa_OpenStream(PaStream** stream, const PaStreamParameters* in,
                      const PaStreamParameters* out, double rate, unsigned long frames,
                      PaStreamFlags flags, PaStreamCallback* callback, void* data) {
  (void)in, (void)out, (void)frames, (void)flags;
  if (rate > 100.0 * kMostFrames) return paInvalidSampleRate;
  fill = callback;
  fill_data = data;
  rate_hz = rate;
  *stream = &fill;
  return paNoError;
}
PaError Pa_StartStream(PaStream* stream) {
  (void)stream;
  running = 1;
  return pthread_create(&thread, NULL, play, NULL) == 0 ? paNoError : paInternalError;
}
PaError Pa_StopStream(PaStream* stream) {
  (void)stream;
  if (!running) return paStreamIsStopped;
  running = 0;
  return pthread_join(thread, NULL) == 0 ? paNoError : paInternalError;
}
PaError Pa_CloseStream(PaStream* stream) {
  if (running) Pa_StopStream(stream);
  return paNoError;
}
PaError Pa_IsStreamActive(PaStream* stream) {
  (void)stream;
  return running;
}
