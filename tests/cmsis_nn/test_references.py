# SPDX-License-Identifier: Apache-2.0
"""The definitions that the calls' outputs are judged by, against PyTorch's own operators on integers."""

from __future__ import annotations

import numpy as np
import torch
from cmsis_nn.families.transposed import known_hard, random_transposed, scattered


def test_scatter_is_torchs_transposed_convolution() -> None:
    """`scattered` gives what torch.nn.functional.conv_transpose2d does, cropped, or with zeros behind its result.

    Sums of products of integers are exact in float64. Shapes: all that are known to be hard, and random ones.
    """
    random = np.random.default_rng(0)
    for p in [*known_hard(), *(random_transposed(random) for _ in range(100))]:
        q = {name: int(value) for name, value in p.items()}
        x = random.integers(-255, 256, (q["batch"], q["in_h"], q["in_w"], q["in_c"]))
        filters = random.integers(-128, 128, (q["out_c"], q["kernel_h"], q["kernel_w"], q["filter_c"]))
        groups = q["in_c"] // q["filter_c"]
        # OHWI, the groups' outputs side by side, to torch's [in_c, out_c / groups, height, width].
        weight = filters.reshape(groups, -1, *filters.shape[1:]).transpose(0, 4, 1, 2, 3)
        full = torch.nn.functional.conv_transpose2d(
            torch.from_numpy(x.transpose(0, 3, 1, 2)).double(),
            torch.from_numpy(weight.reshape(q["in_c"], -1, q["kernel_h"], q["kernel_w"])).double(),
            stride=(q["stride_h"], q["stride_w"]),
            groups=groups,
            dilation=(q["dilation_h"], q["dilation_w"]),
        )
        padded = torch.nn.functional.pad(full, (0, q["out_w"], 0, q["out_h"])).numpy().transpose(0, 2, 3, 1)
        wanted = padded[:, q["pad_h"] : q["pad_h"] + q["out_h"], q["pad_w"] : q["pad_w"] + q["out_w"]]
        np.testing.assert_array_equal(scattered(p, x, filters), wanted)
