// SPDX-License-Identifier: Apache-2.0
//
// Reads flatbuffers that nobody vouches for. Every access is checked against the size of the buffer. One that
// fails is logged, answers zero and marks the buffer as damaged, so that a caller can follow a whole path and
// ask once at its end. Position 0 stands for "absent": the root offset lies there, never a table, a vector or
// a field.
#ifndef PENLIGHT_FLATBUFFER_H
#define PENLIGHT_FLATBUFFER_H

#include <stdbool.h>

#include "penlight.h"

typedef struct {
    const uint8_t *bytes;
    uint32_t size; // at most PL_FLATBUFFER_MAX_BYTES
    bool damaged;
    const pl_config *config; // whose log is told
} pl_flatbuffer;

// Largest buffer: a position inside plus a 16-bit offset cannot wrap.
#define PL_FLATBUFFER_MAX_BYTES 0x7fffffffu

// Marks the buffer as damaged; the first mark logs `position`, which was found to be outside.
void pl_flatbuffer_damage(pl_flatbuffer *buffer, uint32_t position);

// The little-endian number of 1, 2 or 4 bytes at `position`, which needs no alignment.
uint32_t pl_flatbuffer_number(pl_flatbuffer *buffer, uint32_t position, uint32_t bytes);

// Position of field `index` of the table at `table`; absent when the table or the field is.
uint32_t pl_flatbuffer_field(pl_flatbuffer *buffer, uint32_t table, uint32_t index);

// The number in a field. Zero, the default of every field that is read here, when absent.
uint32_t pl_flatbuffer_scalar(pl_flatbuffer *buffer, uint32_t table, uint32_t index, uint32_t bytes);

// Position of the table that a field leads to.
uint32_t pl_flatbuffer_table(pl_flatbuffer *buffer, uint32_t table, uint32_t index);

// Position of what a field leads to, a vector of 32-bit elements, or one of bytes (a string): its element
// count, then the elements, all inside the buffer.
uint32_t pl_flatbuffer_vector(pl_flatbuffer *buffer, uint32_t table, uint32_t index);
uint32_t pl_flatbuffer_bytes(pl_flatbuffer *buffer, uint32_t table, uint32_t index);

// Elements of a vector, none when it is absent.
uint32_t pl_flatbuffer_count(pl_flatbuffer *buffer, uint32_t vector);

// The 32-bit element `index` of a vector, and the table that element `index` of a vector of offsets leads to.
// An index beyond the vector damages the buffer.
uint32_t pl_flatbuffer_element(pl_flatbuffer *buffer, uint32_t vector, uint32_t index);
uint32_t pl_flatbuffer_element_table(pl_flatbuffer *buffer, uint32_t vector, uint32_t index);

// The text of a string, or NULL when it is absent or lacks its final zero.
const char *pl_flatbuffer_text(pl_flatbuffer *buffer, uint32_t string);

#endif
