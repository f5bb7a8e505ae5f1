// SPDX-License-Identifier: Apache-2.0
//
// The .pte as it is, aligned as pl_config.image wants it.
    .section .model, "a"
    .global model_image, model_image_end
    .balign 16
model_image:
    .incbin MODEL_FILE
model_image_end:
