// OpenAL Soft, rendering into memory:
//   openal mix COUNT SECONDS       looping mono players with gain and place, stereo
//   openal hrtf COUNT SECONDS      the same, moving around a head
//   openal reverb 1 SECONDS        one player into an EAX reverb
//   openal start                   one block and the end
#define AL_ALEXT_PROTOTYPES
#include "peer.h"

#include <AL/al.h>
#include <AL/alc.h>
#include <AL/alext.h>
#include <AL/efx.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 512, LOOPS = 16 };

typedef struct {
    ALCcontext *context;
    ALCdevice *device;
    LPALCRENDERSAMPLESSOFT render;
    ALuint *sources;
    int count;
    bool isMoving;
    long blockCount, position;
    float output[BLOCK * PEER_CHANNELS];
} scene;

static void openDevice(scene *self, bool withHead, bool withReverb) {
    const LPALCLOOPBACKOPENDEVICESOFT open =
        (LPALCLOOPBACKOPENDEVICESOFT)alcGetProcAddress(NULL, "alcLoopbackOpenDeviceSOFT");
    self->render = (LPALCRENDERSAMPLESSOFT)alcGetProcAddress(NULL, "alcRenderSamplesSOFT");
    self->device = open ? open(NULL) : NULL;
    const ALCint attributes[] = {ALC_FORMAT_CHANNELS_SOFT,
                                 ALC_STEREO_SOFT,
                                 ALC_FORMAT_TYPE_SOFT,
                                 ALC_FLOAT_SOFT,
                                 ALC_FREQUENCY,
                                 PEER_RATE,
                                 ALC_HRTF_SOFT,
                                 withHead,
                                 ALC_MONO_SOURCES,
                                 256,
                                 ALC_MAX_AUXILIARY_SENDS,
                                 withReverb,
                                 0};
    self->context = self->device ? alcCreateContext(self->device, attributes) : NULL;
    if (!self->context || !alcMakeContextCurrent(self->context))
        peer_absent("OpenAL has no loopback device");
}

static ALuint reverbSlot(void) {
    ALuint slot, effect;
    alGenAuxiliaryEffectSlots(1, &slot);
    alGenEffects(1, &effect);
    alEffecti(effect, AL_EFFECT_TYPE, AL_EFFECT_EAXREVERB);
    alEffectf(effect, AL_EAXREVERB_DECAY_TIME, 2);
    alAuxiliaryEffectSloti(slot, AL_EFFECTSLOT_EFFECT, (ALint)effect);
    return slot;
}

static void makeSources(scene *self, bool withReverb) {
    ALuint buffers[LOOPS];
    alGenBuffers(LOOPS, buffers);
    for (int i = 0; i < LOOPS; i++) {
        const size_t frameCount = (size_t)(PEER_RATE + 97 * i);
        float *noise = malloc(frameCount * sizeof(float));
        uint32_t state = (uint32_t)i + 1;
        peer_noise(noise, frameCount, &state);
        alBufferData(buffers[i], AL_FORMAT_MONO_FLOAT32, noise, (ALsizei)(frameCount * sizeof(float)),
                     PEER_RATE);
        free(noise);
    }
    self->sources = calloc((size_t)self->count, sizeof *self->sources);
    alGenSources(self->count, self->sources);
    const ALuint slot = withReverb ? reverbSlot() : 0;
    for (int i = 0; i < self->count; i++) {
        const ALuint source = self->sources[i];
        const float pan = self->count > 1 ? -1 + 2.0f * (float)i / (float)(self->count - 1) : 0;
        alSourcei(source, AL_BUFFER, (ALint)buffers[i % LOOPS]);
        alSourcei(source, AL_LOOPING, AL_TRUE);
        alSourcei(source, AL_SOURCE_RELATIVE, AL_TRUE);
        alSourcef(source, AL_ROLLOFF_FACTOR, 0);
        alSourcef(source, AL_GAIN, (0.5f + 0.5f * (float)(i % 7) / 7) / (float)self->count);
        alSource3f(source, AL_POSITION, pan, 0, -sqrtf(1.001f - pan * pan));
        alSourcei(source, AL_SAMPLE_OFFSET, i * 1009 % PEER_RATE);
        if (withReverb)
            alSource3i(source, AL_AUXILIARY_SEND_FILTER, (ALint)slot, 0, AL_FILTER_NULL);
    }
    alSourcePlayv(self->count, self->sources);
    if (alGetError() != AL_NO_ERROR)
        peer_absent("OpenAL makes no such sources");
}

// All sources circle the head, each at a pace of its own.
static void move(scene *self) {
    const float time = (float)(self->position % 100000) * BLOCK / PEER_RATE;
    alcSuspendContext(self->context);
    for (int i = 0; i < self->count; i++) {
        const float angle = 6.2831853f * (time * (0.1f + 0.01f * (float)(i % 13)) + (float)i * 0.37f);
        alSource3f(self->sources[i], AL_POSITION, 2 * sinf(angle), 0.3f, -2 * cosf(angle));
    }
    alcProcessContext(self->context);
}

static void run(void *context) {
    scene *self = context;
    for (long block = 0; block < self->blockCount; block++, self->position++) {
        if (self->isMoving)
            move(self);
        self->render(self->device, self->output, BLOCK);
    }
}

int main(int count, char **arguments) {
    static scene self;
    const char *work = peer_text(count, arguments, 1, "mix");
    const bool withReverb = !strcmp(work, "reverb");
    self.isMoving = !strcmp(work, "hrtf");
    self.count = (int)peer_number(count, arguments, 2, 1);
    self.blockCount = (long)(peer_number(count, arguments, 3, 1) * PEER_RATE / BLOCK);
    setenv("ALSOFT_CONF", "/dev/null", 1);
    openDevice(&self, self.isMoving, withReverb);
    makeSources(&self, withReverb);
    if (!strcmp(work, "start")) {
        self.render(self.device, self.output, BLOCK);
        return 0;
    }
    peer_serve(run, NULL, &self);
}
