// SPDX-License-Identifier: Apache-2.0
//
// errno, which the math library sets. Newlib's own is part of a structure of 1 KiB for its stdio; this is
// four bytes.
int *__errno(void);

int *__errno(void) {
    static int value;
    return &value;
}
