# SPDX-License-Identifier: Apache-2.0
"""Counted instructions are exact, modelled cycles follow their rules, and networks do not grow."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.machines import BUILD, locked
from typer.testing import CliRunner

from penlight import boards
from penlight.backends.cortex_m.target import Tier
from penlight.boards.bench import report, results
from penlight.boards.bench.cores import CORES, board_of
from penlight.boards.bench.counting import BlockCount, count
from penlight.boards.bench.instructions import Instruction, disassemble, parse
from penlight.boards.bench.kinds import Kind
from penlight.boards.bench.layers import operation, payload
from penlight.boards.bench.layers import parse as parse_layer
from penlight.boards.bench.measuring import measure_operations
from penlight.boards.bench.model import Model
from penlight.boards.bench.networks import NETWORKS, measure_network
from penlight.boards.bench.sweep import KINDS, shapes, sweep, write_page
from penlight.export import cli
from penlight.runtime.errors import ToolError, UsageError

PAGES = Path(__file__).parents[2] / "docs" / "benchmarks"
GROWTH = 1.01
"""Most that a number may be of the committed one, or cycles of a choice of the plain kernel's."""
SWEEP_SHAPES = 4
"""Shapes of each kind."""

needs_tools = pytest.mark.skipif(
    any(shutil.which(tool) is None for tool in ("qemu-system-arm", "arm-none-eabi-gcc", "cc")),
    reason="qemu-system-arm, arm-none-eabi-gcc or cc is not on PATH",
)


def counted(core: str, folder: Path) -> tuple[boards.Firmware, list]:
    firmware = boards.build(board_of(core), app=Path(__file__).parent / "apps" / "counted", build_dir=folder)
    return firmware, count(firmware, folder)[1]


@needs_tools
@pytest.mark.parametrize("core", ["cortex-m0plus", "cortex-m4", "cortex-m55"])
def test_counts_are_those_of_the_source(core, tmp_path):
    """Loops, taken branches, a 16-bit instruction at the end of a 1 KiB page, an empty region and MVE, by hand."""
    firmware, regions = counted(core, tmp_path)
    loop, page_end, nothing, vectors = regions
    assert loop.instructions == 1 + 2 * 100
    assert sum(block.taken for block in loop.blocks) == 99
    assert page_end.instructions == 600
    instructions = disassemble(firmware.elf)
    first = min(block.address for block in page_end.blocks)
    ends = {block.address + 2 * block.instructions for block in page_end.blocks}
    assert first + 2 * 600 in ends, "the run of instructions has another end"
    assert any(address % 1024 == 1022 for address in range(first, first + 1200, 2)), "no page ends inside"
    assert nothing.instructions == 0
    assert vectors.instructions == (6 if core == "cortex-m55" else 0)
    executed = [block.address for region in regions for block in region.blocks]
    assert all(address in instructions for address in executed)


@needs_tools
def test_same_firmware_gives_the_same_counts(tmp_path):
    """Two runs give equal counts of every block."""
    firmware, first = counted("cortex-m4", tmp_path)
    assert count(firmware, tmp_path)[1] == first


@needs_tools
def test_missing_compiler_is_a_clear_error(monkeypatch, tmp_path):
    """Without a compiler for this machine the error says what to install."""
    from penlight.boards.bench import counting

    monkeypatch.setattr(counting.shutil, "which", lambda name: None)
    with pytest.raises(ToolError, match="no C compiler for this machine"):
        counting.plugin(tmp_path)


