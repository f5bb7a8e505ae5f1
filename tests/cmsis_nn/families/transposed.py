# SPDX-License-Identifier: Apache-2.0
"""Transposed convolutions, against the scatter that defines them."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

import numpy as np
from cmsis_nn.calls import Buffer, Call
from cmsis_nn.families.convolution import Params, layer_buffers
from cmsis_nn.families.quantization import Arrays, random_activation, random_constants, random_int8, requantized

from penlight.backends.cortex_m.target import Tier

ARG_ERROR = -1
FUNCTIONS = ("arm_transpose_conv_s8", "arm_transpose_conv_wrapper_s8")
COLUMNS = 8
"""Output pixels that the kernels compute together: they need as many columns in their memory."""


def scattered(p: Params, x: np.ndarray, filters: np.ndarray) -> np.ndarray:
    """Sums of a transposed convolution: each input pixel adds its product with the filters to the pixels around it.

    `x`: int64 [batch, in_h, in_w, in_c]. `filters`: int64 [out_c, kernel_h, kernel_w, in_c / groups]. The result is
    int64 [batch, out_h, out_w, out_c]: what lies in the full result from row pad_h and column pad_w on, or 0.
    """
    q = {name: int(value) for name, value in p.items()}
    batch, height, width, channels = x.shape
    groups = channels // filters.shape[3]
    rows = (height - 1) * q["stride_h"] + (q["kernel_h"] - 1) * q["dilation_h"] + 1
    columns = (width - 1) * q["stride_w"] + (q["kernel_w"] - 1) * q["dilation_w"] + 1
    full = np.zeros((batch, rows, columns, filters.shape[0]), np.int64)
    per_group = filters.reshape(groups, -1, *filters.shape[1:])
    grouped = x.reshape(batch, height, width, groups, -1)
    for y in range(height):
        for x_at in range(width):
            for ky in range(q["kernel_h"]):
                for kx in range(q["kernel_w"]):
                    products = np.einsum("bgi,goi->bgo", grouped[:, y, x_at], per_group[:, :, ky, kx])
                    row = y * q["stride_h"] + ky * q["dilation_h"]
                    column = x_at * q["stride_w"] + kx * q["dilation_w"]
                    full[:, row, column] += products.reshape(batch, -1)
    out = np.zeros((batch, q["out_h"], q["out_w"], filters.shape[0]), np.int64)
    seen = full[:, q["pad_h"] : q["pad_h"] + q["out_h"], q["pad_w"] : q["pad_w"] + q["out_w"]]
    out[:, : seen.shape[1], : seen.shape[2]] = seen
    return out


def random_transposed(random: np.random.Generator) -> Params:
    """Random parameters: padding may be no multiple of the stride, more than the kernel, or more than the input."""

    def pick(*values: int) -> int:
        return int(random.choice(values))

    p: Params = {"batch": pick(1, 1, 2, 3)}
    for axis in "hw":
        taps, stride, dilation = pick(1, 2, 3, 3, 4, 5), pick(1, 1, 2, 2, 3, 4), pick(1, 1, 1, 2, 3)
        dilation = dilation if gcd(stride, dilation) == 1 else 1
        size = pick(1, 1, 2, 3, 4, 5, 9)
        full = (size - 1) * stride + (taps - 1) * dilation + 1
        pad = pick(0, 0, 1, 1, 2, 3) % full
        behind = pick(pad, 0, 1, 2, -1, -stride)  # less than 0: more than the full result
        p |= {f"in_{axis}": size, f"kernel_{axis}": taps, f"stride_{axis}": stride, f"dilation_{axis}": dilation}
        p |= {f"pad_{axis}": pad, f"out_{axis}": max(1, full - pad - behind)}
    groups = pick(1, 1, 1, 1, 2, 3)
    p["filter_c"] = pick(1, 2, 3, 4, 5, 8, 15, 16, 17, 33)
    p["in_c"], p["out_c"] = groups * int(p["filter_c"]), groups * pick(1, 1, 2, 3, 4, 5, 8, 9)
    return p | {"input_offset": pick(-127, -37, 0, 5, 128), "output_offset": pick(-128, -3, 0, 90, 127)}


def known_hard() -> Iterator[Params]:
    """Shapes that other libraries computed wrongly."""

    def of(image: tuple[int, int, int], kernel: tuple[int, int], out: tuple[int, int, int], **changes: int) -> Params:
        p: Params = {"batch": 1, "in_h": image[0], "in_w": image[1], "in_c": image[2], "filter_c": image[2]}
        p |= {"kernel_h": kernel[0], "kernel_w": kernel[1], "out_h": out[0], "out_w": out[1], "out_c": out[2]}
        p |= {"stride_h": 1, "stride_w": 1, "pad_h": 0, "pad_w": 0, "dilation_h": 1, "dilation_w": 1}
        return p | {"input_offset": 7, "output_offset": -11} | changes

    square = {"stride_h": 2, "stride_w": 2}
    yield of((4, 4, 8), (4, 4), (8, 8, 4), **square, pad_h=1, pad_w=1)
    yield of((4, 4, 8), (4, 4), (6, 6, 4), **square, pad_h=2, pad_w=2)
    yield of((1, 3, 2), (3, 5), (3, 4, 2), pad_w=2)
    yield of((1, 3, 2), (3, 5), (1, 4, 2), pad_h=1, pad_w=2)
    yield of((1, 3, 2), (3, 5), (1, 4, 2), pad_h=2, pad_w=2)
    yield of((8, 8, 2), (3, 3), (12, 12, 4), dilation_h=2, dilation_w=2)
    yield of((4, 4, 4), (3, 3), (7, 7, 2), **square, pad_h=1, pad_w=1)
    yield of((5, 5, 2), (3, 3), (12, 12, 4), **square)
    yield of((4, 4, 3), (4, 4), (11, 10, 6), **square)
    yield of((2, 2, 1), (3, 3), (4, 4, 1), **square)
    yield of((2, 2, 1), (3, 3), (4, 4, 1), **square, pad_h=1, pad_w=1)
    yield of((5, 5, 4), (3, 3), (7, 7, 8), filter_c=2)
    yield of((6, 6, 4), (3, 3), (8, 8, 4), filter_c=1)
    yield of((3, 3, 20), (2, 2), (9, 9, 3), stride_h=3, stride_w=3)


def transpose_conv_words(p: Params, scratch: int) -> list[int]:
    """Parameters and dimensions, as api/transposed.c takes them. What is not read is anything."""
    names = ("input_offset", "output_offset", "stride_w", "stride_h", "pad_w", "pad_h")
    words = [int(p[name]) for name in names]
    words += [77, -5, *(int(p[name]) for name in ("dilation_w", "dilation_h", "activation_min", "activation_max"))]
    words += [int(p[name]) for name in ("batch", "in_h", "in_w", "in_c")]
    words += [int(p[name]) for name in ("out_c", "kernel_h", "kernel_w", "filter_c")]
    return [*words, *(int(p[name]) for name in ("batch", "out_h", "out_w", "out_c")), scratch]


def transpose_conv_scratch(p: Params) -> int:
    """Columns, and where a stride is not 1 the filter's share of one phase: every stride-th row and column."""
    q = {name: int(value) for name, value in p.items()}
    elems = -(-q["kernel_h"] // q["stride_h"]) * -(-q["kernel_w"] // q["stride_w"]) * q["filter_c"]
    filters = q["out_c"] * q["filter_c"] // q["in_c"] if max(q["stride_h"], q["stride_w"]) > 1 else 0
    return (COLUMNS + filters) * elems


def transposed_convolutions(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """Both functions: shapes that are known to be hard, then random ones."""
    known = list(known_hard())
    for index in range(max(count, len(known))):
        p = known[index] if index < len(known) else random_transposed(random)
        p["activation_min"], p["activation_max"] = activation = random_activation(random)
        x = random_int8(random, *(int(p[name]) for name in ("batch", "in_h", "in_w", "in_c")))
        filters = random_int8(random, *(int(p[name]) for name in ("out_c", "kernel_h", "kernel_w", "filter_c")))
        constants = random_constants(random, filters.shape[0], filters[0].size)
        sums = scattered(p, x.astype(np.int64) + int(p["input_offset"]), filters.astype(np.int64))
        sums = sums if constants["bias"] is None else sums + constants["bias"]
        wanted = requantized(sums, constants["multiplier"], constants["shift"], int(p["output_offset"]), activation)
        size = transpose_conv_scratch(p)
        words = transpose_conv_words(p, int(random.choice([size, size, 0])))
        yield Call(str(random.choice(FUNCTIONS)), words, layer_buffers(random, x, filters, constants, size, wanted))


def transposed_buffer_sizes(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """The same on every tier; no memory is needed beside the first."""
    for _ in range(count):
        p = random_transposed(random) | {"activation_min": 0, "activation_max": 0}
        words = transpose_conv_words(p, 0)
        for suffix in ("", "_dsp", "_mve"):
            size = transpose_conv_scratch(p)
            yield Call(f"arm_transpose_conv_s8_get_buffer_size{suffix}", words, returns=size)
        yield Call("arm_transpose_conv_s8_get_reverse_conv_buffer_size", words, returns=0)


def transposed_errors(random: np.random.Generator, count: int, tier: Tier) -> Iterator[Call]:
    """Each broken condition once, whatever `count` is: nothing may be written."""
    base = next(known_hard()) | {"activation_min": -128, "activation_max": 127}
    size = transpose_conv_scratch(base)
    changes: list[Params] = [{name: 0} for name in ("stride_w", "stride_h", "dilation_w", "dilation_h", "filter_c")]
    changes += [{name: 0} for name in ("in_h", "in_w", "in_c", "out_h", "out_w", "out_c", "kernel_h", "kernel_w")]
    changes += [{"input_offset": -128}, {"input_offset": 129}, {"filter_c": 3}, {"filter_c": 2, "out_c": 3}]
    changes += [{"dilation_w": 2}, {"dilation_h": 4}]  # a divisor that the stride has, too
    cases = [(base | change, 4096, 0) for change in changes]
    cases += [(base, 0, 0), (base, 0, size), (base, size - 1, size - 1)]
    for p, given, stated in cases:
        for function in FUNCTIONS:
            constants: Arrays = {name: np.zeros(64, np.int32) for name in ("bias", "multiplier", "shift")}
            x, filters, output = (random_int8(random, 4096) for _ in range(3))
            buffers = layer_buffers(random, x, filters, constants, given, output)
            buffers[6] = Buffer.constant(output)
            yield Call(function, transpose_conv_words(p, stated), buffers, returns=ARG_ERROR)
