# SPDX-License-Identifier: Apache-2.0
"""An attacker's payload, with right checksums: refused, or run without leaving image and arena.

Everything runs under AddressSanitizer and UndefinedBehaviorSanitizer, image and arena in memory sized to the byte.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from support import program_files as files
from support.hostile import spoil, spots
from support.replay import CORRUPT, Replay, build

from penlight.backends.cortex_m.ops import device_operators
from penlight.backends.cortex_m.ops.operator import Case, Operator
from penlight.backends.cortex_m.target import Tier

RANDOM_MUTANTS = 400


def _smallest_cases() -> list[tuple[type[Operator], Case]]:
    """For each kernel of each operator the smallest of many test cases: hostile copies of it run quickly."""

    def size(case: Case) -> int:
        return sum(array.nbytes for array in case.arrays.values() if array is not None)

    smallest: dict[tuple[str, str], tuple[type[Operator], Case]] = {}
    for op in device_operators():
        for case in op.cases(np.random.default_rng(3), 24, Tier.SCALAR):
            key = (op.name, case.kernel)
            if key not in smallest or size(case) < size(smallest[key][1]):
                smallest[key] = (op, case)
    return list(smallest.values())


CASES = _smallest_cases()
EACH_KERNEL = pytest.mark.parametrize(
    ("op", "case"), CASES, ids=[f"{op.name}_{case.kernel}".rstrip("_") for op, case in CASES]
)


@EACH_KERNEL
def test_each_field(op: type[Operator], case: Case, replay: Replay) -> None:
    """Each number of the payload set to each hostile value: no access outside, and a parameter beyond its kind, a
    wrong magic, size or version is refused.
    """
    pte = files.pte_of(files.payload_of([(op, case)]))
    mutants = [(spot, value) for spot in spots(pte) for value in spot.values(pte)]
    images = [(f"{spot.name} = {value:#x}", spoil(pte, [(spot, value)])) for spot, value in mutants]
    (good, *attempts) = replay([("as exported", pte), *images])
    assert good == (0, 0, 0)
    accepted = [
        f"{spot.name} = {value:#x}"
        for (spot, value), attempt in zip(mutants, attempts, strict=True)
        if attempt.init >= 0 and (spot.refuses(value) or _must_not_change(spot.name))
    ]
    assert not accepted


def _must_not_change(name: str) -> bool:
    fixed = ("magic", "version", "header_bytes", "payload_bytes", "sum_a", "sum_b", "file_sum_a", "file_sum_b")
    counts = ("input_count", "output_count", "operator_count", "operators_offset", "operators_bytes")
    constants = ("constants_offset", "constants_bytes")
    return name in {f"header {field}" for field in (*fixed, *counts, *constants)} or name.endswith(
        ("operand_count", "params_bytes", " rank", " bytes")
    )


@EACH_KERNEL
def test_several_fields(op: type[Operator], case: Case, replay: Replay) -> None:
    """Two to five numbers at once, at random with a fixed seed: no access outside."""
    pte = files.pte_of(files.payload_of([(op, case)]))
    random = np.random.default_rng(op.code)
    # Beyond the header's fixed numbers, which nearly always decide alone.
    candidates = [spot for spot in spots(pte) if not spot.name.startswith("header")]
    images = []
    for _ in range(RANDOM_MUTANTS):
        chosen = random.choice(len(candidates), random.integers(2, 6), replace=False)
        changes = [(candidates[i], int(random.choice(candidates[i].values(pte)))) for i in chosen]
        images.append((", ".join(f"{spot.name} = {value:#x}" for spot, value in changes), spoil(pte, changes)))
    assert {attempt.init for attempt in replay(images)} - {0}


@EACH_KERNEL
def test_random_bytes(op: type[Operator], case: Case, replay: Replay) -> None:
    """Random bytes anywhere in the payload, constants included: no access outside."""
    pte = files.pte_of(files.payload_of([(op, case)]))
    start, size = files.find_payload(pte)
    random = np.random.default_rng(op.code + 1)
    images = []
    for index in range(RANDOM_MUTANTS):
        data = bytearray(pte)
        for position in random.integers(start + 32, start + size, random.integers(1, 5)):
            data[position] = int(random.integers(256))
        files.fix_sums(data, start, size)
        files.fix_seal(data, start, size)
        images.append((f"mutant {index}", bytes(data)))
    replay(images)


@pytest.mark.parametrize(
    ("operand", "value"),
    [
        ("bias", 2**30 + 1),
        ("bias", -(2**30) - 1),
        ("multiplier", -1),
        ("shift", 32),
        ("shift", -32),
        ("shift", 2**31 - 1),
    ],
)
def test_constants_beyond_their_range(operand: str, value: int, replay: Replay) -> None:
    """One bias, multiplier or shift that a kernel could not compute with is refused, wherever in its array it is."""
    op, case = next((op, case) for op, case in files.cases(40) if op.name == "conv2d_s8" and _has_bias(case))
    images = []
    for index in range(case.arrays[operand].size):  # type: ignore[union-attr]
        array = case.arrays[operand].copy()  # type: ignore[union-attr]
        array[index] = value
        spoiled = Case(case.params, {**case.arrays, operand: array}, case.kernel)
        images.append((f"{operand}[{index}]", files.pte_of(files.payload_of([(op, spoiled)]))))
    assert {attempt.init for attempt in replay(images)} == {CORRUPT}


def _has_bias(case: Case) -> bool:
    return case.arrays["bias"] is not None and case.arrays["bias"].size >= 5


def test_constants_at_the_edge_of_their_range(replay: Replay) -> None:
    """The extreme values that are allowed are accepted."""
    op, case = next((op, case) for op, case in files.cases(40) if op.name == "conv2d_s8" and _has_bias(case))
    images = []
    for operand, value in [("bias", 2**30), ("bias", -(2**30)), ("multiplier", 0), ("shift", 31), ("shift", -31)]:
        array = np.full_like(case.arrays[operand], value)
        extreme = Case(case.params, {**case.arrays, operand: array}, case.kernel)
        images.append((f"{operand} = {value}", files.pte_of(files.payload_of([(op, extreme)]))))
    assert {attempt.init for attempt in replay(images)} == {0}


def test_fuzzer(tmp_path: Path) -> None:
    """libFuzzer, started from a file for each operator, with checksums repaired after each mutation, finds nothing."""
    if not _has_fuzzer(tmp_path):
        pytest.skip("clang with libFuzzer is not installed")
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    for op, case in CASES:
        (corpus / f"{op.name}_{case.kernel}").write_bytes(files.pte_of(files.payload_of([(op, case)])))
    program = build("clang", "fuzz")
    command = [
        program,
        "-runs=30000",
        "-seed=1",
        "-max_len=4096",
        "-timeout=60",
        f"-artifact_prefix={tmp_path}/",
        corpus,
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr[-4000:]


def _has_fuzzer(folder: Path) -> bool:
    if shutil.which("clang") is None:
        return False
    source = folder / "probe.c"
    source.write_text(
        "int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return d && n ? 0 : 0; }\n"
    )
    command = ["clang", "-fsanitize=fuzzer,address", str(source), "-o", str(folder / "probe")]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0