@needs_tools
def test_qemu_without_plugins_is_a_clear_error(monkeypatch, tmp_path):
    """A QEMU that refuses -plugin is named as such, and not as firmware that failed."""
    from penlight.boards.bench import counting

    broken = tmp_path / "not_a_plugin.so"
    broken.write_text("no shared object")
    firmware, _ = counted("cortex-m4", tmp_path)
    monkeypatch.setattr(counting, "plugin", lambda build_dir: broken)
    with pytest.raises(ToolError, match="takes no TCG plugins"):
        counting.count(firmware, tmp_path)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("ldrb.w r0, [r1, #1]!", Kind.LOAD),
        ("ldreq r0, [r1]", Kind.LOAD),
        ("ldmia.w r0!, {r1, r2}", Kind.LOADM),
        ("bls.n 100 <f>", Kind.BRANCH_IF),
        ("bl 100 <f>", Kind.CALL),
        ("bx lr", Kind.BRANCH_TO),
        ("mov.w r0, r1, lsl #2", Kind.SHIFT),
        ("movs r0, r1", Kind.ALU),
        ("smlad r0, r1, r2, r0", Kind.MUL16X2),
        ("smlabb r0, r1, r2, r0", Kind.MUL16),
        ("smmulr r0, r1, r2", Kind.MULL),
        ("sxtb16 r0, r1, ror #8", Kind.EXTEND),
        ("sxtab16 r0, r1, r2", Kind.PACKED),
        ("ssat r0, #8, r1", Kind.SATURATE),
        ("vldrb.s8 q0, [r0], #16", Kind.VECTOR_LOAD),
        ("vldrb.u8 q0, [r0, q1]", Kind.VECTOR_GATHER),
        ("vldr s0, [r0]", Kind.FLOAT_LOAD),
        ("vmladava.s8 r0, q1, q2", Kind.VECTOR_MAC),
        ("vmlas.s32 q0, q1, r2", Kind.VECTOR_MAC),
        ("vqrdmulh.s32 q0, q1, q2", Kind.VECTOR_MUL),
        ("vmul.f32 q0, q1, q2", Kind.VECTOR_FLOAT),
        ("vaddv.s32 r0, q1", Kind.VECTOR_REDUCE),
        ("vmaxv.s8 r0, q1", Kind.VECTOR_REDUCE),
        ("vmov q0[2], q0[0], r0, r1", Kind.VECTOR_MOVE),
        ("vmov s0, r1", Kind.FLOAT_MOVE),
        ("vdiv.f32 s0, s1, s2", Kind.FLOAT_DIVIDE),
        ("vpste", Kind.VECTOR_PREDICATE),
        ("vctp.8 r0", Kind.VECTOR_COMPARE),
        ("letp lr, 100 <f>", Kind.LOOP_END_TAIL),
    ],
)
def test_kind_of_an_instruction(text, kind):
    """Each is put where its timing rules are, conditions and type suffixes aside."""
    mnemonic, _, operands = text.partition(" ")
    assert parse(0, 4, mnemonic, operands).kind == kind


def block(*lines: str) -> dict[int, Instruction]:
    """32-bit instructions from address 0; a branch to "0 <f>" loops."""
    return {4 * i: parse(4 * i, 4, *_words(line)) for i, line in enumerate(lines)}


def _words(line: str) -> tuple[str, str]:
    mnemonic, _, operands = line.partition(" ")
    return mnemonic, operands


