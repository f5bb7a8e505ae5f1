# SPDX-License-Identifier: Apache-2.0
"""Calls of all functions of the library with what they must do, in families."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from cmsis_nn.calls import Call
from cmsis_nn.families.argument_errors import argument_errors
from cmsis_nn.families.broadcast import minima_and_maxima
from cmsis_nn.families.buffer_sizes import buffer_sizes
from cmsis_nn.families.building_blocks import matrix_products, requantizations
from cmsis_nn.families.convolution import convolutions, depthwise_convolutions, pools
from cmsis_nn.families.elementwise import activations, products, sums
from cmsis_nn.families.fixed_point import fixed_point
from cmsis_nn.families.fully_connected import fully_connected, vector_sums
from cmsis_nn.families.int4 import (
    int4_buffer_sizes,
    int4_convolutions,
    int4_depthwise_convolutions,
    int4_fully_connected,
    int4_products,
)
from cmsis_nn.families.int4_errors import int4_errors
from cmsis_nn.families.int16 import (
    batch_matmuls,
    convolutions_s16,
    depthwise_convolutions_s16,
    fully_connected_s16,
    pools_s16,
)
from cmsis_nn.families.int16_elementwise import (
    matrix_products_s16,
    products_s16,
    requantizations_s64,
    sums_s16,
)
from cmsis_nn.families.layer_errors import layer_errors
from cmsis_nn.families.movement import concatenations, pads, reshapes, transpositions
from cmsis_nn.families.recurrent import lstm_parts, lstms, svdfs, vector_sums_s64
from cmsis_nn.families.softmax import softmaxes
from cmsis_nn.families.tables import table_activations, table_softmaxes
from cmsis_nn.families.transposed import (
    transposed_buffer_sizes,
    transposed_convolutions,
    transposed_errors,
)

from penlight.backends.cortex_m.target import Tier

Family = Callable[[np.random.Generator, int, Tier], Iterator[Call]]

FAMILIES: dict[str, Family] = {
    family.__name__: family
    for family in (
        convolutions,
        depthwise_convolutions,
        pools,
        fully_connected,
        vector_sums,
        sums,
        products,
        activations,
        softmaxes,
        table_activations,
        table_softmaxes,
        minima_and_maxima,
        vector_sums_s64,
        svdfs,
        lstms,
        lstm_parts,
        pads,
        transpositions,
        concatenations,
        reshapes,
        requantizations,
        matrix_products,
        fixed_point,
        buffer_sizes,
        argument_errors,
        layer_errors,
        convolutions_s16,
        depthwise_convolutions_s16,
        pools_s16,
        fully_connected_s16,
        batch_matmuls,
        sums_s16,
        products_s16,
        requantizations_s64,
        matrix_products_s16,
        int4_convolutions,
        int4_depthwise_convolutions,
        int4_fully_connected,
        int4_products,
        int4_buffer_sizes,
        int4_errors,
        transposed_convolutions,
        transposed_buffer_sizes,
        transposed_errors,
    )
}
"""Each makes a number of random calls for a tier."""
