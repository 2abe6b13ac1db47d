#include "avf_dsp_spatial.h"
#include "dot_lanes.h"

// Buses with sixteen channels in a row: what comes in is one multiplication for each row, and what goes out
// is shared by all sources.

_Static_assert((int)LANES == (int)AVF_DSP_SPATIAL_LANES, "a row is one vector");

AVF_DSP_INLINE void store(float *destination, lanes value) AVF_DSP_NONBLOCKING {
    memcpy(destination, &value, sizeof value);
}

// MARK: into a bus

// `many` feeds into one row: the row is loaded and stored once for all of them, in their order.
AVF_DSP_INLINE void feed_row(float *bus, size_t stride, const avf_dsp_spatial_feed *const *feeds, int many,
                             bool isMoving, size_t row, size_t frameCount) AVF_DSP_NONBLOCKING {
    lanes gains[4], steps[4];
    const float *inputs[4];
    for (int i = 0; i < many; i++) {
        gains[i] = load(feeds[i]->gains + row * LANES);
        steps[i] = feeds[i]->steps ? load(feeds[i]->steps + row * LANES) : (lanes){0};
        inputs[i] = feeds[i]->input;
    }
    for (size_t n = 0; n < frameCount; n++) {
        lanes sum = load(bus + n * stride);
        for (int i = 0; i < many; i++)
            sum += gains[i] * inputs[i][n];
        store(bus + n * stride, sum);
        if (isMoving)
            for (int i = 0; i < many; i++)
                gains[i] += steps[i];
    }
    if (isMoving)
        for (int i = 0; i < many; i++)
            store(feeds[i]->gains + row * LANES, gains[i]);
}

AVF_DSP_INLINE void feed_some(float *bus, size_t stride, const avf_dsp_spatial_feed *const *feeds, int many,
                              size_t row, size_t frameCount) AVF_DSP_NONBLOCKING {
    bool isMoving = false;
    for (int i = 0; i < many; i++)
        isMoving |= feeds[i]->steps != NULL;
    if (many == 4 && isMoving)
        feed_row(bus, stride, feeds, 4, true, row, frameCount);
    else if (many == 4)
        feed_row(bus, stride, feeds, 4, false, row, frameCount);
    else
        for (int i = 0; i < many; i++)
            feed_row(bus, stride, feeds + i, 1, true, row, frameCount);
}

AVF_DSP_CLONES
void avf_dsp_spatial_feed_bus(float *restrict bus, size_t rowCount, const avf_dsp_spatial_feed *feeds,
                              size_t feedCount, size_t frameCount) AVF_REALTIME {
    for (size_t row = 0; row < rowCount; row++) {
        const avf_dsp_spatial_feed *group[4];
        int many = 0;
        for (size_t i = 0; i < feedCount; i++) {
            if (feeds[i].rowCount <= row)
                continue;
            group[many++] = feeds + i;
            if (many < 4)
                continue;
            feed_some(bus + row * LANES, rowCount * LANES, group, 4, row, frameCount);
            many = 0;
        }
        feed_some(bus + row * LANES, rowCount * LANES, group, many, row, frameCount);
    }
}

AVF_DSP_INLINE void skip_row(float *gains, const float *steps, size_t frameCount) AVF_DSP_NONBLOCKING {
    lanes gain = load(gains);
    const lanes step = load(steps);
    for (size_t n = 0; n < frameCount; n++)
        gain += step;
    store(gains, gain);
}

AVF_DSP_CLONES
void avf_dsp_spatial_skip(const avf_dsp_spatial_feed *feed, size_t frameCount) AVF_REALTIME {
    for (size_t row = 0; feed->steps && row < feed->rowCount; row++)
        skip_row(feed->gains + row * LANES, feed->steps + row * LANES, frameCount);
}

AVF_DSP_CLONES
void avf_dsp_spatial_blend(float *restrict destination, const float *restrict a, const float *restrict b,
                           const float *restrict c, const float *restrict weights,
                           size_t count) AVF_REALTIME {
    const float first = weights[0], second = weights[1], third = weights[2];
    for (size_t k = 0; k < count; k++)
        destination[k] = (a[k] * first + b[k] * second) + c[k] * third;
}

AVF_DSP_CLONES
void avf_dsp_spatial_aim(float *restrict steps, const float *restrict gains, const float *restrict targets,
                         size_t count) AVF_REALTIME {
    for (size_t k = 0; k < count; k++)
        steps[k] = (targets[k] - gains[k]) * (1.0f / AVF_DSP_SPATIAL_CELL);
}

// MARK: out of a bus

AVF_DSP_INLINE void decode_some(float *output, const float *bus, const float *filters, size_t rowCount,
                                size_t tapCount, int many) AVF_DSP_NONBLOCKING {
    const ptrdiff_t stride = (ptrdiff_t)rowCount * LANES;
    lanes sums[8];
    for (int i = 0; i < many; i++)
        sums[i] = (lanes){0};
    for (size_t row = 0; row < rowCount; row++) {
        const float *place = bus + row * LANES, *filter = filters + row * LANES;
        for (size_t t = 0; t < tapCount; t++, place -= stride, filter += stride) {
            const lanes weights = load(filter);
            for (int i = 0; i < many; i++)
                sums[i] += weights * load(place + i * stride);
        }
    }
    for (int i = 0; i < many; i++)
        output[i] += sum(sums[i]);
}

AVF_DSP_CLONES
void avf_dsp_spatial_decode(float *restrict output, const float *restrict bus, const float *restrict filters,
                            size_t rowCount, size_t tapCount, size_t frameCount) AVF_REALTIME {
    size_t n = 0;
    for (; n + 8 <= frameCount; n += 8)
        decode_some(output + n, bus + n * rowCount * LANES, filters, rowCount, tapCount, 8);
    for (; n < frameCount; n++)
        decode_some(output + n, bus + n * rowCount * LANES, filters, rowCount, tapCount, 1);
}

AVF_DSP_INLINE void add_row(float *line, const float *row) AVF_DSP_NONBLOCKING {
    store(line, load(line) + load(row));
}

AVF_DSP_CLONES
void avf_dsp_spatial_spread(float *restrict line, const float *restrict bus, size_t rowCount,
                            size_t frameCount) AVF_REALTIME {
    for (size_t n = 0; n < frameCount; n++)
        for (size_t row = 0; row < rowCount; row++)
            add_row(line + n + row * LANES, bus + (n * rowCount + row) * LANES);
}

AVF_DSP_CLONES
void avf_dsp_spatial_collect(float *const *channels, size_t channelCount, const float *restrict bus,
                             size_t rowCount, size_t frameCount) AVF_REALTIME {
    for (size_t c = 0; c < channelCount; c++) {
        float *restrict channel = channels[c];
        for (size_t n = 0; n < frameCount; n++)
            channel[n] += bus[n * rowCount * LANES + c];
    }
}
