# SPDX-License-Identifier: Apache-2.0
"""Calls of LSTM, SVDF, softmax, minimum and maximum that break a documented condition: nothing may be written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from cmsis_nn.calls import Buffer, Call, noise
from cmsis_nn.families.recurrent import random_lstm
from cmsis_nn.families.tables import exp_table, reciprocal_table

from penlight.backends.cortex_m.target import Tier

ARG_ERROR = -1
ENOUGH = 4096
"""Bytes of each buffer: more than any shape here has."""


def layer_errors(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """Each error once, whatever `count` is."""
    yield from _softmax(random)
    yield from _minimum(random)
    yield from _svdf(random, tier)
    yield from _lstm(random)


def _refused(random: np.random.Generator, function: str, words: Sequence[int], count: int, without: int = -1) -> Call:
    """A call with `count` buffers, which stay as they are; that at `without` is a null pointer."""
    buffers: list[Buffer | None] = []
    for index in range(count):
        memory = noise(random, ENOUGH)
        buffers.append(None if index == without else Buffer(memory, memory, 8))
    return Call(function, words, buffers, returns=ARG_ERROR)


def _softmax(random: np.random.Generator) -> Iterator[Call]:
    tables = [Buffer.constant(exp_table()), Buffer.constant(reciprocal_table())]
    for row, changes in ((4, {0: None}), (4, {1: None}), (65537, {})):
        used = [changes.get(index, table) for index, table in enumerate(tables)]
        memory = noise(random, ENOUGH)
        both = [Buffer(memory, memory, 2) for _ in range(2)]
        yield Call("arm_softmax_s16", [2, row, 2**30, 3], [*both, *used], returns=ARG_ERROR)


def _minimum(random: np.random.Generator) -> Iterator[Call]:
    output = [2, 3, 4, 5]
    for at in range(4):
        for size in (2 * output[at], output[at] - 1 if output[at] > 2 else 3, 0, -1):
            wrong = [size if index == at else value for index, value in enumerate(output)]
            for words in ([*wrong, *output, *output], [*output, *wrong, *output], [*output, *output, *wrong]):
                yield _refused(random, str(random.choice(["arm_minimum_s8", "arm_maximum_s8"])), words, 3)


def _svdf(random: np.random.Generator, tier: Tier) -> Iterator[Call]:
    rank, middle, shape = 2, [5, -3, -128, 127, -128, 127, 2**30, -4, 2**30, -4], [1, 8, 6, 3]
    sums = 4 * shape[2] if tier == Tier.MVE else 0
    wrong = [(bad, shape) for bad in (0, -1, 4)]
    wrong += [(rank, [0 if index == at else size for index, size in enumerate(shape)]) for at in range(4)]
    for bad_rank, bad_shape in wrong:
        words = [bad_rank, *middle, *bad_shape]
        yield _refused(random, "arm_svdf_state_s16_s8", words, 8)
        yield _refused(random, "arm_svdf_s8", [*words, 0], 8)
    for memory in (6, 7):
        yield _refused(random, "arm_svdf_state_s16_s8", [rank, *middle, *shape], 8, memory)
        if not sums:
            yield _refused(random, "arm_svdf_s8", [rank, *middle, *shape, 0], 8, memory)
    if sums:
        yield _refused(random, "arm_svdf_s8", [rank, *middle, *shape, sums], 8)


def _lstm(random: np.random.Generator) -> Iterator[Call]:
    for wide, function in ((False, "arm_lstm_unidirectional_s8"), (True, "arm_lstm_unidirectional_s16")):
        words = random_lstm(random, wide, 3, 4).words(False, 2, 2)
        for at in range(1, 5):
            for size in (0, -1):
                yield _refused(random, function, [*words[:at], size, *words[at + 1 :]], 22)
        for memory in (2, 3, 4):
            yield _refused(random, function, words, 22, memory)
