# SPDX-License-Identifier: Apache-2.0
"""Calls of all functions of the library with what they must do, in families."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from cmsis_nn.calls import Call
from cmsis_nn.families.argument_errors import argument_errors
from cmsis_nn.families.buffer_sizes import buffer_sizes
from cmsis_nn.families.building_blocks import matrix_products, requantizations
from cmsis_nn.families.convolution import convolutions, depthwise_convolutions, pools
from cmsis_nn.families.elementwise import activations, products, softmaxes, sums
from cmsis_nn.families.fully_connected import fully_connected, vector_sums
from cmsis_nn.families.movement import concatenations, pads, reshapes, transpositions

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
        pads,
        transpositions,
        concatenations,
        reshapes,
        requantizations,
        matrix_products,
        buffer_sizes,
        argument_errors,
    )
}
"""Each makes a number of random calls for a tier."""
