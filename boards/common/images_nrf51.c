// SPDX-License-Identifier: Apache-2.0
//
// Model images in the flash of the nRF51, through its non-volatile memory controller: pages are erased as
// writing reaches them, words are programmed once.
#include "board.h"
#include "registers.h"

#define NVMC 0x4001E000u
#define NVMC_READY REGISTER(NVMC + 0x400)
#define NVMC_CONFIG REGISTER(NVMC + 0x504)
#define NVMC_ERASEPAGE REGISTER(NVMC + 0x508)
#define PAGE_BYTES 1024u

enum { CONFIG_READ = 0, CONFIG_WRITE = 1, CONFIG_ERASE = 2 };

static void configure(uint32_t mode) {
    NVMC_CONFIG = mode;
    while (NVMC_READY == 0) {
    }
}

// A page that the image starts within is shared with what lies before it: erasing it is only right because
// images start on a page (firmware.ld).
static void program_word(uint32_t address, uint32_t value) {
    if (address % PAGE_BYTES == 0) {
        configure(CONFIG_ERASE);
        NVMC_ERASEPAGE = address;
        configure(CONFIG_WRITE);
    }
    REGISTER(address) = value;
    while (NVMC_READY == 0) {
    }
}

void board_image_write(uint8_t *to, const uint8_t *from, size_t bytes) {
    configure(CONFIG_WRITE);
    for (size_t i = 0; i < bytes; i += 4) {
        uint32_t word = 0;
        for (unsigned byte = 0; byte < 4 && i + byte < bytes; ++byte) {
            word |= (uint32_t)from[i + byte] << (8 * byte);
        }
        program_word((uint32_t)(uintptr_t)(to + i), word);
    }
    configure(CONFIG_READ);
}
