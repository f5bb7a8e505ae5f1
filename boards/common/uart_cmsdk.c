// SPDX-License-Identifier: Apache-2.0
//
// UART of Arm's Cortex-M System Design Kit: the MPS2 and MPS3 boards.
#include "drivers.h"
#include "registers.h"

#define UART_DATA REGISTER(BOARD_UART_BASE + 0x00)
#define UART_STATE REGISTER(BOARD_UART_BASE + 0x04)
#define UART_CTRL REGISTER(BOARD_UART_BASE + 0x08)
#define UART_BAUDDIV REGISTER(BOARD_UART_BASE + 0x10)
#define UART_STATE_TX_FULL 1u
#define UART_CTRL_TX_ENABLE 1u

void uart_init(void) {
    UART_BAUDDIV = BOARD_CLOCK_HZ / UART_BAUD;
    UART_CTRL = UART_CTRL_TX_ENABLE;
}

void uart_flush(void) {
    while ((UART_STATE & UART_STATE_TX_FULL) != 0) {
    }
}

void uart_write(char character) {
    uart_flush();
    UART_DATA = (uint8_t)character;
}
