// SPDX-License-Identifier: Apache-2.0
// Some rows of lhs, laid out in chunks such that weights need not be expanded in memory, times some rows of
// rhs: four rows of lhs at a time, and four rows of rhs that become a vector of results. The input offset
// enters through the sums of the weights.
#include "internal/dot_s4_mve.h"
#include "internal/mat_mult_s4.h"
#include "internal/requantize.h"
#include "internal/requantize_mve.h"
#include "internal/s4.h"

#include <stddef.h>

enum {
    BYTES = 1280,         // of all columns
    TILES = 8,            // of four rows of rhs and four columns each
    LANES = 4,            // rows of rhs in a vector
    MOST_ELEMS = 1 << 16, // of a sum that is kept 16 times too large
};

/// Sums are too large as dot_s4_mve.h says. dots: for four rows of rhs all columns (or the only one), then
/// for the next four.
typedef struct {
    int32_t dots[TILES * PL_S4_COLUMNS][LANES];
    int32_t weights[TILES][LANES];
} pl_sums;

/// Some rows of rhs and some rows of lhs, in chunks of elements.
typedef struct {
    const pl_product_s4 *product;
    int32_t row;
    int32_t rows;
    int32_t col;
    int32_t elems;
    int32_t count; // columns
    int32_t quads; // of columns
    int32_t quad_bytes;
    const int8_t *columns;
} pl_part;

static inline int32_t smaller(int32_t a, int32_t b) {
    return a < b ? a : b;
}

/// The groups of one column, `step` apart, from `elems` elements.
static void lay_out(const int8_t *x, int32_t elems, int32_t step, int8_t *column) {
    for (; elems >= PL_S4_GROUP; elems -= PL_S4_GROUP) {
        const int8x16x2_t pair = vld2q_s8(x);
        vstrbq_s8(column, pair.val[0]);
        vstrbq_s8(column + 16, pair.val[1]);
        x += PL_S4_GROUP;
        column += step;
    }
    if (elems > 0) {
        const uint8x16_t even = vidupq_n_u8(0, 2);
        const uint8x16_t odd = vaddq_n_u8(even, 1);
        vstrbq_s8(column, vldrbq_gather_offset_z_s8(x, even, vctp8q((uint32_t)(elems + 1) / 2)));
        vstrbq_s8(column + 16, vldrbq_gather_offset_z_s8(x, odd, vctp8q((uint32_t)elems / 2)));
    }
}

static inline int32_t first_of(const pl_part *part, int32_t i) {
    return part->product->rhs_first + (part->row + i) * part->product->rhs_stride + part->col;
}

/// An odd number of elements is multiplied as one more, whose input is 0. But nothing may be read beyond the
/// weights: this is whether row i, the last one, has no byte for one more.
static inline bool is_short(const pl_part *part, int32_t i) {
    const bool is_odd = (part->elems & 1) != 0 && (first_of(part, i) & 1) != 0;
    return is_odd && part->row + i == part->product->rhs_rows - 1;
}

/// Up to four rows times four columns. last_pairs: of the last row. weights: where their sums go, or NULL.
static void multiply_tile(const pl_product_s4 *p, int32_t first, int32_t rows, const int8_t *columns,
                          int32_t pairs, int32_t last_pairs, int32_t *dots, int32_t *weights) {
    const int32_t stride = p->rhs_stride;
    const int8_t *const rhs = p->rhs;
    if (weights == NULL) {
        for (; rows > 1; rows--) {
            pl_dot_s4_4_columns(rhs + (first >> 1), (first & 1) != 0, columns, pairs, dots++);
            first += stride;
        }
        pl_dot_s4_4_columns(rhs + (first >> 1), (first & 1) != 0, columns, last_pairs, dots);
        return;
    }
    for (; rows > 1; rows--) {
        pl_dot_s4_4_columns_and_sum(rhs + (first >> 1), (first & 1) != 0, columns, pairs, dots++, weights++);
        first += stride;
    }
    pl_dot_s4_4_columns_and_sum(rhs + (first >> 1), (first & 1) != 0, columns, last_pairs, dots, weights);
}