@pytest.mark.parametrize(
    ("core", "lines", "cycles"),
    [
        ("cortex-m0plus", ["ldr r0, [r1]", "str r0, [r1]", "adds r0, r0, r2"], 2 + 2 + 1),
        ("cortex-m3", ["mla r0, r1, r2, r0", "smlal r0, r1, r2, r3", "smull r0, r1, r2, r3"], 2 + 5 + 4),
        ("cortex-m4", ["ldr r0, [r1]", "ldr r2, [r1, #4]"], 2 + 1),
        ("cortex-m4", ["ldr r1, [r1]", "ldr r2, [r1, #4]"], 2 + 2),
        ("cortex-m4", ["add r1, r2, r3", "ldr r0, [r1]"], 1 + 2 + 1),
        ("cortex-m4", ["smlad r0, r1, r2, r0", "smlald r0, r1, r2, r3"], 1 + 1),
        ("cortex-m33", ["smlad r0, r1, r2, r0", "smlad r0, r3, r4, r0"], 1 + 1),
        ("cortex-m33", ["ldr r0, [r1]", "add r2, r0, r3"], 1 + 2),
        ("cortex-m7", ["add r0, r1, r2", "add r3, r4, r5"], 1),
        ("cortex-m7", ["smlad r0, r1, r2, r0", "smlad r3, r4, r5, r3"], 2),
        ("cortex-m55", ["vldrb.s8 q0, [r0], #16", "vldrb.s8 q1, [r1], #16"], 2 + 1),
        ("cortex-m55", ["vldrb.s8 q0, [r0], #16", "vmladava.s8 r2, q1, q2"], 1 + 1),
        ("cortex-m55", ["vmladava.s8 r2, q0, q1", "vmladava.s8 r3, q0, q2"], 2 + 1),
    ],
)
def test_cycles_of_a_block(core, lines, cycles):
    """Blocks whose cycles follow from the rules by hand: pipelined loads, address stalls, forwarding, pairs, beats."""
    instructions = block(*lines)
    assert Model(core, instructions).cycles([BlockCount(0, len(lines), 10, 0)]) == 10 * cycles


def test_a_taken_branch_refills_the_pipeline():
    """On the M4 a taken branch costs two cycles more; on the M33 one, for a 16-bit branch."""
    m4 = Model("cortex-m4", block("subs r0, r0, #1", "bne 0 <f>"))
    assert m4.cycles([BlockCount(0, 2, 100, 90)]) == 100 * 2 + 90 * 2
    m33 = Model("cortex-m33", {0: parse(0, 4, "subs", "r0, r0, #1"), 4: parse(4, 2, "bne", "0 <f>")})
    assert m33.cycles([BlockCount(0, 2, 100, 90)]) == 100 * 2 + 90


@pytest.mark.parametrize(
    ("text", "macs", "kernel"),
    [
        ("conv:16x16x64-64:1x1", 16 * 16 * 64 * 64, "conv2d_s8_1x1_unit"),
        ("conv:96x96x3-8:3x3:s2:same", 48 * 48 * 8 * 27, "conv2d_s8"),
        ("conv:32x32x16-32:1x1:s2", 16 * 16 * 32 * 16, "conv2d_s8_1x1"),
        ("dw:24x24x32:3x3:p1", 24 * 24 * 32 * 9, "depthwise_conv2d_s8_3x3"),
        ("dw:24x20x8-16:5x3:s2x1", 10 * 18 * 16 * 15, "depthwise_conv2d_s8"),
        ("linear:8x640-128", 8 * 640 * 128, "linear_s8"),
        ("add:4x4x3", 0, "add_s8"),
        ("avgpool:25x5x64:25x5", 0, "avg_pool2d_s8"),
    ],
)
def test_layer_from_text(text, macs, kernel):
    """Sizes, padding and strides are as written, and the payload can be packed on every tier."""
    for tier in Tier:
        made = operation(parse_layer(text), tier, text)
        assert (made.op.macs(made.params), made.kernel_name) == (macs, kernel)
        assert payload([made], tier)[1] >= sum(buffer.bytes for buffer in (*made.inputs, *made.outputs))


@pytest.mark.parametrize(
    "text",
    [
        *("", "conv", "conv:1x2x3x4", "convolution:8x8x8", "conv:8x8x8:k3", "conv:2x2x1:3x3"),
        *("conv:8x8x8:3x3:s0", "conv:8x8x8:0", "conv:0x8x8:1x1", "linear:4-0"),
    ],
)
def test_no_layer_is_refused(text):
    """A text that describes no layer is an error that shows one."""
    with pytest.raises(UsageError):
        parse_layer(text)


