# SPDX-License-Identifier: Apache-2.0
"""Runs .pte programs on this machine, with the C runtime and kernels that a board runs."""

from penlight.runtime.program import Program, Tensor

__all__ = ["Program", "Tensor"]
