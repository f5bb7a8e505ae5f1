# SPDX-License-Identifier: Apache-2.0
"""`penlight bench`: executed instructions, modelled cycles and bytes, of networks and single layers, core by core."""
