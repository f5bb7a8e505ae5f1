// SPDX-License-Identifier: Apache-2.0
//
// What a board's drivers provide to board.c. board.toml names them: uart_<driver>.c and cycles_<driver>.c.
#ifndef PENLIGHT_BOARD_DRIVERS_H
#define PENLIGHT_BOARD_DRIVERS_H

#define UART_BAUD 115200u

void uart_init(void);
void uart_write(char character);
void uart_flush(void); // returns once all is sent

void cycles_init(void);

#endif
