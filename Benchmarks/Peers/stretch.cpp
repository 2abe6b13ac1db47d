// Stretching time by a quarter, and raising the pitch by three semitones:
//   stretch rubberband-fast|rubberband-fine|soundtouch stretch|pitch SECONDS
#include "peer.h"

#include <cmath>
#include <cstring>
#include <vector>

#ifdef HAVE_RUBBERBAND
#include <rubberband/RubberBandStretcher.h>
#endif
#ifdef HAVE_SOUNDTOUCH
#include <soundtouch/SoundTouch.h>
#endif

constexpr size_t block = 512;

struct Work {
    bool isPitch;
    size_t frameCount;
    peer_convert convert;
    bool isFine;
};

#ifdef HAVE_RUBBERBAND
static void planar(const float *input, size_t frameCount, std::vector<float> (&channels)[PEER_CHANNELS]) {
    for (int c = 0; c < PEER_CHANNELS; c++) {
        channels[c].resize(frameCount);
        for (size_t k = 0; k < frameCount; k++)
            channels[c][k] = input[k * PEER_CHANNELS + c];
    }
}

static size_t retrieve(RubberBand::RubberBandStretcher &stretcher, float *output, size_t room) {
    static float left[8192], right[8192];
    float *const into[] = {left, right};
    size_t total = 0;
    while (stretcher.available() > 0 && total + 8192 <= room) {
        const size_t made = stretcher.retrieve(into, 8192);
        for (size_t k = 0; k < made; k++) {
            output[(total + k) * PEER_CHANNELS] = left[k];
            output[(total + k) * PEER_CHANNELS + 1] = right[k];
        }
        total += made;
    }
    return total;
}

// As live sound is worked on: block by block, without a look at the whole beforehand.
static size_t rubberband(void *context, const float *input, size_t frameCount, float *output,
                         size_t capacity) {
    using Stretcher = RubberBand::RubberBandStretcher;
    const Work &work = *static_cast<Work *>(context);
    const int engine = work.isFine ? Stretcher::OptionEngineFiner : Stretcher::OptionEngineFaster;
    Stretcher stretcher(PEER_RATE, PEER_CHANNELS,
                        Stretcher::OptionProcessRealTime | Stretcher::OptionThreadingNever | engine,
                        work.isPitch ? 1 : 1.25, work.isPitch ? std::exp2(0.25) : 1);
    std::vector<float> channels[PEER_CHANNELS];
    planar(input, frameCount, channels);
    size_t made = 0;
    for (size_t done = 0; done + block <= frameCount; done += block) {
        const float *const from[] = {channels[0].data() + done, channels[1].data() + done};
        stretcher.process(from, block, done + 2 * block > frameCount);
        made += retrieve(stretcher, output + made * PEER_CHANNELS, capacity - made);
    }
    return made;
}
#endif

#ifdef HAVE_SOUNDTOUCH
static size_t soundtouch_(void *context, const float *input, size_t frameCount, float *output,
                          size_t capacity) {
    const Work &work = *static_cast<Work *>(context);
    soundtouch::SoundTouch stretcher;
    stretcher.setSampleRate(PEER_RATE);
    stretcher.setChannels(PEER_CHANNELS);
    stretcher.setTempo(work.isPitch ? 1 : 0.8);
    stretcher.setPitchSemiTones(work.isPitch ? 3.0 : 0.0);
    size_t made = 0;
    for (size_t done = 0; done + block <= frameCount; done += block) {
        stretcher.putSamples(input + done * PEER_CHANNELS, block);
        while (const unsigned got = stretcher.receiveSamples(output + made * PEER_CHANNELS,
                                                             static_cast<unsigned>(capacity - made)))
            made += got;
    }
    return made;
}
#endif

static void run(void *context) {
    Work &work = *static_cast<Work *>(context);
    static std::vector<float> output(4 * PEER_CHANNELS * work.frameCount + PEER_RATE);
    const float *noise = peer_stereo_noise();
    work.convert(context, noise, work.frameCount, output.data(), output.size() / PEER_CHANNELS);
}

int main(int count, char **arguments) {
    static Work work;
    const char *library = peer_text(count, arguments, 1, "soundtouch");
    work.isPitch = !std::strcmp(peer_text(count, arguments, 2, "stretch"), "pitch");
    const double seconds = peer_number(count, arguments, 3, 10);
    work.frameCount = static_cast<size_t>(std::fmin(seconds, 10) * PEER_RATE);
    work.isFine = !std::strcmp(library, "rubberband-fine");
#ifdef HAVE_RUBBERBAND
    if (!std::strncmp(library, "rubberband", 10))
        work.convert = rubberband;
#endif
#ifdef HAVE_SOUNDTOUCH
    if (!std::strcmp(library, "soundtouch"))
        work.convert = soundtouch_;
#endif
    if (!work.convert)
        peer_absent("the library is not installed");
    peer_serve(run, work.convert, &work);
}