static void multiply_tiles(const pl_part *part, pl_sums *sums) {
    const int32_t pairs = (part->elems + 1) / 2;
    int32_t *dots = sums->dots[0];
    for (int32_t i = 0; i < part->rows; i += LANES) {
        const int32_t rows = smaller(LANES, part->rows - i);
        const int32_t last_pairs = is_short(part, i + rows - 1) ? pairs - 1 : pairs;
        const int32_t first = first_of(part, i);
        const int8_t *columns = part->columns;
        int32_t *weights = sums->weights[i / LANES];
        for (int32_t quad = 0; quad < part->quads; quad++) {
            multiply_tile(part->product, first, rows, columns, pairs, last_pairs, dots, weights);
            columns += part->quad_bytes;
            dots += PL_S4_COLUMNS * LANES;
            weights = NULL; // one sum is enough
        }
    }
}

/// One column: two rows at a time.
static void multiply_rows(const pl_part *part, pl_sums *sums) {
    const int8_t *const rhs = part->product->rhs;
    const int8_t *const column = part->columns;
    const int32_t rows = part->rows;
    const int32_t stride = part->product->rhs_stride;
    const int32_t pairs = (part->elems + 1) / 2;
    const int32_t distance = pl_s4_pair_distance(part->product);
    const int32_t apart = distance * stride / 2;
    int32_t first = first_of(part, 0);
    for (int32_t i = 0; i < rows; i++) {
        if ((i & distance) == 0) { // else it is the second row of a pair
            // Where there is no second row the first one is taken twice.
            const int32_t second = i + distance < rows ? distance : 0;
            pl_dot_s4_2_rows(rhs + (first >> 1), second != 0 ? apart : 0, (first & 1) != 0, column,
                             is_short(part, i + second) ? pairs - 1 : pairs, sums->dots[0] + i,
                             sums->weights[0] + i, second);
        }
        first += stride;
    }
}

static inline int32_t columns_per_group(const pl_part *part) {
    return part->count > 1 ? part->quads * PL_S4_COLUMNS : 1;
}

/// Adds the last element of row i to what was multiplied without it.
static void add_last(const pl_part *part, int32_t i, pl_sums *sums) {
    const int32_t step = part->count > 1 ? PL_S4_COLUMNS * PL_S4_GROUP : PL_S4_GROUP;
    const int8_t *const last =
        part->columns + part->elems / PL_S4_GROUP * step + part->elems % PL_S4_GROUP / 2;
    const int32_t weight = pl_s4_at(part->product->rhs, first_of(part, i) + part->elems - 1);
    const int32_t group = i / LANES * columns_per_group(part), lane = i % LANES;
    for (int32_t c = 0; c < part->count; c++) {
        const int32_t x = last[c / PL_S4_COLUMNS * part->quad_bytes + c % PL_S4_COLUMNS * PL_S4_GROUP];
        sums->dots[group + c][lane] += weight * x * (1 << PL_S4_PRODUCT_BITS);
    }
    sums->weights[i / LANES][lane] += weight * (1 << PL_S4_WEIGHT_BITS);
}

/// After an odd number of elements: takes the weights that are not the row's from their sums.
static void settle_weights(const pl_part *part, pl_sums *sums) {
    const int32_t last = part->rows - 1;
    const bool is_last_short = is_short(part, last);
    const int32_t distance = pl_s4_pair_distance(part->product);
    for (int32_t i = 0; i <= last; i++) {
        const bool goes_with_last = part->count == 1 && (i & distance) == 0 && i + distance == last;
        if (is_last_short && (i == last || goes_with_last)) {
            add_last(part, i, sums);
        } else {
            const int32_t weight = pl_s4_at(part->product->rhs, first_of(part, i) + part->elems);
            sums->weights[i / LANES][i % LANES] -= weight * (1 << PL_S4_WEIGHT_BITS);
        }
    }
}

