// FluidSynth with a General MIDI font, playing held notes or a song:
//   fluidsynth VOICES SECONDS
//   fluidsynth 0 SECONDS SONG.mid
//
// Its headers keep other packages away, so what is needed of them is declared here.
#include "peer.h"

#include <dlfcn.h>
#include <stdlib.h>

enum { BLOCK = 512, CHANNELS = 16, PERCUSSION = 9, STRINGS = 48 };

static struct {
    void *(*new_settings)(void);
    int (*set_number)(void *settings, const char *name, double value);
    int (*set_integer)(void *settings, const char *name, int value);
    int (*set_string)(void *settings, const char *name, const char *value);
    void *(*new_synth)(void *settings);
    int (*load)(void *synth, const char *path, int resetsPresets);
    int (*choose_program)(void *synth, int channel, int program);
    int (*begin_note)(void *synth, int channel, int key, int velocity);
    int (*voice_count)(void *synth);
    int (*write)(void *synth, int frameCount, void *left, int leftOffset, int leftStride, void *right,
                 int rightOffset, int rightStride);
    void *(*new_player)(void *synth);
    int (*add)(void *player, const char *path);
    int (*begin)(void *player);
    int (*seek)(void *player, int ticks);
} library;

typedef struct {
    void *synth, *song;
    long blockCount;
} player;

static void open(void) {
    const char *const names[] = {"new_fluid_settings",     "fluid_settings_setnum",
                                 "fluid_settings_setint",  "fluid_settings_setstr",  "new_fluid_synth",
                                 "fluid_synth_sfload",     "fluid_synth_program_change",
                                 "fluid_synth_noteon",     "fluid_synth_get_active_voice_count",
                                 "fluid_synth_write_float",
                                 "new_fluid_player",       "fluid_player_add",
                                 "fluid_player_play",      "fluid_player_seek"};
    void *handle = dlopen("libfluidsynth.so.3", RTLD_NOW);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *found = handle ? dlsym(handle, names[i]) : NULL;
        if (!found)
            peer_absent("libfluidsynth.so.3 is not installed");
        ((void **)&library)[i] = found;
    }
}

// Keys across the channels until so many voices sound; some notes have more than one.
static void play(void *synth, int voiceCount) {
    for (int channel = 0; channel < CHANNELS; channel++)
        library.choose_program(synth, channel, STRINGS);
    for (int note = 0; note < CHANNELS * 60 && library.voice_count(synth) < voiceCount; note++)
        if (note % CHANNELS != PERCUSSION)
            library.begin_note(synth, note % CHANNELS, 36 + note / CHANNELS, 80);
}

static void run(void *context) {
    player *self = context;
    static float left[BLOCK], right[BLOCK];
    if (self->song)
        library.seek(self->song, 0);
    for (long k = 0; k < self->blockCount; k++)
        library.write(self->synth, BLOCK, left, 0, 1, right, 0, 1);
}

int main(int count, char **arguments) {
    static player self;
    const int voiceCount = (int)peer_number(count, arguments, 1, 64);
    self.blockCount = (long)(peer_number(count, arguments, 2, 10) * PEER_RATE / BLOCK);
    open();
    void *settings = library.new_settings();
    library.set_number(settings, "synth.sample-rate", PEER_RATE);
    library.set_integer(settings, "synth.polyphony", 4096);
    library.set_integer(settings, "synth.reverb.active", voiceCount == 0);
    library.set_integer(settings, "synth.chorus.active", voiceCount == 0);
    library.set_string(settings, "player.timing-source", "sample");
    self.synth = library.new_synth(settings);
    if (library.load(self.synth, "/usr/share/sounds/sf2/TimGM6mb.sf2", 1) < 0)
        peer_absent("the font timgm6mb-soundfont is not installed");
    if (count > 3) {
        self.song = library.new_player(self.synth);
        if (library.add(self.song, arguments[3]) < 0 || library.begin(self.song) < 0)
            peer_absent("FluidSynth does not play the song");
        peer_serve(run, NULL, &self);
    }
    play(self.synth, voiceCount);
    if (library.voice_count(self.synth) < voiceCount)
        peer_absent("FluidSynth does not play as many voices");
    peer_serve(run, NULL, &self);
}
