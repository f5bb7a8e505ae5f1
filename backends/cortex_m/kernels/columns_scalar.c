// SPDX-License-Identifier: Apache-2.0
#include "tier.h"

#if PL_BUILDS_SCALAR

#include "columns_scalar.h"

#include <stdbool.h>

// The next `count` > 0 taps of all columns.
static uint32_t *zip(uint32_t *words, const int8_t *const in[PL_COLUMNS], int32_t count) {
    const int8_t *const in_0 = in[0] + count;
    const int8_t *const in_1 = in[1] + count;
    const int8_t *const in_2 = in[2] + count;
    const int8_t *const in_3 = in[3] + count;
    int32_t i = -count;
    do {
        const int32_t low = in_0[i], high = in_1[i], next_low = in_2[i], next_high = in_3[i];
        words[0] = (uint32_t)low + ((uint32_t)high << 16);
        words[1] = (uint32_t)next_low + ((uint32_t)next_high << 16);
        words += 2;
    } while (++i != 0);
    return words;
}

// Whether no window reaches over the left or right border.
static bool are_inside(const pl_column_shape *shape, const pl_corner corners[PL_COLUMNS]) {
    bool inside = true;
    for (int32_t i = 0; i < PL_COLUMNS; i++) {
        inside = inside && corners[i].x >= 0 && corners[i].x + shape->kernel_w <= shape->in_w;
    }
    return inside;
}

static bool is_row(const pl_column_shape *shape, int32_t y) {
    return (uint32_t)y < (uint32_t)shape->in_h;
}

void pl_fill_columns(const pl_column_shape *shape, const int8_t *image, const pl_corner corners[PL_COLUMNS],
                     uint32_t *columns) {
    const bool whole_rows =
        shape->dilation_w == 1 && shape->channels == shape->pixel_bytes && are_inside(shape, corners);
    const int32_t taps_x = whole_rows ? 1 : shape->kernel_w;
    const int32_t count = whole_rows ? shape->kernel_w * shape->channels : shape->channels;
    int32_t offsets[PL_COLUMNS];
    for (int32_t i = 0; i < PL_COLUMNS; i++) {
        offsets[i] = (corners[i].y * shape->in_w + corners[i].x) * shape->pixel_bytes;
    }
    for (int32_t ky = 0; ky < shape->kernel_h; ky++) {
        const int32_t dy = ky * shape->dilation_h;
        for (int32_t kx = 0; kx < taps_x; kx++) {
            const int32_t dx = kx * shape->dilation_w;
            const int32_t step = (dy * shape->in_w + dx) * shape->pixel_bytes;
            const int8_t *in[PL_COLUMNS];
            for (int32_t i = 0; i < PL_COLUMNS; i++) {
                const bool inside =
                    is_row(shape, corners[i].y + dy) && (uint32_t)(corners[i].x + dx) < (uint32_t)shape->in_w;
                in[i] = inside ? image + (offsets[i] + step) : shape->padding;
            }
            columns = zip(columns, in, count);
        }
    }
}

#endif
