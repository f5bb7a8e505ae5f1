# SPDX-License-Identifier: Apache-2.0
"""LSTM and SVDF, and the sums that they are made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from cmsis_nn.calls import Buffer, Call, noise
from cmsis_nn.families.fully_connected import COLUMNS, ROWS
from cmsis_nn.families.quantization import random_activation, random_int8, random_multipliers, requantized
from cmsis_nn.families.tables import activation

from penlight.backends.cortex_m.quantization import quantize_multiplier, requantize
from penlight.backends.cortex_m.target import Tier

INT16 = (-(2**15), 2**15 - 1)


def random_int16(random: np.random.Generator, *shape: int) -> np.ndarray:
    """Random elements; sometimes all of them at an end of the range."""
    if random.integers(16) == 0:
        return np.full(shape, random.choice(INT16), np.int16)
    return random.integers(-(2**15), 2**15, shape, np.int16)


def requantize_s64(value: np.ndarray, multiplier: int, shift: int) -> np.ndarray:
    """value * multiplier * 2**(shift - 31) to nearest, ties up, with the upper half of the multiplier alone.

    Source: the int16 operators of TensorFlow Lite, whose sums have 64 bits.
    """
    reduced = min((multiplier + 2**15) >> 16, 2**15 - 1)
    return ((value * np.int64(reduced) >> (14 - shift)) + 1) >> 1


def vector_sums_s64(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """lhs_offset * sum over a row of the filter + bias, in 64 bits."""
    for _ in range(count):
        columns, rows = int(random.choice(COLUMNS)), int(random.choice(ROWS))
        lhs_offset = int(random.integers(-(2**15), 2**15))
        filters = random_int8(random, rows, columns)
        bias = random.integers(-(2**46), 2**46, rows) if random.integers(4) else None
        sums = lhs_offset * filters.astype(np.int64).sum(axis=1) + (0 if bias is None else bias)
        constant = None if bias is None else Buffer.constant(bias)
        buffers = [Buffer.output(random, sums), Buffer.constant(filters), constant]
        yield Call("arm_vector_sum_s8_s64", [columns, rows, lhs_offset], buffers)


@dataclass(frozen=True)
class _Svdf:
    """Shape and numbers of an SVDF layer."""

    batches: int
    inputs: int
    features: int
    time: int
    rank: int
    input_zero_point: int
    output_zero_point: int
    state_range: tuple[int, int]
    output_range: tuple[int, int]
    state_quant: tuple[int, int]
    output_quant: tuple[int, int]


def svdfs(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """Both types of state, with several batches, and an output that its neighbours' state must not reach."""
    for index in range(count):
        wide = bool(index // 2 % 2)
        layer = _random_svdf(random, wide, twelve_features=index < 4)
        state_type = np.int16 if wide else np.int8
        x, features = (
            random_int8(random, layer.batches, layer.inputs),
            random_int8(random, layer.features, layer.inputs),
        )
        shape = (layer.batches, layer.features, layer.time)
        state, weights = (
            (random_int16(random, *dims) >> 5 if wide else random_int8(random, *dims)) for dims in (shape, shape[1:])
        )
        bias = random.integers(-9999, 9999, layer.features // layer.rank).astype(np.int32)
        has_bias = bool(random.integers(4))
        after, wanted = _svdf(layer, x, state, features, weights, bias if has_bias else bias * 0)
        words = [layer.rank, layer.input_zero_point, layer.output_zero_point, *layer.state_range, *layer.output_range]
        words += [*layer.state_quant, *layer.output_quant, *shape[:1], layer.inputs, *shape[1:]]
        buffers = [
            Buffer.constant(x),
            Buffer.changed(state.astype(state_type), after.astype(state_type)),
            Buffer.constant(features),
            Buffer.constant(weights.astype(state_type)),
            Buffer.constant(bias) if has_bias else None,
            Buffer.output(random, wanted),
            Buffer.scratch(random, 4 * layer.batches * layer.features),
            Buffer.scratch(random, 4 * layer.batches * layer.features // layer.rank),
        ]
        if wide:
            yield Call("arm_svdf_state_s16_s8", words, buffers)
            continue
        size = 4 * layer.features if tier == Tier.MVE else 0
        yield Call("arm_svdf_s8", [*words, size], [*buffers, Buffer.scratch(random, size)])


def _random_svdf(random: np.random.Generator, wide: bool, twelve_features: bool) -> _Svdf:
    batches, inputs, time, rank, units = (
        int(random.choice(sizes))
        for sizes in ((1, 1, 2, 3), COLUMNS[:-1], (1, 2, 3, 4, 8, 10, 17), (1, 1, 2, 3), (1, 2, 3, 4, 5, 8, 17))
    )
    if twelve_features:
        batches, inputs, time, rank, units = 1, 20, 2, 1, 12
    state_scale = (2.0**10 if wide else 50) / (5000 * np.sqrt(inputs))
    sum_scale = 60 / (np.sqrt(rank * time) * (2.0**19 if wide else 5000))
    return _Svdf(
        batches,
        inputs,
        rank * units,
        time,
        rank,
        int(random.integers(-128, 128)),
        int(random.integers(-128, 128)),
        (-(2**12), 2**12 - 9) if wide else _random_range(random),
        _random_range(random),
        quantize_multiplier(float(state_scale * 2 ** random.uniform(-2, 2))),
        quantize_multiplier(float(sum_scale * 2 ** random.uniform(-2, 2))),
    )


def _random_range(random: np.random.Generator) -> tuple[int, int]:
    """A range of int8; or one that is wider than the type, which is none."""
    return random_activation(random) if random.integers(3) else INT16


def _svdf(
    p: _Svdf, x: np.ndarray, state: np.ndarray, features: np.ndarray, weights: np.ndarray, bias: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The state afterwards, and the results. Source: TensorFlow Lite's reference of the operator."""
    newest = (x.astype(np.int64) - p.input_zero_point) @ features.T.astype(np.int64)
    info = np.iinfo(state.dtype)
    newest = np.clip(np.clip(requantize(newest, *p.state_quant), *p.state_range), info.min, info.max)
    after = np.concatenate([state[:, :, 1:], newest[:, :, None]], axis=2).astype(np.int64)
    filtered = (after * weights).sum(axis=2).reshape(p.batches, -1, p.rank).sum(axis=2) + bias
    low, high = (min(max(end, -128), 127) for end in p.output_range)
    return after, requantized(filtered, *p.output_quant, p.output_zero_point, (low, high))


@dataclass(frozen=True)
class Gate:
    """One gate: weights, effective biases and requantization of the input and of the hidden state."""

    weights: tuple[np.ndarray, np.ndarray]
    biases: tuple[np.ndarray, np.ndarray]
    quants: tuple[tuple[int, int], tuple[int, int]]
    is_tanh: bool


@dataclass(frozen=True)
class Lstm:
    """Numbers of an LSTM; gates in the order forget, input, cell, output."""

    gates: list[Gate]
    forget_quant: tuple[int, int]
    input_quant: tuple[int, int]
    cell_clip: int
    cell_scale_power: int
    output_quant: tuple[int, int]
    output_zero_point: int
    wide: bool

    @property
    def inputs(self) -> int:
        """Values of a step of the input."""
        return self.gates[0].weights[0].shape[1]

    @property
    def hidden(self) -> int:
        """Values of the hidden state."""
        return self.gates[0].weights[0].shape[0]

    @property
    def kind(self) -> type[np.signedinteger]:
        """Type of input, hidden state and output."""
        return np.int16 if self.wide else np.int8

    def step(self, x: np.ndarray, hidden: np.ndarray | None, cell: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The next hidden and cell state, from those of some batches. hidden None: 0 in real numbers.

        Source: S. Hochreiter and J. Schmidhuber, "Long Short-Term Memory", 1997, with the forget gate of F. Gers et
        al., 1999; the arithmetic is that of TensorFlow Lite Micro's operator.
        """
        forget, admit, candidate, emit = (self._gate(gate, x, hidden) for gate in self.gates)
        cell = np.clip(requantize(forget * cell, *self.forget_quant), *INT16)
        limits = (-self.cell_clip, self.cell_clip) if self.cell_clip > 0 else INT16
        cell = np.clip(requantize(admit * candidate, *self.input_quant) + cell, *limits)
        squashed = activation(cell, self.cell_scale_power + 12, is_tanh=True)
        info = np.iinfo(self.kind)
        output = requantize(emit * squashed, *self.output_quant) + self.output_zero_point
        return np.clip(output, info.min, info.max), cell

    def _gate(self, gate: Gate, x: np.ndarray, hidden: np.ndarray | None) -> np.ndarray:
        total = np.zeros((len(x), self.hidden), np.int64)
        for values, weights, bias, quant in zip((x, hidden), gate.weights, gate.biases, gate.quants, strict=True):
            if values is not None:
                total = np.clip(total + self.part(values, weights, bias, quant), *INT16)
        return activation(total, 0, gate.is_tanh)

    def part(self, values: np.ndarray, weights: np.ndarray, bias: np.ndarray, quant: tuple[int, int]) -> np.ndarray:
        """Requantized sums."""
        sums = values.astype(np.int64) @ weights.T.astype(np.int64) + bias
        return requantize_s64(sums, *quant) if self.wide else requantize(sums, *quant)

    def words(self, time_major: bool, batches: int, steps: int) -> list[int]:
        """The numbers of cmsis_nn_lstm_params."""
        words = [int(time_major), batches, steps, self.inputs, self.hidden, 0, *self.forget_quant, *self.input_quant]
        words += [self.cell_clip, self.cell_scale_power, *self.output_quant, self.output_zero_point]
        for gate in self.gates:
            words += [*gate.quants[0], *gate.quants[1], int(gate.is_tanh)]
        return words

    def constants(self) -> list[Buffer]:
        """The buffers of the gates."""
        arrays = [array for g in self.gates for pair in zip(g.weights, g.biases, strict=True) for array in pair]
        return [Buffer.constant(array) for array in arrays]

    def random_values(self, random: np.random.Generator, *shape: int) -> np.ndarray:
        """Of the input's type."""
        return random_int16(random, *shape) if self.wide else random_int8(random, *shape)


def random_lstm(random: np.random.Generator, wide: bool, inputs: int, hidden: int) -> Lstm:
    """One whose gates mostly do not saturate."""
    power = int(random.choice([-11, -11, -12, -15, -9, 5]))
    return Lstm(
        [_random_gate(random, wide, inputs, hidden, is_tanh=index == 2) for index in range(4)],
        quantize_multiplier(2.0**-15),
        quantize_multiplier(min(2.0 ** (-30 - power), 1.0)),
        int(random.choice([0, 30000, 1000])),
        power,
        quantize_multiplier(float(2.0 ** (random.uniform(-16, -14) if wide else random.uniform(-24, -22)))),
        int(random.integers(-128, 128)) if not wide else int(random.choice([0, 0, -500])),
        wide,
    )


def _random_gate(random: np.random.Generator, wide: bool, inputs: int, hidden: int, is_tanh: bool) -> Gate:
    weights, biases, quants = [], [], []
    for columns in (inputs, hidden):
        spread = (1.4e6 if wide else 5000.0) * np.sqrt(columns)
        filters = random_int8(random, hidden, columns)
        zero_point = 0 if wide else int(random.integers(-128, 128))
        bias = random.integers(-int(spread), int(spread), hidden) if columns == inputs else 0
        weights.append(filters)
        biases.append((bias - zero_point * filters.astype(np.int64).sum(axis=1)).astype(np.int64 if wide else np.int32))
        quants.append(quantize_multiplier(float(4096 / spread * 2 ** random.uniform(-2, 2))))
    return Gate((weights[0], weights[1]), (biases[0], biases[1]), (quants[0], quants[1]), is_tanh)


def lstms(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """Two calls in turn, of which the second goes on with the states; or one without a hidden state, from zero."""
    for index in range(max(1, count // 4)):
        wide, time_major = bool(index % 2), bool(index // 2 % 2)
        batches, steps, inputs, hidden = (
            int(random.choice(sizes)) for sizes in ((1, 2, 3), (1, 2, 5), COLUMNS[:-2], ROWS)
        )
        if index < 4:
            batches, steps, inputs, hidden = 2, 2, 6, 7
        lstm = random_lstm(random, wide, inputs, hidden)
        states = lstm.random_values(random, batches, hidden).astype(np.int64)
        cell = random_int16(random, batches, hidden).astype(np.int64)
        for keeps_state in (True, True, False):
            x = lstm.random_values(random, batches, steps, inputs)
            before = (states, cell)
            states, cell, outputs = _run(lstm, x, *(before if keeps_state else (None, 0 * cell)))
            wanted = outputs.astype(lstm.kind)
            laid_x, laid_y = (values.swapaxes(0, 1) if time_major else values for values in (x, wanted))
            buffers = [
                Buffer.constant(np.ascontiguousarray(laid_x)),
                Buffer.output(random, np.ascontiguousarray(laid_y)),
                *(Buffer.scratch(random, 2 * batches * hidden) for _ in range(2)),
                Buffer.changed(before[1].astype(np.int16), cell.astype(np.int16)),
                Buffer.changed(before[0].astype(lstm.kind), states.astype(lstm.kind)) if keeps_state else None,
                *lstm.constants(),
            ]
            function = f"arm_lstm_unidirectional_{'s16' if wide else 's8'}"
            yield Call(function, lstm.words(time_major, batches, steps), buffers)


def _run(
    lstm: Lstm, x: np.ndarray, states: np.ndarray | None, cell: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """States after all steps, and the outputs [batch, step, value]."""
    outputs = []
    for step in range(x.shape[1]):
        states, cell = lstm.step(x[:, step], states, cell)
        outputs.append(states)
    assert states is not None
    return states, cell, np.stack(outputs, axis=1)


def lstm_parts(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """What an LSTM is made of, with batches that lie apart."""
    made = (_lstm_step, _accumulation, _scattered_product)
    for index in range(count):
        yield made[index % 3](random, bool(index // 3 % 2))


def _spread_out(random: np.random.Generator, rows: np.ndarray, distance: int) -> tuple[np.ndarray, np.ndarray]:
    """Random memory, and the same with `rows` in it, `distance` rows apart."""
    shape = ((len(rows) - 1) * distance + 1, rows.shape[1])
    before = noise(random, int(np.prod(shape)) * rows.itemsize).view(rows.dtype).reshape(shape)
    after = before.copy()
    after[::distance] = rows
    return before, after


def _lstm_step(random: np.random.Generator, wide: bool) -> Call:
    batches, distance = int(random.choice([1, 2, 3])), int(random.choice([1, 2, 4]))
    inputs, hidden = int(random.choice(COLUMNS[:-2])), int(random.choice(ROWS))
    lstm = random_lstm(random, wide, inputs, hidden)
    x, states = lstm.random_values(random, batches, inputs), lstm.random_values(random, batches, hidden)
    cell = random_int16(random, batches, hidden)
    is_first = random.integers(4) == 0
    output, after = lstm.step(x, None if is_first else states, cell.astype(np.int64))
    buffers = [
        Buffer.constant(_spread_out(random, x, distance)[1]),
        Buffer.changed(*_spread_out(random, output.astype(lstm.kind), distance)),
        *(Buffer.scratch(random, 2 * batches * hidden) for _ in range(2)),
        Buffer.changed(cell, after.astype(np.int16)),
        None if is_first else Buffer.constant(_spread_out(random, states, distance)[1]),
        *lstm.constants(),
    ]
    words = [*lstm.words(False, batches, 1), distance]
    return Call(f"arm_nn_lstm_step_{'s16' if wide else 's8'}", words, buffers)


def _accumulation(random: np.random.Generator, wide: bool) -> Call:
    """A part of a gate; rows beyond a kernel's block, sums that need 64 bits."""
    batches, distance = int(random.choice([1, 2, 3])), int(random.choice([1, 2, 4]))
    columns, rows = int(random.choice(COLUMNS)), int(random.choice([*ROWS, 64, 65, 130]))
    lstm = random_lstm(random, wide, columns, rows)
    gate = lstm.gates[0]
    x, before = lstm.random_values(random, batches, columns), random_int16(random, batches, rows)
    bias = gate.biases[0] * (2**8 if wide and random.integers(2) else 1)
    wanted = np.clip(before + lstm.part(x, gate.weights[0], bias, gate.quants[0]), *INT16)
    buffers = [
        Buffer.constant(_spread_out(random, x, distance)[1]),
        Buffer.constant(gate.weights[0]),
        Buffer.constant(bias),
        Buffer.changed(before, wanted.astype(np.int16)),
    ]
    words = [*gate.quants[0], columns, rows, batches, distance]
    return Call(f"arm_nn_vec_mat_mul_result_acc_{'s16' if wide else 's8_s16'}", words, buffers)


def _scattered_product(random: np.random.Generator, wide: bool) -> Call:
    """Results that lie apart."""
    columns, rows, distance = (int(random.choice(sizes)) for sizes in (COLUMNS, (*ROWS, 65), (1, 2, 5)))
    lhs_offset = int(random.choice([0, 128, -127, 5]))
    x, filters = random_int8(random, columns), random_int8(random, rows, columns)
    quant = quantize_multiplier(float(2.0**13 / (5000 * np.sqrt(columns)) * 2 ** random.uniform(-2, 2)))
    if wide:
        quant = (int(random_multipliers(random, 1)[0]), int(random.integers(-31, 3)))
    limits = sorted(random.integers(-(2**15), 2**15, 2).tolist())
    sums = filters.astype(np.int64) @ (x.astype(np.int64) + lhs_offset)
    wanted = np.clip(requantize(sums, *quant), *limits).astype(np.int16)
    before, after = _spread_out(random, wanted[:, None], distance)
    words = [lhs_offset, distance, *quant, columns, rows, *limits]
    buffers = [Buffer.constant(x), Buffer.constant(filters), Buffer.changed(before, after)]
    return Call("arm_nn_vec_mat_mult_t_svdf_s8", words, buffers)
