// SPDX-License-Identifier: Apache-2.0
#include "flatbuffer.h"

#include <string.h>

#include "fail.h"

void pl_flatbuffer_damage(pl_flatbuffer *buffer, uint32_t position) {
    if (!buffer->damaged) {
        buffer->damaged = true;
        (void)pl_corrupt(buffer->config, "position in the file", position, buffer->size);
    }
}

static inline bool inside(pl_flatbuffer *buffer, uint32_t position, uint32_t bytes) {
    bool is_inside = position <= buffer->size && bytes <= buffer->size - position;
    if (!is_inside) {
        pl_flatbuffer_damage(buffer, position + bytes);
    }
    return is_inside;
}

// The numbers at a position that is known to be inside.
static inline uint32_t load_short(const pl_flatbuffer *buffer, uint32_t position) {
    uint16_t value;
    memcpy(&value, buffer->bytes + position, sizeof value);
    return value;
}

static inline uint32_t load_word(const pl_flatbuffer *buffer, uint32_t position) {
    uint32_t value;
    memcpy(&value, buffer->bytes + position, sizeof value);
    return value;
}

uint32_t pl_flatbuffer_number(pl_flatbuffer *buffer, uint32_t position, uint32_t bytes) {
    if (!inside(buffer, position, bytes)) {
        return 0;
    }
    return bytes == 1   ? buffer->bytes[position]
           : bytes == 2 ? load_short(buffer, position)
                        : load_word(buffer, position);
}

// The position that the offset at `position` leads to.
static uint32_t follow(pl_flatbuffer *buffer, uint32_t position) {
    if (position == 0) {
        return 0;
    }
    uint32_t offset = pl_flatbuffer_number(buffer, position, 4);
    return inside(buffer, position, offset) ? position + offset : 0;
}

uint32_t pl_flatbuffer_field(pl_flatbuffer *buffer, uint32_t table, uint32_t index) {
    if (table == 0) {
        return 0;
    }
    // A table starts with the distance back to its vtable: the vtable's size, the table's size, then one
    // offset a field. The distance is signed; unsigned wrap-around subtracts it all the same.
    uint32_t vtable = table - pl_flatbuffer_number(buffer, table, 4);
    if (!inside(buffer, vtable, 4)) {
        return 0;
    }
    uint32_t vtable_bytes = load_short(buffer, vtable);
    uint32_t entry = 4 + 2 * index;
    if (!inside(buffer, vtable, vtable_bytes) || entry + 2 > vtable_bytes) {
        return 0;
    }
    uint32_t offset = load_short(buffer, vtable + entry);
    if (offset == 0) {
        return 0;
    }
    if (offset >= load_short(buffer, vtable + 2)) {
        pl_flatbuffer_damage(buffer, table + offset);
        return 0;
    }
    return table + offset;
}

uint32_t pl_flatbuffer_scalar(pl_flatbuffer *buffer, uint32_t table, uint32_t index, uint32_t bytes) {
    uint32_t field = pl_flatbuffer_field(buffer, table, index);
    return field == 0 ? 0 : pl_flatbuffer_number(buffer, field, bytes);
}

uint32_t pl_flatbuffer_table(pl_flatbuffer *buffer, uint32_t table, uint32_t index) {
    return follow(buffer, pl_flatbuffer_field(buffer, table, index));
}

// Elements of 2^shift bytes.
static uint32_t vector_of(pl_flatbuffer *buffer, uint32_t table, uint32_t index, uint32_t shift) {
    uint32_t vector = pl_flatbuffer_table(buffer, table, index);
    uint32_t count = pl_flatbuffer_count(buffer, vector);
    if (count > buffer->size >> shift) {
        pl_flatbuffer_damage(buffer, count);
        return 0;
    }
    return inside(buffer, vector + 4, count << shift) ? vector : 0;
}

uint32_t pl_flatbuffer_vector(pl_flatbuffer *buffer, uint32_t table, uint32_t index) {
    return vector_of(buffer, table, index, 2);
}

uint32_t pl_flatbuffer_bytes(pl_flatbuffer *buffer, uint32_t table, uint32_t index) {
    return vector_of(buffer, table, index, 0);
}

uint32_t pl_flatbuffer_count(pl_flatbuffer *buffer, uint32_t vector) {
    return vector == 0 ? 0 : pl_flatbuffer_number(buffer, vector, 4);
}

// Position of a 32-bit element.
static uint32_t element(pl_flatbuffer *buffer, uint32_t vector, uint32_t index) {
    if (index >= pl_flatbuffer_count(buffer, vector)) {
        pl_flatbuffer_damage(buffer, vector + index);
        return 0;
    }
    return vector + 4 + 4 * index;
}

uint32_t pl_flatbuffer_element(pl_flatbuffer *buffer, uint32_t vector, uint32_t index) {
    uint32_t position = element(buffer, vector, index);
    return position == 0 ? 0 : pl_flatbuffer_number(buffer, position, 4);
}

uint32_t pl_flatbuffer_element_table(pl_flatbuffer *buffer, uint32_t vector, uint32_t index) {
    return follow(buffer, element(buffer, vector, index));
}

const char *pl_flatbuffer_text(pl_flatbuffer *buffer, uint32_t string) {
    uint32_t end = string + 4 + pl_flatbuffer_count(buffer, string);
    if (string == 0 || pl_flatbuffer_number(buffer, end, 1) != 0 || end == buffer->size) {
        return NULL;
    }
    return (const char *)buffer->bytes + string + 4;
}