static void multiply_chunk(const pl_part *part, pl_sums *sums) {
    if (part->count > 1) {
        multiply_tiles(part, sums);
    } else {
        multiply_rows(part, sums);
    }
    if ((part->elems & 1) != 0) {
        settle_weights(part, sums);
    }
}

/// Numbers of rows [i, i + 4) of the part.
static inline pl_output_lanes output_lanes_of(const pl_part *part, int32_t i) {
    const pl_product_s4 *p = part->product;
    const int32_t row = (part->row + i) * p->quant_stride;
    const mve_pred16_t lanes = vctp32q((uint32_t)(part->rows - i));
    int32x4_t multiplier = vdupq_n_s32(p->multiplier[row]), shift = vdupq_n_s32(p->shift[row]);
    if (p->quant_stride != 0) {
        multiplier = vldrwq_z_s32(p->multiplier + row, lanes);
        shift = vldrwq_z_s32(p->shift + row, lanes);
    }
    return (pl_output_lanes){
        .quant = pl_requantize_lanes_of(multiplier, shift),
        .channels = lanes,
        .output_offset = p->dst_offset,
        .activation_min = p->activation_min,
        .activation_max = p->activation_max,
    };
}

/// What does not depend on the input: the bias, and input offset * sum of weights.
static inline int32x4_t base_of(const pl_part *part, int32_t i, mve_pred16_t lanes, const pl_sums *sums) {
    const pl_product_s4 *p = part->product;
    const int32x4_t weights = vshrq_n_s32(vldrwq_s32(sums->weights[i / LANES]), PL_S4_WEIGHT_BITS);
    const int32x4_t base = vmulq_n_s32(weights, p->lhs_offset);
    return p->bias != NULL ? vaddq_s32(base, vldrwq_z_s32(p->bias + part->row + i, lanes)) : base;
}

static void store_columns(const pl_part *part, pl_sums *sums, int8_t *dst) {
    int32_t *dots = sums->dots[0];
    for (int32_t i = 0; i < part->rows; i += LANES) {
        const pl_output_lanes output = output_lanes_of(part, i);
        const int32x4_t base = base_of(part, i, output.channels, sums);
        int32_t *column = dots;
#pragma GCC unroll 1
        for (int32_t c = part->count; c > 0; c--) {
            vstrwq_s32(column, vaddq_s32(vshrq_n_s32(vldrwq_s32(column), PL_S4_PRODUCT_BITS), base));
            column += LANES;
        }
        pl_requantize_s8_pixels(dots, part->count, &output, dst + part->row + i, part->product->dst_stride);
        dots += part->quads * PL_S4_COLUMNS * LANES;
    }
}

/// One column.
static void store_rows(const pl_part *part, const pl_sums *sums, int8_t *dst) {
    const pl_product_s4 *p = part->product;
    pl_output_lanes output = output_lanes_of(part, 0);
    dst += part->row;
    for (int32_t i = 0; i < part->rows; i += LANES) {
        const mve_pred16_t lanes = vctp32q((uint32_t)(part->rows - i));
        if (p->quant_stride != 0) {
            output = output_lanes_of(part, i);
        }
        const int32x4_t dots = vshrq_n_s32(vldrwq_s32(sums->dots[i / LANES]), PL_S4_PRODUCT_BITS);
        int32x4_t value = pl_requantize_mve(vaddq_s32(dots, base_of(part, i, lanes, sums)), output.quant);
        value = pl_clamp_mve(vaddq_n_s32(value, p->dst_offset), p->activation_min, p->activation_max);
        vstrbq_p_s32(dst + i, value, lanes);
    }
}

static void clear(const pl_part *part, pl_sums *sums) {
    const int32_t groups = (part->rows + LANES - 1) / LANES;
    int32_t *dots = sums->dots[0];
#pragma GCC unroll 1
    for (int32_t i = groups * columns_per_group(part); i > 0; i--) {
        vstrwq_s32(dots, vdupq_n_s32(0));
        dots += LANES;
    }
#pragma GCC unroll 1
    for (int32_t i = 0; i < groups; i++) {
        vstrwq_s32(sums->weights[i], vdupq_n_s32(0));
    }
}

