// A program around what FAUST makes of a description: faust SECONDS
#include "peer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#define FAUSTFLOAT float

struct Meta {
    void declare(const char *, const char *) {}
};

// The descriptions have no controls but the box around everything.
struct UI {
    void openVerticalBox(const char *) {}
    void closeBox() {}
};

class dsp {
  public:
    virtual ~dsp() {}
    virtual void init(int rate) = 0;
    virtual void buildUserInterface(UI *) = 0;
    virtual void compute(int frameCount, float **inputs, float **outputs) = 0;
};

// clang-format off
<<includeIntrinsic>>
<<includeclass>>
// clang-format on

constexpr int block = 512;

struct Unit {
    mydsp program;
    float inputs[PEER_CHANNELS][block], outputs[PEER_CHANNELS][block];
    long blockCount;
    size_t position = 0;

    void run(const float *samples) {
        float *from[] = {inputs[0], inputs[1]}, *to[] = {outputs[0], outputs[1]};
        for (int k = 0; k < block; k++) {
            inputs[0][k] = samples[k * PEER_CHANNELS];
            inputs[1][k] = samples[k * PEER_CHANNELS + 1];
        }
        program.compute(block, from, to);
    }
};

static void run(void *context) {
    Unit &unit = *static_cast<Unit *>(context);
    for (long k = 0; k < unit.blockCount; k++) {
        if (unit.position + block > PEER_NOISE_FRAMES)
            unit.position = 0;
        unit.run(peer_stereo_noise() + unit.position * PEER_CHANNELS);
        unit.position += block;
    }
}

static size_t convert(void *context, const float *input, size_t frameCount, float *output, size_t capacity) {
    Unit &unit = *static_cast<Unit *>(context);
    size_t done = 0;
    for (; done + block <= std::min(frameCount, capacity); done += block) {
        unit.run(input + done * PEER_CHANNELS);
        for (int k = 0; k < block; k++) {
            output[(done + k) * PEER_CHANNELS] = unit.outputs[0][k];
            output[(done + k) * PEER_CHANNELS + 1] = unit.outputs[1][k];
        }
    }
    return done;
}

int main(int count, char **arguments) {
    static Unit unit;
    unit.program.init(PEER_RATE);
    unit.blockCount = static_cast<long>(peer_number(count, arguments, 1, 10) * PEER_RATE / block);
    peer_serve(run, convert, &unit);
}
