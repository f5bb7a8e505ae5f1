// SPDX-License-Identifier: Apache-2.0
#include "fail.h"

int pl_fail(const pl_config *config, int status, const char *what, uint32_t got, uint32_t wanted) {
    if (config->log != NULL) {
        config->log(config->user, what, got, wanted);
    }
    return status;
}

int pl_corrupt(const pl_config *config, const char *what, uint32_t got, uint32_t wanted) {
    return pl_fail(config, PL_ERR_CORRUPT, what, got, wanted);
}

const char *pl_strerror(int status) {
    switch (status) {
    case PL_OK:
        return "success";
    case PL_ERR_TRUNCATED:
        return "file truncated";
    case PL_ERR_NOT_PTE:
        return "no ExecuTorch program";
    case PL_ERR_CORRUPT:
        return "file damaged";
    case PL_ERR_VERSION:
        return "file of another version";
    case PL_ERR_UNSUPPORTED:
        return "program not supported";
    case PL_ERR_NO_OPERATOR:
        return "operator not linked";
    case PL_ERR_TIER:
        return "program for another tier or kernel library";
    case PL_ERR_ARGUMENT:
        return "argument null or out of range";
    case PL_ERR_ALIGNMENT:
        return "image or arena not aligned";
    case PL_ERR_ARENA:
        return "arena too small";
    case PL_ERR_KERNEL:
        return "kernel failed";
    default:
        return "unknown status";
    }
}