/// How many columns of how many elements are worked on together, when `left` rows of lhs are left.
static void set_columns(pl_part *part, int32_t left, int32_t *chunk) {
    const int32_t groups = (part->product->cols + PL_S4_GROUP - 1) / PL_S4_GROUP;
    *chunk = BYTES;
    part->quads = 1;
    part->count = 1;
    part->quad_bytes = BYTES;
    if (left > 1) {
        *chunk = BYTES / PL_S4_COLUMNS;
        if (groups > 0 && groups * PL_S4_GROUP < *chunk) { // all elements of more columns
            part->quad_bytes = groups * PL_S4_GROUP * PL_S4_COLUMNS;
            part->quads = smaller(TILES / 2, smaller(BYTES / part->quad_bytes, (left + 3) / PL_S4_COLUMNS));
        }
        part->count = smaller(left, part->quads * PL_S4_COLUMNS);
    }
}

static void lay_out_columns(const pl_part *part, const int8_t *x, int8_t *columns) {
    const int32_t step = part->count > 1 ? PL_S4_COLUMNS * PL_S4_GROUP : PL_S4_GROUP;
    for (int32_t c = 0; c < part->count; c++) {
        int8_t *quad = columns + c / PL_S4_COLUMNS * part->quad_bytes;
        lay_out(x + part->col, part->elems, step, quad + c % PL_S4_COLUMNS * PL_S4_GROUP);
        x += part->product->lhs_stride;
    }
}

/// Sums that could be too large when multiplied by 16 go one at a time.
static void multiply_long(const pl_product_s4 *p) {
    for (int32_t i = 0; i < p->lhs_rows; i++) {
        for (int32_t j = 0; j < p->rhs_rows; j++) {
            const int8_t *x = p->lhs + i * p->lhs_stride;
            const int32_t quant = j * p->quant_stride;
            uint32_t sum = p->bias != NULL ? (uint32_t)p->bias[j] : 0;
            for (int32_t k = 0; k < p->cols; k++) {
                sum += (uint32_t)((x[k] + p->lhs_offset) *
                                  pl_s4_at(p->rhs, p->rhs_first + j * p->rhs_stride + k));
            }
            p->dst[i * p->dst_stride + j] =
                pl_requantize_s8((int32_t)sum, p->multiplier[quant], p->shift[quant], p->dst_offset,
                                 p->activation_min, p->activation_max);
        }
    }
}

void pl_mat_mult_s4(const pl_product_s4 *p) {
    int8_t columns[BYTES];
    pl_sums sums;
    pl_part part = {.product = p, .columns = columns};
    int32_t chunk;
    if (p->cols > MOST_ELEMS) {
        multiply_long(p);
        return;
    }
    for (int32_t lhs_row = 0; lhs_row < p->lhs_rows; lhs_row += part.count) {
        const int8_t *x = p->lhs + lhs_row * p->lhs_stride;
        set_columns(&part, p->lhs_rows - lhs_row, &chunk);
        for (part.row = 0; part.row < p->rhs_rows; part.row += part.rows) {
            part.rows = smaller(TILES / part.quads * LANES, p->rhs_rows - part.row);
            clear(&part, &sums);
            for (part.col = 0; part.col < p->cols; part.col += chunk) {
                part.elems = smaller(chunk, p->cols - part.col);
                if (part.row == 0 || p->cols > chunk) { // else the columns are there already
                    lay_out_columns(&part, x, columns);
                }
                multiply_chunk(&part, &sums);
            }
            int8_t *const dst = p->dst + lhs_row * p->dst_stride;
            if (part.count > 1) {
                store_columns(&part, &sums, dst);
            } else {
                store_rows(&part, &sums, dst);
            }
        }
    }
}