@needs_tools
def test_a_layer_twice_costs_the_same(tmp_path):
    """Layers in one boot do not disturb each other, and instructions are at least one for two products."""
    made = operation(parse_layer("conv:8x8x16-16:1x1"), Tier.DSP, "")
    first, second = measure_operations([made, made], "cortex-m4", tmp_path)
    assert abs(first.instructions - second.instructions) <= 16  # the search for the next kernel in the table
    assert first.instructions > made.op.macs(made.params) / 2


@needs_tools
@pytest.mark.parametrize("core", ["cortex-m3", "cortex-m4", "cortex-m55"])
def test_networks_do_not_grow(core):
    """Instructions, arena, flash and file of the four networks stay within 1 % of the committed table."""
    table = PAGES / f"{core}.json"
    if results.compiler() != results.compiler_of(table):
        pytest.skip(f"{table.name} was measured with {results.compiler_of(table)}; here is {results.compiler()}")
    committed = {result.network: result for result in results.load(table)}
    assert set(committed) == set(NETWORKS)
    grown = []
    with locked(BUILD / f"bench-{core}") as folder:
        for network, before in committed.items():
            now = measure_network(network, core, folder)
            for what, old, new in _numbers(before, now):
                if new > old * GROWTH:
                    grown.append(f"{network}: {what} was {old:,}, is {new:,}")
    assert not grown, "\n".join([*grown, "if that must be: penlight bench --output docs/benchmarks"])


@needs_tools
@pytest.mark.parametrize("core", CORES)
def test_choice_is_not_slower_than_the_plain_kernel(core):
    """On random shapes of each kind the kernel that the exporter takes needs no more cycles than the plain one."""
    with locked(BUILD / f"bench-{core}") as folder:
        found = sweep(core, folder, SWEEP_SHAPES)
    slower = [
        f"{shape.layer}: {shape.chosen} takes {shape.chosen_cycles:,} cycles, {shape.plain} {shape.plain_cycles:,}"
        for shape in found
        if shape.chosen_cycles > shape.plain_cycles * GROWTH
    ]
    assert not slower, "\n".join(slower)


def test_shapes_of_the_sweep_are_fixed():
    """Each kind has as many different shapes as asked for, the same every time, and each is a layer."""
    found = list(shapes(20))
    assert found == list(shapes(20))
    assert len(set(found)) == len(found) == 20 * len(KINDS)
    assert all(parse_layer(layer).out_size for _, layer in found)


@needs_tools
def test_command_shows_a_layer(tmp_path):
    """`penlight bench --layer` prints the plain kernel with its cycles; a wrong core or layer is an error."""
    words = ["bench", "--core", "cortex-m4", "--layer", "conv:4x4x8-8:1x1", "--build-dir", str(tmp_path)]
    shown = CliRunner().invoke(cli.app, words)
    assert shown.exit_code == 0, shown.output
    assert "conv2d_s8_1x1_unit" in shown.output and "1,024" in shown.output
    for option, value in (("--core", "cortex-m1"), ("--layer", "conv")):
        failed = CliRunner().invoke(cli.app, [*words, option, value])
        assert isinstance(failed.exception, UsageError)


def _numbers(before, now):
    yield "run instructions", before.run.instructions, now.run.instructions
    yield "start instructions", before.start.instructions, now.start.instructions
    yield "arena bytes", before.arena, now.arena
    yield ".pte bytes", before.pte, now.pte
    for part, size in before.flash.items():
        yield f"flash of {part}", size, now.flash[part]


def test_pages_are_those_of_the_numbers(tmp_path):
    """The committed pages and charts are what `penlight bench` makes of the committed JSON."""
    for path in PAGES.glob("*.json"):
        shutil.copy(path, tmp_path)
    shutil.copytree(PAGES / "baselines", tmp_path / "baselines")
    report.write(tmp_path)
    write_page(tmp_path)
    made = {path.name: path.read_text() for path in tmp_path.iterdir() if path.suffix in (".md", ".svg")}
    committed = {path.name: path.read_text() for path in PAGES.iterdir() if path.suffix in (".md", ".svg")}
    assert made == committed
