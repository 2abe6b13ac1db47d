// zita-convolver, no added latency, its worker threads' time counted too:
//   zita RESPONSE-SECONDS BLOCK SECONDS
#include "peer.h"

#include <sched.h>
#include <vector>
#include <zita-convolver.h>

#include <cmath>
#include <cstring>

struct Room {
    Convproc convolver;
    unsigned block;
    long blockCount;
    size_t position = 0;
};

static void run(void *context) {
    Room &room = *static_cast<Room *>(context);
    const float *noise = peer_stereo_noise();
    for (long k = 0; k < room.blockCount; k++) {
        if (room.position + room.block > PEER_NOISE_FRAMES)
            room.position = 0;
        for (int channel = 0; channel < PEER_CHANNELS; channel++) {
            float *input = room.convolver.inpdata(channel);
            for (unsigned i = 0; i < room.block; i++)
                input[i] = noise[(room.position + i) * PEER_CHANNELS + channel];
        }
        room.position += room.block;
        room.convolver.process(true);
    }
}

int main(int count, char **arguments) {
    static Room room;
    const unsigned length = static_cast<unsigned>(peer_number(count, arguments, 1, 2) * PEER_RATE);
    room.block = static_cast<unsigned>(peer_number(count, arguments, 2, 512));
    room.blockCount = static_cast<long>(peer_number(count, arguments, 3, 10) * PEER_RATE / room.block);
    if (room.convolver.configure(2, 2, length, room.block, room.block, 8192, 0))
        peer_absent("zita-convolver refuses these sizes");
    uint32_t state = 5;
    std::vector<float> response(length);
    for (unsigned channel = 0; channel < PEER_CHANNELS; channel++) {
        peer_noise(response.data(), length, &state);
        for (unsigned k = 0; k < length; k++)
            response[k] *= std::pow(10.0f, -3.0f * static_cast<float>(k) / static_cast<float>(length));
        room.convolver.impdata_create(channel, channel, 1, response.data(), 0, static_cast<int>(length));
    }
    room.convolver.start_process(0, SCHED_OTHER);
    peer_serve(run, nullptr, &room);
}
