# SPDX-License-Identifier: Apache-2.0
"""The functions of arm_nnsupportfunctions.h."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from cmsis_nn.calls import Buffer, Call, noise
from cmsis_nn.families.convolution import layer_buffers
from cmsis_nn.families.fully_connected import COLUMNS, ROWS
from cmsis_nn.families.quantization import (
    random_activation,
    random_constants,
    random_int8,
    random_multipliers,
    requantized,
)

from penlight.backends.cortex_m.quantization import requantize
from penlight.backends.cortex_m.target import Tier


def requantizations(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """arm_nn_requantize over its whole range, ties and wrapping left shifts among it; and arm_q7_to_q15_with_offset."""
    for index in range(count):
        if index % 4 == 0:
            x, offset = random_int8(random, int(random.integers(100))), int(random.integers(-127, 129))
            wanted = (x.astype(np.int16) + offset).astype(np.int16)
            buffers = [Buffer.constant(x), Buffer.output(random, wanted)]
            yield Call("arm_q7_to_q15_with_offset", [x.size, offset], buffers)
            continue
        size = 64
        value = random.integers(-(2**31), 2**31, size) >> random.integers(0, 32, size)
        value = np.where(random.integers(16, size=size) == 0, random.choice([-(2**31), 2**31 - 1, 0], size), value)
        multiplier, shift = random_multipliers(random, size), random.integers(-31, 31, size)
        if index % 4 == 1:  # halves of the result's unit
            multiplier, shift = np.full(size, 2**30, np.int32), random.integers(-12, 1, size)
            value = random.integers(-999, 999, size) << np.maximum(-shift, 0)
        value[0], multiplier[0], shift[0] = 805306368, 2**31 - 1, 1  # an intermediate value of 33 bits
        arrays = [array.astype(np.int32) for array in (value, multiplier, shift)]
        wanted = requantize(*arrays).astype(np.int32)
        buffers = [*(Buffer.constant(array) for array in arrays), Buffer.output(random, wanted)]
        yield Call("arm_nn_requantize", [size], buffers)


def matrix_products(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """The products of matrices that layers are made of."""
    made = (_matrix_times_matrix, _vector_times_matrix, _filters_times_columns)
    for index in range(count):
        yield made[index % 3](random, tier)


def _matrix_times_matrix(random: np.random.Generator, tier: Tier) -> Call:
    """Rows of lhs may overlap or lie apart, those of the output may lie apart."""
    rows, columns, filters = (int(random.choice(sizes)) for sizes in ((1, 2, 3, 4, 5, 7, 9), COLUMNS, ROWS))
    distance = int(random.choice([columns, columns, columns + 3, max(1, columns // 2)]))
    out_distance = filters + int(random.choice([0, 0, 1, 5]))
    lhs_offset, output_offset = int(random.integers(-127, 129)), int(random.integers(-128, 128))
    activation = random_activation(random)
    lhs = random_int8(random, (rows - 1) * distance + columns)
    rhs = random_int8(random, filters, columns)
    constants = random_constants(random, filters, columns)
    seen = np.stack([lhs[row * distance : row * distance + columns] for row in range(rows)]).astype(np.int64)
    accumulators = (seen + lhs_offset) @ rhs.T.astype(np.int64)
    if constants["bias"] is not None:
        accumulators = accumulators + constants["bias"]
    results = requantized(accumulators, constants["multiplier"], constants["shift"], output_offset, activation)
    before = noise(random, (rows - 1) * out_distance + filters).view(np.int8)
    after = before.copy()
    for row in range(rows):
        after[row * out_distance : row * out_distance + filters] = results[row]
    words = [rows, filters, columns, lhs_offset, output_offset, *activation, out_distance, distance]
    buffers = layer_buffers(random, lhs, rhs, constants, 0, after)[:5]
    return Call("arm_nn_mat_mult_nt_t_s8", words, [*buffers, Buffer.changed(before, after)])


def _vector_times_matrix(random: np.random.Generator, tier: Tier) -> Call:
    """Results may lie apart."""
    columns, rows, distance = (int(random.choice(sizes)) for sizes in (COLUMNS, ROWS, (1, 1, 2, 5)))
    lhs_offset, output_offset = int(random.integers(-127, 129)), int(random.integers(-128, 128))
    rhs_offset = int(random.choice([0, 0, -100, 7]))
    activation = random_activation(random)
    lhs, rhs = random_int8(random, columns), random_int8(random, rows, columns)
    constants = random_constants(random, rows, columns)
    is_per_channel = bool(random.integers(2))
    if not is_per_channel:
        constants |= {name: array[:1] for name in ("multiplier", "shift") if (array := constants[name]) is not None}
    accumulators = (rhs.astype(np.int64) + rhs_offset) @ (lhs.astype(np.int64) + lhs_offset)
    if constants["bias"] is not None:
        accumulators = accumulators + constants["bias"]
    before = noise(random, (rows - 1) * distance + 1).view(np.int8)
    after = before.copy()
    after[::distance] = requantized(
        accumulators, constants["multiplier"], constants["shift"], output_offset, activation
    )
    words = [lhs_offset, output_offset, columns, rows, *activation, distance, rhs_offset]
    scratch = 4 * rows if tier == Tier.MVE else 0
    buffers = [*layer_buffers(random, lhs, rhs, constants, scratch, after)[:6], Buffer.changed(before, after)]
    function = "arm_nn_vec_mat_mult_t_per_ch_s8" if is_per_channel else "arm_nn_vec_mat_mult_t_s8"
    return Call(function, words, buffers)


def _filters_times_columns(random: np.random.Generator, tier: Tier) -> Call:
    """Two columns of int16, in the order that the tier's kernel wants."""
    columns, filters = int(random.choice(COLUMNS)), int(random.choice(ROWS))
    output_offset, activation = int(random.integers(-128, 128)), random_activation(random)
    weights = random_int8(random, filters, columns)
    seen = random.integers(-255, 256, (2, columns), np.int16)
    constants = random_constants(random, filters, columns)
    accumulators = seen.astype(np.int64) @ weights.T.astype(np.int64)
    if constants["bias"] is not None:
        accumulators = accumulators + constants["bias"]
    wanted = requantized(accumulators, constants["multiplier"], constants["shift"], output_offset, activation)
    laid = seen.copy()
    if tier != Tier.SCALAR:
        fours = columns // 4 * 4
        laid[:, :fours] = seen[:, :fours].reshape(2, -1, 4)[:, :, [0, 2, 1, 3]].reshape(2, -1)
    stride = columns + int(random.choice([-columns % 4, 0, 5]))
    between = noise(random, 2 * (stride - columns)).view(np.int16)
    apart = filters + int(random.integers(0, 4))
    before = noise(random, apart + filters).view(np.int8)
    after = before.copy()
    after[:filters], after[apart:] = wanted
    buffers = layer_buffers(random, weights, np.concatenate([laid[0], between, laid[1]]), constants, 0, wanted)
    buffers[5:] = [Buffer.changed(before, after)]
    words = [filters, output_offset, *activation, columns, stride]
    if apart == filters:
        return Call("arm_nn_mat_mult_kernel_s8_s16", words, buffers, returns=2 * apart)
    return Call("arm_nn_mat_mult_kernel_row_offset_s8_s16", [*words, apart], buffers, returns=2 * apart)
