// SPDX-License-Identifier: Apache-2.0
//
// UART of the nRF51, transmitting on the pin that the micro:bit wires to its USB interface.
#include "drivers.h"
#include "registers.h"

#define UART_STARTTX REGISTER(BOARD_UART_BASE + 0x008)
#define UART_TXDRDY REGISTER(BOARD_UART_BASE + 0x11C)
#define UART_ENABLE REGISTER(BOARD_UART_BASE + 0x500)
#define UART_PSELTXD REGISTER(BOARD_UART_BASE + 0x50C)
#define UART_TXD REGISTER(BOARD_UART_BASE + 0x51C)
#define UART_BAUDRATE REGISTER(BOARD_UART_BASE + 0x524)
#define GPIO_OUTSET REGISTER(0x50000508)
#define GPIO_DIRSET REGISTER(0x50000518)
#define TX_PIN 24u

void uart_init(void) {
    GPIO_OUTSET = 1u << TX_PIN;
    GPIO_DIRSET = 1u << TX_PIN;
    UART_PSELTXD = TX_PIN;
    UART_BAUDRATE = 0x01D7E000; // the nRF51's code for UART_BAUD
    UART_ENABLE = 4;
    UART_STARTTX = 1;
}

void uart_write(char character) {
    UART_TXDRDY = 0;
    UART_TXD = (uint8_t)character;
    while (UART_TXDRDY == 0) {
    }
}

void uart_flush(void) {} // each write waits until it is sent
